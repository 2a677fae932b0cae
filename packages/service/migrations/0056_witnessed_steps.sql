-- A message without an id that comes after the row of its payment is told from a new one by the rows of the last day.
create index book_steps_witnessed on book_steps (collection_number_id, occurred_at) where strength = 'WITNESSED';
