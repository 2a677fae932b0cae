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

async function sweeps(on: Sim, amount_xaf: number, actor = 'Awa'): Promise<string | undefined> {
  const command = { number: on.msisdn, amount_xaf, actor, note: 'to the wallet' };
  return (await announceSweeps(sim.world.services, [command]))[0]?.kind;
}

describe('What one person alone lets count', () => {
  it('adds up over all numbers with the payments that they assign, and forgets after a day', async () => {
    expect(await sweeps(sim, 60_000)).toBe('announced');
    expect(await sweeps(second, 60_000)).toBe('announced');
    expect(await sweeps(second, 39_000)).toBe('proposed');
    // Two people have agreed to that: it counts for neither.
    expect(await sweeps(second, 39_000, 'Brahim')).toBe('announced');
    expect(await sweeps(sim, 39_000, 'Brahim')).toBe('announced');
    await sim.take(sim.credit(40_000));
    const [credit] = await sim.world.rows<{ id: string }>(`select id from credits where state = 'SUSPENSE'`);
    const to = { kind: 'merchant', merchant_id: sim.merchant } as const;
    const assign = { credit_id: credit?.id ?? '', to, actor: 'Awa', note: 'hers' };
    expect(await assignCredits(sim.world.services, [assign])).toMatchObject([{ kind: 'proposed' }]);
    sim.world.pass(DAY_MS / 1000 + 60);
    expect(await assignCredits(sim.world.services, [assign])).toMatchObject([{ kind: 'assigned' }]);
  });

  it('asks one person alone for the reading of each SIM, whatever they have decided of others', async () => {
    expect(await sweeps(sim, 90_000)).toBe('announced');
    expect(await sweeps(second, 59_000)).toBe('announced');
    second.balance_xaf += 7;
    await second.take(second.credit(80_000));
    expect((await second.say(second.balance_xaf))?.kind).toBe('anchored');
  });
});
