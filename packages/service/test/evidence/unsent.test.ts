import { expect, test } from 'vitest';
import { pageState } from '../../src/domain/checkout/state.ts';
import { showBooks } from '../../src/engine/book/look.ts';
import { readCheckout } from '../../src/engine/checkout.ts';
import { unsentOf } from '../../src/engine/desk/case.ts';
import { refundCredits } from '../../src/engine/desk/payments/refund-credit.ts';
import { decideRefunds } from '../../src/engine/desk/payments/refund-transaction.ts';
import { unmarkCredits } from '../../src/engine/desk/payments/unmark-credit.ts';
import { countQueue, listQueue } from '../../src/engine/desk/queue.ts';
import { lookAtTill } from '../../src/engine/payments/till.ts';
import { settleRefunds } from '../../src/store/rails/refunds.ts';
import { by, explainAll, servicesOf, sessionOf } from './desk.ts';
import { perform, type Stage, scene } from './play.ts';

const LISTED = new Set(['unsent', 'may_have_left', 'mark_taken_back']);

/** What the desk lists as marked for its payer and not seen leaving. */
async function unsent(stage: Stage): Promise<string[]> {
  const services = servicesOf(stage);
  const { rows } = await listQueue(services, { environment: 'live', kind: null, after: null, limit: 50 });
  const listed = rows.filter(({ reason }) => LISTED.has(reason));
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

/** What the payer's page and the till say of a session. */
async function toldOf(stage: Stage, name: string): Promise<string> {
  const services = servicesOf(stage);
  const { id: payment_id, merchant } = sessionOf(stage, name);
  const till = await lookAtTill(services, { payment_id, merchant_id: merchant.id, environment: 'live' });
  const view = await readCheckout(services, payment_id);
  if (view === null) throw new Error(`no page of ${name}`);
  const state = pageState(view, services.now());
  const becomes = 'becomes' in state ? state.becomes : 'second' in state ? `second ${state.second}` : '';
  return `${state.name} ${becomes}, till ${till?.state}`;
}

test('A payer and his cashier are told that money was sent back once it was seen leaving, and not because staff mark it', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `session a 5000 payer 66123456
      wait 20min
      a -> EXPIRED
      paid a from 66123456
      session b 6000 payer 66123457
      sms p credit 6000 from 66123457
      b -> SUCCESS
      wait 1min
      sms q credit 6000 from 66123457
      wait 1min`,
    );
    expect(await toldOf(stage, 'a')).toBe('late_money with_staff, till aside');
    expect(await toldOf(stage, 'b')).toBe('paid second with_staff, till paid');
    await perform(stage, "refund a's as Awa -> refunded\nrefund q as Awa -> refunded\nwait 1min");
    expect(await toldOf(stage, 'a')).toBe('late_money going_back, till aside');
    expect(await toldOf(stage, 'b')).toBe('paid second going_back, till paid');
    await perform(stage, 'sms d debit 5000\nwait 1min');
    expect(await toldOf(stage, 'a')).toBe('late_money sent_back, till sent_back');
    expect(await toldOf(stage, 'b')).toBe('paid second going_back, till paid');
  }));

test('A transaction that staff said they had sent back, and that its SIM has not told of in a day, waits for people', () =>
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

// Awa marks it and is called away before she sends; whoever finds it on the desk a day after would send it a second time.
test('What is marked as sent back, and the operator takes back before anybody has sent it, is listed as not to be sent, until people say that this was it', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `sms m credit 8000 from 66123456
      wait 1min
      refund m as Awa -> refunded
      wait 1h
      sms r reversal m 8000
      wait 25h
      anchor
      wait 1min`,
    );
    expect(await unsent(stage)).toEqual(['suspense 8000 mark_taken_back']);
    const [credit] = await stage.world.service.rows<{ id: string }>('select id from credits');
    const id = credit?.id ?? '';
    expect(await unsentOf(servicesOf(stage), id)).toMatchObject({ reason: 'mark_taken_back' });
    await explainAll(stage, ['REVERSAL'], 'refund');
    expect(await unsent(stage)).toEqual([]);
    expect(await unsentOf(servicesOf(stage), id)).toBeNull();
  }));

test('A transaction that staff said they had sent back before they did, and the operator takes back, is listed as not to be sent', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `transaction t 5000 payer 66777001
      sms m credit 5000 from 66777001
      t -> SUCCESS`,
    );
    const transaction_id = stage.transactions.get('t')?.id ?? '';
    await decideRefunds(servicesOf(stage), [{ transaction_id, by: 'done', ...by('Awa') }]);
    await perform(stage, 'wait 1h\nsms r reversal m 5000\nwait 25h\nanchor\nwait 1min');
    expect(await unsent(stage)).toEqual(['refund 5000 mark_taken_back']);
    expect(await unsentOf(servicesOf(stage), transaction_id)).toMatchObject({ reason: 'mark_taken_back' });
  }));

