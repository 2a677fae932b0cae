import { setStatement } from '../statement.ts';

type Identity = { environment: string; scope_id: string; operator: string; operator_transaction_id: string };

/**
 * Claims the identities of credits; returns those claimed now. One that is missing was claimed before, or by
 * another process a moment ago (whose commit this waits for). Keys go in order, so claims never wait in a circle.
 */
export const claimIdentities = setStatement<Identity & { credit_id: string }, { credit_id: string }>(
  'claim_identities',
  `insert into credit_identities (environment, scope_id, operator, operator_transaction_id, credit_id)
  select environment, scope_id, operator, operator_transaction_id, credit_id
  from json_to_recordset($1::json) as i
    (environment text, scope_id uuid, operator text, operator_transaction_id text, credit_id uuid)
  order by operator_transaction_id, operator, environment, scope_id
  on conflict do nothing
  returning credit_id`,
);

/** The credit that an identity belongs to. `position` is the caller's own numbering. */
export const findIdentities = setStatement<
  Identity & { position: number },
  { position: number; credit_id: string }
>(
  'find_identities',
  `select i.position, c.credit_id
  from json_to_recordset($1::json) as i
    (position int, environment text, scope_id uuid, operator text, operator_transaction_id text)
  cross join lateral (
    select x.credit_id from credit_identities x
    where x.operator_transaction_id = i.operator_transaction_id and x.operator = i.operator
      and x.environment = i.environment and x.scope_id = i.scope_id
    limit 1) c`,
);
