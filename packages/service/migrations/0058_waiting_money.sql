-- Money that waits for people, by the number and the sum, since sessions of that sum wait with it.
create index credits_waiting_of_sum on credits (collection_number_id, amount_xaf)
  where environment = 'live' and state in ('REVIEW', 'SUSPENSE');
