import { expect, test } from 'vitest';
import { decideRefunds } from '../../src/engine/desk/payments/refund-transaction.ts';
import { countQueue, listQueue } from '../../src/engine/desk/queue.ts';
import { by, explainAll, servicesOf } from './desk.ts';
import { perform, type Stage, scene } from './play.ts';

/** What the desk lists as marked for its payer and not seen leaving. */
async function unsent(stage: Stage): Promise<string[]> {
  const services = servicesOf(stage);
  const { rows } = await listQueue(services, { environment: 'live', kind: null, after: null, limit: 50 });
  const listed = rows.filter(({ reason }) => reason === 'unsent' || reason === 'may_have_left');
  const counts = await countQueue(services, 'live');
  expect(counts.suspense + counts.refund).toBeGreaterThanOrEqual(listed.length);
  return listed.map(({ kind, amount_xaf, reason }) => `${kind} ${amount_xaf} ${reason}`);
}

test('Money that staff marked as sent back, and that its SIM has not told of in a day, waits for people until it leaves', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `sms m credit 8000 from 66123456
      wait 1min
      refund m as Awa -> refunded
      wait 23h`,
    );
    expect(await unsent(stage)).toEqual([]);
    await perform(stage, 'wait 2h');
    // Nobody has looked at the SIM since: who sent it again would pay twice where its message is lost.
    expect(await unsent(stage)).toEqual(['suspense 8000 may_have_left']);
    await perform(stage, 'anchor\nwait 1min');
    expect(await unsent(stage)).toEqual(['suspense 8000 unsent']);
    // It is sent now, too late to be taken for what was announced by itself.
    await perform(stage, 'sms d debit 8000\nwait 1min');
    expect(await unsent(stage)).toEqual(['suspense 8000 may_have_left']);
    await explainAll(stage, ['DEBIT'], 'refund');
    expect(await unsent(stage)).toEqual([]);
  }));

test('So does a transaction that staff said they had sent back', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `transaction t 5000 payer 66777001
      sms m credit 5000 from 66777001
      t -> SUCCESS`,
    );
    const transaction_id = stage.transactions.get('t')?.id ?? '';
    const [said] = await decideRefunds(servicesOf(stage), [{ transaction_id, by: 'done', ...by('Awa') }]);
    expect(said?.kind).toBe('confirmed');
    await perform(stage, 'wait 25h');
    expect(await unsent(stage)).toEqual(['refund 5000 may_have_left']);
    await perform(stage, 'anchor');
    expect(await unsent(stage)).toEqual(['refund 5000 unsent']);
  }));
