import { type None, statement } from '../statement.ts';

/** One process looks at a time: who looked before would else let go of what another has held since. */
export const lockHeld = statement(
  'lock_held_accounts',
  'lock table held_accounts in share row exclusive mode',
);

/**
 * Holds the accounts of `accounts` (each with its reason) and lets go of all others. One that is held already keeps the moment
 * from which it is held.
 */
export const holdAccounts = statement<{ accounts: string; now: Date }, { held: number; released: number }>(
  'hold_accounts',
  `with given as materialized (
    select * from json_to_recordset($accounts::json) as i (account_id int, reason text)
  ), released as (
    delete from held_accounts h where not exists (select from given g where g.account_id = h.account_id) returning 1
  ), held as (
    insert into held_accounts (account_id, reason, held_at) select account_id, reason, $now::timestamptz from given
    on conflict (account_id) do update set reason = excluded.reason where held_accounts.reason <> excluded.reason
    returning 1
  )
  select (select count(*)::int from held) as held, (select count(*)::int from released) as released`,
);

/** The PAYABLE accounts of live merchants: all of them are held while less is held for others than is owed to them. */
export const livePayables = statement<None, { account_id: number }>(
  'live_payables',
  `select a.id as account_id from ledger_accounts a where a.kind = 'PAYABLE' and a.environment = 'live' order by a.id`,
);
