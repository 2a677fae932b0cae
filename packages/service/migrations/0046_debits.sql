-- What left a number in a span of time, few among its steps: asked for before a merchant is paid out again.
create index book_steps_debits on book_steps (collection_number_id, occurred_at) where kind = 'DEBIT';
