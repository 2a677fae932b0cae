import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { proveMet } from '../../src/engine/settlements/rounds.ts';
import type { Sim } from '../book/world.ts';
import { deskOf, openSimAndShop, sent } from './desk.ts';
import { standing } from './shop.ts';

let sim: Sim;
let merchant: string;
beforeEach(async () => {
  ({ sim, merchant } = await openSimAndShop());
});
afterEach(() => sim.world.close());

const prove = () => proveMet(sim.world.services, { limit: 10 });
const BOOK = { does: 'prove', source: 'book' } as const;

describe('Two settlements of one sum to one phone, on their way at once', () => {
  test('are proven one by one: a debit told twice ends one of them', async () => {
    await sent(sim.world, merchant, 20_000);
    await sent(sim.world, merchant, 20_000);
    const first = sim.debit(20_000);
    await sim.take(first, first);
    await prove();
    await sim.take(first);
    await prove();
    expect(await standing(sim.world, merchant)).toEqual({ PAID: 20_000, SENDING: 20_000, in_flight: 20_000 });
    await sim.take(sim.debit(20_000));
    await prove();
    expect(await standing(sim.world, merchant)).toEqual({ PAID: 40_000 });
  });

  test('are neither paid nor failed by a reading that finds both gone, until their messages tell', async () => {
    const ids = [await sent(sim.world, merchant, 20_000), await sent(sim.world, merchant, 20_000)];
    sim.world.pass(60);
    const debits = [sim.debit(20_000), sim.debit(20_000)];
    await sim.say();
    await prove();
    for (const id of ids) expect(await deskOf(sim.world).end(id, BOOK)).toBe('book_leaves_room');
    await sim.take(...debits);
    await prove();
    expect(await standing(sim.world, merchant)).toEqual({ PAID: 40_000 });
  });

  test('end one as paid and one as failed where the reading finds one gone', async () => {
    const ids = [await sent(sim.world, merchant, 20_000), await sent(sim.world, merchant, 20_000)];
    sim.world.pass(60);
    await sim.take(sim.debit(20_000));
    await prove();
    sim.world.pass(120);
    await sim.say();
    const said = [];
    for (const id of ids) said.push(await deskOf(sim.world).endByTwo(id, BOOK));
    expect(said.toSorted()).toEqual(['book_leaves_room', 'ended']);
    expect(await standing(sim.world, merchant)).toMatchObject({
      PAID: 20_000,
      FAILED: 20_000,
      payable: 20_000,
    });
  });
});
