import { afterAll, beforeEach, expect, test } from 'vitest';
import { mailNoticeSteps } from '../../src/cli/serve/mail-notices.ts';
import { heldMails } from '../../src/engine/mail/account-mails.ts';
import { MailRefused, type OutgoingMail } from '../../src/engine/mail/mailer.ts';
import { tellMembers } from '../../src/engine/mail/notices.ts';
import type { Services } from '../../src/engine/services.ts';
import { openWorld, type World } from '../collection/world.ts';

const worlds: World[] = [];
let world: World;
let merchant_id: string;
let sent: OutgoingMail[];
/** What is thrown for each mail; null: it is taken. */
let fails: Error | null;
const LATER = new Error('421 try again later');
beforeEach(async () => {
  world = await openWorld();
  worlds.push(world);
  merchant_id = await world.merchant();
  sent = [];
  fails = null;
});
afterAll(() => Promise.all(worlds.map((one) => one.close())));

async function member(role: string, email: string, language = 'fr'): Promise<string> {
  const [account_id, id] = [world.services.newId(), world.services.newId()];
  await world.rows(
    `insert into accounts (id, email, name, language, email_verified_at, created_at) values ($1, $2, 'P', $3, $4, $4)`,
    [account_id, email, language, world.now],
  );
  await world.rows(
    `insert into members (id, account_id, merchant_id, role, created_at) values ($1, $2, $3, $4, $5)`,
    [id, account_id, merchant_id, role, world.now],
  );
  return id;
}

const mailer = async (mail: OutgoingMail) => {
  if (fails !== null) throw fails;
  sent.push(mail);
};
const stepsOf = (services: Services) => {
  const [notice, send] = mailNoticeSteps(services, mailer);
  return { notice: () => notice?.run(), send: () => send?.run() };
};
const tell = (about = '1') =>
  tellMembers(world.services, world.db.pool, [
    { merchant_id, kind: 'kyc_decided', about, detail: { verdict: 'approve' } },
  ]);
const states = async () =>
  (await world.rows<{ state: string }>('select state from mail_notices order by id')).map(
    ({ state }) => state,
  );

test('each who wants it gets one mail about one thing, in their language, however often it is told', async () => {
  await member('owner', 'owner@example.com', 'ar');
  await member('cashier', 'cashier@example.com');
  expect([await tell(), await tell(), await tell('2')]).toEqual([1, 0, 1]);
  await stepsOf(world.services).send();
  await stepsOf(world.services).send();
  expect(sent.map(({ to }) => to)).toEqual(['owner@example.com', 'owner@example.com']);
  expect(sent[0]?.subject).toContain('تم التحقق');
  expect(await states()).toEqual(['SENT', 'SENT']);
});

test('of ten processes that send at once each mail is sent by one', async () => {
  for (let n = 0; n < 30; n += 1) await member('owner', `owner-${n}@example.com`);
  await tell();
  const processes = await world.processes(10, 2);
  await Promise.all(processes.map((services) => stepsOf(services).send()));
  await stepsOf(world.services).send();
  expect(sent.length).toBe(30);
  expect(new Set(sent.map(({ to }) => to)).size).toBe(30);
});

test('a mail whose sender dies is sent again after its lease, under the same message id', async () => {
  await member('owner', 'owner@example.com');
  await tell();
  const dying = {
    ...world.services,
    // Dies after the mail has left and before that is written down.
    pool: new Proxy(world.db.pool, {
      get: (pool, name) =>
        name === 'query'
          ? (query: { name?: string }) =>
              query.name === 'finish_mail_notices'
                ? Promise.reject(new Error('killed'))
                : pool.query(query as never)
          : Reflect.get(pool, name),
    }),
  };
  await expect(stepsOf(dying).send()).rejects.toThrow('killed');
  expect(await stepsOf(world.services).send()).toBe(0);
  world.pass(121);
  await stepsOf(world.services).send();
  expect(sent.length).toBe(2);
  expect(new Set(sent.map(({ message_id }) => message_id)).size).toBe(1);
  expect(await states()).toEqual(['SENT']);
});

