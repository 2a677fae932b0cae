import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { decideRefunds } from '../../src/engine/desk/payments/refund-transaction.ts';
import { createRefunds } from '../../src/engine/refunds/create.ts';
import { by, servicesOf } from './desk.ts';
import { perform, type Stage, stagesOfFile } from './play.ts';

const scene = stagesOfFile();
const paid = (amount_xaf: number) => `transaction t ${amount_xaf} payer 66${amount_xaf}00
  sms m credit ${amount_xaf} from 66${amount_xaf}00
  t -> SUCCESS`;

const idOf = ({ transactions }: Stage) => transactions.get('t')?.id ?? '';

/** Its merchant gives it back whole. */
async function merchantGives(stage: Stage) {
  const transaction = stage.transactions.get('t');
  const [said] = await createRefunds(servicesOf(stage), [
    {
      merchant_id: transaction?.merchant.id ?? '',
      environment: 'live',
      payment: { kind: 'transaction', id: transaction?.id ?? '' },
      amount_xaf: null,
      reason: null,
      asked_by: 'its key',
      idempotency: null,
    },
  ]);
  return said;
}

/** Somebody on the staff has sent it by hand. */
const staffHaveSent = (stage: Stage) => staffSay(stage, 'done', 'Awa');

async function staffSay(stage: Stage, said_by: 'done' | 'refused', actor: string) {
  const [said] = await decideRefunds(servicesOf(stage), [
    { transaction_id: idOf(stage), by: said_by, ...by(actor) },
  ]);
  return said?.kind;
}

const announced = ({ world }: Stage) =>
  world.service.rows<{ msisdn: string; to_phone: string; is_met: boolean }>(
    `select n.msisdn, a.to_phone, a.step_id is not null as is_met
    from announced_debits a join collection_numbers n on n.id = a.collection_number_id
    where n.msisdn = any ($1::text[])`,
    [[...world.sims.values()].map(({ sim }) => sim.number)],
  );

test('A transaction that its merchant and staff give back, one while the other waits for its row, is given back once', () =>
  scene(async (stage) => {
    await perform(stage, paid(5000));
    const { pool } = servicesOf(stage);
    const holder = await pool.connect();
    await holder.query('begin');
    await holder.query('select from transactions where id = $1 for no key update', [idOf(stage)]);
    const given = merchantGives(stage);
    await setTimeout(150);
    const sent = staffHaveSent(stage);
    await setTimeout(150);
    await holder.query('commit');
    holder.release();
    expect([(await given)?.kind, await sent]).toEqual(['created', 'given_back']);
  }));

test('One of the staff says that it was sent while another says that it was not and its merchant gives it back: once', () =>
  scene(async (stage) => {
    await perform(stage, paid(5000));
    const holder = await servicesOf(stage).pool.connect();
    await holder.query('begin');
    await holder.query('select from books for update');
    const sent = staffHaveSent(stage);
    await setTimeout(150);
    const refused = await staffSay(stage, 'refused', 'Brahim');
    const given = await merchantGives(stage);
    await holder.query('commit');
    holder.release();
    expect([await sent, refused, given?.kind]).toEqual(['given_back', 'refused', 'created']);
  }));

test(
  'A transaction that both give back at once is given back once, whoever is first, sixty times',
  { timeout: 120_000 },
  () =>
    scene(async (stage) => {
      for (let round = 0; round < 60; round += 1) {
        await perform(stage, paid(1000 + 37 * round));
        const after = (delay_ms: number, does: () => Promise<unknown>) => setTimeout(delay_ms).then(does);
        const [given, sent] = (await Promise.all([
          after(round % 4, () => merchantGives(stage)),
          after(round % 7, () => staffHaveSent(stage)),
        ])) as [Awaited<ReturnType<typeof merchantGives>>, string];
        expect(
          [given?.kind === 'created', sent === 'confirmed'].filter(Boolean),
          `round ${round}`,
        ).toHaveLength(1);
      }
    }),
);

test('A transaction that a relative has paid goes back to him, and not to who was asked', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `transaction t 5000 payer 66000001
      sms m credit 5000 from 66000002
      assign m to t as Awa -> assigned`,
    );
    expect(await merchantGives(stage)).toMatchObject({
      refund: { to_phone: expect.stringMatching(/66000002$/) },
    });
  }));

test('Staff send a transaction back from the SIM that was paid, which was not the one that it told', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `sim two
      transaction t 5000 payer 66123456 on one
      sms m credit 5000 on two from 66123456
      wait 1min
      assign m to t as Awa -> assigned
      wait 6min`,
    );
    expect(await staffHaveSent(stage)).toBe('confirmed');
    await perform(stage, 'wait 1min\nsms d debit 5000 on two\nwait 6min');
    expect(await announced(stage)).toEqual([
      { msisdn: stage.world.sims.get('two')?.sim.number, to_phone: '66123456', is_met: true },
    ]);
  }));
