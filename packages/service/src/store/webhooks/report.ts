import type { EndpointStatus } from '../../domain/delivery/health.ts';
import type { Environment } from '../../domain/session/session.ts';
import { statement } from '../statement.ts';

/** An endpoint as staff see it. Counts are of deliveries. */
export type EndpointReport = {
  endpoint_id: string;
  merchant_id: string;
  merchant: string;
  environment: Environment;
  url: string;
  status: EndpointStatus;
  disabled_reason: 'failing' | 'merchant' | null;
  disabled_at: Date | null;
  last_success_at: Date | null;
  consecutive_failures: number;
  failing_since: Date | null;
  pending: number;
  held: number;
  dead: number;
  /** Since when the delivery waits that waits longest for its turn; null when none is due. */
  oldest_due_at: Date | null;
};

/**
 * Endpoints with their health, those in trouble first, then the newest. `$1`: the instant that is now.
 * `$2`, `$3`, `$4`: an endpoint, merchant and environment, each null for all. `$5`: most rows.
 */
export const reportEndpoints = statement<EndpointReport>(
  'report_webhook_endpoints',
  `select e.id as endpoint_id, e.merchant_id, m.name as merchant, e.environment, e.url, e.status, e.disabled_reason,
          e.disabled_at, e.last_success_at, e.consecutive_failures, e.failing_since,
          pending.n as pending, held.n as held, dead.n as dead, due.oldest as oldest_due_at
     from (
       select * from webhook_endpoints x
        where x.deleted_at is null and ($2::uuid is null or x.id = $2) and ($3::uuid is null or x.merchant_id = $3)
          and ($4::text is null or x.environment = $4)
        order by array_position(array['disabled', 'degraded', 'enabled'], x.status), x.created_at desc, x.id
        limit $5::int
     ) e
     join merchants m on m.id = e.merchant_id
     cross join lateral (select count(*)::int as n from webhook_due d where d.endpoint_id = e.id) pending
     cross join lateral (select count(*)::int as n from webhook_deliveries v
                          where v.endpoint_id = e.id and v.trouble = 'HELD') held
     cross join lateral (select count(*)::int as n from webhook_deliveries v
                          where v.endpoint_id = e.id and v.trouble = 'DEAD') dead
     cross join lateral (select min(d.due_at) as oldest from webhook_due d
                          where d.endpoint_id = e.id and d.due_at <= $1::timestamptz
                            and (d.leased_until is null or d.leased_until <= $1)) due
    order by array_position(array['disabled', 'degraded', 'enabled'], e.status), e.created_at desc, e.id`,
);
