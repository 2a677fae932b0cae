import { afterAll, beforeAll, expect, test } from 'vitest';
import { textOf } from '../account/site.ts';
import { openStaffed, type Staffed } from './staffed.ts';

let { sim, site, first, second, agent } = {} as Staffed;
beforeAll(async () => {
  ({ sim, site, first, second, agent } = await openStaffed());
});
afterAll(() => site.close());

const said = (answer: { body: string }) => textOf(answer.body);
const number = () => `/office/numbers/${sim.number_id}`;
const NOTE = { note: 'looked it up in the list' };

/** A payment in suspense, and words that nobody knows, which name it and have no place in the book. */
async function doubted(): Promise<{ credit_id: string; page: string; notice_id: string }> {
  const paid = sim.credit(7000, '66777001');
  await sim.take(paid);
  const [notice_id = ''] = await sim.keep([
    { id: '', text: `Transaction ${paid.id} annulee. Montant: 7000 FCFA. Solde: 999 FCFA.` },
  ]);
  await sim.wait(600);
  const [credit] = await sim.world.rows<{ id: string }>('select id from credits order by id desc limit 1');
  const credit_id = credit?.id ?? '';
  return { credit_id, page: `/office/cases/suspense/${credit_id}`, notice_id };
}

/** What the page's button for a refund comes to. */
const giveBack = async (page: string) =>
  said(await first.submit(`${page}/refund`, { ...NOTE, amount: '7000' }));

test('A message that waits can be disowned on the page of its number', async () => {
  const { page, notice_id } = await doubted();
  expect(await giveBack(page)).toContain('It is not sure that this money is there');
  const box = `name="message" value="${notice_id}"`;
  expect((await first.get(number())).body).toContain(box);
  for (const person of [first, second])
    await person.submit(`${number()}/disown`, { ...NOTE, message: notice_id });
  expect((await first.get(number())).body).not.toContain(box);
  expect(await giveBack(page)).not.toContain('It is not sure');
});

test('Two people say on the page of a doubted payment that it was paid, and it can be sent back', async () => {
  const { credit_id, page } = await doubted();
  const form = `name="step" value="${credit_id}"`;
  expect((await first.get(page)).body).toContain(form);
  expect((await agent.get(page)).body).toContain(form);
  expect(await giveBack(page)).toContain('It is not sure that this money is there');
  for (const person of [first, second])
    await person.submit(`${number()}/explain`, { ...NOTE, step: credit_id, meaning: 'credit' });
  expect((await first.get(page)).body).not.toContain(form);
  expect(await giveBack(page)).not.toContain('It is not sure');
});

test('Nothing is to be explained on the page of a payment that nothing speaks against', async () => {
  await sim.take(sim.credit(3000, '66777002'));
  const [credit] = await sim.world.rows<{ id: string }>('select id from credits order by id desc limit 1');
  expect((await first.get(`/office/cases/suspense/${credit?.id}`)).body).not.toContain('name="step"');
});
