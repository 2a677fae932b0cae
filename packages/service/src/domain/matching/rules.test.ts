import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SESSION_STATUSES } from '../session/session.ts';
import { type Claimant, type DecisionCase, TOUCHED_MOST } from './case.ts';
import { easilyMistaken } from './narrow.ts';
import { decide } from './rules.ts';

// Few values for each fact, so that sessions and credits meet often.
const PHONES = ['66123401', '66123402', '99887703'];
const MASK = '66••••01';
const TICKETS = ['TICKET-A', 'TICKET-B', 'TICKET-C', 'TICKET-D'];
const SKEW_MS = 120_000;

// 500 and 5050 are easily mistaken for 5000.
const amount = fc.constantFrom(3000, 4000, 5000, 5000, 500, 5050);
const openMostly = fc.oneof(
  { weight: 3, arbitrary: fc.constant('AWAITING_PAYMENT' as const) },
  { weight: 2, arbitrary: fc.constantFrom(...SESSION_STATUSES) },
);

const claimant = fc
  .record({
    kind: fc.constantFrom('session' as const, 'session' as const, 'transaction' as const),
    status: openMostly,
    amount_xaf: amount,
    customer_phone: fc.option(fc.constantFrom(...PHONES).map((phone) => `+235${phone}`)),
    created_at_ms: fc.constantFrom(0, 300_000, 900_000),
    expires_at_ms: fc.constantFrom(600_000, 1_200_000),
    same_number: fc.constantFrom(true, true, true, false),
    closed_at_ms: fc.constantFrom(undefined, undefined, 1_300_001),
    merchant: fc.constantFrom(undefined, undefined, 1),
  })
  .map(({ closed_at_ms, merchant, ...one }) => ({
    ...one,
    ...(merchant !== undefined && { merchant }),
    ...(closed_at_ms !== undefined &&
      ['SUCCESS', 'CANCELLED', 'FAILED'].includes(one.status) && { closed_at_ms }),
  }));

const claimants: fc.Arbitrary<Claimant[]> = fc
  .array(claimant, { maxLength: 12 })
  .map((ones) => ones.map((one, n) => ({ ...one, id: `session-${n}`, ticket: TICKETS[n] ?? `OTHER-${n}` })));

const decisionCase: fc.Arbitrary<DecisionCase> = fc.record({
  credit: fc.record({
    amount_xaf: amount,
    occurred_at_ms: fc.constantFrom(-500_000, 0, 60_000, 600_000, 600_001, 1_300_000),
    occurred_precision_ms: fc.constantFrom(0, 60_000),
    is_undated: fc.constantFrom(false, false, true),
    payer: fc.option(fc.constantFrom(...PHONES, MASK, '•••••••3', '66')),
    tickets: fc.subarray(TICKETS, { maxLength: 2 }),
    told_tickets: fc.oneof(fc.constant<string[]>([]), fc.subarray(TICKETS, { maxLength: 2 })),
    doubts: fc.constantFrom<string[]>([], [], [], ['fraction']),
  }),
  claimants,
  is_cut: fc.constantFrom<boolean | 'contradicting'>(false, false, false, true, 'contradicting'),
  policy: fc.constant({ skew_ms: SKEW_MS }),
});

const RUNS = { numRuns: 3000 };
const isNamed = ({ credit: { tickets, told_tickets = [] } }: DecisionCase, { ticket }: Claimant): boolean =>
  [...tickets, ...told_tickets].includes(ticket ?? '');
const names = (made: ReturnType<typeof decide>): string[] => made.claimants.map(({ id }) => id);
/** He has declared this payer, or a phone with the digits that are shown of him. */
const mayHavePaid = ({ payer }: DecisionCase['credit'], { customer_phone }: Claimant): boolean =>
  customer_phone !== null &&
  (payer === MASK ? /^\+23566.{4}01$/.test(customer_phone) : customer_phone.slice(-8) === payer);
const touched = (made: ReturnType<typeof decide>): string[] =>
  made.verdict === 'SUSPENSE' ? [] : names(made).toSorted();

test('every case gets one verdict, with its rule, its reason and sessions that were claimants', () => {
  fc.assert(
    fc.property(decisionCase, (given) => {
      const made = decide(given);
      expect(['SETTLE', 'REVIEW', 'SUSPENSE']).toContain(made.verdict);
      expect(made.reason.length).toBeGreaterThan(10);
      const known = given.claimants.map((one) => one.id);
      expect(new Set(names(made)).size).toBe(made.claimants.length);
      for (const id of names(made)) expect(known).toContain(id);
      if (made.verdict === 'REVIEW') expect(made.claimants.length).toBeGreaterThan(0);
    }),
    RUNS,
  );
});

