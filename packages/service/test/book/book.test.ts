import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anchorNumbers } from '../../src/engine/desk/book/anchor.ts';
import { announceSweeps } from '../../src/engine/desk/book/announce-sweep.ts';
import { setTariffs } from '../../src/engine/desk/book/set-tariff.ts';
import { checkLedger } from '../../src/engine/ledger/check.ts';
import { openSim, type Sim, simsOfFile } from './world.ts';

const nextSim = simsOfFile();
let sim: Sim;
beforeEach(async () => {
  sim = await nextSim();
  await sim.say();
});
afterEach(async () => {
  const { problems } = await checkLedger(sim.world.services);
  const book = await sim.book();
  expect(problems).toEqual([]);
  expect(book?.float_xaf).toBe((book?.tip_xaf ?? 0) - 50_000);
});

it('Of two balances said of one number at once the first counts, and both are told of it', async () => {
  const said = { number: sim.msisdn, actor: 'Awa', note: 'read on the SIM' };
  const told = await anchorNumbers(sim.world.services, [
    { ...said, balance_xaf: 51_000 },
    { ...said, balance_xaf: 99_000 },
  ]);
  expect(told.map((one) => one.kind === 'anchored' && one.balance_xaf)).toEqual([51_000, 51_000]);
  expect(await sim.book()).toMatchObject({ tip_xaf: 51_000 });
});

describe('Messages whose balances go on from one another', () => {
  it('confirm their sessions, one at a time and many at once', async () => {
    const [a, b, c] = [await sim.session(1000), await sim.session(2000), await sim.session(3000)];
    expect(await sim.take(sim.credit(1000))).toEqual(['unique_in_time']);
    expect(await sim.take(sim.credit(2000), sim.debit(700), sim.credit(3000))).toEqual([
      'unique_in_time',
      'STEP',
      'unique_in_time',
    ]);
    for (const one of [a, b, c]) expect(await sim.statusOf(one)).toBe('SUCCESS');
    expect(await sim.book()).toMatchObject({ tip_xaf: sim.balance_xaf, claims: 0 });
  });

  it('are settled in their order when the second comes first, however late the first is', async () => {
    const [a, b] = [await sim.session(1000), await sim.session(2000)];
    const [first, second] = [sim.credit(1000), sim.credit(2000)];
    expect(await sim.take(second)).toEqual(['CLAIMED']);
    await sim.wait(40);
    expect([await sim.statusOf(b), await sim.feedStatus()]).toEqual(['AWAITING_PAYMENT', 'DOUBTED']);
    expect(await sim.take(first)).toEqual(['unique_in_time']);
    expect([await sim.statusOf(a), await sim.statusOf(b)]).toEqual(['SUCCESS', 'SUCCESS']);
    await sim.wait(1);
    expect([await sim.feedStatus(), await sim.incidents()]).toMatchObject([
      'HEALTHY',
      [{ closed_by: 'feed' }],
    ]);
  });

  it('count once when one comes twice, also while it waits', async () => {
    const [a, b] = [await sim.session(1000), await sim.session(2000)];
    const [first, second] = [sim.credit(1000), sim.credit(2000)];
    expect(await sim.take(second, second)).toEqual(['CLAIMED', 'CLAIMED']);
    expect(await sim.take(second)).toEqual(['CLAIMED']);
    expect(await sim.take(first, first)).toEqual(['unique_in_time', 'unique_in_time']);
    expect(await sim.take(first, second)).toEqual(['unique_in_time', 'unique_in_time']);
    const [{ credits } = { credits: 0 }] = await sim.world.rows<{ credits: number }>(
      'select count(*)::int as credits from credits where collection_number_id = $1',
      [sim.number_id],
    );
    expect([await sim.statusOf(a), await sim.statusOf(b), credits]).toEqual(['SUCCESS', 'SUCCESS', 2]);
  });
});

describe('A forged message with the right sender and the right words', () => {
  it('but a balance that does not go on changes nothing; the next true payment settles and refutes it', async () => {
    const [victim, paid] = [await sim.session(5000), await sim.session(1200)];
    expect(await sim.take(sim.words(5000, 25_000))).toEqual(['CLAIMED']);
    await sim.wait(31);
    expect([await sim.statusOf(victim), await sim.feedStatus()]).toEqual(['AWAITING_PAYMENT', 'DOUBTED']);
    // The number is the last choice, and not closed.
    expect(
      (
        await sim.world.create([sim.world.command(sim.merchant, { environment: 'live', amount_xaf: 7700 })])
      )[0]?.kind,
    ).toBe('created');
    // Who confirmed a minute later may have been served first: no message is refuted before that is over.
    sim.world.pass(120);
    expect(await sim.take(sim.credit(1200))).toEqual(['unique_in_time']);
    expect([await sim.statusOf(victim), await sim.statusOf(paid)]).toEqual(['AWAITING_PAYMENT', 'SUCCESS']);
    expect(await sim.book()).toMatchObject({ claims: 0, refuted: 1 });
  });

  it('and others that go on from it prove nothing, whatever waits and however long', async () => {
    const victims = [await sim.session(5000), await sim.session(700), await sim.session(300)];
    await sim.take(sim.words(5000, 25_000), sim.words(700, 25_700), sim.words(300, 26_000));
    await sim.wait(31);
    await sim.wait(1800);
    for (const one of victims) expect(await sim.statusOf(one)).toBe('AWAITING_PAYMENT');
  });

  it('that prints no balance lies on no path', async () => {
    const victim = await sim.session(5000);
    const { text, id } = sim.words(5000, 0);
    expect(await sim.take({ id, text: text.slice(0, text.indexOf(' Votre solde')) })).toEqual(['CLAIMED']);
    expect(await sim.statusOf(victim)).toBe('AWAITING_PAYMENT');
  });

  it('that takes the id of a payment to come takes nothing', async () => {
    const [victim, own] = [await sim.session(90_000), await sim.session(100)];
    const real = sim.credit(100);
    expect(await sim.take(sim.words(90_000, 141_000, '66123456', real.id))).toEqual(['CLAIMED']);
    expect(await sim.take(real)).toEqual(['unique_in_time']);
    expect([await sim.statusOf(victim), await sim.statusOf(own)]).toEqual(['AWAITING_PAYMENT', 'SUCCESS']);
  });
});

