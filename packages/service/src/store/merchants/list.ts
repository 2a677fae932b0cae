import { setStatement, statement } from '../statement.ts';
import { MERCHANT_COLUMNS, type MerchantRow } from './row.ts';

/** The newest merchants first; `$1`: at most so many. */
export const listMerchantRows = statement<MerchantRow>(
  'list_merchants',
  `select ${MERCHANT_COLUMNS} from merchants order by id desc limit $1`,
);

/** Those of the ids that are merchants. */
export const findMerchants = setStatement<{ id: string }, MerchantRow>(
  'find_merchants',
  `select ${MERCHANT_COLUMNS} from merchants
  where id in (select id from json_to_recordset($1::json) as i (id uuid))`,
);
