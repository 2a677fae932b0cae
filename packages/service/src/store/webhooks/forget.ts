import { statement } from '../statement.ts';

/** Removes attempts that began before `$1` from the log, oldest first, at most `$2` of them. */
export const deleteAttempts = statement<{ deleted: number }>(
  'delete_webhook_attempts',
  `with old as materialized (
    select delivery_id, attempt from webhook_attempts
    where started_at < $1::timestamptz order by started_at limit $2::int for update skip locked
  ), gone as (
    delete from webhook_attempts a using old
    where a.delivery_id = any (array(select delivery_id from old))
      and a.delivery_id = old.delivery_id and a.attempt = old.attempt
    returning 1
  )
  select count(*)::int as deleted from gone`,
);

/** Removes the secrets that no longer sign since before `$1`, at most `$2` of them. */
export const deletePreviousSecrets = statement<{ deleted: number }>(
  'delete_previous_webhook_secrets',
  `with old as materialized (
    select id from webhook_endpoints where previous_secret_until < $1::timestamptz
    order by previous_secret_until limit $2::int for no key update skip locked
  ), gone as (
    update webhook_endpoints set previous_secret_sealed = null, previous_secret_until = null
    where id = any (array(select id from old)) returning 1
  )
  select count(*)::int as deleted from gone`,
);
