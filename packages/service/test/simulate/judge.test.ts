import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHistory } from '../../sim/history.ts';
import { type Ending, endings } from '../../sim/judge.ts';
import { DEFAULT_PROFILE } from '../../sim/profile.ts';
import { simulate } from '../../sim/run.ts';
import { createTally } from '../../sim/tally.ts';
import { createTruth, type Payment, type Truth } from '../../sim/truth.ts';
import { openTestDatabase, type TestDatabase } from '../database/open.ts';

const TICK_MS = 60_000;
const LATER_MS = Date.parse('2027-01-01T00:00:00.000Z');
const PROFILE = { ...DEFAULT_PROFILE, customers: 50, merchants: 2, numbers_per_operator: 3, adversaries: [] };
const FIRST = '00000000-0000-0000-0000-000000000000';

/** A customer's payment that the service has nowhere. */
const NOWHERE: Payment = {
  by: 'customer',
  session_id: null,
  has_evidence: true,
  msisdn: '+23566900000',
  operator: 'AIRTEL',
  amount_xaf: 5000,
  payer: '66123456',
  at_ms: 0,
  operator_transaction_id: 'NOWHERE',
  fate: 'sent',
  heard_ms: null,
  reversed_ms: null,
};

/** What a service did in a morning is judged again, by a record that tells another story. */
describe('the judge of a simulation', () => {
  let db: TestDatabase;
  let confirmed: Ending[];
  beforeAll(async () => {
    db = await openTestDatabase({ max_connections: 4 });
    const world = { seed: 61, payments: 60, days: 0.1, tick_ms: TICK_MS, until_step: null, profile: PROFILE };
    const { counts } = await simulate(db.pool, world, () => undefined);
    expect(counts.wrong).toEqual({});
    const all: Ending[] = [];
    for await (const page of endings(db.pool, FIRST, LATER_MS)) all.push(...page);
    confirmed = all.filter(({ status }) => status === 'SUCCESS');
    expect(confirmed.length).toBeGreaterThan(30);
  });
  afterAll(() => db.drop());

  const idOf = (ending: Ending | undefined): string => ending?.operator_transaction_id ?? '';

  /** The payment that confirmed it, as it was. */
  const paymentOf = (ending: Ending): Payment => ({
    ...NOWHERE,
    session_id: ending.id,
    msisdn: ending.msisdn ?? '',
    amount_xaf: ending.amount_xaf ?? 0,
    operator_transaction_id: idOf(ending),
  });

  async function judged(truth: Truth, anchors_ms: readonly number[] = []) {
    const msisdns = [...new Set(confirmed.map(({ msisdn }) => msisdn ?? ''))];
    const history = createHistory(msisdns, () => 1);
    for (const msisdn of msisdns) for (const at_ms of anchors_ms) history.anchored(msisdn, at_ms, 'test');
    const tally = createTally(db.pool, truth, history, TICK_MS);
    return { tally, broken: await tally.close(LATER_MS, true) };
  }

  test('finds a session that a forged message confirmed', async () => {
    const truth = createTruth();
    truth.forged(idOf(confirmed[0]), 'guesser');
    const { tally } = await judged(truth);
    expect(tally.counts.wrong).toEqual({ guesser: 1 });
    expect(tally.examples[0]).toContain(confirmed[0]?.id);
  });

  test('names a wrong confirmation before all harm, of which a long run has more than is named', () => {
    const tally = createTally(
      db.pool,
      createTruth(),
      createHistory([], () => 1),
      TICK_MS,
    );
    tally.examples.push(...Array.from({ length: 100 }, (_, n) => `harmed by rival: ${n}`));
    tally.noted([{ kind: 'wrong', by: 'guesser', says: 'guesser: forged' }]);
    expect(tally.examples[0]).toBe('guesser: forged');
  });

  test('adds up what an insider took from each number between two anchors', async () => {
    const truth = createTruth();
    for (const ending of confirmed) truth.forged(idOf(ending), 'insider');
    const on = Map.groupBy(confirmed, ({ msisdn }) => msisdn);
    const sums = [...on.values()].map((all) => all.reduce((sum, one) => sum + (one.amount_xaf ?? 0), 0));
    const { tally } = await judged(truth);
    expect(tally.counts.wrong).toEqual({});
    expect(tally.counts.taken_most_xaf).toBe(Math.max(...sums));
    // With an anchor after each confirmation no two of them lie between the same two.
    const moments = confirmed.map(({ succeeded_at }) => succeeded_at?.getTime() ?? 0).toSorted();
    const { tally: anchored } = await judged(truth, [...new Set(moments)]);
    expect(anchored.counts.taken_xaf).toBe(tally.counts.taken_xaf);
    expect(anchored.counts.taken_most_xaf).toBeLessThan(tally.counts.taken_most_xaf);
  });

  test('calls out a session that was confirmed by money of which nothing is known any more', async () => {
    const { broken } = await judged(createTruth());
    expect(broken).toHaveLength(confirmed.length);
    expect(broken.filter((one) => one.includes(confirmed[0]?.id ?? ''))).toEqual([
      expect.stringContaining('that nobody sent'),
    ]);
  });

  test('finds a customer who paid well and was not served, and money that came and is nowhere', async () => {
    const truth = createTruth();
    const [served, other] = confirmed;
    const { msisdn } = served as Ending;
    truth.sold(served?.id ?? '', { behaviour: 'pays', msisdn: msisdn ?? '', opened_ms: 0, payment: null });
    truth.paid({ ...NOWHERE, session_id: served?.id ?? '', msisdn: msisdn ?? '' });
    truth.heard('NOWHERE', 1000);
    for (const ending of confirmed) if (ending !== other) truth.paid(paymentOf(ending));
    truth.forged(idOf(other), 'insider');
    const { tally, broken } = await judged(truth);
    expect(broken).toEqual(['the message of NOWHERE came and is nowhere']);
    expect(tally.counts).toMatchObject({ payments: 1, automatic: 0 });
    expect(tally.counts.by_person).toEqual({ 'paid well, and no money was seen': 1 });
  });
});

