import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  CREATE_PAYMENT_SESSION_EXAMPLE,
  CREATE_REFUND_EXAMPLE,
  OPERATION_NAMES,
  OPERATIONS,
  type OperationName,
} from '../../contract/src/index.ts';
import { CREATE_TRANSACTION_EXAMPLE } from '../../contract/src/transaction-operations.ts';
import { answer, fakeApi, KEY, ORDER, SESSION } from '../test/fake-api.ts';
import { Chari, VERSION } from './index.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const ID = SESSION.id;
const since = { since: '2026-06-27T00:00:00Z' };

/** Each operation of the contract, as a merchant calls it. One that is missing does not compile. */
const CALLS: Record<OperationName, (chari: Chari) => PromiseLike<unknown>> = {
  create_payment_session: (chari) => chari.paymentSessions.create(CREATE_PAYMENT_SESSION_EXAMPLE),
  retrieve_payment_session: (chari) => chari.paymentSessions.retrieve(ID),
  cancel_payment_session: (chari) => chari.paymentSessions.cancel(ID),
  create_transaction: (chari) => chari.transactions.create(CREATE_TRANSACTION_EXAMPLE),
  list_transactions: (chari) => chari.transactions.list(),
  retrieve_transaction: (chari) => chari.transactions.retrieve(ID),
  create_refund: (chari) => chari.refunds.create(CREATE_REFUND_EXAMPLE),
  list_refunds: (chari) => chari.refunds.list(),
  retrieve_refund: (chari) => chari.refunds.retrieve(ID),
  list_settlements: (chari) => chari.settlements.list(),
  retrieve_settlement: (chari) => chari.settlements.retrieve(ID),
  list_settlement_transfers: (chari) => chari.settlements.listTransfers(ID),
  settle_test_balance: (chari) => chari.sandbox.settleBalance(),
  create_webhook_endpoint: (chari) =>
    chari.webhookEndpoints.create(OPERATIONS.create_webhook_endpoint.body.example as never),
  list_webhook_endpoints: (chari) => chari.webhookEndpoints.list(),
  retrieve_webhook_endpoint: (chari) => chari.webhookEndpoints.retrieve(ID),
  change_webhook_endpoint: (chari) => chari.webhookEndpoints.update(ID, { events: null, status: 'enabled' }),
  delete_webhook_endpoint: (chari) => chari.webhookEndpoints.delete(ID),
  rotate_webhook_secret: (chari) => chari.webhookEndpoints.rotateSecret(ID),
  test_webhook_endpoint: (chari) => chari.webhookEndpoints.sendTest(ID),
  list_webhook_deliveries: (chari) => chari.webhookEndpoints.listDeliveries(ID),
  resend_failed_deliveries: (chari) => chari.webhookEndpoints.resendFailed(ID, since),
  retrieve_webhook_delivery: (chari) => chari.webhookEndpoints.retrieveDelivery(ID),
  resend_webhook_delivery: (chari) => chari.webhookEndpoints.resendDelivery(ID),
  retrieve_balance: (chari) => chari.balance.retrieve(),
  list_events: (chari) => chari.events.list(),
  retrieve_event: (chari) => chari.events.retrieve(ID),
  inject_sms: (chari) => chari.sandbox.injectSms(OPERATIONS.inject_sms.body.example),
  inject_credit: (chari) => chari.sandbox.injectCredit(OPERATIONS.inject_credit.body.example),
  simulate_payment_session: (chari) => chari.sandbox.simulate(ID, { scenario: 'paid' }),
};

describe('each operation of the contract', () => {
  test.for(OPERATION_NAMES)(
    '%s is sent as the contract has it, and answered with its example',
    async (name) => {
      const { method, path, answer: answers } = OPERATIONS[name];
      const example = answers.example as { id?: string } | null;
      const body = example?.id !== undefined && path.endsWith(':id') ? { ...example, id: ID } : example;
      const exact =
        path.includes(':id/') && body !== null && 'id' in body && name !== 'test_webhook_endpoint';
      const given = exact ? { ...body, id: ID } : (body ?? undefined);
      const { chari, sent } = fakeApi([answer(answers.status, given)]);
      expect(await CALLS[name](chari)).toEqual(given);
      expect(sent.map(({ init, url }) => `${init.method} ${url}`)).toEqual([
        `${method} https://api.example.com${path.replace(':id', ID)}`,
      ]);
      const has_body = typeof OPERATIONS[name].body === 'object' && OPERATIONS[name].body !== null;
      expect(sent[0]?.headers['x-api-key']).toBe(KEY);
      expect(sent[0]?.headers['idempotency-key'] !== undefined).toBe(method === 'POST' || method === 'PATCH');
      expect(sent[0]?.headers['content-type']).toBe(has_body ? 'application/json' : undefined);
      expect(sent[0]?.init.body !== undefined).toBe(has_body);
    },
  );
});

