-- Merchants get their money: settlements as frozen sets of transfers, where they are sent, and what proves that they were.

-- The bank accounts that we pay from. Each has its BANK account in the ledger.
create table bank_accounts (
  id uuid primary key,
  name text not null unique check (char_length(name) between 1 and 100),
  bank_name text not null check (char_length(bank_name) between 1 and 120),
  iban text not null unique check (iban ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{10,30}$'),
  -- In whose name the money lies: a licensed institution, or us.
  custodian text not null check (char_length(custodian) between 1 and 200),
  created_at timestamptz not null,
  closed_at timestamptz
);

create function open_bank_account() returns trigger language plpgsql as $$
begin
  insert into ledger_accounts (environment, kind, owner_id) values ('live', 'BANK', new.id);
  return null;
end
$$;
create trigger bank_accounts_open_account after insert on bank_accounts
  for each row execute function open_bank_account();
create trigger bank_accounts_stay before delete on bank_accounts for each row execute function refuse_change();

-- Where a merchant wants its money. Rows stay as they were asked for; only their state moves.
create table payout_accounts (
  id uuid primary key,
  merchant_id uuid not null references merchants (id),
  kind text not null check (kind in ('number', 'bank')),
  operator text check (operator in ('AIRTEL', 'MOOV')),
  msisdn text check (msisdn ~ '^\+235[0-9]{8}$'),
  bank_name text check (char_length(bank_name) between 1 and 120),
  iban text check (iban ~ '^TD[0-9]{25}$'),
  holder_name text not null check (char_length(holder_name) between 1 and 120),
  state text not null default 'WAITING' check (state in ('WAITING', 'CONFIRMED', 'REFUSED', 'WITHDRAWN')),
  asked_by text not null check (char_length(asked_by) between 1 and 200),
  asked_at timestamptz not null,
  -- Nothing is sent there before.
  frozen_until timestamptz not null,
  decided_by text check (char_length(decided_by) between 1 and 200),
  decided_at timestamptz,
  constraint payout_accounts_kind check (case kind
    when 'number' then operator is not null and msisdn is not null and bank_name is null and iban is null
    else bank_name is not null and iban is not null and operator is null and msisdn is null end),
  constraint payout_accounts_frozen check (frozen_until >= asked_at + interval '72 hours'),
  constraint payout_accounts_decided check ((state = 'WAITING') = (decided_at is null)
    and (decided_at is null) = (decided_by is null))
);

create unique index payout_accounts_waiting on payout_accounts (merchant_id) where state = 'WAITING';
create index payout_accounts_merchant on payout_accounts (merchant_id, asked_at, id);
create index payout_accounts_desk on payout_accounts (asked_at, id) where state = 'WAITING';

create function move_payout_account() returns trigger language plpgsql as $$
begin
  if (old.id, old.merchant_id, old.kind, old.operator, old.msisdn, old.bank_name, old.iban, old.holder_name, old.asked_by,
      old.asked_at, old.frozen_until)
    is distinct from (new.id, new.merchant_id, new.kind, new.operator, new.msisdn, new.bank_name, new.iban,
      new.holder_name, new.asked_by, new.asked_at, new.frozen_until) then
    raise exception 'a payout account stays as it was asked for' using errcode = 'restrict_violation';
  end if;
  if (old.state, new.state) not in (('WAITING', 'CONFIRMED'), ('WAITING', 'REFUSED'), ('WAITING', 'WITHDRAWN'),
    ('CONFIRMED', 'WITHDRAWN')) then
    raise exception 'a payout account can''t go from % to %', old.state, new.state using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger payout_accounts_move before update on payout_accounts
  for each row execute function move_payout_account();
create trigger payout_accounts_stay before delete on payout_accounts for each row execute function refuse_change();

-- When and how a merchant is settled; without a row as domain/settlement/terms.ts says.
create table settlement_terms (
  merchant_id uuid not null references merchants (id),
  environment text not null check (environment in ('test', 'live')),
  cadence text not null check (cadence in ('daily', 'weekly', 'on_demand')),
  weekday smallint not null check (weekday between 1 and 7),
  minimum_xaf bigint not null check (minimum_xaf between 1 and 1000000000000),
  hold_days smallint not null check (hold_days between 0 and 30),
  reserve_xaf bigint not null check (reserve_xaf between 0 and 1000000000000),
  -- The day in N'Djamena on which it is drafted next.
  next_on date,
  -- What came of the last time: DRAFTED, or why not.
  last_outcome text check (char_length(last_outcome) <= 40),
  last_at timestamptz,
  primary key (merchant_id, environment),
  constraint settlement_terms_next check ((next_on is null) = (cadence = 'on_demand'))
);

create index settlement_terms_due on settlement_terms (next_on, merchant_id) where next_on is not null;

-- Accounts whose day is not proven. Nothing is drafted from a PAYABLE and nothing is sent from a FLOAT, WALLET or BANK
-- that stands here.
create table held_accounts (
  account_id integer primary key references ledger_accounts (id),
  reason text not null check (char_length(reason) between 1 and 300),
  held_at timestamptz not null
);

create table settlements (
  id uuid primary key,
  merchant_id uuid not null references merchants (id),
  environment text not null check (environment in ('test', 'live')),
  -- What people and banks call it.
  reference text not null unique check (reference ~ '^ST[0-9]{6}[0-9A-F]{10}$'),
  -- Null: a settlement of test pays nobody.
  payout_account_id uuid references payout_accounts (id),
  amount_xaf bigint not null check (amount_xaf > 0),
  transfers integer not null check (transfers > 0),
  -- Payments that occurred before this moment are in it, and what was taken until it was drafted.
  until timestamptz not null,
  state text not null default 'DRAFT'
    check (state in ('DRAFT', 'APPROVED', 'SENDING', 'UNKNOWN', 'PAID', 'FAILED', 'CANCELLED')),
  drafted_by text not null check (char_length(drafted_by) between 1 and 200),
  created_at timestamptz not null,
  -- The ledger's account that it is sent from: FLOAT of a number, WALLET of an operator, BANK of ours.
  from_account_id integer references ledger_accounts (id),
  sent_at timestamptz,
  ended_at timestamptz,
  failure text check (char_length(failure) between 1 and 500),
  constraint settlements_test_pays_nobody check ((environment = 'test') = (payout_account_id is null)),
  constraint settlements_sent check ((sent_at is null) = (from_account_id is null)
    and (state not in ('SENDING', 'UNKNOWN') or sent_at is not null)),
  constraint settlements_ended check ((state in ('PAID', 'FAILED', 'CANCELLED')) = (ended_at is not null)),
  constraint settlements_failed check ((state = 'FAILED') = (failure is not null))
);

create index settlements_merchant on settlements (merchant_id, environment, id);
create index settlements_open on settlements (state, created_at, id)
  where state in ('DRAFT', 'APPROVED', 'SENDING', 'UNKNOWN');
-- What a balance says of them, as small as it can be.
create index settlements_under_way on settlements (merchant_id, environment) include (amount_xaf)
  where state in ('DRAFT', 'APPROVED', 'SENDING', 'UNKNOWN');
create index settlements_paid on settlements (merchant_id, environment) include (amount_xaf) where state = 'PAID';

-- The frozen set. A transfer is in one settlement at most; a payable that is corrected for another has a side in each.
-- It has no foreign keys: the trigger below proves its settlement, and the statement that fills it moves rows that are.
create table settlement_transfers (
  settlement_id uuid not null,
  line integer not null,
  account_id integer not null,
  cause_id uuid not null,
  cause text not null,
  amount_xaf bigint not null,
  occurred_at timestamptz not null,
  constraint settlement_transfers_once primary key (cause_id, cause, account_id),
  constraint settlement_transfers_line unique (settlement_id, line)
);

-- What the set comes to, by cause: its itemisation.
create table settlement_totals (
  settlement_id uuid not null references settlements (id),
  cause text not null,
  transfers integer not null check (transfers > 0),
  amount_xaf bigint not null,
  primary key (settlement_id, cause)
);

create trigger settlement_transfers_append_only before update or delete on settlement_transfers
  for each row execute function refuse_change();
create trigger settlement_totals_append_only before update or delete on settlement_totals
  for each row execute function refuse_change();

-- A set is filled by the transaction that makes its settlement, and by no other.
create function freeze_settlement() returns trigger language plpgsql as $$
begin
  if exists (
    select from (select distinct settlement_id from fresh) f
    left join settlements s on s.id = f.settlement_id
      and s.xmin = pg_current_xact_id()::xid and s.state = 'DRAFT'
    where s.id is null) then
    raise exception 'the transfers of a settlement are frozen' using errcode = 'restrict_violation';
  end if;
  return null;
end
$$;
create trigger settlement_transfers_frozen after insert on settlement_transfers
  referencing new table as fresh for each statement execute function freeze_settlement();
create trigger settlement_totals_frozen after insert on settlement_totals
  referencing new table as fresh for each statement execute function freeze_settlement();

-- Each settlement has its own account for what has left the merchant's and is not proven to have reached it.
create function open_settlement_account() returns trigger language plpgsql as $$
begin
  insert into ledger_accounts (environment, kind, owner_id)
    select environment, 'SETTLEMENT_IN_FLIGHT', id from fresh;
  return null;
end
$$;
create trigger settlements_open_account after insert on settlements
  referencing new table as fresh for each statement execute function open_settlement_account();

-- What somebody other than us says about a settlement that was sent. Each witness says one thing, once.
create table settlement_proofs (
  id uuid primary key,
  settlement_id uuid not null references settlements (id),
  says text not null check (says in ('paid', 'unpaid')),
  -- step: the debit that the SIM reported. statement_row: of an operator's statement. bank_row: of a bank's. book: the
  -- balance read on the SIM since leaves no room for it. statement, bank: nothing of it stands there. sandbox: test.
  source text not null check (source in ('step', 'statement_row', 'bank_row', 'book', 'statement', 'bank', 'sandbox')),
  -- The step, the row, or what the bank calls it.
  source_id text not null check (char_length(source_id) between 1 and 200),
  amount_xaf bigint check (amount_xaf > 0),
  detail json not null default '{}',
  happened_at timestamptz not null,
  recorded_at timestamptz not null,
  constraint settlement_proofs_witness check ((says = 'paid') = (source in ('step', 'statement_row', 'bank_row', 'sandbox'))),
  constraint settlement_proofs_amount check ((says = 'paid') = (amount_xaf is not null))
);

-- One row of a statement pays one settlement; a whole statement may show that several were not.
create unique index settlement_proofs_once on settlement_proofs (source, source_id) where says = 'paid';
create index settlement_proofs_settlement on settlement_proofs (settlement_id, id);
create trigger settlement_proofs_append_only before update or delete on settlement_proofs
  for each row execute function refuse_change();

-- The transition table of domain/settlement/transitions.ts. What was drafted never changes.
create function move_settlement() returns trigger language plpgsql as $$
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
    ('UNKNOWN', 'FAILED')) and (old.state, new.state, new.environment) <> ('DRAFT', 'PAID', 'test') then
    raise exception 'settlement % can''t go from % to %', old.id, old.state, new.state using errcode = 'restrict_violation';
  end if;
  if new.state = 'PAID' and not exists (
      select from settlement_proofs p
      where p.settlement_id = new.id and p.says = 'paid' and p.amount_xaf = new.amount_xaf
        and (p.source = 'sandbox') = (new.environment = 'test'))
    or (old.state, new.state) = ('UNKNOWN', 'FAILED') and not exists (
      select from settlement_proofs p where p.settlement_id = new.id and p.says = 'unpaid') then
    raise exception 'settlement % can''t go from % to % without a proof', old.id, old.state, new.state
      using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger settlements_move before update on settlements for each row execute function move_settlement();