test('a mail that this release can’t write keeps no other from being recorded as sent, and is tried again', async () => {
  await member('owner', 'owner@example.com');
  await tell('1');
  await tellMembers(world.services, world.db.pool, [
    { merchant_id, kind: 'owners_changed', about: '2', detail: { change: 'of a newer release' } },
  ]);
  await tell('3');
  await stepsOf(world.services).send();
  world.pass(121);
  await stepsOf(world.services).send();
  expect([sent.length, await states()]).toEqual([2, ['SENT', 'WAITING', 'SENT']]);
  // Nor does it use up the tries of the one that can.
  await hours(20);
  const waiting = `select attempts from mail_notices where state = 'WAITING'`;
  expect(await world.rows(waiting)).toEqual([{ attempts: 0 }]);
});

test('what is not taken is tried eight times and then given up, with the reason', async () => {
  await member('owner', 'owner@example.com');
  await tell();
  fails = LATER;
  // All within a day: what is older is no news.
  for (let n = 0; n < 8; n += 1) {
    await stepsOf(world.services).send();
    await world.rows('update mail_notices set due_at = $1 where state = $2', [world.now, 'WAITING']);
  }
  const [row] = await world.rows('select state, attempts, failure from mail_notices');
  expect(row).toEqual({ state: 'FAILED', attempts: 8, failure: '421 try again later' });
  expect(await stepsOf(world.services).send()).toBe(0);
});

/** Lets hours go by, with a try whenever one is due. */
async function hours(n: number): Promise<void> {
  for (let quarter = 0; quarter < n * 4; quarter += 1) {
    await stepsOf(world.services).send();
    world.pass(900);
  }
}
const warn = () =>
  tellMembers(world.services, world.db.pool, [
    { merchant_id, kind: 'payout_account', about: '1', detail: { state: 'WAITING', label: 'x', by: 'y' } },
    { merchant_id, kind: 'owners_changed', about: '2', detail: { change: 'invited', by: 'x', who: 'y' } },
  ]);

test.each([
  ['that no server takes', LATER],
  ['that a server refuses for good', new MailRefused('554 blocked')],
])('what nobody can turn off is tried for 72 hours, also a mail %s', async (_, failure) => {
  await member('owner', 'owner@example.com');
  await warn();
  fails = failure;
  await hours(60);
  expect(await states()).toEqual(['WAITING', 'WAITING']);
  expect(await heldMails(world.services, 10)).toMatchObject([
    { state: 'WAITING', email: 'owner@example.com', failure: failure.message, ended_at: null },
    { state: 'WAITING', email: 'owner@example.com', failure: failure.message, ended_at: null },
  ]);
  fails = null;
  await hours(7);
  expect(sent.map(({ to }) => to)).toEqual(['owner@example.com', 'owner@example.com']);
  expect(await states()).toEqual(['SENT', 'SENT']);
  expect(await heldMails(world.services, 10)).toEqual([]);
});

test('what nobody can turn off and nobody has taken by then is listed as given up, and no third day is begun of anything else', async () => {
  await member('owner', 'owner@example.com');
  await warn();
  await tell();
  fails = new MailRefused('554 blocked');
  await hours(73);
  expect(
    (await heldMails(world.services, 10)).map(({ kind, state }) => `${kind} ${state}`).toSorted(),
  ).toEqual(['kyc_decided FAILED', 'owners_changed FAILED', 'payout_account FAILED']);
  const tries = await world.rows<{ attempts: number }>('select attempts from mail_notices order by id');
  expect(tries).toEqual([{ attempts: 12 }, { attempts: 12 }, { attempts: 1 }]);
});

