import { setStatement } from '../statement.ts';

type Identity = { environment: string; scope_id: string; operator: string; operator_transaction_id: string };

/**
 * Claims the identities of credits; returns those claimed now. One that is missing was claimed before, or by
 * another process a moment ago (whose commit this waits for). `is_reversed`: the operator has called it undone. Keys go
 * in order, so claims never wait in a circle.
 */
export const claimIdentities = setStatement<
  Identity & { step_id: string },
  { step_id: string; is_reversed: boolean }
>(
  'claim_identities',
  `insert into transaction_identities as k (environment, scope_id, operator, operator_transaction_id, step_id)
  select environment, scope_id, operator, operator_transaction_id, step_id
  from json_to_recordset($1::json) as i
    (environment text, scope_id uuid, operator text, operator_transaction_id text, step_id uuid)
  order by operator_transaction_id, operator, environment, scope_id
  on conflict do nothing
  returning step_id, (
    select true from notice_reversals r
    where r.operator_transaction_id = k.operator_transaction_id and r.operator = k.operator
      and r.environment = k.environment and r.scope_id = k.scope_id
    limit 1) is not null as is_reversed`,
);

/**
 * The credit that an identity belongs to, and its amount (0 for a step that is no credit). `position` is the caller's
 * own numbering.
 */
export const findIdentities = setStatement<
  Identity & { position: number },
  { position: number; credit_id: string; amount_xaf: number; is_reversed: boolean }
>(
  'find_identities',
  `select i.position, c.credit_id, coalesce(h.amount_xaf, 0) as amount_xaf, (
    select true from notice_reversals r
    where r.operator_transaction_id = i.operator_transaction_id and r.operator = i.operator
      and r.environment = i.environment and r.scope_id = i.scope_id
    limit 1) is not null as is_reversed
  from json_to_recordset($1::json) as i
    (position int, environment text, scope_id uuid, operator text, operator_transaction_id text)
  cross join lateral (
    select x.step_id as credit_id from transaction_identities x
    where x.operator_transaction_id = i.operator_transaction_id and x.operator = i.operator
      and x.environment = i.environment and x.scope_id = i.scope_id
    limit 1) c
  left join lateral (select x.amount_xaf from credits x where x.id = c.credit_id limit 1) h on true`,
);
