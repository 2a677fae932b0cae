import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeIncidents } from '../../src/engine/feeds/close.ts';
import { checkLedger } from '../../src/engine/ledger/check.ts';
import { openSim, type Sim } from './world.ts';

let sim: Sim;
beforeEach(async () => {
  sim = await openSim();
  await sim.say();
});
afterEach(() => sim.world.close());

const open = async () => (await sim.incidents()).filter((one) => one.closed_by === null);

describe('Messages whose balances follow one another', () => {
  it('confirm their sessions, one at a time and many at once', async () => {
    const [a, b, c] = [await sim.session(1000), await sim.session(2000), await sim.session(3000)];
    expect(await sim.take(sim.credit(1000))).toEqual(['unique_in_time']);
    expect(await sim.take(sim.credit(2000), sim.debit(700), sim.credit(3000))).toEqual([
      'unique_in_time',
      'NOT_A_CREDIT',
      'unique_in_time',
    ]);
    for (const one of [a, b, c]) expect(await sim.statusOf(one)).toBe('SUCCESS');
    expect([await sim.feedStatus(), await sim.incidents()]).toEqual(['HEALTHY', []]);
  });

  it('are settled in their order when the second comes first', async () => {
    const [a, b] = [await sim.session(1000), await sim.session(2000)];
    const [first, second] = [sim.credit(1000), sim.credit(2000)];
    expect(await sim.take(second)).toEqual(['PARKED']);
    expect([await sim.statusOf(b), await sim.feedStatus()]).toEqual(['AWAITING_PAYMENT', 'HEALTHY']);
    expect(await sim.take(first)).toEqual(['unique_in_time']);
    expect([await sim.statusOf(a), await sim.statusOf(b)]).toEqual(['SUCCESS', 'SUCCESS']);
    expect(await sim.incidents()).toEqual([]);
  });

  it('count once when one comes twice, also while it is parked', async () => {
    const [a, b] = [await sim.session(1000), await sim.session(2000)];
    const [first, second] = [sim.credit(1000), sim.credit(2000)];
    expect(await sim.take(second, second)).toEqual(['PARKED', 'PARKED']);
    expect(await sim.take(second)).toEqual(['PARKED']);
    expect(await sim.take(first, first)).toEqual(['unique_in_time', 'unique_in_time']);
    expect(await sim.take(first, second)).toEqual(['unique_in_time', 'unique_in_time']);
    const [{ credits } = { credits: 0 }] = await sim.world.rows<{ credits: number }>(
      'select count(*)::int as credits from credits',
    );
    expect([await sim.statusOf(a), await sim.statusOf(b), credits]).toEqual(['SUCCESS', 'SUCCESS', 2]);
  });
});

