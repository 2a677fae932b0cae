import { afterAll, beforeAll, expect, test } from 'vitest';
import { decideSettlements } from '../../src/engine/desk/settlements/approve.ts';
import { addBankAccounts } from '../../src/engine/desk/settlements/rules.ts';
import { sendSettlements } from '../../src/engine/desk/settlements/send.ts';
import { takeBankOrder, takeFiles, takeSendingList } from '../../src/engine/desk/settlements/take-file.ts';
import { sendingList, sendingListCsv } from '../../src/engine/settlements/files.ts';
import { bankOrder, listOnOrders } from '../../src/engine/settlements/orders.ts';
import { Site, textOf } from '../account/site.ts';
import { openWorld, type World } from '../collection/world.ts';
import { deskOf, drafted } from './desk.ts';
import { agree, payOutToBank, shop } from './shop.ts';

const IBANS = { main: 'TD8960002000010271091600153', second: 'TD8960001000010271091600145' };
const by = { actor: 'Awa', note: 'for the bank' };

let world: World;
beforeAll(async () => {
  world = await openWorld();
  for (const [name, iban] of Object.entries(IBANS))
    await addBankAccounts(world.services, [
      { name, bank_name: 'Banque', iban, holder_name: 'Banque', ...by },
    ]);
});
afterAll(() => world.close());

/** A settlement that is approved and goes to a bank account. */
async function approved(amount_xaf: number): Promise<string> {
  const merchant = await shop(world);
  await agree(world, merchant);
  await payOutToBank(world, merchant, IBANS.main);
  const id = await drafted(world, merchant, amount_xaf);
  await deskOf(world).decide(id, 'approve');
  return id;
}

/**
 * Somebody writes an order and takes it.
 * @returns its sum and id, or why there is none
 */
async function order(bank = 'main'): Promise<{ sum_xaf: number; id: string } | string> {
  const outcome = await takeBankOrder(world.services, {
    ...by,
    bank,
    file: 'order.xml',
  });
  if (outcome.kind !== 'order') return outcome.kind;
  const { sum_xaf, xml } = outcome;
  return { sum_xaf, id: /<MsgId>([^<]+)</.exec(xml)?.[1] ?? '' };
}

test('What stands on an order that somebody has taken is on no other one: a bank would pay it twice', async () => {
  await approved(7_000);
  const first = await order();
  expect(first).toMatchObject({ sum_xaf: 7_000 });
  // The same order once more has the same id, which its bank takes once; another bank knows nothing of that.
  expect(await order()).toEqual(first);
  expect(await order('second')).toBe('ordered_before');
  await approved(3_000);
  const next = await order();
  expect(next).toMatchObject({ sum_xaf: 3_000 });
  expect(await order()).toEqual(next);
  world.pass(86_400);
  expect(await order()).toBe('ordered_before');
});

test('What one person wants to take back stands among what is on orders still, with who has said so, and on no order once more', async () => {
  const id = await approved(15_000);
  expect(await order('main')).toMatchObject({ sum_xaf: 15_000 });
  world.pass(60);
  expect(await deskOf(world).decide(id, 'cancel')).toBe('proposed');
  expect((await listOnOrders(world.services)).map((one) => one.id)).toContain(id);
  for (const bank of ['main', 'second']) expect(await order(bank)).toBe('ordered_before');
  const agent = await new Site(world).staff('agent');
  expect(textOf((await agent.get('/office/settlements?lang=en')).body)).toMatch(/Proposed by\s+Awa/);
  expect(await deskOf(world).decide(id, 'cancel', 'Brahim')).toBe('cancelled');
  world.pass(86_400);
});

test('What stands on orders takes no place of what waits for the next list or order, however much it is', async () => {
  for (const amount_xaf of [501, 502]) await approved(amount_xaf);
  expect(await order('main')).toMatchObject({ sum_xaf: 1_003 });
  const merchant = await shop(world);
  await agree(world, merchant);
  const to_phone = await drafted(world, merchant, 503);
  await deskOf(world).decide(to_phone, 'approve');
  const to_bank = await approved(504);
  const portion = { limit: 2 };
  expect((await sendingList(world.services, portion)).map(({ id }) => id)).toEqual([to_phone, to_bank]);
  expect(await bankOrder(world.services, { bank: 'main', ...portion })).toMatchObject({
    kind: 'order',
    sum_xaf: 504,
  });
  await order('main');
  await sendSettlements(world.services, [
    { settlement_id: to_phone, from: { kind: 'wallet', name: 'AIRTEL' }, ...by },
  ]);
  world.pass(86_400);
});

