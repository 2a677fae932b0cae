import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { explainSteps } from '../../src/engine/desk/book/explain.ts';
import { takeSendingList } from '../../src/engine/desk/settlements/take-file.ts';
import { listOpenSettlements } from '../../src/engine/settlements/show.ts';
import { Site, textOf } from '../account/site.ts';
import { openSecond, type Sim } from '../book/world.ts';
import { deskOf, drafted, openSimAndShop } from './desk.ts';

let sim: Sim;
let merchant: string;
let id: string;
beforeEach(async () => {
  ({ sim, merchant } = await openSimAndShop());
  sim.world.pass(60);
  await sim.take(sim.debit(20_000));
  sim.world.pass(3600);
  id = await drafted(sim.world, merchant, 20_000);
  expect(await deskOf(sim.world).decide(id, 'approve')).toBe('approved');
  sim.world.pass(60);
});
afterEach(() => sim.world.close());

const brahim = { actor: 'Brahim', note: 'sends them' };

/** What is on the list that Brahim takes. */
async function listed(): Promise<string[]> {
  sim.world.pass(60);
  const list = await takeSendingList(sim.world.services, { ...brahim, file: 'sending.pdf' });
  return list.map((one) => one.id);
}

/** Of which settlements the page says that a SIM may have sent them. */
async function marked(): Promise<string[]> {
  const asked = { state: 'APPROVED', after: null, limit: 10 } as const;
  const { rows } = await listOpenSettlements(sim.world.services, asked);
  return rows.flatMap((one) => (one.may_have_left ? one.id : []));
}

const inUnknownWords = ({ text, ...sms }: ReturnType<Sim['debit']>) => ({
  ...sms,
  text: text.replace('Vous avez envoye', 'Operation faite:'),
});

describe('A settlement that somebody has paid from a list and not said so', () => {
  test.each([
    ['by a debit', (from: Sim) => from.debit(20_000)],
    ['by a debit with its fee', (from: Sim) => from.debit(20_100)],
    ['in words that nobody knows', (from: Sim) => inUnknownWords(from.debit(20_000))],
  ])('is on no list any more, and its row on the page says so: %s', async (_how, told) => {
    expect([await listed(), await marked()]).toEqual([[id], []]);
    const second = await openSecond(sim);
    for (const from of [sim, second]) {
      await from.take(told(from));
      expect([await listed(), await marked()]).toEqual([[], [id]]);
      const steps = await sim.world.rows<{ id: string }>(
        `select s.id from book_steps s where s.collection_number_id = $1 and s.after_xaf < s.before_xaf order by s.ordinal desc limit 1`,
        [from.number_id],
      );
      for (const { id: step_id } of steps)
        for (const actor of ['Awa', 'Brahim'])
          await explainSteps(sim.world.services, [{ step_id, meaning: 'sweep', actor, note: 'our wallet' }]);
      expect([await listed(), await marked()]).toEqual([[id], []]);
    }
  });

  test('is PAID by what left once somebody says that it was sent, and is named on the page until then', async () => {
    const agent = await new Site(sim.world).staff('agent');
    const page = async () => textOf((await agent.get('/office/settlements')).body);
    expect(await page()).not.toContain('A SIM of ours may have sent it');
    await sim.take(sim.debit(20_000));
    expect((await page()).match(/A SIM of ours may have sent it/g)).toHaveLength(1);
    expect(await deskOf(sim.world).send(id)).toBe('left_already');
    expect(await page()).not.toContain('A SIM of ours may have sent it');
  });
});

test.each([
  ['went to another phone', (from: Sim) => from.debit(20_000, '66999999')],
  ['was another sum', (from: Sim) => from.debit(19_000)],
  ['names nobody', (from: Sim) => from.withdrawal(20_000)],
])('A settlement stays on the list where what left %s', async (_what, told) => {
  await sim.take(told(sim));
  expect([await listed(), await marked()]).toEqual([[id], []]);
});
