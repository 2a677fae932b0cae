-- What a statement tells of a time that the book of its number has gone past: the tip knows better, and stays. The
-- movement is a step as any other; where it does not come to nothing together with its neighbours, an UNEXPLAINED step
-- behind it takes the tip back.
create table passed_steps (
  step_id uuid primary key references book_steps (id),
  collection_number_id uuid not null references collection_numbers (id),
  -- The true balances, as the statement says; null where it prints none.
  before_xaf bigint,
  after_xaf bigint,
  -- The step that takes the tip back; null where the rows beside it do.
  balanced_by uuid references book_steps (id)
);
create index passed_steps_balanced on passed_steps (balanced_by) where balanced_by is not null;
create trigger passed_steps_append_only before update or delete on passed_steps
  for each row execute function refuse_change();
create trigger passed_steps_kept before truncate on passed_steps
  for each statement execute function refuse_change();

-- A phone was silent for long, and no statement tells of those days.
alter table proof_lines
  drop constraint proof_lines_kind_check,
  add constraint proof_lines_kind_check check (kind in
    ('unexplained', 'pending', 'claim', 'announced', 'contested', 'suspense', 'statement', 'no_statement', 'other_day'));
