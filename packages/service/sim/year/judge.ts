import { checkLedger } from '../../src/engine/ledger/check.ts';
import { checkChain, showDay } from '../../src/engine/proof/show.ts';
import { costOf, type Fees } from './shops.ts';
import { count, dayStarts, rowsOf, type Year } from './world.ts';

/** How the days of accounts came out, and the least that was held beyond what was owed. */
export type Days = {
  closed: number;
  proven: number;
  open: number;
  not_proven: Record<string, number>;
  least_margin_xaf: number;
  short_days: number;
  lines: Record<string, number>;
};

export const noDays = (): Days => ({
  closed: 0,
  proven: 0,
  open: 0,
  not_proven: {},
  least_margin_xaf: Number.POSITIVE_INFINITY,
  short_days: 0,
  lines: {},
});

/** A day that was just closed, against what the operators know. */
export async function judgeDay(year: Year, days: Days, day: string, at: number): Promise<void> {
  const { services, operators, broken } = year;
  const shown = await showDay(services, day);
  days.closed += 1;
  const margin_xaf = shown.held_xaf - shown.owed_xaf;
  days.least_margin_xaf = Math.min(days.least_margin_xaf, margin_xaf);
  if (margin_xaf < 0) {
    days.short_days += 1;
    broken.push(`${day}: ${-margin_xaf} XAF less are held than are owed`);
  }
  for (const account of shown.accounts) {
    const { name, state, reason, lines } = account;
    for (const { kind } of lines) days.lines[kind] = (days.lines[kind] ?? 0) + 1;
    if (state === 'not_proven') {
      days.not_proven[reason] = (days.not_proven[reason] ?? 0) + 1;
      if (reason === '') broken.push(`${day}: ${name} is not proven, and nothing says why`);
      continue;
    }
    days[state] += 1;
    judgeBalance(year, day, account, dayStarts(at + 1));
  }
  for (const sim of operators.sims) await judgeLines(year, day, sim.collection_number_id, shown.accounts);
}

/**
 * What is proven is true. A statement proves the end of its day; a reading proves the moment at which somebody read, and
 * what moved after that in the same night, and was heard of by nobody yet, is counted.
 */
function judgeBalance(
  year: Year,
  day: string,
  { kind, name, state, closing_xaf, said_by }: Awaited<ReturnType<typeof showDay>>['accounts'][number],
  ends_ms: number,
): void {
  const { operators, truth, broken } = year;
  const own_xaf = { SWEPT: truth.wallet_xaf, BANK: truth.bank_xaf }[kind] ?? 0;
  const true_xaf = kind === 'FLOAT' ? operators.balanceAt(name, ends_ms) : own_xaf;
  if (closing_xaf === true_xaf) return;
  const read_ms = truth.read_ms.get(name) ?? 0;
  if (
    said_by === 'reading' &&
    kind === 'FLOAT' &&
    closing_xaf === operators.balanceAt(name, Math.min(ends_ms, read_ms + 1))
  )
    count(
      year,
      'days proven by a reading, after which something moved that nobody heard of before the close',
    );
  else broken.push(`${day}: ${name} is ${state} at ${closing_xaf} XAF, and the operator has ${true_xaf}`);
}

/** What stands on UNEXPLAINED of a number is what its lines name, to the franc. */
async function judgeLines(
  year: Year,
  day: string,
  number_id: string,
  accounts: Awaited<ReturnType<typeof showDay>>['accounts'],
): Promise<void> {
  const [row] = await rowsOf<{ msisdn: string; stands_xaf: number }>(
    year,
    `select n.msisdn, account_balance(a.id) as stands_xaf from collection_numbers n
    join ledger_accounts a on a.owner_id = n.id and a.kind = 'UNEXPLAINED' where n.id = $1`,
    [number_id],
  );
  const lines = accounts.find(({ name }) => name === row?.msisdn)?.lines ?? [];
  const named_xaf = lines
    .filter(({ kind }) => kind === 'unexplained' || kind === 'pending')
    .reduce((sum, { amount_xaf }) => sum + Number(amount_xaf), 0);
  if (row !== undefined && Number(row.stands_xaf) !== named_xaf)
    year.broken.push(
      `${day}: ${row.msisdn} has ${row.stands_xaf} XAF unexplained, and its lines name ${named_xaf}`,
    );
}

export async function judgeLedger(year: Year, when: string): Promise<void> {
  const { problems } = await checkLedger(year.services);
  year.broken.push(...problems.map((one) => `${when}: ${one}`));
}

type MerchantSums = {
  merchant_id: string;
  payable_xaf: number;
  reserve_xaf: number;
  settled_xaf: number;
  settling_xaf: number;
  refunded_xaf: number;
  refunding_xaf: number;
};

const MERCHANT_SUMS =
  `select m.id as merchant_id, balance('PAYABLE') as payable_xaf, balance('RESERVE') as reserve_xaf, st.*, rf.*
    from merchants m
    cross join lateral (select coalesce(sum(amount_xaf) filter (where state = 'PAID'), 0)::bigint as settled_xaf,
      coalesce(sum(amount_xaf) filter (where state in ('DRAFT', 'APPROVED', 'SENDING', 'UNKNOWN')), 0)::bigint as settling_xaf
      from settlements s where s.merchant_id = m.id and s.environment = 'live') st
    cross join lateral (select coalesce(sum(amount_xaf) filter (where state = 'SUCCEEDED'), 0)::bigint as refunded_xaf,
      coalesce(sum(amount_xaf) filter (where state in ('PENDING', 'SENDING', 'UNKNOWN')), 0)::bigint as refunding_xaf
      from refunds r where r.merchant_id = m.id and r.environment = 'live') rf
    where m.id = any ($1::uuid[])`.replaceAll(
    /balance\('(\w+)'\)/g,
    `(select account_balance(a.id) from ledger_accounts a where a.owner_id = m.id and a.kind = '$1' and a.environment = 'live')`,
  );

