import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addBankAccounts } from '../../src/engine/desk/settlements/rules.ts';
import type { SettlementSource } from '../../src/engine/desk/settlements/send.ts';
import { showBalances } from '../../src/engine/ledger/balances.ts';
import { proveMet } from '../../src/engine/settlements/rounds.ts';
import type { Sim } from '../book/world.ts';
import { expectBooksWhole } from '../evidence/books.ts';
import { expectToldAsItIs } from '../evidence/told.ts';
import { deskIn, deskOf, openSimAndShop, type Said, sent as sentFrom } from './desk.ts';
import { agree, draft, payOutToBank, standing } from './shop.ts';

const BANK: SettlementSource = { kind: 'bank', name: 'main' };
const IBAN = 'TD8960002000010271091600153';

let sim: Sim;
let merchant: string;
beforeEach(async () => {
  ({ sim, merchant } = await openSimAndShop());
  const account = { name: 'main', bank_name: 'Banque', iban: IBAN, holder_name: 'Banque' };
  await addBankAccounts(sim.world.services, [{ ...account, actor: 'Awa', note: 'ours' }]);
  await nameAccount();
  await hireOwner();
});
afterEach(async () => {
  await expectToldAsItIs(sim.world.db.pool);
  await expectBooksWhole(sim.world.db.pool);
  await sim.world.close();
});

const OWNER = 'owner@example.com';

/** Whoever owns the shop, and reads mails. */
async function hireOwner(): Promise<void> {
  const { newId } = sim.world.services;
  await sim.world.rows(
    `with a as (insert into accounts (id, email, name, language, email_verified_at, created_at)
      values ($1, $2, 'Awa Mahamat', 'fr', $3, $3) returning id)
    insert into members (id, account_id, merchant_id, role, created_at) select $4, id, $5, 'owner', $3 from a`,
    [newId(), OWNER, sim.world.now, newId(), merchant],
  );
}

/** The merchant's bank account, long in force. */
const nameAccount = () => payOutToBank(sim.world, merchant, IBAN);

const { end } = deskIn(() => sim.world);
const row = (source: 'bank_row' | 'bank_return', source_id: string, amount_xaf: number): Said => ({
  ...{ does: 'prove', source, source_id, amount_xaf, happened_at: sim.world.now },
  ...(source === 'bank_row' && { to: IBAN }),
});
const both = async (id: string, says: Said) => [await end(id, says), await end(id, says, 'Brahim')];

/** One that the bank's own row has proven. */
async function paid(amount_xaf: number, row_id: string): Promise<string> {
  const id = await sentFrom(sim.world, merchant, amount_xaf, BANK);
  expect(await both(id, row('bank_row', row_id, amount_xaf))).toEqual(['proposed', 'ended']);
  sim.world.pass(3 * 24 * 3600);
  return id;
}

/** Those whom mails of payout accounts reach, and what they are told. */
const mailed = () =>
  sim.world.rows(`select a.email, n.detail ->> 'state' as state from mail_notices n
    join members m on m.id = n.member_id join accounts a on a.id = m.account_id where n.kind = 'payout_account'`);

const bankHolds = async () => {
  const [bank] = await sim.world.rows<{ xaf: number }>(
    `select -account_balance(id) as xaf from ledger_accounts where kind = 'BANK'`,
  );
  return bank?.xaf;
};
const settled = async () => {
  const [balance] = await showBalances(sim.world.services, [{ merchant_id: merchant, environment: 'live' }]);
  return balance?.settled_xaf;
};
const accounts = async () =>
  (await sim.world.rows<{ state: string }>(`select state from payout_accounts order by asked_at`)).map(
    ({ state }) => state,
  );

