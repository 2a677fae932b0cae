import { afterAll, beforeAll, expect, test } from 'vitest';
import { addBankAccounts } from '../../src/engine/desk/settlements/rules.ts';
import { takeBankOrder } from '../../src/engine/desk/settlements/take-file.ts';
import { bankOrder } from '../../src/engine/settlements/orders.ts';
import { openWorld, type World } from '../collection/world.ts';
import { deskOf, drafted } from './desk.ts';
import { agree, payOutToBank, shop } from './shop.ts';

const IBAN = 'TD8960002000010271091600153';

let world: World;
beforeAll(async () => {
  world = await openWorld();
  const bank = { name: 'main', bank_name: 'Banque', iban: IBAN, holder_name: 'Banque' };
  await addBankAccounts(world.services, [{ ...bank, actor: 'Awa', note: 'opened' }]);
});
afterAll(() => world.close());

/** An approved settlement to a bank account; answers the account's id. */
async function approved(): Promise<string> {
  const merchant = await shop(world);
  await agree(world, merchant);
  const id = await payOutToBank(world, merchant, IBAN);
  await deskOf(world).decide(await drafted(world, merchant, 7_000), 'approve');
  return id;
}

async function order() {
  const outcome = await bankOrder(world.services, { bank: 'main' });
  if (outcome.kind !== 'order') return null;
  return { id: /<MsgId>([^<]+)</.exec(outcome.xml)?.[1], transfers: outcome.references.length };
}

test('The same order written twice on a day has one id, which a bank takes once; another order has another', async () => {
  await approved();
  const first = await order();
  world.pass(60);
  expect(await order()).toEqual(first);
  const taken_back = await approved();
  const second = await order();
  expect(second?.transfers).toBe(2);
  expect(second?.id).not.toBe(first?.id);
  // What an owner has taken back leads nowhere any more, in no file either.
  await world.rows(`update payout_accounts set state = 'WITHDRAWN' where id = $1`, [taken_back]);
  expect(await order()).toEqual(first);
});

test('Staff whose name is in Arabic alone write the order too: it names the company, and the record who wrote it', async () => {
  await approved();
  const by = { actor: 'محمد صالح', note: 'the order of today' };
  const outcome = await takeBankOrder(world.services, { ...by, bank: 'main', file: 'order.xml' });
  expect(outcome.kind === 'order' && /<InitgPty><Nm>([^<]+)</.exec(outcome.xml)?.[1]).toBe('Banque');
  const [recorded] = await world.rows('select actor from staff_actions order by id desc limit 1');
  expect(recorded).toEqual({ actor: 'محمد صالح' });
});