describe('A balance read on the SIM', () => {
  it('settles what lies on the path to it, after what is missing', async () => {
    const [lost, a, b] = [await sim.session(1000), await sim.session(2000), await sim.session(3000)];
    const missing = sim.credit(1000);
    expect(await sim.take(sim.credit(2000), sim.debit(500), sim.credit(3000))).toEqual([
      'CLAIMED',
      'CLAIMED',
      'CLAIMED',
    ]);
    expect(await sim.say()).toMatchObject({ kind: 'anchored', proven: 3, unexplained_xaf: 1000 });
    expect([await sim.statusOf(a), await sim.statusOf(b), await sim.statusOf(lost)]).toEqual([
      'SUCCESS',
      'SUCCESS',
      'AWAITING_PAYMENT',
    ]);
    // The message that was missing comes after all: it explains the difference, and settles its session.
    expect(await sim.take(missing)).toEqual(['unique_in_time']);
    expect(await sim.statusOf(lost)).toBe('SUCCESS');
    expect(await sim.book()).toMatchObject({ tip_xaf: sim.balance_xaf, claims: 0 });
  });

  it('that is less than the book says stops the number until a person has looked', async () => {
    const paid = await sim.session(1000);
    expect(await sim.say(sim.balance_xaf - 20_000)).toMatchObject({ unexplained_xaf: -20_000 });
    sim.balance_xaf -= 20_000;
    expect(await sim.take(sim.credit(1000))).toEqual(['CLAIMED']);
    expect([await sim.statusOf(paid), await sim.feedStatus()]).toEqual(['AWAITING_PAYMENT', 'DOUBTED']);
  });

  it('needs a second reader when much depends on it', async () => {
    sim.credit(150_000);
    const paid = await sim.session(3000);
    expect(await sim.take(sim.credit(3000))).toEqual(['CLAIMED']);
    expect(await sim.say()).toMatchObject({ kind: 'proposed', moved_xaf: 153_000 });
    expect(await sim.say(sim.balance_xaf, 'ＡＷＡ ')).toMatchObject({ kind: 'same_person' });
    expect(await sim.say(sim.balance_xaf, 'Moussa')).toMatchObject({ kind: 'anchored', proven: 1 });
    expect(await sim.statusOf(paid)).toBe('SUCCESS');
  });
});

describe('Bounded loss', () => {
  it('a single large payment waits for a balance', async () => {
    const paid = await sim.session(250_000);
    expect(await sim.take(sim.credit(250_000))).toEqual(['CLAIMED']);
    await sim.wait(1);
    expect(await sim.incidents()).toMatchObject([{ kind: 'anchor_due' }]);
    await sim.say();
    await sim.say(sim.balance_xaf, 'Moussa');
    expect(await sim.statusOf(paid)).toBe('SUCCESS');
  });

  it('so much settles since the last balance and no more; staff are asked at half of it', async () => {
    const sessions = await Promise.all(Array.from({ length: 7 }, (_, n) => sim.session(150_000 + n)));
    const verdicts = [];
    for (const { amount_xaf } of sessions) verdicts.push(...(await sim.take(sim.credit(amount_xaf))));
    expect(verdicts).toEqual([...Array(6).fill('unique_in_time'), 'CLAIMED']);
    await sim.wait(31);
    expect((await sim.incidents()).map(({ kind }) => kind).sort()).toEqual(['anchor_due', 'claim']);
    await sim.say();
    await sim.say(sim.balance_xaf, 'Moussa');
    expect(await sim.statusOf(sessions[6] as (typeof sessions)[0])).toBe('SUCCESS');
  });
});

describe('What is no credit', () => {
  // What the operator takes would count for the other scenes too.
  let own: Sim;
  beforeEach(async () => {
    own = await openSim();
    sim = own;
    await sim.say();
  });
  afterAll(() => own.world.close());

  it('keeps the book whole: a debit with its fee hidden, once it is announced and its fee is the operator’s', async () => {
    const paid = await sim.session(1000);
    sim.balance_xaf -= 100;
    expect(await sim.take(sim.debit(20_000))).toEqual(['CLAIMED']);
    await setTariff(sim, '1-50000=100');
    await announceSweeps(sim.world.services, [
      { number: '+23566001001', amount_xaf: 20_000, actor: 'Awa', note: 'to the wallet' },
    ]);
    expect(await sim.take(sim.credit(1000))).toEqual(['unique_in_time']);
    expect(await sim.statusOf(paid)).toBe('SUCCESS');
    const { balances } = await checkLedger(sim.world.services);
    const of = (kind: string) =>
      balances.find((one) => one.environment === 'live' && one.kind === kind)?.balance_xaf;
    expect([of('SWEPT'), of('OPERATOR_FEE'), of('UNEXPLAINED')]).toEqual([-20_000, -100, 0]);
  });
});

/** Two people say what the operator takes. */
async function setTariff({ world }: Sim, bracket: string): Promise<void> {
  const command = {
    operator: 'AIRTEL',
    service: 'transfer',
    brackets: [bracket],
    note: 'its tariff',
  } as const;
  for (const actor of ['Awa', 'Brahim']) await setTariffs(world.services, [{ ...command, actor }]);
}
