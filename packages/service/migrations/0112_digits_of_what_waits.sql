-- By itself, so that messages are taken meanwhile.
update book_claims c set digits = digits_in(n.body) from notices n
where n.id = c.notice_id and c.state in ('CLAIMED', 'REFUTED') and c.digits = '{}'
  and json_array_length(c.told -> 'readings') = 0 and c.told -> 'held' is null and c.told -> 'tried' is null;
