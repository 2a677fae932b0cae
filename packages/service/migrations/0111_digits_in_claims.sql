-- Whether waiting words that nobody knows name a payment is asked under the lock of its book, of each payment that somebody wants to
-- send back. It read every such text of its SIM: 5,000 forged ones made a second of three payments.
create function digits_in(words text) returns text[] language sql immutable as $$
  select coalesce(array_agg(distinct m[1]), '{}') from regexp_matches(normalize(words, NFKC), '[0-9]{1,40}', 'g') m
$$;

alter table book_claims add column digits text[] not null default '{}';
update book_claims c set digits = digits_in(n.body) from notices n where n.id = c.notice_id and c.state in ('CLAIMED', 'REFUTED');

-- The text says which they are, whoever writes.
create function note_claimed_digits() returns trigger language plpgsql as $$
begin
  new.digits := coalesce((select digits_in(n.body) from notices n where n.id = new.notice_id), '{}');
  return new;
end $$;

create trigger book_claims_digits before insert on book_claims for each row execute function note_claimed_digits();

-- A list of what is still to be put in its place would be read through by each who asks.
create index book_claims_digits on book_claims using gin (digits) with (fastupdate = off) where state in ('CLAIMED', 'REFUTED');
