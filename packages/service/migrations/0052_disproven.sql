-- A step that settled and that people, or the operator's list, found false: its number is suspected until a person closes
-- that. What explains a reading that was short later ends no such suspicion.
alter table books add is_disproven boolean not null default false;

-- What people have written off lately is looked for at each reading; it is rare.
create index book_explanations_written_off on book_explanations (explained_at) where meaning = 'write_off';
