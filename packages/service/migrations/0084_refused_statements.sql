-- A statement that was brought for the wrong number waited for ever, and its file was refused for the right one. People say that it is
-- none of that number's: it counts for nothing then, and the file may be brought again. What was kept of it stays.
alter table statements
  add column refused_at timestamptz,
  add column refused_by text,
  drop constraint statements_state_check,
  add constraint statements_state_check check (state in ('IMPORTING', 'KEPT', 'AGREED', 'SETTLED', 'REFUSED')),
  drop constraint statements_kept,
  add constraint statements_kept check (kept_rows between 0 and rows_count and (state in ('IMPORTING', 'REFUSED') or kept_rows = rows_count)),
  add constraint statements_refused check ((state = 'REFUSED') = (refused_at is not null) and (state = 'REFUSED') = (refused_by is not null)),
  drop constraint statements_sha256_key;
create unique index statements_file on statements (sha256) where state <> 'REFUSED';

-- Refused is the end of it, and nothing that counts can come to it.
create function keep_refused_statements() returns trigger language plpgsql as $$
begin
  if old.state = 'REFUSED' or (new.state = 'REFUSED' and old.state not in ('IMPORTING', 'KEPT')) then
    raise exception 'a statement that is refused stays so, and one that counts is not refused' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger statements_keep_refused before update on statements for each row
  when (old.state = 'REFUSED' or new.state = 'REFUSED') execute function keep_refused_statements();
