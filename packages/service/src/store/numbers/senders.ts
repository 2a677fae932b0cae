import { statement } from '../statement.ts';
import { COLLECTION_NUMBER_COLUMNS, type CollectionNumberRow } from './row.ts';

/** Sets the sender names `$3` of live numbers named by id (`$1`) or msisdn (`$2`); gives back each that exists. */
export const setNumberSenders = statement<CollectionNumberRow>(
  'set_number_senders',
  `with locked as (
    select id from collection_numbers
    where environment = 'live' and (id = any($1::uuid[]) or msisdn = any($2::text[]))
    order by id for no key update)
  update collection_numbers set sender_allow_list = $3::text[]
  where id in (select id from locked)
  returning ${COLLECTION_NUMBER_COLUMNS}`,
);
