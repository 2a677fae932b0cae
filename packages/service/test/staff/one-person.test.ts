import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anchorNumbers } from '../../src/engine/desk/book/anchor.ts';
import { announceSweeps } from '../../src/engine/desk/book/announce-sweep.ts';
import { explainSteps } from '../../src/engine/desk/book/explain.ts';
import { assignCredits } from '../../src/engine/desk/payments/assign-credit.ts';
import { confirmReviews } from '../../src/engine/desk/payments/decide-review.ts';
import { refundCredits } from '../../src/engine/desk/payments/refund-credit.ts';
import { withdrawProposals } from '../../src/engine/desk/withdraw.ts';
import { MSISDN, OPENING_XAF, openSim, type Sim, type Sms } from '../book/world.ts';
import { prove } from '../collection/proof.ts';

let sim: Sim;
beforeEach(async () => {
  sim = await openSim();
  sim.world.services.policy = { ...sim.world.services.policy, second_person_xaf: 100_000 };
});
afterEach(() => sim.world.close());

const by = (actor: string) => ({ actor, note: 'seen on the SIM' });
const said = async (balance_xaf: number, actor: string) => (await sim.say(balance_xaf, actor))?.kind;

describe('One person who names a balance', () => {
  it('does not settle what a forged message tells behind it', async () => {
    await sim.say();
    const session = await sim.session(150_000);
    await sim.take(sim.words(150_000, OPENING_XAF + 1 + 150_000));
    expect(await said(OPENING_XAF + 1, 'Awa')).toBe('proposed');
    expect(await said(OPENING_XAF + 1, 'AWA')).toBe('same_person');
    expect(await sim.statusOf(session)).toBe('AWAITING_PAYMENT');
    expect(await said(OPENING_XAF, 'Brahim')).toBe('anchored');
    expect(await sim.statusOf(session)).toBe('AWAITING_PAYMENT');
  });

  it('does not settle what waits for the bound, by naming the balance that is known', async () => {
    await sim.say();
    for (let n = 0; n < 5; n += 1) await sim.take(sim.credit(180_000 + n));
    const before_xaf = sim.balance_xaf;
    const session = await sim.session(190_000);
    await sim.take(sim.credit(190_000));
    expect(await said(before_xaf, 'Awa')).toBe('proposed');
    expect(await sim.statusOf(session)).toBe('AWAITING_PAYMENT');
    // What the first has not read takes two people as well.
    expect(await said(sim.balance_xaf, 'Brahim')).toBe('proposed');
    expect(await said(sim.balance_xaf, 'Awa')).toBe('anchored');
    expect(await sim.statusOf(session)).toBe('SUCCESS');
  });

  it('does not settle, with the first balance of a book, what was told before', async () => {
    await sim.take(sim.words(150_000, 200_000));
    expect(await said(OPENING_XAF, 'Awa')).toBe('proposed');
    expect(await said(OPENING_XAF, 'Brahim')).toBe('anchored');
    expect(await sim.book()).toMatchObject({ tip_xaf: 200_000 });
  });

  it('settles no large sum in small steps: what one has moved alone counts until two have read it', async () => {
    await sim.say();
    const outcomes: (string | undefined)[] = [];
    let at_xaf = OPENING_XAF;
    for (let n = 0; n < 4; n += 1) {
      await sim.session(40_000 - n);
      await sim.take(sim.words(40_000 - n, at_xaf + 7 + 40_000 - n));
      outcomes.push(await said(at_xaf + 7 + 40_000 - n, 'Awa'));
      at_xaf = (await sim.book())?.tip_xaf ?? 0;
    }
    expect(outcomes).toEqual(['anchored', 'anchored', 'proposed', 'same_person']);
    expect(await said(at_xaf, 'Brahim')).toBe('anchored');
    // Two people have read it: one may go on.
    expect(await said(at_xaf, 'Awa')).toBe('anchored');
  });

  it('does not start the bound again alone, once messages that staff typed in have settled much', async () => {
    await sim.say();
    for (let n = 0; n < 2; n += 1) await sim.typed(sim.credit(60_000 + n));
    sim.world.pass(60);
    expect(await said(sim.balance_xaf, 'Awa')).toBe('proposed');
    expect(await said(sim.balance_xaf, 'Brahim')).toBe('anchored');
    expect(await said(sim.balance_xaf, 'Awa')).toBe('anchored');
  });

  it('has read another balance than the one who reads the SIM half an hour later', async () => {
    await sim.say();
    expect(await said(400_000, 'Awa')).toBe('proposed');
    sim.world.pass(31 * 60);
    expect(await said(500_000, 'Brahim')).toBe('proposed');
    expect(await sim.book()).toMatchObject({ tip_xaf: OPENING_XAF });
    expect(await said(500_000, 'Awa')).toBe('anchored');
  });

  it('says the same twice at once, and is one person still', async () => {
    await sim.say();
    const command = { number: MSISDN, balance_xaf: 400_000, ...by('Awa') };
    const [, again] = await anchorNumbers(sim.world.services, [command, { ...command, actor: 'Brahim' }]);
    expect(again?.kind).toBe('proposed');
    expect(await said(400_000, 'Awa')).toBe('same_person');
    const processes = await sim.world.processes(4);
    await Promise.allSettled(processes.map((services) => anchorNumbers(services, [command])));
    expect(await sim.book()).toMatchObject({ tip_xaf: OPENING_XAF });
  });
});

