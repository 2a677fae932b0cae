import { NOBODY } from '../../domain/credit/credit.ts';
import { statement } from '../statement.ts';

/** Live numbers by id (`$1`) or number (`$2`). */
export const findLiveNumbers = statement<{ id: string; msisdn: string }>(
  'find_live_numbers',
  `select id, msisdn from collection_numbers
  where scope_id = '${NOBODY}' and environment = 'live' and (id = any ($1::uuid[]) or msisdn = any ($2::text[]))`,
);
