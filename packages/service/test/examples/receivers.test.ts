import { createHmac } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  EVENT_NAMES,
  exampleEvent,
  exampleTransactionEvent,
  PAYMENT_SESSION_EVENT_NAMES,
  TEST_EVENT_EXAMPLE,
  TRANSACTION_OUTCOME_NAMES,
} from '@chari/contract/events';
import { exampleRefundEvent, REFUND_EVENT_NAMES } from '@chari/contract/refund';
import { exampleSettlementEvent, SETTLEMENT_EVENT_NAMES } from '@chari/contract/settlement';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createIds } from '../../src/cli/services.ts';
import { secretOf } from '../../src/engine/webhook-endpoints/secrets.ts';
import { signedHeaders } from '../../src/webhooks/sign.ts';
import { openService, type Service } from '../spec/service.ts';
import { simulate } from '../spec/statuses.ts';
import {
  EXAMPLES,
  isPresent,
  LANGUAGES,
  type Language,
  type RunningExample,
  runExample,
} from './languages.ts';

const ENDPOINTS = '/v1/webhook-endpoints';
const SECRET = secretOf(Buffer.alloc(32, 9));
const newId = createIds(() => Date.now());

let service: Service;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

type Made = { body: Buffer; headers: Record<string, string> };

/** A delivery as the service makes it, of an event that never happened. */
function delivery(
  options: {
    secret?: string;
    session_id?: string;
    sequence?: number;
    age_s?: number;
    id?: string;
    reference?: string;
    event_type?: string;
    data?: object;
  } = {},
): Made {
  const { secret = SECRET, session_id = newId(), sequence = 1, age_s = 0, id = newId() } = options;
  const { reference = 'ORDER-1', event_type = 'payment_session.succeeded' } = options;
  const data = { ...(options.data ?? { reference, amount: 5000, status: 'SUCCESS' }), id: session_id };
  const body = Buffer.from(JSON.stringify({ id, event: event_type, environment: 'test', data }));
  const about = { event_id: id, event_type, delivery_id: newId(), attempt: 1, environment: 'test' } as const;
  const signed_at = new Date(Date.now() - age_s * 1_000);
  return { body, headers: signedHeaders({ ...about, sequence }, secret, body, signed_at) };
}

async function send(to: RunningExample, { body, headers }: Made): Promise<number> {
  const answer = await fetch(to.url, { method: 'POST', headers, body: new Uint8Array(body) });
  await answer.arrayBuffer();
  return answer.status;
}

const without = ({ body, headers }: Made, ...names: string[]): Made => ({
  body,
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name))),
});

for (const language of LANGUAGES) {
  describe.skipIf(!isPresent(language))(`the example in ${language.name} (where it is installed)`, () => {
    receives(language);
    takesEach(language);
    refuses(language);
    sorts(language);
    answersFirst(language);
    outlivesWork(language);
  });
}

test.each(LANGUAGES)(
  'the README of the example in $name starts it as it is started here',
  async (language) => {
    const readme = await readFile(join(EXAMPLES, language.folder, 'README.md'), 'utf8');
    expect(readme).toContain(`\nWEBHOOK_SECRET=whsec_… ${language.command(language.file, 3000).join(' ')}\n`);
  },
);

/** A copy of the example's folder, and the environment in which to run it. */
async function prepare(language: Language, secret: string) {
  const folder = await mkdtemp(join(tmpdir(), 'chari-example-'));
  await cp(join(EXAMPLES, language.folder), folder, { recursive: true });
  const env = { WEBHOOK_SECRET: secret, WEBHOOK_INBOX: join(folder, 'inbox') };
  return { folder, env, remove: () => rm(folder, { recursive: true, force: true }) };
}

async function withExample(
  language: Language,
  work: (example: RunningExample) => Promise<void>,
  more: Record<string, string> = {},
): Promise<void> {
  const { folder, env, remove } = await prepare(language, SECRET);
  const example = await runExample(language, folder, { ...env, ...more });
  try {
    await work(example);
  } finally {
    await example.end();
    await remove();
  }
}

/** An example whose work begins with this line. */
async function withWork(
  language: Language,
  line: string,
  work: (example: RunningExample) => Promise<void>,
): Promise<void> {
  const { folder, env, remove } = await prepare(language, SECRET);
  const file = join(folder, language.file);
  const { begins } = language.work;
  const source = await readFile(file, 'utf8');
  expect(source.split(begins)).toHaveLength(2);
  await writeFile(
    file,
    source.replace(begins, () => begins + line),
  );
  const example = await runExample(language, folder, env);
  try {
    await work(example);
  } finally {
    await example.end();
    await remove();
  }
}

const delivered = (count: number, endpoint_id: string) =>
  service.until(
    count,
    `select count(*)::int as n from webhook_deliveries where endpoint_id = $1 and state = 'DELIVERED'`,
    [endpoint_id],
  );