describe('One person who types an SMS that fits what two people have found on the SIM', () => {
  const byTwo = async () => [await said(sim.balance_xaf, 'Awa'), await said(sim.balance_xaf, 'Brahim')];
  const openKinds = async () =>
    (await sim.incidents()).filter((one) => one.closed_by === null).map(({ kind }) => kind);
  const sayPaid = async (actor: string) => {
    const [step] = await sim.world.rows<{ id: string }>("select id from book_steps where kind = 'CREDIT'");
    const command = { step_id: step?.id ?? '', meaning: 'credit' as const, ...by(actor) };
    return (await explainSteps(sim.world.services, [command]))[0]?.kind;
  };

  it('gives no large sum of it to a session before another one agrees', async () => {
    await sim.say();
    const session = await sim.session(400_000);
    const message = sim.credit(400_000);
    expect(await byTwo()).toEqual(['proposed', 'anchored']);
    await sim.typed(message);
    expect(await sim.statusOf(session)).toBe('AWAITING_PAYMENT');
    sim.world.pass(300);
    expect(await said(sim.balance_xaf, 'Awa')).toBe('proposed');
    expect(await sim.statusOf(session)).toBe('AWAITING_PAYMENT');
    // Who reads the same SIM agrees to a balance: that it is right says nothing of whose the payment was.
    expect(await said(sim.balance_xaf, 'Brahim')).toBe('anchored');
    expect(await sim.statusOf(session)).toBe('AWAITING_PAYMENT');
    await sim.wait(31);
    expect(await openKinds()).toEqual(['outflow']);
    expect([await sayPaid('Awa'), await sayPaid('Brahim')]).toEqual(['proposed', 'explained']);
    expect(await sim.statusOf(session)).toBe('UNDER_REVIEW');
    await sim.wait(31);
    expect(await openKinds()).toEqual([]);
  });

  it('gives it none either where it was typed in before two people read the SIM', async () => {
    await sim.say();
    const session = await sim.session(400_000);
    const [, message] = [sim.credit(1000), sim.credit(400_000)];
    await sim.typed(message);
    expect(await byTwo()).toEqual(['proposed', 'anchored']);
    sim.world.pass(300);
    expect((await byTwo())[1]).toBe('anchored');
    expect(await sim.statusOf(session)).toBe('AWAITING_PAYMENT');
    await sim.take(message);
    expect(await sim.statusOf(session)).toBe('SUCCESS');
  });

  it('gives what is beyond the bound by a reading once the phone tells of it too', async () => {
    await sim.say();
    const session = await sim.session(400_000);
    const [message, next] = [sim.credit(400_000), sim.credit(1000)];
    await sim.typed(message);
    await sim.take(next);
    await sim.take(message);
    expect(await sim.statusOf(session)).toBe('AWAITING_PAYMENT');
    expect(await byTwo()).toEqual(['proposed', 'anchored']);
    expect(await sim.statusOf(session)).toBe('SUCCESS');
  });

  it('gives it none in several messages either', async () => {
    await sim.say();
    const session = await sim.session(60_000);
    const messages = [sim.credit(60_000), sim.credit(60_001)];
    expect(await byTwo()).toEqual(['proposed', 'anchored']);
    for (const message of messages) await sim.typed(message);
    sim.world.pass(300);
    expect((await byTwo())[1]).toBe('anchored');
    expect(await sim.statusOf(session)).toBe('AWAITING_PAYMENT');
  });

  it('is asked for no balance where a message contests one of several: none settles them', async () => {
    await sim.say();
    const messages = [sim.credit(60_000), sim.credit(60_001)];
    expect(await byTwo()).toEqual(['proposed', 'anchored']);
    for (const message of messages) await sim.typed(message);
    sim.world.pass(300);
    await sim.take(sim.words(500, OPENING_XAF + 500));
    expect((await byTwo())[1]).toBe('anchored');
    await sim.wait(31);
    expect(await openKinds()).toEqual(['claim', 'outflow', 'contested']);
  });

  /** Payments of two sessions whose messages were lost, each found by a balance of its own. */
  const lostOfTwo = async () => {
    await sim.say();
    const sessions = [await sim.session(60_000), await sim.session(60_001)];
    const messages: Sms[] = [];
    for (const amount_xaf of [60_000, 60_001]) {
      messages.push(sim.credit(amount_xaf));
      expect((await byTwo())[1]).toBe('anchored');
      sim.world.pass(200);
    }
    const statuses = () => Promise.all(sessions.map((session) => sim.statusOf(session)));
    return { messages, statuses };
  };
  const tellEach = async (messages: readonly Sms[]) => {
    for (const message of messages) await sim.typed(message);
  };
  const sets: [string, (messages: readonly Sms[]) => Promise<void>][] = [
    ['in one set', (messages) => sim.typed(...messages)],
    ['one after the other', tellEach],
  ];
  it.each(sets)('gives it none in several of what several balances found either: %s', async (_how, tell) => {
    const { messages, statuses } = await lostOfTwo();
    await tell(messages);
    expect(await statuses()).toEqual(['SUCCESS', 'AWAITING_PAYMENT']);
    await sim.wait(31);
    expect(await openKinds()).toEqual(['anchor_due']);
    expect(await said(sim.balance_xaf, 'Awa')).toBe('proposed');
    for (const message of messages) await sim.take(message);
    expect(await statuses()).toEqual(['SUCCESS', 'SUCCESS']);
  });

  it('gives it none in the second either where he reads the SIM alone in between', async () => {
    const { messages, statuses } = await lostOfTwo();
    const [first, second] = messages as [Sms, Sms];
    await sim.typed(first);
    sim.world.pass(300);
    expect(await said(sim.balance_xaf, 'Awa')).toBe('anchored');
    sim.world.pass(60);
    await sim.typed(second);
    expect(await statuses()).toEqual(['SUCCESS', 'AWAITING_PAYMENT']);
    await sim.wait(31);
    expect(await said(sim.balance_xaf, 'Awa')).toBe('proposed');
  });

  it('gives each of them, where the phone tells of the first before the second is typed in', async () => {
    const { messages, statuses } = await lostOfTwo();
    const [first, second] = messages as [Sms, Sms];
    await sim.typed(first);
    await sim.take(first);
    await sim.typed(second);
    expect(await statuses()).toEqual(['SUCCESS', 'SUCCESS']);
  });

  const ways: [string, ('take' | 'typed')[]][] = [
    ['before', ['take', 'typed']],
    ['after', ['typed', 'take']],
  ];
  it.each(ways)('gives what the phone tells of too, and that %s it, at once', async (_when, tells) => {
    await sim.say();
    const session = await sim.session(400_000);
    const [lost, message] = [sim.credit(1000), sim.credit(400_000)];
    expect(await byTwo()).toEqual(['proposed', 'anchored']);
    for (const tell of tells) await sim[tell](message);
    await sim.typed(lost);
    expect(await sim.statusOf(session)).toBe('SUCCESS');
  });

  it('gives it as soon as the phone tells of it too', async () => {
    await sim.say();
    const session = await sim.session(400_000);
    const message = sim.credit(400_000);
    expect(await byTwo()).toEqual(['proposed', 'anchored']);
    await sim.typed(message);
    expect(await sim.statusOf(session)).toBe('AWAITING_PAYMENT');
    sim.world.pass(60);
    for (const _copy of [1, 2]) await sim.take(message);
    expect(await sim.world.rows('select from credits')).toHaveLength(1);
    expect(await sim.statusOf(session)).toBe('SUCCESS');
  });

  it('names the next balance with another, once such messages have brought much in small sums', async () => {
    await sim.say();
    const told: [Sms, Sms][] = [];
    for (let n = 0; n < 2; n += 1) {
      told.push([sim.credit(70_000 + n), sim.credit(60_000 + n)]);
      expect(await byTwo()).toEqual(['proposed', 'anchored']);
      sim.world.pass(300);
    }
    for (const [heard, typed] of told) {
      await sim.take(heard);
      await sim.typed(typed);
    }
    // The second that was typed in waits.
    expect(await sim.world.rows('select from credits')).toHaveLength(3);
    expect(await said(sim.balance_xaf, 'Awa')).toBe('proposed');
  });
});

