import { afterEach, beforeEach, expect, test } from 'vitest';
import { addBankAccounts } from '../../src/engine/desk/settlements/rules.ts';
import { bankOrder } from '../../src/engine/settlements/orders.ts';
import type { Sim } from '../book/world.ts';
import { deskOf, drafted, openSimAndShop } from './desk.ts';
import { draft } from './shop.ts';

let sim: Sim;
let merchant: string;
beforeEach(async () => {
  ({ sim, merchant } = await openSimAndShop());
});
afterEach(() => sim.world.close());

/** The merchant is paid out to a bank account, and we have one. */
async function payOutToBank(): Promise<void> {
  const { world } = sim;
  const ours = { name: 'ours', bank_name: 'Ecobank', iban: 'TD8960002000010271091600153' };
  await addBankAccounts(world.services, [{ ...ours, holder_name: 'Chari SA', actor: 'Awa', note: 'opened' }]);
  await world.rows(
    `insert into payout_accounts (id, merchant_id, kind, bank_name, iban, holder_name, state, asked_by, asked_at,
      frozen_until, decided_by, decided_at)
    values ($1, $2, 'bank', 'Ecobank', $4, 'Awa Mahamat', 'CONFIRMED', 'owner@example.com', $3::timestamptz - interval '20 days',
      $3::timestamptz - interval '17 days', 'Moussa', $3)`,
    [world.services.newId(), merchant, world.now, 'TD8960002000010271091600153'],
  );
}

const ordered = async () => {
  const outcome = await bankOrder(sim.world.services, { bank: 'ours' });
  return outcome.kind === 'order' ? outcome.sum_xaf : 0;
};

test('a settlement that stands on an order to the bank is not taken back by one person, so that its sum isn’t paid by the next order too', async () => {
  await payOutToBank();
  const desk = deskOf(sim.world);
  const id = await drafted(sim.world, merchant, 900_000);
  expect(await desk.decide(id, 'approve')).toBe('approved');
  // Somebody carries this to the bank, and will say so afterwards.
  expect(await ordered()).toBe(900_000);
  expect(await desk.decide(id, 'cancel')).toBe('proposed');
  expect(await desk.decide(id, 'cancel')).toBe('same_person');
  expect(await draft(sim.world, merchant)).toMatchObject({ kind: 'no_draft', reason: 'nothing_due' });
  expect(await desk.decide(id, 'cancel', 'Brahim')).toBe('cancelled');
  expect(await draft(sim.world, merchant)).toMatchObject({ kind: 'drafted', amount_xaf: 900_000 });
});

test('a settlement that somebody wants to take back may be sent all the same, and a draft is taken back by one person', async () => {
  const desk = deskOf(sim.world);
  const [small, other] = [await drafted(sim.world, merchant, 100), await drafted(sim.world, merchant, 200)];
  expect(await desk.decide(other, 'cancel')).toBe('cancelled');
  expect(await desk.decide(small, 'approve')).toBe('approved');
  expect(await desk.decide(small, 'cancel')).toBe('proposed');
  expect(await desk.send(small)).toBe('sending');
  expect(await desk.decide(small, 'cancel', 'Brahim')).toBe('not_in_state');
});
