import { SECOND_MS } from '../time.ts';
import type { RailAnswer } from './order.ts';

/** What the sandbox says from some time after the payer was asked. */
type SandboxWord =
  | 'pending'
  | 'waiting_sms'
  | 'success'
  | 'refunded_later'
  | 'refused_by_payer'
  | 'insufficient_funds'
  | 'pin_not_entered'
  | 'ambiguous'
  | 'no_answer';

type Phase = { from_s: number; says: SandboxWord };

export type MagicPayer = {
  /** What happens, for the merchant's developer: docs/sandbox-transactions.md shows it. */
  meaning: string;
  /** In order; the first begins at 0. */
  phases: readonly Phase[];
  /** One phase more, so many seconds after the transaction has timed out. */
  after_timeout?: Phase;
  /** POST /v1/transactions is refused with GATEWAY_UNAVAILABLE and this `retry_after`. */
  gateway_unavailable_s?: number;
};

const at = (from_s: number, says: SandboxWord): Phase => ({ from_s, says });

/**
 * Test only: a `phone_number` for every outcome, delay and silence. Numbers beginning with 00 belong to no
 * network of Chad, so no real payer is among them.
 */
export const MAGIC_PAYERS: Readonly<Record<string, MagicPayer>> = {
  '+23500000010': { meaning: 'SUCCESS at once.', phases: [at(0, 'success')] },
  '+23500000011': { meaning: 'SUCCESS after 5 s.', phases: [at(0, 'pending'), at(5, 'success')] },
  '+23500000012': { meaning: 'SUCCESS after 30 s.', phases: [at(0, 'pending'), at(30, 'success')] },
  '+23500000013': {
    meaning: 'WAITING_SMS at once, SUCCESS after 5 s.',
    phases: [at(0, 'waiting_sms'), at(5, 'success')],
  },
  '+23500000020': {
    meaning: 'FAILED at once: the payer refuses.',
    phases: [at(0, 'refused_by_payer')],
  },
  '+23500000021': {
    meaning: 'FAILED after 5 s: insufficient funds.',
    phases: [at(0, 'pending'), at(5, 'insufficient_funds')],
  },
  '+23500000022': {
    meaning: 'FAILED after 30 s: the payer never enters the PIN.',
    phases: [at(0, 'pending'), at(30, 'pin_not_entered')],
  },
  '+23500000030': {
    meaning: 'Silence: PROCESSING until TIMEOUT, 12 minutes after creation.',
    phases: [at(0, 'pending')],
  },
  '+23500000031': {
    meaning: 'Silence: WAITING_SMS until TIMEOUT, 12 minutes after creation.',
    phases: [at(0, 'waiting_sms')],
  },
  '+23500000032': {
    meaning: 'TIMEOUT; 5 s later the payment is proven. It stays TIMEOUT and goes to review.',
    phases: [at(0, 'pending')],
    after_timeout: at(5, 'success'),
  },
  '+23500000040': {
    meaning: 'Ambiguous for 10 s, so it stays PROCESSING; then SUCCESS.',
    phases: [at(0, 'pending'), at(1, 'ambiguous'), at(10, 'success')],
  },
  '+23500000041': {
    meaning: 'The operator does not answer for 10 s, so it stays PROCESSING; then SUCCESS.',
    phases: [at(0, 'no_answer'), at(10, 'success')],
  },
  '+23500000042': {
    meaning: 'The operator does not answer for 10 s; then FAILED: insufficient funds.',
    phases: [at(0, 'no_answer'), at(10, 'insufficient_funds')],
  },
  '+23500000050': {
    meaning: 'Nothing is created: 503 GATEWAY_UNAVAILABLE with `retry_after` 30.',
    phases: [at(0, 'pending')],
    gateway_unavailable_s: 30,
  },
  '+23500000060': {
    meaning: 'SUCCESS after 2 s, REFUNDED 5 s later, unless you have given some of it back by then.',
    phases: [at(0, 'pending'), at(2, 'refunded_later')],
  },
};

/** Every other number. */
export const ANY_PAYER: MagicPayer = {
  meaning: 'SUCCESS after about 2 s.',
  phases: [at(0, 'pending'), at(2, 'success')],
};

const REFUND_AFTER_MS = 5 * SECOND_MS;
/** What never changes again need not be asked soon. */
const SILENCE_MS = 24 * 3_600 * SECOND_MS;

export type Scripted = { phone_number: string; begun_at: Date; gives_up_at: Date; transaction_id: string };

/** What the sandbox's imagined operator says of a payment at a moment. */
export function scriptedAnswer(order: Scripted, now: Date): RailAnswer {
  const payer = MAGIC_PAYERS[order.phone_number] ?? ANY_PAYER;
  const begun_ms = order.begun_at.getTime();
  const points = payer.phases.map(({ from_s, says }) => ({ at_ms: begun_ms + from_s * SECOND_MS, says }));
  if (payer.after_timeout !== undefined) {
    const { from_s, says } = payer.after_timeout;
    points.push({ at_ms: order.gives_up_at.getTime() + from_s * SECOND_MS, says });
  }
  const passed = points.findLastIndex(({ at_ms }) => at_ms <= now.getTime());
  const says = points[Math.max(passed, 0)]?.says ?? 'pending';
  const next_ms = points[Math.max(passed, 0) + 1]?.at_ms;
  const ask_again_ms = next_ms === undefined ? SILENCE_MS : next_ms - now.getTime();
  return answerOf(says, ask_again_ms, order.transaction_id);
}

const REFUSALS: Partial<Record<SandboxWord, string>> = {
  refused_by_payer: 'The payer refused the payment.',
  insufficient_funds: 'The payer has not enough money.',
  pin_not_entered: 'The payer did not enter the PIN in time.',
};

function answerOf(says: SandboxWord, ask_again_ms: number, transaction_id: string): RailAnswer {
  const rail_transaction_id = `SANDBOX-${transaction_id}`;
  switch (says) {
    case 'pending':
      return { kind: 'pending', ask_again_ms };
    case 'waiting_sms':
      return { kind: 'asked', waits_for: 'credit', ask_again_ms };
    case 'success':
      return { kind: 'success', rail_transaction_id };
    case 'refunded_later':
      return { kind: 'success', rail_transaction_id, refund_after_ms: REFUND_AFTER_MS };
    case 'ambiguous':
      return { kind: 'unknown', detail: 'ambiguous', sent: true, fault: false, ask_again_ms };
    case 'no_answer':
      return { kind: 'unknown', detail: 'no answer', sent: true, fault: true, ask_again_ms };
    default:
      return { kind: 'failed', reason: REFUSALS[says] ?? says };
  }
}

/** In test, after how many seconds a transaction of this payer may be tried again; null: it is taken. */
export function magicUnavailable_s(phone_number: string): number | null {
  return MAGIC_PAYERS[phone_number]?.gateway_unavailable_s ?? null;
}

/** The table of docs/sandbox-transactions.md; a test holds the page to it. */
export function magicPayersTable(): string {
  const rows = Object.entries(MAGIC_PAYERS).map(([phone, { meaning }]) => `| \`${phone}\` | ${meaning} |`);
  rows.push(`| any other | ${ANY_PAYER.meaning} |`);
  return ['| `phone_number` | What happens |', '| --- | --- |', ...rows].join('\n');
}