test('only strong evidence in time confirms, and only one open session of this number and amount that no other one competes with', () => {
  fc.assert(
    fc.property(decisionCase, (given) => {
      const made = decide(given);
      if (made.verdict !== 'SETTLE') return;
      const { credit } = given;
      expect(credit.doubts).toEqual([]);
      expect(made.claimants.length).toBe(1);
      const settled = given.claimants.find((one) => one.id === names(made)[0]) as Claimant;
      expect(settled).toMatchObject({
        status: 'AWAITING_PAYMENT',
        amount_xaf: credit.amount_xaf,
        same_number: true,
      });
      expect(credit.occurred_at_ms).toBeLessThanOrEqual(settled.expires_at_ms);
      expect(credit.occurred_at_ms + credit.occurred_precision_ms).toBeGreaterThanOrEqual(
        settled.created_at_ms - SKEW_MS,
      );
      // A session of the same amount on this number, made in time, was told apart by its ticket or by a payer.
      const rivals = given.claimants.filter(
        (one) =>
          one !== settled &&
          one.same_number &&
          one.amount_xaf === credit.amount_xaf &&
          one.created_at_ms - SKEW_MS <= credit.occurred_at_ms + credit.occurred_precision_ms,
      );
      for (const rival of rivals) {
        const byTicket =
          credit.tickets.includes(settled.ticket ?? '') && !credit.tickets.includes(rival.ticket ?? '');
        const byPayer =
          credit.payer !== null &&
          settled.customer_phone !== rival.customer_phone &&
          (settled.customer_phone !== null || rival.customer_phone !== null);
        expect(byTicket || byPayer).toBe(true);
      }
    }),
    RUNS,
  );
});

test('no session is confirmed by money whose words have the ticket of another one, whichever it is and wherever it stands', () => {
  fc.assert(
    fc.property(decisionCase, (given) => {
      const made = decide(given);
      if (made.verdict !== 'SETTLE') return;
      const quoted = given.claimants.filter((one) => isNamed(given, one));
      for (const one of quoted) expect(names(made)).toEqual([one.id]);
    }),
    RUNS,
  );
});

test('a session that knows neither payer nor ticket of the money is not confirmed where one that declares this payer waits for such an amount anywhere, or did when the money moved', () => {
  fc.assert(
    fc.property(decisionCase, (given) => {
      const made = decide(given);
      const settled = given.claimants.find((one) => one.id === names(made)[0]);
      if (made.verdict !== 'SETTLE' || settled === undefined || settled.customer_phone !== null) return;
      if (given.credit.tickets.includes(settled.ticket ?? '')) return;
      const alike = [given.credit.amount_xaf, ...easilyMistaken(given.credit.amount_xaf)];
      const expecting = given.claimants.filter(
        (one) =>
          (one.status === 'AWAITING_PAYMENT' ||
            (one.closed_at_ms !== undefined && one.closed_at_ms > settled.created_at_ms)) &&
          mayHavePaid(given.credit, one) &&
          (given.credit.payer !== MASK || one.same_number || one.amount_xaf === given.credit.amount_xaf) &&
          one.created_at_ms - SKEW_MS <= given.credit.occurred_at_ms + given.credit.occurred_precision_ms &&
          alike.includes(one.amount_xaf),
      );
      expect(expecting).toEqual([]);
    }),
    RUNS,
  );
});

test('what a rival has closed, or opened for an amount nobody could mistake, changes nothing that is decided by amount', () => {
  fc.assert(
    fc.property(decisionCase, (one) => {
      const credit = { ...one.credit, told_tickets: [] };
      const given = { ...one, credit };
      const alike = [credit.amount_xaf, ...easilyMistaken(credit.amount_xaf)];
      // One that has expired since the money moved was open then, and points to its payer; without a printed time it may have been.
      const isOver = (one: Claimant) =>
        (['SUCCESS', 'CANCELLED'].includes(one.status) && one.closed_at_ms === undefined) ||
        (one.status === 'EXPIRED' &&
          one.expires_at_ms < credit.occurred_at_ms &&
          !(credit.is_undated && mayHavePaid(credit, one)));
      const harmless = (one: Claimant) =>
        !credit.tickets.includes(one.ticket ?? '') &&
        (!alike.includes(one.amount_xaf) ||
          (isOver(one) && (one.amount_xaf !== credit.amount_xaf || !one.same_number)));
      const without = decide({ ...given, claimants: given.claimants.filter((one) => !harmless(one)) });
      if (without.verdict === 'SUSPENSE') return;
      expect(decide(given)).toEqual(without);
    }),
    RUNS,
  );
});

