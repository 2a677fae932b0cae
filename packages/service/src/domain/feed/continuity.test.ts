import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Hole } from './chain.ts';
import { type Continuity, type Judged, judgeContinuity, type LooseEdge } from './continuity.ts';
import type { Edge } from './edge.ts';
import { DEFAULT_FEED_POLICY as POLICY } from './policy.ts';

const MINUTE_MS = 60_000;
const NOON_MS = Date.parse('2026-11-21T11:00:00.000Z');

/** The step `before+amount` so many minutes after three to noon, arrived `age_s` seconds ago. */
function edge(before_xaf: number, amount_xaf: number, minute: number, age_s = 0, name = ''): Edge {
  return {
    key: name || `${before_xaf}+${amount_xaf}@${minute}`,
    before_xaf,
    after_xaf: before_xaf + amount_xaf,
    occurred_at_ms: NOON_MS + (minute - 3) * MINUTE_MS,
    precision_ms: MINUTE_MS,
    arrived_at_ms: NOON_MS - age_s * 1000,
  };
}

/** One that was made an hour before noon. */
const HOLE: Hole = {
  key: 'hole',
  before_xaf: 200,
  after_xaf: 500,
  until_ms: NOON_MS - 60 * MINUTE_MS,
  is_whole: false,
};
const hold = (amount_xaf: number, session_id = `s${amount_xaf}`) => ({ session_id, amount_xaf });
const floating = (one: Edge): LooseEdge => ({ ...one, state: 'FLOATING' });

function judge(arrived: Edge[], fields: Partial<Continuity> = {}): Judged {
  return judgeContinuity(
    {
      tip_xaf: 1000,
      chained_until_ms: 0,
      holes: [],
      loose: [],
      outstanding: [],
      now_ms: NOON_MS,
      arrived,
      ...fields,
    },
    POLICY,
  );
}

const kinds = (judged: Judged) => [...judged.placements.values()].map((one) => one.kind);

