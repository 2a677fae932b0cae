import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FeeTerms } from '../../src/domain/fee/terms.ts';
import { readTerms } from '../../src/domain/fee/words.ts';
import { DAY_MS, later } from '../../src/domain/time.ts';
import { type SetFees, setFees } from '../../src/engine/desk/merchants/set-fees.ts';
import { adoptDefaultFees, listFees } from '../../src/engine/fees/schedules.ts';
import { showBalances } from '../../src/engine/ledger/balances.ts';
import { createMerchants } from '../../src/engine/merchants.ts';
import { concludeTransactions } from '../../src/engine/rails/conclude.ts';
import { entriesOf, says, start } from '../collection/transactions.ts';
import { openWorld, type World } from '../collection/world.ts';
import { countOf } from '../database/statements.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const set = async (actor: string, fields: Partial<SetFees> = {}) => {
  const command = {
    merchant_id: null,
    flow: 'session',
    terms: ['2%', 'tax=18%'],
    valid_from: later(world.now, DAY_MS),
    actor,
    note: 'as agreed',
    ...fields,
  } as const;
  return (await setFees(world.services, [command]))[0]?.kind;
};
const bothSet = async (fields: Partial<SetFees>) => {
  expect([await set('Awa', fields), await set('Brahim', fields)]).toEqual(['proposed', 'fees_set']);
};
/** What paying a session of 10,000 books, and by which terms. */
async function booked(session: Awaited<ReturnType<World['session']>>) {
  await world.pay(session);
  const rows = await world.rows<{ cause: string; amount_xaf: number; fee_terms_id: number | null }>(
    'select cause, amount_xaf, fee_terms_id from ledger_transfers where cause_id = $1 order by amount_xaf desc',
    [session.id],
  );
  return rows.map(({ cause, amount_xaf }) => `${cause} ${amount_xaf}`);
}
const asked = (merchant_id: string) => world.session(merchant_id, { amount_xaf: 10_000 });

describe('Fees', () => {
  it('take two people, hold from their moment on, and change nothing of what was asked for before', async () => {
    const merchant = await world.merchant({ fee_basis_points: 100 });
    const valid_from = later(world.now, DAY_MS);
    await bothSet({ merchant_id: merchant, valid_from });
    expect(await booked(await asked(merchant))).toEqual(['SESSION_SUCCESS 10000', 'SESSION_FEE 100']);
    world.pass(DAY_MS / 1000 - 1);
    const before = await asked(merchant);
    world.pass(1);
    const [paid_before, paid_after] = [await booked(before), await booked(await asked(merchant))];
    expect(paid_before).toEqual(['SESSION_SUCCESS 10000', 'SESSION_FEE 100']);
    expect(paid_after).toEqual(['SESSION_SUCCESS 10000', 'SESSION_FEE 200', 'SESSION_TAX 36']);
    const [balance] = await showBalances(world.services, [{ merchant_id: merchant, environment: 'test' }]);
    expect(balance?.payable_xaf).toBe(30_000 - 100 - 100 - 236);
    const named = await world.rows<{ terms: number }>(
      `select count(*)::int as terms from ledger_transfers t join fee_terms f on f.id = t.fee_terms_id
      where t.cause in ('SESSION_FEE', 'SESSION_TAX') and f.merchant_id = $1`,
      [merchant],
    );
    expect(named).toEqual([{ terms: 4 }]);
  });

  it('are read once for the payments of twenty seconds', async () => {
    const merchant = await world.merchant({ fee_basis_points: 100 });
    const payments = async (seconds: number) => {
      const session = await asked(merchant);
      const read = await countOf('load_fee_terms', () => world.pay(session));
      world.pass(seconds);
      return read;
    };
    expect([await payments(5), await payments(14), await payments(1), await payments(1)]).toEqual([
      1, 0, 0, 1,
    ]);
  });

  it('never begin in the past, nor by a slip of the finger, nor without making sense', async () => {
    const merchant_id = await world.merchant();
    const refused = (fields: Partial<SetFees>) => set('Awa', { merchant_id, ...fields });
    expect(await refused({ valid_from: world.now })).toBe('begins_too_early');
    expect(await refused({ valid_from: later(world.now, 400 * DAY_MS) })).toBe('begins_too_late');
    expect(await refused({ terms: ['2'.repeat(11)] })).toBe('terms_unusable');
    expect(await refused({ merchant_id: world.services.newId() })).toBe('not_found');
    expect(await refused({ merchant_id: 'the shop' })).toBe('not_found');
    // What was agreed to too late has to be said again with a later day.
    const valid_from = later(world.now, 3600_000);
    expect(await refused({ valid_from })).toBe('proposed');
    world.pass(3600);
    expect(await set('Brahim', { merchant_id, valid_from })).toBe('begins_too_early');
    expect(await listFees(world.services, { merchant_id, limit: 10 })).toEqual([]);
  });

  it('are agreed on by another person, on the same terms and for the same day', async () => {
    const merchant_id = await world.merchant();
    const valid_from = later(world.now, DAY_MS);
    expect(await set('Awa', { merchant_id, valid_from })).toBe('proposed');
    expect(await set('AWA', { merchant_id, valid_from })).toBe('same_person');
    expect(await set('Brahim', { merchant_id, valid_from, terms: ['1%'] })).toBe('other_proposal');
    expect(await set('Brahim', { merchant_id, valid_from: later(valid_from, 1) })).toBe('other_proposal');
    expect(await set('Brahim', { merchant_id, valid_from })).toBe('fees_set');
  });

  it('are refused in the past by the database too, and are never taken back', async () => {
    const insert = `insert into fee_terms (flow, basis_points, valid_from, set_at, set_by)
      values ('session', 100, now() - interval '1 second', now(), 'Awa')`;
    await expect(world.rows(insert)).rejects.toMatchObject({ constraint: 'fee_terms_not_in_the_past' });
    for (const change of ['update fee_terms set basis_points = 0', 'delete from fee_terms'])
      await expect(world.rows(change)).rejects.toMatchObject({ code: '23001' });
  });

  it('of a transaction are its own, and go back with their tax when it is refunded', async () => {
    const merchant_id = await world.merchant({ fee_basis_points: 500 });
    await bothSet({ merchant_id, flow: 'transaction', terms: ['50', 'tax=18%'] });
    world.pass(DAY_MS / 1000);
    expect(await booked(await asked(merchant_id))).toEqual(['SESSION_SUCCESS 10000', 'SESSION_FEE 500']);
    const transaction = await start(world, merchant_id);
    for (const kind of ['success', 'refunded'] as const)
      await concludeTransactions(world.services, [says(world, transaction, kind)]);
    expect((await entriesOf(world, transaction)).sort()).toEqual([
      'TRANSACTION_FEE PAYABLE>REVENUE 50',
      'TRANSACTION_FEE_REFUND REVENUE>PAYABLE 50',
      'TRANSACTION_REFUND PAYABLE>WALLET_AIRTEL 5000',
      'TRANSACTION_SUCCESS WALLET_AIRTEL>PAYABLE 5000',
      'TRANSACTION_TAX PAYABLE>TAX_PAYABLE 9',
      'TRANSACTION_TAX_REFUND TAX_PAYABLE>PAYABLE 9',
    ]);
  });
});

