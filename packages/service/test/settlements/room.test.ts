import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { proveMet } from '../../src/engine/settlements/rounds.ts';
import { openSim, type Sim } from '../book/world.ts';
import { deskOf, sent } from './desk.ts';
import { agree, shop, standing } from './shop.ts';

let sim: Sim;
let merchant: string;
beforeEach(async () => {
  sim = await openSim();
  await sim.say();
  merchant = await shop(sim.world);
  await agree(sim.world, merchant);
});
afterEach(() => sim.world.close());

const BOOK = { does: 'prove', source: 'book' } as const;

describe('The book of a SIM leaves room for a settlement that was sent from it', () => {
  test.each([
    ['less is missing, for customers paid meanwhile', 5_000],
    ['more is there than the book knows, for customers paid more', 30_000],
  ])('while messages are lost: %s', async (_, paid_xaf) => {
    const id = await sent(sim.world, merchant, 20_000);
    sim.world.pass(60);
    const [debit, credit] = [sim.debit(20_000), sim.credit(paid_xaf)];
    sim.world.pass(60);
    await sim.say();
    expect(await deskOf(sim.world).end(id, BOOK)).toBe('book_leaves_room');
    // They come after all.
    await sim.take(debit, credit);
    await proveMet(sim.world.services, { limit: 10 });
    expect(await standing(sim.world, merchant)).toEqual({ PAID: 20_000 });
  });

  test('while a message of the SIM about that very debit waits for those before it', async () => {
    const id = await sent(sim.world, merchant, 20_000);
    sim.world.pass(60);
    sim.credit(5_000);
    await sim.take(sim.debit(20_000));
    for (const actor of ['Awa', 'Brahim'])
      expect(await deskOf(sim.world).end(id, { does: 'fail' }, actor)).toBe('book_leaves_room');
    await sim.say();
    await proveMet(sim.world.services, { limit: 10 });
    expect(await standing(sim.world, merchant)).toEqual({ PAID: 20_000 });
  });
});
