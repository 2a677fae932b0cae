import { createHmac } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blockUnder } from '../examples/guide.ts';
import { openService, type Service } from '../spec/service.ts';
import { HAS_NPM, openProject, type Project, runtimes, TYPES } from './package.ts';

const SIZE_MAX_BYTES = 6_450;

/** What a merchant's first program does, and what it prints. */
const PROGRAM = `
import { Chari, ChariError, webhooks } from '@chari/sdk';
const chari = new Chari({ apiKey: process.env.CHARI_API_KEY, baseUrl: process.env.CHARI_URL });
const order = { reference: process.argv[2], amount: 5000, currency: 'XAF', operator: 'AIRTEL' };
const session = await chari.paymentSessions.createOrGet(order);
await chari.sandbox.simulate(session.id, { scenario: 'paid' });
const { status } = await chari.paymentSessions.waitForResult(session.id);
const again = await chari.paymentSessions.create(order).catch((error) => error);
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw8s2vJ1xQf0E=';
const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
const mac = new Uint8Array(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode('{"event":"x"}')));
const hex = Array.from(mac, (byte) => byte.toString(16).padStart(2, '0')).join('');
const event = await webhooks.verify('{"event":"x"}', new Headers({ 'X-Service-Signature': 'sha256=' + hex }), secret);
const gone = new Chari({ apiKey: process.env.CHARI_API_KEY, baseUrl: 'http://127.0.0.1:9', maxRetries: 0 });
const lost = await gone.events.list().then(null, (error) => error);
let count = 0;
for await (const { reference } of chari.transactions.list({ limit: 1 })) if (reference) count += 1;
console.log(JSON.stringify([status, again instanceof ChariError, again.existingPaymentSessionId === session.id, event, lost.code, 'status' in lost, count]));
`;
const PRINTED = ['SUCCESS', true, true, { event: 'x' }, 'NETWORK_ERROR', false, 2];

/** A merchant's program in TypeScript. Each expected error fails the compilation where it does not come. */
const TYPED = `
import { Chari, ChariError, type PaymentSession, webhooks, type WebhookEvent } from '@chari/sdk';
const chari = new Chari({ apiKey: 'service_test_x', baseUrl: 'https://api.example.com' });
export async function pay(reference: string): Promise<PaymentSession['status']> {
  const session = await chari.paymentSessions.create({ reference, amount: 5000, currency: 'XAF', operator: 'MOOV' });
  const number: string = session.assigned_collection_number;
  // @ts-expect-error metadata is never returned
  session.metadata;
  // @ts-expect-error no such operator
  await chari.paymentSessions.create({ reference, amount: 5000, currency: 'XAF', operator: 'TIGO' });
  // @ts-expect-error no amount
  await chari.paymentSessions.create({ reference, currency: 'XAF', operator: 'MOOV' });
  // @ts-expect-error the environment is that of the key
  await chari.paymentSessions.create({ reference, amount: 1, currency: 'XAF', operator: 'MOOV', environment: 'live' });
  // @ts-expect-error its reference is its key
  await chari.paymentSessions.createOrGet({ reference, amount: 5000, currency: 'XAF', operator: 'MOOV' }, { idempotencyKey: 'x' });
  for await (const transaction of chari.transactions.list({ status: 'SUCCESS' })) transaction.confirmed_at satisfies string | undefined;
  return number === '' ? session.status : (await chari.paymentSessions.waitForResult(session.id, { signal: AbortSignal.timeout(1000) })).status;
}
export async function receive(request: Request, secret: string): Promise<string> {
  const event: WebhookEvent = await webhooks.verify(await request.text(), request.headers, secret);
  switch (event.event) {
    case 'payment_session.succeeded':
      return event.data.ticket;
    case 'transaction.success':
      return event.data.phone_number;
    case 'payment_session.expired':
    case 'payment_session.under_review':
    case 'transaction.failed':
    case 'transaction.timeout':
    case 'transaction.test':
      return event.id;
    default:
      // @ts-expect-error nothing is known of the data of an event to come
      event.data.id;
      return event.event;
  }
}
export function advise(error: unknown): string {
  if (!(error instanceof ChariError)) throw error;
  if (error.code === 'GATEWAY_UNAVAILABLE') return 'in ' + (error.retryAfter ?? 30);
  const fields: Record<string, string> | undefined = error.fields;
  return error.status === undefined ? 'later' : Object.values(fields ?? {}).join();
}
`;