describe('The first balance of a book', () => {
  it('opens it also while payments come, of which the first goes on from it', async () => {
    await sim.take(sim.credit(5_000), sim.credit(7_000));
    expect(await said(OPENING_XAF, 'Awa')).toBe('anchored');
    expect(await sim.book()).toMatchObject({ tip_xaf: OPENING_XAF + 12_000, float_xaf: 12_000 });
  });
});

describe('Whoever takes money off a SIM', () => {
  it('explains nothing that an anchor found missing, by announcing it afterwards', async () => {
    sim.balance_xaf = 900_000;
    await sim.say();
    expect([await said(100_000, 'Awa'), await said(100_000, 'Brahim')]).toEqual(['proposed', 'anchored']);
    const sweep = (actor: string) =>
      announceSweeps(sim.world.services, [{ number: MSISDN, amount_xaf: 800_000, ...by(actor) }]);
    expect([await sweep('Awa'), await sweep('Brahim')]).toMatchObject([
      [{ kind: 'proposed' }],
      [{ kind: 'announced' }],
    ]);
    expect(await sim.world.rows('select from book_explanations')).toHaveLength(0);
    expect(await sim.incidents()).toMatchObject([{ kind: 'short', closed_by: null }]);
  });

  it('has said so when the first of two did: what left within half an hour of that is the sweep, however late the second speaks', async () => {
    sim.balance_xaf = 900_000;
    await sim.say();
    const sweep = async (actor: string) =>
      (await announceSweeps(sim.world.services, [{ number: MSISDN, amount_xaf: 800_000, ...by(actor) }]))[0]
        ?.kind;
    expect(await sweep('Awa')).toBe('proposed');
    sim.world.pass(300);
    await sim.take(sim.withdrawal(800_000));
    sim.world.pass(40 * 60);
    expect(await sweep('Brahim')).toBe('announced');
    expect(await sim.world.rows('select meaning from book_explanations')).toEqual([{ meaning: 'sweep' }]);
    expect(await sim.world.rows('select from announced_debits where step_id is null')).toEqual([]);
  });

  it('has not said so half an hour after the money left, whoever says it second', async () => {
    sim.balance_xaf = 900_000;
    await sim.say();
    await sim.take(sim.withdrawal(800_000));
    sim.world.pass(40 * 60);
    const sweep = (actor: string) =>
      announceSweeps(sim.world.services, [{ number: MSISDN, amount_xaf: 800_000, ...by(actor) }]);
    expect([await sweep('Awa'), await sweep('Brahim')]).toMatchObject([
      [{ kind: 'proposed' }],
      [{ kind: 'announced' }],
    ]);
    expect(await sim.world.rows('select from book_explanations')).toEqual([]);
  });
});

