import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { DEFAULT_POLICY } from '../../src/domain/policy.ts';
import { findGatewaySenders } from '../../src/engine/gateways/sending.ts';
import { chari, chariJson } from '../cli/run.ts';
import { openTestDatabase } from '../database/open.ts';
import { answering, GatewayServer } from './gateway-server.ts';

type Made = { id: string; name: string; secret: string | null; inbound_url: string };
type CollectionNumber = { id: string; msisdn: string };

const SIGNED = ['--as', 'Awa', '--note', 'a new SIM'];

describe('the gateways of the command line', async () => {
  const db = await openTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'chari-gateways-'));
  afterAll(async () => {
    await db.drop();
    await rm(folder, { recursive: true, force: true });
  });
  const env = {
    DATABASE_URL: db.url,
    CHARI_DATA_DIR: folder,
    CHARI_SECRET_KEY: '07'.repeat(32),
    PUBLIC_URL: 'https://pay.example.com',
  };
  const options = { env };
  const run = (...args: string[]) => chari(args, options);

  test('one is made with an address and a key that is shown once, and is sealed', async () => {
    const made = await chariJson<Made>(['gateways', 'create', 'phone-1', ...SIGNED], options);
    expect(made.inbound_url).toBe(`https://pay.example.com/gateways/${made.id}/inbound`);
    expect(made.secret).toMatch(/^[0-9a-hjkmnp-tv-z]{32}$/);
    const listed = await run('gateways', 'list', '--json');
    expect(listed.stdout).toContain(made.id);
    expect(listed.stdout).not.toContain(made.secret ?? '');
    const { rows } = await db.pool.query('select g::text as row from sms_gateways g where id = $1', [
      made.id,
    ]);
    expect(rows[0].row).not.toContain(Buffer.from(made.secret ?? '').toString('hex'));
    const again = await run('gateways', 'create', 'phone-1', ...SIGNED);
    expect([again.exit_code, again.stderr]).toEqual([
      1,
      'There is a gateway phone-1 already: npx chari gateways rotate phone-1 --note WHY gives it a fresh key.\n',
    ]);
  });

  test('a key that the phone made comes by the pipe and is not shown', async () => {
    const args = ['gateways', 'create', 'phone-2', '--secret', '-', ...SIGNED, '--json'];
    const ran = await chari(args, { env, stdin: 'made-by-the-phone\n' });
    expect(JSON.parse(ran.stdout)).toMatchObject({ name: 'phone-2', secret: null });
    expect(ran.stdout).not.toContain('made-by-the-phone');
  });

  test.each([
    [['create', 'two words'], 'A name is letters, digits, dots and dashes, as in phone-1.'],
    [['create', 'p', '--secret', 'short'], 'A secret has at least 8 characters and no space at its ends.'],
    [['create', 'p', '--config', '{}x'], '--config is no JSON'],
    [
      ['create', 'p', '--config', '{"auth":"token"}'],
      'A gateway of the kind sms-gate needs no configuration.',
    ],
    [['create', 'p', '--send-url', 'http://a.example'], 'The address for sending begins with https://'],
    [['create', 'p', '--send-url', 'https://a.example/v1'], 'Sending needs a login: user:password.'],
    [
      ['create', 'p', '--send-login', 'USER:pass'],
      '--send-login and --send-private go with --send-url: give the address too.',
    ],
    [['create', 'p', '--send-private'], '--send-login and --send-private go with --send-url'],
    [['rotate', 'nobody'], 'There is no gateway nobody: npx chari gateways list shows them.'],
    [['pause', 'nobody'], 'There is no gateway nobody: npx chari gateways list shows them.'],
    [['requests', 'nobody'], 'There is no gateway nobody: npx chari gateways list shows them.'],
  ])('%j is refused with a sentence', async (args, sentence) => {
    const ran = await run('gateways', ...args, ...(args[0] === 'requests' ? [] : SIGNED));
    expect(ran.exit_code).not.toBe(0);
    expect(ran.stderr).toContain(sentence);
  });

  test('a number is added with its SIM, moved to another, listed, and taken away from it', async () => {
    const number = await chariJson<CollectionNumber>(
      [
        'numbers',
        'add',
        '+23566000001',
        '--operator',
        'AIRTEL',
        ...['--as', 'Awa', '--note', 'a new SIM'],
        '--daily-count',
        '50',
        '--daily-volume',
        '900000',
        '--gateway',
        'phone-1',
        '--device',
        'dev',
        '--sim',
        '1',
      ],
      options,
    );
    const list = async () => (await run('numbers', 'list', '--env', 'live')).stdout;
    expect(await list()).toMatch(/900000 XAF\s+50\s+phone-1\/dev SIM 1/);
    await chariJson(
      ['numbers', 'route', number.msisdn, '--gateway', 'phone-2', '--also', ...SIGNED],
      options,
    );
    expect(await list()).toContain('phone-1/dev SIM 1, phone-2/default its only SIM');
    const several = '+23566000001 is heard while any of 2 phones is';
    expect(await list()).toContain(several);
    expect((await run('doctor')).stdout).toContain(several);
    const moved = await run('numbers', 'route', number.msisdn, '--gateway', 'phone-2', ...SIGNED);
    const back = 'numbers route +23566000001 --gateway phone-1 --device dev --sim 1 --also --note WHY';
    expect(moved.stdout.split('\n')).toEqual([
      'SMS to +23566000001 come by phone-2, phone default, its only SIM.',
      'They come no more by phone-1, phone dev, SIM 1.',
      'If they still do, as by a spare phone, add it again:',
      `  npx chari ${back}`,
      '',
    ]);
    expect(await list()).not.toContain(several);
    expect((await run('doctor')).stdout).not.toContain(several);
    await chariJson([...back.split(' ').slice(0, -2), ...SIGNED], options);
    expect(await list()).toContain('phone-1/dev SIM 1, phone-2/default its only SIM');
    await chariJson(['numbers', 'unroute', number.id, ...SIGNED], options);
    expect(await list()).not.toContain('phone-1/dev');
    const ran = await run('numbers', 'route', '+23566999999', '--gateway', 'phone-1', ...SIGNED);
    expect(ran.stderr).toContain('There is no live number +23566999999');
    // Whoever leads a number's messages to a phone of his own can tell of payments.
    expect((await run('numbers', 'route', number.id, '--gateway', 'phone-1')).stderr).toContain('--note');
    const { rows } = await db.pool.query(
      `select actor, detail ->> 'what' as what from staff_actions where action = 'gateway.change'
        and (subject_id = $1 or subject_id = $2) order by at, id`,
      [number.id, number.msisdn],
    );
    expect(rows).toEqual(
      ['route', 'route', 'route', 'route', 'unroute'].map((what) => ({ actor: 'Awa', what })),
    );
  });

  test('who can send for a number is the phone with its SIM, else any gateway that sends, else nobody', async () => {
    const services = {
      ...{ pool: db.pool, secret_key: Buffer.alloc(32, 7) },
      ...{ now: () => new Date(), policy: DEFAULT_POLICY },
    };
    const add = (number: string) =>
      chariJson<CollectionNumber>(
        ['numbers', 'add', number, '--operator', 'AIRTEL', '--as', 'Awa', '--note', 'a new SIM'],
        options,
      );
    const [own, other] = [await add('+23566000011'), await add('+23566000012')];
    expect(await findGatewaySenders(services, [own.id])).toEqual([null]);
    const login = ['--send-url', 'https://api.sms-gate.app/3rdparty/v1', '--send-login', 'USER:pa:ss'];
    await chariJson(['gateways', 'create', 'sender-1', ...login, ...SIGNED], options);
    await chariJson(['gateways', 'sending', 'phone-2', ...login, '--send-private', ...SIGNED], options);
    await chariJson(
      ['numbers', 'route', own.id, '--gateway', 'phone-2', '--device', 'd', '--sim', '2', ...SIGNED],
      options,
    );
    const [first, second] = await findGatewaySenders(services, [own.id, other.id]);
    const sends = { send_url: 'https://api.sms-gate.app/3rdparty/v1', username: 'USER', password: 'pa:ss' };
    expect(first).toMatchObject({ ...sends, is_private: true, device_id: 'd', sim_slot: 2 });
    expect(second).toMatchObject({ ...sends, device_id: null, sim_slot: null });
    // A new login without the address is not taken for "it only receives".
    const half = await run('gateways', 'sending', 'phone-2', '--send-login', 'USER:new', ...SIGNED);
    expect([half.exit_code, half.stderr.includes('--send-url')]).toEqual([2, true]);
    expect(await findGatewaySenders(services, [own.id])).toMatchObject([{ ...sends, device_id: 'd' }]);
    await chariJson(['gateways', 'pause', 'phone-2', ...SIGNED], options);
    expect(await findGatewaySenders(services, [own.id])).toMatchObject([
      { is_private: false, device_id: null },
    ]);
    const { rows } = await db.pool.query('select string_agg(g::text, $1) as all from sms_gateways g', [' ']);
    expect(rows[0].all).not.toContain(Buffer.from('pa:ss').toString('hex'));
    await chariJson(['gateways', 'sending', 'sender-1', ...SIGNED], options);
    expect(await findGatewaySenders(services, [own.id])).toEqual([null]);
    // The login by the pipe, where no list of processes shows it.
    const piped = { ...options, stdin: 'USER:by:pipe\n' };
    await chariJson(['gateways', 'sending', 'sender-1', ...login.slice(0, 3), '-', ...SIGNED], piped);
    expect(await findGatewaySenders(services, [own.id])).toMatchObject([
      { username: 'USER', password: 'by:pipe' },
    ]);
    const both = await chari(
      ['gateways', 'create', 'both', '--secret', '-', ...login.slice(0, 3), '-', ...SIGNED],
      piped,
    );
    expect([both.exit_code, both.stderr.includes('one pipe')]).toEqual([2, true]);
  });

  test('a number is not added with a phone or a SIM of which nobody says whose gateway it is', async () => {
    const add = ['numbers', 'add', '+23566000031', '--operator', 'AIRTEL', ...SIGNED];
    for (const place of [
      ['--device', 'd'],
      ['--sim', '0'],
    ]) {
      const ran = await run(...add, ...place);
      expect([ran.exit_code, ran.stderr]).toEqual([
        2,
        '--device and --sim go with --gateway: say whose phone it is.\n',
      ]);
    }
    expect((await run('numbers', 'list', '--env', 'live')).stdout).not.toContain('+23566000031');
  });

  test('a second rotation is refused while the key before is taken, and says until when', async () => {
    await chariJson(['gateways', 'create', 'turned', ...SIGNED], options);
    await chariJson(['gateways', 'rotate', 'turned', ...SIGNED], options);
    const again = await run('gateways', 'rotate', 'turned', ...SIGNED);
    expect([again.exit_code, again.stdout]).toEqual([1, '']);
    expect(again.stderr).toContain('--grace-hours 0');
    await chariJson(['gateways', 'rotate', 'turned', '--grace-hours', '0', ...SIGNED], options);
  });

  test("a number's phones are asked for their inbox, what came of it is shown, and who asked is kept", async () => {
    const server = await GatewayServer.open();
    const number = await chariJson<CollectionNumber>(
      ['numbers', 'add', '+23566000021', '--operator', 'AIRTEL', '--as', 'Awa', '--note', 'a new SIM'],
      options,
    );
    const signed = ['--as', 'Zara', '--note', 'nothing since noon'];
    const ask = (...args: string[]) => run('gateways', 'inbox', number.msisdn, ...signed, ...args);
    expect((await ask()).stdout).toContain(
      'No phone is known to hold its SIM: npx chari numbers route +23566000021',
    );
    const api = ['--send-url', server.url('/v1'), '--send-login', 'x-api-key:KEY', '--send-private'];
    await chariJson(['gateways', 'create', 'bee-1', '--adapter', 'textbee', ...api, ...SIGNED], options);
    const phone = 'a'.repeat(24);
    await chariJson(
      ['numbers', 'route', number.id, '--gateway', 'bee-1', '--device', phone, ...SIGNED],
      options,
    );
    const receivedAt = new Date(Date.now() - 3_000_000).toISOString();
    const sms = { _id: 'b'.repeat(24), message: 'Bonne fete !', sender: 'AirtelMoney', receivedAt };
    server.reply = answering(200, JSON.stringify({ data: [sms] }));
    expect((await ask('--since', '30m')).stdout).toMatch(/bee-1 +a{24} +0 new, 0 known already\n/);
    expect((await ask('--since', '2h')).stdout).toMatch(/bee-1 +a{24} +1 new, 0 known already\n/);
    const again = await chariJson(['gateways', 'inbox', number.id, ...signed], options);
    expect(again).toMatchObject({ read: 0, phones: [{ outcome: { kind: 'pulled', kept: 0, repeated: 1 } }] });
    server.reply = answering(401);
    expect((await ask()).stdout).toContain('refused: the gateway answered 401');
    server.close();
    const { rows } = await db.pool.query(
      `select a.actor, a.note, r.notice_id is not null as is_read, count(*)::int as times
      from staff_actions a, notices n left join notice_readings r on r.notice_id = n.id
      where a.action = 'gateway.inbox' and a.subject_id = $1 and n.collection_number_id = $1::uuid group by 1, 2, 3`,
      [number.id],
    );
    expect(rows).toEqual([{ actor: 'Zara', note: 'nothing since noon', is_read: true, times: 5 }]);
  });

  test.each([
    [['+23566000021'], 'required option'],
    [['+23566999999', '--as', 'Zara', '--note', 'x'], 'There is no live number +23566999999'],
    [['+23566000021', '--as', 'Zara', '--note', 'x', '--since', '31d'], 'It must be like 30m, 6h or 2d'],
    [['+23566000021', '--as', 'Zara', '--note', 'x', '--since', 'noon'], 'It must be like 30m, 6h or 2d'],
  ])('inbox %j is refused with a sentence', async (args, sentence) => {
    const ran = await run('gateways', 'inbox', ...args);
    expect(ran.exit_code).not.toBe(0);
    expect(ran.stderr).toContain(sentence);
  });
});