describe('A message of a live number', () => {
  it.each<[string, Edge[], Partial<Continuity>, string[], number]>([
    ['goes on from the trusted balance', [edge(1000, 500, 0)], {}, ['follows'], 1500],
    [
      'and its successor, in whatever order they came',
      [edge(1500, 300, 0), edge(1000, 500, 0)],
      {},
      ['follows', 'follows'],
      1800,
    ],
    [
      'a withdrawal between two credits',
      [edge(1500, -900, 0), edge(600, 50, 0), edge(1000, 500, 0)],
      {},
      ['follows', 'follows', 'follows'],
      650,
    ],
    ['an enquiry at the balance itself moves nothing', [edge(1000, 0, 0)], {}, ['follows'], 1000],
    ['whose predecessor may still come waits', [edge(1500, 300, 0)], {}, ['waits'], 1000],
    ['that waited in vain is unexplained', [edge(1500, 300, 0, 30)], {}, ['unexplained'], 1000],
    [
      'waits on while others of the burst arrive',
      [edge(1500, 300, 0, 30), edge(2500, 300, 0, 1)],
      {},
      ['waits', 'waits'],
      1000,
    ],
    [
      'but not for ever',
      [edge(1500, 300, 0, 300), edge(2500, 300, 0, 1)],
      {},
      ['unexplained', 'waits'],
      1000,
    ],
    [
      'older than the chain that goes on without it is overtaken at once',
      [edge(7000, 300, 0), edge(1000, 500, 1)],
      {},
      ['follows', 'overtaken'],
      1500,
    ],
    [
      'of the same minute as the chain waits: minutes tell no order',
      [edge(7000, 300, 0), edge(1000, 500, 0)],
      {},
      ['follows', 'waits'],
      1500,
    ],
    [
      'two that go on from each other prove nothing',
      [edge(7000, 300, 0, 300), edge(7300, 400, 0, 299)],
      { outstanding: [hold(300), hold(400)] },
      ['unexplained', 'unexplained'],
      1000,
    ],
    [
      'after a gap of exactly one outstanding session waits for what goes on from it',
      [edge(1500, 300, 0, 60)],
      { outstanding: [hold(500), hold(300)] },
      ['waits'],
      1000,
    ],
    [
      'and is trusted once a further message does, after the usual wait',
      [edge(1500, 300, 0, 60), edge(1800, 40, 1, 1)],
      { outstanding: [hold(500), hold(300)] },
      ['follows', 'follows'],
      1840,
    ],
    [
      'is not explained by the session that it pays itself',
      [edge(1300, 300, 0, 600), edge(1600, 40, 1, 600)],
      { outstanding: [hold(300)] },
      ['unexplained', 'unexplained'],
      1000,
    ],
    [
      'is explained by another session of the amount that it pays itself',
      [edge(1300, 300, 0, 600), edge(1600, 40, 1, 600)],
      { outstanding: [hold(300, 'a'), hold(300, 'b')] },
      ['follows', 'follows'],
      1640,
    ],
    [
      'is not explained by a withdrawal that nobody saw, even of the amount of a session',
      [edge(500, 300, 0, 600), edge(800, 40, 1, 600)],
      { outstanding: [hold(500)] },
      ['unexplained', 'unexplained'],
      1000,
    ],
    [
      'that fills a hole is trusted however late',
      [edge(200, 300, -90)],
      { holes: [HOLE], chained_until_ms: NOON_MS },
      ['follows'],
      1000,
    ],
    [
      'that fills a part of a hole that staff left is trusted',
      [edge(200, 100, -90)],
      { holes: [HOLE], chained_until_ms: NOON_MS },
      ['follows'],
      1000,
    ],
    [
      'that fills only a part of a hole of one payment is not',
      [edge(200, 100, -90)],
      { holes: [{ ...HOLE, is_whole: true }], chained_until_ms: NOON_MS },
      ['overtaken'],
      1000,
    ],
    [
      'of now that would fill a hole of an hour ago is not: its balance was guessed',
      [edge(200, 300, 3)],
      { holes: [{ ...HOLE, is_whole: true }] },
      ['waits'],
      1000,
    ],
    [
      'that touches neither end of a hole is not',
      [edge(250, 100, -90)],
      { holes: [HOLE], chained_until_ms: NOON_MS },
      ['overtaken'],
      1000,
    ],
  ])('%s', (_sentence, arrived, fields, expected, tip_xaf) => {
    const judged = judge(arrived, fields);
    expect(kinds(judged).toSorted()).toEqual(expected.toSorted());
    expect(judged.tip_xaf).toBe(tip_xaf);
  });

  it('that prints a time to come overtakes nobody', () => {
    const judged = judge([edge(1000, 500, 60), edge(7000, 300, 5)]);
    expect([kinds(judged).toSorted(), judged.chained_until_ms]).toEqual([['follows', 'waits'], NOON_MS]);
  });

  it('names the session whose payment was probably missed, and the hole it left', () => {
    const judged = judge([edge(1500, 300, 0, 60), edge(1800, 40, 1, 1)], {
      outstanding: [hold(500, 'lost'), hold(300)],
    });
    expect(judged.missed).toMatchObject([{ before_xaf: 1000, after_xaf: 1500, session_ids: ['lost'] }]);
    expect(judged.holes).toMatchObject([{ before_xaf: 1000, after_xaf: 1500 }]);
    expect(judged.gap).toBeNull();
  });

  it('leaves a gap for staff once it has waited, and none before', () => {
    expect(judge([edge(7000, 300, 0, 29)]).gap).toBeNull();
    expect(judge([edge(7000, 300, 0, 30)]).gap).toMatchObject({ tip_xaf: 1000, before_xaf: 7000 });
  });

  it('that is under review finds its place when the missing one comes after all', () => {
    const judged = judge([edge(1000, 500, 0)], { loose: [floating(edge(1500, 300, 0, 900, 'old'))] });
    expect([judged.chained, judged.tip_xaf, judged.gap]).toEqual([['1000+500@0', 'old'], 1800, null]);
  });

  it('that is under review is foreign once the chain has gone past its time', () => {
    const judged = judge([edge(1000, 500, 1)], { loose: [floating(edge(7000, 300, 0, 900, 'forged'))] });
    expect([judged.foreign, judged.gap]).toEqual([['forged'], null]);
  });

  it('explains nothing where so many amounts are outstanding that a guess might meet one', () => {
    const outstanding = Array.from({ length: 65 }, (_, i) => hold(500 + i));
    expect(kinds(judge([edge(1500, 3, 0, 600), edge(1503, 4, 1, 600)], { outstanding }))).toEqual([
      'unexplained',
      'unexplained',
    ]);
  });
});

/** Credits that really happened, one after the other from the trusted balance. */
const amounts = fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 3, maxLength: 30 });

function chainOf(values: number[], tip_xaf: number): Edge[] {
  let balance = tip_xaf;
  return values.map((amount, place) => {
    const one = edge(balance, amount, place - values.length, 0, `m${place}`);
    balance += amount;
    return one;
  });
}

