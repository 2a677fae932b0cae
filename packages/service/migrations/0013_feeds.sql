-- Trust in what a live number's phone tells: whether its balances follow each other, and what is wrong with it.

alter table collection_numbers drop constraint collection_numbers_feed_status_check;
-- UNANCHORED: nobody has said yet what its balance is, so nothing can be seen to follow it.
alter table collection_numbers add constraint collection_numbers_feed_status_check
  check (feed_status in ('HEALTHY', 'UNANCHORED', 'LAGGING', 'SILENT', 'GAP'));
update collection_numbers set feed_status = 'UNANCHORED' where environment = 'live';

-- One row a live number: the balance that is trusted. It is locked, in order of number, by whoever settles
-- messages of that number, so that one message follows another and never both follow the same.
create table feed_tips (
  collection_number_id uuid primary key references collection_numbers (id),
  -- Null until staff have said what it is.
  balance_xaf bigint,
  -- The operator's time of the newest message in the chain: what is older and has no place in it is foreign.
  chained_until timestamptz
) with (fillfactor = 50);

-- Each live message that prints a balance, as a step from one balance to the next. Written under the lock of
-- its number's tip; no foreign key to the number, since every batch would share-lock the same few rows.
create table feed_edges (
  id bigint generated always as identity primary key,
  collection_number_id uuid not null,
  -- Null for MISSED: a message that never came.
  notice_id uuid references notices (id),
  kind text not null check (kind in ('CREDIT', 'CASH_IN', 'DEBIT', 'BALANCE', 'MISSED')),
  operator_transaction_id text,
  before_xaf bigint not null,
  after_xaf bigint not null,
  occurred_at timestamptz not null,
  precision_ms integer not null,
  arrived_at timestamptz not null,
  -- CHAINED: it has its place. FLOATING: it follows no trusted balance, and nobody knows why yet. FOREIGN: the
  -- chain goes on without it. HOLE: what a MISSED one leaves, until it comes after all; then FILLED.
  state text not null check (state in ('CHAINED', 'FLOATING', 'FOREIGN', 'HOLE', 'FILLED')),
  -- For a hole: the sessions whose payment was probably missed. They are not expired before a day is over.
  session_ids uuid[] not null default '{}',
  constraint feed_edges_notice unique (notice_id),
  constraint feed_edges_missed check ((kind = 'MISSED') = (notice_id is null))
) with (fillfactor = 85);

create index feed_edges_loose on feed_edges (collection_number_id, id) where state in ('FLOATING', 'FOREIGN', 'HOLE');
create index feed_edges_balance on feed_edges (collection_number_id, after_xaf, before_xaf);

create table feed_incidents (
  id uuid primary key,
  collection_number_id uuid not null references collection_numbers (id),
  kind text not null check (kind in ('silent', 'lagging', 'clock_skew', 'balance_gap', 'wording')),
  opened_at timestamptz not null,
  closed_at timestamptz,
  -- A member of staff, or `feed` when it explained itself.
  closed_by text check (char_length(closed_by) between 1 and 200),
  note text check (char_length(note) <= 2000),
  detail json not null,
  constraint feed_incidents_closed check ((closed_at is null) = (closed_by is null))
);

create unique index feed_incidents_open on feed_incidents (collection_number_id, kind) where closed_at is null;
create index feed_incidents_number on feed_incidents (collection_number_id, opened_at);

-- A message that may have overtaken another waits here for it, unread, so that both settle in order.
alter table notice_inbox add column parked_number_id uuid, add column parked_at timestamptz,
  add column waits_until timestamptz,
  add constraint notice_inbox_parked check (
    (parked_number_id is null) = (parked_at is null) and (parked_number_id is null) = (waits_until is null));

create index notice_inbox_parked_number on notice_inbox (parked_number_id) where parked_number_id is not null;

-- How late the latest messages of a number came. The notices of test are not in it.
create index notices_live_number on notices (collection_number_id, id) where environment = 'live';
