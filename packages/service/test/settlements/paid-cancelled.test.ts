import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addBankAccounts } from '../../src/engine/desk/settlements/rules.ts';
import type { SettlementSource } from '../../src/engine/desk/settlements/send.ts';
import { takeBankOrder, takeFiles } from '../../src/engine/desk/settlements/take-file.ts';
import { showBalances } from '../../src/engine/ledger/balances.ts';
import type { Sim } from '../book/world.ts';
import { expectBooksWhole } from '../evidence/books.ts';
import { expectToldAsItIs } from '../evidence/told.ts';
import { deskOf, drafted, openSimAndShop, type Said } from './desk.ts';
import { agree, draft, payOutToBank, standing } from './shop.ts';

const IBAN = 'TD8960002000010271091600153';
const BANK: SettlementSource = { kind: 'bank', name: 'main' };
const DAY_S = 24 * 3600;
const by = { actor: 'Awa', note: 'for the bank' };

const openBank = (name: string, iban: string) =>
  addBankAccounts(sim.world.services, [{ ...by, name, iban, bank_name: 'Banque', holder_name: 'Banque' }]);
const openSecond = () => openBank('second', 'TD8960001000010271091600145');

let sim: Sim;
let merchant: string;
beforeEach(async () => {
  ({ sim, merchant } = await openSimAndShop());
  await openBank('main', IBAN);
});
afterEach(async () => {
  await expectToldAsItIs(sim.world.db.pool);
  await expectBooksWhole(sim.world.db.pool);
  await sim.world.close();
});

const desk = () => deskOf(sim.world);
const rows: Sim['world']['rows'] = (...words) => sim.world.rows(...words);
type Row = 'bank_row' | 'bank_return' | 'statement_row' | 'statement_return';
const row = (source: Row, source_id: string, amount_xaf: number): Said => ({
  ...{ does: 'prove', source, source_id, amount_xaf, happened_at: sim.world.now },
  ...(source === 'bank_row' && { to: IBAN }),
});

async function approved(amount_xaf: number): Promise<string> {
  const id = await drafted(sim.world, merchant, amount_xaf);
  expect(await desk().decide(id, 'approve')).toBe('approved');
  return id;
}

async function ordered(amount_xaf: number, bank = 'main'): Promise<string> {
  const id = await approved(amount_xaf);
  const taken = await takeBankOrder(sim.world.services, { ...by, bank, file: 'order.xml' });
  expect(taken).toMatchObject({ kind: 'order', sum_xaf: amount_xaf });
  return id;
}

/** One that stands on an order to a bank, and that two people have taken back. */
async function takenBack(amount_xaf: number, bank = 'main'): Promise<string> {
  const id = await ordered(amount_xaf, bank);
  expect(await desk().takeBack(id)).toBe('cancelled');
  sim.world.pass(2 * DAY_S);
  return id;
}

const again = async (): Promise<string> => {
  const outcome = await draft(sim.world, merchant);
  if (outcome.kind !== 'drafted') throw new Error(outcome.kind);
  return outcome.settlement_id;
};
const leftBanks = async () => {
  const sum = `select b.name, abs(account_balance(l.id))::bigint as xaf from bank_accounts b
    join ledger_accounts l on l.owner_id = b.id and l.kind = 'BANK' and l.environment = 'live'`;
  const all = await rows<{ name: string; xaf: number }>(sum);
  return Object.fromEntries(all.map(({ name, xaf }) => [name, xaf]));
};
const balance = async () =>
  (await showBalances(sim.world.services, [{ merchant_id: merchant, environment: 'live' }]))[0];
const told = async () =>
  (
    await rows<{ type: string; body: string }>(
      `select type, body from events where type like 'settlement.%' order by id`,
    )
  ).map(({ type, body }) => {
    const { amount, status, sent_at } = JSON.parse(body).data;
    return `${type} ${status} ${amount} ${sent_at === undefined ? 'never sent' : 'sent'}`;
  });

