import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addBankAccounts } from '../../src/engine/desk/settlements/rules.ts';
import type { SettlementSource } from '../../src/engine/desk/settlements/send.ts';
import { showBalances } from '../../src/engine/ledger/balances.ts';
import type { Sim } from '../book/world.ts';
import { expectBooksWhole } from '../evidence/books.ts';
import { expectToldAsItIs } from '../evidence/told.ts';
import { deskOf, openSimAndShop, type Said, sent } from './desk.ts';
import { agree, brings, draft, payOutToBank, standing } from './shop.ts';

const BANK: SettlementSource = { kind: 'bank', name: 'main' };
const WALLET: SettlementSource = { kind: 'wallet', name: 'AIRTEL' };
const IBAN = 'TD8960002000010271091600153';
const DAY_S = 24 * 3600;

let sim: Sim;
let merchant: string;
beforeEach(async () => {
  ({ sim, merchant } = await openSimAndShop());
  const account = { name: 'main', bank_name: 'Banque', iban: IBAN, holder_name: 'Banque' };
  await addBankAccounts(sim.world.services, [{ ...account, actor: 'Awa', note: 'ours' }]);
});
afterEach(async () => {
  await expectToldAsItIs(sim.world.db.pool);
  await expectBooksWhole(sim.world.db.pool);
  await sim.world.close();
});

const desk = () => deskOf(sim.world);
const row = (
  source: 'bank_row' | 'bank_return' | 'statement_row' | 'statement_return',
  source_id: string,
  amount_xaf: number,
): Said => ({
  ...{ does: 'prove', source, source_id, amount_xaf, happened_at: sim.world.now },
  ...(source === 'bank_row' && { to: IBAN }),
});

/** One that a list without it has proven not gone. */
async function failed(amount_xaf: number, from: SettlementSource): Promise<string> {
  const id = await sent(sim.world, merchant, amount_xaf, from);
  sim.world.pass(2 * DAY_S);
  const source = from.kind === 'bank' ? 'bank' : 'statement';
  const unseen = { source_id: `list ${id.slice(-6)}`, amount_xaf: null, happened_at: sim.world.now };
  expect(await desk().endByTwo(id, { does: 'prove', source, ...unseen })).toBe('ended');
  return id;
}

const again = async (): Promise<string> => {
  const outcome = await draft(sim.world, merchant);
  if (outcome.kind !== 'drafted') throw new Error(outcome.kind);
  return outcome.settlement_id;
};
const left = async (kind: string) => {
  const sum = `select abs(coalesce(sum(account_balance(id)), 0))::bigint as xaf from ledger_accounts
    where kind = $1 and environment = 'live'`;
  return (await sim.world.rows<{ xaf: number }>(sum, [kind]))[0]?.xaf;
};
const balance = async () =>
  (await showBalances(sim.world.services, [{ merchant_id: merchant, environment: 'live' }]))[0];
const told = async () =>
  (
    await sim.world.rows<{ type: string; body: string }>(
      `select type, body from events where type like 'settlement.%' order by id`,
    )
  ).map(({ type, body }) => `${type} ${JSON.parse(body).data.amount}`);

