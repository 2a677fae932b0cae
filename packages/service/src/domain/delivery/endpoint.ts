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
  created_at: Date;
};

/** A limit that keeps one event's fan-out small. */
export const ENDPOINTS_MAX = 20;
export const ENDPOINT_URL_CHARACTERS_MAX = 2048;
