import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Refund } from '../../src/domain/refund/refund.ts';
import { type SendRefundOutcome, sendRefunds } from '../../src/engine/desk/refunds/send-refund.ts';
import { sendRefundTold } from '../../src/engine/desk/refunds/sentences.ts';
import { takeRefundList } from '../../src/engine/desk/refunds/take-list.ts';
import { withdrawProposals } from '../../src/engine/desk/withdraw.ts';
import { Site, textOf } from '../account/site.ts';
import { openSim, type Sim } from '../book/world.ts';
import { again, asked, desk, made, paidOn } from './world.ts';

let sim: Sim;
let site: Site;
beforeEach(async () => {
  sim = await openSim();
  await sim.say();
  site = new Site(sim.world);
});
afterEach(() => sim.world.close());

const waiting = async (amount_xaf = 5000) => made(sim.world.services, asked(await paidOn(sim, amount_xaf)));
const fail = async ({ id: refund_id }: Refund, actor: string): Promise<SendRefundOutcome | undefined> =>
  (await sendRefunds(sim.world.services, [{ refund_id, does: 'fail', actor, note: 'the shop keeps it' }]))[0];
const read = async () => {
  sim.world.pass(300);
  await sim.say();
};
type Holder = Awaited<ReturnType<Site['staff']>>;
const take = async (holder: Holder) => {
  const { statusCode } = await holder.post('/office/refunds/sending.pdf');
  expect(statusCode).toBe(200);
};
/** The ids on the list that was taken last. */
const lastTaken = async () => {
  const [row] = await sim.world.rows<{ ids: string[] }>(
    `select detail -> 'refunds' as ids from staff_actions where action = 'file.take' order by at desc, id desc limit 1`,
  );
  return row?.ids;
};

