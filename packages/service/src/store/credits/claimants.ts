import { setStatement } from '../statement.ts';

export type Clue = {
  position: number;
  collection_number_id: string;
  amount_xaf: number;
  /** The payer's phone where it is fully known. */
  customer_phone: string | null;
  tickets: string[];
};

export type ClaimantId = { position: number; session_id: string };

/**
 * Sessions that something ties to a credit: number and amount, number and declared payer, or a quoted
 * ticket. Four index look-ups a credit in the small table of holds, whatever the history.
 */
export const findClaimants = setStatement<Clue, ClaimantId>(
  'find_claimants',
  `select i.position, h.session_id
  from json_to_recordset($1::json) as i
    (position int, collection_number_id uuid, amount_xaf int, customer_phone text, tickets json)
  cross join lateral (
    select session_id from collection_holds
    where collection_number_id = i.collection_number_id and amount_xaf = i.amount_xaf and not is_guest
    union select session_id from collection_holds
    where collection_number_id = i.collection_number_id and amount_xaf = i.amount_xaf and is_guest
    union select session_id from collection_holds
    where collection_number_id = i.collection_number_id and customer_phone = i.customer_phone
    union select session_id from collection_holds
    where ticket = any (array(select json_array_elements_text(i.tickets)))) h`,
);

/** For credits that nothing ties to a session: the holds of the number with the nearest amounts. */
export const findNeighbours = setStatement<Clue, ClaimantId>(
  'find_neighbours',
  `select i.position, h.session_id
  from json_to_recordset($1::json) as i (position int, collection_number_id uuid, amount_xaf int)
  cross join lateral (
    (select session_id from collection_holds
     where collection_number_id = i.collection_number_id and not is_guest and amount_xaf > i.amount_xaf
     order by amount_xaf limit 3)
    union all
    (select session_id from collection_holds
     where collection_number_id = i.collection_number_id and not is_guest and amount_xaf < i.amount_xaf
     order by amount_xaf desc limit 3)) h`,
);