test('a mail that nobody carries is listed as one that waits, and after three days as one that nobody sent in time', async () => {
  await member('owner', 'owner@example.com');
  await warn();
  expect(await heldMails(world.services, 10)).toEqual([]);
  world.pass(3_600);
  expect(await heldMails(world.services, 10)).toMatchObject([
    { state: 'WAITING', attempts: 0, failure: null, ended_at: null },
    { state: 'WAITING', attempts: 0, failure: null, ended_at: null },
  ]);
  world.pass(72 * 3_600);
  await stepsOf(world.services).send();
  expect(sent).toEqual([]);
  expect(await heldMails(world.services, 10)).toMatchObject([
    { state: 'FAILED', failure: 'sent by nobody in time' },
    { state: 'FAILED', failure: 'sent by nobody in time' },
  ]);
});

test('who has left, wants no more, or would read it a day late gets none', async () => {
  const [gone, bored] = [
    await member('owner', 'gone@example.com'),
    await member('owner', 'bored@example.com'),
  ];
  await member('owner', 'late@example.com');
  await tell();
  await world.rows('update members set ended_at = $1 where id = $2', [world.now, gone]);
  await world.rows(
    `insert into notice_choices (member_id, kind, is_wanted) values ($1, 'kyc_decided', false)`,
    [bored],
  );
  world.pass(86_401);
  await stepsOf(world.services).send();
  expect(sent).toEqual([]);
  expect(await states()).toEqual(['DROPPED', 'DROPPED', 'DROPPED']);
});

test('payments under review are told once an hour, failing endpoints once a day, and yesterday once', async () => {
  const owner = await member('owner', 'owner@example.com');
  await world.rows(
    `insert into notice_choices (member_id, kind, is_wanted) values ($1, 'daily_summary', true)`,
    [owner],
  );
  await world.liveNumber('+23566001001');
  await world.rows(
    `insert into webhook_endpoints (id, merchant_id, environment, url, secret_sealed, status, consecutive_failures, failing_since, created_at, updated_at)
     values ($1, $2, 'live', 'https://x.example.com/hook', '\\x00', 'degraded', 9, $3, $3, $3)`,
    [world.services.newId(), merchant_id, world.now],
  );
  const paid = await world.session(merchant_id, { environment: 'live' });
  await world.pay(paid, { operator_transaction_id: 'PP261121.1200.A00001' });
  for (const amount_xaf of [7_001, 8_001]) {
    const late = await world.session(merchant_id, { environment: 'live', amount_xaf });
    await world.rows(
      `with told as (insert into events (id, merchant_id, environment, type, object_id, sequence, body, created_at)
        select gen_random_uuid(), merchant_id, environment, 'payment_session.under_review', id, 1, '{}', $1
        from payment_sessions where id = $2)
      update payment_sessions set status = 'UNDER_REVIEW', review_reason = 'late', closed_at = $1, event_sequence = 1 where id = $2`,
      [world.now, late.id],
    );
  }
  const { notice } = stepsOf(world.services);
  await notice();
  world.pass(61);
  await notice();
  const kinds = async () =>
    (await world.rows<{ kind: string }>('select kind from mail_notices order by id')).map(({ kind }) => kind);
  expect(await kinds()).toEqual(['review_opened', 'endpoint_trouble', 'daily_summary']);
  world.pass(20 * 3_600);
  await notice();
  world.pass(3_600);
  await notice();
  const days = await world.rows<{ detail: unknown }>(
    `select detail from mail_notices where kind = 'daily_summary' order by about`,
  );
  expect(days.map(({ detail }) => detail)).toEqual([
    { day: '2026-11-20', payments: 0, amount_xaf: 0 },
    { day: '2026-11-21', payments: 1, amount_xaf: 5_000 },
  ]);
});

