-- What a merchant is owed, in constant time however much was paid: balances by day, what no settlement has taken yet,
-- a lock for those who take money out, and fees as dated terms.

-- Fees of a merchant and flow, from a moment on. Rows are only added: what held stays readable for good.
create table fee_terms (
  id integer generated always as identity primary key,
  -- Null: the default, for merchants of whom nothing else was agreed.
  merchant_id uuid references merchants (id),
  flow text not null check (flow in ('session', 'transaction')),
  -- The fee: a part of the gross in hundredths of a percent, and a fixed sum, within two bounds.
  basis_points integer not null check (basis_points between 0 and 10000),
  fixed_xaf integer not null default 0 check (fixed_xaf between 0 and 1000000000),
  min_xaf integer not null default 0 check (min_xaf between 0 and 1000000000),
  max_xaf integer check (max_xaf <= 1000000000),
  -- The tax on the fee, which the merchant bears as well.
  tax_basis_points integer not null default 0 check (tax_basis_points between 0 and 10000),
  valid_from timestamptz not null,
  -- Who agreed; null: the configuration, or how a merchant began.
  proposed_by text,
  set_by text,
  set_at timestamptz not null,
  constraint fee_terms_bounds check (max_xaf >= min_xaf),
  -- The configuration of a default and a merchant's first terms are no change of anything.
  constraint fee_terms_not_in_the_past check (set_by is null or valid_from >= set_at)
);

create index fee_terms_latest on fee_terms (merchant_id, flow, valid_from, id);

create trigger fee_terms_append_only before update or delete on fee_terms
  for each row execute function refuse_change();

-- What merchants have paid until today.
insert into fee_terms (merchant_id, flow, basis_points, valid_from, set_at)
  select m.id, f.flow, m.fee_basis_points, m.created_at, m.created_at
  from merchants m cross join unnest('{session,transaction}'::text[]) f (flow) order by m.created_at, m.id, f.flow;

alter table merchants drop column fee_basis_points;

-- SETTLEMENT_IN_FLIGHT belongs to a settlement, BANK to a bank account, RESERVE to a merchant; TAX_PAYABLE is ours.
alter table ledger_accounts
  drop constraint ledger_accounts_kind_check,
  add constraint ledger_accounts_kind_check check (kind in ('FLOAT', 'PAYABLE', 'REVENUE', 'SUSPENSE', 'WALLET_AIRTEL',
    'WALLET_MOOV', 'UNEXPLAINED', 'REFUND_IN_FLIGHT', 'OPERATOR_FEE', 'SWEPT', 'WRITE_OFF', 'SETTLEMENT_IN_FLIGHT', 'BANK',
    'RESERVE', 'TAX_PAYABLE'));

insert into ledger_accounts (environment, kind) values ('test', 'TAX_PAYABLE'), ('live', 'TAX_PAYABLE');
insert into ledger_accounts (environment, kind, owner_id)
  select environment, 'RESERVE', owner_id from ledger_accounts where kind = 'PAYABLE' order by id;

-- One row for each PAYABLE, never changed: whoever takes money out of it holds its lock, and payments never ask for it.
create table payables (
  account_id integer primary key references ledger_accounts (id)
);

create trigger payables_stay before update or delete on payables
  for each row execute function refuse_change();

insert into payables (account_id) select id from ledger_accounts where kind = 'PAYABLE';

create or replace function open_merchant_accounts() returns trigger language plpgsql as $$
begin
  with opened as (
    insert into ledger_accounts (environment, kind, owner_id)
    select e, k, new.id from unnest('{test,live}'::text[]) e, unnest('{PAYABLE,RESERVE}'::text[]) k
    returning id, kind
  )
  insert into payables (account_id) select id from opened where kind = 'PAYABLE';
  return null;
end
$$;

-- occurred_at: when the operator moved it; of what no operator moves, when it was booked.
alter table ledger_transfers
  add column occurred_at timestamptz,
  -- The transfer that this one puts right.
  add column corrects_cause text,
  add column corrects_cause_id uuid,
  -- Of a fee and its tax: the terms that held.
  add column fee_terms_id integer,
  add constraint ledger_transfers_corrects check ((corrects_cause is null) = (corrects_cause_id is null)),
  drop constraint ledger_transfers_cause_check,
  add constraint ledger_transfers_cause_check check (cause in (
    'SESSION_SUCCESS', 'SESSION_FEE', 'SESSION_TAX', 'CREDIT_SUSPENSE', 'TRANSACTION_SUCCESS', 'TRANSACTION_FEE',
    'TRANSACTION_TAX', 'TRANSACTION_SUSPENSE', 'TRANSACTION_REFUND', 'TRANSACTION_FEE_REFUND', 'TRANSACTION_TAX_REFUND',
    'CREDIT_REFUND', 'CREDIT_ASSIGNED', 'CREDIT_SURPLUS_REFUND', 'CREDIT_REVERSED',
    'STEP_DEBIT', 'STEP_FEE', 'STEP_UNEXPLAINED', 'STEP_EXPLAINED', 'STEP_PENDING',
    -- What is taken out of a PAYABLE for somebody, and must be covered by it.
    'REFUND_RESERVED', 'SETTLEMENT_RESERVED', 'RESERVE_KEPT'));