describe('A refund that stands on a list which somebody has taken', () => {
  test('has not failed before two people have said so, each after the SIM was read, and both know who has the list', async () => {
    const one = await waiting();
    const holder = await site.staff('agent');
    await take(holder);
    const taken_at = sim.world.now;
    // Whoever has the list may have paid it a minute ago.
    expect(await fail(one, 'Awa')).toMatchObject({ kind: 'may_have_gone', on_list: { taken_at } });
    await read();
    const first = await fail(one, 'Awa');
    expect(first).toMatchObject({ kind: 'proposed', on_list: { taken_by: [holder.known.name], taken_at } });
    const told = sendRefundTold({ refund_id: one.id, does: 'fail' }, first as SendRefundOutcome);
    expect(told.sentences.join(' ')).toContain(`on a sending list that ${holder.known.name} has taken`);
    expect(await fail(one, 'Brahim')).toMatchObject({ kind: 'may_have_gone' });
    await read();
    expect(await fail(one, 'Brahim')).toMatchObject({ kind: 'failed', on_list: { taken_at } });
    expect((await again(sim.world.services, one)).state).toBe('FAILED');
  });

  test('is paid from there, and its SIM tells of it: it has not failed', async () => {
    const one = await waiting();
    await take(await site.staff('agent'));
    await sim.take(sim.debit(5000));
    await read();
    for (const actor of ['Awa', 'Brahim'])
      expect(await fail(one, actor)).toMatchObject({ kind: 'may_have_gone' });
  });

  test('is on no list that is taken after one person has called it not gone, so that nobody keeps a second from agreeing', async () => {
    const [one, other] = [await waiting(), await waiting(6000)];
    const [early, late] = [await site.staff('agent'), await site.staff('agent')];
    await take(early);
    sim.world.pass(60);
    await take(late);
    await read();
    const holders = [early.known.name, late.known.name].toSorted();
    expect(await fail(one, 'Awa')).toMatchObject({ kind: 'proposed', on_list: { taken_by: holders } });
    sim.world.pass(300);
    await take(late);
    expect(await lastTaken()).toEqual([other.id]);
    await read();
    expect(await fail(one, 'Brahim')).toMatchObject({ kind: 'failed' });
  });

  test('is on the next list again once that is taken back, and then both speak of it anew', async () => {
    const one = await waiting();
    const holder = await site.staff('agent');
    await take(holder);
    await read();
    expect(await fail(one, 'Awa')).toMatchObject({ kind: 'proposed' });
    await withdrawProposals(sim.world.services, [
      { subject_id: one.id, actor: 'Awa', note: 'it was sent after all' },
    ]);
    await take(holder);
    expect(await lastTaken()).toEqual([one.id]);
    const again_at = sim.world.now;
    await read();
    expect(await fail(one, 'Brahim')).toMatchObject({ kind: 'proposed', on_list: { taken_at: again_at } });
    await read();
    expect(await fail(one, 'Awa')).toMatchObject({ kind: 'failed' });
  });

  test('and was said to be sent takes two as well', async () => {
    const one = await waiting();
    const holder = await site.staff('supervisor');
    await take(holder);
    sim.world.pass(60);
    const path = `/office/refunds/${one.id}`;
    await holder.submit(`${path}/send`, { number: '', note: 'from the list' });
    await read();
    const said = textOf((await holder.submit(`${path}/fail`, { note: 'the phone refused it' })).body);
    expect(said).toContain(`Taken by: ${holder.known.name}`);
    expect((await again(sim.world.services, one)).state).toBe('SENDING');
  });

  test('has not failed where it was said to be sent only after a reading that may hide that it was paid from there', async () => {
    const one = await waiting();
    await take(await site.staff('agent'));
    sim.world.pass(300);
    // Both messages are lost: of what was paid from the list, and of more that came to the same SIM.
    sim.debit(5000);
    sim.credit(8000);
    sim.world.pass(600);
    await sim.say();
    sim.world.pass(1500);
    expect(await desk(sim.world, 'send', one)).toBe('sending');
    for (const actor of ['Awa', 'Brahim']) {
      await read();
      expect(await fail(one, actor)).toMatchObject({ kind: 'may_have_gone' });
    }
    expect((await again(sim.world.services, one)).state).toBe('SENDING');
  });

  test('handed out by a machine whose clock is behind that of the one on which it was asked for takes two as well', async () => {
    const one = await waiting();
    sim.world.pass(10);
    const behind = { ...sim.world.services, now: () => new Date(sim.world.now.getTime() - 30_000) };
    const by = { actor: 'Chantal', note: 'to pay from' };
    expect(await takeRefundList(behind, { file: 'sending.pdf', ...by })).toMatchObject([{ id: one.id }]);
    const on_list = { taken_by: ['Chantal'], taken_at: one.created_at };
    expect(await fail(one, 'Awa')).toMatchObject({ kind: 'may_have_gone', on_list });
    await read();
    expect(await fail(one, 'Awa')).toMatchObject({ kind: 'proposed', on_list });
    await read();
    expect(await fail(one, 'Brahim')).toMatchObject({ kind: 'failed', on_list });
  });

  test('and was asked for after it was taken is on none, and fails by one', async () => {
    await waiting();
    await take(await site.staff('agent'));
    sim.world.pass(60);
    const later = await waiting(6000);
    expect(await fail(later, 'Awa')).toEqual({ kind: 'failed' });
  });

  test('at the moment when one person calls it failed is on the list or has failed, and never both, again and again', async () => {
    const holder = await site.staff('agent');
    for (let round = 0; round < 8; round += 1) {
      const one = await waiting(5000 + round);
      const [outcome] = await Promise.all([fail(one, 'Awa'), take(holder)]);
      const listed = await sim.world.rows(
        `select from staff_actions where action = 'file.take' and detail ->> 'refunds' like '%' || $1 || '%'`,
        [one.id],
      );
      expect(listed).toHaveLength(outcome?.kind === 'failed' ? 0 : 1);
      sim.world.pass(60);
    }
  });
});
