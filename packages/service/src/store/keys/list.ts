import { statement } from '../statement.ts';
import { API_KEY_COLUMNS, type ApiKeyRow } from './row.ts';

/** The newest keys first, of merchant `$1` or (null) of all, at most `$2`. */
export const listApiKeyRows = statement<ApiKeyRow>(
  'list_api_keys',
  `select ${API_KEY_COLUMNS} from api_keys
  where $1::uuid is null or merchant_id = $1
  order by id desc limit $2`,
);
