import { ERROR_CODES, ERRORS } from '../errors.ts';
import {
  PAYMENT_SESSION_EVENT_NAMES,
  PAYMENT_SESSION_EVENTS,
  TEST_EVENT,
  TEST_EVENT_WHEN,
  TRANSACTION_OUTCOME_NAMES,
  TRANSACTION_OUTCOMES,
  WEBHOOK_HEADERS,
} from '../events.ts';
import { LIMITS } from '../limits.ts';
import { PAYMENT_SESSION_STATUSES } from '../payment-session.ts';
import { REFUND_EVENT_NAMES, REFUND_EVENTS, REFUND_STATUS_MEANINGS } from '../refund.ts';
import { MAGIC_CUSTOMER_PHONES, SCENARIOS } from '../sandbox.ts';
import { SCOPES } from '../scopes.ts';
import {
  SETTLEMENT_EVENT_NAMES,
  SETTLEMENT_EVENTS,
  SETTLEMENT_KIND_MEANINGS,
  SETTLEMENT_STATUS_MEANINGS,
} from '../settlement.ts';
import { TRANSACTION_STATUS_MEANINGS } from '../transaction.ts';
import { WEBHOOK_DELIVERY_STATUSES } from '../webhook-delivery.ts';

const { requests_per_second: rate, polling } = LIMITS;

/** What the document says before its operations, in Markdown. */
export const INTRODUCTION = `Collect Mobile Money payments of AIRTEL and MOOV in Chad, in XAF. Create a payment session, show its number to the customer, and learn the outcome by webhook.

## Authentication

Send your key in the \`X-API-Key\` header, from your server only. The base address is one for the sandbox and for real payments: the key selects the environment. A key that begins with \`service_test_\` moves no real money; one that begins with \`service_live_\` takes real payments, once your profile is approved.

${table(
  ['Scope of a key', 'Allows'],
  Object.entries(SCOPES).map(([scope, allows]) => [code(scope), allows]),
)}

## Requests

Bodies are \`application/json\` in UTF-8. Leave optional fields out rather than sending null. An amount is a whole number: 5000 and 5000.0 are the same, 5000.5 and "5000" are refused.

Every answer carries \`X-Request-Id\`. Every POST and PATCH accepts an \`Idempotency-Key\` of 1 to ${LIMITS.idempotency_key_characters} visible ASCII characters: the same key and body within ${LIMITS.idempotency_hours} hours (a refund: ${LIMITS.idempotency_refund_days} days) give the first answer again, with \`Idempotent-Replayed: true\`, so a request whose answer was lost can be sent again safely. After that the key is as good as new: look first whether it was carried out. All your keys in an environment are one list, whatever they are for: a key that names what is done as well as the order, such as \`transaction-ORDER-1002-1\`, is used for nothing else.

## Errors

\`message\` says what to do; \`fields\` names every parameter that is wrong, all at once. The two 503 answers of session creation have the flat shape, the others the envelope. Checks run in this order: key, rate, scope, profile, request, conflict, capacity.

${table(
  ['Status', 'Code', 'When'],
  ERROR_CODES.map((name) => [String(ERRORS[name].status), code(name), ERRORS[name].when]),
)}

## Limits

${table(
  ['What', 'Limit'],
  [
    ['Requests with one key', `${rate.default} a second, ${rate.default * rate.burst_factor} at once`],
    [
      'Requests with all keys of one merchant in an environment',
      `${rate.default * rate.merchant_factor} a second, ${rate.default * rate.merchant_factor * rate.burst_factor} at once`,
    ],
    [
      'A list',
      `counts as one request for each ${rate.rows} rows that are asked for, ${rate.deliveries} of deliveries`,
    ],
    ['Sending again all that failed', `counts as ${rate.resend} requests`],
    [
      'Polling one AWAITING_PAYMENT session',
      `every ${polling.interval_seconds} seconds, ${polling.burst} at once`,
    ],
    ['Body', `${LIMITS.body_bytes / 1024} KiB, ${LIMITS.body_depth} levels deep`],
    ['Webhook endpoints', `${LIMITS.webhook_endpoints} in each environment`],
    ['Webhook response', `${LIMITS.webhook_response_seconds} seconds`],
  ],
)}`;