describe('A payout that the bank sends back days after its row has proven it', () => {
  test('stays PAID, is the merchant’s again, and its merchant is told; nothing goes to that account any more', async () => {
    const id = await paid(900_000, 'R-1');
    expect([await bankHolds(), await settled()]).toEqual([-900_000, 900_000]);
    expect(await both(id, row('bank_return', 'R-9', 900_000))).toEqual(['proposed', 'returned']);
    expect([await bankHolds(), await settled()]).toEqual([0, 0]);
    expect(await standing(sim.world, merchant)).toEqual({
      payable: 900_000,
      unsettled: 900_000,
      PAID: 900_000,
    });
    const [told] = await sim.world.rows<{ body: string }>(
      `select body from events where type = 'settlement.returned'`,
    );
    expect(JSON.parse(told?.body ?? '{}').data).toMatchObject({
      ...{ id, status: 'PAID', amount: 900_000 },
      returned_at: expect.stringContaining('T'),
    });
    expect(await mailed()).toEqual([{ email: OWNER, state: 'RETURNED' }]);
    // Nor to the phone that she had before it: nobody has asked for that again.
    expect(await accounts()).toEqual(['WITHDRAWN', 'WITHDRAWN']);
    expect(await draft(sim.world, merchant)).toMatchObject({ kind: 'no_draft', reason: 'no_payout_account' });
    await nameAccount();
    // At once, though payments of that day wait: it has waited before.
    await agree(sim.world, merchant, { hold_days: 5 });
    expect(await draft(sim.world, merchant)).toMatchObject({ kind: 'drafted', amount_xaf: 900_000 });
  });

  test('leaves the account in force that the merchant has named since', async () => {
    const id = await paid(5000, 'R-1');
    const since = `insert into payout_accounts (id, merchant_id, kind, operator, msisdn, holder_name, state, asked_by, asked_at,
        frozen_until, decided_by, decided_at)
      values ($1, $2, 'number', 'AIRTEL', '+23566999999', 'Awa Mahamat', 'CONFIRMED', 'owner@example.com',
        $3::timestamptz - interval '5 days', $3::timestamptz - interval '1 day', 'Moussa', $3)`;
    await sim.world.rows(since, [sim.world.services.newId(), merchant, sim.world.now]);
    expect(await both(id, row('bank_return', 'R-9', 5000))).toEqual(['proposed', 'returned']);
    expect(await accounts()).toEqual(['CONFIRMED', 'WITHDRAWN', 'CONFIRMED']);
    expect(await draft(sim.world, merchant)).toMatchObject({ kind: 'drafted', amount_xaf: 5000 });
  });

  test('is mailed to the owner each time, also where its account is in force no more', async () => {
    const first = await paid(5000, 'R-1');
    const second = await paid(6000, 'R-2');
    for (const [id, row_id, amount_xaf] of [
      [first, 'R-8', 5000],
      [second, 'R-9', 6000],
    ] as const)
      expect(await both(id, row('bank_return', row_id, amount_xaf))).toEqual(['proposed', 'returned']);
    expect(await mailed()).toEqual([
      { email: OWNER, state: 'RETURNED' },
      { email: OWNER, state: 'RETURNED' },
    ]);
  });

  test('comes back once, by one row, to the franc', async () => {
    const id = await paid(5000, 'R-1');
    expect(await end(id, row('bank_return', 'R-9', 4900))).toBe('other_amount');
    expect(await end(id, row('bank_return', ' r 1 ', 5000))).toBe('spoken_before');
    expect(await both(id, row('bank_return', 'R-9', 5000))).toEqual(['proposed', 'returned']);
    expect(await end(id, row('bank_return', 'R-10', 5000))).toBe('returned_before');
    await nameAccount();
    sim.world.pass(1);
    // What came back is drafted again, and paid to the other account: the row that brought it back proves nothing of that.
    const again = await draft(sim.world, merchant);
    if (again.kind !== 'drafted') throw new Error(again.kind);
    const desk = deskOf(sim.world);
    expect([
      await desk.decide(again.settlement_id, 'approve'),
      await desk.send(again.settlement_id, BANK),
    ]).toEqual(['approved', 'sending']);
    expect(await end(again.settlement_id, row('bank_row', 'R-9', 5000))).toBe('spoken_before');
    expect(await end(again.settlement_id, row('bank_return', 'R-11', 5000))).toBe('not_under_way');
    expect(await both(again.settlement_id, row('bank_row', 'R-12', 5000))).toEqual(['proposed', 'ended']);
    expect(await end(again.settlement_id, row('bank_return', 'R-9', 5000))).toBe('spoken_before');
  });

  test('is none of what a SIM has paid, nor of days before it was sent', async () => {
    const id = await paid(5000, 'R-1');
    const before: Said = {
      ...row('bank_return', 'R-9', 5000),
      happened_at: new Date(sim.world.now.getTime() - 9 * 86_400_000),
    } as Said;
    expect(await end(id, before)).toBe('other_day');
    const to_sim = `update payout_accounts set state = 'WITHDRAWN', decided_by = 'Awa', decided_at = $1 where kind = 'bank'`;
    await sim.world.rows(to_sim, [sim.world.now]);
    await sim.say();
    const other = await sentFrom(sim.world, merchant, 7000);
    await sim.take(sim.debit(7000));
    sim.world.pass(60);
    await proveMet(sim.world.services, { limit: 10 });
    expect(await end(other, row('bank_return', 'R-8', 7000))).toBe('other_source');
  });

  test('is no more than said by who writes to the database by hand: its money moves with it, or nothing does', async () => {
    const id = await paid(5000, 'R-1');
    const written = (source_id: string, amount_xaf: number, settlement_id = id) =>
      sim.world.rows(
        `insert into settlement_proofs (id, settlement_id, says, source, source_id, amount_xaf, happened_at, recorded_at)
        values ($1, $2, 'returned', 'bank_return', $3, $4, $5, $5)`,
        [sim.world.services.newId(), settlement_id, source_id, amount_xaf, sim.world.now],
      );
    await expect(written('R-9', 5000)).rejects.toThrow('its merchant does not have it');
    await expect(written('R-9', 4000)).rejects.toThrow("can't have come back");
    await expect(written('R1', 5000)).rejects.toThrow('settlement_proofs_bank_once');
    const under_way = await sentFrom(sim.world, merchant, 7000, BANK);
    await expect(written('R-9', 7000, under_way)).rejects.toThrow("can't have come back");
  });

  test('comes back once, whoever says so at the same moment', async () => {
    for (let round = 1; round <= 20; round += 1) {
      // What came back before is in it again.
      const id = await sentFrom(sim.world, merchant, 1000, BANK);
      const says = (source: 'bank_row' | 'bank_return') => row(source, `${source}-${round}`, 1000 * round);
      expect(await both(id, says('bank_row'))).toEqual(['proposed', 'ended']);
      expect(await end(id, says('bank_return'))).toBe('proposed');
      const said = await Promise.all(
        ['Brahim', 'Chantal', 'Djibrine'].map((actor) => end(id, says('bank_return'), actor)),
      );
      expect(said.toSorted()).toEqual(['returned', 'returned_before', 'returned_before']);
      expect([await bankHolds(), await settled()]).toEqual([0, 0]);
      await nameAccount();
    }
  });
});
