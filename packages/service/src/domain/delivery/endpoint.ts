import type { Environment } from '../session/session.ts';
import type { EndpointStatus } from './health.ts';

/** A merchant's receiving address, without its secret. */
export type WebhookEndpoint = {
  id: string;
  merchant_id: string;
  environment: Environment;
  url: string;
  /** Null: every event. */
  events: string[] | null;
  description: string | null;
  status: EndpointStatus;
  disabled_reason: 'failing' | 'merchant' | null;
  /** When the present row of failures began; null while the last attempt was a success. */
  failing_since: Date | null;
  created_at: Date;
};

/** A limit that keeps one event's fan-out small. */
export const ENDPOINTS_MAX = 20;
export const ENDPOINT_URL_CHARACTERS_MAX = 2048;

/** The endpoint alone, of a record that holds more: what may be shown, and nothing that signs. */
export function withoutSecrets(endpoint: WebhookEndpoint): WebhookEndpoint {
  const { id, merchant_id, environment, url, events, description } = endpoint;
  const { status, disabled_reason, failing_since, created_at } = endpoint;
  return {
    id,
    merchant_id,
    environment,
    url,
    events,
    description,
    status,
    disabled_reason,
    failing_since,
    created_at,
  };
}
