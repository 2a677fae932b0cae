import type { AccountKind, Transfer } from '../../domain/ledger/transfer.ts';
import { setStatement } from '../statement.ts';

export type CorrectedDecision = { cause: string; cause_id: string };

/** Locks live decisions in order: of two who correct one, the second sees what the first has done. */
export const lockDecisions = setStatement<CorrectedDecision, { cause_id: string }>(
  'lock_corrected_decisions',
  `select t.cause_id from ledger_transfers t
  where t.environment = 'live' and (t.cause_id, t.cause) in (
    select i.cause_id, i.cause from json_to_recordset($1::json) as i (cause text, cause_id uuid))
  order by t.cause_id, t.cause for update of t`,
);

export type LastTransfer = {
  /** The decision. */
  root_cause: string;
  root_id: string;
  cause: Transfer['cause'];
  cause_id: string;
  amount_xaf: number;
  debit_kind: AccountKind;
  debit_owner_id: string;
  credit_kind: AccountKind;
  credit_owner_id: string;
  /** The side of the transfer that people decided, and that a correction moves elsewhere. */
  decided_side: 'debit' | 'credit';
};

/** The last word about each decision: its own transfer, or the correction that nobody has corrected yet. */
export const loadLastWords = setStatement<CorrectedDecision, LastTransfer>(
  'load_last_words',
  `with recursive words as (
    select t.cause as root_cause, t.cause_id as root_id, t.cause, t.cause_id, t.amount_xaf, t.debit_account_id,
      t.credit_account_id, 0 as nth,
      case when t.cause = 'STEP_EXPLAINED' and c.kind = 'UNEXPLAINED' then 'debit' else 'credit' end as decided_side
    from json_to_recordset($1::json) as i (cause text, cause_id uuid)
    join ledger_transfers t on t.cause_id = i.cause_id and t.cause = i.cause and t.environment = 'live'
    join ledger_accounts c on c.id = t.credit_account_id
    union all
    select w.root_cause, w.root_id, t.cause, t.cause_id, t.amount_xaf, t.debit_account_id, t.credit_account_id,
      w.nth + 1, w.decided_side
    from words w
    join ledger_transfers t on t.cause = 'CORRECTION' and t.corrects_cause_id = w.cause_id and t.corrects_cause = w.cause
  )
  select distinct on (w.root_id, w.root_cause) w.root_cause, w.root_id, w.cause, w.cause_id, w.amount_xaf,
    d.kind as debit_kind, d.owner_id as debit_owner_id, c.kind as credit_kind, c.owner_id as credit_owner_id, w.decided_side
  from words w
  join ledger_accounts d on d.id = w.debit_account_id
  join ledger_accounts c on c.id = w.credit_account_id
  order by w.root_id, w.root_cause, w.nth desc`,
);

/**
 * The merchants to whom people have given the credit of this id without a session, as `owner_id`: first the one who has it now, then whom
 * a correction took it from.
 */
export const givenTo = (credit_id: string): string => `(with recursive words as (
      select t.cause, t.cause_id, t.credit_account_id, 0 as nth from ledger_transfers t
      where t.cause_id = ${credit_id} and t.cause = 'CREDIT_ASSIGNED'
      union all
      select t.cause, t.cause_id, t.credit_account_id, w.nth + 1 from words w
      join ledger_transfers t on t.cause = 'CORRECTION' and t.corrects_cause_id = w.cause_id and t.corrects_cause = w.cause)
    select a.owner_id from words w join ledger_accounts a on a.id = w.credit_account_id and a.kind = 'PAYABLE'
    order by w.nth desc)`;

/** The merchant whose payment the credit of this id is, or to whom people have given it last; null where it is nobody's. */
export const payeeOfCredit = (credit_id: string): string => `(
      select coalesce(of_session.merchant_id, of_transaction.merchant_id,
        (select given.owner_id from ${givenTo('paid.id')} given limit 1))
      from credits paid
      left join payment_sessions of_session on of_session.id = paid.matched_session_id
      left join transactions of_transaction on of_transaction.id = paid.matched_transaction_id
      where paid.id = ${credit_id})`;
