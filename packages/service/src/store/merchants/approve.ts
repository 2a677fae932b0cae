import { setStatement } from '../statement.ts';
import type { MerchantRow } from './row.ts';

/**
 * Marks merchants as approved and gives back every one of them that exists. One approved before keeps the
 * time of its first approval. Rows are locked in id order, so that two calls can't wait for each other.
 */
export const approveMerchants = setStatement<{ id: string; approved_at: Date }, MerchantRow>(
  'approve_merchants',
  `with input as (select distinct on (id) * from json_to_recordset($1::json) as i (id uuid, approved_at timestamptz)),
  locked as (select id from merchants where id in (select id from input) order by id for no key update)
  update merchants m
  set kyc_status = 'APPROVED', kyc_approved_at = coalesce(m.kyc_approved_at, input.approved_at)
  from locked join input using (id)
  where m.id = locked.id
  returning m.id, m.name, m.kyc_status, m.operators, m.fee_basis_points, m.created_at, m.kyc_approved_at,
    m.return_url, m.shows_description`,
);
