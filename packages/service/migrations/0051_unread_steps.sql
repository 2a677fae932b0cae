-- Money in words that nobody knew has a step without a transaction id. When the words are taught and the message is told
-- again, with an id now, it is found by its words: there are few such steps on a number.
create index book_steps_unread on book_steps (collection_number_id, occurred_at) where kind = 'UNREAD';
