import {
  ERROR_CODES,
  ERRORS,
  exampleError,
  exampleEvent,
  LIMITS,
  MAGIC_CUSTOMER_PHONES,
  PAYMENT_SESSION_EVENT_NAMES,
  PAYMENT_SESSION_EVENTS,
  PAYMENT_SESSION_STATUSES,
  PaymentSessionBody,
  SCENARIOS,
  SCOPES,
  TEST_EVENT,
  TEST_EVENT_WHEN,
  TRANSACTION_OUTCOME_NAMES,
  TRANSACTION_OUTCOMES,
  TRANSACTION_STATUS_MEANINGS,
  TransactionBody,
  WEBHOOK_DELIVERY_STATUSES,
  WEBHOOK_HEADERS,
} from '@chari/contract';
import type { TSchema } from 'typebox';
import { block, code, escapeHtml, json, prose, table } from './html.ts';
import { operationsOf } from './operations.ts';
import { STYLE } from './style.ts';

const SECTIONS = [
  ['start', 'Start'],
  ['payment-sessions', 'Payment sessions'],
  ['transactions', 'Transactions'],
  ['webhooks', 'Webhooks'],
  ['webhook-endpoints', 'Webhook endpoints'],
  ['events', 'Events'],
  ['sandbox', 'Sandbox'],
  ['errors', 'Errors'],
  ['limits', 'Limits'],
] as const;

/**
 * The API reference as one page of HTML, made from the contract alone: what the server checks is what the
 * page says. Complete without scripts and without any other file.
 *
 * @param base_url where the service is reached, without a slash at the end
 */
