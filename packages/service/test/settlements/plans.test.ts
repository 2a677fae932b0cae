import { expect, test } from 'vitest';
import { readBalances } from '../../src/store/ledger/days.ts';
import { insertSettlements, loadSettlementStandings } from '../../src/store/settlements/draft.ts';
import { loadApprovedAlone, loadPayees } from '../../src/store/settlements/payees.ts';
import { listPayoutAccounts, listWaitingAccounts } from '../../src/store/settlements/payout-accounts.ts';
import {
  loadTotals,
  selectOpenSettlements,
  selectSendableSettlements,
  selectSettlementLines,
  selectSettlementPages,
} from '../../src/store/settlements/settlements.ts';
import { findDueTerms } from '../../src/store/settlements/terms.ts';
import { findMetSettlements, findOverdueSettlements } from '../../src/store/settlements/watch.ts';
import type { Database } from '../../src/store/statement.ts';
import { openWorld } from '../collection/world.ts';
import { agree, brings, draft, shop } from './shop.ts';

/** The text of a statement and its values, as they would go to the server. */
async function sentBy(send: (database: Database) => Promise<unknown>) {
  let sent = { text: '', values: [] as unknown[] };
  const listener = {
    query: async (query: typeof sent) => {
      sent = query;
      return { rows: [] };
    },
  };
  await send(listener as unknown as Database);
  return sent;
}

type Known = { merchant_id: string; account_id: number; settlement_id: string; now: Date };

/** What is sent to the server, and the index that each is to use. */
function statementsOf({ merchant_id, account_id, settlement_id, now }: Known) {
  const own = { merchant_id, environment: 'live' } as const;
  const before = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  const row = {
    ...own,
    account_id,
    id: merchant_id,
    reference: 'ST2611210000000000',
    payout_account_id: null,
    until: now,
    undone: [],
    limit_xaf: 20_000,
    drafted_by: 'x',
    created_at: now,
  };
  const statements: [(one: Database) => Promise<unknown>, string | RegExp][] = [
    [
      (one) => selectSettlementPages(one, [{ ...own, position: 0, before, limit: 10 }]),
      'settlements_merchant',
    ],
    [
      (one) => selectSettlementLines(one, [{ position: 0, settlement_id, after: 2000, limit: 10 }]),
      'settlement_transfers_line',
    ],
    [(one) => loadTotals(one, [settlement_id]), 'settlement_totals_pkey'],
    [
      (one) => selectOpenSettlements(one, { state: 'DRAFT', after: null, limit: 10 }),
      /settlements_(?:open|under_way)/,
    ],
    [
      (one) =>
        loadSettlementStandings(one, [
          { ...own, account_id, until: now, now, transfer_max_xaf: { AIRTEL: 20_000, MOOV: null } },
        ]),
      'unsettled_transfers_pkey',
    ],
    [(one) => insertSettlements(one, [row]), 'unsettled_transfers_pkey'],
    [(one) => readBalances(one, [{ ...own, now }]), 'settlements_paid'],
    [(one) => readBalances(one, [{ ...own, now }]), /refunds_(?:under_way|merchant|open)/],
    [(one) => loadPayees(one, [{ merchant_id, now }]), 'settlements_merchant'],
    [(one) => loadPayees(one, [{ merchant_id, now }]), 'book_steps_unexplained'],
    [(one) => loadApprovedAlone(one, [{ merchant_id, since: now }]), /Index Scan using staff_actions_/],
    [
      (one) => selectSendableSettlements(one, { now, kind: 'bank', on_order: false, limit: 10 }),
      /settlements_(?:open|under_way)/,
    ],
    [(one) => findDueTerms(one, { day: '2026-11-21', now, limit: 10 }), 'settlement_terms_due'],
    [(one) => findMetSettlements(one, { limit: 10 }), /settlements_(?:open|under_way)/],
    [(one) => findOverdueSettlements(one, { sent_before: now, limit: 10 }), /settlements_(?:open|under_way)/],
    [(one) => listPayoutAccounts(one, [merchant_id]), 'payout_accounts_merchant'],
    [(one) => listWaitingAccounts(one, { limit: 10 }), 'payout_accounts_desk'],
  ];
  return statements;
}

test('whatever the number of transfers and settlements, each statement reads them by an index', async () => {
  const world = await openWorld({ max_connections: 2 });
  try {
    const merchant_id = await shop(world);
    await agree(world, merchant_id);
    await brings(
      world,
      merchant_id,
      Array.from({ length: 3000 }, () => 10),
    );
    const drafted = await draft(world, merchant_id);
    if (drafted.kind !== 'drafted') throw new Error(drafted.kind);
    await brings(
      world,
      merchant_id,
      Array.from({ length: 3000 }, () => 10),
    );
    await world.rows('analyze');
    const [account] = await world.rows<{ account_id: number }>(
      'select account_id from unsettled_transfers limit 1',
    );
    const { settlement_id } = drafted;
    const known = { merchant_id, account_id: account?.account_id ?? 0, settlement_id, now: world.now };
    for (const [send, index] of statementsOf(known)) {
      const { text, values } = await sentBy(send);
      const lines = await world.rows<{ 'QUERY PLAN': string }>(`explain ${text}`, values);
      const plan = lines.map((line) => line['QUERY PLAN']).join('\n');
      expect(plan, text).toMatch(index);
      expect(plan, text).not.toMatch(
        /Seq Scan on (?:settlement_transfers|unsettled_transfers|settlements)\b/,
      );
    }
  } finally {
    await world.close();
  }
});