function receives(language: Language): void {
  test('takes what a running service sends, once, through a resend and a rotation', async () => {
    const { test_key: key } = await service.merchant();
    // The secret comes with the endpoint, so the receiver starts after it, and the address is set then.
    const { body: endpoint } = await service.client.post(ENDPOINTS, key, { url: 'http://127.0.0.1:9/' });
    const { folder, env, remove } = await prepare(language, endpoint.secret);
    const example = await runExample(language, folder, env);
    try {
      const path = `${ENDPOINTS}/${endpoint.id}`;
      await service.client.call('PATCH', path, { key, body: { url: example.url } });
      const pay = async () => simulate(service, key, await service.client.session(key), 'paid');
      const { reference } = await pay();
      await example.says(`payment_session.succeeded ${reference} SUCCESS`);
      // A delivery whose attempt is just being recorded counts as resent by that attempt.
      await delivered(1, endpoint.id);
      const [first] = (await service.client.get(`${path}/deliveries`, key)).body.deliveries;
      await service.client.post(`/v1/webhook-deliveries/${first.id}/resend`, key);
      await example.says(`duplicate ${first.event_id}`);
      await service.client.post(`${path}/rotate-secret`, key);
      await pay();
      await example.says('accepted', 2);
      await service.client.post(`${path}/test`, key);
      await example.says('transaction.test TEST SUCCESS');
      expect(example.said()).not.toContain('refused: the');
      await delivered(3, endpoint.id);
    } finally {
      await example.end();
      await remove();
    }
  });
}

const EVENTS = [
  ...PAYMENT_SESSION_EVENT_NAMES.map(exampleEvent),
  ...TRANSACTION_OUTCOME_NAMES.map(exampleTransactionEvent),
  TEST_EVENT_EXAMPLE,
  ...REFUND_EVENT_NAMES.map(exampleRefundEvent),
  ...SETTLEMENT_EVENT_NAMES.map(exampleSettlementEvent),
];

function takesEach(language: Language): void {
  test('takes every event there is: not all of them have a reference', async () => {
    expect(new Set(EVENTS.map(({ event }) => event))).toEqual(new Set(EVENT_NAMES));
    await withExample(language, async (example) => {
      for (const { event: event_type, data } of EVENTS) {
        const id = newId();
        expect([event_type, await send(example, delivery({ id, event_type, data }))]).toEqual([
          event_type,
          expect.toSatisfy((status: number) => status < 300),
        ]);
        await example.says(id);
        await example.says(` ${event_type} `);
      }
      expect(example.said()).not.toMatch(/^failed |undefined|warning/im);
    });
  });
}

function refuses(language: Language): void {
  test('refuses what is forged, altered, unsigned or old, and works on none of it', async () => {
    await withExample(language, async (example) => {
      const good = delivery();
      const altered = Buffer.from(good.body.toString().replace('5000', '9000'));
      const shorter = good.body.subarray(0, -1);
      const forged = delivery({ secret: secretOf(Buffer.alloc(32, 8)) });
      const upper = good.headers['X-Service-Signature']?.toUpperCase() ?? '';
      const signature = (text: string): Made => ({
        body: good.body,
        headers: { ...good.headers, 'X-Service-Signature': text },
      });
      const refused: [string, Made][] = [
        ['another secret', forged],
        ['an altered body', { ...good, body: altered }],
        ['a body cut short', { ...good, body: shorter }],
        ['an empty body', { ...good, body: Buffer.alloc(0) }],
        ['no signature', without(good, 'X-Service-Signature')],
        ['an empty signature', signature('')],
        ['only the prefix', signature('sha256=')],
        ['capitals', signature(upper)],
        ['letters that are none of ASCII', signature('sha256=\u00e9'.padEnd(71, '\u00e9'))],
        ['a signature without its prefix', signature(upper.toLowerCase().slice('sha256='.length))],
        ['the secret decoded', signature(`sha256=${hexKeyedWithBytes(good.body)}`)],
      ];
      for (const [name, made] of refused) expect([name, await send(example, made)]).toEqual([name, 401]);
      const stale: [string, Made][] = [
        ['signed an hour ago', delivery({ age_s: 3_600 })],
        ['signed in an hour', delivery({ age_s: -3_600 })],
        ['no time', without(good, 'webhook-timestamp')],
        ['no standard signature', without(good, 'webhook-signature')],
        ['the id of another event', { ...good, headers: { ...good.headers, 'webhook-id': newId() } }],
        ['a time that is none', { ...good, headers: { ...good.headers, 'webhook-timestamp': 'now' } }],
      ];
      for (const [name, made] of stale) expect([name, await send(example, made)]).toEqual([name, 400]);
      // A proxy may leave the header out: taken for 0, each event is older than what was never seen.
      const numbered = (text: string): Made => ({
        ...good,
        headers: { ...good.headers, 'X-Service-Sequence': text },
      });
      const unordered: [string, Made][] = [
        ['no sequence', without(good, 'X-Service-Sequence')],
        ...['', '0', '-1', '1.5', '1e3', '0x1', 'one', '1, 2'].map((text): [string, Made] => [
          text,
          numbered(text),
        ]),
      ];
      for (const [name, made] of unordered) expect([name, await send(example, made)]).toEqual([name, 400]);
      const large = { ...good, body: Buffer.alloc(1024 * 1024 + 1, 0x20) };
      expect(await send(example, large).catch(() => 413)).toBe(413);
      expect((await fetch(example.url)).status).toBeGreaterThanOrEqual(404);
      expect(example.said()).not.toContain('accepted');
      expect(await send(example, good)).toBeLessThan(300);
      await example.says('accepted');
    });
  });
}

