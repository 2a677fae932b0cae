import { afterEach, beforeEach, expect, test } from 'vitest';
import { openProposals } from '../../src/engine/desk/proposal.ts';
import { decideSettlements } from '../../src/engine/desk/settlements/approve.ts';
import { addBankAccounts } from '../../src/engine/desk/settlements/rules.ts';
import { decideSettlementTold } from '../../src/engine/desk/settlements/sentences.ts';
import { takeBankOrder, takeFiles, takeSendingList } from '../../src/engine/desk/settlements/take-file.ts';
import { withdrawProposals } from '../../src/engine/desk/withdraw.ts';
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

const carine = { actor: 'Carine', note: 'for the bank' };

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

test('a draft that one person takes back leaves nothing that waits for a second to approve it', async () => {
  const { services } = sim.world;
  services.policy = { ...services.policy, settlement_second_person_xaf: 100_000 };
  const desk = deskOf(sim.world);
  const id = await drafted(sim.world, merchant, 900_000);
  expect(await desk.decide(id, 'approve')).toBe('proposed');
  expect(await openProposals(services, [id])).toHaveLength(1);
  expect(await desk.decide(id, 'cancel')).toBe('cancelled');
  expect(await openProposals(services, [id])).toEqual([]);
});

test('two people who take a settlement back both know of the file on which it stands: one who had spoken before somebody took it counts no more', async () => {
  await payOutToBank();
  const { world } = sim;
  const desk = deskOf(world);
  const id = await drafted(world, merchant, 900_000);
  const cancel = async (actor: string) => {
    world.pass(60);
    const command = { settlement_id: id, does: 'cancel', actor, note: 'never left' } as const;
    const [outcome = { kind: 'not_found' as const }] = await decideSettlements(world.services, [command]);
    return { kind: outcome.kind, said: decideSettlementTold(command, outcome).sentences.join(' ') };
  };
  expect(await desk.decide(id, 'approve')).toBe('approved');
  await takeBankOrder(world.services, { ...carine, bank: 'ours', file: 'order.xml' });
  expect(await cancel('Awa')).toMatchObject({
    kind: 'proposed',
    said: expect.stringContaining('It stands on the order to bank:ours that Carine took on'),
  });
  world.pass(60);
  const [{ reference = '' } = {}] = await world.rows<{ reference: string }>(
    `select reference from settlements where id = $1`,
    [id],
  );
  // By a release that leaves nothing off.
  await takeFiles(world.services, [{ ...carine, file: 'sending.pdf', detail: { listed: [reference] } }]);
  expect(await cancel('Brahim')).toMatchObject({
    kind: 'proposed',
    said: expect.stringContaining('It stands on a sending list that Carine took on'),
  });
  expect(await cancel('Brahim')).toMatchObject({ kind: 'same_person' });
  expect(await cancel('Awa')).toMatchObject({
    kind: 'cancelled',
    said: expect.stringContaining('It stands on a sending list that Carine took on'),
  });
});

test('a settlement that one person wants to take back is on no list and no order meanwhile, so that no file makes that word too old', async () => {
  await payOutToBank();
  const { world } = sim;
  const desk = deskOf(world);
  const id = await drafted(world, merchant, 900_000);
  expect(await desk.decide(id, 'approve')).toBe('approved');
  expect(await desk.decide(id, 'cancel')).toBe('proposed');
  world.pass(60);
  expect(await takeSendingList(world.services, { ...carine, file: 'sending.pdf' })).toEqual([]);
  const order = { ...carine, bank: 'ours', file: 'order.xml' };
  expect(await takeBankOrder(world.services, order)).toEqual({ kind: 'nothing_to_send' });
  expect(await desk.decide(id, 'cancel', 'Brahim')).toBe('cancelled');
});

test('an order is not written once more while somebody wants to take back what is on it', async () => {
  await payOutToBank();
  const { world } = sim;
  const id = await drafted(world, merchant, 900_000);
  await deskOf(world).decide(id, 'approve');
  const write = async () => {
    world.pass(60);
    return (await takeBankOrder(world.services, { ...carine, bank: 'ours', file: 'order.xml' })).kind;
  };
  expect([await write(), await write()]).toEqual(['order', 'order']);
  expect(await deskOf(world).decide(id, 'cancel')).toBe('proposed');
  expect(await write()).toBe('ordered_before');
  await withdrawProposals(world.services, [{ ...carine, subject_id: id }]);
  expect(await write()).toBe('order');
});