/** What is said of each tag, in the order in which they are shown. */
export const TAGS = {
  'Payment sessions': `Create a session, show its number, amount, operator, ticket and expiry to the customer, and wait for the webhook. Confirmation is asynchronous and decided by us alone, when the payment matches exactly one session.

${meanings('Status', PAYMENT_SESSION_STATUSES)}`,
  Transactions: `Start a transaction for a payer’s phone number, and wait for the webhook. Creating it says only that it was accepted. The list has the same fields without \`description\`.

${meanings('Status', TRANSACTION_STATUS_MEANINGS)}`,
  Balance:
    'What you were paid and what became of it, in the environment of the key: owed, kept, on its way, and settled.',
  Refunds: `Give a payment back to whoever paid it, in whole or in part. The amount leaves your balance at once and is sent by the operator’s own way; only its record ends a refund, so one that nobody can prove yet is UNKNOWN, and never FAILED by the clock alone. A transaction that was given back whole is REFUNDED.

${meanings('Status', REFUND_STATUS_MEANINGS)}`,
  Settlements: `What is paid out to you. A settlement is a frozen set of transfers of your balance: each is in one settlement at most that has not failed, been cancelled or come back, and their amounts add up to that of the settlement, to the franc. It is PAID only when the operator’s or the bank’s own record proves it. When and how you are settled, and where to, is set in the dashboard.

${meanings('Status', SETTLEMENT_STATUS_MEANINGS)}

${meanings('Kind of a transfer', SETTLEMENT_KIND_MEANINGS)}`,
  'Webhook endpoints': `Your addresses that receive events. A delivery is one event on its way to one endpoint. Lists are read newest first, a page at a time: send \`next_cursor\` as \`cursor\` for the next.

${meanings('Status of a delivery', WEBHOOK_DELIVERY_STATUSES)}`,
  Events:
    'Whatever became of its deliveries, every event is kept here, so you can catch up after having been down: read from the newest back to what you have.',
  Sandbox: `With a test key you act out what customers do. Everything runs through the pipeline that live payments take: only the phone network is not there.

${meanings('Scenario', SCENARIOS)}

The sandbox never runs out of numbers. To test the two 503 answers, create a session with one of these as \`customer_phone\`:

${table(
  ['customer_phone', 'Answer of session creation'],
  Object.entries(MAGIC_CUSTOMER_PHONES).map(([phone, refusal]) => [code(phone), code(refusal)]),
)}`,
  Webhooks: `We POST each event to your webhook endpoints as JSON. Answer 2xx within ${LIMITS.webhook_response_seconds} seconds, before you do the work; anything else is sent again, later and later. The same event may come twice: keep its \`id\` and skip what you have seen. Cancelling a session sends nothing.

Verify the signature first: the HMAC-SHA256 of the raw body, as received and before parsing, keyed with the endpoint’s secret exactly as shown at its creation, in lowercase hex after \`sha256=\`. Compare it with \`X-Service-Signature\` in constant time, and trust nothing in the body before that.

${table(
  ['Event', 'Sent when'],
  [
    ...PAYMENT_SESSION_EVENT_NAMES.map((name) => [code(name), PAYMENT_SESSION_EVENTS[name].when]),
    ...TRANSACTION_OUTCOME_NAMES.map((name) => [code(name), TRANSACTION_OUTCOMES[name].when]),
    ...REFUND_EVENT_NAMES.map((name) => [code(name), REFUND_EVENTS[name].when]),
    ...SETTLEMENT_EVENT_NAMES.map((name) => [code(name), SETTLEMENT_EVENTS[name].when]),
    [code(TEST_EVENT), TEST_EVENT_WHEN],
  ],
)}

${meanings('Header', WEBHOOK_HEADERS)}`,
} as const;

function meanings(head: string, rows: Readonly<Record<string, string>>): string {
  return table(
    [head, 'Meaning'],
    Object.entries(rows).map(([name, meaning]) => [code(name), meaning]),
  );
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [head, head.map(() => '---'), ...rows].map(line).join('\n');
}

function code(text: string): string {
  return `\`${text}\``;
}
