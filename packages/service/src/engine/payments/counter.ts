import { SENT_TWICE_MS } from '../../domain/checkout/state.ts';
import { OPERATORS, type Operator } from '../../domain/operator.ts';
import { type CounterPayment, counterReference } from '../../domain/payment/counter.ts';
import { startOfDay } from '../../domain/payment/filter.ts';
import type { PaymentFacts } from '../../domain/payment/life.ts';
import { standingOf } from '../../domain/payment/payment.ts';
import type { Caller, CreateOutcome } from '../../domain/session/commands.ts';
import { TTL_MINUTES } from '../../domain/session/session.ts';
import { localDay } from '../../domain/time.ts';
import type { CreateTransactionOutcome } from '../../domain/transaction/commands.ts';
import { findOfReference, insertCounterPayments, listCounterPayments } from '../../store/payments/list.ts';
import { inTurn } from '../idempotency.ts';
import { operatorsOf } from '../merchants.ts';
import { railGate } from '../rails/gate.ts';
import type { Services } from '../services.ts';
import { createSessions } from '../sessions/create.ts';
import { isFrozen } from '../sessions/readiness.ts';
import { createTransactions } from '../transactions/create.ts';
import { lookAtPayment } from './life.ts';
import { type ShownPayment, withUndone } from './list.ts';

export type BeginPayment = Caller & { account_id: string; mark: string; payment: CounterPayment };

export type BeginOutcome =
  /** `is_new`: false when the same form had begun it before. */
  | { kind: 'begun'; payment_id: string; is_new: boolean }
  /** The form had begun another payment, or one that is over or being checked: nothing was begun now. */
  | { kind: 'form_used'; payment: PaymentFacts }
  | { kind: 'unknown_form' }
  /** Staff have frozen the merchant in live. */
  | { kind: 'frozen' }
  | { kind: 'refused'; why: Refusal; retry_after_s: number | null };

type Refusal =
  | Exclude<CreateOutcome['kind'], 'created' | 'reference_already_used'>
  | Exclude<CreateTransactionOutcome['kind'], 'created' | 'reference_already_used'>;

/**
 * Begins a payment at the counter, for a person with the payer before them. A form sent twice, by two taps or a reload,
 * begins one payment: its mark is the reference, which the database lets in once, and an idempotency key, so that the other of its two
 * buttons begins none beside it.
 */
export async function beginPayment(services: Services, command: BeginPayment): Promise<BeginOutcome> {
  const reference = counterReference(command.mark);
  if (reference === null) return { kind: 'unknown_form' };
  const outcome = await inTurn(
    () => create(services, command, reference),
    (one) => one.kind === 'refused' && one.why === 'idempotency_key_in_use',
  );
  if (outcome.kind === 'other_button') return usedBefore(services, command, reference);
  // Else it would read that an operator is not ready, or does not answer.
  if (outcome.kind === 'refused' && (await isFrozen(services, command))) return { kind: 'frozen' };
  if (outcome.kind !== 'begun') return outcome;
  const begun = outcome.is_new ? outcome : await again(services, command, outcome.payment_id);
  if (begun.kind !== 'begun') return begun;
  const { payment_id } = begun;
  const { account_id, merchant_id, environment, payment } = command;
  const begun_at = services.now();
  // Also when the form comes again: the first time may have ended between the payment and this line of its list.
  await insertCounterPayments(services.pool, [
    { payment_id, account_id, merchant_id, environment, kind: payment.how, begun_at },
  ]);
  return begun;
}

type Created =
  | Exclude<BeginOutcome, { kind: 'form_used' | 'unknown_form' | 'frozen' }>
  /** The form has begun a payment of the other kind. */
  | { kind: 'other_button' };

/** The same of each request of a form, whatever it asks for: what it asks for is compared with what it began (`isSame`). */
const ANY_REQUEST = '0'.repeat(64);

