import { statement } from '../statement.ts';
import { COLLECTION_NUMBER_COLUMNS, type CollectionNumberRow } from './row.ts';

/** Live numbers by id (`$1`) or msisdn (`$2`). */
export const findLiveNumbers = statement<CollectionNumberRow>(
  'find_live_numbers_named',
  `select ${COLLECTION_NUMBER_COLUMNS} from collection_numbers
  where environment = 'live' and (id = any ($1::uuid[]) or msisdn = any ($2::text[]))
  order by id`,
);
