import type { LoggedAttempt } from '../../domain/delivery/delivery.ts';
import { type Database, statement } from '../statement.ts';

type DeliveryAttempt = LoggedAttempt & { delivery_id: string };

const selectLatest = statement<DeliveryAttempt>(
  'latest_webhook_attempts',
  `select d.id as delivery_id, a.attempt, a.started_at, a.duration_ms, a.outcome, a.status_code, a.answer
  from unnest($1::uuid[]) d (id)
  cross join lateral (
    select * from webhook_attempts where delivery_id = d.id order by attempt desc limit $2::int) a
  order by d.id, a.attempt`,
);

/** The latest attempts of each delivery, at most `limit` of one, oldest first. */
export async function latestAttempts(
  database: Database,
  delivery_ids: readonly string[],
  limit: number,
): Promise<DeliveryAttempt[]> {
  return delivery_ids.length === 0 ? [] : selectLatest(database, `{${delivery_ids.join(',')}}`, limit);
}
