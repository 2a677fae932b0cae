import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { announceSweeps } from '../../src/engine/desk/book/announce-sweep.ts';
import { watchFeeds } from '../../src/engine/feeds.ts';
import { closeNextDay } from '../../src/engine/proof/close.ts';
import { checkChain, isInDay, listDays, listOwnDays, showDay } from '../../src/engine/proof/show.ts';
import { ALWAYS, hearGateway } from '../book/gateway.ts';
import { openSim, type Sim, simsOfFile } from '../book/world.ts';
import { asked, made } from '../refunds/world.ts';
import { closeDays, dayAfter, dayOf, passToMorning, payAt, provingOf, sha256, TODAY } from './world.ts';

const nextSim = simsOfFile();
let sim: Sim;
/** The day on which a scene begins, and the one after it. */
let today: string;
let tomorrow: string;

/** For scenes that look at one SIM or at one merchant: all the days before them are closed. */
const onOneDatabase = () =>
  beforeEach(async () => {
    sim = await nextSim();
    await closeAll();
    await sim.say();
    today = dayOf(sim);
    tomorrow = dayAfter(today);
  });
/** For those that look at the sums of everything: they begin on TODAY. */
const onItsOwn = async () => {
  const own = await openSim();
  onTestFinished(() => own.world.close());
  sim = own;
  await sim.say();
};

const proving = () => provingOf(sim);
const closeAll = () => closeDays(sim);
const toMorning = () => passToMorning(sim);
const paid = (amount_xaf?: number) => payAt(sim, amount_xaf);
const numbersDay = async (day: string) =>
  (await showDay(sim.world.services, day)).accounts.find(({ name }) => name === sim.msisdn);

describe('A day', () => {
  onOneDatabase();

  it('is proven when the SIM was read after it, and then never changes', async () => {
    await onItsOwn();
    await paid();
    await sim.say();
    expect(await closeAll()).toEqual([]);
    toMorning();
    expect(await closeAll()).toEqual([TODAY]);
    expect(await numbersDay(TODAY)).toMatchObject({
      opening_xaf: 50_000,
      in_xaf: 5000,
      out_xaf: 0,
      closing_xaf: 55_000,
      said_xaf: 55_000,
      said_by: 'reading',
      ledger_xaf: 55_000,
      state: 'proven',
      lines: [],
    });
    expect(await showDay(sim.world.services, TODAY)).toMatchObject({
      held_xaf: 5000,
      owed_xaf: 5000,
      state: 'proven',
    });
    const changed = sim.world.rows(`update proof_accounts set closing_xaf = 0, in_xaf = 0, opening_xaf = 0`);
    await expect(changed).rejects.toThrow();
  });

  it('on which nothing moves is vouched for by a reading of any age, and says when that was', async () => {
    await paid();
    await sim.say();
    const read_at = sim.world.now;
    sim.world.pass(10 * 86_400);
    const last = (await closeAll()).at(-1) ?? '';
    expect(await numbersDay(last)).toMatchObject({ state: 'proven', said_by: 'reading', read_at });
    expect((await checkChain({ pool: sim.world.services.pool, sha256 })).problems).toEqual([]);
  });

  it('is not proven while nobody has read the SIM since its last payment', async () => {
    await paid();
    toMorning();
    await closeAll();
    expect(await numbersDay(today)).toMatchObject({ state: 'not_proven', said_xaf: null });
  });

  it('is not proven while a debit is announced of which nothing was heard since the SIM was read', async () => {
    await paid();
    await sim.say();
    sim.world.pass(60);
    const sweep = { number: sim.msisdn, amount_xaf: 700, actor: 'Awa', note: 'emptied' };
    await announceSweeps(sim.world.services, [sweep]);
    toMorning();
    await closeAll();
    expect(await numbersDay(today)).toMatchObject({
      state: 'not_proven',
      lines: [{ kind: 'announced', amount_xaf: -700, owner: 'staff' }],
    });
    sim.balance_xaf -= 700;
    await sim.say();
    sim.world.pass(86_400);
    await closeAll();
    expect(await numbersDay(tomorrow)).toMatchObject({ state: 'proven', closing_xaf: 54_300 });
  });

  it('is not proven either when the SIM was read between the announcement and the sending', async () => {
    await paid();
    const sweep = { number: sim.msisdn, amount_xaf: 700, actor: 'Awa', note: 'emptied' };
    await announceSweeps(sim.world.services, [sweep]);
    sim.world.pass(60);
    await sim.say();
    toMorning();
    await closeAll();
    expect(await numbersDay(today)).toMatchObject({ state: 'not_proven', lines: [{ kind: 'announced' }] });
  });

  it('names what left and nobody has explained, and the days after it go on naming it', async () => {
    await paid();
    await sim.take(sim.debit(700));
    await sim.say();
    toMorning();
    await closeAll();
    expect(await numbersDay(today)).toMatchObject({
      state: 'open',
      out_xaf: 700,
      lines: [{ kind: 'unexplained', amount_xaf: -700, owner: 'staff' }],
    });
    sim.world.pass(86_400);
    await closeAll();
    expect(await numbersDay(tomorrow)).toMatchObject({
      opening_xaf: 54_300,
      closing_xaf: 54_300,
      lines: [{ kind: 'unexplained', amount_xaf: -700 }],
    });
  });

  it('counts what nobody knows the owner of as owed, and lists it', async () => {
    await onItsOwn();
    await sim.take(sim.credit(3000, '66777777'));
    await sim.say();
    toMorning();
    await closeAll();
    expect(await showDay(sim.world.services, TODAY)).toMatchObject({
      held_xaf: 3000,
      owed_xaf: 3000,
      state: 'open',
    });
    expect((await numbersDay(TODAY))?.lines).toMatchObject([{ kind: 'suspense', amount_xaf: 3000 }]);
  });

  it('takes in what was told of the day before only after that was closed, though nothing moved on it', async () => {
    await paid();
    await sim.say();
    const late = sim.credit(1000);
    toMorning();
    expect(await closeAll()).toEqual([today]);
    await sim.take(late);
    await sim.say();
    sim.world.pass(86_400);
    await closeAll();
    expect(await numbersDay(tomorrow)).toMatchObject({
      opening_xaf: 55_000,
      in_xaf: 1000,
      closing_xaf: 56_000,
      said_xaf: 56_000,
    });
  });

  it('waits for a message that the balance does not prove', async () => {
    await paid();
    await sim.say();
    await sim.take(sim.words(9000, 999_000));
    toMorning();
    await closeAll();
    expect(await numbersDay(today)).toMatchObject({
      state: 'not_proven',
      lines: [{ kind: 'claim', amount_xaf: 9000 }],
    });
  });
});

