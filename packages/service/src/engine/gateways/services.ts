import type { Services } from '../services.ts';

/** What the gateway use cases are handed, besides what every use case has. */
export type GatewayServices = Pick<Services, 'pool' | 'now' | 'newId'> & {
  /** So many random bytes fit for secrets. */
  randomBytes: (bytes: number) => Uint8Array;
  /** 32 bytes that seal the secrets. */
  secret_key: Uint8Array;
};
