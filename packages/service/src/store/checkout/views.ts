import type { CheckoutView, SeenCredit } from '../../domain/checkout/view.ts';
import { TAKEN_BACK } from '../alerts.ts';
import { CHECKED } from '../book/checked.ts';
import { feedStatusOf } from '../feeds/incidents.ts';
import { givenBack, HAS_LEFT } from '../payments/undone.ts';
import { idStatement, statement } from '../statement.ts';

export type CheckoutRow = Omit<CheckoutView, 'feed' | 'credits'> & { feed_status: string };

/** What the pages of some sessions show, but for the money seen, whoever's they are: to look, it is enough to have the id. */
export const loadCheckouts = statement<{ session_ids: readonly string[]; now: Date }, CheckoutRow>(
  'load_checkouts',
  `select s.id, s.merchant_id, s.environment, s.reference, s.ticket, s.amount_xaf, s.operator, s.status,
    s.review_reason, s.assigned_collection_number, s.created_at, s.expires_at, s.closed_at,
    case when m.shows_description then s.description end as description,
    s.customer_phone is not null as has_declared_payer,
    ${CHECKED} as checked,
    m.name as merchant_name, m.kyc_status = 'APPROVED' as is_merchant_verified, m.return_url, m.language,
    ${feedStatusOf('s', 's.closed_at', '$now::timestamptz')} as feed_status,
    k.claim_count, k.claimed_at,
    ${givenBack('s.id')} as given_back_xaf
  from payment_sessions s
  cross join lateral (
    select x.name, x.kyc_status, x.return_url, x.shows_description, x.language from merchants x
    where x.id = s.merchant_id limit 1) m
  cross join lateral (
    select count(*)::int as claim_count, max(x.claimed_at) as claimed_at from payer_claims x
    where x.session_id = s.id and s.status in ('EXPIRED', 'CANCELLED')) k
  where s.id = any ($session_ids::uuid[])`,
);

export type SeenCreditRow = Omit<SeenCredit, 'is_surplus_voided'> & { session_id: string; credit_id: string };

const SEEN = `c.id as credit_id, c.amount_xaf, c.operator_transaction_id, c.occurred_at, c.state, c.surplus_xaf,
  c.surplus_refunded_at is not null as is_surplus_refunded,
  ${HAS_LEFT} as has_left, ${TAKEN_BACK} as is_reversed`;

/**
 * The money that has to do with some sessions, oldest first: what paid them; what their cases hold, but for what
 * paid them; and what came to their number for them once they had ended or were paid. Only the engine decides by those two rules, so no
 * condition asks for its decisions: with one the planner may read every decision that the engine ever made.
 */
export const loadSeenCredits = idStatement<SeenCreditRow>(
  'load_seen_credits',
  `select * from (
    select c.matched_session_id as session_id, 'paid' as role, ${SEEN}
    from credits c where c.matched_session_id = any ($1::uuid[])
    union all
    select r.session_id, 'case', ${SEEN}
    from review_cases r
    cross join lateral (select * from credits x where x.id = r.credit_id limit 1) c
    where r.session_id = any ($1::uuid[]) and c.matched_session_id is null
    union all
    select w.session_id, 'aside', ${SEEN}
    from decisions d
    cross join lateral (select * from credits x where x.id = d.credit_id limit 1) c
    cross join lateral unnest(d.session_ids) as w (session_id)
    where d.session_ids && $1::uuid[] and d.verdict = 'SUSPENSE'
      and w.session_id = any ($1::uuid[]) and c.matched_session_id is null
      and d.rule in ('session_closed', 'second_payment')
      and c.collection_number_id = (select s.collection_number_id from payment_sessions s where s.id = w.session_id)
  ) seen order by session_id, occurred_at`,
);

/** Those of some credits whose surplus was never sent back: the operator has taken it back, or it was never paid. */
export const findVoidedSurpluses = idStatement<{ credit_id: string }>(
  'find_voided_surpluses',
  `select d.credit_id from unnest($1::uuid[]) as i (credit_id)
  cross join lateral (
    select x.credit_id from decisions x
    where x.credit_id = i.credit_id and x.actor = 'STAFF' and x.rule = 'surplus_voided' limit 1) d`,
);
