import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import {
  EVENT_EXAMPLE,
  OPERATION_NAMES,
  OPERATIONS,
  type Operation,
  PAYMENT_SESSION_EXAMPLE,
  REFUND_EXAMPLE,
  type Sample,
  SETTLEMENT_EXAMPLE,
  samplesOf,
  TRANSACTION_EXAMPLE,
  WEBHOOK_DELIVERY_EXAMPLE,
  WEBHOOK_ENDPOINT_EXAMPLE,
} from '@chari/contract';
import { Compile } from 'typebox/compile';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { order } from '../spec/client.ts';
import { openService, type Service } from '../spec/service.ts';

const run = promisify(execFile);
const SDK = pathToFileURL(join(import.meta.dirname, '../../../sdk/src/index.ts')).href;

/** How a sample of each language is kept and run. */
const LANGUAGES: Readonly<Record<Sample['lang'], { file: string; program: string; probe: string[] }>> = {
  Shell: { file: 'sample.sh', program: 'sh', probe: ['-c', 'curl --version'] },
  TypeScript: { file: 'sample.ts', program: process.execPath, probe: ['--version'] },
  PHP: { file: 'sample.php', program: 'php', probe: ['-r', 'curl_version();'] },
  Python: { file: 'sample.py', program: 'python3', probe: ['--version'] },
};
const LANGUAGE_NAMES = Object.keys(LANGUAGES) as Sample['lang'][];

let service: Service;
let folder: string;
beforeAll(async () => {
  service = await openService();
  folder = await mkdtemp(join(tmpdir(), 'chari-samples-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await service.close();
});

/** What the samples speak of, by what they call it: all of it there, and in the state that each of them wants. */
async function merchantWithAll() {
  const { test_key: key } = await service.merchant();
  const { client } = service;
  const made = async (path: string, body?: object) => {
    const answer = await client.post(path, key, body);
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body;
  };
  const session = await client.session(key);
  const transaction = await made('/v1/transactions', { ...order(), phone_number: '+23566000001' });
  const endpoint = await made('/v1/webhook-endpoints', { url: 'http://127.0.0.1:9/hooks' });
  const delivery = await made(`/v1/webhook-endpoints/${endpoint.id}/test`);
  const paid = async ({ id }: { id: string }) => {
    await made(`/v1/sandbox/payment-sessions/${id}/simulate`, { scenario: 'paid' });
    return id;
  };
  await paid(await client.session(key));
  const settlement = await made('/v1/sandbox/settlements');
  const payment_session_id = await paid(await client.session(key));
  const refund = await made('/v1/refunds', { payment_session_id, amount: 1 });
  const names = new Map<string, string>([
    [SETTLEMENT_EXAMPLE.id, settlement.id],
    [REFUND_EXAMPLE.id, refund.id],
    [PAYMENT_SESSION_EXAMPLE.id, session.id],
    [TRANSACTION_EXAMPLE.id, transaction.id],
    [WEBHOOK_ENDPOINT_EXAMPLE.id, endpoint.id],
    [WEBHOOK_DELIVERY_EXAMPLE.id, delivery.id],
    [EVENT_EXAMPLE.id, delivery.event_id],
    [PAYMENT_SESSION_EXAMPLE.assigned_collection_number, session.assigned_collection_number],
    ['https://shop.example.com', 'http://127.0.0.1:9'],
    ["'@chari/sdk'", `'${SDK}'`],
  ]);
  return { key, names, paid, fresh: () => client.session(key) };
}

type Shop = Awaited<ReturnType<typeof merchantWithAll>>;

async function printedBy(sample: Sample, { key, names }: Shop): Promise<string> {
  const { file, program } = LANGUAGES[sample.lang];
  let source = sample.source;
  for (const [name, real] of names) source = source.replaceAll(name, real);
  if (sample.lang === 'TypeScript') return printedHere(source, key);
  await writeFile(join(folder, file), source);
  const options = { cwd: folder, env: { ...process.env, CHARI_KEY: key } };
  return run(program, [file], options).then(
    ({ stdout }) => stdout,
    (error) => {
      throw new Error(`${source}\n\n${error.stdout}${error.stderr}`);
    },
  );
}

let modules = 0;

/** In this process: a start of Node for each would take longer than all the others together. */
async function printedHere(source: string, key: string): Promise<string> {
  vi.stubEnv('CHARI_KEY', key);
  const printed = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  modules += 1;
  const file = join(folder, `sample-${modules}.ts`);
  await writeFile(file, source);
  await import(pathToFileURL(file).href);
  return JSON.stringify(printed.mock.calls);
}

for (const lang of LANGUAGE_NAMES) {
  const { program, probe } = LANGUAGES[lang];
  const present = spawnSync(program, probe, { stdio: 'ignore' }).status === 0;

  describe.skipIf(!present)(`the samples of the reference in ${lang}`, () => {
    let shop: Shop;
    beforeAll(async () => {
      shop = await merchantWithAll();
    });

    // What deletes goes last: the others need the endpoint.
    const names = [...OPERATION_NAMES].sort((a, b) => Number(/^delete/.test(a)) - Number(/^delete/.test(b)));
    test.each(names)('%s does what the reference says', async (name) => {
      const operation: Operation = OPERATIONS[name];
      const session = await shop.fresh();
      if (name === 'create_refund' || name === 'settle_test_balance') await shop.paid(session);
      shop.names.set(PAYMENT_SESSION_EXAMPLE.id, session.id);
      const sample = samplesOf(name, operation, service.client.url).find((one) => one.lang === lang);
      if (sample === undefined) throw new Error(`no sample of ${name} in ${lang}`);
      const printed = await printedBy(sample, shop);
      const { schema } = operation.answer;
      if (lang === 'Shell' && schema !== null)
        expect(Compile(schema).Errors(JSON.parse(printed))).toEqual([]);
      const [member] = Object.keys((schema as { properties?: object } | null)?.properties ?? {});
      if (member !== undefined) expect(printed).toContain(member);
    });

    test('give a payment back once, though the program that somebody copied runs twice', async () => {
      const other = await merchantWithAll();
      other.names.set(PAYMENT_SESSION_EXAMPLE.id, await other.paid(await other.fresh()));
      const refunds = async () => (await service.client.get('/v1/refunds', other.key)).body.refunds.length;
      const before = await refunds();
      const sample = samplesOf('create_refund', OPERATIONS.create_refund, service.client.url).find(
        (one) => one.lang === lang,
      ) as Sample;
      for (const _time of [1, 2]) await printedBy(sample, other);
      expect(await refunds()).toBe(before + 1);
    });

    test('cancel and play what they say, and no other session', async () => {
      const sample = (name: 'cancel_payment_session' | 'simulate_payment_session') =>
        samplesOf(name, OPERATIONS[name], service.client.url).find((one) => one.lang === lang) as Sample;
      const cancelled = await shop.fresh();
      shop.names.set(PAYMENT_SESSION_EXAMPLE.id, cancelled.id);
      await printedBy(sample('cancel_payment_session'), shop);
      const paid = await shop.fresh();
      shop.names.set(PAYMENT_SESSION_EXAMPLE.id, paid.id);
      await printedBy(sample('simulate_payment_session'), shop);
      const statusOf = async ({ id }: { id: string }) =>
        (await service.client.get(`/v1/payment-sessions/${id}`, shop.key)).body.status;
      expect([await statusOf(cancelled), await statusOf(paid)]).toEqual(['CANCELLED', 'SUCCESS']);
    });
  });
}
