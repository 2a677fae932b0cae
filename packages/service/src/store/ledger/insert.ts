import { NOBODY } from '../../domain/credit.ts';
import { momentStatement } from '../statement.ts';

export type TransferRow = {
  environment: string;
  debit_kind: string;
  debit_owner_id: string | null;
  credit_kind: string;
  credit_owner_id: string | null;
  amount_xaf: number;
  cause: string;
  cause_id: string;
  /** Null: when it is booked. */
  occurred_at: Date | null;
  corrects_cause: string | null;
  corrects_cause_id: string | null;
  fee_terms_id?: number | null;
};

/** Books transfers at a moment. Returns how many; one that is missing names an account that does not exist, a bug. */
export const insertTransfers = momentStatement<TransferRow>(
  'insert_transfers',
  `insert into ledger_transfers
    (environment, debit_account_id, credit_account_id, amount_xaf, cause, cause_id, created_at, occurred_at,
      corrects_cause, corrects_cause_id, fee_terms_id)
  select i.environment, d.id, c.id, i.amount_xaf, i.cause, i.cause_id, $2::timestamptz,
    coalesce(i.occurred_at, $2::timestamptz), i.corrects_cause, i.corrects_cause_id, i.fee_terms_id
  from json_to_recordset($1::json) as i (environment text, debit_kind text, debit_owner_id uuid,
    credit_kind text, credit_owner_id uuid, amount_xaf bigint, cause text, cause_id uuid, occurred_at timestamptz,
    corrects_cause text, corrects_cause_id uuid, fee_terms_id integer)
  cross join lateral (
    select a.id from ledger_accounts a
    where a.owner_id = coalesce(i.debit_owner_id, '${NOBODY}') and a.kind = i.debit_kind
      and a.environment = i.environment limit 1) d
  cross join lateral (
    select a.id from ledger_accounts a
    where a.owner_id = coalesce(i.credit_owner_id, '${NOBODY}') and a.kind = i.credit_kind
      and a.environment = i.environment limit 1) c`,
);
