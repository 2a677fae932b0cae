import type { Pool } from 'pg';

/** What the endpoint use cases are handed, besides what every use case has. */
export type EndpointServices = {
  pool: Pool;
  now: () => Date;
  /** A fresh UUIDv7. */
  newId: () => string;
  /** So many random bytes fit for secrets. */
  randomBytes: (bytes: number) => Uint8Array;
  /** 32 bytes that seal the signing secrets. */
  secret_key: Uint8Array;
  /** Development: plain HTTP, any port and private addresses are allowed. */
  allow_private_webhooks: boolean;
};
