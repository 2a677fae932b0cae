import { EVENT_EXAMPLE } from '../event-log.ts';
import { type Operation, takesIdempotencyKey } from '../operation.ts';
import type { OperationName } from '../operations.ts';
import { PAYMENT_SESSION_EXAMPLE } from '../payment-session.ts';
import { REFUND_EXAMPLE } from '../refund.ts';
import { SETTLEMENT_EXAMPLE } from '../settlement.ts';
import { TRANSACTION_EXAMPLE } from '../transaction-operations.ts';
import { WEBHOOK_DELIVERY_EXAMPLE } from '../webhook-delivery.ts';
import { WEBHOOK_ENDPOINT_EXAMPLE } from '../webhook-endpoint.ts';
import { literal, PHP, PYTHON, TYPESCRIPT } from './literal.ts';

/** One way to call an operation, as a program that runs when the variable CHARI_KEY holds a test key. */
export type Sample = { lang: 'Shell' | 'TypeScript' | 'PHP' | 'Python'; label: string; source: string };

/** What is called, in the words of the wire. */
type Request = {
  method: string;
  url: string;
  /** Besides the key's and the body's. */
  headers: Readonly<Record<string, string>>;
  body: unknown;
  answers: boolean;
};

/** The method of the client library for each operation. */
const SDK_METHODS: Readonly<Record<OperationName, string>> = {
  create_payment_session: 'paymentSessions.create',
  retrieve_payment_session: 'paymentSessions.retrieve',
  cancel_payment_session: 'paymentSessions.cancel',
  create_transaction: 'transactions.create',
  list_transactions: 'transactions.list',
  retrieve_transaction: 'transactions.retrieve',
  create_refund: 'refunds.create',
  list_refunds: 'refunds.list',
  retrieve_refund: 'refunds.retrieve',
  list_settlements: 'settlements.list',
  retrieve_settlement: 'settlements.retrieve',
  list_settlement_transfers: 'settlements.listTransfers',
  settle_test_balance: 'sandbox.settleBalance',
  create_webhook_endpoint: 'webhookEndpoints.create',
  list_webhook_endpoints: 'webhookEndpoints.list',
  retrieve_webhook_endpoint: 'webhookEndpoints.retrieve',
  change_webhook_endpoint: 'webhookEndpoints.update',
  delete_webhook_endpoint: 'webhookEndpoints.delete',
  rotate_webhook_secret: 'webhookEndpoints.rotateSecret',
  test_webhook_endpoint: 'webhookEndpoints.sendTest',
  list_webhook_deliveries: 'webhookEndpoints.listDeliveries',
  resend_failed_deliveries: 'webhookEndpoints.resendFailed',
  retrieve_webhook_delivery: 'webhookEndpoints.retrieveDelivery',
  resend_webhook_delivery: 'webhookEndpoints.resendDelivery',
  retrieve_balance: 'balance.retrieve',
  list_events: 'events.list',
  retrieve_event: 'events.retrieve',
  inject_sms: 'sandbox.injectSms',
  inject_credit: 'sandbox.injectCredit',
  simulate_payment_session: 'sandbox.simulate',
};

const IDS: Readonly<Record<string, string>> = {
  'payment-sessions': PAYMENT_SESSION_EXAMPLE.id,
  transactions: TRANSACTION_EXAMPLE.id,
  refunds: REFUND_EXAMPLE.id,
  settlements: SETTLEMENT_EXAMPLE.id,
  'webhook-endpoints': WEBHOOK_ENDPOINT_EXAMPLE.id,
  'webhook-deliveries': WEBHOOK_DELIVERY_EXAMPLE.id,
  events: EVENT_EXAMPLE.id,
};

/** Every list takes it, and a page of ten is what one looks at first. */
const QUERY = { limit: 10 };

