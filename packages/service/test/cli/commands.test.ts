import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../database/open.ts';
import { chari, chariJson, chariProcess } from './run.ts';

type Merchant = { id: string; name: string; kyc_status: string; kyc_approved_at: string | null };
type Key = { id: string; key: string; environment: string; scopes: string[] };
type CollectionNumber = { id: string; msisdn: string; status: string };

const SIGNED = ['--as', 'Awa', '--note', 'read on the SIM'];
const SECOND = ['--as', 'second', '--note', 'as the SIM shows it'];
const NOBODY = '01890000-0000-7000-8000-000000000000';

describe('the command line on a real database', async () => {
  const db = await openTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'chari-cli-'));
  afterAll(async () => {
    await db.drop();
    await rm(folder, { recursive: true, force: true });
  });
  const options = { env: { DATABASE_URL: db.url, CHARI_DATA_DIR: folder } };
  const create = () => chariJson<Merchant>(['merchants', 'create', '--name', 'Boutique Alpha'], options);

  test('a merchant is opened with its KYC pending, approved once, and listed', async () => {
    const merchant = await create();
    expect(merchant).toMatchObject({ name: 'Boutique Alpha', kyc_status: 'PENDING', kyc_approved_at: null });
    const approved = await chariJson<Merchant>(['merchants', 'approve-kyc', merchant.id], options);
    const again = await chariJson<Merchant>(['merchants', 'approve-kyc', merchant.id], options);
    expect(approved.kyc_status).toBe('APPROVED');
    expect(again.kyc_approved_at).toBe(approved.kyc_approved_at);
    const { merchants } = await chariJson<{ merchants: Merchant[] }>(['merchants', 'list'], options);
    expect(merchants.find(({ id }) => id === merchant.id)).toEqual(approved);
  });

  test('staff say how many live sessions a merchant may have open, and take it back', async () => {
    const { id } = await create();
    const allow = (sessions: string) =>
      chariJson(
        [
          'merchants',
          'allowance',
          id,
          '--operator',
          'MOOV',
          '--sessions',
          sessions,
          '--as',
          'Awa',
          '--note',
          'a fair',
        ],
        options,
      );
    expect(await allow('200')).toEqual({ merchant_id: id, operator: 'MOOV', sessions: 200 });
    expect(await allow('earned')).toEqual({ merchant_id: id, operator: 'MOOV', sessions: null });
    const { rows } = await db.pool.query('select actor, action from staff_actions where subject_id = $1', [
      id,
    ]);
    expect(rows).toEqual(Array(2).fill({ actor: 'Awa', action: 'merchant.allowance' }));
  });

  test('a merchant says where its checkout page leads back to, and what it shows', async () => {
    const { id } = await create();
    const set = (...more: string[]) => chariJson(['merchants', 'checkout', id, ...more, ...SIGNED], options);
    expect(await set('--return-url', 'https://shop.example/thanks')).toMatchObject({
      return_url: 'https://shop.example/thanks',
      shows_description: false,
    });
    expect(await set('--description', 'shown')).toMatchObject({
      return_url: 'https://shop.example/thanks',
      shows_description: true,
    });
    expect(await set('--return-url', 'none', '--description', 'hidden')).toMatchObject({
      return_url: null,
      shows_description: false,
    });
    const refused = await chari(
      ['merchants', 'checkout', id, '--return-url', 'javascript:alert(1)', ...SIGNED],
      options,
    );
    expect(refused).toMatchObject({ exit_code: 2, stdout: '' });
    expect(refused.stderr).toContain('https://shop.example.com/thanks');
    const in_production = { env: { ...options.env, NODE_ENV: 'production' } };
    const http = ['merchants', 'checkout', id, '--return-url', 'http://shop.example/'];
    // In production a name that is typed doesn't count, and nothing else is asked before who signs.
    expect((await chari([...http, ...SIGNED], in_production)).stderr).toContain('staff token');
    expect((await chari([...http, ...SIGNED], options)).exit_code).toBe(0);
  });

  test('a key is shown once; the database holds its hash, its last 4 characters and not the key', async () => {
    const merchant = await create();
    const made = await chariJson<Key>(
      ['keys', 'create', '--merchant', merchant.id, '--env', 'test'],
      options,
    );
    expect(Object.keys(made)).toEqual(['id', 'key', 'environment', 'scopes']);
    expect(made.key).toMatch(/^service_test_[0-9A-Za-z]{43}$/);
    expect(made.scopes).toContain('sandbox:write');
    const { rows } = await db.pool.query(
      'select key_hash, last4, api_keys::text as row from api_keys where id = $1',
      [made.id],
    );
    expect(rows[0].key_hash.equals(createHash('sha256').update(made.key).digest())).toBe(true);
    expect(rows[0].last4).toBe(made.key.slice(-4));
    expect(rows[0].row).not.toContain(made.key.slice(13, 40));
    const listed = await chari(['keys', 'list', '--merchant', merchant.id, '--json'], options);
    expect(listed.stdout).toContain(made.id);
    expect(listed.stdout).not.toContain(made.key.slice(13, 40));
  });

  test('a live key never has the sandbox, and scopes can be chosen', async () => {
    const { id } = await create();
    const args = ['keys', 'create', '--merchant', id, '--env', 'live', ...SIGNED];
    const whole = await chariJson<Key>(args, options);
    expect(whole.key).toMatch(/^service_live_/);
    expect(whole.scopes).not.toContain('sandbox:write');
    const narrow = await chariJson<Key>([...args, '--scopes', 'payment_sessions:read'], options);
    expect(narrow.scopes).toEqual(['payment_sessions:read']);
    // What takes money out of the balance is given only where somebody names it.
    expect(whole.scopes).not.toContain('refunds:write');
    const second = ['--as', 'Brahim', '--note', 'their server gives payments back'];
    await chariJson([...args, '--also', 'refunds:write'], options);
    const wider = await chariJson<Key>(
      [...args.slice(0, -SIGNED.length), '--also', 'refunds:write', ...second],
      options,
    );
    expect(wider.scopes.toSorted()).toEqual([...whole.scopes, 'refunds:write'].toSorted());
    const refused = await chari([...args, '--scopes', 'sandbox:write'], options);
    expect(refused).toMatchObject({ exit_code: 2, stdout: '' });
    expect(refused.stderr).toMatch(/^A live key can't have sandbox:write; .*\n$/);
  });

  test('a live number is added once, paused and resumed by its number', async () => {
    const add = [
      'numbers',
      'add',
      '66 00 00 01',
      '--operator',
      'AIRTEL',
      '--senders',
      'AirtelMoney',
      ...SIGNED,
    ];
    const first = await chari(add, options);
    expect(first.stdout).toMatch(/^AIRTEL number \+23566000001 is added: /);
    // Who adds it says whose SMS count, and somebody else says the same by the command that is named.
    expect(first.stdout).toContain('No SMS to it is evidence until another person agrees');
    expect(first.stdout).toContain('npx chari numbers senders +23566000001 "AirtelMoney" --note WHY');
    expect(await chari(add, options)).toMatchObject({ exit_code: 1, stdout: '' });
    const agree = ['numbers', 'senders', '+23566000001', 'AirtelMoney', ...SECOND];
    const added = await chariJson<CollectionNumber>(agree, options);
    const listed = { msisdn: '+23566000001', status: 'ACTIVE', sender_allow_list: ['AirtelMoney'] };
    expect(added).toMatchObject(listed);
    const paused = await chariJson<CollectionNumber>(
      ['numbers', 'pause', '+23566000001', ...SIGNED],
      options,
    );
    expect(paused).toMatchObject({ id: added.id, status: 'PAUSED' });
    const resumed = await chariJson<CollectionNumber>(['numbers', 'resume', added.id, ...SIGNED], options);
    expect(resumed.status).toBe('ACTIVE');
    const { numbers } = await chariJson<{ numbers: CollectionNumber[] }>(
      ['numbers', 'list', '--env', 'live'],
      options,
    );
    expect(numbers.map(({ msisdn }) => msisdn)).toEqual(['+23566000001']);
  });

  test('an SMS is read without being stored, from an argument or from a pipe', async () => {
    const text =
      'Ref:MP260627.1644.B72794 Vous avez recu 756.00 CFA du 053110000 .Reference: NA. Solde: 1210082.75 CFA.';
    const given = await chariJson(['sms', 'parse', text, '--operator', 'AIRTEL'], { env: {} });
    const piped = await chariJson(['sms', 'parse', '--operator', 'AIRTEL'], { env: {}, stdin: `${text}\n` });
    expect(given).toMatchObject({
      trusted_sender: true,
      readings: [{ kind: 'CREDIT', amount_xaf: 756, operator_transaction_id: 'MP260627.1644.B72794' }],
    });
    expect(piped).toEqual(given);
  });

  test('an SMS of a live number that staff paste becomes a credit that can be explained', async () => {
    const add = ['numbers', 'add', '66000002', '--operator', 'AIRTEL', '--senders', 'AirtelMoney'];
    const added = await chariJson([...add, ...SIGNED], options);
    expect(added).toMatchObject({ sender_allow_list: [], senders_proposed: ['AirtelMoney'] });
    await chari(['numbers', 'senders', '66000002', 'AirtelMoney', ...SECOND], options);
    await chari(['feeds', 'anchor', '66000002', '1000000', ...SIGNED], options);
    const local = new Date(Date.now() + 3_600_000).toISOString().replaceAll('-', '').replaceAll(':', '');
    const id = `MP${local.slice(2, 8)}.${local.slice(9, 13)}.B72795`;
    const text = `Ref:${id} Vous avez recu 756.00 CFA du 053110000 .Reference: NA. Solde: 1000756.00 CFA.`;
    const args = ['sms', 'ingest', text, '--number', '+23566000002', '--sender', 'AirtelMoney', ...SIGNED];
    const settled = await chariJson<{ outcome: string; credit_id: string }>(args, options);
    expect(settled).toMatchObject({ outcome: 'CREDIT' });
    expect(await chariJson<{ outcome: string }>(args, options)).toMatchObject({ outcome: 'DUPLICATE' });
    const explained = await chari(['credits', 'explain', settled.credit_id], options);
    expect(explained).toMatchObject({ exit_code: 0, stderr: '' });
    expect(explained.stdout).toContain(settled.credit_id);
    expect(await chariJson(['credits', 'replay'], options)).toMatchObject({ checked: 1, differences: [] });
    expect(await chariJson(['ledger', 'check'], options)).toMatchObject({ ok: true, problems: [] });
  });

  test('an SMS that nobody understands is kept and listed', async () => {
    await chari(['numbers', 'add', '66000003', '--operator', 'AIRTEL', ...SIGNED], options);
    const senders = ['numbers', 'senders', '66000003', 'AirtelMoney', '--note', 'as the SIM shows it'];
    const first = await chari([...senders, '--as', 'first'], options);
    expect(first.stdout).toMatch(/^Proposed\. As this always takes two people/);
    expect((await chari([...senders, '--as', 'First'], options)).stderr).toMatch(/^first proposed this/);
    expect(await chariJson([...senders, '--as', 'second'], options)).toMatchObject({
      sender_allow_list: ['AirtelMoney'],
    });
    const text = 'Bonjour, une nouvelle forme de texte que personne ne connait';
    const args = ['sms', 'ingest', text, '--number', '66000003', '--sender', 'AirtelMoney', ...SIGNED];
    expect(await chariJson(args, options)).toMatchObject({ outcome: 'UNPARSED', credit_id: null });
    const { notices } = await chariJson<{ notices: { body: string }[] }>(
      ['notices', 'list', '--unparsed'],
      options,
    );
    expect(notices.map(({ body }) => body)).toContain(text);
  });

  test('a template is confirmed once, by two people who answer for it', async () => {
    type Template = { template_id: string; template_version: number; kind: string; confirmed_by: string };
    const list = () => chariJson<{ templates: Template[] }>(['templates', 'list'], options);
    const credit = (await list()).templates.find(({ kind }) => kind === 'CREDIT');
    const name = `${credit?.template_id}@${credit?.template_version}`;
    const confirm = (by: string) =>
      chariJson(['templates', 'confirm', name, '--as', by, '--note', 'seen'], options);
    expect(await confirm('first')).toEqual({ kind: 'proposed' });
    expect(await confirm('second')).toMatchObject({ confirmed_by: 'second' });
    expect(await confirm('third')).toMatchObject({ confirmed_by: 'second' });
  });

  test('migrating what is up to date changes nothing', async () => {
    expect(await chariJson(['migrate'], options)).toMatchObject({ applied: [] });
  });

  test.each([
    ['an unknown merchant', ['merchants', 'approve-kyc', NOBODY], 1, NOBODY],
    [
      'an allowance that is no number',
      [
        'merchants',
        'allowance',
        NOBODY,
        '--operator',
        'MOOV',
        '--sessions',
        'many',
        '--as',
        'A',
        '--note',
        'n',
      ],
      2,
      'whole number',
    ],
    ['an id that is no UUID', ['merchants', 'approve-kyc', 'x'], 1, 'no merchant x'],
    ['a key for nobody', ['keys', 'create', '--merchant', NOBODY, '--env', 'test'], 1, NOBODY],
    ['keys of nobody', ['keys', 'list', '--merchant', NOBODY], 1, NOBODY],
    ['an unknown key', ['keys', 'revoke', NOBODY, ...SIGNED], 1, NOBODY],
    ['an unknown number', ['numbers', 'pause', '+23566999999', ...SIGNED], 1, '+23566999999'],
    [
      'a number of the other operator',
      ['numbers', 'add', '99000000', '--operator', 'AIRTEL', ...SIGNED],
      1,
      'MOOV',
    ],
    [
      'a number that is none',
      ['numbers', 'add', '123', '--operator', 'AIRTEL', ...SIGNED],
      1,
      '+235 and 8 digits',
    ],
    ['an unknown credit', ['credits', 'explain', 'x'], 1, 'no credit x'],
    [
      'an unknown template',
      ['templates', 'confirm', 'x@1', '--as', 'A', '--note', 'B'],
      1,
      'no template x@1',
    ],
    [
      'an SMS of a number that is not ours',
      ['sms', 'ingest', 'text', '--number', '66888888', '--sender', 'A', '--as', 'A', '--note', 'B'],
      1,
      'no live number',
    ],
    [
      'an SMS of a day that does not exist',
      [
        ...['sms', 'ingest', 'text', '--number', '66888888', '--sender', 'A', '--as', 'A', '--note', 'B'],
        ...['--received-at', '2026-02-31T10:00:00Z'],
      ],
      2,
      'is no time',
    ],
    ['a missing option', ['keys', 'create'], 2, '--merchant'],
    ['an unknown command', ['nonsense'], 2, 'nonsense'],
    ['an unknown choice', ['keys', 'create', '--merchant', NOBODY, '--env', 'prod'], 2, 'prod'],
    ['a name without letters', ['merchants', 'create', '--name', ' '], 2, '1 to 200'],
    [
      'a fee above everything',
      ['merchants', 'create', '--name', 'x', '--fee-basis-points', '10001'],
      2,
      '10000',
    ],
  ])('%s is refused on stderr, with nothing on stdout', async (_name, args, exit_code, words) => {
    const ran = await chari([...args, '--json'], options);
    expect(ran).toMatchObject({ exit_code, stdout: '' });
    expect(ran.stderr).toContain(words);
    expect(ran.stderr).not.toMatch(/\n {4}at /);
  });

  test('each command is a process that ends by itself, its exit code saying whether it was done', async () => {
    const ran = await Promise.all([
      chariProcess(['merchants', 'list', '--json'], options),
      chariProcess(['credits', 'explain', 'x'], options),
      chariProcess(['keys', 'create'], options),
    ]);
    expect(ran.map(({ exit_code }) => exit_code)).toEqual([0, 1, 2]);
    expect(ran.map(({ stdout, stderr }) => [stdout === '', stderr === ''])).toEqual([
      [false, true],
      [true, false],
      [true, false],
    ]);
  });

  // Whoever reads a SIM types 62.410 or 62 410: what says nothing looks as if the balance were taken.
  test.each([
    ['anchor', '62.410'],
    ['anchor', '62 410'],
    ['anchor', '1e5'],
    ['sweep', '-5'],
  ])('feeds %s with the amount %s says how it is written', async (verb, amount) => {
    const ran = await chari(['feeds', verb, '+23566000001', amount, ...SIGNED], options);
    expect(ran).toMatchObject({ exit_code: 2, stdout: '' });
    expect(ran.stderr).toMatch(/argument 'amount'.*whole number.*written like 62410/);
  });

  test('a whole key given where its id belongs is not repeated', async () => {
    const key = `service_live_${'x'.repeat(43)}`;
    const ran = await chari(['keys', 'revoke', key, ...SIGNED], options);
    expect(ran.exit_code).toBe(1);
    expect(ran.stderr).not.toContain('xxxx');
  });

  test('every wrong setting is told at once, before anything is touched', async () => {
    const ran = await chari(['merchants', 'list'], { env: { ...options.env, PORT: 'x', LOG_LEVEL: 'y' } });
    expect(ran).toMatchObject({ exit_code: 1, stdout: '' });
    expect(ran.stderr.trimEnd().split('\n')).toHaveLength(2);
  });

  test('a database that is away is one sentence, without the password', async () => {
    const url = 'postgresql://chari:hunter2@127.0.0.1:1/chari';
    const ran = await chari(['merchants', 'list'], { env: { ...options.env, DATABASE_URL: url } });
    expect(ran).toMatchObject({ exit_code: 1, stdout: '' });
    expect(ran.stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(ran.stderr).not.toContain('hunter2');
  });

  test('the doctor finds nothing in the way, and says what live still lacks', async () => {
    const ran = await chari(['doctor', '--json'], { env: { ...options.env, PORT: '0' } });
    const { ok, findings } = JSON.parse(ran.stdout);
    expect(ok).toBe(true);
    expect(findings.map((finding: { check: string }) => finding.check)).toEqual(
      expect.arrayContaining([
        'node',
        'data folder',
        'database',
        'migrations',
        'secret key',
        'port',
        'live MOOV',
      ]),
    );
    const said = findings.map((finding: { sentence: string }) => finding.sentence).join(' ');
    expect(said).toContain('--senders NAME --note WHY, and a second person agrees to NAME');
  });

  test('the doctor says that in production nobody signs up or resets a password without a mail server', async () => {
    const env = { ...options.env, NODE_ENV: 'production', PUBLIC_URL: 'http://127.0.0.1:1', PORT: '0' };
    const { stdout } = await chari(['doctor', '--json'], { env });
    const { findings } = JSON.parse(stdout) as { findings: { check: string; sentence: string }[] };
    expect(findings.find(({ check }) => check === 'mails')?.sentence).toContain('CHARI_SMTP_URL is not set');
    const { mails } = await chariJson<{ mails: unknown[] }>(['mails', 'held'], options);
    expect(mails).toEqual([]);
  });

  test('serving in production with unsafe settings is refused, a sentence each', async () => {
    const env = { ...options.env, NODE_ENV: 'production', CHARI_ALLOW_PRIVATE_WEBHOOKS: 'true' };
    const ran = await chari(['serve'], { env });
    expect(ran).toMatchObject({ exit_code: 1, stdout: '' });
    const names = ran.stderr
      .trimEnd()
      .split('\n')
      .map((line) => line.split(' ')[0]);
    expect(names).toEqual(['CHARI_SECRET_KEY', 'CHARI_ALLOW_PRIVATE_WEBHOOKS', 'PUBLIC_URL']);
  });
});
