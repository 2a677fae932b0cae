import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { explainSteps } from '../../src/engine/desk/book/explain.ts';
import { decideRefunds } from '../../src/engine/desk/payments/refund-transaction.ts';
import { unmarkTransactions } from '../../src/engine/desk/payments/unmark-transaction.ts';
import { checkLedger } from '../../src/engine/ledger/check.ts';
import { letGatewaysSend } from '../book/gateway.ts';
import { openSim, type Sim } from '../book/world.ts';
import { start } from '../collection/transactions.ts';
import { isBooked, moneyOf } from '../ledger/world.ts';
import { balance } from './world.ts';

const FEE_XAF = 60;

let sim: Sim;
let merchant: string;
beforeEach(async () => {
  sim = await openSim();
  await letGatewaysSend(sim.world.db.pool);
  await sim.say();
  merchant = await sim.world.merchant({ fee_basis_points: 200 });
});
afterEach(async () => {
  expect(await checkLedger(sim.world.services)).toMatchObject({ ok: true });
  await sim.world.close();
});

const by = (actor: string) => ({ actor, note: 'the wrong one of two' });
/** Somebody reads the SIM a while later. */
const read = async (seconds = 600) => {
  sim.world.pass(seconds);
  await sim.say();
};
async function pay(amount_xaf: number): Promise<string> {
  const fields = { environment: 'live', amount_xaf, phone_number: '+23566123456' } as const;
  const { id } = await start(sim.world, merchant, fields);
  await sim.take(sim.credit(amount_xaf));
  return id;
}
/** Somebody says that they have sent it back. */
async function mark(transaction_id: string): Promise<void> {
  const [said] = await decideRefunds(sim.world.services, [{ transaction_id, by: 'done', ...by('Awa') }]);
  expect(said?.kind).toBe('confirmed');
}
/** Of 3,000, paid and marked. */
async function marked(): Promise<string> {
  const id = await pay(3000);
  await mark(id);
  return id;
}
const unmark = async (transaction_id: string, actor: string) =>
  (await unmarkTransactions(sim.world.services, [{ transaction_id, ...by(actor) }]))[0]?.kind;
const standing = async () => [
  await balance(sim.world, 'PAYABLE', merchant),
  await balance(sim.world, 'REVENUE'),
  await balance(sim.world, 'REFUND_IN_FLIGHT'),
];

describe('A transaction that somebody said by mistake to have sent back from a SIM', () => {
  it('is its merchant’s again, less its fee, once two people say that it has not left; it stays REFUNDED', async () => {
    const id = await marked();
    expect(await standing()).toEqual([0, 0, 3000]);
    await read();
    expect([await unmark(id, 'Awa'), await unmark(id, 'Awa')]).toEqual(['proposed', 'same_person']);
    await read();
    expect(await unmark(id, 'Brahim')).toBe('unmarked');
    expect(await standing()).toEqual([3000 - FEE_XAF, FEE_XAF, 0]);
    expect(await sim.world.rows('select status from transactions where id = $1', [id])).toEqual([
      { status: 'REFUNDED' },
    ]);
    expect([await unmark(id, 'Awa'), await standing()]).toEqual([
      'nothing_marked',
      [3000 - FEE_XAF, FEE_XAF, 0],
    ]);
  });

  it('is not while nobody has read its SIM since, also since the first of the two has spoken', async () => {
    const id = await marked();
    expect(await unmark(id, 'Awa')).toBe('may_have_gone');
    await read();
    expect(await unmark(id, 'Awa')).toBe('proposed');
    sim.world.pass(3600);
    expect(await unmark(id, 'Brahim')).toBe('may_have_gone');
  });

  it('is not while as much has left its SIM to somebody else and nobody has said what that was', async () => {
    const id = await marked();
    await sim.take(sim.debit(3000, '66777777'));
    await read();
    expect(await unmark(id, 'Awa')).toBe('may_have_gone');
    const [step] = await sim.world.rows<{ id: string }>(`select id from book_steps where kind = 'DEBIT'`);
    for (const actor of ['Awa', 'Brahim'])
      await explainSteps(sim.world.services, [{ step_id: step?.id ?? '', meaning: 'sweep', ...by(actor) }]);
    expect(await unmark(id, 'Awa')).toBe('proposed');
  });

  it('is not once its SIM has told of it', async () => {
    const id = await marked();
    await sim.take(sim.debit(3000));
    await read();
    expect(await unmark(id, 'Awa')).toBe('has_left');
  });

  it('is not while its merchant owes so much that its fee would not be covered', async () => {
    const paid = [await pay(3000), await pay(4000)];
    const all = { ...moneyOf(sim.world, merchant, 'RESERVE_KEPT', 6860), environment: 'live' as const };
    expect(await isBooked(sim.world, [all])).toBe(true);
    for (const id of paid) await mark(id);
    await read();
    expect(await unmark(paid[0] ?? '', 'Awa')).toBe('not_covered');
  });
});
