import type {
  LifeClaim,
  LifeCredit,
  LifeProof,
  LifeReview,
  PaymentFacts,
} from '../../domain/payment/life.ts';
import { TAKEN_BACK } from '../alerts.ts';
import { CHECKED, TRANSACTION_CHECKED } from '../book/checked.ts';
import { feedStatusOf } from '../feeds/incidents.ts';
import { statement } from '../statement.ts';
import { givenBack, HAS_LEFT, takenBack } from './undone.ts';

/** When the transaction `t` ended. */
const TRANSACTION_ENDED = `case
      when t.status not in ('PENDING', 'PROCESSING', 'WAITING_SMS') then t.updated_at end`;

/** One payment of a merchant and environment, whichever kind it is: another's is as absent as one that never was. */
export const loadPayment = statement<
  { payment_id: string; merchant_id: string; environment: string; now: Date },
  PaymentFacts
>(
  'load_payment',
  `select 'session' as kind, s.id, s.reference, s.ticket, s.amount_xaf, s.operator, s.status, s.review_reason,
    s.assigned_collection_number as collection_number, s.customer_phone as payer_phone, s.description, s.created_at,
    s.expires_at, s.closed_at,
    ${CHECKED} as checked, ${takenBack('matched_session_id', 's.id')} as is_reversed, ${givenBack('s.id')} as given_back_xaf,
    ${feedStatusOf('s', 's.closed_at', '$now::timestamptz')} = 'SILENT' as is_unheard
  from payment_sessions s where s.id = $payment_id and s.merchant_id = $merchant_id and s.environment = $environment
  union all
  select 'transaction', t.id, t.reference, t.internal_ref, t.amount_xaf, t.operator, t.status, null,
    t.assigned_collection_number, t.phone_number, t.description, t.created_at, t.expires_at,
    ${TRANSACTION_ENDED},
    ${TRANSACTION_CHECKED}, ${takenBack('matched_transaction_id', 't.id')}, ${givenBack('t.id')},
    coalesce(${feedStatusOf('t', TRANSACTION_ENDED, '$now::timestamptz')} = 'SILENT', false)
  from transactions t where t.id = $payment_id and t.merchant_id = $merchant_id and t.environment = $environment`,
);

/** Whether the decision `x` set money aside for what had ended, or was paid. */
const CAME_AFTER = `x.verdict = 'SUSPENSE' and x.rule in ('session_closed', 'second_payment')`;
/** The number that its money came to. */
const NUMBER_PAID = `(select c.collection_number_id from credits c where c.id = x.credit_id)`;

/**
 * The money that has to do with a payment, oldest first. Money is its own only where nobody else's payment has it and
 * the engine never named another beside it: a case of several merchants tells none of them whose money it holds.
 */
export const loadLifeCredits = statement<{ payment_id: string }, LifeCredit>(
  'load_life_credits',
  `select distinct on (c.id) c.id as credit_id, k.role, c.amount_xaf, c.occurred_at, c.received_at, c.state,
    c.operator_transaction_id, c.payer, c.surplus_xaf, c.surplus_refunded_at,
    k.role = 'paid' or (
      c.state in ('REVIEW', 'SUSPENSE', 'REFUNDED', 'VOIDED')
      and exists (
        select from (
          select x.session_ids || x.transaction_ids as names from decisions x
          where x.credit_id = c.id and x.actor = 'ENGINE' limit 1) d
        where d.names = array[$payment_id::uuid])) as is_ours,
    ${HAS_LEFT} as has_left, ${TAKEN_BACK} as is_reversed
  from (
    select 'paid' as role, 1 as rank, x.id from credits x where x.matched_session_id = $payment_id
    union all
    select 'paid', 1, x.id from credits x where x.matched_transaction_id = $payment_id
    union all
    select 'case', 2, x.credit_id from review_cases x where x.session_id = $payment_id
    union all
    select 'case', 2, x.credit_id from transaction_reviews x where x.transaction_id = $payment_id and x.credit_id is not null
    union all
    select 'aside', 3, x.credit_id from decisions x
    where x.session_ids && array[$payment_id::uuid] and ${CAME_AFTER}
      and (select s.collection_number_id from payment_sessions s where s.id = $payment_id) = ${NUMBER_PAID}
    union all
    select 'aside', 3, x.credit_id from decisions x
    where x.transaction_ids && array[$payment_id::uuid] and x.transaction_ids <> '{}' and ${CAME_AFTER}
      and (select t.collection_number_id from transactions t where t.id = $payment_id) = ${NUMBER_PAID}
  ) k
  cross join lateral (select * from credits x where x.id = k.id limit 1) c
  order by c.id, k.rank`,
);

export const loadLifeEvents = statement<
  { payment_id: string; merchant_id: string; environment: string },
  { id: string; type: string; created_at: Date }
>(
  'load_life_events',
  `select id, type, created_at from events where object_id = $payment_id and merchant_id = $merchant_id and environment = $environment
  order by sequence`,
);

export const loadLifeProofs = statement<{ payment_id: string }, LifeProof>(
  'load_life_proofs',
  `select kind, source, outcome, happened_at from transaction_proofs where transaction_id = $payment_id
  order by recorded_at limit 100`,
);

export const loadLifeReviews = statement<{ payment_id: string }, LifeReview>(
  'load_life_reviews',
  `select kind, state, credit_id, opened_at, closed_at from transaction_reviews where transaction_id = $payment_id
  order by opened_at limit 100`,
);

export const loadLifeClaims = statement<{ payment_id: string }, LifeClaim>(
  'load_life_claims',
  `select operator_transaction_id, claimed_at from payer_claims where session_id = $payment_id order by ordinal`,
);

/** Where deliveries went, and whether anything can be sent there again. */
export const loadDeliveryTargets = statement<
  { ids: readonly string[]; merchant_id: string; environment: string },
  { id: string; url: string; status: string }
>(
  'load_delivery_targets',
  `select id, url, case when deleted_at is null then status else 'removed' end as status
  from webhook_endpoints where id = any ($ids::uuid[]) and merchant_id = $merchant_id and environment = $environment`,
);
