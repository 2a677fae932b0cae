import { NOBODY } from '../../domain/credit.ts';
import type { LedgerTransferRow } from '../rows.generated.ts';
import { statement } from '../statement.ts';
import type { LedgerProblem } from './check.ts';

type Side = 'd' | 'c';
const idOf = { d: 't.debit_account_id', c: 't.credit_account_id' };
const other = (side: Side): Side => (side === 'd' ? 'c' : 'd');

/** One of our own accounts, of which there is one of each kind. */
const ours = (side: Side, ...kinds: string[]): string =>
  `(t.${side}_kind in (${kinds.map((kind) => `'${kind}'`).join(', ')}) and t.${side}_owner = '${NOBODY}')`;
const owned = (side: Side, kind: string, owner: string): string =>
  `(t.${side}_kind = '${kind}' and t.${side}_owner = ${owner})`;
/** The merchant of the row that is the cause. */
const payable = (side: Side, row: string): string => owned(side, 'PAYABLE', `${row}.merchant_id`);
const wallet = (side: Side, row: string): string =>
  `(t.${side}_kind = 'WALLET_' || ${row}.operator and t.${side}_owner = '${NOBODY}')`;
/** Of the number of the row: what its SIM holds, or what a reading found on it. */
const onNumber = (side: Side, row: string): string =>
  `(t.${side}_kind in ('FLOAT', 'UNEXPLAINED') and t.${side}_owner = ${row}.collection_number_id)`;

const isSum = (row: string): string => `t.amount_xaf = ${row}.amount_xaf`;

/** What must stand behind an entry, and between which accounts it moves: `d_` is debited, `c_` is credited. */
type Cause = { row: string; accounts: string };

/** The entry that this one names. Few name one, so it is looked up for each. */
const names = (
  and: string,
): string => `exists (select from ledger_transfers o where o.cause_id = t.corrects_cause_id
      and o.cause = t.corrects_cause and o.environment = t.environment and ${and})`;

/** The fee on the payment of this row, or its tax. */
const charge = (row: string, kind: 'REVENUE' | 'TAX_PAYABLE'): Cause => ({
  row: `${row}.status in ('SUCCESS', 'REFUNDED') and t.amount_xaf <= ${row}.amount_xaf`,
  accounts: `${payable('d', row)} and ${ours('c', kind)}`,
});
const chargeTakenBack = (kind: 'REVENUE' | 'TAX_PAYABLE'): Cause => ({
  row: `x.status = 'REFUNDED' and ${names(`o.cause_id = t.cause_id and o.cause || '_REFUND' = t.cause and ${isSum('o')}`)}`,
  accounts: `${ours('d', kind)} and ${payable('c', 'x')}`,
});

const moved = 'abs(b.after_xaf - b.before_xaf)';
/** Where the money of a step went, as people have announced it. */
const announced = (side: Side): string => `case b.announced when 'sweep' then ${ours(side, 'SWEPT')}
      when 'refund' then ${ours(side, 'REFUND_IN_FLIGHT')}
      when 'merchant_refund' then ${owned(side, 'REFUND_IN_FLIGHT', 'b.announced_for')}
      when 'settlement' then ${owned(side, 'SETTLEMENT_IN_FLIGHT', 'b.announced_for')} end`;
/** Where it went as people have explained it. */
const explained = (side: Side): string => `case b.meaning when 'write_off' then ${ours(side, 'WRITE_OFF')}
      when 'capital' then ${ours(side, 'CAPITAL')} when 'fee' then ${ours(side, 'OPERATOR_FEE')}
      when 'airtime' then ${ours(side, 'OPERATOR_FEE')} when 'sweep' then ${ours(side, 'SWEPT')}
      when 'refund' then ${ours(side, 'REFUND_IN_FLIGHT')} else ${announced(side)} end`;
/** What leaves a SIM is credited to its account; what comes is debited to it. */
const byStep = (from: (side: Side) => string, there: (side: Side) => string): string =>
  `case when b.after_xaf < b.before_xaf then ${from('c')} and ${there('d')} else ${from('d')} and ${there('c')} end`;
