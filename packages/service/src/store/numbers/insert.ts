import { setStatement } from '../statement.ts';
import { COLLECTION_NUMBER_COLUMNS, type CollectionNumberRow } from './row.ts';

export type NewLiveNumber = {
  id: string;
  operator: 'AIRTEL' | 'MOOV';
  /** `+235` and 8 digits. */
  msisdn: string;
  weight: number;
  daily_volume_cap_xaf: number | null;
  daily_count_cap: number | null;
  sender_allow_list: readonly string[];
  created_at: Date;
};

/**
 * Writes live numbers (SIMs of ours), assigned to nobody until staff say their opening balance. One that is
 * there already is left alone and missing in the answer.
 */
export const insertLiveNumbers = setStatement<NewLiveNumber, CollectionNumberRow>(
  'insert_live_numbers',
  `insert into collection_numbers (id, environment, feed_status, operator, msisdn, weight, daily_volume_cap_xaf,
    daily_count_cap, sender_allow_list, created_at)
  select i.id, 'live', 'UNANCHORED', i.operator, i.msisdn, i.weight, i.daily_volume_cap_xaf, i.daily_count_cap,
    i.sender_allow_list, i.created_at
  from json_to_recordset($1::json) as i (id uuid, operator text, msisdn text, weight integer,
    daily_volume_cap_xaf bigint, daily_count_cap integer, sender_allow_list text[], created_at timestamptz)
  on conflict on constraint collection_numbers_msisdn do nothing
  returning ${COLLECTION_NUMBER_COLUMNS}`,
);