export function referencePage(base_url: string): string {
  const links = SECTIONS.map(([id, title]) => `<li><a href="#${id}">${title}</a></li>`).join('');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Chari API reference</title>
<style>${STYLE}</style>
</head>
<body>
<header><h1>Chari API reference</h1>
<p>Collect Mobile Money payments of Airtel and Moov in Chad, in XAF.</p></header>
<nav aria-label="Contents"><ul>${links}<li><a href="/openapi.json">OpenAPI 3.1</a></li></ul></nav>
<main>
${start(base_url)}
${sessions(base_url)}
${transactions(base_url)}
${webhooks()}
<h2 id="webhook-endpoints">Webhook endpoints</h2>
${endpoints()}
${operationsOf('Webhook endpoints', base_url)}
<h2 id="events">Events</h2>
<p>Whatever became of its deliveries, every event is kept here, so you can catch up after having been down: read from the newest back to what you have.</p>
${operationsOf('Events', base_url)}
${sandbox(base_url)}
${errors()}
${limits()}
</main>
</body>
</html>
`;
}

function start(base_url: string): string {
  return `<h2 id="start">Start</h2>
<p>The base address is ${code(base_url)}, for the sandbox and for real payments alike: the API key selects the environment. A key that begins with ${code('service_test_')} moves no real money; one that begins with ${code('service_live_')} takes real payments, once your profile is approved.</p>
<p>Send the key in the ${code('X-API-Key')} header, from your server only, and bodies as ${code('application/json')} in UTF-8. Leave optional fields out rather than sending null. An amount is a whole number: 5000 and 5000.0 are the same, 5000.5 and "5000" are refused.</p>
<p>Every answer carries ${code('X-Request-Id')}. Every POST accepts an ${code('Idempotency-Key')} of 1 to ${LIMITS.idempotency_key_characters} visible ASCII characters: the same key and body within ${LIMITS.idempotency_hours} hours give the first answer again, with ${code('Idempotent-Replayed: true')}, so a request whose answer was lost can be sent again safely.</p>
<h4>Scopes of a key</h4>
${table(
  ['Scope', 'Allows'],
  Object.entries(SCOPES).map(([scope, allows]) => [code(scope), escapeHtml(allows)]),
)}`;
}

function sessions(base_url: string): string {
  const fields = Object.entries(PaymentSessionBody.properties as Record<string, TSchema>).map(
    ([name, property]) => [code(name), prose((property as { description?: string }).description ?? '')],
  );
  const statuses = Object.entries(PAYMENT_SESSION_STATUSES).map(([status, meaning]) => [
    code(status),
    prose(meaning),
  ]);
  return `<h2 id="payment-sessions">Payment sessions</h2>
<p>Create a session, show its number, amount, operator, ticket and expiry to the customer, and wait for the webhook. Confirmation is asynchronous and decided by us alone, when the payment matches exactly one session.</p>
<h4>The payment session</h4>
${table(['Field', 'What it is'], fields)}
<h4>Statuses</h4>
${table(['Status', 'Meaning'], statuses)}
${operationsOf('Payment sessions', base_url)}`;
}

function transactions(base_url: string): string {
  const fields = Object.entries(TransactionBody.properties as Record<string, TSchema>).map(
    ([name, property]) => [code(name), prose((property as { description?: string }).description ?? '')],
  );
  const statuses = Object.entries(TRANSACTION_STATUS_MEANINGS).map(([status, meaning]) => [
    code(status),
    prose(meaning),
  ]);
  return `<h2 id="transactions">Transactions</h2>
<p>Start a transaction for a payer’s phone number, and wait for the webhook. Creating it says only that it was accepted. The list has the same fields without ${code('description')}.</p>
<h4>The transaction</h4>
${table(['Field', 'What it is'], fields)}
<h4>Statuses</h4>
${table(['Status', 'Meaning'], statuses)}
${operationsOf('Transactions', base_url)}`;
}

const VERIFY_IN_NODE = `import { createHmac, timingSafeEqual } from 'node:crypto';

// raw_body: the bytes as they arrived, before any JSON parsing
function isFromChari(raw_body, signature_header, secret) {
  const expected = 'sha256=' + createHmac('sha256', secret).update(raw_body).digest('hex');
  const given = Buffer.from(signature_header ?? '');
  return given.length === expected.length && timingSafeEqual(given, Buffer.from(expected));
}`;

const VERIFY_IN_SHELL = `printf %s "$RAW_BODY" | openssl dgst -sha256 -hmac "$WEBHOOK_SECRET"`;

function webhooks(): string {
  const events = [
    ...PAYMENT_SESSION_EVENT_NAMES.map((name) => [name, PAYMENT_SESSION_EVENTS[name].when] as const),
    ...TRANSACTION_OUTCOME_NAMES.map((name) => [name, TRANSACTION_OUTCOMES[name].when] as const),
    [TEST_EVENT, TEST_EVENT_WHEN] as const,
  ].map(([name, when]) => [code(name), escapeHtml(when)]);
  const headers = Object.entries(WEBHOOK_HEADERS).map(([name, what]) => [code(name), escapeHtml(what)]);
  return `<h2 id="webhooks">Webhooks</h2>
<p>We POST each event to your webhook endpoints as JSON. Answer 2xx within ${LIMITS.webhook_response_seconds} seconds, before you do the work; anything else is sent again, later and later. The same event may come twice: keep its ${code('id')} and skip what you have seen. Cancelling a session sends nothing.</p>
${table(['Event', 'Sent when'], events)}
<h4>Body</h4>
${json(exampleEvent('payment_session.succeeded'))}
<h4>Headers</h4>
${table(['Header', 'What it is'], headers)}
<h3 id="verify">Verify a webhook signature</h3>
<p>Compute the HMAC-SHA256 of the raw body, as received and before parsing, with the endpoint’s secret exactly as shown at its creation. Write it in lowercase hex, put ${code('sha256=')} before it, and compare it with ${code('X-Service-Signature')} in constant time. Trust nothing in the body before that.</p>
${block(VERIFY_IN_NODE)}
${block(VERIFY_IN_SHELL)}`;
}

function endpoints(): string {
  const statuses = Object.entries(WEBHOOK_DELIVERY_STATUSES).map(([status, what]) => [
    code(status),
    prose(what),
  ]);
  return `<p>A delivery is one event on its way to one endpoint. Lists are read newest first, a page at a time: send ${code('next_cursor')} as ${code('cursor')} for the next.</p>
${table(['Status of a delivery', 'Meaning'], statuses)}`;
}

function sandbox(base_url: string): string {
  const scenarios = Object.entries(SCENARIOS).map(([name, what]) => [code(name), prose(what)]);
  const phones = Object.entries(MAGIC_CUSTOMER_PHONES).map(([phone, refusal]) => [
    code(phone),
    `<a href="#error-${refusal}">${refusal}</a>`,
  ]);
  return `<h2 id="sandbox">Sandbox</h2>
<p>With a test key you act out what customers do. Everything runs through the pipeline that live payments take: only the phone network is not there.</p>
<h4>Scenarios</h4>
${table(['Scenario', 'What happens'], scenarios)}
<h4>Magic customer phones</h4>
<p>The sandbox never runs out of numbers. To test the two 503 answers, create a session with one of these as ${code('customer_phone')}:</p>
${table(['customer_phone', 'Answer of session creation'], phones)}
${operationsOf('Sandbox', base_url)}`;
}

function errors(): string {
  const sections = ERROR_CODES.map(
    (name) => `<details id="error-${name}"><summary>${ERRORS[name].status} ${code(name)}</summary>
<p>${prose(ERRORS[name].when)}</p>
${json(exampleError(name))}</details>`,
  ).join('\n');
  return `<h2 id="errors">Errors</h2>
<p>An error says in ${code('message')} what to do; ${code('fields')} names every parameter that is wrong, all at once. The two 503 answers of session creation have the flat shape shown below, the others the envelope. Checks run in this order: key, rate, scope, profile, request, conflict, capacity.</p>
${sections}`;
}

function limits(): string {
  const { requests_per_second: rate, polling } = LIMITS;
  const rows = [
    ['Requests with one key', `${rate.default} a second, ${rate.default * rate.burst_factor} at once`],
    [
      'Polling one AWAITING_PAYMENT session',
      `every ${polling.interval_seconds} seconds, ${polling.burst} at once`,
    ],
    ['amount', `${LIMITS.amount_xaf.min} to ${LIMITS.amount_xaf.max.toLocaleString('en')} XAF`],
    [
      'ttl_minutes',
      `${LIMITS.ttl_minutes.min} to ${LIMITS.ttl_minutes.max}, default ${LIMITS.ttl_minutes.default}`,
    ],
    ['reference', `${LIMITS.reference_characters} characters, unique in the environment`],
    ['description', `${LIMITS.description_characters} characters`],
    ['metadata', `${LIMITS.metadata_keys} keys, ${LIMITS.metadata_bytes / 1024} KiB as JSON`],
    ['Body', `${LIMITS.body_bytes / 1024} KiB, ${LIMITS.body_depth} levels deep`],
    ['Webhook endpoints', `${LIMITS.webhook_endpoints} in each environment`],
    ['Webhook response', `${LIMITS.webhook_response_seconds} seconds`],
  ];
  return `<h2 id="limits">Limits</h2>
${table(
  ['What', 'Limit'],
  rows.map((row) => row.map(escapeHtml)),
)}`;
}
