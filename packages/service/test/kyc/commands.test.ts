import { Buffer } from 'node:buffer';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKeys } from '../../src/engine/keys/keys.ts';
import { chari, chariJson, type RunOptions } from '../cli/run.ts';
import { type Served, serve } from '../cli/server.ts';
import { holdsWithin } from '../waiting/until.ts';
import { FILES, type KycWorld, openKycWorld } from './world.ts';

let kyc: KycWorld;
let served: Served;
let folder: string;
let options: RunOptions;
let url: string;
beforeAll(async () => {
  kyc = await openKycWorld();
  folder = await mkdtemp(join(tmpdir(), 'chari-kyc-'));
  const CHARI_SECRET_KEY = Buffer.from(kyc.services.secret_key).toString('hex');
  const env = {
    DATABASE_URL: kyc.world.db.url,
    CHARI_DATA_DIR: folder,
    CHARI_SECRET_KEY,
    LOG_LEVEL: 'silent',
    CHARI_DEMO: 'false',
    // It is asked without a pause until a change is seen, more often than the key of a shop may.
    CHARI_RATE_LIMIT: '0',
  };
  options = { env };
  served = await serve([], { ...env, PORT: '0' });
  url = /ready at (\S+)/.exec(served.stdout())?.[1] ?? '';
});
afterAll(async () => {
  await served.end();
  await kyc.world.close();
  await rm(folder, { recursive: true, force: true });
});

const SIGNED = ['--as', 'desk@chari.example.com', '--note', 'the register says so'];

async function ask(key: string, reference: string): Promise<[number, string, string]> {
  const answer = await fetch(`${url}/v1/payment-sessions`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ reference, amount: 5000, currency: 'XAF', operator: 'AIRTEL' }),
  });
  const body = (await answer.json()) as { code?: string; error?: { code?: string; message?: string } };
  const { code = body.code ?? '', message = '' } = typeof body.error === 'object' ? body.error : {};
  return [answer.status, code, message];
}
/** Every process sees a change within a second, as promised. */
const holds = (key: string, wanted: [number, string]) =>
  holdsWithin(1_000, async () => (await ask(key, 'A')).slice(0, 2), wanted);

test('by command line: listed, shown, opened, approved by its number, live within a second, frozen and let go on', async () => {
  const merchant_id = await kyc.merchant('Nom provisoire');
  const random_bytes = kyc.services.randomBytes(32);
  const [made] = await createKeys(kyc.services, [
    { merchant_id, environment: 'live', scopes: null, random_bytes },
  ]);
  const key = made?.kind === 'created' ? made.key : '';
  expect((await ask(key, 'A')).slice(0, 2)).toEqual([403, 'KYC_REQUIRED']);
  await kyc.complete(merchant_id);
  await kyc.submit(merchant_id);
  expect((await ask(key, 'A')).slice(0, 2)).toEqual([403, 'KYC_REQUIRED']);

  const { waiting } = await chariJson<{ waiting: { id: string }[] }>(['kyc', 'list'], options);
  expect(waiting.map(({ id }) => id)).toContain(merchant_id);
  const shown = await chari(['kyc', 'show', merchant_id], options);
  expect(shown.stdout).toContain('Submission 1');
  expect(shown.stdout).toContain('legal_name: Alpha Commerce SARL');

  const approve = ['kyc', 'approve', merchant_id, '--submission', '1', ...SIGNED];
  const early = await chari(approve, options);
  expect([early.exit_code, early.stderr]).toEqual([
    1,
    expect.stringContaining('You have not opened 3 of its documents'),
  ]);
  const [submission] = (await kyc.show(merchant_id)).submissions;
  for (const { id, kind } of submission?.documents ?? []) {
    const file = join(folder, `${kind}.bin`);
    await chariJson(['kyc', 'document', merchant_id, id, '--to', file, ...SIGNED], options);
    expect(await readFile(file)).toEqual(FILES[kind]);
  }
  expect((await chari(approve, options)).stdout).toContain('Submission 1 is approved');
  await holds(key, [503, 'PROVIDER_RAIL_NOT_READY']);

  await chariJson(['merchants', 'freeze', merchant_id, ...SIGNED], options);
  await holds(key, [403, 'API_KEY_PERMISSION_DENIED']);
  expect(await ask(key, 'A')).toEqual([
    403,
    'API_KEY_PERMISSION_DENIED',
    expect.stringContaining('is frozen in live'),
  ]);
  await chariJson(['merchants', 'unfreeze', merchant_id, ...SIGNED], options);
  await holds(key, [503, 'PROVIDER_RAIL_NOT_READY']);
});

test('what is mistyped is said in a sentence, and production approves nobody who handed in nothing', async () => {
  const merchant_id = await kyc.merchant();
  const lost = '0198c5a2-7d1e-7c3a-9f4e-2b6d8a1c0e5f';
  const table: [string[], number, string][] = [
    [['kyc', 'show', lost], 1, `There is no merchant ${lost}`],
    [['kyc', 'approve', merchant_id, '--submission', '1', ...SIGNED], 1, 'There is no merchant'],
    [['kyc', 'send-back', merchant_id, '--submission', '1', ...SIGNED], 2, 'Say what is wrong'],
    [
      ['kyc', 'send-back', merchant_id, '--submission', '1', '--field', 'nose=x', ...SIGNED],
      2,
      'It begins with one of',
    ],
    [
      ['kyc', 'document', merchant_id, lost, '--to', join(folder, 'x'), ...SIGNED],
      1,
      'It has not handed in a document',
    ],
    [['merchants', 'freeze', lost, ...SIGNED], 1, `There is no merchant ${lost}`],
  ];
  for (const [args, exit_code, sentence] of table) {
    const ran = await chari(args, options);
    expect([args.join(' '), ran.exit_code, ran.stderr]).toEqual([
      args.join(' '),
      exit_code,
      expect.stringContaining(sentence),
    ]);
  }
  const production = {
    env: { ...options.env, NODE_ENV: 'production', PUBLIC_URL: 'https://pay.example.com' },
  };
  const refused = await chari(['merchants', 'approve-kyc', merchant_id], production);
  expect([refused.exit_code, refused.stderr]).toEqual([
    1,
    expect.stringContaining('approved by what it handed in'),
  ]);
});