/** At the end: what each merchant has and had is what payers sent to it, less fees and tax; and every franc of theirs is somewhere. */
export async function judgeEnd(year: Year, feesAt: (created_ms: number) => Fees): Promise<void> {
  const { services, truth, broken, shops } = year;
  const chain = await checkChain(services);
  broken.push(...chain.problems);
  count(year, 'days whose hash was checked', chain.days);
  const sums = await rowsOf<MerchantSums>(year, MERCHANT_SUMS, [shops.map(({ merchant_id }) => merchant_id)]);
  const paid = await rowsOf<{ id: string; merchant_id: string }>(
    year,
    `select id, merchant_id from payment_sessions where environment = 'live' and status = 'SUCCESS'`,
  );
  const due = new Map<string, number>();
  const add = (merchant_id: string, xaf: number) => due.set(merchant_id, (due.get(merchant_id) ?? 0) + xaf);
  const came = new Map(
    [...truth.paid.values()].flatMap((one) => (one.sale ? [[one.sale.session_id, one] as const] : [])),
  );
  let gross_xaf = 0;
  for (const { id, merchant_id } of paid) {
    const sale = truth.sales.get(id);
    if (sale === undefined || sale.merchant_id !== merchant_id || !came.has(id)) {
      broken.push(`session ${id} is SUCCESS, and nobody paid it`);
      continue;
    }
    const { fee_xaf, tax_xaf } = costOf(feesAt(sale.created_ms), sale.amount_xaf);
    add(merchant_id, sale.amount_xaf - fee_xaf - tax_xaf);
    gross_xaf += sale.amount_xaf;
  }
  for (const { merchant_id, amount_xaf } of truth.assigned.values()) {
    add(merchant_id, amount_xaf);
    gross_xaf += amount_xaf;
  }
  for (const [merchant_id, xaf] of truth.charged_back) add(merchant_id, -xaf);
  for (const one of sums) {
    const has_xaf =
      Number(one.payable_xaf) +
      Number(one.reserve_xaf) +
      Number(one.settled_xaf) +
      Number(one.settling_xaf) +
      Number(one.refunded_xaf) +
      Number(one.refunding_xaf);
    count(year, 'XAF settled', Number(one.settled_xaf));
    count(year, 'XAF refunded', Number(one.refunded_xaf));
    count(year, 'XAF still payable', Number(one.payable_xaf));
    const due_xaf = due.get(one.merchant_id) ?? 0;
    if (has_xaf !== due_xaf)
      broken.push(
        `merchant ${one.merchant_id} had ${has_xaf} XAF in all, and payers sent it ${due_xaf} after fees and tax`,
      );
  }
  await judgePayers(year, gross_xaf);
}

/** Every franc that payers sent is a merchant's, went back, waits in suspense, or was never told. */
async function judgePayers(year: Year, gross_xaf: number): Promise<void> {
  const { truth, broken } = year;
  const sent_xaf = [...truth.paid.values()].reduce((sum, { movement }) => sum + movement.amount_xaf, 0);
  const [row] = await rowsOf<{ back_xaf: number; taken_xaf: number; waits_xaf: number; untold_xaf: number }>(
    year,
    `select
      (select coalesce(sum(amount_xaf), 0)::bigint from ledger_transfers
        where environment = 'live' and cause in ('CREDIT_REFUND', 'CREDIT_SURPLUS_REFUND')) as back_xaf,
      (select coalesce(sum(amount_xaf), 0)::bigint from ledger_transfers
        where environment = 'live' and cause = 'CREDIT_REVERSED') as taken_xaf,
      (select coalesce(sum(account_balance(id)), 0)::bigint from ledger_accounts
        where environment = 'live' and kind = 'SUSPENSE') as waits_xaf,
      (select coalesce(sum(s.after_xaf - s.before_xaf), 0)::bigint from book_steps s
        where s.after_xaf > s.before_xaf and s.kind = 'UNEXPLAINED'
        and not exists (select from book_explanations e where e.step_id = s.id)
        and not exists (select from book_steps e where e.explains_id = s.id)) as untold_xaf`,
  );
  const [back_xaf, taken_xaf, waits_xaf, untold_xaf] = [
    row?.back_xaf,
    row?.taken_xaf,
    row?.waits_xaf,
    row?.untold_xaf,
  ].map(Number);
  const seen_xaf = gross_xaf + (back_xaf ?? 0) + (taken_xaf ?? 0) + (waits_xaf ?? 0) + (untold_xaf ?? 0);
  count(year, 'XAF that payers sent', sent_xaf);
  count(year, 'XAF that merchants were given', gross_xaf);
  count(year, 'XAF sent back out of suspense', back_xaf);
  count(year, 'XAF of suspense that the operator took back', taken_xaf);
  count(year, 'XAF that wait in suspense', waits_xaf);
  count(year, 'XAF unexplained', untold_xaf);
  if (seen_xaf !== sent_xaf) broken.push(`payers sent ${sent_xaf} XAF, and ${seen_xaf} are accounted for`);
}
