import type { RailAnswer, RailOrder } from '../../domain/rail/order.ts';

export const COUNTRY = 'TD';
export const CURRENCY = 'XAF';

/** What the API answered after a token was accepted. */
export type AirtelAnswer = { status: number; body: unknown; retry_after_s: number | null };

/**
 * The answer to a push. A success means that the push was sent to the payer, not that it was paid; anything
 * else but a refusal to take the request at all (429) leaves open whether the payer was asked.
 */
export function pushAnswer({ status, body, retry_after_s }: AirtelAnswer): RailAnswer {
  if (status === 429) return overloaded(retry_after_s);
  if (status === 200 && member(member(body, 'status'), 'success') === true) {
    return { kind: 'asked', waits_for: 'rail' };
  }
  return undecided('push', status, body);
}

/** What the transaction that is asked about was asked for. */
export type AskedTransaction = Pick<RailOrder, 'transaction_id' | 'amount_xaf' | 'phone_number'>;

/**
 * The answer to an enquiry. Only `transaction.status` of this very transaction decides; HTTP errors and the
 * codes of Airtel's router decide nothing, and neither does an answer that tells of another payment under our id.
 */
export function enquiryAnswer(answered: AirtelAnswer, asked: AskedTransaction): RailAnswer {
  const { status, body } = answered;
  const transaction = member(member(body, 'data'), 'transaction');
  if (status !== 200 || textIn(transaction, 'id') !== airtelId(asked.transaction_id))
    return undecided('enquiry', status, body);
  const other = otherThanAsked(transaction, asked);
  const said = textIn(transaction, 'status');
  if (other !== null) {
    const unbelieved = { detail: `enquiry: it names another ${other}`, sent: true, fault: false } as const;
    return { kind: 'unknown', ...unbelieved, ...(said === 'TS' && { paid_otherwise: other }) };
  }
  switch (said) {
    case 'TS':
      return { kind: 'success', rail_transaction_id: textIn(transaction, 'airtel_money_id') };
    case 'TF':
      return { kind: 'failed', reason: 'The operator says that the payment failed (TF).' };
    case 'TE':
      return { kind: 'failed', reason: 'The operator says that the payment expired (TE).' };
    case 'TIP':
      return { kind: 'pending' };
    case 'TA':
      return { kind: 'unknown', detail: 'enquiry: ambiguous (TA)', sent: true, fault: false };
    default:
      return undecided('enquiry', status, body);
  }
}

/**
 * What an answer names that is another thing than was asked for. The API documents none of these members, so one that is
 * missing, or is written in a way that we don't know, says nothing.
 */
function otherThanAsked(
  transaction: unknown,
  { amount_xaf, phone_number }: AskedTransaction,
): 'amount' | 'currency' | 'country' | 'payer' | null {
  const amount = wordIn(transaction, 'amount');
  if (/^\d+(?:\.\d+)?$/.test(amount) && Number(amount) !== amount_xaf) return 'amount';
  const currency = wordIn(transaction, 'currency');
  if (/^[A-Z]{3}$/.test(currency) && currency !== CURRENCY) return 'currency';
  const country = wordIn(transaction, 'country');
  if (/^[A-Z]{2}$/.test(country) && country !== COUNTRY) return 'country';
  const payer = wordIn(transaction, 'msisdn');
  const is_other = /^\+?\d{8,15}$/.test(payer) && !payer.endsWith(phone_number.slice('+235'.length));
  return is_other ? 'payer' : null;
}

function wordIn(value: unknown, name: string): string {
  const found = member(value, name);
  return typeof found === 'string' || typeof found === 'number' ? String(found) : '';
}

/** The answer to a refund: sent back, certainly not sent back, or unknown. */
export function refundAnswer({ status, body, retry_after_s }: AirtelAnswer): RailAnswer {
  if (status === 429) return overloaded(retry_after_s);
  const transaction = member(member(body, 'data'), 'transaction');
  const said = status === 200 ? textIn(transaction, 'status')?.toUpperCase() : undefined;
  if (said === 'SUCCESS' || said === 'TS') {
    return { kind: 'success', rail_transaction_id: textIn(transaction, 'airtel_money_id') };
  }
  if (said === 'FAILED' || said === 'TF') {
    return { kind: 'failed', reason: `The operator refused the refund (${said}).` };
  }
  return undecided('refund', status, body);
}

/** Too many requests: it was not taken, so it may be sent again. */
function overloaded(retry_after_s: number | null): RailAnswer {
  const wait = retry_after_s === null ? {} : { ask_again_ms: retry_after_s * 1_000 };
  return { kind: 'unknown', detail: 'HTTP 429', sent: false, fault: true, ...wait };
}

function undecided(what: string, status: number, body: unknown): RailAnswer {
  const code = textIn(body, 'status', 'response_code') ?? textIn(body, 'status', 'result_code');
  // A code of the router is short and has no spaces; anything else may be about the payer.
  const shown = code !== null && /^[A-Za-z0-9]{1,20}$/.test(code) ? `, ${code}` : '';
  const speaks = typeof member(body, 'status') === 'object';
  const fault = status >= 500 || status === 408 || !speaks || ABOUT_US.test(code ?? '');
  return { kind: 'unknown', detail: `${what}: HTTP ${status}${shown}`, sent: true, fault };
}

/**
 * The codes that refuse us, and so every payer: no wallet, route or right for our application, a country or currency that it
 * doesn't take, a signature that it wants. What only looks at the payer is not among them: his number could shut the rail.
 */
const ABOUT_US = /^(?:ROUTER[0-9]+|ESB0000(?:34|35|39)|DP00800001026)$/;

/** A member of what may be an object, or undefined. */
export function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}

/** A text at the end of a path of members, or null; never empty. */
export function textIn(value: unknown, ...path: readonly string[]): string | null {
  const found = path.reduce(member, value);
  return typeof found === 'string' && found !== '' ? found : null;
}

/** Airtel wants an id without hyphens: ours as 32 hex digits. */
export function airtelId(transaction_id: string): string {
  return transaction_id.replaceAll('-', '');
}

/** The UUID that `airtelId` wrote, or null when it is none of ours. */
export function fromAirtelId(id: string): string | null {
  if (!/^[0-9a-f]{32}$/.test(id)) return null;
  const cut = [id.slice(0, 8), id.slice(8, 12), id.slice(12, 16), id.slice(16, 20), id.slice(20)];
  return cut.join('-');
}