test('Of two who write orders to two banks at the same moment one has it, again and again', async () => {
  for (let round = 0; round < 20; round += 1) {
    await approved(1_000 + round);
    const orders = await Promise.all([order('main'), order('second')]);
    const sums = orders.map((one) => (typeof one === 'string' ? one : one.sum_xaf));
    expect(sums.toSorted()).toEqual([1_000 + round, 'ordered_before']);
    world.pass(86_400);
  }
});

test('What stands on an order is on no paper for the counter, and is said to be sent from the bank that has the order', async () => {
  const id = await approved(9_000);
  const [{ reference = '' } = {}] = await world.rows<{ reference: string }>(
    `select reference from settlements where id = $1`,
    [id],
  );
  const onPaper = async () => {
    let csv = '';
    const listed = await sendingList(world.services);
    for await (const part of sendingListCsv(listed)) csv += part;
    return [listed.some((one) => one.id === id), csv.includes(reference)];
  };
  expect(await onPaper()).toEqual([true, true]);
  expect(await order('main')).toMatchObject({ sum_xaf: 9_000 });
  expect(await onPaper()).toEqual([false, false]);
  const from = (name: string) =>
    sendSettlements(world.services, [{ settlement_id: id, from: { kind: 'bank', name }, ...by }]);
  expect(await from('second')).toMatchObject([{ kind: 'on_other_order', bank: 'main' }]);
  expect(await from('main')).toMatchObject([{ kind: 'sending' }]);
});

test('What stands on a list that somebody has taken and on an order as well is told to who takes the order, and to who would pay it at the counter', async () => {
  const id = await approved(9_500);
  const [{ reference = '' } = {}] = await world.rows<{ reference: string }>(
    `select reference from settlements where id = $1`,
    [id],
  );
  await takeFiles(world.services, [{ ...by, file: 'sending.pdf', detail: { listed: [reference] } }]);
  const taken_at = world.now;
  world.pass(300);
  const brahim = { actor: 'Brahim', note: 'for the bank' };
  const outcome = await takeBankOrder(world.services, { ...brahim, bank: 'main', file: 'order.xml' });
  expect(outcome).toMatchObject({ kind: 'order', listed: [{ reference, taken_by: 'Awa', taken_at }] });
  const ordered_at = world.now;
  world.pass(300);
  const from = { kind: 'bank', name: 'main' } as const;
  expect(await sendSettlements(world.services, [{ settlement_id: id, from, ...by }])).toMatchObject([
    { kind: 'sending', order: { bank: 'main', taken_by: 'Brahim', taken_at: ordered_at } },
  ]);
  world.pass(86_400);
});

test('Who says that another bank has it, at the moment when somebody takes the order, finds it on the order or leaves it off, again and again', async () => {
  for (let round = 0; round < 30; round += 1) {
    const id = await approved(11_000 + round);
    const [taken, [said]] = await Promise.all([
      order('main'),
      sendSettlements(world.services, [{ settlement_id: id, from: { kind: 'bank', name: 'second' }, ...by }]),
    ]);
    const on_order = typeof taken !== 'string';
    expect([on_order, said?.kind]).toEqual(on_order ? [true, 'on_other_order'] : [false, 'sending']);
    world.pass(86_400);
  }
});

test('Of the first of two who take one back, and of who takes an order at the same moment, one finds what the other has done, again and again', async () => {
  for (let round = 0; round < 20; round += 1) {
    const id = await approved(13_000 + round);
    const [[said], taken] = await Promise.all([
      decideSettlements(world.services, [{ settlement_id: id, does: 'cancel', ...by }]),
      order('main'),
    ]);
    const bank = typeof taken === 'string' ? null : { bank: 'main' };
    expect(said).toMatchObject({ kind: 'proposed', on_file: bank });
    expect(await deskOf(world).decide(id, 'cancel', 'Brahim')).toBe('cancelled');
    world.pass(86_400);
  }
});

test('Of who takes a sending list and who takes an order at the same moment one leaves off what the other has, or is told of it, again and again', async () => {
  for (let round = 0; round < 20; round += 1) {
    const id = await approved(15_000 + round);
    const [listed, ordered] = await Promise.all([
      takeSendingList(world.services, { ...by, file: 'sending.pdf' }),
      takeBankOrder(world.services, { ...by, bank: 'main', file: 'order.xml' }),
    ]);
    const on_list = listed.find((one) => one.id === id);
    const told = ordered.kind === 'order' ? ordered.listed.map(({ reference }) => reference) : [ordered.kind];
    expect(told).toEqual(on_list === undefined ? [] : [on_list.reference]);
    const [on_record] = await world.rows<{ listed: string[] }>(
      `select detail -> 'listed' as listed from staff_actions where action = 'file.take' order by at desc, id desc limit 1`,
    );
    expect(on_record).toEqual({ listed: listed.map(({ reference }) => reference) });
    world.pass(86_400);
  }
});
