-- A step that settled and that people, or the operator's list, found false: its number is suspected until a person closes
-- that. What explains a reading that was short later ends no such suspicion.
alter table books add is_disproven boolean not null default false;
