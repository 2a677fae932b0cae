import { setStatement } from '../statement.ts';
import { COLLECTION_NUMBER_COLUMNS, type CollectionNumberRow } from './row.ts';

/** Sets the sender names of live numbers; gives back each that exists. */
export const setNumberSenders = setStatement<{ id: string; senders: readonly string[] }, CollectionNumberRow>(
  'set_number_senders',
  `with locked as (
    select n.id as number_id, i.senders
    from json_to_recordset($1::json) as i (id uuid, senders text[])
    join collection_numbers n on n.id = i.id and n.environment = 'live'
    order by n.id for no key update of n)
  update collection_numbers set sender_allow_list = senders
  from locked where id = number_id
  returning ${COLLECTION_NUMBER_COLUMNS}`,
);
