import { statement } from '../statement.ts';

/** Folds the usage deltas of each number and day that has more than `$1` of them into one row. */
export const foldUsageRows = statement<{ folded: number }>(
  'fold_usage',
  `with crowded as (
    select collection_number_id, day from collection_number_usage
    group by collection_number_id, day having count(*) > $1
  ), gone as (
    delete from collection_number_usage u using crowded c
    where u.collection_number_id = c.collection_number_id and u.day = c.day
    returning u.*
  ), made as (
    insert into collection_number_usage (collection_number_id, day, credit_count, volume_xaf)
    select collection_number_id, day, sum(credit_count), sum(volume_xaf) from gone group by collection_number_id, day
  )
  select count(*)::int as folded from gone`,
);
