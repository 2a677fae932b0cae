import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refundCredits } from '../../src/engine/desk/payments/refund-credit.ts';
import { expireSessions } from '../../src/engine/sessions/expire.ts';
import { insertAlerts } from '../../src/store/alerts.ts';
import { chari, chariJson } from '../cli/run.ts';
import { prove } from '../collection/proof.ts';
import { payable, start } from '../collection/transactions.ts';
import { openWorld, type World } from '../collection/world.ts';

const NOBODY = '01890000-0000-7000-8000-000000000000';
const as = (actor: string) => ['--as', actor, '--note', 'looked it up'];

let world: World;
let merchant: string;
let folder: string;
let options: { env: Record<string, string> };
beforeAll(async () => {
  world = await openWorld();
  merchant = await world.merchant();
  folder = await mkdtemp(join(tmpdir(), 'chari-staff-'));
  options = { env: { DATABASE_URL: world.db.url, CHARI_DATA_DIR: folder } };
});
afterAll(async () => {
  await prove(world);
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

/** A session under review, with the credit that covers it. */
async function review(amount_xaf: number) {
  const session = await world.session(merchant, { amount_xaf, customer_phone: '+23566000001' });
  const { credit_id } = await world.pay(session, { payer_phone: '+23566000002' });
  return { session_id: session.id, credit_id: credit_id ?? '' };
}

test('a person lists, looks at and confirms a review, with two signatures where it is large', async () => {
  const { session_id, credit_id } = await review(250_000);
  type Listed = { reviews: { session_id: string; best_xaf: number; proposed_by: string | null }[] };
  const list = () => chariJson<Listed>(['review', 'list', '--env', 'test'], options);
  expect((await list()).reviews).toMatchObject([{ session_id, best_xaf: 250_000, proposed_by: null }]);
  const shown = await chari(['review', 'show', session_id], options);
  expect(shown.stdout).toContain(`credit ${credit_id}: 250000 XAF`);
  const first = await chari(['review', 'confirm', session_id, ...as('Awa')], options);
  expect(first).toMatchObject({ exit_code: 0, stderr: '' });
  expect(first.stdout).toMatch(/^Proposed\. .*another person must agree/);
  expect((await list()).reviews).toMatchObject([{ proposed_by: 'Awa' }]);
  const again = await chari(['review', 'confirm', session_id, ...as('awa')], options);
  expect(again).toMatchObject({
    exit_code: 1,
    stdout: '',
    stderr: 'Awa proposed this: somebody else must agree.\n',
  });
  const other = await chari(['review', 'reject', session_id, ...as('Brahim')], options);
  expect(other.stderr).toMatch(/^Awa has proposed review\.confirm \(credit_id .*\)\. Agree to exactly that/);
  await chariJson(['review', 'withdraw', session_id, ...as('Brahim')], options);
  await chariJson(['review', 'reject', session_id, ...as('Brahim')], options);
  expect(await chariJson(['review', 'reject', session_id, ...as('Awa')], options)).toMatchObject({
    kind: 'rejected',
  });
  const done = await chari(['review', 'show', session_id], options);
  expect(done.stdout).toContain('is EXPIRED');
  for (const act of [
    'review.confirm.proposed by Awa',
    'review.confirm.withdrawn by Brahim',
    'review.reject by Awa',
  ])
    expect(done.stdout).toContain(act);
  const explained = await chari(['credits', 'explain', credit_id], options);
  expect(explained.stdout).toContain('by STAFF: SUSPENSE (review_rejected)');
  expect(explained.stdout).toContain('because Awa: looked it up');
});

test('a person assigns one credit and sends another back, never more than waits', async () => {
  const [given, sent] = [await review(5000), await review(6000)];
  for (const { session_id } of [given, sent])
    await chariJson(['review', 'reject', session_id, ...as('Awa')], options);
  const listed = await chari(['suspense', 'list', '--env', 'test'], options);
  expect(listed.stdout).toContain(sent.credit_id);
  const assign = ['suspense', 'assign', given.credit_id];
  const closed = await chari([...assign, '--session', given.session_id, ...as('Awa')], options);
  expect(closed.stderr).toMatch(/is EXPIRED, which is final\. Give it to the merchant with --merchant/);
  const both = await chari([...assign, '--session', NOBODY, '--merchant', merchant, ...as('Awa')], options);
  expect(both).toMatchObject({ exit_code: 2, stdout: '' });
  const given_to = await chari([...assign, '--merchant', merchant, ...as('Awa')], options);
  expect(given_to.stdout).toBe(`Credit ${given.credit_id} is now owed to merchant ${merchant}.\n`);
  const refund = (amount: string) =>
    chari(['suspense', 'refund-mark', sent.credit_id, '--amount', amount, ...as('Awa')], options);
  expect((await refund('6001')).stderr).toMatch(/^6\s000\sFCFA of credit .* wait, not another amount/);
  expect(await refund('6000')).toMatchObject({ exit_code: 0, stderr: '' });
  expect((await refund('6000')).stderr).toMatch(/is REFUNDED, and nothing of it waits/);
});

test('money that a person marked as sent back and forgot to send is listed again a day later, with what to do', async () => {
  await world.liveNumber('+23566001003');
  world.pass(2);
  const paid = await world.session(merchant, { environment: 'live', amount_xaf: 6500 });
  await world.pay(paid);
  const { credit_id = '' } = await world.pay(paid);
  const list = () => chari(['suspense', 'list'], options);
  expect((await list()).stdout).toMatch(new RegExp(`^credit .*\\n${credit_id} .*second_payment`));
  const mark = {
    credit_id: credit_id ?? '',
    to: '66123456',
    amount_xaf: 6500,
    actor: 'Awa',
    note: 'sending it',
  };
  // The commands go by this machine's clock, which is days ahead of the one that the mark was made by.
  expect(await refundCredits(world.services, [mark])).toMatchObject([{ kind: 'refunded' }]);
  const { stdout } = await list();
  expect(stdout).toMatch(
    /^Nothing is in suspense in live\.\n\nMarked as sent back, and in a day its SIM has not told/,
  );
  expect(stdout).toMatch(
    new RegExp(`${credit_id} +\\+23566001003 +6\\s500\\sFCFA +66123456 .* may have left`),
  );
  expect(stdout).toMatch(/\nmay have left: Don’t send it, .* npx chari feeds explain STEP refund\.\n$/);
  const { unsent } = await chariJson<{ unsent: unknown[] }>(['suspense', 'list'], options);
  expect(unsent).toMatchObject([{ credit_id, amount_xaf: 6500, reason: 'may_have_left' }]);
});

test('a late payment of a transaction is listed and settled', async () => {
  await world.liveNumber('+23566001001');
  world.pass(2);
  const transaction = await start(world, merchant, { environment: 'live', amount_xaf: 5000 });
  world.pass(721);
  await expireSessions(world.services, { limit: 10 });
  await world.pay(payable(transaction), { payer_phone: transaction.phone_number });
  const listed = await chariJson<{ transactions: unknown[] }>(['transactions', 'late'], options);
  expect(listed.transactions).toMatchObject([
    { transaction_id: transaction.id, kind: 'late', status: 'TIMEOUT' },
  ]);
  const confirm = ['transactions', 'confirm', transaction.id, ...as('Awa')];
  expect((await chari(confirm, options)).stdout).toBe(`Transaction ${transaction.id} is SUCCESS.\n`);
  expect((await chari(confirm, options)).stderr).toMatch(/is SUCCESS: only one in TIMEOUT/);
});

test('alerts are listed with what they mean, and closed once', async () => {
  const session = await world.session(merchant, { amount_xaf: 7000 });
  const told = { operator_transaction_id: 'MP261121.1200.K00001' };
  await world.pay(session, told);
  await world.pay(session, { ...told, amount: 9000 });
  const listed = await chari(['alerts', 'list', '--env', 'test'], options);
  expect(listed.stdout).toContain('a second message of MP261121.1200.K00001 says 9000 XAF, not 7000');
  const { alerts } = await chariJson<{ alerts: { id: string }[] }>(
    ['alerts', 'list', '--env', 'test'],
    options,
  );
  const close = ['alerts', 'close', alerts[0]?.id ?? '', ...as('Awa')];
  expect(await chari(close, options)).toMatchObject({ exit_code: 0 });
  expect((await chari(close, options)).stderr).toMatch(/was closed before, by Awa\.\n$/);
});

test('that the operator took a payment back is closed by who says up to when they know of it', async () => {
  const id = world.services.newId();
  const raise = (last_at: Date) =>
    world.rows(
      `insert into staff_alerts as a (id, environment, kind, subject, detail, opened_at, last_at)
      values ($1, 'live', 'reversal', 'a payment', '{}', $2, $2)
      on conflict (id) do update set last_at = excluded.last_at, times = a.times + 1`,
      [id, last_at],
    );
  const first_at = new Date(world.now.getTime() - 3_600_000);
  await raise(first_at);
  const close = (...more: string[]) => chari(['alerts', 'close', id, ...more, ...as('Awa')], options);
  const told = await chari(['alerts', 'list'], options);
  expect(told.stdout).toContain(first_at.toISOString());
  expect((await close()).stderr).toContain(`npx chari alerts close ${id} --seen ${first_at.toISOString()}`);
  await raise(world.now);
  expect((await close('--seen', first_at.toISOString())).stderr).toContain('has taken back more');
  expect((await close('--seen', 'today')).exit_code).toBe(2);
  const ahead = (await close('--seen', '2099-01-01T00:00:00Z')).stderr;
  expect(ahead).toContain('Nobody has seen what is still to come.');
  expect(ahead).toContain(`--seen ${world.now.toISOString()}`);
  expect(await close('--seen', world.now.toISOString())).toMatchObject({ exit_code: 0 });
});

test('an alert is told later each time, also by a process whose clock is behind', async () => {
  const alert = {
    id: world.services.newId(),
    environment: 'live',
    kind: 'reversal',
    subject: 'another',
  } as const;
  const raise = async (opened_at: Date): Promise<Date | undefined> => {
    await insertAlerts(world.db.pool, [
      { ...alert, notice_id: null, credit_id: null, detail: {}, opened_at },
    ]);
    const [row] = await world.rows<{ last_at: Date }>(
      "select last_at from staff_alerts where subject = 'another'",
    );
    return row?.last_at;
  };
  const first_at = await raise(world.now);
  expect((await raise(new Date(world.now.getTime() - 9000)))?.getTime()).toBeGreaterThan(
    first_at?.getTime() ?? 0,
  );
});

test('replay says how many texts were read again', async () => {
  expect(await chariJson(['sms', 'replay'], options)).toEqual({ read: 0, outcomes: {}, failed: 0 });
});

test('templates are tried on their samples and on a text, without a database', async () => {
  const good = await chari(
    [
      'templates',
      'test',
      'airtel-credit@2',
      'Vous avez recu 500 FCFA du 66123456. Ref: MP261121.1200.A12345',
    ],
    { env: {} },
  );
  expect(good).toMatchObject({ exit_code: 0, stderr: '' });
  expect(good.stdout).toContain('taken by airtel-credit@2:');
  const bad = await chari(['templates', 'test', 'airtel-credit@2', 'Bonjour'], { env: {} });
  expect(bad).toMatchObject({ exit_code: 1 });
  expect(bad.stdout).toContain('not taken by airtel-credit@2:');
});

test('a wording is proposed for a text, tried on it, taught and listed', async () => {
  const text = 'Argent arrive: 500 F de NOM (66123456). Ref: MP261121.1200.A12345. Solde: 900 F';
  const proposal = await chariJson<{ kind: string; wording: string }>(
    ['templates', 'propose', '--text', text],
    { env: {} },
  );
  const wording = 'Argent arrive: {amount} de {payer}. Ref: {id}. Solde: {balance}';
  expect(proposal).toMatchObject({ kind: 'CREDIT', wording });
  const draft = ['--operator', 'AIRTEL', '--kind', 'CREDIT', '--wording', wording, '--text', text];
  const tested = await chari(['templates', 'test', ...draft], options);
  expect(tested).toMatchObject({ exit_code: 0, stderr: '' });
  expect(tested.stdout).toContain('It would read 1 of the texts');
  const added = await chari(['templates', 'add', 'airtel-arrived', ...draft, ...as('Awa')], options);
  expect(added).toMatchObject({ exit_code: 0, stderr: '' });
  expect(added.stdout).toContain('airtel-arrived@1 is taught');
  // It reads nothing before it is confirmed, so what waits is read again after that.
  expect(added.stdout).toMatch(
    /templates confirm airtel-arrived@1\.\nThen npx chari sms replay, then npx chari suspense replay/,
  );
  expect((await chari(['templates', 'list'], options)).stdout).toMatch(
    /airtel-arrived@1 .*taught .*unconfirmed/,
  );
  const confirm = ['templates', 'confirm', 'airtel-arrived@1'];
  const first = await chari([...confirm, ...as('Awa')], options);
  expect(first.stdout).toMatch(
    /^Proposed\. As this always takes two .* npx chari templates confirm airtel-arrived@1/,
  );
  expect((await chari([...confirm, ...as('AWA')], options)).stderr).toMatch(/^Awa proposed this/);
  await chariJson(['templates', 'withdraw', 'airtel-arrived@1', ...as('Awa')], options);
  await chariJson([...confirm, ...as('Brahim')], options);
  const confirmed = await chari([...confirm, ...as('Awa')], options);
  expect(confirmed.stdout).toContain('airtel-arrived@1 is confirmed');
  expect(confirmed.stdout).toContain('npx chari sms replay, then npx chari suspense replay');
  const revoke = ['templates', 'revoke', 'airtel-arrived@1', ...as('Chantal')];
  expect((await chari(revoke, options)).stdout).toMatch(
    /^airtel-arrived@1 is unconfirmed again; Awa had confirmed it on /,
  );
  expect((await chari(revoke, options)).stderr).toMatch(/is not confirmed, so there is nothing to revoke/);
  const read = await chari(['templates', 'test', 'airtel-arrived@1', text], options);
  expect(read.stdout).toContain('taken by airtel-arrived@1:');
});

test.each([
  [['review', 'confirm', NOBODY, ...as('Awa')], 1, `There is no session ${NOBODY}`],
  [['review', 'confirm', NOBODY, '--note', 'why'], 2, 'Say who decides: --as NAME'],
  [['review', 'confirm', NOBODY, '--as', 'Awa'], 2, '--note <text>'],
  [['review', 'reject', NOBODY, '--as', ' ', '--note', 'why'], 2, '1 to 200 characters'],
  [['review', 'withdraw', NOBODY, ...as('Awa')], 1, 'Nothing is proposed'],
  [['suspense', 'assign', NOBODY, ...as('Awa')], 2, 'one of --session, --transaction or --merchant'],
  [['suspense', 'assign', NOBODY, '--merchant', NOBODY, ...as('Awa')], 1, 'There is no credit'],
  [['suspense', 'assign', NOBODY, '--transaction', NOBODY, ...as('Awa')], 1, 'There is no transaction'],
  [['suspense', 'refund-mark', NOBODY, '--amount', '1', ...as('Awa')], 1, 'There is no credit'],
  [['suspense', 'unmark', NOBODY, ...as('Awa')], 1, 'There is no credit'],
  [['transactions', 'confirm', NOBODY, ...as('Awa')], 1, 'There is no transaction'],
  [['numbers', 'withdraw', '66009999', ...as('Awa')], 1, 'Nothing is proposed about the number 66009999'],
  [['numbers', 'senders', '66009999', 'X', ...as('Awa')], 1, 'There is no number 66009999'],
  [['numbers', 'senders', '66009999', 'X', '--as', 'Awa'], 2, '--note <text>'],
  [['templates', 'withdraw', 'x@1', ...as('Awa')], 1, 'Nothing is proposed about the template x@1'],
  [['alerts', 'withdraw', NOBODY, ...as('Awa')], 1, 'Nothing is proposed about the alert'],
  [['alerts', 'close', NOBODY, ...as('Awa')], 1, 'There is no alert'],
  [['templates', 'test', 'x@1'], 1, 'There is no template x@1'],
  [['templates', 'test'], 2, 'Name a template as id@version'],
  [['templates', 'propose'], 2, 'Give the id of a notice'],
  [['templates', 'propose', NOBODY], 1, 'There is no notice'],
  [
    ['templates', 'add', 'x', '--operator', 'MOOV', '--kind', 'CREDIT', '--wording', 'x', ...as('Awa')],
    1,
    'x is no name for a template',
  ],
] as const)('%j is refused on stderr', async (args, exit_code, sentence) => {
  const ran = await chari(args, options);
  expect(ran).toMatchObject({ exit_code, stdout: '' });
  expect(ran.stderr).toContain(sentence);
});

test('a list that is cut says so, and every merchant is frozen at once, also those that it leaves out', async () => {
  await Promise.all(Array.from({ length: 100 }, () => world.merchant()));
  const listed = await chari(['merchants', 'list'], options);
  expect(listed.stdout).toMatch(
    /\nThese are 100, and there may be more: --limit shows more, up to 10000\.\n$/,
  );
  expect(listed.stdout).not.toContain(merchant);
  for (const which of [[], [merchant, '--all']])
    expect(await chari(['merchants', 'freeze', ...which, ...as('Awa')], options)).toMatchObject({
      exit_code: 2,
      stderr: expect.stringContaining('the id of a merchant, or --all'),
    });
  const freeze = () => chari(['merchants', 'freeze', '--all', ...as('Awa')], options);
  const [{ n } = { n: 0 }] = await world.rows<{ n: number }>('select count(*)::int as n from merchants');
  expect((await freeze()).stdout).toBe(`All ${n} merchants are frozen in live; 0 of them were so already.\n`);
  expect((await freeze()).stdout).toContain(`; ${n} of them were so already.`);
  const all = await chari(['merchants', 'list', '--limit', '10000'], options);
  expect(all.stdout.match(/FROZEN/g)).toHaveLength(n);
  expect(all.stdout).not.toContain('there may be more');
});
