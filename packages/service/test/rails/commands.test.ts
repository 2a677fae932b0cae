import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Transaction } from '../../src/domain/transaction/transaction.ts';
import { chari, chariJson } from '../cli/run.ts';
import { type Airtel, CREDENTIALS, openAirtel, openRailWorld, type RailWorld, SECRET_KEY } from './world.ts';

const NOBODY = '01890000-0000-7000-8000-000000000000';

let world: RailWorld;
let airtel: Airtel;
let merchant: string;
let folder: string;
let options: { env: Record<string, string> };
let with_airtel: { env: Record<string, string> };
beforeAll(async () => {
  world = await openRailWorld();
  airtel = await openAirtel();
  merchant = await world.merchant();
  folder = await mkdtemp(join(tmpdir(), 'chari-rails-'));
  const env = {
    DATABASE_URL: world.db.url,
    CHARI_DATA_DIR: folder,
    CHARI_SECRET_KEY: SECRET_KEY.toString('base64'),
    PORT: '0',
  };
  options = { env };
  with_airtel = {
    env: {
      ...env,
      CHARI_AIRTEL_URL: airtel.simulator.url,
      CHARI_AIRTEL_CLIENT_ID: CREDENTIALS.client_id,
      CHARI_AIRTEL_CLIENT_SECRET: CREDENTIALS.client_secret,
      CHARI_AIRTEL_CALLBACK_SECRET: CREDENTIALS.callback_secret,
    },
  };
});
afterAll(async () => {
  expect(world.failures).toEqual([]);
  await airtel.close();
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

/** A live transaction that Airtel has been paid. */
async function paid(amount_xaf: number): Promise<Transaction> {
  const [made] = await world.transactions(merchant, 1, { environment: 'live', amount_xaf });
  if (made === undefined) throw new Error('not made');
  await world.work([airtel.rail]);
  world.pass(180);
  await world.work([airtel.rail]);
  expect(await world.statusOf(made)).toBe('SUCCESS');
  return made;
}

const as = (actor: string) => ['--as', actor, '--note', 'wrong goods'];
const refund = (id: string, ...rest: string[]) => chari(['rails', 'refund', id, ...rest], options);

type Status = {
  rails: { rail: string; ready: boolean; breaker: string; work: { step: string; waiting: number }[] }[];
  refunds: { transaction_id: string; state: string; asked_by: string }[];
};
const status = (run = options) => chariJson<Status>(['rails', 'status'], run);

it('status shows each rail that is configured, whether it is ready, its breaker and what it has to do', async () => {
  const bare = await status();
  expect(bare.rails).toMatchObject([
    { rail: 'sandbox', ready: true, breaker: 'closed' },
    { rail: 'manual-sms', ready: false, breaker: 'closed' },
  ]);
  await world.transactions(merchant, 3);
  const { rails } = await status(with_airtel);
  expect(rails.map(({ rail, ready }) => [rail, ready])).toEqual([
    ['sandbox', true],
    ['manual-sms', false],
    ['airtel-open-api', true],
  ]);
  expect(rails[0]?.work).toMatchObject([{ step: 'initiate', waiting: 3 }]);
  const text = await chari(['rails', 'status'], with_airtel);
  expect(text.stdout).toMatch(/manual-sms +no +closed .*No active SMS gateway can send/);
  expect(text.stdout + text.stderr).not.toContain(CREDENTIALS.client_secret);
});

it('refund asks the rail once; status lists it until the rail has sent the money', async () => {
  const { id } = await paid(5_000);
  const first = await refund(id, ...as('Amina'));
  expect(first).toMatchObject({ exit_code: 0, stderr: '' });
  expect(first.stdout).toContain('The rail is asked to send it back');
  const again = await refund(id, ...as('Brahim'));
  expect(again).toMatchObject({ exit_code: 1, stdout: '' });
  expect(again.stderr).toContain('wait for its answer');
  expect((await status()).refunds).toMatchObject([{ transaction_id: id, state: 'ASKED', asked_by: 'Amina' }]);
  expect((await chari(['rails', 'status'], options)).stdout).toContain(`refund ${id}: ASKED since`);
  // The command runs by the machine's clock.
  await world.rows("update rail_work set due_at = '2026-01-01' where transaction_id = $1", [id]);
  await world.work([airtel.rail]);
  expect(await world.statusOf({ id })).toBe('REFUNDED');
  expect((await status()).refunds).toEqual([]);
  expect((await refund(id, ...as('Amina'))).stderr).toBe(
    'The transaction is REFUNDED: only one that is SUCCESS can be refunded.\n',
  );
});

it('a large refund is proposed by one person and asked for by another; it can be withdrawn', async () => {
  const { id } = await paid(100_000);
  const first = await refund(id, '--done', ...as('Awa'));
  expect(first).toMatchObject({ exit_code: 0, stderr: '' });
  expect(first.stdout).toContain(`another person must agree: npx chari rails refund ${id} --done --note WHY`);
  expect((await refund(id, '--done', ...as('awa'))).stderr).toBe(
    'Awa proposed this: somebody else must agree.\n',
  );
  expect((await refund(id, ...as('Brahim'))).stderr).toContain(
    'Awa has proposed transaction.refund (by done).',
  );
  await chariJson(['transactions', 'withdraw', id, ...as('Brahim')], options);
  expect((await refund(id, '--done', ...as('Brahim'))).stdout).toMatch(/^Proposed\./);
  expect(await world.statusOf({ id })).toBe('SUCCESS');
  expect((await refund(id, '--done', ...as('Awa'))).stdout).toBe('The transaction is REFUNDED.\n');
  expect(await world.statusOf({ id })).toBe('REFUNDED');
});

it('what can not be refunded is refused in a sentence', async () => {
  const [pending] = await world.transactions(merchant, 1);
  expect((await refund(NOBODY, ...as('Amina'))).stderr).toBe(`There is no transaction ${NOBODY}.\n`);
  expect((await refund(pending?.id ?? '', ...as('Amina'))).stderr).toMatch(/^The transaction is PENDING/);
  expect(await refund('no-id', ...as('Amina'))).toMatchObject({ exit_code: 2, stdout: '' });
  expect(await refund(NOBODY, '--done', '--refused', ...as('Amina'))).toMatchObject({ exit_code: 2 });
  expect(await refund(NOBODY)).toMatchObject({ exit_code: 2, stdout: '' });
});

it('the doctor says which rail serves each operator, its breaker, and what to do about what is missing', async () => {
  const doctor = async (run: typeof options) => {
    const { stdout } = await chari(['doctor', '--json'], run);
    const { ok, findings } = JSON.parse(stdout) as {
      ok: boolean;
      findings: { check: string; state: string; sentence: string }[];
    };
    expect(ok).toBe(true);
    return findings
      .filter(({ check }) => check.startsWith('rail ') || check === 'refunds')
      .map(({ check, state, sentence }) => `${state} ${check}: ${sentence}`);
  };
  const bare = await doctor(options);
  expect(bare).toEqual([
    expect.stringMatching(
      /^advice rail AIRTEL: manual-sms serves it and is not ready: .*chari gateways sending NAME/,
    ),
    'ok rail AIRTEL: The breaker is closed.',
    expect.stringMatching(/^advice rail MOOV: manual-sms serves it and is not ready/),
    'ok rail MOOV: The breaker is closed.',
    expect.stringMatching(/^advice rail AIRTEL: Airtel's API is not configured, .* set CHARI_AIRTEL_URL/),
  ]);
  await world.liveNumber('+23595000001', { operator: 'MOOV' });
  const { id } = await paid(5_000);
  await world.rows(
    `insert into rail_refunds (transaction_id, rail, state, asked_by, note, asked_at, changed_at)
     values ($1, 'airtel-open-api', 'UNKNOWN', 'Amina', 'wrong goods', now(), now())`,
    [id],
  );
  await world.rows(
    `insert into rail_breakers (rail, state, failures, openings, until, changed_at)
     values ('airtel-open-api', 'open', 0, 1, '2099-01-01', now())
     on conflict (rail) do update set state = 'open', failures = 0, openings = 1, until = excluded.until`,
  );
  expect(await doctor(with_airtel)).toEqual([
    'ok rail AIRTEL: airtel-open-api serves it. The operator gives us a token.',
    expect.stringMatching(/^advice rail AIRTEL: The breaker is open until 2099-01-01T00:00:00.000Z/),
    'ok rail MOOV: manual-sms serves it. SMS gateways that can send: 1.',
    'ok rail MOOV: The breaker is closed.',
    expect.stringMatching(/^advice refunds: Nobody knows how 1 ended: npx chari rails status/),
  ]);
});