/** A database with one session, of which nothing is known but how it stands. */
const databaseWith = (ending: Ending): Pool =>
  ({
    query: async (sql: string, [ids]: unknown[]) => {
      const is_asked = sql.includes('s.id > $1')
        ? ids === FIRST
        : Array.isArray(ids) && ids.includes(ending.id);
      return { rows: is_asked && sql.includes('from payment_sessions s') ? [ending] : [] };
    },
  }) as unknown as Pool;

test('money that may confirm a session is remembered until the session has an end, however long it is looked at', async () => {
  const opened_ms = Date.parse('2026-11-21T08:00:00.000Z');
  const ending: Ending = {
    id: `${opened_ms
      .toString(16)
      .padStart(12, '0')
      .replace(/(.{8})/, '$1-')}-7000-8000-000000000000`,
    reference: 'S1',
    status: 'UNDER_REVIEW',
    operator_transaction_id: null,
    amount_xaf: null,
    msisdn: null,
    is_automatic: false,
    was_reviewed: true,
    succeeded_at: null,
  };
  const truth = createTruth();
  truth.forged('FORGED', 'guesser');
  truth.paid({ ...NOWHERE, session_id: 'of another', at_ms: opened_ms, operator_transaction_id: 'OTHER' });
  const tally = createTally(
    databaseWith(ending),
    truth,
    createHistory(['sim'], () => 1),
    TICK_MS,
  );
  const days = (n: number): number => opened_ms + n * 86_400_000;
  expect(await tally.close(days(3), false)).toEqual([]);
  expect(await tally.close(days(9), false)).toEqual([]);
  const { amount_xaf, msisdn } = NOWHERE;
  Object.assign(ending, { status: 'SUCCESS', operator_transaction_id: 'OTHER', amount_xaf, msisdn });
  expect(await tally.close(days(10), true)).toEqual([]);
  expect(tally.counts.wrong).toEqual({ customer: 1 });
});

test('a history tells whose fault it is that a customer waits', () => {
  const history = createHistory(['sim'], () => 86_400_000);
  history.fault('sim', 100, 'anchor', 'lost');
  history.fault('sim', 1000, 1200, 'late');
  history.fault('sim', 3000, 'inbox', 'in its phone');
  history.anchored('sim', 500, 'a claim');
  history.touched('sim', 'rival', 2000);
  expect([50, 300, 600, 1100, 1500].map((at) => history.isShadowed('sim', at, at))).toEqual([
    false,
    true,
    false,
    true,
    false,
  ]);
  expect([100, 101, 501, 1100, 1300].map((at) => history.missingAt('sim', at))).toEqual([
    null,
    'lost',
    null,
    'late',
    null,
  ]);
  expect(history.lastTouch('sim', 1900, 2100)).toBe('rival');
  expect(history.lastTouch('sim', 2001, 2100)).toBeNull();
  expect(history.isShadowed('sim', 5000, 5000)).toBe(true);
  history.resent('sim', 4000);
  expect(history.isShadowed('sim', 5000, 5000)).toBe(false);
  expect(history.stretchOf('sim', 400)).not.toBe(history.stretchOf('sim', 600));
  expect(history.anchors()).toEqual({
    mean_a_day: 1,
    most_a_day: 1,
    in_all: 1,
    by_why: { 'a claim': 1 },
  });
});