describe('A day on which the phone was silent for hours', () => {
  onOneDatabase();

  const hear = (last_seen_at: Date) => hearGateway(sim.world.db.pool, sim.gateway_id, { last_seen_at });
  const watch = () => watchFeeds(sim.world.services);
  const silent = async (hours: number) => {
    await hear(sim.world.now);
    sim.world.pass(1200);
    await watch();
    sim.world.pass(hours * 3600);
    await hear(ALWAYS);
    await watch();
  };
  /** A statement that counts and lists the whole day. */
  const listed = () =>
    sim.world.rows(
      `insert into statements (id, collection_number_id, sha256, file_name, profile_id, profile_version, covers_from,
        covers_until, is_newest_first, rows_count, kept_rows, compared_rows, state, imported_by, imported_at, agreed_at, settled_at)
      select gen_random_uuid(), $1, md5($3) || md5($3), 'day.csv', 'airtel-portal', 1, $2, $2, false, 1, 1, 1, 'SETTLED', 'Awa', $2, $2, $2`,
      [sim.number_id, sim.world.now, sim.msisdn],
    );

  it('asks for its statement, since money may have come and left and the balance be as before', async () => {
    await silent(4);
    await sim.say();
    toMorning();
    await closeAll();
    expect(await numbersDay(today)).toMatchObject({
      state: 'open',
      lines: [{ kind: 'no_statement', subject: today, amount_xaf: 0, owner: 'staff' }],
    });
  });

  it('asks also where the statement of the day was brought before the silence: it can’t tell of it', async () => {
    await listed();
    sim.world.pass(3600);
    await silent(4);
    await sim.say();
    toMorning();
    await closeAll();
    expect(await numbersDay(today)).toMatchObject({ state: 'open', lines: [{ kind: 'no_statement' }] });
  });

  it.each([
    ['once a statement of the day counts', 4],
    ['after a short silence', 1],
  ])('asks for nothing %s', async (_when, hours) => {
    await silent(hours);
    if (hours > 1) await listed();
    await sim.say();
    toMorning();
    await closeAll();
    expect(await numbersDay(today)).toMatchObject({ state: 'proven', lines: [] });
  });
});

