-- What people have written off on one number is asked for under the lock of its book. By the moment alone that read what was
-- written off on all numbers, and each step of the number.
alter table book_explanations disable trigger book_explanations_append_only;
alter table book_explanations add column collection_number_id uuid;
update book_explanations e set collection_number_id = s.collection_number_id from book_steps s where s.id = e.step_id;
alter table book_explanations alter column collection_number_id set not null;
alter table book_explanations enable trigger book_explanations_append_only;

-- The step says which number it is, whoever writes.
create function note_explained_number() returns trigger language plpgsql as $$
begin
  select collection_number_id into new.collection_number_id from book_steps where id = new.step_id;
  return new;
end $$;

create trigger book_explanations_number before insert on book_explanations
  for each row execute function note_explained_number();

create index book_explanations_of_number on book_explanations (collection_number_id, explained_at) where meaning = 'write_off';
drop index book_explanations_written_off;
