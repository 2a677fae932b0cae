-- Money that staff marked as sent back to its payer, and that certainly has not left, waits in suspense again.

alter table ledger_transfers
  drop constraint ledger_transfers_cause_check,
  add constraint ledger_transfers_cause_check check (cause in (
    'SESSION_SUCCESS', 'SESSION_FEE', 'SESSION_TAX', 'CREDIT_SUSPENSE', 'TRANSACTION_SUCCESS', 'TRANSACTION_FEE',
    'TRANSACTION_TAX', 'TRANSACTION_SUSPENSE', 'TRANSACTION_REFUND', 'TRANSACTION_FEE_REFUND', 'TRANSACTION_TAX_REFUND',
    'CREDIT_REFUND', 'CREDIT_ASSIGNED', 'CREDIT_SURPLUS_REFUND', 'CREDIT_REVERSED',
    -- A mark taken back, and set once more; the id is the entry's own, and it names the first mark.
    'CREDIT_UNMARKED', 'CREDIT_MARKED_AGAIN',
    'STEP_DEBIT', 'STEP_FEE', 'STEP_UNEXPLAINED', 'STEP_EXPLAINED', 'STEP_PENDING',
    'REFUND_RESERVED', 'REFUND_RETURNED', 'REFUND_PAID',
    'SETTLEMENT_RESERVED', 'SETTLEMENT_RETURNED', 'SETTLEMENT_PAID', 'SETTLEMENT_PAID_LATE', 'SETTLEMENT_SENT_BACK',
    'RESERVE_KEPT', 'RESERVE_RELEASED', 'CORRECTION', 'OWN_MOVED')),
  add constraint ledger_transfers_marks_name check (cause not in ('CREDIT_UNMARKED', 'CREDIT_MARKED_AGAIN')
    or coalesce(corrects_cause in ('CREDIT_REFUND', 'CREDIT_SURPLUS_REFUND'), false));

create index ledger_transfers_marks on ledger_transfers (corrects_cause_id)
  where cause in ('CREDIT_UNMARKED', 'CREDIT_MARKED_AGAIN');

-- What is marked is marked once, and is unmarked only while no SIM has sent it.
create function keep_marks() returns trigger language plpgsql as $$
declare
  mark record;
  standing bigint;
begin
  perform from credits where id = new.corrects_cause_id for no key update;
  select debit_account_id, credit_account_id, amount_xaf into mark from ledger_transfers
    where cause_id = new.corrects_cause_id and cause = new.corrects_cause;
  if (case new.cause when 'CREDIT_UNMARKED' then (mark.credit_account_id, mark.debit_account_id)
      else (mark.debit_account_id, mark.credit_account_id) end, mark.amount_xaf)
    is distinct from ((new.debit_account_id, new.credit_account_id), new.amount_xaf) then
    raise exception 'entry % of credit % is not of what was marked', new.cause, new.corrects_cause_id
      using errcode = 'check_violation';
  end if;
  select 1 + coalesce(sum(case cause when 'CREDIT_UNMARKED' then -1 else 1 end), 0) into standing from ledger_transfers
    where corrects_cause_id = new.corrects_cause_id and corrects_cause = new.corrects_cause
      and cause in ('CREDIT_UNMARKED', 'CREDIT_MARKED_AGAIN');
  if standing <> (case new.cause when 'CREDIT_UNMARKED' then 0 else 1 end) then
    raise exception 'credit % is marked % times', new.corrects_cause_id, standing using errcode = 'check_violation';
  end if;
  if new.cause = 'CREDIT_UNMARKED' and exists (
    select from announced_debits where cause_id = new.corrects_cause_id and kind = 'refund') then
    raise exception 'credit % has been sent back, or is still announced', new.corrects_cause_id
      using errcode = 'check_violation';
  end if;
  return null;
end
$$;

create trigger ledger_transfers_keep_marks after insert on ledger_transfers
  for each row when (new.cause in ('CREDIT_UNMARKED', 'CREDIT_MARKED_AGAIN')) execute function keep_marks();
