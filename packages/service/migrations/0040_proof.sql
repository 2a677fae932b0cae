-- The daily proof: where every franc stood at the end of a day, each day tied to the one before.

-- What operators and banks say of accounts that no SIM tells of, as two people have read it.
create table account_readings (
  id uuid primary key,
  account_id integer not null references ledger_accounts (id),
  day date not null,
  balance_xaf bigint not null,
  read_by text not null,
  note text not null check (char_length(note) between 1 and 2000),
  read_at timestamptz not null
);
create index account_readings_latest on account_readings (account_id, day, read_at);
create trigger account_readings_append_only before update or delete on account_readings
  for each row execute function refuse_change();

create table proof_days (
  day date primary key,
  -- All of it, as hexadecimal digits of SHA-256: see domain/proof/chain.ts.
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  -- Of the day before; zeros for the first.
  previous_hash text not null check (previous_hash ~ '^[0-9a-f]{64}$'),
  accounts_hash text not null,
  merchants_root text not null,
  held_xaf bigint not null,
  owed_xaf bigint not null,
  state text not null check (state in ('proven', 'open', 'not_proven')),
  closed_at timestamptz not null
);
create trigger proof_days_append_only before update or delete on proof_days
  for each row execute function refuse_change();

-- A number, a wallet or a bank account on one day.
create table proof_accounts (
  day date not null references proof_days (day),
  account_id integer not null references ledger_accounts (id),
  opening_xaf bigint not null,
  in_xaf bigint not null,
  out_xaf bigint not null,
  closing_xaf bigint not null,
  -- The operator's own word, and by what: its statement, a reading of the SIM or of the account.
  said_xaf bigint,
  said_by text check (said_by in ('statement', 'reading')),
  -- What the ledger has booked to the end of the day.
  ledger_xaf bigint not null,
  -- Of a number: the last step that belongs to the day.
  closing_ordinal bigint,
  state text not null check (state in ('proven', 'open', 'not_proven')),
  reason text not null,
  primary key (day, account_id),
  constraint proof_accounts_sum check (opening_xaf + in_xaf - out_xaf = closing_xaf),
  constraint proof_accounts_said check ((said_xaf is null) = (said_by is null))
);
create index proof_accounts_latest on proof_accounts (account_id, day);
create trigger proof_accounts_append_only before update or delete on proof_accounts
  for each row execute function refuse_change();

-- Every franc that is not where it should be: how much, since when, and who is to find out.
create table proof_lines (
  day date not null,
  account_id integer not null,
  ordinal integer not null,
  kind text not null check (kind in ('unexplained', 'pending', 'claim', 'contested', 'suspense', 'statement', 'other_day')),
  subject text not null,
  amount_xaf bigint not null,
  since timestamptz not null,
  owner text not null check (owner in ('staff', 'operator', 'payer')),
  primary key (day, account_id, ordinal),
  foreign key (day, account_id) references proof_accounts (day, account_id)
);
create trigger proof_lines_append_only before update or delete on proof_lines
  for each row execute function refuse_change();

-- What a merchant had on one day, and the hashes by which it checks that this is in the day's.
create table proof_merchants (
  day date not null references proof_days (day),
  merchant_id uuid not null references merchants (id),
  opening_xaf bigint not null,
  paid_xaf bigint not null,
  fees_xaf bigint not null,
  tax_xaf bigint not null,
  refunds_xaf bigint not null,
  settlements_xaf bigint not null,
  -- Anything else, such as money that staff have given it out of suspense.
  other_xaf bigint not null,
  closing_xaf bigint not null,
  -- Chance, so that nobody finds another's sums by trying.
  nonce text not null check (nonce ~ '^[0-9a-f]{32}$'),
  leaf_ordinal integer not null,
  -- The neighbours' hashes from the leaf to the root, each after L or R: the side on which it stands.
  path text[] not null,
  primary key (day, merchant_id),
  constraint proof_merchants_sum check
    (opening_xaf + paid_xaf - fees_xaf - tax_xaf - refunds_xaf - settlements_xaf + other_xaf = closing_xaf)
);
create index proof_merchants_own on proof_merchants (merchant_id, day);
create trigger proof_merchants_append_only before update or delete on proof_merchants
  for each row execute function refuse_change();

-- A merchant's day counts what was booked on it. Transfers are only added, so blocks of them hold neighbours in time.
create index ledger_transfers_booked on ledger_transfers using brin (created_at) with (pages_per_range = 32);
