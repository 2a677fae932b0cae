import { setStatement } from '../statement.ts';

/** Which operators a merchant may collect with, its fee and whether its profile is approved. */
export const loadMerchantTerms = setStatement<
  { merchant_id: string },
  { merchant_id: string; operators: string[]; fee_basis_points: number; kyc_status: string }
>(
  'load_merchant_terms',
  `select m.id as merchant_id, m.operators, m.fee_basis_points, m.kyc_status from merchants m
  where m.id in (select merchant_id from json_to_recordset($1::json) as i (merchant_id uuid))`,
);

/** How many live webhook endpoints merchants have. */
export const countLiveEndpoints = setStatement<
  { merchant_id: string },
  { merchant_id: string; endpoints: number }
>(
  'count_live_endpoints',
  `select i.merchant_id, e.endpoints
  from json_to_recordset($1::json) as i (merchant_id uuid)
  cross join lateral (
    select count(*)::int as endpoints from webhook_endpoints w
    where w.merchant_id = i.merchant_id and w.environment = 'live' and w.deleted_at is null) e`,
);