/** A step moves its whole sum: the entry and the operator's fee that was booked with it, off the same account. */
const whole = `t.amount_xaf + case when b.fee_credit_id = t.credit_account_id then b.fee_xaf else 0 end = ${moved}`;
const offNumber = (side: Side): string => onNumber(side, 'b');
const wentThere = (side: Side): string =>
  `(${owned(side, 'UNEXPLAINED', 'b.collection_number_id')} or ${announced(side)})`;

/** Between the account of the refund or the settlement of this row, and its merchant. */
const aside = (row: 'r' | 'p', kind: string, to: Side): string =>
  `${owned(to, kind, `${row}.id`)} and ${payable(other(to), row)}`;
const sent = (side: Side): string =>
  `(${idOf[side]} = p.from_account_id or t.environment = 'test' and ${ours(side, 'SWEPT')})`;
const returned = `exists (select from settlement_proofs w where w.settlement_id = p.id and w.says = 'returned')`;
/**
 * What people have said on the record about the entry, within minutes of it: their word and the entry are of one transaction, but each is
 * dated as it is made.
 */
const onRecord = (action: string, and: string): string =>
  `exists (select from staff_actions y where y.action = '${action}'
    and y.at between t.created_at - interval '10 minutes' and t.created_at + interval '10 minutes' and ${and})`;
const mayBeSaid = (side: Side): string =>
  `(${ours(side, 'SWEPT', 'OPERATOR_FEE', 'WRITE_OFF', 'CAPITAL')} or t.${side}_kind = 'PAYABLE')`;
const isOwn = (side: Side): string =>
  `(${ours(side, 'SWEPT', 'WALLET_AIRTEL', 'WALLET_MOOV', 'CAPITAL')} or t.${side}_kind = 'BANK')`;
const nameOf = (side: Side): string =>
  `coalesce((select n.name from bank_accounts n where n.id = t.${side}_owner), t.${side}_kind)`;