describe('What two agree on', () => {
  it('is what the first proposed: other terms, or terms that were withdrawn and proposed anew, are not', async () => {
    sim.balance_xaf = 900_000;
    await sim.say();
    await said(1_100_000, 'Awa');
    await said(1_100_000, 'Brahim');
    const [step] = await sim.world.rows<{ id: string }>(
      "select id from book_steps where kind = 'UNEXPLAINED'",
    );
    const explain = async (actor: string, meaning: 'credit' | 'fee') =>
      (await explainSteps(sim.world.services, [{ step_id: step?.id ?? '', meaning, ...by(actor) }]))[0]?.kind;
    expect(await explain('Awa', 'credit')).toBe('proposed');
    expect(await explain('Brahim', 'fee')).toBe('other_proposal');
    const withdraw = { subject_id: step?.id ?? '', ...by('Brahim') };
    expect(await withdrawProposals(sim.world.services, [withdraw])).toMatchObject([{ kind: 'withdrawn' }]);
    expect(await explain('Brahim', 'fee')).toBe('proposed');
    expect(await explain('Awa', 'credit')).toBe('other_proposal');
    expect(await explain('brahım', 'fee')).toBe('same_person');
    expect(await sim.world.rows('select from book_explanations')).toHaveLength(0);
  });
});