describe('A settlement that a list didn’t show, and that was paid after all', () => {
  test('is PAID by its row, its merchant is told, and what was drafted of it again waits until it is cancelled', async () => {
    await payOutToBank(sim.world, merchant, IBAN);
    const id = await failed(900_000, BANK);
    // It is due at once, so none of it is on hold.
    await agree(sim.world, merchant, { hold_days: 5 });
    expect(await balance()).toMatchObject({ payable_xaf: 900_000, on_hold_xaf: 0 });
    const twice = await again();
    expect(await desk().decide(twice, 'approve')).toBe('approved');
    expect(await desk().end(id, row('bank_row', 'R-1', 899_999))).toBe('other_amount');
    expect(await desk().endByTwo(id, row('bank_row', 'R-1', 900_000))).toBe('paid_after_all');
    expect([await left('BANK'), await told()]).toEqual([900_000, ['settlement.paid 900000']]);
    expect(await balance()).toMatchObject({ payable_xaf: -900_000, settled_xaf: 900_000 });
    expect(await desk().send(twice, BANK)).toBe('owes');
    expect(await desk().takeBack(twice)).toBe('cancelled');
    expect(await standing(sim.world, merchant)).toEqual({ PAID: 900_000, CANCELLED: 900_000 });
    expect(await draft(sim.world, merchant)).toMatchObject({ kind: 'no_draft', reason: 'nothing_due' });
  });

  test('and paid a second time meanwhile: its merchant owes that, and gets what comes in beyond it', async () => {
    await payOutToBank(sim.world, merchant, IBAN);
    const id = await failed(5000, BANK);
    const twice = await again();
    expect([await desk().decide(twice, 'approve'), await desk().send(twice, BANK)]).toEqual([
      'approved',
      'sending',
    ]);
    sim.world.pass(DAY_S);
    expect(await desk().endByTwo(twice, row('bank_row', 'R-2', 5000))).toBe('ended');
    expect(await desk().end(id, row('bank_row', 'R-2', 5000))).toBe('spoken_before');
    expect(await desk().endByTwo(id, row('bank_row', 'R-1', 5000))).toBe('paid_after_all');
    expect(await balance()).toMatchObject({ payable_xaf: -5000, settled_xaf: 10_000 });
    await expectBooksWhole(sim.world.db.pool);
    await brings(sim.world, merchant, [7000]);
    expect(await draft(sim.world, merchant)).toMatchObject({ kind: 'drafted', amount_xaf: 2000 });
  });

  test('from a wallet, where the row names its phone', async () => {
    const id = await failed(6000, WALLET);
    const named = { ...row('statement_row', 'OP-1', 6000), to: '66000009' } as Said;
    expect(await desk().end(id, named)).toBe('other_recipient');
    expect(await desk().endByTwo(id, row('statement_row', 'OP-1', 6000))).toBe('paid_after_all');
    expect([await left('WALLET_AIRTEL'), await standing(sim.world, merchant)]).toEqual([
      6000,
      { PAID: 6000 },
    ]);
    expect(await desk().end(id, row('statement_row', 'OP-1', 6000))).toBe('already');
  });

  test('and that came back in the end is its merchant’s once more', async () => {
    await payOutToBank(sim.world, merchant, IBAN);
    const id = await failed(5000, BANK);
    expect(await desk().endByTwo(id, row('bank_row', 'R-1', 5000))).toBe('paid_after_all');
    sim.world.pass(DAY_S);
    expect(await desk().endByTwo(id, row('bank_return', 'R-2', 5000))).toBe('returned');
    expect(await balance()).toMatchObject({ payable_xaf: 5000, settled_xaf: 0 });
    expect(await told()).toEqual(['settlement.paid 5000', 'settlement.returned 5000']);
    await payOutToBank(sim.world, merchant, IBAN);
    expect(await draft(sim.world, merchant)).toMatchObject({ kind: 'drafted', amount_xaf: 5000 });
  });

  test('is none of what a SIM has sent, nor what was taken back before it was sent', async () => {
    const id = await sent(sim.world, merchant, 5000);
    expect(await desk().endByTwo(id, { does: 'fail' })).toBe('ended');
    expect(await desk().end(id, row('statement_row', 'OP-1', 5000))).toBe('other_source');
    await payOutToBank(sim.world, merchant, IBAN);
    const cancelled = await again();
    expect(await desk().decide(cancelled, 'cancel')).toBe('cancelled');
    expect(await desk().end(cancelled, row('bank_row', 'R-1', 5000))).toBe('not_under_way');
  });

  test('is taken from its merchant once, whoever says so at the same moment', async () => {
    await payOutToBank(sim.world, merchant, IBAN);
    for (let round = 1; round <= 20; round += 1) {
      const id = await failed(1000, BANK);
      const says = row('bank_row', `R-${round}`, 1000);
      expect(await desk().end(id, says)).toBe('proposed');
      const said = await Promise.all(
        ['Brahim', 'Chantal', 'Djibrine'].map((actor) => desk().end(id, says, actor)),
      );
      expect(said.toSorted()).toEqual(['already', 'already', 'paid_after_all']);
      expect(await balance()).toMatchObject({ payable_xaf: 0, settled_xaf: 1000 * round });
    }
  });

  test('is no more than said by who writes to the database by hand', async () => {
    await payOutToBank(sim.world, merchant, IBAN);
    const id = await failed(5000, BANK);
    const { services, now } = sim.world;
    const rows: typeof sim.world.rows = (...words) => sim.world.rows(...words);
    const paid = `update settlements set state = 'PAID', failure = null where id = $1`;
    await expect(rows(paid, [id])).rejects.toThrow('without a proof');
    await rows(
      `insert into settlement_proofs (id, settlement_id, says, source, source_id, amount_xaf, happened_at, recorded_at)
      values ($1, $2, 'paid', 'bank_row', 'R-9', 5000, $3, $3)`,
      [services.newId(), id, now],
    );
    await expect(rows(paid, [id])).rejects.toThrow('its merchant still has its sum');
    expect(await desk().endByTwo(id, row('bank_row', 'R-8', 5000))).toBe('paid_after_all');
  });
});

describe('What an operator sends back of a settlement from our wallet', () => {
  test('is its merchant’s again by the operator’s row, once, and by no row of a bank', async () => {
    const id = await sent(sim.world, merchant, 8000, WALLET);
    expect(await desk().endByTwo(id, row('statement_row', 'OP-1', 8000))).toBe('ended');
    sim.world.pass(3 * DAY_S);
    expect(await desk().end(id, row('bank_return', 'OP-2', 8000))).toBe('other_source');
    expect(await desk().end(id, row('statement_return', 'OP-1', 8000))).toBe('spoken_before');
    expect(await desk().endByTwo(id, row('statement_return', 'OP-2', 8000))).toBe('returned');
    expect(await desk().end(id, row('statement_return', 'OP-3', 8000))).toBe('returned_before');
    expect([await left('WALLET_AIRTEL'), await balance()]).toMatchObject([
      0,
      { payable_xaf: 8000, settled_xaf: 0 },
    ]);
    expect(await draft(sim.world, merchant)).toMatchObject({ kind: 'no_draft', reason: 'no_payout_account' });
  });
});
