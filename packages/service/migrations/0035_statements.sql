-- Statements of operators: raw rows, what each says of the book of its number, and what came of it.

create table statements (
  id uuid primary key,
  collection_number_id uuid not null references collection_numbers (id),
  -- Of the whole file: one file is one statement, however often it is brought.
  sha256 text not null unique check (sha256 ~ '^[0-9a-f]{64}$'),
  file_name text not null,
  profile_id text not null,
  profile_version integer not null,
  -- As the file names it; null where its profile has none.
  account text,
  -- Of its first and its last row.
  covers_from timestamptz not null,
  covers_until timestamptz not null,
  is_newest_first boolean not null,
  opening_xaf bigint,
  closing_xaf bigint,
  -- The statement that ends where this one begins; null where the days between are missing.
  follows_id uuid references statements (id),
  rows_count integer not null check (rows_count > 0),
  -- Rows are kept, and then compared with the book, in portions: how far both are.
  kept_rows integer not null default 0,
  compared_rows integer not null default 0,
  -- IMPORTING: rows are missing. KEPT: complete; it proves nothing. AGREED: who may has said that it counts.
  -- SETTLED: the book has taken what it says.
  state text not null default 'IMPORTING' check (state in ('IMPORTING', 'KEPT', 'AGREED', 'SETTLED')),
  imported_by text not null,
  imported_at timestamptz not null,
  agreed_at timestamptz,
  settled_at timestamptz,
  -- When credits of its days that it doesn't list were looked for.
  checked_at timestamptz,
  constraint statements_kept check (kept_rows between 0 and rows_count and (state = 'IMPORTING' or kept_rows = rows_count)),
  constraint statements_compared check (compared_rows between 0 and kept_rows),
  constraint statements_agreed check ((state in ('AGREED', 'SETTLED')) = (agreed_at is not null)
    and (state <> 'AGREED' or compared_rows = rows_count)),
  constraint statements_settled check ((state = 'SETTLED') = (settled_at is not null)),
  constraint statements_span check (covers_from <= covers_until)
);
create index statements_of_number on statements (collection_number_id, covers_until desc);
create index statements_open on statements (imported_at) where state in ('IMPORTING', 'KEPT', 'AGREED') or checked_at is null;

create table statement_rows (
  statement_id uuid not null references statements (id),
  -- In the order of time, whichever way the file is written.
  ordinal integer not null,
  line integer not null,
  -- To the letter, cell by cell.
  cells json not null,
  operator_transaction_id text not null,
  completed_at timestamptz not null,
  is_completed boolean not null,
  -- The fee included; below zero where money left.
  moved_xaf bigint not null,
  fee_xaf bigint not null,
  -- The balance after it, printed or carried to it.
  after_xaf bigint,
  party text,
  linked_transaction_id text,
  primary key (statement_id, ordinal)
);
create index statement_rows_by_id on statement_rows (operator_transaction_id, statement_id) where is_completed;
create trigger statement_rows_append_only before update or delete on statement_rows
  for each row execute function refuse_change();

-- No row is added to a statement that is complete.
create function keep_statement_rows() returns trigger language plpgsql as $$
begin
  if exists (select from (select distinct statement_id from fresh) f join statements s on s.id = f.statement_id
    where s.state <> 'IMPORTING') then
    raise exception 'a row was added to a statement that is complete' using errcode = 'restrict_violation';
  end if;
  return null;
end
$$;
create trigger statement_rows_keep after insert on statement_rows
  referencing new table as fresh for each statement execute function keep_statement_rows();

-- What a row says of the book. NOTHING: it moved no money. SAME: a step tells of it. NEW: no step does.
-- DIFFERS: the step with its id moved another sum, led to another balance, or is of another number.
create table statement_findings (
  statement_id uuid not null,
  ordinal integer not null,
  finding text not null check (finding in ('NOTHING', 'SAME', 'NEW', 'DIFFERS')),
  differs_in text check (differs_in in ('amount', 'balance', 'number')),
  step_id uuid,
  -- Of a NEW row: the notice by which it came to the book.
  notice_id uuid references notices (id),
  primary key (statement_id, ordinal),
  foreign key (statement_id, ordinal) references statement_rows (statement_id, ordinal),
  constraint statement_findings_differ check ((finding = 'DIFFERS') = (differs_in is not null))
);
create index statement_findings_step on statement_findings (step_id) where step_id is not null;
create index statement_findings_shown on statement_findings (statement_id, ordinal) where finding in ('NEW', 'DIFFERS');

create table statement_profile_confirmations (
  profile_id text not null,
  profile_version integer not null,
  confirmed_at timestamptz not null,
  confirmed_by text not null,
  primary key (profile_id, profile_version)
);

-- A statement finds the steps of its days, and those whose message names no transaction.
create index book_steps_by_time on book_steps (collection_number_id, occurred_at);
create index transaction_identities_step on transaction_identities (step_id);
-- The messages that wait and name a transaction which a witness proves.
create index book_claims_named on book_claims ((told ->> 'operator_transaction_id')) where state in ('CLAIMED', 'REFUTED', 'VOIDED');

alter table feed_incidents drop constraint feed_incidents_kind_check,
  add constraint feed_incidents_kind_check check (kind in
    ('silent', 'lagging', 'clock_skew', 'claim', 'anchor_due', 'outflow', 'contested', 'short', 'two_steps_one_id',
     'statement_differs', 'without_row'));
