import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RailAnswer } from '../../src/domain/rail/order.ts';
import { type AskRefund, decideRefunds } from '../../src/engine/desk/payments/refund-transaction.ts';
import { withdrawProposals } from '../../src/engine/desk/withdraw.ts';
import { checkLedger } from '../../src/engine/ledger/check.ts';
import { concludeRefunds } from '../../src/engine/refunds/conclude.ts';
import { createRefunds } from '../../src/engine/refunds/create.ts';
import { expectBooksWhole } from '../evidence/books.ts';
import { brings } from '../settlements/shop.ts';
import { type Airtel, openAirtel, openRailWorld, type RailWorld } from './world.ts';

/** How often people meet at one moment. */
const ROUNDS = process.env.CHARI_LONG === '1' ? 200 : 20;

let world: RailWorld;
let airtel: Airtel;
let id: string;
beforeEach(async () => {
  world = await openRailWorld();
  airtel = await openAirtel();
  const fields = { environment: 'live', operator: 'AIRTEL' } as const;
  const [transaction] = await world.transactions(await world.merchant({ fee_basis_points: 200 }), 1, fields);
  id = transaction?.id ?? '';
  await world.work([airtel.rail]);
  world.pass(180);
  await world.work([airtel.rail]);
});
afterEach(async () => {
  expect(world.failures).toEqual([]);
  await airtel.close();
  await world.close();
});

const ask = async (by: AskRefund['by'] = 'rail', actor = 'Amina') =>
  (await decideRefunds(world.services, [{ transaction_id: id, actor, note: 'wrong goods', by }]))[0];
const work = () => world.work([airtel.rail]);
const state = async () => {
  const [row] = await world.rows<{ state: string }>('select state from rail_refunds');
  return [row?.state, await world.statusOf({ id })];
};
const refunds = () => [...airtel.simulator.ledger.payments.values()].map((payment) => payment.refunds);

/** The merchant of the transaction, and what its server asks for. */
async function merchantOf() {
  const [own] = await world.rows<{ merchant_id: string }>('select merchant_id from transactions');
  const { merchant_id = '' } = own ?? {};
  const payment = { kind: 'transaction', id } as const;
  const asked = { environment: 'live', reason: null, asked_by: 'a test', idempotency: null } as const;
  const create = async (amount_xaf: number | null) =>
    (await createRefunds(world.services, [{ ...asked, merchant_id, payment, amount_xaf }]))[0];
  return { merchant_id, create };
}