describe('A payment of more than was asked for', () => {
  it('confirms a case by two people where all of it is as much as two decide, since the rest is given up too', async () => {
    await sim.say();
    const { id: session_id } = await sim.world.session(sim.merchant, {
      ...{ environment: 'live', amount_xaf: 60_000, customer_phone: '+23566123456' },
    });
    await sim.take(sim.credit(110_000));
    const confirmed = async (actor: string) =>
      (await confirmReviews(sim.world.services, [{ session_id, credit_id: null, ...by(actor) }]))[0]?.kind;
    expect(await confirmed('Awa')).toBe('proposed');
    expect(await confirmed('Brahim')).toBe('confirmed');
  });
});

describe('Money in suspense', () => {
  it('goes one way however many ways it is sent at once', async () => {
    await sim.say();
    const processes = await sim.world.processes(4);
    for (let round = 0; round < 12; round += 1) {
      const session = await sim.session(3_000 + round);
      sim.world.pass(86_400);
      await sim.take(sim.credit(9_000 + round));
      const [credit] = await sim.world.rows<{ id: string }>(
        'select id from credits order by id desc limit 1',
      );
      const credit_id = credit?.id ?? '';
      const [one, two, three, four] = processes as [typeof sim.world.services, ...typeof processes];
      const other = await sim.session(4_000 + round);
      const to = (session_id: string) => ({ kind: 'session' as const, session_id });
      const merchant = { kind: 'merchant' as const, merchant_id: sim.merchant };
      const outcomes = await Promise.all([
        refundCredits(one, [{ credit_id, amount_xaf: 9_000 + round, ...by('Awa') }]),
        assignCredits(two as typeof one, [{ credit_id, to: to(session.id), ...by('Awa') }]),
        assignCredits(three as typeof one, [{ credit_id, to: to(other.id), ...by('Brahim') }]),
        assignCredits(four as typeof one, [{ credit_id, to: merchant, ...by('Chantal') }]),
      ]);
      const done = outcomes.filter(([one]) => one?.kind === 'refunded' || one?.kind === 'assigned');
      expect(done).toHaveLength(1);
    }
    await prove(sim.world);
  });
});