describe('A forged message with the right sender and the right words', () => {
  it('but a balance that does not follow confirms nothing and goes to review', async () => {
    const victim = await sim.session(5000);
    expect(await sim.take(sim.words(5000, 25_000))).toEqual(['PARKED']);
    await sim.wait(31);
    expect(await sim.statusOf(victim)).toBe('UNDER_REVIEW');
    expect(await open()).toMatchObject([{ kind: 'balance_gap' }]);
    expect(await sim.feedStatus()).toBe('GAP');
    expect(
      (await sim.world.create([sim.world.command(sim.merchant, { environment: 'live' })]))[0]?.kind,
    ).toBe('rail_not_ready');
  });

  it('is found out as soon as the true chain goes on without it; the incident explains itself', async () => {
    const [victim, paid] = [await sim.session(5000), await sim.session(1200)];
    await sim.take(sim.words(5000, 25_000));
    await sim.wait(31);
    sim.world.pass(60);
    expect(await sim.take(sim.credit(1200))).toEqual(['unique_in_time']);
    expect([await sim.statusOf(victim), await sim.statusOf(paid)]).toEqual(['UNDER_REVIEW', 'SUCCESS']);
    expect(await sim.incidents()).toMatchObject([
      { kind: 'balance_gap', closed_by: 'feed', note: expect.stringContaining('does not follow') },
    ]);
    expect(await sim.feedStatus()).toBe('HEALTHY');
  });

  it('and another that goes on from it confirm nothing, whatever sessions wait', async () => {
    const victims = [await sim.session(5000), await sim.session(700), await sim.session(300)];
    await sim.take(sim.words(5000, 25_000), sim.words(700, 25_700), sim.words(300, 26_000));
    await sim.wait(31);
    await sim.wait(600);
    for (const one of victims) expect(await sim.statusOf(one)).not.toBe('SUCCESS');
  });

  it('that prints no balance at all goes to review', async () => {
    const victim = await sim.session(5000);
    const { text, id } = sim.words(5000, 0);
    const [rule] = await sim.take({ id, text: text.slice(0, text.indexOf(' Votre solde')) });
    expect([rule, await sim.statusOf(victim)]).toEqual(['unproven', 'UNDER_REVIEW']);
  });

  it('that steals the id of a payment to come neither confirms nor hides it', async () => {
    const [victim, own] = [await sim.session(90_000), await sim.session(100)];
    const real = sim.credit(100);
    expect(await sim.take(sim.words(90_000, 141_000, '66123456', real.id))).toEqual(['PARKED']);
    expect(await sim.take(real)).toEqual(['unique_in_time']);
    await sim.wait(31);
    expect([await sim.statusOf(victim), await sim.statusOf(own)]).toEqual(['AWAITING_PAYMENT', 'SUCCESS']);
  });

  it('that looks like a withdrawal does not move the trusted balance', async () => {
    const victim = await sim.session(5000);
    const withdrawal = sim.debit(45_000);
    sim.balance_xaf = 50_000;
    await sim.take({ ...withdrawal, text: withdrawal.text.replace('est 5000 FCFA', 'est 1000 FCFA') });
    await sim.take(sim.words(5000, 6000));
    await sim.wait(31);
    await sim.wait(600);
    expect(await sim.statusOf(victim)).not.toBe('SUCCESS');
  });

  it('is foreign at once when it is older than the chain, and stops nothing', async () => {
    const [victim, a] = [await sim.session(5000), await sim.session(1000)];
    const old = sim.words(5000, 25_000);
    sim.world.pass(120);
    await sim.take(sim.credit(1000));
    expect(await sim.take(old)).toEqual(['unproven']);
    expect([await sim.statusOf(victim), await sim.statusOf(a)]).toEqual(['UNDER_REVIEW', 'SUCCESS']);
    expect([await sim.feedStatus(), (await sim.incidents()).length]).toEqual(['HEALTHY', 1]);
  });

  it('found out in the same batch as the true payment does not put its session under review', async () => {
    const paid = await sim.session(5000);
    const [forged, real] = [sim.words(5000, 700_000), sim.credit(5000)];
    sim.world.pass(120);
    const after = sim.credit(100);
    // Kept in this order, so that the forged one is read before the other two.
    expect(await sim.take(forged, real, after)).toContain('unique_in_time');
    expect([await sim.statusOf(paid), await sim.feedStatus()]).toEqual(['SUCCESS', 'HEALTHY']);
  });

  it('is closed by staff, and the trusted balance stays as it was', async () => {
    const paid = await sim.session(1000);
    await sim.take(sim.words(5000, 25_000));
    await sim.wait(31);
    const [incident] = await open();
    const command = { incident_id: incident?.id ?? '', actor: 'Awa', note: 'nobody paid' };
    expect((await closeIncidents(sim.world.services, [command]))[0]?.kind).toBe('closed');
    expect((await closeIncidents(sim.world.services, [command]))[0]?.kind).toBe('closed_before');
    expect(await sim.feedStatus()).toBe('HEALTHY');
    expect(await sim.take(sim.credit(1000))).toEqual(['unique_in_time']);
    expect(await sim.statusOf(paid)).toBe('SUCCESS');
    const actions = await sim.world.rows('select actor, action from staff_actions order by at, id');
    expect(actions).toEqual([
      { actor: 'Awa', action: 'feed.balance' },
      { actor: 'Awa', action: 'feed.close' },
    ]);
  });
});

