-- A list of what is still to be put in its place would be read through by each who asks.
create index book_claims_digits on book_claims using gin (digits) with (fastupdate = off)
  where state in ('CLAIMED', 'REFUTED') and json_array_length(told -> 'readings') = 0 and told -> 'held' is null and told -> 'tried' is null;
