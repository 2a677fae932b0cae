import { statement } from '../statement.ts';
import { COLLECTION_NUMBER_COLUMNS, type CollectionNumberRow } from './row.ts';

/**
 * Sets the status `$3` of numbers named by id (`$1`) or, in live, by msisdn (`$2`), and gives back each that
 * exists. A number of the sandbox is named by id only: the same msisdn may be another merchant's too.
 * Pausing stops new assignments; what is already assigned is still matched.
 */
export const setNumberStatus = statement<CollectionNumberRow>(
  'set_number_status',
  `with locked as (
    select id from collection_numbers
    where id = any($1::uuid[]) or (environment = 'live' and msisdn = any($2::text[]))
    order by id for no key update)
  update collection_numbers set status = $3
  where id in (select id from locked)
  returning ${COLLECTION_NUMBER_COLUMNS}`,
);