alter table ledger_transfers disable trigger ledger_transfers_append_only;
update ledger_transfers set occurred_at = created_at;
alter table ledger_transfers enable trigger ledger_transfers_append_only;
alter table ledger_transfers alter column occurred_at set not null;

-- What an account has come to by day in N'Djamena. Kept as the counts of payments are (migration 0028): a trigger
-- inserts deltas, the sweeper folds them, a reader adds both. So no row is everybody's, and no sum grows with the ledger.
create table ledger_days (
  account_id integer not null,
  day date not null,
  debit_xaf bigint not null,
  credit_xaf bigint not null,
  transfers bigint not null,
  primary key (account_id, day) include (debit_xaf, credit_xaf, transfers)
) with (fillfactor = 70);

create table ledger_day_deltas (
  id bigint generated always as identity primary key,
  account_id integer not null,
  day date not null,
  debit_xaf bigint not null,
  credit_xaf bigint not null,
  transfers integer not null
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);

create index ledger_day_deltas_account on ledger_day_deltas (account_id, day);

-- What has touched a PAYABLE and is in no settlement, oldest first: above zero where the merchant got it. A settlement
-- moves its rows from here, so that none is taken twice and none that comes late is passed over. Only what a settlement
-- itself takes out writes no row: its rows are that sum. So a PAYABLE is the sum of its rows.
create table unsettled_transfers (
  account_id integer not null,
  occurred_at timestamptz not null,
  cause_id uuid not null,
  cause text not null,
  amount_xaf bigint not null,
  primary key (account_id, occurred_at, cause_id, cause)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);

insert into ledger_days (account_id, day, debit_xaf, credit_xaf, transfers)
  select account_id, day, sum(debit_xaf), sum(credit_xaf), count(*)
  from (
    select debit_account_id as account_id, local_day(occurred_at) as day, amount_xaf as debit_xaf, 0::bigint as credit_xaf
      from ledger_transfers
    union all select credit_account_id, local_day(occurred_at), 0, amount_xaf from ledger_transfers) m
  group by 1, 2;
insert into unsettled_transfers (account_id, occurred_at, cause_id, cause, amount_xaf)
  select m.account_id, m.occurred_at, m.cause_id, m.cause, m.amount_xaf
  from (
    select debit_account_id as account_id, occurred_at, cause_id, cause, -amount_xaf as amount_xaf from ledger_transfers
    union all select credit_account_id, occurred_at, cause_id, cause, amount_xaf from ledger_transfers) m
  join payables using (account_id);

-- Credits less debits of an account.
create function account_balance(account integer) returns bigint language sql stable parallel safe
begin atomic
  select (
    (select coalesce(sum(d.credit_xaf - d.debit_xaf), 0) from ledger_days d where d.account_id = account)
    + (select coalesce(sum(d.credit_xaf - d.debit_xaf), 0) from ledger_day_deltas d where d.account_id = account))::bigint;
end;

-- What is owed to a merchant: `account_balance` of a PAYABLE, null where the account is another's.
create function payable_balance(account integer) returns bigint language sql stable parallel safe
begin atomic
  select account_balance(p.account_id) from payables p where p.account_id = account;
end;

create function keep_balances() returns trigger language plpgsql as $$
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
    where cause in ('REFUND_RESERVED', 'SETTLEMENT_RESERVED', 'RESERVE_KEPT') and debit_account_id = any (taken)) f
  where payable_balance(f.debit_account_id) < 0 limit 1;
  if found then
    raise exception 'account % does not cover what is taken out of it: % XAF are missing', short.debit_account_id,
      -short.balance_xaf using errcode = 'check_violation', constraint = 'payable_covers', table = 'ledger_transfers';
  end if;
  return null;
end
$$;

-- After ledger_transfers_book_float, which has seen that the accounts are there.
create trigger ledger_transfers_keep_balances after insert on ledger_transfers
  referencing new table as fresh for each statement execute function keep_balances();
