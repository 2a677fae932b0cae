/** A collection number as staff see it. Live ones are SIMs of ours; test ones belong to one merchant each. */
export type CollectionNumberRow = {
  id: string;
  environment: 'test' | 'live';
  operator: 'AIRTEL' | 'MOOV';
  merchant_id: string | null;
  msisdn: string;
  status: 'ACTIVE' | 'PAUSED';
  feed_status: 'HEALTHY' | 'UNANCHORED' | 'SILENT' | 'LAGGING' | 'DOUBTED';
  weight: number;
  daily_volume_cap_xaf: number | null;
  daily_count_cap: number | null;
  sender_allow_list: string[];
  created_at: Date;
};

export const COLLECTION_NUMBER_COLUMNS = `id, environment, operator, merchant_id, msisdn, status, feed_status,
       weight, daily_volume_cap_xaf, daily_count_cap, sender_allow_list, created_at`;