describe('A settlement that two people took back while it stood on a bank’s order, and that the bank paid all the same', () => {
  test('is PAID by its row, its merchant is told, and what was drafted of it again waits until it is cancelled', async () => {
    await payOutToBank(sim.world, merchant, IBAN);
    await openSecond();
    const id = await takenBack(900_000, 'second');
    const twice = await again();
    expect(await desk().decide(twice, 'approve')).toBe('approved');
    expect(await desk().end(id, row('bank_row', 'R-1', 899_999))).toBe('other_amount');
    expect(await desk().end(id, row('statement_row', 'R-1', 900_000))).toBe('other_source');
    expect(await desk().end(id, row('bank_return', 'R-1', 900_000))).toBe('not_under_way');
    expect(await desk().end(id, { does: 'fail' })).toBe('not_in_state');
    expect(await desk().end(id, row('bank_row', 'R-1', 900_000))).toBe('proposed');
    expect(await desk().end(id, row('bank_row', 'R-1', 900_000))).toBe('same_person');
    expect(await desk().end(id, row('bank_row', 'R-1', 900_000), 'Brahim')).toBe('paid_after_all');
    expect([await leftBanks(), await told()]).toEqual([
      { main: 0, second: 900_000 },
      ['settlement.paid PAID 900000 sent'],
    ]);
    expect(await balance()).toMatchObject({ payable_xaf: -900_000, settled_xaf: 900_000 });
    expect(await desk().send(twice, BANK)).toBe('owes');
    expect(await desk().takeBack(twice)).toBe('cancelled');
    expect(await standing(sim.world, merchant)).toEqual({ PAID: 900_000, CANCELLED: 900_000 });
    expect(await draft(sim.world, merchant)).toMatchObject({ kind: 'no_draft', reason: 'nothing_due' });
  });

  test('and that came back in the end is its merchant’s once more', async () => {
    await payOutToBank(sim.world, merchant, IBAN);
    const id = await takenBack(5000);
    expect(await desk().endByTwo(id, row('bank_row', 'R-1', 5000))).toBe('paid_after_all');
    sim.world.pass(DAY_S);
    expect(await desk().end(id, row('bank_return', 'R-1', 5000))).toBe('spoken_before');
    expect(await desk().endByTwo(id, row('bank_return', 'R-2', 5000))).toBe('returned');
    expect(await balance()).toMatchObject({ payable_xaf: 5000, settled_xaf: 0 });
    expect(await told()).toEqual(['settlement.paid PAID 5000 sent', 'settlement.returned PAID 5000 sent']);
  });

  test('is taken by no row of a day before it was drafted, nor by one that has proven another', async () => {
    await payOutToBank(sim.world, merchant, IBAN);
    const one = await takenBack(5000);
    const early = { ...row('bank_row', 'R-1', 5000), happened_at: new Date(sim.world.now.getTime() - 9e8) };
    expect(await desk().end(one, early as Said)).toBe('other_day');
    expect(await desk().endByTwo(one, row('bank_row', 'R-1', 5000))).toBe('paid_after_all');
    expect(await desk().end(one, row('bank_row', 'R-2', 5000))).toBe('already');
    const other = await takenBack(5000);
    expect(await desk().end(other, row('bank_row', 'r-1', 5000))).toBe('spoken_before');
  });

  test('is none of what no order has: a draft, what was approved after the order was taken, and what was only approved', async () => {
    await payOutToBank(sim.world, merchant, IBAN);
    await ordered(7000);
    const late = await approved(3000);
    expect(await desk().takeBack(late)).toBe('cancelled');
    expect(await desk().end(late, row('bank_row', 'R-1', 3000))).toBe('not_under_way');
    const again_of_it = await again();
    expect(await desk().decide(again_of_it, 'cancel')).toBe('cancelled');
    expect(await desk().end(again_of_it, row('bank_row', 'R-1', 3000))).toBe('not_under_way');
  });

  test('is taken from its merchant once, whoever says so at the same moment, by one row or by two, again and again', async () => {
    await payOutToBank(sim.world, merchant, IBAN);
    for (let round = 1; round <= 30; round += 1) {
      const id = await takenBack(1000);
      const [one, two] = [row('bank_row', `R-${round}`, 1000), row('bank_row', `S-${round}`, 1000)];
      expect(await desk().end(id, one)).toBe('proposed');
      const said = await Promise.all([
        desk().end(id, one, 'Brahim'),
        desk().end(id, two, 'Chantal'),
        desk().end(id, one, 'Djibrine'),
        desk().end(id, two, 'Eve'),
      ]);
      expect(said.filter((kind) => kind === 'paid_after_all')).toHaveLength(1);
      expect(await balance()).toMatchObject({ payable_xaf: 0, settled_xaf: 1000 * round });
      expect((await leftBanks()).main).toBe(1000 * round);
    }
  });

  test('while the second of two takes it back, its row says nothing of it or makes it PAID after all, again and again', async () => {
    await payOutToBank(sim.world, merchant, IBAN);
    for (let round = 1; round <= 30; round += 1) {
      const id = await ordered(1000);
      const says = row('bank_row', `R-${round}`, 1000);
      expect(await desk().decide(id, 'cancel')).toBe('proposed');
      const [cancelled, ...said] = await Promise.all([
        desk().decide(id, 'cancel', 'Brahim'),
        desk().end(id, says, 'Chantal'),
        desk().end(id, says, 'Djibrine'),
      ]);
      expect(cancelled).toBe('cancelled');
      for (const kind of said) expect(['not_under_way', 'proposed', 'paid_after_all']).toContain(kind);
      if (!said.includes('paid_after_all')) {
        for (const actor of ['Eve', 'Fatime']) await desk().end(id, says, actor);
      }
      expect(await desk().end(id, says, 'Gaston')).toBe('already');
      expect(await balance()).toMatchObject({ payable_xaf: 0, settled_xaf: 1000 * round });
      sim.world.pass(DAY_S);
    }
  });

  test('and whose order somebody took at the moment when it was taken back: what is on an order can be paid after all, and nothing else, again and again', async () => {
    await payOutToBank(sim.world, merchant, IBAN);
    let settled_xaf = 0;
    for (let round = 1; round <= 30; round += 1) {
      const id = await drafted(sim.world, merchant, 1000);
      expect(await desk().decide(id, 'approve')).toBe('approved');
      // It stands on the order, and the first of two finds that; or it is left off.
      const [first, taken] = await Promise.all([
        desk().decide(id, 'cancel'),
        takeBankOrder(sim.world.services, { ...by, bank: 'main', file: 'order.xml' }),
      ]);
      expect([first, await desk().decide(id, 'cancel', 'Brahim')]).toEqual(['proposed', 'cancelled']);
      const sum = (
        await rows<{ xaf: number }>(`select amount_xaf as xaf from settlements where id = $1`, [id])
      )[0];
      const said = await desk().endByTwo(id, row('bank_row', `R-${round}`, sum?.xaf ?? 0));
      expect(said).toBe(taken.kind === 'order' ? 'paid_after_all' : 'not_under_way');
      if (said === 'paid_after_all') settled_xaf += sum?.xaf ?? 0;
      expect(await balance()).toMatchObject({ payable_xaf: 1000 * round - settled_xaf, settled_xaf });
      sim.world.pass(DAY_S);
    }
  });

  test('is no more than said by who writes to the database by hand', async () => {
    await payOutToBank(sim.world, merchant, IBAN);
    await openSecond();
    const [id, unordered] = [await takenBack(5000, 'second'), await approved(5000)];
    expect(await desk().takeBack(unordered)).toBe('cancelled');
    const { services, now } = sim.world;
    const paid = (one: string, bank: string) =>
      rows(
        `update settlements s set state = 'PAID', sent_at = $3, from_account_id = l.id
        from ledger_accounts l join bank_accounts b on b.id = l.owner_id
        where s.id = $1 and l.kind = 'BANK' and l.environment = 'live' and b.name = $2`,
        [one, bank, now],
      );
    await expect(paid(id, 'second')).rejects.toThrow('without a proof');
    for (const [at, one] of [id, unordered].entries())
      await rows(
        `insert into settlement_proofs (id, settlement_id, says, source, source_id, amount_xaf, happened_at, recorded_at)
        select $1, id, 'paid', 'bank_row', $4, amount_xaf, $3, $3 from settlements where id = $2`,
        [services.newId(), one, now, `R-9${at}`],
      );
    await expect(paid(id, 'main')).rejects.toThrow('nobody was handed it');
    await expect(paid(unordered, 'second')).rejects.toThrow('nobody was handed it');
    await expect(paid(id, 'second')).rejects.toThrow('its merchant still has its sum');
    expect(await desk().endByTwo(id, row('bank_row', 'R-8', 5000))).toBe('paid_after_all');
  });
});