describe.skipIf(!HAS_NPM)('the package that merchants install (with npm)', () => {
  let service: Service;
  let project: Project;
  let env: NodeJS.ProcessEnv;
  beforeAll(async () => {
    service = await openService();
    project = await openProject();
    const { test_key } = await service.merchant();
    env = { CHARI_API_KEY: test_key, CHARI_URL: service.client.url };
    for (const reference of ['ONE', 'TWO']) {
      const body = {
        reference,
        amount: 5000,
        currency: 'XAF',
        operator: 'AIRTEL',
        phone_number: '+23500000010',
      };
      await service.client.post('/v1/transactions', test_key, body);
    }
    await project.write('pay.mjs', PROGRAM);
  });
  afterAll(async () => {
    await project?.remove();
    await service?.close();
  });

  test('holds its code, its types and its README, and nothing else', async () => {
    const others = project.packed.filter((path) => !/^dist\/[a-z.-]+\.(?:js|d\.ts)$/.test(path));
    expect(others).toEqual(['README.md', 'package.json']);
    const { dependencies, type, sideEffects } = JSON.parse(
      await project.read('node_modules/@chari/sdk/package.json'),
    );
    expect([dependencies, type, sideEffects]).toEqual([undefined, 'module', false]);
  });

  test(`is at most ${SIZE_MAX_BYTES} bytes of code, compressed, and imports only itself`, async () => {
    const code = project.packed.filter((path) => path.endsWith('.js'));
    const texts = await Promise.all(code.map((path) => project.read(`node_modules/@chari/sdk/${path}`)));
    expect(texts.length).toBeGreaterThan(3);
    expect(gzipSync(texts.join('\n'), { level: 9 }).length).toBeLessThanOrEqual(SIZE_MAX_BYTES);
    const imported = texts.flatMap((text) =>
      [...text.matchAll(/(?:from|import\() ?['"]([^'"]+)/g)].map(([, from]) => from),
    );
    expect(imported.filter((from) => !from?.startsWith('./'))).toEqual([]);
  });

  for (const { name, command } of runtimes()) {
    test.skipIf(command === null)(`runs in ${name}`, async () => {
      const [program = '', ...args] = command ?? [];
      const printed = await project.run(program, [...args, 'pay.mjs', name.replace(' ', '-')], env);
      expect(JSON.parse(printed)).toEqual(PRINTED);
    });
  }

  test('can be required by a program that is no module', async () => {
    await project.write('old.cjs', `console.log(typeof require('@chari/sdk').Chari);`);
    expect(await project.run(process.execPath, ['old.cjs'])).toBe('function\n');
  });

  test.for([
    ['Node', { module: 'nodenext', lib: ['es2023'], types: ['node'], typeRoots: [TYPES] }],
    [
      'a bundler',
      { module: 'esnext', moduleResolution: 'bundler', lib: ['es2023', 'dom', 'dom.iterable'], types: [] },
    ],
  ] as const)(
    'compiles in a strict TypeScript project for %s, libraries checked too',
    async ([, options]) => {
      const strict = {
        strict: true,
        exactOptionalPropertyTypes: true,
        skipLibCheck: false,
        noEmit: true,
        target: 'es2022',
      };
      await project.write('pay.mts', TYPED);
      await project.write(
        'tsconfig.json',
        JSON.stringify({ compilerOptions: { ...strict, ...options }, files: ['pay.mts'] }),
      );
      expect(await project.run('tsc', ['-p', '.'])).toBe('');
    },
  );

  // How each recipe of the guide is given a webhook by the framework, or as a framework does it.
  test.for([
    [
      'In Fastify',
      "const { statusCode } = await recipe.app.inject({ method: 'POST', url: '/webhooks', headers, payload })",
    ],
    [
      'In Next, Bun, Deno and workers',
      "const { status: statusCode } = await recipe.POST(new Request('http://127.0.0.1/webhooks', { method: 'POST', headers, body: payload }))",
    ],
  ] as const)('verifies webhooks as the guide shows it: %s', async ([heading, give]) => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw8s2vJ1xQf0E=';
    const payload = '{"id":"1",  "event":"transaction.test","data":{"id":"2"}}';
    const right = `sha256=${createHmac('sha256', secret).update(payload).digest('hex')}`;
    await project.link('fastify');
    await project.write('recipe.mjs', blockUnder(heading, 'js', 'docs/sdk.md'));
    await project.write(
      'try.mjs',
      `import * as recipe from './recipe.mjs';
       const [given, ...signatures] = process.argv.slice(2);
       const payload = given === '-' ? ' '.repeat(2_000_000) : given;
       for (const signature of signatures) {
         const headers = { 'content-type': 'application/json', 'x-service-signature': signature };
         ${give};
         console.log(statusCode);
       }`,
    );
    const given = ['try.mjs', payload, right, right.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'))];
    expect(await project.run(process.execPath, given, { WEBHOOK_SECRET: secret })).toBe(
      'transaction.test\n204\n400\n',
    );
    // A shop that was deployed without its secret must see that, and not refuse every event as forged.
    await expect(
      project
        .run(process.execPath, given, {})
        .then((said) => (said === '500\n500\n' ? 'broken' : said), String),
    ).resolves.toMatch(/^broken$|The secret must be/);
    const large = await project.run(process.execPath, ['try.mjs', '-', right], { WEBHOOK_SECRET: secret });
    expect(large).toBe('413\n');
  });
});
