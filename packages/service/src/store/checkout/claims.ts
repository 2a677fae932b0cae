import { CLAIMS_MAX } from '../../domain/checkout/state.ts';
import { idStatement, setStatement, statement } from '../statement.ts';

/** Lets one transaction at a time write claims about these sessions, by advisory locks: no session's row is locked. */
export const lockClaims = idStatement(
  'lock_payer_claims',
  `select pg_advisory_xact_lock(hashtextextended('payer_claims/' || id, 0))
  from (select distinct unnest($1::uuid[])::text as id order by 1) i`,
);

/**
 * Keeps claims under the next free ordinals of their sessions; one that is kept already, or that finds none free,
 * is left out. Call it under `lockClaims`.
 * @param input `place` is the caller's own numbering
 */
export const insertPayerClaims = setStatement<
  {
    place: number;
    session_id: string;
    operator_transaction_id: string;
    payer_phone: string;
    claimed_at: Date;
  },
  { session_id: string; operator_transaction_id: string }
>(
  'insert_payer_claims',
  `with input as (
    select distinct on (session_id, operator_transaction_id, payer_phone) *
    from json_to_recordset($1::json) as i (place int, session_id uuid, operator_transaction_id text,
      payer_phone text, claimed_at timestamptz)
    where not exists (
      select from payer_claims k
      where k.session_id = i.session_id and k.operator_transaction_id = i.operator_transaction_id
        and k.payer_phone = i.payer_phone)
    order by session_id, operator_transaction_id, payer_phone, place
  ), numbered as (
    select i.*, row_number() over (partition by i.session_id order by i.place) + (
      select count(*) from payer_claims k where k.session_id = i.session_id) as ordinal
    from input i
  )
  insert into payer_claims (session_id, ordinal, operator_transaction_id, payer_phone, claimed_at)
  select session_id, ordinal, operator_transaction_id, payer_phone, claimed_at from numbered
  where ordinal <= ${CLAIMS_MAX}
  returning session_id, operator_transaction_id`,
);

/** Those of the claims that are kept. */
export const findClaims = setStatement<
  { session_id: string; operator_transaction_id: string; payer_phone: string },
  { session_id: string; operator_transaction_id: string; payer_phone: string }
>(
  'find_payer_claims',
  `select k.session_id, k.operator_transaction_id, k.payer_phone
  from json_to_recordset($1::json) as i (session_id uuid, operator_transaction_id text, payer_phone text)
  join payer_claims k using (session_id, operator_transaction_id, payer_phone)`,
);

export type ToldClaim = {
  session_id: string;
  operator_transaction_id: string;
  payer_phone: string;
  claimed_at: Date;
  /** The credit with this id on the session's operator; null: no message has told of it. */
  credit_id: string | null;
  credit_amount_xaf: number | null;
  credit_payer: string | null;
  credit_state: string | null;
  /** A message on the session's number that tells of it and is not proven. */
  unproven_notice_id: string | null;
};

// The credit whose transaction a claim names, if a message has told of it: in live anywhere at the operator, in test in that
// merchant's sandbox.
const CREDIT = `left join lateral (
    select c.id, c.amount_xaf, c.payer, c.state from transaction_identities x
    cross join lateral (select * from credits y where y.id = x.step_id limit 1) c
    where x.operator_transaction_id = k.operator_transaction_id and x.operator = s.operator
      and x.environment = s.environment and (s.environment = 'live' or x.scope_id = s.merchant_id)
    limit 1) c on true
  left join lateral (
    select b.notice_id from book_claims b
    where b.collection_number_id = s.collection_number_id and b.state in ('CLAIMED', 'PENDING')
      and b.told ->> 'operator_transaction_id' = k.operator_transaction_id limit 1) b on true`;
const TOLD = `k.session_id, k.operator_transaction_id, k.payer_phone, k.claimed_at, c.id as credit_id,
  c.amount_xaf as credit_amount_xaf, c.payer as credit_payer, c.state as credit_state,
  b.notice_id as unproven_notice_id`;

/** What payers have told of sessions, of each the oldest first. */
export const listClaimsOf = idStatement<ToldClaim>(
  'list_claims_of_sessions',
  `select ${TOLD} from payer_claims k
  cross join lateral (
    select x.operator, x.environment, x.merchant_id, x.collection_number_id from payment_sessions x
    where x.id = k.session_id limit 1) s
  ${CREDIT}
  where k.session_id = any ($1::uuid[]) order by k.session_id, k.ordinal`,
);

export type ListedClaim = ToldClaim & {
  merchant: string;
  reference: string;
  amount_xaf: number;
  status: string;
};

/** What payers of one environment have told, the newest first: at most `limit`. */
export const listClaimRows = statement<{ environment: string; limit: number }, ListedClaim>(
  'list_payer_claims',
  `select ${TOLD}, m.name as merchant, s.reference, s.amount_xaf, s.status
  from payer_claims k
  cross join lateral (select * from payment_sessions x where x.id = k.session_id limit 1) s
  cross join lateral (select x.name from merchants x where x.id = s.merchant_id limit 1) m
  ${CREDIT}
  where s.environment = $environment order by k.claimed_at desc, k.session_id limit $limit`,
);