describe('The default fee', () => {
  const configured = (...words: string[]) => adoptDefaultFees(world.services, readTerms(words) as FeeTerms);

  it('is the configured one, for merchants of whom nothing else was agreed, until two people set another', async () => {
    expect(await configured('0%')).toBe(false);
    expect(await configured('3%')).toBe(true);
    expect(await configured('3%')).toBe(false);
    const [made] = await createMerchants(world.services, [{ name: 'Shop', fee_basis_points: null }]);
    if (made?.kind !== 'created') throw new Error('not created');
    const { id } = made.merchant;
    // There are merchants, and other processes may not have heard of it yet.
    expect(await booked(await asked(id))).toEqual(['SESSION_SUCCESS 10000']);
    world.pass(60);
    expect(await booked(await asked(id))).toEqual(['SESSION_SUCCESS 10000', 'SESSION_FEE 300']);
    const own = await world.merchant({ fee_basis_points: 0 });
    expect(await booked(await asked(own))).toEqual(['SESSION_SUCCESS 10000']);
    await bothSet({ merchant_id: null, terms: ['4%'] });
    // That of transactions is the configuration's still.
    expect(await configured('5%')).toBe(true);
    expect(await configured('5%')).toBe(false);
    world.pass(DAY_MS / 1000 + 2);
    expect(await booked(await asked(id))).toEqual(['SESSION_SUCCESS 10000', 'SESSION_FEE 400']);
    const flows = (await listFees(world.services, { merchant_id: id, limit: 10 })).map(
      ({ flow, basis_points }) => `${flow} ${basis_points}`,
    );
    expect(flows).toEqual(['transaction 500', 'session 400', 'transaction 300', 'session 300']);
  });

  it('is added once, however many services start at once', async () => {
    const services = await world.processes(4, 2);
    const added = await Promise.all(
      services.map((one) => adoptDefaultFees(one, readTerms(['6%']) as FeeTerms)),
    );
    expect(added.filter(Boolean)).toHaveLength(1);
  });
});