/** An endpoint in trouble: failing since so many days ago, and disabled now where it says so. */
const troubled = (url: string, days: number, more: { environment?: string; is_disabled?: boolean } = {}) =>
  world.rows(
    `insert into webhook_endpoints (id, merchant_id, environment, url, secret_sealed, status, consecutive_failures,
       failing_since, disabled_at, disabled_reason, created_at, updated_at)
     select $1, $2, $3, $4, '\\x00', case when $5 then 'disabled' else 'degraded' end, 20, $6,
       case when $5 then $7::timestamptz end, case when $5 then 'failing' end, $6, $6`,
    [
      world.services.newId(),
      merchant_id,
      more.environment ?? 'live',
      url,
      more.is_disabled ?? false,
      new Date(world.now.getTime() - days * 86_400_000),
      world.now,
    ],
  );
const told = async () =>
  (
    await world.rows<{ url: string; status: string }>(
      `select detail ->> 'url' as url, detail ->> 'status' as status from mail_notices
       where kind = 'endpoint_trouble' order by id`,
    )
  ).map(({ url, status }) => `${url} ${status}`);

test('an endpoint that gets few events and is disabled in its second week of failure is told of', async () => {
  await member('owner', 'owner@example.com');
  await troubled('https://x.example.com/', 8, { is_disabled: true });
  const { notice } = stepsOf(world.services);
  await notice();
  await notice();
  expect(await told()).toEqual(['https://x.example.com/ disabled']);
});

test('a live endpoint that fails is told of beside a thousand of the test environment that failed before it', async () => {
  await member('owner', 'owner@example.com');
  await troubled('https://test.example.com/', 0.9, { environment: 'test' });
  await world.rows(
    `insert into webhook_endpoints (id, merchant_id, environment, url, secret_sealed, status, consecutive_failures,
       failing_since, created_at)
     select gen_random_uuid(), $1, 'test', url, secret_sealed, status, 20, failing_since, created_at
     from webhook_endpoints, generate_series(1, 1100)`,
    [merchant_id],
  );
  await world.rows(`update webhook_endpoints set id = overlay(id::text placing '0000' from 1)::uuid`);
  await troubled('https://live.example.com/', 1);
  await stepsOf(world.services).notice();
  expect(await told()).toContain('https://live.example.com/ degraded');
});

test('an endpoint that fails and recovers by turns is told of once a day', async () => {
  await member('owner', 'owner@example.com');
  await troubled('https://x.example.com/', 0);
  const { notice } = stepsOf(world.services);
  for (let n = 0; n < 5; n += 1) {
    await notice();
    world.pass(600);
    await world.rows('update webhook_endpoints set failing_since = $1', [world.now]);
  }
  expect(await told()).toEqual(['https://x.example.com/ degraded']);
  world.pass(86_400);
  await world.rows('update webhook_endpoints set failing_since = $1', [world.now]);
  await notice();
  expect(await told()).toHaveLength(2);
});

test('many endpoints that fail by turns are a few mails and one more a day, and hide none of what is disabled', async () => {
  await member('owner', 'owner@example.com');
  for (let n = 0; n < 20; n += 1) await troubled(`https://x.example.com/${n}`, 0, { environment: 'test' });
  const { notice, send } = stepsOf(world.services);
  for (const failing of [5, 12, 20]) {
    await world.rows(
      `update webhook_endpoints set status = case when nth <= $1 then 'degraded' else 'enabled' end
       from (select id, row_number() over (order by id) as nth from webhook_endpoints) n where n.id = webhook_endpoints.id`,
      [failing],
    );
    await notice();
    world.pass(61);
  }
  expect(await told()).toHaveLength(4);
  await send();
  expect(sent.filter(({ subject }) => subject.includes('d’autres adresses'))).toHaveLength(1);
  await troubled('https://live.example.com/', 0);
  await troubled('https://gone.example.com/', 5, { environment: 'test', is_disabled: true });
  await notice();
  expect((await told()).slice(4).sort()).toEqual([
    'https://gone.example.com/ disabled',
    'https://live.example.com/ degraded',
  ]);
});