describe('the guide', () => {
  test('lists every call of every resource', () => {
    const rows = readFileSync(new URL('../../../docs/sdk.md', import.meta.url), 'utf8')
      .split('\n')
      .map((line) => line.split('`').filter((_, part) => part % 2 === 1));
    for (const [name, resource] of Object.entries(fakeApi([]).chari)) {
      if (name === 'webhooks') continue;
      const calls = Object.getOwnPropertyNames(Object.getPrototypeOf(resource)).filter(
        (one) => one !== 'constructor',
      );
      const row = rows.find(([first]) => first === name) ?? [];
      expect([name, row.slice(1).sort()]).toEqual([name, calls.sort()]);
    }
  });
});

describe('the client', () => {
  test('says which version it is, the one of its package', () => {
    const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
    expect(VERSION).toBe(version);
  });

  test('shows its key to nobody who prints it', () => {
    const { chari } = fakeApi([]);
    expect(inspect(chari, { depth: 9, showHidden: true }) + JSON.stringify(chari)).not.toContain(
      KEY.slice(13),
    );
  });

  // A line break from a file is the usual one. What is wrong is said without the key.
  test.for(['', `${KEY}\n`, ` ${KEY}`, 'sk_live_0123456789', undefined, `${KEY}é`])(
    'takes no key like %j',
    (apiKey) => {
      const make = () => new Chari({ apiKey: apiKey as string, baseUrl: 'https://api.example.com' });
      expect(make).toThrow(TypeError);
      expect(make).toThrow('apiKey');
      expect(make).not.toThrow('0123456789');
    },
  );

  test.for([
    '',
    'api.example.com',
    'ftp://api.example.com',
    'https://',
    'https://user:pass@api.example.com',
    'https://api.example.com?x=1',
    undefined,
  ])('takes no address like %j', (baseUrl) => {
    expect(() => new Chari({ apiKey: KEY, baseUrl: baseUrl as string })).toThrow('baseUrl');
  });

  test('takes an address with a path, with or without slashes at its end', async () => {
    for (const baseUrl of ['https://example.com/chari', 'https://example.com/chari//']) {
      const { chari, sent } = fakeApi([answer(200, SESSION)], { baseUrl });
      await chari.paymentSessions.retrieve(ID);
      expect(sent[0]?.url).toBe(`https://example.com/chari/v1/payment-sessions/${ID}`);
    }
  });

  test.for([
    { timeoutMs: 0 },
    { timeoutMs: Number.NaN },
    { timeoutMs: 2 ** 31 },
    { maxRetries: -1 },
    { maxRetries: Number.NaN },
  ])('takes no %j, in its options or those of a call', async (patience) => {
    expect(() => fakeApi([], patience)).toThrow(TypeError);
    const { chari, sent } = fakeApi([answer(201, SESSION)]);
    await expect(chari.paymentSessions.create(ORDER, patience)).rejects.toThrow(TypeError);
    expect(sent).toHaveLength(0);
  });

  test.for(['', '../x', 'a/b', '..', 'a?b', undefined, null])(
    'sends nothing to an object named %j',
    async (id) => {
      const { chari, sent } = fakeApi([answer(200, SESSION)]);
      await expect(chari.paymentSessions.retrieve(id as string)).rejects.toThrow(TypeError);
      await expect(chari.transactions.retrieve(id as string)).rejects.toThrow(TypeError);
      expect(sent).toHaveLength(0);
    },
  );

  test.for(['', 'with space', 'line\nbreak', 'é', 'x'.repeat(256)])(
    'sends nothing under the key %j',
    async (idempotencyKey) => {
      const { chari, sent } = fakeApi([answer(201, SESSION)]);
      await expect(chari.paymentSessions.create(ORDER, { idempotencyKey })).rejects.toThrow(TypeError);
      expect(sent).toHaveLength(0);
    },
  );

  test("uses the runtime's fetch as it is at the time of a call", async () => {
    const chari = new Chari({ apiKey: KEY, baseUrl: 'https://api.example.com' });
    vi.stubGlobal('fetch', async () => answer(200, SESSION));
    expect(await chari.paymentSessions.retrieve(ID)).toEqual(SESSION);
  });
});

describe('where everybody can read it', () => {
  test.for([
    ['a page', { document: {} }],
    ['a worker of a page', { navigator: { userAgent: 'Mozilla/5.0 (X11; Linux x86_64)' } }],
    ['an app', { navigator: { product: 'ReactNative' } }],
  ] as const)('a client refuses to be made, unless told: %s', ([, globals]) => {
    for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
    expect(() => fakeApi([])).toThrow('from a server');
    expect(() => fakeApi([], { dangerouslyAllowBrowser: true })).not.toThrow();
  });

  test.for(['Node.js/24', 'Bun/1.3', 'Deno/2.5', 'Cloudflare-Workers'])('%s is a server', (userAgent) => {
    vi.stubGlobal('navigator', { userAgent });
    expect(() => fakeApi([])).not.toThrow();
  });
});