/** Feeds messages one by one, the clock running, as the engine does: what waits comes again. */
function play(arrivals: Edge[], outstanding: { session_id: string; amount_xaf: number }[], tip_xaf: number) {
  const outcome = new Map<string, string>();
  let feed: Continuity = {
    tip_xaf,
    chained_until_ms: 0,
    holes: [],
    loose: [],
    outstanding,
    arrived: [],
    now_ms: NOON_MS,
  };
  const step = (arrived: Edge[], passed_ms: number) => {
    const now_ms = feed.now_ms + passed_ms;
    const fresh = arrived.map((one) => ({ ...one, arrived_at_ms: now_ms }));
    feed = { ...feed, now_ms, arrived: [...feed.arrived, ...fresh] };
    const judged = judgeContinuity(feed, POLICY);
    const floats: LooseEdge[] = feed.loose.filter((one) => !judged.chained.includes(one.key));
    for (const [key, { kind }] of judged.placements) {
      if (kind !== 'waits') outcome.set(key, kind);
      const one = feed.arrived.find((other) => other.key === key) as Edge;
      if (kind === 'unexplained') floats.push({ ...one, state: 'FLOATING' });
      if (kind === 'overtaken') floats.push({ ...one, state: 'FOREIGN' });
    }
    feed = {
      ...feed,
      tip_xaf: judged.tip_xaf,
      chained_until_ms: judged.chained_until_ms,
      holes: judged.holes,
      loose: floats,
      arrived: feed.arrived.filter((one) => judged.placements.get(one.key)?.kind === 'waits'),
    };
  };
  for (const one of arrivals) step([one], 1000);
  step([], POLICY.wait_ms);
  step([], POLICY.continuation_ms);
  return { outcome, tip_xaf: feed.tip_xaf };
}

describe('Whatever the order and whatever is lost or forged', () => {
  it('messages that all come are all trusted, and the tip is the last balance', () => {
    fc.assert(
      fc.property(amounts, fc.infiniteStream(fc.nat()), (values, chance) => {
        const real = chainOf(values, 5000);
        // Some tens of seconds of jumble: within the wait.
        const arrivals = real
          .map((one) => ({ one, at: (chance.next().value as number) % 25 }))
          .toSorted((a, b) => a.at - b.at);
        const { outcome, tip_xaf } = play(
          arrivals.map(({ one }) => one),
          [],
          5000,
        );
        expect([...outcome.values()].every((kind) => kind === 'follows')).toBe(true);
        expect(tip_xaf).toBe(5000 + values.reduce((sum, value) => sum + value, 0));
      }),
    );
  });

  it('one lost payment of an outstanding session keeps none of the others from being trusted', () => {
    fc.assert(
      fc.property(amounts, fc.nat(), (values, chance) => {
        const lost = chance % (values.length - 2);
        const real = chainOf(values, 5000);
        const arrivals = real.filter((_, place) => place !== lost);
        const outstanding = values.map((amount_xaf, place) => hold(amount_xaf, `s${place}`));
        const { outcome, tip_xaf } = play(arrivals, outstanding, 5000);
        expect([...outcome.values()].every((kind) => kind === 'follows')).toBe(true);
        expect(tip_xaf).toBe(5000 + values.reduce((sum, value) => sum + value, 0));
      }),
    );
  });

  it('forged messages that do not know the balance are never trusted, however they go on from each other', () => {
    const forgery = fc.record({ base: fc.integer({ min: 20_000_000, max: 90_000_000 }), values: amounts });
    fc.assert(
      fc.property(amounts, fc.array(forgery, { maxLength: 3 }), fc.nat(), (values, forgeries, chance) => {
        const real = chainOf(values, 5000);
        const forged = forgeries.flatMap(({ base, values: sums }, row) =>
          chainOf(sums, base).map((one) => ({ ...one, key: `forged ${row} ${one.key}` })),
        );
        const cut = chance % (real.length + 1);
        const arrivals = [...real.slice(0, cut), ...forged, ...real.slice(cut)];
        const outstanding = values.map((amount_xaf, place) => hold(amount_xaf, `s${place}`));
        const { outcome, tip_xaf } = play(arrivals, outstanding, 5000);
        for (const [key, kind] of outcome)
          expect([key, kind === 'follows']).toEqual([key, key.startsWith('m')]);
        expect(tip_xaf).toBe(5000 + values.reduce((sum, value) => sum + value, 0));
      }),
    );
  });
});
