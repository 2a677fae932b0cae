import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../src/domain/time.ts';
import { announceSweeps } from '../../src/engine/desk/book/announce-sweep.ts';
import { assignCredits } from '../../src/engine/desk/payments/assign-credit.ts';
import { openSecond, openSim, type Sim } from '../book/world.ts';

let sim: Sim;
let second: Sim;
beforeEach(async () => {
  sim = await openSim();
  await sim.say();
  const { services } = sim.world;
  // Two people have read the other SIM.
  services.policy = { ...services.policy, second_person_xaf: 1 };
  second = await openSecond(sim);
  expect((await second.say(second.balance_xaf, 'Brahim'))?.kind).toBe('anchored');
  services.policy = { ...services.policy, second_person_xaf: 100_000, alone_day_xaf: 150_000 };
});
afterEach(() => sim.world.close());

/** Somebody reads a SIM on which a message waited behind one that was lost: this is what the reading settles. */
async function reads(on: Sim, amount_xaf: number, actor = 'Awa'): Promise<string | undefined> {
  on.balance_xaf += 7;
  await on.take(on.credit(amount_xaf));
  return (await on.say(on.balance_xaf, actor))?.kind;
}

async function sweeps(on: Sim, amount_xaf: number, actor = 'Awa'): Promise<string | undefined> {
  const command = { number: on.msisdn, amount_xaf, actor, note: 'to the wallet' };
  return (await announceSweeps(sim.world.services, [command]))[0]?.kind;
}

describe('What one person alone lets count', () => {
  it('adds up over all numbers: many SIMs are no way to settle alone what takes two people on one', async () => {
    expect(await reads(sim, 80_000)).toBe('anchored');
    expect(await reads(second, 80_000)).toBe('proposed');
    expect((await second.say(second.balance_xaf))?.kind).toBe('same_person');
    expect((await second.say(second.balance_xaf, 'Brahim'))?.kind).toBe('anchored');
    // Two people have agreed to that: it counts for neither.
    expect(await reads(second, 60_000, 'Brahim')).toBe('anchored');
  });

  it('adds up with the sweeps that they announce and the payments that they assign', async () => {
    expect(await sweeps(sim, 60_000)).toBe('announced');
    expect(await sweeps(second, 60_000)).toBe('announced');
    expect(await reads(sim, 40_000)).toBe('proposed');
    expect((await sim.say(sim.balance_xaf, 'Brahim'))?.kind).toBe('anchored');
    await sim.take(sim.credit(40_000));
    const [credit] = await sim.world.rows<{ id: string }>(`select id from credits where state = 'SUSPENSE'`);
    const to = { kind: 'merchant', merchant_id: sim.merchant } as const;
    const assign = { credit_id: credit?.id ?? '', to, actor: 'Awa', note: 'hers' };
    expect(await assignCredits(sim.world.services, [assign])).toMatchObject([{ kind: 'proposed' }]);
  });

  it('asks nobody for a reading that settles nothing, and forgets after a day', async () => {
    expect(await reads(sim, 80_000)).toBe('anchored');
    expect(await sweeps(second, 69_000)).toBe('announced');
    expect((await second.say())?.kind).toBe('anchored');
    expect(await sweeps(second, 1000)).toBe('proposed');
    sim.world.pass(DAY_MS / 1000 + 60);
    expect(await sweeps(second, 1000)).toBe('announced');
  });
});