const CAUSES: Record<LedgerTransferRow['cause'], Cause> = {
  SESSION_SUCCESS: {
    row: `s.status = 'SUCCESS' and ${isSum('s')}`,
    accounts: `(${onNumber('d', 's')} or ${ours('d', 'SUSPENSE')}) and ${payable('c', 's')}`,
  },
  SESSION_FEE: charge('s', 'REVENUE'),
  SESSION_TAX: charge('s', 'TAX_PAYABLE'),
  TRANSACTION_SUCCESS: {
    row: `x.status in ('SUCCESS', 'REFUNDED') and ${isSum('x')}`,
    accounts: `(${onNumber('d', 'x')} or ${wallet('d', 'x')} or ${ours('d', 'SUSPENSE')}) and ${payable('c', 'x')}`,
  },
  TRANSACTION_FEE: charge('x', 'REVENUE'),
  TRANSACTION_TAX: charge('x', 'TAX_PAYABLE'),
  TRANSACTION_SUSPENSE: { row: isSum('x'), accounts: `${wallet('d', 'x')} and ${ours('c', 'SUSPENSE')}` },
  TRANSACTION_REFUND: {
    row: isSum('x'),
    accounts: `(${payable('d', 'x')} and (${wallet('c', 'x')} or ${ours('c', 'REFUND_IN_FLIGHT')})
      or ${ours('d', 'SUSPENSE')} and ${wallet('c', 'x')})`,
  },
  TRANSACTION_FEE_REFUND: chargeTakenBack('REVENUE'),
  TRANSACTION_TAX_REFUND: chargeTakenBack('TAX_PAYABLE'),
  CREDIT_SUSPENSE: { row: isSum('k'), accounts: `${onNumber('d', 'k')} and ${ours('c', 'SUSPENSE')}` },
  CREDIT_REFUND: {
    row: isSum('k'),
    accounts: `${ours('d', 'SUSPENSE')} and ${ours('c', 'REFUND_IN_FLIGHT')}`,
  },
  CREDIT_SURPLUS_REFUND: {
    row: `t.amount_xaf = k.surplus_xaf`,
    accounts: `${ours('d', 'SUSPENSE')} and ${ours('c', 'REFUND_IN_FLIGHT')}`,
  },
  CREDIT_UNMARKED: {
    row: names(isSum('o')),
    accounts: `${ours('d', 'REFUND_IN_FLIGHT')} and ${ours('c', 'SUSPENSE')}`,
  },
  CREDIT_MARKED_AGAIN: {
    row: names(isSum('o')),
    accounts: `${ours('d', 'SUSPENSE')} and ${ours('c', 'REFUND_IN_FLIGHT')}`,
  },
  CREDIT_ASSIGNED: {
    row: `k.state = 'ASSIGNED' and ${isSum('k')}`,
    accounts: `${ours('d', 'SUSPENSE')} and case k.reason when 'own_capital' then ${ours('c', 'CAPITAL')}
      else t.c_kind = 'PAYABLE' and ${onRecord(
        'suspense.assign',
        `y.subject_id = k.id::text and coalesce(y.detail ->> 'merchant_id', t.c_owner::text) = t.c_owner::text`,
      )} end`,
  },
  CREDIT_REVERSED: {
    row: `t.amount_xaf = case k.state when 'VOIDED' then k.amount_xaf when 'MATCHED' then k.surplus_xaf end`,
    accounts: `${ours('d', 'SUSPENSE')} and (${onNumber('c', 'k')}
      or ${ours('c', 'SWEPT', 'OPERATOR_FEE', 'WRITE_OFF', 'CAPITAL', 'REFUND_IN_FLIGHT')})`,
  },
  STEP_DEBIT: {
    row: `b.kind in ('DEBIT', 'REVERSAL', 'AIRTIME', 'UNREAD') and ${whole}`,
    accounts: byStep(offNumber, wentThere),
  },
  STEP_UNEXPLAINED: { row: `b.kind = 'UNEXPLAINED' and ${whole}`, accounts: byStep(offNumber, wentThere) },
  STEP_FEE: {
    row: `b.after_xaf < b.before_xaf and t.amount_xaf <= ${moved}`,
    accounts: `${ours('d', 'OPERATOR_FEE')} and ${offNumber('c')}`,
  },
  STEP_PENDING: {
    row: `b.kind not in ('OPENING', 'UNEXPLAINED') and t.amount_xaf = b.after_xaf - b.before_xaf`,
    accounts: `${owned('d', 'FLOAT', 'b.collection_number_id')} and ${owned('c', 'UNEXPLAINED', 'b.collection_number_id')}`,
  },
  STEP_EXPLAINED: {
    row: `b.meaning is not null and t.amount_xaf + coalesce(b.fee_xaf, 0) = ${moved}`,
    accounts: byStep((side) => owned(side, 'UNEXPLAINED', 'b.collection_number_id'), explained),
  },
  REFUND_RESERVED: { row: isSum('r'), accounts: aside('r', 'REFUND_IN_FLIGHT', 'c') },
  REFUND_RETURNED: {
    row: `r.state = 'FAILED' and ${isSum('r')}`,
    accounts: aside('r', 'REFUND_IN_FLIGHT', 'd'),
  },
  REFUND_PAID: {
    row: `r.via in ('rail', 'sandbox') and r.state not in ('PENDING', 'FAILED') and ${isSum('r')}`,
    accounts: `${owned('d', 'REFUND_IN_FLIGHT', 'r.id')} and exists (
      select from (
        select operator, collection_number_id from payment_sessions where id = r.payment_session_id
        union all select operator, collection_number_id from transactions where id = r.transaction_id) q
      where ${wallet('c', 'q')} or r.via = 'sandbox' and ${owned('c', 'FLOAT', 'q.collection_number_id')})`,
  },
  SETTLEMENT_RESERVED: { row: isSum('p'), accounts: aside('p', 'SETTLEMENT_IN_FLIGHT', 'c') },
  SETTLEMENT_RETURNED: {
    row: `p.state in ('FAILED', 'CANCELLED', 'PAID') and ${isSum('p')}`,
    // Before SETTLEMENT_SENT_BACK there was this one cause for both.
    accounts: `(${aside('p', 'SETTLEMENT_IN_FLIGHT', 'd')} or ${sent('d')} and ${payable('c', 'p')} and ${returned})`,
  },
  SETTLEMENT_PAID: {
    row: `p.state = 'PAID' and ${isSum('p')}`,
    accounts: `${owned('d', 'SETTLEMENT_IN_FLIGHT', 'p.id')} and ${sent('c')}`,
  },
  SETTLEMENT_PAID_LATE: {
    row: `p.state = 'PAID' and ${isSum('p')}`,
    accounts: `${payable('d', 'p')} and ${sent('c')}`,
  },
  SETTLEMENT_SENT_BACK: {
    row: `p.state = 'PAID' and ${isSum('p')} and ${returned}`,
    accounts: `${sent('d')} and ${payable('c', 'p')}`,
  },
  RESERVE_KEPT: {
    row: 'p.id is not null',
    accounts: `${payable('d', 'p')} and ${owned('c', 'RESERVE', 'p.merchant_id')}`,
  },
  RESERVE_RELEASED: {
    row: 'p.id is not null',
    accounts: `${owned('d', 'RESERVE', 'p.merchant_id')} and ${payable('c', 'p')}`,
  },
  CORRECTION: {
    row: `${names(isSum('o'))} and ${onRecord('ledger.correct', `(y.detail ->> 'amount_xaf')::bigint = t.amount_xaf`)}`,
    // One side takes back what the entry before it said; the other is where two people say that it belongs.
    accounts: names(
      `(t.credit_account_id = o.debit_account_id and ${mayBeSaid('d')} or t.debit_account_id = o.credit_account_id and ${mayBeSaid('c')})`,
    ),
  },
  OWN_MOVED: {
    row: onRecord(
      'ledger.move',
      `y.subject_id = 'own/' || ${nameOf('c')} || '/' || ${nameOf('d')} and (y.detail ->> 'amount_xaf')::bigint = t.amount_xaf
        and (y.detail ->> 'moved_at')::timestamptz = t.occurred_at`,
    ),
    accounts: `${isOwn('d')} and ${isOwn('c')}`,
  },
};

