import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PaymentSession } from '../../src/domain/session/session.ts';
import { settleNotices } from '../../src/engine/book/settle.ts';
import { replayNotices, settleWaitingNotices } from '../../src/engine/book/settle-waiting.ts';
import { assignCredits } from '../../src/engine/desk/payments/assign-credit.ts';
import { callCapital } from '../../src/engine/desk/payments/capital-credit.ts';
import { confirmReviews, rejectReviews } from '../../src/engine/desk/payments/decide-review.ts';
import { refundCredits } from '../../src/engine/desk/payments/refund-credit.ts';
import { receiveNotices } from '../../src/engine/notices.ts';
import type { Services } from '../../src/engine/services.ts';
import { expireSessions } from '../../src/engine/sessions/expire.ts';
import { prove } from '../collection/proof.ts';
import { openWorld, type World } from '../collection/world.ts';

// Each pair meets ROUNDS × AT_ONCE times, each side in a process of its own by turns.
const ROUNDS = process.env.CHARI_SOAK === '1' ? 5 : 3;
const AT_ONCE = 40;
const PROCESSES = 4;
const PAYER = '+23566000001';
const STRANGER = '+23566000002';
const OWN_NUMBER = '+23566003000';

let world: World;
let merchant: string;
let processes: Services[];
beforeAll(async () => {
  world = await openWorld();
  merchant = await world.merchant({ fee_basis_points: 100 });
  processes = await world.processes(PROCESSES);
});
afterAll(() => world.close());

const anyProcess = (): Services => processes[Math.floor(Math.random() * PROCESSES)] as Services;
const signed = (actor: string) => ({ actor, note: 'race' });

/** Runs both at the same moment, whichever is called first. */
async function meet<One, Other>(one: () => Promise<One>, other: () => Promise<Other>): Promise<[One, Other]> {
  if (Math.random() < 0.5) return Promise.all([one(), other()]);
  const late = other();
  return Promise.all([one(), late]);
}

async function rounds<Prepared>(
  prepare: () => Promise<Prepared[]>,
  race: (prepared: Prepared) => Promise<string>,
  allowed: string[],
): Promise<void> {
  const words: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    words.push(...(await Promise.all((await prepare()).map(race))));
  expect(words).toHaveLength(ROUNDS * AT_ONCE);
  for (const word of new Set(words)) expect(allowed).toContain(word);
  await prove(world);
}

async function sessions(fields: { amount_xaf?: number } = {}): Promise<PaymentSession[]> {
  const commands = Array.from({ length: AT_ONCE }, () =>
    world.command(merchant, { customer_phone: PAYER, ...fields }),
  );
  const outcomes = await world.create(commands);
  return outcomes.map((outcome) => {
    if (outcome.kind !== 'created') throw new Error(outcome.kind);
    return outcome.session;
  });
}

const beside = (made: PaymentSession[], paid: { credit_id: string | null }[]) =>
  made.map((session, at) => ({ session, session_id: session.id, credit_id: paid[at]?.credit_id ?? '' }));

/** Sessions under review, each with one credit that covers it. */
async function reviews(fields: { amount_xaf?: number } = {}) {
  const made = await sessions(fields);
  return beside(made, await world.payAll(made, () => ({ payer_phone: STRANGER })));
}

/** Money in suspense beside a session that it could pay. */
async function waiting() {
  const made = await sessions();
  return beside(made, await world.payAll(made, ({ amount_xaf }) => ({ amount: amount_xaf + 1 })));
}

const confirm = async (session_id: string, actor = 'Awa', credit_id: string | null = null) =>
  (await confirmReviews(anyProcess(), [{ session_id, credit_id, ...signed(actor) }]))[0]?.kind;
const reject = async (session_id: string) =>
  (await rejectReviews(anyProcess(), [{ session_id, ...signed('Brahim') }]))[0]?.kind;
const refund = async (credit_id: string) =>
  (await refundCredits(anyProcess(), [{ credit_id, amount_xaf: 5001, ...signed('Awa') }]))[0]?.kind;
const assign = async (credit_id: string, session_id: string) =>
  (
    await assignCredits(anyProcess(), [
      { credit_id, to: { kind: 'session', session_id }, ...signed('Brahim') },
    ])
  )[0]?.kind;
const statusOf = async (session: PaymentSession) => (await world.again(session)).status;

test('two people confirm one review: one does, the other is told that it is decided', () =>
  rounds(
    reviews,
    async ({ session_id }) => {
      const both = await meet(
        () => confirm(session_id, 'Awa'),
        () => confirm(session_id, 'Brahim'),
      );
      return both.sort().join(' / ');
    },
    ['confirmed / not_under_review'],
  ));

