import { statement } from '../statement.ts';

/** Deletes answers kept before an instant, oldest first, at most `$2` of them. */
export const deleteAnswers = statement<{ deleted: number }>(
  'delete_idempotency_answers',
  `with old as (
    select merchant_id, environment, key from idempotency_keys
    where created_at < $1 order by created_at limit $2 for update skip locked
  ), gone as (
    delete from idempotency_keys k using old
    where (k.merchant_id, k.environment, k.key) = (old.merchant_id, old.environment, old.key) returning 1
  )
  select count(*)::int as deleted from gone`,
);