describe('a refund', () => {
  it('is sent once, makes the transaction REFUNDED, and the books stay balanced', async () => {
    expect(await ask()).toEqual({ kind: 'asked' });
    expect(await ask()).toEqual({ kind: 'already', state: 'ASKED' });
    expect(await ask('done')).toEqual({ kind: 'already', state: 'ASKED' });
    await work();
    expect([await state(), refunds()]).toEqual([['DONE', 'REFUNDED'], [1]]);
    expect(await ask()).toEqual({ kind: 'not_success', status: 'REFUNDED' });
    expect(await checkLedger(world.services)).toMatchObject({ ok: true });
    expect(await world.rows('select actor, action, note from staff_actions')).toEqual([
      { actor: 'Amina', action: 'transaction.refund', note: 'wrong goods' },
    ]);
  });

  it('whose answer is lost is UNKNOWN, is never sent again, and a person says how it ended', async () => {
    airtel.simulator.faults.refund_lost = 1;
    await ask();
    await work();
    expect(await state()).toEqual(['UNKNOWN', 'SUCCESS']);
    expect(await ask()).toEqual({ kind: 'already', state: 'UNKNOWN' });
    world.pass(3_600);
    await work();
    expect(refunds()).toEqual([1]);
    expect(await ask('done')).toEqual({ kind: 'confirmed' });
    expect(await state()).toEqual(['DONE', 'REFUNDED']);
  });

  it('whose process died after sending is UNKNOWN too', async () => {
    await ask();
    const dying = {
      ...airtel.rail,
      refund: async (order: Parameters<typeof airtel.rail.refund>[0]) => {
        await airtel.rail.refund(order);
        return new Promise<never>(() => undefined);
      },
    };
    await world.worker([dying]).round();
    await expect.poll(refunds).toEqual([1]);
    world.pass(60);
    await work();
    expect([await state(), refunds()]).toEqual([['UNKNOWN', 'SUCCESS'], [1]]);
  });

  it('that was certainly not sent is sent later', async () => {
    airtel.simulator.faults.http_429 = 1;
    await ask();
    await work();
    expect(await state()).toEqual(['ASKED', 'SUCCESS']);
    airtel.simulator.faults.http_429 = 0;
    world.pass(2);
    await work();
    expect([await state(), refunds()]).toEqual([['DONE', 'REFUNDED'], [1]]);
  });

  it('that a person found refused may be asked for again', async () => {
    airtel.simulator.faults.refund_lost = 1;
    await ask();
    await work();
    expect(await ask('refused')).toEqual({ kind: 'refused' });
    expect(await ask()).toEqual({ kind: 'asked' });
  });

  it('that an older copy of the database would send again is taken off the rail and written down as gone, before a worker starts', async () => {
    expect(await ask()).toEqual({ kind: 'asked' });
    expect(await ask('refused')).toEqual({ kind: 'refused' });
    expect(await ask('done')).toEqual({ kind: 'confirmed' });
    world.pass(60);
    await work();
    expect([await state(), refunds()]).toEqual([['DONE', 'REFUNDED'], [0]]);
    expect(await checkLedger(world.services)).toMatchObject({ ok: true });
  });

  it('that nothing can send any more is called refused, once it is certain that nothing was sent', async () => {
    const { merchant_id, create } = await merchantOf();
    await brings(world, merchant_id, [1000]);
    expect(await create(null)).toMatchObject({ kind: 'created', refund: { via: 'rail', state: 'SENDING' } });
    expect(await ask('done')).toEqual({ kind: 'already', state: 'ASKED' });
    // While it is being asked, nobody knows yet.
    const { promise, resolve } = Promise.withResolvers<RailAnswer>();
    const { answered } = await world.worker([{ ...airtel.rail, refund: () => promise }]).round();
    expect(await ask('refused')).toEqual({ kind: 'already', state: 'ASKED' });
    resolve({ kind: 'unknown', detail: 'no token', sent: false, fault: true });
    await answered;
    expect(await ask('refused')).toEqual({ kind: 'refused' });
    expect(await world.workOf({ id })).toBeUndefined();
    world.pass(60);
    await work();
    expect([await state(), refunds()]).toEqual([['REFUSED', 'SUCCESS'], [0]]);
    await concludeRefunds(world.services, { limit: 10 });
    expect(await world.rows('select state, failure from refunds')).toEqual([
      { state: 'FAILED', failure: 'It could not be sent.' },
    ]);
    // The settings of the operator's API were taken out: a person sends it.
    const live_rails = { AIRTEL: 'manual-sms', MOOV: 'manual-sms' } as const;
    world.services.policy = { ...world.services.policy, live_rails };
    expect(await create(null)).toMatchObject({ kind: 'created', refund: { via: 'sim', state: 'PENDING' } });
    await expectBooksWhole(world.db.pool);
  });

  it('that is asked for again is not called refused by an answer to the first, which comes only now', async () => {
    await ask();
    const { promise, resolve } = Promise.withResolvers<RailAnswer>();
    const { answered } = await world.worker([{ ...airtel.rail, refund: () => promise }]).round();
    world.pass(60);
    await work();
    expect(await state()).toEqual(['UNKNOWN', 'SUCCESS']);
    expect(await ask('refused')).toEqual({ kind: 'refused' });
    world.pass(60);
    expect(await ask()).toEqual({ kind: 'asked' });
    resolve({ kind: 'failed', reason: 'The operator refused the refund (TF).' });
    await answered;
    expect(await state()).toEqual(['ASKED', 'SUCCESS']);
    await work();
    expect([await state(), refunds()]).toEqual([['DONE', 'REFUNDED'], [1]]);
  });

  it('whose process was held up past its lease is UNKNOWN once another has found it, whatever that process says late', async () => {
    await ask();
    const { promise, resolve } = Promise.withResolvers<RailAnswer>();
    const { answered } = await world.worker([{ ...airtel.rail, refund: () => promise }]).round();
    world.pass(61);
    await work();
    expect(await state()).toEqual(['UNKNOWN', 'SUCCESS']);
    resolve({ kind: 'unknown', detail: 'no token', sent: false, fault: true });
    await answered;
    expect([await state(), await world.workOf({ id })]).toEqual([['UNKNOWN', 'SUCCESS'], undefined]);
    expect(await ask('refused')).toEqual({ kind: 'refused' });
    expect(await ask()).toEqual({ kind: 'asked' });
    await work();
    expect([await state(), refunds()]).toEqual([['DONE', 'REFUNDED'], [1]]);
  });

  it('that stands ASKED while nothing is to be done for it is ended by a person', async () => {
    await ask();
    await world.rows('delete from rail_work');
    expect(await ask()).toEqual({ kind: 'already', state: 'ASKED' });
    expect(await ask('refused')).toEqual({ kind: 'refused' });
    expect(await state()).toEqual(['REFUSED', 'SUCCESS']);
  });

  it('that a person found refused is not sent by us once its merchant gives it back, not even a part of it', async () => {
    airtel.simulator.faults.refund_lost = 1;
    await ask();
    await work();
    expect(await ask('refused')).toEqual({ kind: 'refused' });
    const { create } = await merchantOf();
    const made = await create(2000);
    expect(made).toMatchObject({ kind: 'created', refund: { via: 'sim' } });
    for (const by of ['rail', 'done'] as const) expect(await ask(by)).toEqual({ kind: 'given_back' });
    await work();
    expect(await state()).toEqual(['REFUSED', 'SUCCESS']);
    expect(await checkLedger(world.services)).toMatchObject({ ok: true });
  });

  it('of a merchant’s that the operator refused, and that staff ask for since, is not asked for beside it', async () => {
    const { merchant_id, create } = await merchantOf();
    await brings(world, merchant_id, [1000]);
    airtel.simulator.faults.refund_lost = 1;
    expect(await create(null)).toMatchObject({ kind: 'created', refund: { via: 'rail', state: 'SENDING' } });
    await work();
    expect(await ask('refused')).toEqual({ kind: 'refused' });
    expect(await ask()).toEqual({ kind: 'given_back' });
    await concludeRefunds(world.services, { limit: 10 });
    expect(await ask()).toEqual({ kind: 'asked' });
    expect(await create(2000)).toEqual({ kind: 'returned_by_us' });
    await expectBooksWhole(world.db.pool);
  });

  it(`asked for by two people at once is sent once, ${ROUNDS} times`, async () => {
    await world.rows('alter table rail_refunds disable trigger rail_refunds_stay');
    // Of one merchant's money so much in a day would need two people.
    world.services.policy = { ...world.services.policy, second_person_xaf: null };
    const [one, two] = await world.processes(2);
    const command: AskRefund = { transaction_id: id, actor: 'Amina', note: 'twice', by: 'rail' };
    // Another person each: those of one wait for each other before they reach the transaction.
    const commands = [command, { ...command, actor: 'Brahim' }];
    for (let round = 0; round < ROUNDS; round += 1) {
      await world.rows('delete from rail_work');
      await world.rows('delete from rail_refunds');
      const both = await Promise.all(
        commands.map((each, at) => decideRefunds((at === 0 ? one : two) ?? world.services, [each])),
      );
      expect(
        both
          .flat()
          .map(({ kind }) => kind)
          .toSorted(),
      ).toEqual(['already', 'asked']);
    }
    await world.rows('alter table rail_refunds enable trigger rail_refunds_stay');
  });
});

