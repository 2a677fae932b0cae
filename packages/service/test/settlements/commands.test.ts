import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { localDay } from '../../src/domain/time.ts';
import { doubtOverdue } from '../../src/engine/settlements/rounds.ts';
import { chari, chariJson, LAUNCHER } from '../cli/run.ts';
import { openWorld, type World } from '../collection/world.ts';
import { deskOf, drafted } from './desk.ts';
import { agree, brings, shop, standing } from './shop.ts';

const WALLET = { kind: 'wallet', name: 'AIRTEL' } as const;
const IBAN = 'TD8960002000010271091600153';
const FULL_IBAN = 'TD8960001000010271091600145';

let world: World;
let folder: string;
let merchant: string;
beforeAll(async () => {
  world = await openWorld();
  folder = await mkdtemp(join(tmpdir(), 'chari-settlements-'));
  merchant = await shop(world);
  await payOut();
  await world.rows(`update payout_accounts set state = 'WITHDRAWN' where kind = 'number'`);
  await agree(world, merchant);
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

/** A bank account that was in force before this machine's clock, by which the commands go. */
async function payOut(whose = merchant): Promise<void> {
  const days = Math.max(0, world.now.getTime() - Date.now()) / 86_400_000 + 40;
  await world.rows(
    `insert into payout_accounts (id, merchant_id, kind, bank_name, iban, holder_name, state, asked_by, asked_at, frozen_until,
      decided_by, decided_at)
    values ($1, $2, 'bank', 'Banque du Sahel', $3, 'Awa Mahamat', 'CONFIRMED', 'owner@example.com',
      now() - $4 * interval '1 day', now() - ($4 - 4) * interval '1 day', 'Moussa', now())`,
    [world.services.newId(), whose, IBAN, days],
  );
}

const options = () => ({ env: { DATABASE_URL: world.db.url, CHARI_DATA_DIR: folder, PORT: '0' } });
const signed = (name: string) => ['--as', name, '--note', 'as agreed'];
const run = <Answer>(words: string[], name = 'Awa') =>
  chariJson<Answer>(['settlements', ...words, ...signed(name)], options());

/** Where no file can be, nothing is on an order; and none is left of an order that there is not. */
async function expectNoOrderWithoutFile(file: string): Promise<void> {
  const there = join(folder, 'there.xml');
  await writeFile(there, 'yesterday');
  for (const [bank, to] of [
    ['main', there],
    ['main', join(folder, 'none', 'order.xml')],
    ['other', file],
  ] as const) {
    const refused = await chari(['settlements', 'order', bank, '--to', to, ...signed('Awa')], options());
    expect(refused.exit_code).toBe(1);
  }
  expect(await readFile(there, 'utf8')).toBe('yesterday');
  await expect(readFile(file)).rejects.toThrow('ENOENT');
  expect(await world.rows(`select from staff_actions where action = 'settlement.order'`)).toEqual([]);
}

test('a settlement goes its whole way by commands: to a bank by an order, and PAID by a row of its statement', async () => {
  await brings(world, merchant, [250_000], {
    at: new Date(Math.min(Date.now(), world.now.getTime()) - 86_400_000),
  });
  const { settlement_id: id, reference } = await run<{ settlement_id: string; reference: string }>([
    'draft',
    merchant,
  ]);
  expect(await run(['approve', id])).toMatchObject({ kind: 'approved', amount_xaf: 250_000 });
  await run(['add-bank', 'main', IBAN, '--bank', 'Banque', '--holder', 'Chari SA']);
  const file = join(folder, 'order.xml');
  await expectNoOrderWithoutFile(file);
  const order = () => chari(['settlements', 'order', 'main', '--to', file, ...signed('Awa')], options());
  expect((await order()).stdout).toContain('1 transfers');
  expect(await readFile(file, 'utf8')).toContain(reference);
  // Who has it stands on record, as of one that is taken from its page.
  expect(
    await world.rows(`select actor, subject_id, detail from staff_actions where action = 'settlement.order'`),
  ).toEqual([
    {
      actor: 'Awa',
      subject_id: 'order.xml',
      detail: { bank: 'main', references: [reference], sum_xaf: 250_000 },
    },
  ]);
  // A file that is there is never written over.
  const again = await order();
  expect([again.exit_code, again.stderr]).toEqual([1, expect.stringContaining('order.xml is there already')]);
  await run(['send', id, '--from', 'bank:main']);
  const shown = await chari(['settlements', 'list'], options());
  expect(shown.stdout).toMatch(new RegExp(`${reference}.*${IBAN}.*SENDING`));
  const read = (by: string, record: string) => [
    ...['prove', id, '--by', by, '--id', record],
    ...['--amount', '250000', '--day', localDay(new Date())],
  ];
  const nameless = read('bank_row', 'R-7');
  const no_day = ['settlements', ...nameless.slice(0, -1), '2026-02-31', ...signed('Awa')];
  expect((await chari(no_day, options())).stderr).toContain('its day');
  expect((await chari(['settlements', ...nameless, ...signed('Awa')], options())).stderr).toContain('--to');
  const proof = [...nameless, '--to', IBAN.slice(-4)];
  expect(await run(proof)).toMatchObject({ kind: 'proposed' });
  expect(await run(proof, 'Brahim')).toMatchObject({ kind: 'ended', state: 'PAID' });
  expect(await standing(world, merchant)).toEqual({ PAID: 250_000 });
  expect((await chari(['settlements', 'show', id], options())).stdout).toContain('paid by bank_row R7');
  const back = read('bank_return', 'R-8');
  expect(await run(back)).toMatchObject({ kind: 'proposed' });
  const told = await chari(['settlements', ...back, ...signed('Brahim')], options());
  expect(told.stdout).toContain('are payable again');
  expect((await chari(['settlements', ...back, ...signed('Brahim')], options())).stderr).toContain(
    'come back before',
  );
  const after = (await chari(['settlements', 'show', reference], options())).stdout;
  expect(after).toContain(`id ${id}`);
  expect(after).toMatch(/PAID.*returned by bank_return R8/s);
  await payOut();
});

test('the list begins with what nobody knows the end of, and says that there is more', async () => {
  const shop_id = await shop(world);
  await agree(world, shop_id);
  const unknown = await drafted(world, shop_id, 1_000);
  const desk = deskOf(world);
  expect([await desk.decide(unknown, 'approve'), await desk.send(unknown, WALLET)]).toEqual([
    'approved',
    'sending',
  ]);
  world.pass(90_000);
  expect(await doubtOverdue(world.services, { limit: 10 })).toBe(1);
  for (const amount_xaf of [2_000, 3_000, 4_000]) await drafted(world, shop_id, amount_xaf);
  const list = ['settlements', 'list', '--limit'];
  const { settlements, has_more } = await chariJson<{
    settlements: { id: string; state: string }[];
    has_more: boolean;
  }>([...list, '2'], options());
  expect([settlements[0]?.id, settlements.map(({ state }) => state), has_more]).toEqual([
    unknown,
    ['UNKNOWN', 'DRAFT'],
    true,
  ]);
  expect((await chari([...list, '2'], options())).stdout).toContain('There are more: --limit');
  expect((await chari([...list, '9'], options())).stdout).not.toContain('There are more');
});

test('what can’t be is refused with a sentence that says what to do', async () => {
  const nobody = '01890000-0000-7000-8000-000000000000';
  const said = async (...words: string[]) => {
    const { stderr, exit_code } = await chari(['settlements', ...words], options());
    return `${exit_code} ${stderr}`;
  };
  expect(await said('draft', await shop(world), ...signed('Awa'))).toMatch(
    /^1 .*Nothing of its balance is due/s,
  );
  expect(await said('approve', nobody, ...signed('Awa'))).toMatch(/^1 .*settlements list/s);
  expect(await said('approve', 'x', ...signed('Awa'))).toMatch(/^2 .*no id of a settlement/s);
  expect(await said('send', nobody, '--from', 'the till', ...signed('Awa'))).toMatch(/number:\+235/);
  expect(await said('prove', nobody, '--by', 'bank_row', ...signed('Awa'))).toMatch(/^2 .*--id/s);
  expect(
    await said(
      'add-bank',
      'other',
      IBAN.replace('153', '154'),
      '--bank',
      'b',
      '--holder',
      'c',
      ...signed('Awa'),
    ),
  ).toMatch(/^2 .*check its digits/s);
  expect(await run(['terms', merchant, '--hold-days', '2', '--reserve', '10000'])).toMatchObject({
    kind: 'proposed',
  });
  expect(await run(['terms', merchant, '--hold-days', '2', '--reserve', '10000'], 'Brahim')).toMatchObject({
    kind: 'settlement_terms_set',
    hold_days: 2,
  });
});

test('An order whose file the disk does not take leaves no half a file, and says what stands on it and what to do', async () => {
  const other = await shop(world);
  await payOut(other);
  await world.rows(
    `update payout_accounts set state = 'WITHDRAWN' where kind = 'number' and merchant_id = $1`,
    [other],
  );
  await agree(world, other);
  await brings(world, other, [30_000], {
    at: new Date(Math.min(Date.now(), world.now.getTime()) - 86_400_000),
  });
  const { settlement_id: id, reference } = await run<{ settlement_id: string; reference: string }>([
    'draft',
    other,
  ]);
  await run(['approve', id]);
  await run(['add-bank', 'full', FULL_IBAN, '--bank', 'Banque', '--holder', 'Chari SA']);
  const file = join(folder, 'full.xml');
  const order = ['settlements', 'order', 'full', '--to', file, ...signed('Awa')];
  // No file of more than half a kilobyte or one can be written there.
  const limited = promisify(execFile)(
    'sh',
    ['-c', 'ulimit -f 1; exec "$0" "$@"', process.execPath, LAUNCHER, ...order],
    {
      env: { PATH: process.env.PATH ?? '', ...options().env },
    },
  );
  const failed: { code: number; stderr: string } = await limited.then(
    () => expect.unreachable(),
    (error) => error,
  );
  expect(failed.code).toBe(1);
  for (const part of [`${file} could not be written`, 'EFBIG', reference, 'two people cancel them'])
    expect(failed.stderr).toContain(part);
  expect(failed.stderr).not.toContain('unexpectedly');
  await expect(readFile(file)).rejects.toThrow('ENOENT');
  // The same order once more, as the sentence says.
  expect((await chari(order, options())).stdout).toContain('1 transfers');
  expect(await readFile(file, 'utf8')).toContain(reference);
  await run(['cancel', id], 'Awa');
  await run(['cancel', id], 'Brahim');
});
