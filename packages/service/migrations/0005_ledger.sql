-- Immutable transfers between accounts, balanced because each row is both a debit and a credit.

create table ledger_accounts (
  id integer generated always as identity primary key,
  environment text not null check (environment in ('test', 'live')),
  kind text not null check (kind in ('FLOAT', 'PAYABLE', 'REVENUE', 'SUSPENSE')),
  -- FLOAT: the collection number. PAYABLE: the merchant. REVENUE and SUSPENSE: ours, one each, all zeros.
  owner_id uuid not null default '00000000-0000-0000-0000-000000000000',
  constraint ledger_accounts_owner unique (owner_id, kind, environment),
  constraint ledger_accounts_environment unique (id, environment)
);

insert into ledger_accounts (environment, kind)
  select e, k from unnest('{test,live}'::text[]) e, unnest('{REVENUE,SUSPENSE}'::text[]) k;

-- A merchant or number without its accounts could not be booked; the database makes them together.
create function open_merchant_accounts() returns trigger language plpgsql as $$
begin
  insert into ledger_accounts (environment, kind, owner_id) values ('test', 'PAYABLE', new.id), ('live', 'PAYABLE', new.id);
  return null;
end
$$;
create trigger merchants_open_accounts after insert on merchants
  for each row execute function open_merchant_accounts();

create function open_number_account() returns trigger language plpgsql as $$
begin
  insert into ledger_accounts (environment, kind, owner_id) values (new.environment, 'FLOAT', new.id);
  return null;
end
$$;
create trigger collection_numbers_open_account after insert on collection_numbers
  for each row execute function open_number_account();

create table ledger_transfers (
  id uuid primary key,
  environment text not null check (environment in ('test', 'live')),
  debit_account_id integer not null,
  credit_account_id integer not null,
  amount_xaf bigint not null check (amount_xaf > 0),
  cause text not null check (cause in ('SESSION_SUCCESS', 'SESSION_FEE', 'CREDIT_SUSPENSE')),
  -- SESSION_*: the session. CREDIT_*: the credit.
  cause_id uuid not null,
  created_at timestamptz not null,
  constraint ledger_transfers_once unique (cause_id, cause),
  constraint ledger_transfers_two_accounts check (debit_account_id <> credit_account_id),
  -- Both accounts in the transfer's own environment: test money can't reach a live account.
  constraint ledger_transfers_debit foreign key (debit_account_id, environment) references ledger_accounts (id, environment),
  constraint ledger_transfers_credit foreign key (credit_account_id, environment) references ledger_accounts (id, environment)
);

create trigger ledger_transfers_append_only before update or delete on ledger_transfers
  for each row execute function refuse_change();
