-- Whether waiting words that nobody knows name a payment is asked under the lock of its book, of each payment that somebody wants to
-- send back. It read every such text of its SIM: 5,000 forged ones made a second of three payments.
create function digits_in(words text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct m[1]), '{}') from regexp_matches(normalize(words, NFKC), '[0-9]{1,40}', 'g') m
$$;

alter table book_claims add column digits text[] not null default '{}';

-- The text says which they are, whoever writes. Of what a template reads nobody asks it.
create function note_claimed_digits() returns trigger language plpgsql as $$
begin
  new.digits := coalesce((select digits_in(n.body) from notices n where n.id = new.notice_id), '{}');
  return new;
end $$;

create trigger book_claims_digits before insert or update of told on book_claims for each row
  when (json_array_length(new.told -> 'readings') = 0 and new.told -> 'held' is null and new.told -> 'tried' is null)
  execute function note_claimed_digits();
