-- A bank or an operator may pay days later what its own list did not show: the settlement is FAILED and its sum was payable
-- again. Its row makes it PAID after all, and takes the sum from its merchant. And what comes back may come back to a wallet too.

alter table ledger_transfers
  drop constraint ledger_transfers_cause_check,
  add constraint ledger_transfers_cause_check check (cause in (
    'SESSION_SUCCESS', 'SESSION_FEE', 'SESSION_TAX', 'CREDIT_SUSPENSE', 'TRANSACTION_SUCCESS', 'TRANSACTION_FEE',
    'TRANSACTION_TAX', 'TRANSACTION_SUSPENSE', 'TRANSACTION_REFUND', 'TRANSACTION_FEE_REFUND', 'TRANSACTION_TAX_REFUND',
    'CREDIT_REFUND', 'CREDIT_ASSIGNED', 'CREDIT_SURPLUS_REFUND', 'CREDIT_REVERSED',
    'STEP_DEBIT', 'STEP_FEE', 'STEP_UNEXPLAINED', 'STEP_EXPLAINED', 'STEP_PENDING',
    'REFUND_RESERVED', 'REFUND_RETURNED', 'REFUND_PAID',
    'SETTLEMENT_RESERVED', 'SETTLEMENT_RETURNED', 'SETTLEMENT_PAID',
    -- Taken from the merchant for what was paid after it had failed; given back to it of what was paid and came back.
    'SETTLEMENT_PAID_LATE', 'SETTLEMENT_SENT_BACK',
    'RESERVE_KEPT', 'RESERVE_RELEASED', 'CORRECTION', 'OWN_MOVED'));

alter table settlement_proofs
  drop constraint settlement_proofs_source_check,
  drop constraint settlement_proofs_witness,
  -- statement_return: the row by which an operator has sent it back.
  add constraint settlement_proofs_source_check check (source in
    ('step', 'statement_row', 'bank_row', 'book', 'statement', 'bank', 'sandbox', 'bank_return', 'statement_return')),
  add constraint settlement_proofs_witness check (says = case
    when source in ('step', 'statement_row', 'bank_row', 'sandbox') then 'paid'
    when source in ('bank_return', 'statement_return') then 'returned' else 'unpaid' end);

create unique index settlement_proofs_operator_once on settlement_proofs (source_id)
  where source in ('statement_row', 'statement_return');

-- As in migration 0039, and after failing, by the row of who paid it.
create or replace function move_settlement() returns trigger language plpgsql as $$
begin
  if (old.id, old.merchant_id, old.environment, old.reference, old.payout_account_id, old.amount_xaf, old.transfers,
      old.until, old.drafted_by, old.created_at)
    is distinct from (new.id, new.merchant_id, new.environment, new.reference, new.payout_account_id, new.amount_xaf,
      new.transfers, new.until, new.drafted_by, new.created_at)
    or (old.sent_at is not null and (old.sent_at, old.from_account_id) is distinct from (new.sent_at, new.from_account_id)) then
    raise exception 'settlement % was drafted and sent as it is', old.id using errcode = 'restrict_violation';
  end if;
  if old.state = new.state then
    return new;
  end if;
  if (old.state, new.state) not in (('DRAFT', 'APPROVED'), ('DRAFT', 'CANCELLED'), ('APPROVED', 'SENDING'),
    ('APPROVED', 'CANCELLED'), ('SENDING', 'UNKNOWN'), ('SENDING', 'PAID'), ('SENDING', 'FAILED'), ('UNKNOWN', 'PAID'),
    ('UNKNOWN', 'FAILED'), ('FAILED', 'PAID')) and (old.state, new.state, new.environment) <> ('DRAFT', 'PAID', 'test') then
    raise exception 'settlement % can''t go from % to %', old.id, old.state, new.state using errcode = 'restrict_violation';
  end if;
  if new.state = 'PAID' and not exists (
      select from settlement_proofs p
      where p.settlement_id = new.id and p.says = 'paid' and p.amount_xaf = new.amount_xaf
        and (p.source = 'sandbox') = (new.environment = 'test')
        and (old.state <> 'FAILED' or p.source in ('bank_row', 'statement_row')))
    or (old.state, new.state) = ('UNKNOWN', 'FAILED') and not exists (
      select from settlement_proofs p where p.settlement_id = new.id and p.says = 'unpaid') then
    raise exception 'settlement % can''t go from % to % without a proof', old.id, old.state, new.state
      using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

-- It is taken from its merchant in the transaction that says so.
create function book_late_payment() returns trigger language plpgsql as $$
begin
  if not exists (
    select from ledger_transfers l join ledger_accounts d on d.id = l.debit_account_id
    where l.cause_id = new.id and l.cause = 'SETTLEMENT_PAID_LATE' and l.amount_xaf = new.amount_xaf
      and l.credit_account_id = new.from_account_id and d.kind = 'PAYABLE' and d.owner_id = new.merchant_id) then
    raise exception 'settlement % was paid after all, and its merchant still has its sum', new.id
      using errcode = 'check_violation', constraint = 'settlement_late_is_booked', table = 'settlements';
  end if;
  return null;
end
$$;
create constraint trigger settlements_late_booked after update on settlements
  deferrable initially deferred for each row when (old.state = 'FAILED' and new.state = 'PAID')
  execute function book_late_payment();

-- As in migration 0071, of wallets too.
create or replace function prove_return() returns trigger language plpgsql as $$
begin
  if not exists (
    select from settlements s join ledger_accounts a on a.id = s.from_account_id
    where s.id = new.settlement_id and s.state = 'PAID' and s.environment = 'live' and s.amount_xaf = new.amount_xaf
      and case new.source when 'bank_return' then a.kind = 'BANK' else a.kind in ('WALLET_AIRTEL', 'WALLET_MOOV') end) then
    raise exception 'settlement % can''t have come back by row %', new.settlement_id, new.source_id
      using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

-- What came back before this migration was given back as what was not sent is.
create or replace function book_return() returns trigger language plpgsql as $$
begin
  if not exists (
    select from ledger_transfers l join ledger_accounts c on c.id = l.credit_account_id
      join settlements s on s.id = l.cause_id
    where l.cause_id = new.settlement_id and l.cause = 'SETTLEMENT_SENT_BACK' and l.amount_xaf = new.amount_xaf
      and l.debit_account_id = s.from_account_id and c.kind = 'PAYABLE' and c.owner_id = s.merchant_id) then
    raise exception 'settlement % came back, and its merchant does not have it', new.settlement_id
      using errcode = 'check_violation', constraint = 'settlement_returned_is_booked', table = 'settlement_proofs';
  end if;
  return null;
end
$$;