/** Whose phone the simulated SIM's own debits name. */
const PAYER = '66123456';

test('What was sent back before anybody marked it is named to whoever marks it, and is never listed to be sent', () =>
  scene(async (stage) => {
    await perform(stage, `sms m credit 8000 from ${PAYER}\nwait 1min\nsms d debit 8000\nwait 1h`);
    const [credit] = await stage.world.service.rows<{ id: string }>('select id from credits');
    const mark = { credit_id: credit?.id ?? '', ...by('Awa') };
    const [marked] = await refundCredits(servicesOf(stage), [mark]);
    expect(marked).toMatchObject({ kind: 'refunded', left_before_xaf: 8000 });
    await perform(stage, 'wait 25h\nanchor\nwait 1min');
    expect(await unsent(stage)).toEqual(['suspense 8000 may_have_left']);
    await explainAll(stage, ['DEBIT'], 'refund');
    expect(await unsent(stage)).toEqual([]);
  }));

test('A transaction of which somebody says late that they had sent it back is named to them, and is never listed to be sent', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `transaction t 5000 payer ${PAYER}
      sms m credit 5000 from ${PAYER}
      t -> SUCCESS
      wait 1min
      sms d debit 5000
      wait 2h`,
    );
    const transaction_id = stage.transactions.get('t')?.id ?? '';
    const [said] = await decideRefunds(servicesOf(stage), [{ transaction_id, by: 'done', ...by('Awa') }]);
    expect(said).toMatchObject({ kind: 'confirmed', left_before_xaf: 5000 });
    await perform(stage, 'wait 25h\nanchor');
    expect(await unsent(stage)).toEqual(['refund 5000 may_have_left']);
  }));

test('Of a transaction whose rail sends no money, what a person sends since it was asked for is what they say with --done', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `transaction t 5000 payer ${PAYER}
      sms m credit 5000 from ${PAYER}
      t -> SUCCESS`,
    );
    const transaction_id = stage.transactions.get('t')?.id ?? '';
    const ask = async (as: 'rail' | 'done') =>
      (await decideRefunds(servicesOf(stage), [{ transaction_id, by: as, ...by('Awa') }]))[0];
    expect((await ask('rail'))?.kind).toBe('asked');
    const refused = { transaction_id, asked_at: null, state: 'REFUSED', detail: 'sends no money' } as const;
    await settleRefunds(servicesOf(stage).pool, [{ ...refused, changed_at: servicesOf(stage).now() }]);
    await perform(stage, 'wait 1h\nsms d debit 5000\nwait 2h');
    expect(await ask('done')).toEqual({ kind: 'confirmed' });
    await perform(stage, 'wait 25h\nanchor');
    expect(await unsent(stage)).toEqual([]);
  }));

test('A message older than a week that tells of money out stays on the lists while it keeps something from being called not sent', () =>
  scene(async (stage) => {
    const services = servicesOf(stage);
    const out = (sum_xaf: number) =>
      `told "Trans.ID: ID. Vous avez envoye ${sum_xaf} FCFA au ${PAYER}. Frais: 0 FCFA. Votre solde disponible est 9000 FCFA." on two`;
    await perform(
      stage,
      `sim two
      sms m credit 8000 from ${PAYER}
      wait 1min
      refund m as Awa -> refunded
      wait 10min
      sms f ${out(8000)}
      sms other ${out(7000)}
      wait 192h
      anchor`,
    );
    const [credit] = await stage.world.service.rows<{ id: string }>('select id from credits');
    const unmark = async () =>
      (await unmarkCredits(services, [{ credit_id: credit?.id ?? '', ...by('Awa') }]))[0]?.kind;
    /** What the page of the second SIM lists, and whether the desk leads there. */
    const listed = async () => {
      const number_id = stage.world.sims.get('two')?.id ?? '';
      const { claims } = await showBooks(services, [number_id]);
      const asked = { environment: 'live', kind: 'claims', after: null, limit: 50 } as const;
      const { rows } = await listQueue(services, asked);
      const counts = await countQueue(services, 'live');
      return [
        claims.map(({ body }) => /envoye (\d+)/.exec(body)?.[1]),
        rows.map(({ id }) => id === number_id),
        counts.claims,
      ];
    };
    expect(await unmark()).toBe('may_have_gone');
    expect(await listed()).toEqual([['8000'], [true], 1]);
    await perform(stage, 'disown f');
    expect(await listed()).toEqual([[], [], 0]);
    expect(await unmark()).toBe('proposed');
  }));
