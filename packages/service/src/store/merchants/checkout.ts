import { setStatement } from '../statement.ts';
import { MERCHANT_COLUMNS, type MerchantRow } from './row.ts';

/**
 * Sets what the checkout pages of merchants say, and gives back every one of them that exists; what is not set stays
 * as it is. Rows are locked in id order, so that two calls can't wait for each other.
 */
export const updateCheckouts = setStatement<
  {
    id: string;
    sets_return_url: boolean;
    return_url: string | null;
    sets_description: boolean;
    shows_description: boolean;
  },
  MerchantRow
>(
  'update_merchant_checkouts',
  `with input as (
    select distinct on (id) * from json_to_recordset($1::json) as i (id uuid, sets_return_url boolean, return_url text,
      sets_description boolean, shows_description boolean)),
  locked as (select id from merchants where id in (select id from input) order by id for no key update),
  updated as (
    update merchants m
    set return_url = case when i.sets_return_url then i.return_url else m.return_url end,
      shows_description = case when i.sets_description then i.shows_description else m.shows_description end
    from locked join input i using (id)
    where m.id = locked.id
    returning m.*)
  select ${MERCHANT_COLUMNS} from updated`,
);