function hexKeyedWithBytes(body: Buffer): string {
  return createHmac('sha256', Buffer.alloc(32, 9)).update(body).digest('hex');
}

function sorts(language: Language): void {
  test('an event that comes twice is handled once, and one that is older than what it has not at all', async () => {
    await withExample(language, async (example) => {
      const session_id = newId();
      const id = newId();
      const newer = delivery({ session_id, sequence: 2, id });
      expect(await send(example, newer)).toBeLessThan(300);
      await example.says(`accepted ${id}`);
      expect(await send(example, newer)).toBeLessThan(300);
      await example.says(`duplicate ${id}`);
      const older_id = newId();
      expect(await send(example, delivery({ session_id, sequence: 1, id: older_id }))).toBeLessThan(300);
      await example.says(`older ${older_id}`);
      const other = newId();
      expect(await send(example, delivery({ sequence: 1, id: other }))).toBeLessThan(300);
      await example.says(`accepted ${other}`);
      expect(example.said().split('accepted')).toHaveLength(3);
    });
  });

  test('without the look at the time, an event signed an hour ago is still verified', async () => {
    await withExample(
      language,
      async (example) => {
        expect(await send(example, delivery({ age_s: 3_600 }))).toBeLessThan(300);
        const forged = delivery({ secret: secretOf(Buffer.alloc(32, 8)) });
        expect(await send(example, forged)).toBe(401);
      },
      { WEBHOOK_TOLERANCE_SECONDS: '0' },
    );
  });
}

function answersFirst(language: Language): void {
  test('answers before it works: work of three seconds keeps nobody waiting', async () => {
    await withWork(language, language.work.slowly, async (example) => {
      expect(await send(example, delivery())).toBeLessThan(300);
      expect(example.said()).not.toContain('accepted');
      await example.says('accepted');
    });
  });

  test('does not start serving without a secret', async () => {
    const { folder, remove } = await prepare(language, SECRET);
    const started = await runExample(language, folder, { WEBHOOK_SECRET: '' }).catch((error: Error) => error);
    try {
      if (started instanceof Error) return expect(started.message).toContain('WEBHOOK_SECRET');
      // PHP's server starts in any case: then nothing is accepted.
      expect(await send(started, delivery({ secret: '' }))).toBe(500);
    } finally {
      if (!(started instanceof Error)) await started.end();
      await remove();
    }
  });
}

function outlivesWork(language: Language): void {
  test("after an error in the shop's own work no later event is answered 2xx and left undone", async () => {
    await withWork(language, language.work.fails, async (example) => {
      expect(await send(example, delivery({ reference: 'BAD' }))).toBeLessThan(300);
      await example.says('bad');
      const id = newId();
      // It may also have ended: then the event comes again once it runs.
      const answered = await send(example, delivery({ id })).catch(() => null);
      if (answered !== null) await example.says(`accepted ${id}`);
    });
  });

  test("an event in which the shop's own work failed is said, and worked on anew when it is sent again", async () => {
    await withWork(language, language.work.fails, async (example) => {
      const [session_id, id] = [newId(), newId()];
      const bad = delivery({ reference: 'BAD', session_id, id, sequence: 2 });
      expect(await send(example, bad)).toBeLessThan(300);
      await example.says(`failed ${id}`);
      expect(await send(example, bad)).toBeLessThan(300);
      await example.says(`failed ${id}`, 2);
      // What failed is no newer event of its session: the one before it is still worked on.
      const before = newId();
      expect(await send(example, delivery({ session_id, id: before, sequence: 1 }))).toBeLessThan(300);
      await example.says(`accepted ${before}`);
    });
  });
}

const PHP = LANGUAGES.filter((language) => language.name === 'PHP' && isPresent(language));
for (const language of PHP) {
  test.runIf(process.platform === 'linux')(
    'an event that PHP can’t write down is refused, so that it comes again, and no duplicate',
    async () => {
      // Nobody can write a file there, root neither.
      await withExample(
        language,
        async (example) => {
          expect(await send(example, delivery())).toBe(500);
          expect(example.said()).not.toMatch(/duplicate|accepted/);
        },
        { WEBHOOK_INBOX: '/proc/self' },
      );
    },
  );
}
