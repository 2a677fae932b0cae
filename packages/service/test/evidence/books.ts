import { expect } from 'vitest';
import { checkLedger } from '../../src/engine/ledger/check.ts';
import type { Services } from '../../src/engine/services.ts';
import type { Pool } from '../../src/store/connect/connect.ts';

/** What one live number's account holds: what came in less what went out, as its SIM would count it. */
export const FLOAT_OF_NUMBERS = `
  select a.owner_id as collection_number_id,
    coalesce(sum(case when t.debit_account_id = a.id then t.amount_xaf else -t.amount_xaf end), 0)::bigint as float_xaf
  from ledger_accounts a
  left join ledger_transfers t on a.id in (t.debit_account_id, t.credit_account_id)
  where a.environment = 'live' and a.kind = 'FLOAT'
  group by a.owner_id`;

/** The one place that knows how a number's book is kept. */
const DIFFERENT_FLOATS = `
  select b.collection_number_id, b.opening_xaf, b.tip_xaf, f.float_xaf
  from books b join (${FLOAT_OF_NUMBERS}) f using (collection_number_id)
  where f.float_xaf <> b.tip_xaf - b.opening_xaf`;

const UNBALANCED_ENVIRONMENTS = `
  select environment, sum(amount_xaf)::bigint as sum_xaf from (
    select a.environment, case when t.credit_account_id = a.id then t.amount_xaf else -t.amount_xaf end as amount_xaf
    from ledger_accounts a join ledger_transfers t on a.id in (t.debit_account_id, t.credit_account_id)) entries
  group by environment having sum(amount_xaf) <> 0`;

/** Whether anything in a database tells of money: a test that moved none leaves nothing to prove. */
const TELLS_OF_MONEY = `
  select exists (select from ledger_transfers) or exists (select from credits) or exists (select from books)
    or exists (select from book_steps) or exists (select from settlements) or exists (select from refunds)
    or exists (select from payment_sessions where status = 'SUCCESS')
    or exists (select from transactions where status = 'SUCCESS') as is_told`;

const own_entries = new WeakSet<Pool>();
const OWN = [
  'an entry without what it is booked of: ',
  'a session whose events are not those of its status: ',
];

/**
 * Says that a test books by itself what the ledger's own rules are held against, or writes sessions by itself as they end: nothing stands
 * behind those entries, and no events were written of those sessions. That alone is not asked of its database.
 */
export function booksByItself(pool: Pool): void {
  own_entries.add(pool);
}

/**
 * Proves the books of a database: each live number's float is its tip less its opening balance, the accounts of
 * an environment sum to zero, and the service's own check finds nothing. A database that was migrated only part
 * of the way keeps no books yet, and nothing is asked of it.
 */
export async function expectBooksWhole(pool: Pool): Promise<void> {
  const [has] = (await pool.query<{ books: string | null }>("select to_regclass('books') as books")).rows;
  if (has?.books == null) return;
  const [money] = (await pool.query<{ is_told: boolean }>(TELLS_OF_MONEY)).rows;
  if (money?.is_told === false) return;
  expect((await pool.query(DIFFERENT_FLOATS)).rows, 'numbers whose float is not tip - opening').toEqual([]);
  expect((await pool.query(UNBALANCED_ENVIRONMENTS)).rows, 'accounts that do not sum to zero').toEqual([]);
  const { problems } = await checkLedger({ pool } as Services);
  const isOwn = (one: string) => own_entries.has(pool) && OWN.some((said) => one.startsWith(said));
  expect(problems.filter((one) => !isOwn(one))).toEqual([]);
}