describe('A lost message', () => {
  it('of one outstanding session is explained once the chain goes on, and keeps nobody else waiting', async () => {
    const [lost, b, c] = [await sim.session(1000), await sim.session(2000), await sim.session(3000)];
    sim.credit(1000);
    expect(await sim.take(sim.credit(2000))).toEqual(['PARKED']);
    await sim.wait(31);
    expect([await sim.statusOf(b), await sim.feedStatus()]).toEqual(['AWAITING_PAYMENT', 'HEALTHY']);
    expect(await sim.take(sim.credit(3000))).toEqual(['unique_in_time']);
    expect([await sim.statusOf(lost), await sim.statusOf(b), await sim.statusOf(c)]).toEqual([
      'AWAITING_PAYMENT',
      'SUCCESS',
      'SUCCESS',
    ]);
    expect(await sim.incidents()).toMatchObject([
      { closed_by: 'feed', note: expect.stringContaining(`probably of session ${lost.id}`) },
    ]);
    expect(await sim.feedStatus()).toBe('HEALTHY');
  });

  it('that one session would explain leaves a gap when nothing goes on from there for half an hour', async () => {
    await sim.session(1000);
    const b = await sim.session(2000);
    sim.credit(1000);
    await sim.take(sim.credit(2000));
    await sim.wait(29 * 60);
    expect([await sim.statusOf(b), await open()]).toEqual(['AWAITING_PAYMENT', []]);
    await sim.wait(61);
    expect(await sim.statusOf(b)).toBe('UNDER_REVIEW');
    expect(await open()).toMatchObject([{ kind: 'balance_gap' }]);
  });

  it('that comes after all fills its hole and confirms its session', async () => {
    const [late, b, c] = [await sim.session(1000), await sim.session(2000), await sim.session(3000)];
    const message = sim.credit(1000);
    await sim.take(sim.credit(2000));
    await sim.wait(31);
    await sim.take(sim.credit(3000));
    sim.world.pass(240);
    expect(await sim.take(message)).toEqual(['unique_in_time']);
    for (const one of [late, b, c]) expect(await sim.statusOf(one)).toBe('SUCCESS');
  });

  it('that nothing explains leaves a gap until staff say the balance; then the chain goes on', async () => {
    const [b, c] = [await sim.session(2000), await sim.session(3000)];
    sim.credit(777);
    expect(await sim.take(sim.credit(2000))).toEqual(['PARKED']);
    await sim.wait(31);
    expect(await sim.statusOf(b)).toBe('UNDER_REVIEW');
    expect(await open()).toMatchObject([{ kind: 'balance_gap' }]);
    await sim.say();
    expect([await open(), await sim.feedStatus()]).toEqual([[], 'HEALTHY']);
    expect(await sim.take(sim.credit(3000))).toEqual(['unique_in_time']);
    expect(await sim.statusOf(c)).toBe('SUCCESS');
  });

  it('that comes while the gap is open closes it by itself', async () => {
    const c = await sim.session(3000);
    const lost = sim.credit(777);
    await sim.take(sim.credit(2000));
    await sim.wait(31);
    await sim.take(lost);
    expect([await open(), await sim.feedStatus()]).toEqual([[], 'HEALTHY']);
    expect(await sim.take(sim.credit(3000))).toEqual(['unique_in_time']);
    expect(await sim.statusOf(c)).toBe('SUCCESS');
  });
});

describe('A number whose balance nobody has said', () => {
  it('is given to nobody, and what comes to it is reviewed', async () => {
    const other = await openSim();
    try {
      expect(await other.feedStatus()).toBe('UNANCHORED');
      const command = other.world.command(other.merchant, { environment: 'live', amount_xaf: 500 });
      const [refused] = await other.world.create([command]);
      expect(refused).toMatchObject({
        kind: 'rail_not_ready',
        failed_checks: [{ name: 'feed_healthy' }, { name: 'webhook_endpoint' }],
      });
      expect(await other.take(other.credit(500))).toEqual(['unproven']);
      await other.say();
      other.world.pass(2);
      const session = await other.session(500);
      expect(await other.take(other.credit(500))).toEqual(['unique_in_time']);
      expect(await other.statusOf(session)).toBe('SUCCESS');
    } finally {
      await other.world.close();
    }
  });
});

it('The books prove themselves after all of it', async () => {
  await sim.session(1000);
  await sim.take(sim.credit(1000), sim.credit(300), sim.words(5000, 9_000));
  await sim.wait(31);
  expect(await checkLedger(sim.world.services)).toMatchObject({ ok: true });
});
