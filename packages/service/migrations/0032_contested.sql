-- A reading can't tell two ways to one balance apart: what it finds contested stays unvouched until people say which is true.

-- Up to which step the last reading vouched. What was booked before counts as read.
alter table books add column anchored_ordinal bigint not null default 0;
update books set anchored_ordinal = last_ordinal;

-- Steps past which messages that have no place lead another way between two readings, and gaps past which they do.
create table contested_steps (
  step_id uuid primary key references book_steps (id),
  contested_at timestamptz not null
);
create trigger contested_steps_append_only before update or delete on contested_steps
  for each row execute function refuse_change();

-- Refuted messages contest too: the book has gone past them by what may be false. Where one before them was lost, they
-- are found by the balance at which they end.
alter table book_claims add column ends_xaf bigint[] not null default '{}';
update book_claims set ends_xaf = array(
  select distinct (m ->> 'after_xaf')::bigint from json_array_elements(told -> 'moves') m
  where m ->> 'after_xaf' is not null);
drop index book_claims_begins;
create index book_claims_begins on book_claims using gin (begins_xaf) where state in ('CLAIMED', 'REFUTED');
create index book_claims_ends on book_claims using gin (ends_xaf) where state in ('CLAIMED', 'REFUTED');

alter table feed_incidents drop constraint feed_incidents_kind_check,
  add constraint feed_incidents_kind_check check (kind in
    ('silent', 'lagging', 'clock_skew', 'claim', 'anchor_due', 'outflow', 'contested', 'short', 'two_steps_one_id'));
