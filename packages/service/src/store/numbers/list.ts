import { statement } from '../statement.ts';
import { COLLECTION_NUMBER_COLUMNS, type CollectionNumberRow } from './row.ts';

/** By environment, operator and number. `$1`: environment or null, `$2`: operator or null, `$3`: at most. */
export const listNumberRows = statement<CollectionNumberRow>(
  'list_numbers',
  `select ${COLLECTION_NUMBER_COLUMNS} from collection_numbers
  where ($1::text is null or environment = $1) and ($2::text is null or operator = $2)
  order by environment, operator, msisdn, id limit $3`,
);