test('one confirms, another rejects: the first decides, and money and status say the same', () =>
  rounds(
    reviews,
    async ({ session, session_id }) => {
      const [one, other] = await meet(
        () => confirm(session_id),
        () => reject(session_id),
      );
      return `${one} / ${other} / ${await statusOf(session)}`;
    },
    ['confirmed / not_under_review / SUCCESS', 'not_under_review / rejected / EXPIRED'],
  ));

test('two people at once about a large amount: one proposes and the other agrees, in either order', () =>
  rounds(
    () => reviews({ amount_xaf: 100_000 }),
    async ({ session, session_id }) => {
      const both = await meet(
        () => confirm(session_id, 'Awa'),
        () => confirm(session_id, 'Brahim'),
      );
      return `${both.sort().join(' / ')} / ${await statusOf(session)}`;
    },
    ['confirmed / proposed / SUCCESS'],
  ));

test('one person twice at once about a large amount stays one person', () =>
  rounds(
    () => reviews({ amount_xaf: 100_000 }),
    async ({ session, session_id }) => {
      const both = await meet(
        () => confirm(session_id, 'Awa'),
        () => confirm(session_id, 'awa'),
      );
      return `${both.sort().join(' / ')} / ${await statusOf(session)}`;
    },
    ['proposed / same_person / UNDER_REVIEW'],
  ));

test('a review is decided while another credit joins its case: the credit is never left under review alone', () =>
  rounds(
    async () =>
      Promise.all(
        (await reviews()).map(async (one) => ({ ...one, notice: await world.keepCredit(one.session) })),
      ),
    async ({ session_id, credit_id, notice }) => {
      const [decided] = await meet(
        () => (Math.random() < 0.5 ? confirm(session_id, 'Awa', credit_id) : reject(session_id)),
        () => settleNotices(anyProcess(), [notice]),
      );
      const [stranded] = await world.rows<{ n: number }>(
        `select count(*)::int as n from credits c join review_cases r on r.credit_id = c.id
        where r.session_id = $1 and c.state = 'REVIEW'`,
        [session_id],
      );
      return `${decided} / ${stranded?.n}`;
    },
    ['confirmed / 0', 'rejected / 0'],
  ));

test('two cases that share a credit are rejected at once: the money ends in suspense, never nowhere', async () => {
  await world.rows(`update merchants set operators = '{AIRTEL,MOOV}'`);
  const numbers = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, n) => world.liveNumber(`+2356600${1000 + n}`)),
  );
  // Five, since each may hold a fifth of the numbers for one amount.
  const shops = await Promise.all(Array.from({ length: 5 }, () => world.merchant({ fee_basis_points: 100 })));
  world.pass(2);
  let amount_xaf = 1000;
  await rounds(
    async () => {
      amount_xaf += 1;
      const made: PaymentSession[] = [];
      // Guests one by one: each finds a host that still has room.
      for (const customer_phone of [PAYER, STRANGER]) {
        for (const n of numbers.keys()) {
          const shop = shops[n % shops.length] as string;
          made.push(await world.session(shop, { environment: 'live', amount_xaf, customer_phone }));
        }
      }
      const byNumber = [...Map.groupBy(made, (one) => one.collection_number_id).values()];
      expect(byNumber.map((group) => group.length)).toEqual(Array(AT_ONCE).fill(2));
      return Promise.all(
        byNumber.map(async ([one, other]) => {
          const { credit_id, verdict } = await world.pay(one as PaymentSession);
          expect(verdict?.rule).toBe('ambiguous');
          return { one: one?.id ?? '', other: other?.id ?? '', credit_id };
        }),
      );
    },
    async ({ one, other, credit_id }) => {
      const way = Math.random() < 0.5;
      const both = await meet(
        () => (way ? confirm(one) : reject(one)),
        () => reject(other),
      );
      const [credit] = await world.rows<{ state: string }>('select state from credits where id = $1', [
        credit_id,
      ]);
      return `${both.join(' / ')} / ${credit?.state}`;
    },
    ['confirmed / rejected / MATCHED', 'rejected / rejected / SUSPENSE'],
  );
});

test('one assigns money in suspense while another marks it as sent back: it does one of the two', () =>
  rounds(
    waiting,
    async ({ session, session_id, credit_id }) => {
      const both = await meet(
        () => assign(credit_id, session_id),
        () => refund(credit_id),
      );
      return `${both.join(' / ')} / ${await statusOf(session)}`;
    },
    ['assigned / other_amount / SUCCESS', 'nothing_waits / refunded / AWAITING_PAYMENT'],
  ));

/** Money of live that nothing ties to anybody, and of which one person has said that it is our own. */
async function called() {
  const on = { environment: 'live', operator: 'AIRTEL', assigned_collection_number: OWN_NUMBER } as const;
  const sent = Array.from({ length: AT_ONCE }, () => ({ ...on, merchant_id: merchant, amount_xaf: 5001 }));
  const paid = await world.payAll(sent, () => ({ payer_phone: STRANGER }));
  const credit_ids = paid.map(({ credit_id }) => credit_id ?? '');
  await callCapital(
    anyProcess(),
    credit_ids.map((credit_id) => ({ credit_id, ...signed('Awa') })),
  );
  return credit_ids;
}
const agree = async (credit_id: string) =>
  (await callCapital(anyProcess(), [{ credit_id, ...signed('Brahim') }]))[0]?.kind;
