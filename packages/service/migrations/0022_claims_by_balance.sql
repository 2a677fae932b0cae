-- Of a flood only the newest claims are looked at. The true one must be found under it: by the balance at which it begins.
alter table book_claims add column begins_xaf bigint[] not null default '{}';
update book_claims set begins_xaf = array(
  select distinct (m ->> 'before_xaf')::bigint from json_array_elements(told -> 'moves') m
  where m ->> 'before_xaf' is not null);
create index book_claims_begins on book_claims using gin (begins_xaf) where state = 'CLAIMED';
