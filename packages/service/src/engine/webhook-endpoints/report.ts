import type { Environment } from '../../domain/session/session.ts';
import { type EndpointReport, reportEndpoints } from '../../store/webhooks/report.ts';
import type { Services } from '../services.ts';

export type ReportQuery = {
  /** Null: of all merchants. */
  merchant_id: string | null;
  environment: Environment | null;
  limit: number;
};

/** The endpoints that match, with their health and what waits for them; those in trouble first. */
export function reportEndpointHealth(services: Services, query: ReportQuery): Promise<EndpointReport[]> {
  const { merchant_id, environment, limit } = query;
  return reportEndpoints(services.pool, services.now(), null, merchant_id, environment, limit);
}