describe('a refund at or above the configured amount', () => {
  const pairsFrom = (second_person_xaf: number) => {
    world.services.policy = { ...world.services.policy, second_person_xaf };
  };
  const proposals = () =>
    world.rows(
      'select action, proposed_by, settled_by, outcome from staff_proposals order by proposed_at, id',
    );

  it('needs a second person, and until then nothing is sent', async () => {
    pairsFrom(5_000);
    expect(await ask()).toEqual({ kind: 'proposed' });
    await work();
    expect([await state(), refunds()]).toEqual([[undefined, 'SUCCESS'], [0]]);
    expect(await ask('rail', ' AMINA ')).toMatchObject({ kind: 'same_person' });
    expect(await ask('done', 'Brahim')).toMatchObject({ kind: 'other_proposal' });
    expect(await ask('rail', 'Brahim')).toEqual({ kind: 'asked' });
    await work();
    expect([await state(), refunds()]).toEqual([['DONE', 'REFUNDED'], [1]]);
    expect(await proposals()).toEqual([
      { action: 'transaction.refund', proposed_by: 'Amina', settled_by: 'Brahim', outcome: 'AGREED' },
    ]);
    expect(await world.rows('select actor, action, detail from staff_actions order by id')).toEqual([
      { actor: 'Amina', action: 'transaction.refund.proposed', detail: { by: 'rail', amount_xaf: 5_000 } },
      { actor: 'Brahim', action: 'transaction.refund', detail: { proposed_by: 'Amina' } },
    ]);
  });

  it('one franc below needs nobody else', async () => {
    pairsFrom(5_001);
    expect(await ask()).toEqual({ kind: 'asked' });
  });

  it('needs them for --done too, and to write that the money is not back: its merchant could ask again alone', async () => {
    const { create } = await merchantOf();
    airtel.simulator.faults.refund_lost = 1;
    await ask();
    await work();
    pairsFrom(5_000);
    expect(await ask('done')).toEqual({ kind: 'proposed' });
    expect(await state()).toEqual(['UNKNOWN', 'SUCCESS']);
    expect(await ask('refused', 'Brahim')).toMatchObject({ kind: 'other_proposal' });
    await withdrawProposals(world.services, [{ subject_id: id, actor: 'Amina', note: 'not sure' }]);
    expect(await ask('refused')).toEqual({ kind: 'proposed' });
    expect(await create(null)).toEqual({ kind: 'returned_by_us' });
    expect(await ask('refused', 'Brahim')).toEqual({ kind: 'refused' });
    expect(await proposals()).toMatchObject([
      { proposed_by: 'Amina', outcome: 'WITHDRAWN' },
      { proposed_by: 'Amina', outcome: 'AGREED' },
    ]);
    expect(await ask('rail')).toEqual({ kind: 'proposed' });
    expect(await ask('rail', 'Brahim')).toEqual({ kind: 'asked' });
  });

  it('of a merchant’s is called refused by two people: its merchant may ask the operator again with nobody else', async () => {
    const { merchant_id, create } = await merchantOf();
    await brings(world, merchant_id, [1000]);
    pairsFrom(5_000);
    airtel.simulator.faults.refund_lost = 1;
    expect(await create(null)).toMatchObject({ kind: 'created', refund: { via: 'rail' } });
    await work();
    expect(await ask('refused')).toEqual({ kind: 'proposed' });
    await concludeRefunds(world.services, { limit: 10 });
    expect(await create(null)).toMatchObject({ kind: 'too_much' });
    await work();
    expect([await state(), refunds()]).toEqual([['UNKNOWN', 'SUCCESS'], [1]]);
    expect(await ask('refused', 'AMINA')).toMatchObject({ kind: 'same_person' });
    expect(await ask('refused', 'Brahim')).toEqual({ kind: 'refused' });
    await concludeRefunds(world.services, { limit: 10 });
    expect(await create(null)).toMatchObject({ kind: 'created' });
  });

  it(`by two people at the same moment is proposed by one and sent once, ${ROUNDS / 2} times`, async () => {
    pairsFrom(5_000);
    const processes = await world.processes(2);
    // What was proposed stays for ever, and a new round needs an empty table.
    for (const table of ['rail_refunds', 'staff_proposals'])
      await world.rows(`alter table ${table} disable trigger ${table}_kept`);
    for (let round = 0; round < ROUNDS / 2; round += 1) {
      await world.rows('truncate rail_work, rail_refunds, staff_proposals');
      const both = await Promise.all(
        processes.map((services, n) =>
          decideRefunds(services, [
            { transaction_id: id, actor: ['Amina', 'Brahim'][n] ?? '', note: 'both', by: 'rail' },
          ]),
        ),
      );
      expect(both.flatMap((one) => one.map(({ kind }) => kind)).toSorted()).toEqual(['asked', 'proposed']);
    }
    for (const table of ['rail_refunds', 'staff_proposals'])
      await world.rows(`alter table ${table} enable trigger ${table}_kept`);
  });
});

it('a transaction named twice in a set is refunded once', async () => {
  const command: AskRefund = { transaction_id: id, actor: 'Amina', note: 'twice', by: 'rail' };
  expect(await decideRefunds(world.services, [command, command])).toEqual([
    { kind: 'asked' },
    { kind: 'already', state: 'ASKED' },
  ]);
});