/** The samples of one operation in curl, the client library, PHP and Python, all made from its example. */
export function samplesOf(name: OperationName, operation: Operation, base_url: string): Sample[] {
  const { method, path, query, answer, body } = operation;
  const [, noun = ''] = /\/([a-z-]+)\/:id/.exec(path) ?? [];
  const id = IDS[noun];
  const example = body === null || body === 'none' ? undefined : body.example;
  const key = keyOf(name, operation, id, example);
  const search = query === undefined ? '' : `?limit=${QUERY.limit}`;
  const request: Request = {
    method,
    url: `${base_url}${id === undefined ? path : path.replace(':id', id)}${search}`,
    headers: key === null ? {} : { 'Idempotency-Key': key },
    body: example,
    answers: answer.schema !== null,
  };
  const options = key === null ? undefined : { idempotencyKey: key };
  const sent = [id, example, query === undefined ? undefined : QUERY, options].filter(
    (one) => one !== undefined,
  );
  const call = `${SDK_METHODS[name]}(${sent.map((one) => literal(one, TYPESCRIPT)).join(', ')})`;
  return [
    { lang: 'Shell', label: 'curl', source: curl(request) },
    { lang: 'TypeScript', label: 'TypeScript (SDK)', source: typescript(call, request, base_url) },
    { lang: 'PHP', label: 'PHP', source: php(request) },
    { lang: 'Python', label: 'Python', source: python(request) },
  ];
}

/**
 * What is sent again under the same key happens once. A key says what is done, to what, and for which time: the keys
 * of a merchant in an environment are one list, in which an order's session and its transaction each have their own;
 * and the same key in another year would be taken for another try. What is played in the sandbox is played as often as
 * one likes.
 */
function keyOf(
  name: OperationName,
  operation: Operation,
  id: string | undefined,
  example: unknown,
): string | null {
  if (!takesIdempotencyKey(operation) || operation.tag === 'Sandbox') return null;
  // What is created is named by itself, whatever is done to something by what is done.
  const done = name.replace(/^create_/, '').replaceAll('_', '-');
  const { reference } = (example ?? {}) as { reference?: string };
  // A refund has no reference of its own: the order's, and which of its refunds it is.
  const order = name === 'create_refund' ? PAYMENT_SESSION_EXAMPLE.reference : reference;
  return [done, id ?? order, '1'].filter((one) => one !== undefined).join('-');
}

function curl({ method, url, headers, body }: Request): string {
  const lines = [`curl -sS -X ${method} '${url}'`, '  -H "X-API-Key: $CHARI_KEY"'];
  for (const [name, value] of Object.entries(headers)) lines.push(`  -H '${name}: ${value}'`);
  if (body !== undefined) {
    // A quote inside a shell's single quotes is written by closing, escaping and opening them again.
    const text = JSON.stringify(body, null, 2).replaceAll("'", "'\\''");
    lines.push("  -H 'Content-Type: application/json'", `  -d '${text}'`);
  }
  return lines.join(' \\\n');
}

function typescript(call: string, { answers }: Request, base_url: string): string {
  return `import { Chari } from '@chari/sdk';

const chari = new Chari({ apiKey: process.env.CHARI_KEY!, baseUrl: '${base_url}' });
${answers ? `const answer = await chari.${call};\nconsole.log(answer);` : `await chari.${call};`}`;
}

function php({ method, url, headers, body, answers }: Request): string {
  const all = Object.entries(
    body === undefined ? headers : { ...headers, 'Content-Type': 'application/json' },
  );
  const lines = ["'X-API-Key: ' . getenv('CHARI_KEY')", ...all.map(([name, value]) => `'${name}: ${value}'`)];
  const fields =
    body === undefined ? '' : `\n    CURLOPT_POSTFIELDS => json_encode(${literal(body, PHP, '    ')}),`;
  return `<?php
$request = curl_init('${url}');
curl_setopt_array($request, [
    CURLOPT_CUSTOMREQUEST => '${method}',
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_FAILONERROR => true,
    CURLOPT_HTTPHEADER => [
${lines.map((line) => `        ${line},\n`).join('')}    ],${fields}
]);
$answer = curl_exec($request);
if ($answer === false) {
    throw new RuntimeException(curl_error($request));
}
${answers ? 'print_r(json_decode($answer, true));' : "echo 'done';"}`;
}

function python({ method, url, headers, body, answers }: Request): string {
  const all = Object.entries(
    body === undefined ? headers : { ...headers, 'Content-Type': 'application/json' },
  );
  const lines = [
    '"X-API-Key": os.environ["CHARI_KEY"]',
    ...all.map(([name, value]) => `"${name}": "${value}"`),
  ];
  const data = body === undefined ? '' : `\n    data=json.dumps(${literal(body, PYTHON, '    ')}).encode(),`;
  return `import json
import os
from urllib.request import Request, urlopen

request = Request(
    "${url}",
    method="${method}",
    headers={
${lines.map((line) => `        ${line},\n`).join('')}    },${data}
)
with urlopen(request) as response:
    ${answers ? 'print(json.load(response))' : 'print(response.status)'}`;
}