const give = async (credit_id: string) => {
  const to = { kind: 'merchant', merchant_id: merchant } as const;
  // Of one person's giving so much to one merchant would take a second.
  const by = signed(`Chaibo ${credit_id}`);
  return (await assignCredits(anyProcess(), [{ credit_id, to, ...by }]))[0]?.kind;
};

test('the second person calls money in suspense our own while others give it away or send it back: one is first', async () => {
  await world.liveNumber(OWN_NUMBER);
  await rounds(
    called,
    async (credit_id) => {
      const [agreed, [given, sent]] = await meet(
        () => agree(credit_id),
        () => Promise.all([give(credit_id), refund(credit_id)]),
      );
      const [credit] = await world.rows<{ reason: string }>('select reason from credits where id = $1', [
        credit_id,
      ]);
      return `${agreed} / ${given} / ${sent} / ${credit?.reason}`;
    },
    [
      'called_capital / nothing_waits / nothing_waits / own_capital',
      'nothing_waits / assigned / nothing_waits / staff_assigned',
      'nothing_waits / nothing_waits / refunded / refunded',
    ],
  );
});

test('money is assigned to a session while its own payment arrives, or its time runs out', () =>
  rounds(
    async () => {
      const prepared = await waiting();
      const kept = await Promise.all(
        prepared.map(async (one) => ({
          ...one,
          notice: Math.random() < 0.5 ? await world.keepCredit(one.session, { payer_phone: PAYER }) : null,
        })),
      );
      world.pass(721);
      return kept;
    },
    async ({ session, session_id, credit_id, notice }) => {
      const [assigned] = await meet(
        () => assign(credit_id, session_id),
        async () =>
          notice === null
            ? (await expireSessions(anyProcess(), { limit: 5 })).expired
            : (await settleNotices(anyProcess(), [notice])).length,
      );
      const status = await statusOf(session);
      const swept = notice === null && status === 'AWAITING_PAYMENT' ? 'EXPIRED' : status;
      return `${assigned} / ${swept}`;
    },
    // A sweep may end any of the sessions; whoever comes second finds it decided.
    ['assigned / SUCCESS', 'session_closed / SUCCESS', 'session_closed / EXPIRED'],
  ));

test('two replays, the sweeper and what comes in at once: each notice is understood once, whoever reads it', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const made = await sessions();
    // Without a transaction id nothing but the notice itself makes it one credit.
    const ids = await Promise.all(
      made.map(async (session) => {
        const { notice_id } = await keepSms(session);
        return notice_id;
      }),
    );
    await world.rows('delete from notice_inbox where notice_id = any ($1)', [ids]);
    await world.rows(
      `insert into notice_readings (notice_id, outcome, kind, reading, read_at)
      select i, 'UNPARSED', 'UNKNOWN', '{"doubts":[]}', $2 from unnest($1::uuid[]) i`,
      [ids, world.now],
    );
    const replay = () => replayNotices(anyProcess(), { environment: 'test', after: 0, limit: 500 });
    const live = await Promise.all((await sessions()).map((session) => keepSms(session)));
    await Promise.all([
      replay(),
      settleNotices(
        anyProcess(),
        live.map((one) => one.notice_id),
      ),
      replay(),
      settleWaitingNotices(anyProcess(), { limit: 500, patience_ms: 0 }),
      replay(),
      settleNotices(anyProcess(), ids.slice(0, 20)),
    ]);
    const understood = await world.rows<{ n: number; notices: number }>(
      `select count(*)::int as n, count(distinct notice_id)::int as notices from notice_readings
      where notice_id = any ($1) and outcome = 'CREDIT'`,
      [[...ids, ...live.map((one) => one.notice_id)]],
    );
    expect(understood).toEqual([{ n: 2 * AT_ONCE, notices: 2 * AT_ONCE }]);
    expect(await world.rows('select from notice_inbox')).toEqual([]);
    await prove(world);
  }
});

async function keepSms(session: PaymentSession): Promise<{ notice_id: string }> {
  const [kept] = await receiveNotices(world.services, [
    {
      environment: 'test',
      merchant_id: session.merchant_id,
      operator: 'AIRTEL',
      collection_number: session.assigned_collection_number,
      source: 'SANDBOX_SMS',
      sender: null,
      body: `Vous avez recu ${session.amount_xaf} FCFA du 66000001. Solde: 9 000 FCFA.`,
      received_at: world.now,
    },
  ]);
  if (kept?.kind !== 'kept') throw new Error('not kept');
  return kept;
}
