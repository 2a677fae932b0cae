-- The steps of a book that no bound holds, looked for under its lock since its last reading.
create index book_steps_unbounded on book_steps (collection_number_id, ordinal)
  where strength = 'CHAINED' and kind not in ('CREDIT', 'CASH_IN');