describe('A merchant’s day', () => {
  onOneDatabase();

  const own = (limit = 10) =>
    listOwnDays(sim.world.services, { merchant_id: sim.merchant, before: '9999-12-31', limit });

  it('adds up what was paid and given back, goes on from the day before, and is in the day’s hash', async () => {
    const session = await paid();
    await made(sim.world.services, asked(session, 2000));
    await sim.say();
    toMorning();
    await closeAll();
    await paid(1500);
    await sim.say();
    sim.world.pass(86_400);
    await closeAll();
    const days = await own();
    expect(days).toMatchObject([
      { day: tomorrow, opening_xaf: 3000, paid_xaf: 1500, refunds_xaf: 0, closing_xaf: 4500 },
      { day: today, opening_xaf: 0, paid_xaf: 5000, refunds_xaf: 2000, closing_xaf: 3000 },
    ]);
    for (const day of days) expect(isInDay(sha256, day)).toBe(true);
    for (const day of days) expect(isInDay(sha256, { ...day, closing_xaf: day.closing_xaf + 1 })).toBe(false);
  });

  it('has what was paid before midnight, also where it was booked after it: paid, and not as something else', async () => {
    // Tomorrow's evening in N'Djamena, twenty minutes to midnight.
    const evening = new Date(`${tomorrow}T22:40:00Z`);
    sim.world.pass((evening.getTime() - sim.world.now.getTime()) / 1000);
    await closeAll();
    await sim.session(7000, { ttl_minutes: 60 });
    const told = sim.credit(7000);
    sim.world.pass(40 * 60);
    await sim.take(told);
    await sim.say();
    sim.world.pass(4 * 3600);
    await closeAll();
    sim.world.pass(86_400);
    await closeAll();
    const [after, before] = await own();
    expect(before).toMatchObject({ day: tomorrow, paid_xaf: 7000, other_xaf: 0 });
    expect(after).toMatchObject({ paid_xaf: 0, other_xaf: 0 });
    expect(after?.opening_xaf).toBe(before?.closing_xaf);
  });

  it('takes up what a clock that ran behind has booked on a day that is closed: no franc falls between two days', async () => {
    const session = await paid();
    await sim.say();
    toMorning();
    await closeAll();
    const behind = new Date(sim.world.now.getTime() - 12 * 3_600_000);
    await made({ ...sim.world.services, now: () => behind }, asked(session, 2000));
    sim.world.pass(86_400);
    await closeAll();
    const days = await own();
    expect(
      days.map(({ day, closing_xaf, refunds_xaf, other_xaf }) => [day, closing_xaf, refunds_xaf, other_xaf]),
    ).toEqual([
      [tomorrow, 3000, 0, -2000],
      [today, 5000, 0, 0],
    ]);
    expect((await checkChain({ pool: sim.world.services.pool, sha256 })).problems).toEqual([]);
  });

  it('is not touched by what was paid in test', async () => {
    await onItsOwn();
    const session = await sim.world.session(sim.merchant);
    await sim.world.pay(session);
    await paid(1000);
    toMorning();
    await closeAll();
    expect(await own()).toMatchObject([{ paid_xaf: 1000, closing_xaf: 1000 }]);
    expect(await showDay(sim.world.services, TODAY)).toMatchObject({ held_xaf: 1000, owed_xaf: 1000 });
  });
});

describe('The chain of days', () => {
  /** One that the scenes only read, or leave as it was. */
  let chain: Sim;
  beforeAll(async () => {
    chain = await openSim();
    sim = chain;
    await sim.say();
    await closeThree();
  });
  afterAll(() => chain.world.close());
  beforeEach(() => {
    sim = chain;
  });

  const closeThree = async () => {
    await paid();
    await sim.say();
    sim.world.pass(3 * 86_400);
    await closeAll();
  };
  const pastTriggers = async (table = '', ...statements: string[]) => {
    const [off, on] = ['disable', 'enable'].map((so) => `alter table ${table} ${so} trigger all`);
    for (const sql of [off, ...statements, on]) await sim.world.rows(sql ?? '');
  };

  it('ties each day to the one before, and can be checked from the first on', async () => {
    const days = await listDays(sim.world.services, { before: '9999-12-31', limit: 10 });
    expect(days.map(({ day }) => day)).toEqual(['2026-11-23', '2026-11-22', TODAY]);
    for (const [at, day] of days.slice(0, -1).entries()) expect(day.previous_hash).toBe(days[at + 1]?.hash);
    expect(await checkChain({ pool: sim.world.services.pool, sha256 })).toEqual({ days: 3, problems: [] });
  });

  it.each([
    [
      'a merchant’s sum',
      `update proof_merchants set closing_xaf = closing_xaf + 1, other_xaf = other_xaf + 1 where day = '2026-11-22'`,
    ],
    ['an account’s sum', `update proof_accounts set ledger_xaf = ledger_xaf + 1 where day = '2026-11-22'`],
    ['what is owed', `update proof_days set owed_xaf = owed_xaf - 1 where day = '2026-11-22'`],
    ['what was read nowhere', `update proof_days set swept_unread_xaf = 5 where day = '2026-11-22'`],
    ['by what a balance was said', `update proof_accounts set reason = 'x' where day = '2026-11-22'`],
  ])('shows that somebody has changed %s past the triggers', async (_, sql) => {
    const [table] = /proof_\w+/.exec(sql) ?? [];
    await sim.world.rows(`create table as_it_was as table ${table}`);
    await pastTriggers(table, sql);
    const { problems } = await checkChain({ pool: sim.world.services.pool, sha256 });
    await pastTriggers(table, `delete from ${table}`, `insert into ${table} table as_it_was`);
    await sim.world.rows('drop table as_it_was');
    expect(problems.some((one) => one.includes('2026-11-22'))).toBe(true);
    expect((await checkChain({ pool: sim.world.services.pool, sha256 })).problems).toEqual([]);
  });

  it('is written once by several processes that close the same days at once', async () => {
    await onItsOwn();
    await closeThree();
    sim.world.pass(5 * 86_400);
    const processes = await sim.world.processes(4);
    await Promise.all(
      processes.map(async (one) => {
        const services = { ...proving(), pool: one.pool };
        for (let left = 12; left > 0 && (await closeNextDay(services)) !== null; left -= 1);
      }),
    );
    const { days, problems } = await checkChain({ pool: sim.world.services.pool, sha256 });
    expect([days, problems]).toEqual([8, []]);
  });
});