test('what is over and declared nobody hides nobody who waits for its payer', () => {
  fc.assert(
    fc.property(decisionCase, (given) => {
      const { credit } = given;
      const isOver = (one: Claimant) =>
        ['CANCELLED', 'EXPIRED', 'FAILED'].includes(one.status) &&
        one.customer_phone === null &&
        !credit.tickets.includes(one.ticket ?? '') &&
        !credit.told_tickets?.includes(one.ticket ?? '');
      const without = decide({ ...given, claimants: given.claimants.filter((one) => !isOver(one)) });
      const named = given.claimants.filter(({ id }) => touched(without).includes(id));
      if (
        without.rule !== 'amount_mismatch' ||
        named.some((one) => one.customer_phone?.slice(-8) !== credit.payer)
      )
        return;
      expect(decide(given)).toEqual(without);
    }),
    RUNS,
  );
});

test('money whose message prints no time is not put away as that of somebody who has ended while another waits there for just that sum', () => {
  fc.assert(
    fc.property(decisionCase, (given) => {
      const { credit } = given;
      const isTold = [...credit.tickets, ...(credit.told_tickets ?? [])].length > 0;
      if (credit.is_undated !== true || isTold || decide(given).rule !== 'session_closed') return;
      const waiting = given.claimants.filter(
        (one) =>
          one.same_number &&
          one.amount_xaf === credit.amount_xaf &&
          one.customer_phone === null &&
          ['AWAITING_PAYMENT', 'UNDER_REVIEW'].includes(one.status) &&
          one.created_at_ms - SKEW_MS <= credit.occurred_at_ms + credit.occurred_precision_ms,
      );
      expect(waiting).toEqual([]);
    }),
    RUNS,
  );
});

test('money joins no case of one under review alone while another waits there for just that sum and has declared nobody', () => {
  fc.assert(
    fc.property(decisionCase, (given) => {
      const { credit } = given;
      if (credit.tickets.length > 0 || decide(given).rule !== 'joins_review') return;
      const waiting = given.claimants.filter(
        (one) =>
          one.same_number &&
          one.amount_xaf === credit.amount_xaf &&
          one.customer_phone === null &&
          one.status === 'AWAITING_PAYMENT' &&
          one.created_at_ms - SKEW_MS <= credit.occurred_at_ms + credit.occurred_precision_ms,
      );
      expect(waiting).toEqual([]);
    }),
    RUNS,
  );
});

test('one payment puts at most eight sessions under review, and confirms none that it could not tell apart for lack of reading', () => {
  fc.assert(
    fc.property(decisionCase, (given) => {
      const made = decide(given);
      expect(touched(made).length).toBeLessThanOrEqual(TOUCHED_MOST);
      const all = decide({ ...given, is_cut: false });
      if (made.verdict !== 'SUSPENSE') expect(made).toEqual(all);
    }),
    RUNS,
  );
});

test('a ticket outside the motif never lets a session be paid that would not be paid without it', () => {
  fc.assert(
    fc.property(decisionCase, (given) => {
      const made = decide(given);
      if (made.verdict !== 'SETTLE') return;
      expect(decide({ ...given, credit: { ...given.credit, told_tickets: [] } })).toEqual(made);
    }),
    RUNS,
  );
});

test('a ticket that a message alone quotes lets no session be paid that would not be paid without it, where a row of the statement proves it', () => {
  fc.assert(
    fc.property(decisionCase, ({ credit, ...given }) => {
      const made = decide({ ...given, credit: { ...credit, tickets_in_doubt: true } });
      if (made.verdict !== 'SETTLE') return;
      expect(decide({ ...given, credit: { ...credit, tickets: [] } })).toEqual(made);
    }),
    RUNS,
  );
});

test('a closed session is never confirmed and never put under review', () => {
  fc.assert(
    fc.property(decisionCase, (given) => {
      for (const id of touched(decide(given))) {
        const one = given.claimants.find((each) => each.id === id);
        expect(['AWAITING_PAYMENT', 'UNDER_REVIEW']).toContain(one?.status);
      }
    }),
    RUNS,
  );
});