/**
 * Entries with their accounts, and steps with all that was said of them, each joined by itself: otherwise PostgreSQL tries every
 * order of a dozen tables first, which takes ten times as long as the answer in a small database.
 */
const ENTRIES = `(
      select t.*, d.kind as d_kind, d.owner_id as d_owner, c.kind as c_kind, c.owner_id as c_owner
      from ledger_transfers t
      left join ledger_accounts d on d.id = t.debit_account_id and d.environment = t.environment
      left join ledger_accounts c on c.id = t.credit_account_id and c.environment = t.environment
      offset 0)`;
const STEPS = `(
      select b.*, e.meaning, a.kind as announced, a.cause_id as announced_for, f.amount_xaf as fee_xaf,
        f.credit_account_id as fee_credit_id
      from book_steps b
      left join book_explanations e on e.step_id = b.id
      left join announced_debits a on a.step_id = b.id
      left join ledger_transfers f on f.cause_id = b.id and f.cause = 'STEP_FEE'
      offset 0)`;

const holds = (of: keyof Cause): string =>
  `coalesce(case t.cause ${Object.entries(CAUSES)
    .map(([cause, rule]) => `when '${cause}' then ${rule[of]}`)
    .join('\n    ')} end, false)`;

/**
 * Looks behind each entry, whatever its cause: for what it is booked of, with that sum and in that environment, and whether both
 * of its accounts are those that it may move between. Every table is read once, however large; up to `limit` problems.
 */
export const findCauseProblems = statement<{ limit: number }, LedgerProblem>(
  'find_cause_problems',
  `select case when j.is_caused then 'an entry between other accounts than its cause moves'
      else 'an entry without what it is booked of' end as problem, format('%s %s', j.cause, j.cause_id) as subject
  from (
    select t.cause, t.cause_id, ${holds('row')} as is_caused, ${holds('accounts')} as is_between
    from ${ENTRIES} t
    left join payment_sessions s on s.id = t.cause_id and s.environment = t.environment
    left join transactions x on x.id = t.cause_id and x.environment = t.environment
    left join credits k on k.id = t.cause_id and k.environment = t.environment
    left join refunds r on r.id = t.cause_id and r.environment = t.environment
    left join settlements p on p.id = t.cause_id and p.environment = t.environment
    left join ${STEPS} b on b.id = t.cause_id and t.environment = 'live'
  ) j
  where not (j.is_caused and j.is_between) limit $limit`,
);
