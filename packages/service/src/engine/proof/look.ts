import type { PoolClient } from 'pg';
import { type AccountDay, judgeAccount, type Line, type ProofState } from '../../domain/proof/account.ts';
import { DAY_MS, dayBegins, later } from '../../domain/time.ts';
import { type AccountFacts, loadAccountDays, loadOpenLines } from '../../store/proof/accounts.ts';
import type { Database } from '../../store/statement.ts';

export type JudgedAccount = AccountDay & { state: ProofState; reason: string };

/** Every account that an operator or a bank keeps for us on a day, judged: three statements whatever their number. */
export async function lookAtAccounts(database: Database | PoolClient, day: string): Promise<JudgedAccount[]> {
  const { begins, ends } = spanOfDay(day);
  const facts = await loadAccountDays(database, { day, ends });
  const numbers = facts.flatMap(({ collection_number_id }) => collection_number_id ?? []);
  const lines = Map.groupBy(
    await loadOpenLines(database, { numbers, ends }),
    (one) => one.collection_number_id,
  );
  return facts.map((one) => {
    const own = lines.get(one.collection_number_id ?? '') ?? [];
    const account = accountOf(one, own, begins);
    return { ...account, ...judgeAccount(account) };
  });
}

/**
 * The accounts of a day as it is closed and shown, judged. A number whose book began after the day's end is not in it: it
 * would stand there with nothing, and its next day would begin with nothing too.
 */
export async function lookAtDay(database: Database | PoolClient, day: string): Promise<JudgedAccount[]> {
  const accounts = await lookAtAccounts(database, day);
  return accounts.filter(({ kind, closing_ordinal }) => kind !== 'FLOAT' || closing_ordinal !== null);
}

/**
 * From when to when a day of N'Djamena is.
 * @throws for what is no day
 */
export function spanOfDay(day: string): { begins: Date; ends: Date } {
  const begins = dayBegins(day);
  if (begins === null) throw new Error(`${day} is no day`);
  return { begins, ends: later(begins, DAY_MS) };
}

function accountOf(facts: AccountFacts, own: readonly Line[], begins: Date): AccountDay {
  const { account_id, kind, name, is_suspected } = facts;
  const lines = own.map(({ kind: line, subject, amount_xaf, since, owner }) => ({
    kind: line,
    subject,
    amount_xaf,
    since,
    owner,
  }));
  const common = { account_id, kind, name, is_suspected };
  return facts.collection_number_id === null
    ? { ...common, ...walletOf(facts, begins) }
    : { ...common, ...numberOf(facts), lines };
}

/**
 * A number: what its book says to the last step of the day, vouched for by a statement, or by somebody who has read the
 * SIM since that step, however long ago: a number on which nothing moves is read no more. The ledger's sum is taken to the
 * same step.
 */
function numberOf(facts: AccountFacts) {
  const { opening_xaf, in_xaf, out_xaf, closing_ordinal, statement_xaf, read_ordinal } = facts;
  const closing_xaf = opening_xaf + in_xaf - out_xaf;
  const is_read = closing_ordinal !== null && read_ordinal !== null && read_ordinal >= closing_ordinal;
  const since_xaf = (facts.tip_xaf ?? closing_xaf) - closing_xaf;
  const said =
    statement_xaf !== null
      ? ({ said_xaf: statement_xaf, said_by: 'statement', read_at: null } as const)
      : is_read
        ? ({ said_xaf: closing_xaf, said_by: 'reading', read_at: facts.read_at } as const)
        : ({ said_xaf: null, said_by: null, read_at: null } as const);
  return {
    opening_xaf,
    in_xaf,
    out_xaf,
    closing_xaf,
    ...said,
    ledger_xaf: (facts.book_opening_xaf ?? 0) + facts.ledger_all_xaf - since_xaf,
    closing_ordinal,
    is_untouched: closing_ordinal === null,
  };
}

/** A wallet or bank account: what the ledger has booked, and what somebody has read there. */
function walletOf(facts: AccountFacts, begins: Date) {
  const { last_closing_xaf, ledger_before_xaf, ledger_in_xaf, ledger_out_xaf, reading_xaf, read_at } = facts;
  const opening_xaf = last_closing_xaf ?? ledger_before_xaf;
  // What was booked since for days that are closed counts on this one.
  const late_xaf = ledger_before_xaf - opening_xaf;
  const in_xaf = ledger_in_xaf + Math.max(0, late_xaf);
  const out_xaf = ledger_out_xaf + Math.max(0, -late_xaf);
  const closing_xaf = opening_xaf + in_xaf - out_xaf;
  const line: Line = {
    kind: 'other_day',
    subject: 'booked after its day was closed',
    amount_xaf: late_xaf,
    since: begins,
    owner: 'staff',
  };
  return {
    opening_xaf,
    in_xaf,
    out_xaf,
    closing_xaf,
    said_xaf: reading_xaf,
    said_by: reading_xaf === null ? null : ('reading' as const),
    read_at,
    ledger_xaf: ledger_before_xaf + ledger_in_xaf - ledger_out_xaf,
    closing_ordinal: null,
    is_untouched: opening_xaf === 0 && in_xaf === 0 && out_xaf === 0,
    lines: late_xaf === 0 ? [] : [line],
  };
}