create trigger settlements_stay before delete on settlements for each row execute function refuse_change();

-- At the end of every transaction: a settlement is its transfers, to the franc, and its money stands in its account
-- until it has ended, and then not a franc of it.
create function prove_settlement() returns trigger language plpgsql as $$
declare
  s settlements;
  stands_xaf bigint;
begin
  select * into s from settlements where id = new.id;
  select account_balance(a.id) into stands_xaf from ledger_accounts a
    where a.owner_id = s.id and a.kind = 'SETTLEMENT_IN_FLIGHT' and a.environment = s.environment;
  if tg_op = 'INSERT' then
    if (select (count(*), sum(t.amount_xaf)) is distinct from (s.transfers, s.amount_xaf)
        from settlement_transfers t where t.settlement_id = s.id)
      or (select (sum(t.transfers), sum(t.amount_xaf)) is distinct from (s.transfers, s.amount_xaf)
        from settlement_totals t where t.settlement_id = s.id)
    then
      raise exception 'settlement % is not the sum of its transfers', s.id
        using errcode = 'check_violation', constraint = 'settlement_is_its_transfers', table = 'settlements';
    end if;
    -- Only its own merchant's, of its own environment.
    if exists (
      select from (select distinct account_id from settlement_transfers where settlement_id = s.id) t
      left join ledger_accounts a on a.id = t.account_id and a.kind = 'PAYABLE' and a.owner_id = s.merchant_id
        and a.environment = s.environment
      where a.id is null) then
      raise exception 'settlement % holds another account''s transfers', s.id
        using errcode = 'check_violation', constraint = 'settlement_is_its_transfers', table = 'settlements';
    end if;
  end if;
  if s.state in ('PAID', 'FAILED', 'CANCELLED') and stands_xaf <> 0
    or s.state in ('DRAFT', 'APPROVED') and stands_xaf <> s.amount_xaf then
    raise exception 'settlement % is % and % XAF of it are in flight', s.id, s.state, stands_xaf
      using errcode = 'check_violation', constraint = 'settlement_in_flight', table = 'settlements';
  end if;
  return null;
end
$$;
create constraint trigger settlements_are_whole after insert or update on settlements
  deferrable initially deferred for each row execute function prove_settlement();

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
    'SETTLEMENT_RESERVED', 'SETTLEMENT_RETURNED', 'SETTLEMENT_PAID', 'RESERVE_KEPT', 'RESERVE_RELEASED'));

-- Owners are told of a payout account, and can't turn that off.
alter table mail_notices drop constraint mail_notices_kind_check,
  add constraint mail_notices_kind_check check (kind in
    ('review_opened', 'endpoint_trouble', 'kyc_decided', 'daily_summary', 'payout_account'));