test('the order in which sessions were found does not matter', () => {
  fc.assert(
    fc.property(decisionCase, fc.infiniteStream(fc.nat()), (given, chance) => {
      const shuffled = given.claimants
        .map((one) => ({ one, key: chance.next().value as number }))
        .toSorted((a, b) => a.key - b.key)
        .map(({ one }) => one);
      const [first, second] = [decide(given), decide({ ...given, claimants: shuffled })];
      expect({ ...second, claimants: names(second).toSorted() }).toEqual({
        ...first,
        claimants: names(first).toSorted(),
      });
    }),
    RUNS,
  );
});

test('a payment that nothing but the number ties to a session leaves every session as it is', () => {
  fc.assert(
    fc.property(decisionCase, (given) => {
      const strangers = given.claimants.filter(
        (one) =>
          one.amount_xaf !== given.credit.amount_xaf &&
          !mayHavePaid(given.credit, one) &&
          !isNamed(given, one),
      );
      const made = decide({ ...given, claimants: strangers });
      expect(made.verdict).toBe('SUSPENSE');
      expect(['unmatched', 'unproven']).toContain(made.rule);
      // Nor are the strangers touched where something ties other sessions to the credit.
      for (const stranger of strangers) expect(touched(decide(given))).not.toContain(stranger.id);
    }),
    RUNS,
  );
});

test('less than half the price of a session sends it nowhere, unless its customer pays it or may have slipped', () => {
  fc.assert(
    fc.property(decisionCase, fc.constantFrom(1, 2, 100, 1000, 1499, 2499), (given, amount_xaf) => {
      const credit = { ...given.credit, amount_xaf };
      for (const id of touched(decide({ ...given, credit }))) {
        const one = given.claimants.find((each) => each.id === id) as Claimant;
        const is_own = one.customer_phone !== null && one.customer_phone.slice(-8) === credit.payer;
        const is_slip = [amount_xaf, ...easilyMistaken(amount_xaf)].includes(one.amount_xaf);
        expect(is_own || is_slip || amount_xaf * 2 >= one.amount_xaf).toBe(true);
      }
    }),
    RUNS,
  );
});

test('one more session that could claim the payment never makes it certain', () => {
  const added = fc.tuple(decisionCase, claimant);
  fc.assert(
    fc.property(added, ([given, more]) => {
      const before = decide(given);
      if (before.verdict === 'SETTLE') return;
      const extra: Claimant = { ...more, id: 'session-more', ticket: 'TICKET-MORE' };
      const after = decide({ ...given, claimants: [...given.claimants, extra] });
      // If it becomes certain, then only for the new session itself.
      if (after.verdict === 'SETTLE') expect(names(after)).toEqual(['session-more']);
      const unrelated = extra.amount_xaf !== given.credit.amount_xaf && !mayHavePaid(given.credit, extra);
      if (unrelated) expect(touched(after)).toEqual(touched(before));
    }),
    RUNS,
  );
});

test('a credit in doubt touches exactly the sessions that it would touch without the doubt', () => {
  fc.assert(
    fc.property(decisionCase, (given) => {
      const strong = decide({ ...given, credit: { ...given.credit, doubts: [] } });
      const weak = decide({ ...given, credit: { ...given.credit, doubts: ['unconfirmed_template'] } });
      expect(weak.verdict).not.toBe('SETTLE');
      expect(touched(weak)).toEqual(touched(strong));
    }),
    RUNS,
  );
});

test('hidden digits in the payer point to a session of another amount only beside one on its number that knows no payer', () => {
  fc.assert(
    fc.property(decisionCase, (given) => {
      const credit = { ...given.credit, payer: MASK, tickets: [], told_tickets: [] };
      const made = touched(decide({ ...given, credit }));
      const named = given.claimants.filter(({ id }) => made.includes(id));
      const others = named.filter((one) => one.amount_xaf !== credit.amount_xaf);
      if (others.length === 0) return;
      const silent = named.filter((one) => one.customer_phone === null);
      expect(silent).toMatchObject([{ amount_xaf: credit.amount_xaf, same_number: true }]);
      for (const one of others) {
        expect(one.same_number && mayHavePaid(credit, one)).toBe(true);
        expect(easilyMistaken(credit.amount_xaf)).toContain(one.amount_xaf);
      }
    }),
    RUNS,
  );
});

test('a decision is the same however often it is made, also from its stored text', () => {
  fc.assert(
    fc.property(decisionCase, (given) => {
      expect(decide(JSON.parse(JSON.stringify(given)))).toEqual(decide(given));
    }),
  );
});
