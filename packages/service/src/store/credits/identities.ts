import { FROM_THERE_TAKEN } from '../alerts.ts';
import { LEFT_UNREAD_BEHIND } from '../book/doubts.ts';
import { idStatement, setStatement } from '../statement.ts';

type Identity = { environment: string; scope_id: string; operator: string; operator_transaction_id: string };

/**
 * Claims the identities of credits; returns those claimed now. One that is missing was claimed before, or by
 * another process a moment ago (whose commit this waits for). `reversed_as`: the id by which the operator has called it undone. Keys go
 * in order, so claims never wait in a circle.
 */
export const claimIdentities = setStatement<
  Identity & { step_id: string },
  { step_id: string; reversed_as: string | null }
>(
  'claim_identities',
  `insert into transaction_identities as k (environment, scope_id, operator, operator_transaction_id, step_id)
  select environment, scope_id, operator, operator_transaction_id, step_id
  from json_to_recordset($1::json) as i
    (environment text, scope_id uuid, operator text, operator_transaction_id text, step_id uuid)
  order by operator_transaction_id, operator, environment, scope_id
  on conflict do nothing
  returning step_id, (
    select r.operator_transaction_id from notice_reversals r
    where r.operator_transaction_id = k.operator_transaction_id and r.operator = k.operator
      and r.environment = k.environment and r.scope_id = k.scope_id
    limit 1) as reversed_as`,
);

/**
 * The step that an identity belongs to, the amount of its credit (0 for a step that is no credit), and what came to another
 * of our numbers by it, negative for what left. `may_be_taken_back`: money has left its SIM behind it, in words that nobody knows and that
 * name it. `position` is the caller's own numbering.
 */
export const findIdentities = setStatement<
  Identity & { position: number; collection_number_id: string },
  {
    position: number;
    step_id: string;
    amount_xaf: number;
    elsewhere_xaf: number | null;
    reversed_as: string | null;
    may_be_taken_back: boolean;
  }
>(
  'find_identities',
  `select i.position, k.step_id, coalesce(h.amount_xaf, 0) as amount_xaf, s.elsewhere_xaf, (
    select r.operator_transaction_id from notice_reversals r
    where r.operator_transaction_id = i.operator_transaction_id and r.operator = i.operator
      and r.environment = i.environment and r.scope_id = i.scope_id
    limit 1) as reversed_as,
    exists (select from (
        select x.id, x.collection_number_id, x.occurred_at, x.after_xaf - x.before_xaf as amount_xaf, i.environment, i.operator_transaction_id
        from book_steps x where x.id = k.step_id offset 0) c
      where ${LEFT_UNREAD_BEHIND}) as may_be_taken_back
  from json_to_recordset($1::json) as i
    (position int, environment text, scope_id uuid, operator text, operator_transaction_id text, collection_number_id uuid)
  cross join lateral (
    select x.step_id from transaction_identities x
    where x.operator_transaction_id = i.operator_transaction_id and x.operator = i.operator
      and x.environment = i.environment and x.scope_id = i.scope_id
    limit 1) k
  left join lateral (select x.amount_xaf from credits x where x.id = k.step_id limit 1) h on true
  left join lateral (
    select x.after_xaf - x.before_xaf as elsewhere_xaf from book_steps x
    where x.id = k.step_id and x.collection_number_id <> i.collection_number_id limit 1) s on true`,
);

/** The same of the steps of live payments without an id, by what they state instead, and by what stands behind them on their SIM alone. */
export const findTakenBack = idStatement<{
  step_id: string;
  reversed_as: string | null;
  may_be_taken_back: boolean;
}>(
  'find_taken_back',
  `select c.id as step_id, (select x.operator_transaction_id from ${FROM_THERE_TAKEN} limit 1) as reversed_as,
    ${LEFT_UNREAD_BEHIND} as may_be_taken_back
  from unnest($1::uuid[]) as i (id)
  cross join lateral (
    select s.id, s.collection_number_id, s.occurred_at, s.after_xaf - s.before_xaf as amount_xaf, 'live' as environment, n.operator,
      null::uuid as merchant_id, null::text as operator_transaction_id
    from book_steps s join notices n on n.id = s.notice_id where s.id = i.id offset 0) c`,
);
