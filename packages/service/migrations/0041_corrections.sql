-- What people have decided wrongly about money is put right by a transfer that names the decision, and no other way.

alter table ledger_transfers
  drop constraint ledger_transfers_cause_check,
  add constraint ledger_transfers_cause_check check (cause in (
    'SESSION_SUCCESS', 'SESSION_FEE', 'SESSION_TAX', 'CREDIT_SUSPENSE', 'TRANSACTION_SUCCESS', 'TRANSACTION_FEE',
    'TRANSACTION_TAX', 'TRANSACTION_SUSPENSE', 'TRANSACTION_REFUND', 'TRANSACTION_FEE_REFUND', 'TRANSACTION_TAX_REFUND',
    'CREDIT_REFUND', 'CREDIT_ASSIGNED', 'CREDIT_SURPLUS_REFUND', 'CREDIT_REVERSED',
    'STEP_DEBIT', 'STEP_FEE', 'STEP_UNEXPLAINED', 'STEP_EXPLAINED', 'STEP_PENDING',
    'REFUND_RESERVED', 'REFUND_RETURNED', 'REFUND_PAID',
    -- The cause is a settlement: taken from the merchant, given back to it, gone from a wallet, a bank or the sandbox;
    -- what it keeps in reserve, or lets out of it.
    'SETTLEMENT_RESERVED', 'SETTLEMENT_RETURNED', 'SETTLEMENT_PAID', 'RESERVE_KEPT', 'RESERVE_RELEASED',
    -- Puts right where people have said that money went; its id is its own.
    'CORRECTION',
    -- Between our own wallets and bank accounts.
    'OWN_MOVED'));
alter table ledger_transfers
  add constraint ledger_transfers_correction_names check (cause <> 'CORRECTION' or corrects_cause is not null);

-- A decision is corrected once; what was corrected wrongly is corrected in turn.
create unique index ledger_transfers_corrected_once on ledger_transfers (corrects_cause_id, corrects_cause)
  where cause = 'CORRECTION';

-- As in migration 0034; what is taken from a merchant to put something right must be covered too.
create or replace function keep_balances() returns trigger language plpgsql as $$
declare
  taken integer[];
  short record;
begin
  insert into ledger_day_deltas (account_id, day, debit_xaf, credit_xaf, transfers)
    select account_id, day, sum(debit_xaf), sum(credit_xaf), count(*)
    from (
      select debit_account_id as account_id, local_day(occurred_at) as day, amount_xaf as debit_xaf,
        0::bigint as credit_xaf from fresh
      union all select credit_account_id, local_day(occurred_at), 0, amount_xaf from fresh) m
    group by 1, 2;
  insert into unsettled_transfers (account_id, occurred_at, cause_id, cause, amount_xaf)
    select m.account_id, m.occurred_at, m.cause_id, m.cause, m.amount_xaf
    from (
      select debit_account_id as account_id, occurred_at, cause_id, cause, -amount_xaf as amount_xaf
        from fresh where cause <> 'SETTLEMENT_RESERVED'
      union all select credit_account_id, occurred_at, cause_id, cause, amount_xaf from fresh) m
    cross join lateral (select from payables p where p.account_id = m.account_id limit 1) p;
  if exists (select from fresh where corrects_cause is not null) and exists (
    select from fresh f
    left join ledger_transfers t on t.cause_id = f.corrects_cause_id and t.cause = f.corrects_cause
      and t.environment = f.environment and (t.cause_id, t.cause) <> (f.cause_id, f.cause)
    where f.corrects_cause is not null and t.cause_id is null) then
    raise exception 'a correction names a transfer that is not there' using errcode = 'foreign_key_violation';
  end if;
  -- A payment's fees come with what covers them. Whatever else leaves a PAYABLE does so one after the other.
  select array_agg(distinct p.account_id) into taken
  from fresh f
  cross join lateral (select p.account_id from payables p where p.account_id = f.debit_account_id limit 1) p
  where f.cause not in ('SESSION_FEE', 'SESSION_TAX', 'TRANSACTION_FEE', 'TRANSACTION_TAX');
  if taken is null then
    return null;
  end if;
  -- What is read under the lock must be newer than the lock.
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'money leaves a PAYABLE in a transaction that does not see what others have taken'
      using errcode = 'invalid_transaction_state';
  end if;
  perform from payables where account_id = any (taken) order by account_id for update;
  -- What an operator has moved already (a refund that it reports) is booked whatever it leaves.
  select f.debit_account_id, payable_balance(f.debit_account_id) as balance_xaf into short
  from (
    select distinct debit_account_id from fresh
    where cause in ('REFUND_RESERVED', 'SETTLEMENT_RESERVED', 'RESERVE_KEPT', 'CORRECTION') and debit_account_id = any (taken)) f
  where payable_balance(f.debit_account_id) < 0 limit 1;
  if found then
    raise exception 'account % does not cover what is taken out of it: % XAF are missing', short.debit_account_id,
      -short.balance_xaf using errcode = 'check_violation', constraint = 'payable_covers', table = 'ledger_transfers';
  end if;
  return null;
end
$$;

-- What somebody has said to send since the SIM was last read, and no message has told of.
alter table proof_lines
  drop constraint proof_lines_kind_check,
  add constraint proof_lines_kind_check check (kind in
    ('unexplained', 'pending', 'claim', 'announced', 'contested', 'suspense', 'statement', 'other_day'));
