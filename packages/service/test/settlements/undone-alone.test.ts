import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeAlerts } from '../../src/engine/desk/book/close.ts';
import type { Sim } from '../book/world.ts';
import { hire, type Person } from '../office/people.ts';
import { openSimAndShop } from './desk.ts';
import { agree, draft, payOutTo, verify } from './shop.ts';

let sim: Sim;
beforeEach(async () => {
  ({ sim } = await openSimAndShop());
  await verify(sim.world, sim.merchant);
  await payOutTo(sim.world, sim.merchant);
  await agree(sim.world, sim.merchant);
  const { services } = sim.world;
  services.policy = {
    ...services.policy,
    second_person_xaf: 100_000,
    alone_day_xaf: 1_000_000,
    settlement_second_person_xaf: 1_000_000,
  };
});
afterEach(() => sim.world.close());

const MANY = [180_000, 60_000, 50_000];

/** Payments that the operator takes back one after the other. */
async function undo(amounts_xaf: readonly number[]): Promise<string[]> {
  const paid: { id: string; amount_xaf: number }[] = [];
  for (const amount_xaf of amounts_xaf) {
    const session = await sim.session(amount_xaf);
    const credit = sim.credit(amount_xaf);
    await sim.take(credit);
    expect(await sim.statusOf(session)).toBe('SUCCESS');
    paid.push({ id: credit.id, amount_xaf });
    sim.world.pass(600);
  }
  for (const { id, amount_xaf } of paid) {
    sim.balance_xaf -= amount_xaf;
    const text = `Le transfert ${id} de ${amount_xaf} FCFA recu de 66123456 a ete annule. Solde: ${sim.balance_xaf} FCFA.`;
    await sim.take({ id, text });
    sim.world.pass(60);
  }
  const alerts = await sim.world.rows<{ id: string }>(
    `select a.id from staff_alerts a join credits c on c.id = a.credit_id where a.kind = 'reversal' order by c.created_at, c.id`,
  );
  return alerts.map(({ id }) => id);
}

test('One person alone lets no shop be paid out much that the operator has taken back, at once or in parts', async () => {
  const { services } = sim.world;
  const [eve, other] = [await hire(services, 'Eve'), await hire(services, 'Fatime')];
  const alerts = await undo(MANY);
  const close = async (by: Person) =>
    (
      await closeAlerts(
        services,
        alerts.map((alert_id) => ({ alert_id, ...by })),
      )
    ).map(({ kind }) => kind);
  expect(await draft(sim.world, sim.merchant)).toMatchObject({ kind: 'no_draft' });
  expect(await close(eve)).toEqual(['proposed', 'closed', 'proposed']);
  expect(await draft(sim.world, sim.merchant)).toMatchObject({ kind: 'drafted', amount_xaf: 60_000 });
  expect(await close(eve)).toEqual(['same_person', 'closed_before', 'same_person']);
  expect(await close(other)).toEqual(['closed', 'closed_before', 'closed']);
  expect(await draft(sim.world, sim.merchant)).toMatchObject({ kind: 'drafted', amount_xaf: 230_000 });
});