describe('A settlement that two people took back while it stood on a list that somebody had taken', () => {
  const listed = async (ids: readonly string[]) => {
    const found = await rows<{ reference: string }>(`select reference from settlements where id = any ($1)`, [
      ids,
    ]);
    const detail = { listed: found.map(({ reference }) => reference) };
    await takeFiles(sim.world.services, [{ ...by, file: 'sending.csv', detail }]);
  };

  test('is PAID by the row of our wallet, and is its merchant’s again where the operator sends it back', async () => {
    const id = await approved(6000);
    await listed([id]);
    expect(await desk().takeBack(id)).toBe('cancelled');
    sim.world.pass(DAY_S);
    const named = { ...row('statement_row', 'OP-1', 6000), to: '66000009' } as Said;
    expect(await desk().end(id, named)).toBe('other_recipient');
    expect(await desk().end(id, row('bank_row', 'OP-1', 6000))).toBe('other_source');
    expect(await desk().endByTwo(id, row('statement_row', 'OP-1', 6000))).toBe('paid_after_all');
    expect(await standing(sim.world, merchant)).toEqual({ PAID: 6000 });
    expect(await desk().endByTwo(id, row('statement_return', 'OP-2', 6000))).toBe('returned');
    expect(await balance()).toMatchObject({ payable_xaf: 6000, settled_xaf: 0 });
  });

  test('and that goes to a bank is PAID by its row where we have one bank account alone', async () => {
    await payOutToBank(sim.world, merchant, IBAN);
    const id = await approved(6000);
    await listed([id]);
    expect(await desk().takeBack(id)).toBe('cancelled');
    expect(await desk().endByTwo(id, row('bank_row', 'R-1', 6000))).toBe('paid_after_all');
    expect(await leftBanks()).toEqual({ main: 6000 });
  });

  test('is none where no list had it, nor where it goes to a bank and any of ours may have paid it', async () => {
    const id = await approved(6000);
    expect(await desk().takeBack(id)).toBe('cancelled');
    expect(await desk().end(id, row('statement_row', 'OP-1', 6000))).toBe('not_under_way');
    await payOutToBank(sim.world, merchant, IBAN);
    await agree(sim.world, merchant);
    await openSecond();
    const to_bank = await again();
    expect(await desk().decide(to_bank, 'approve')).toBe('approved');
    await listed([to_bank]);
    expect(await desk().takeBack(to_bank)).toBe('cancelled');
    expect(await desk().end(to_bank, row('bank_row', 'R-1', 6000))).toBe('not_under_way');
  });
});