async function create(
  services: Services,
  { account_id, merchant_id, environment, payment }: BeginPayment,
  reference: string,
): Promise<Created> {
  const { amount_xaf, operator, payer_phone, description } = payment;
  const common = {
    merchant_id,
    environment,
    reference,
    amount_xaf,
    operator,
    description,
    idempotency: { key: `counter/${reference}`, request_hash: ANY_REQUEST },
    by: { account_id, merchant_id },
  };
  const [outcome] =
    payment.how === 'transaction' && payer_phone !== null
      ? await createTransactions(services, [{ ...common, phone_number: payer_phone }])
      : await createSessions(services, [
          { ...common, customer_phone: payer_phone, metadata: null, ttl_minutes: TTL_MINUTES.default },
        ]);
  if (outcome === undefined) throw new Error('bug: a command without an outcome');
  if (outcome.kind === 'created') {
    const { id } = 'session' in outcome ? outcome.session : outcome.transaction;
    return { kind: 'begun', payment_id: id, is_new: !outcome.replayed };
  }
  if (outcome.kind === 'idempotency_key_reused') return { kind: 'other_button' };
  if (outcome.kind === 'reference_already_used') {
    const payment_id =
      'existing_transaction_id' in outcome
        ? outcome.existing_transaction_id
        : outcome.existing_payment_session_id;
    return { kind: 'begun', payment_id, is_new: false };
  }
  const retry_after_s = 'retry_after_s' in outcome ? outcome.retry_after_s : null;
  return { kind: 'refused', why: outcome.kind, retry_after_s };
}

async function again(services: Services, command: BeginPayment, payment_id: string): Promise<BeginOutcome> {
  const payment = await lookAtPayment(services, { ...command, payment_id });
  if (payment === null) return { kind: 'unknown_form' };
  return isSame(payment, command.payment, services.now())
    ? { kind: 'begun', payment_id, is_new: false }
    : { kind: 'form_used', payment };
}

/** What the other button of this form has begun. */
async function usedBefore(
  services: Services,
  command: BeginPayment,
  reference: string,
): Promise<BeginOutcome> {
  const { merchant_id, environment } = command;
  const [found] = await findOfReference(services.pool, { merchant_id, environment, reference });
  const payment =
    found === undefined ? null : await lookAtPayment(services, { ...command, payment_id: found.id });
  return payment === null ? { kind: 'unknown_form' } : { kind: 'form_used', payment };
}

/**
 * Whether a form that comes again asks for the payment that it began: for the same payer, and in the same moment or
 * while nothing has come for it. A form that the Back button restores holds the mark of the customer before, whose
 * payment would tell this one's cashier that it is paid.
 */
function isSame(begun: PaymentFacts, asked: CounterPayment, now: Date): boolean {
  const is_alike =
    begun.amount_xaf === asked.amount_xaf &&
    begun.operator === asked.operator &&
    begun.payer_phone === asked.payer_phone;
  const is_open = standingOf(begun.status) === 'waiting' && begun.checked === null && now < begun.expires_at;
  return is_alike && (is_open || now.getTime() - begun.created_at.getTime() < SENT_TWICE_MS);
}

/** Which operators' payers can be asked on their phone now, of those that are on for the merchant; and whether no payment may begin. */
export async function askableOperators(
  services: Services,
  { merchant_id, environment }: Caller,
): Promise<{ enabled: Operator[]; askable: Operator[]; is_frozen: boolean }> {
  const [is_frozen, known, gates] = await Promise.all([
    isFrozen(services, { merchant_id, environment }),
    operatorsOf(services).get([merchant_id], services.now(), services.pool),
    railGate(
      services,
      OPERATORS.map((operator) => ({ merchant_id, environment, operator })),
    ),
  ]);
  const enabled = OPERATORS.filter((operator) => known.get(merchant_id)?.includes(operator) ?? false);
  const askable = enabled.filter(
    (operator) => gates[OPERATORS.indexOf(operator as 'AIRTEL')]?.retry_after_s === null,
  );
  return { enabled, askable, is_frozen };
}

const MINE_MAX = 20;

/** What a person began today in N'Djamena, newest first: the last of it. `is_cut`: there was more. */
export async function myPaymentsToday(
  services: Services,
  { account_id, merchant_id, environment }: Caller & { account_id: string },
): Promise<{ payments: ShownPayment[]; is_cut: boolean }> {
  const since = startOfDay(localDay(services.now()));
  const asked = { account_id, merchant_id, environment, since, limit: MINE_MAX + 1 };
  const found = await listCounterPayments(services.pool, asked);
  const payments = await withUndone(services, found.slice(0, MINE_MAX));
  return { payments, is_cut: found.length > MINE_MAX };
}
