import type { DatedTerms, FeeFlow } from '../../domain/fee/terms.ts';
import type { FeeTermRow } from '../rows.generated.ts';
import { type None, setStatement, statement } from '../statement.ts';

/** All terms that merchants have or will have, those of the default among them. */
export const loadFeeTerms = setStatement<{ merchant_id: string }, DatedTerms & { merchant_id: string }>(
  'load_fee_terms',
  `select i.merchant_id, t.id, t.flow, t.basis_points, t.fixed_xaf, t.min_xaf, t.max_xaf, t.tax_basis_points,
    t.valid_from, t.merchant_id is null as is_default
  from json_to_recordset($1::json) as i (merchant_id uuid)
  cross join lateral (
    select * from fee_terms o where o.merchant_id = i.merchant_id
    union all select * from fee_terms d where d.merchant_id is null) t`,
);

/** Locks the terms, so that two who set them do it one after the other. Whoever reads them does not wait. */
export const lockFeeTerms = statement('lock_fee_terms', 'lock table fee_terms in share row exclusive mode');

export type NewFeeTerms = Omit<FeeTermRow, 'id' | 'flow'> & { flow: FeeFlow };

/**
 * Adds terms.
 * @returns the ids
 */
export const insertFeeTerms = setStatement<NewFeeTerms, { id: number }>(
  'insert_fee_terms',
  `insert into fee_terms (merchant_id, flow, basis_points, fixed_xaf, min_xaf, max_xaf, tax_basis_points, valid_from,
    proposed_by, set_by, set_at)
  select merchant_id, flow, basis_points, fixed_xaf, min_xaf, max_xaf, tax_basis_points, valid_from,
    proposed_by, set_by, set_at
  from json_to_recordset($1::json) as i (merchant_id uuid, flow text, basis_points int, fixed_xaf int, min_xaf int,
    max_xaf int, tax_basis_points int, valid_from timestamptz, proposed_by text, set_by text, set_at timestamptz)
  returning id`,
);

/** A row of the list: whose, and who set it. */
export type ListedTerms = FeeTermRow & { merchant_name: string | null };

/**
 * The newest terms first, at most `limit`: a merchant's own and the default, or everybody's where `merchant_id` is null.
 */
export const listFeeTerms = statement<{ merchant_id: string | null; limit: number }, ListedTerms>(
  'list_fee_terms',
  `select t.*, m.name as merchant_name
  from fee_terms t left join merchants m on m.id = t.merchant_id
  where $merchant_id::uuid is null or t.merchant_id = $merchant_id or t.merchant_id is null
  order by t.id desc limit $limit`,
);

/** One merchant, whichever: nobody pays a fee while there is none. */
export const findAnyMerchant = statement<None, { id: string }>(
  'find_any_merchant',
  'select id from merchants limit 1',
);

/** The default's latest terms of each flow. */
export const loadDefaultTerms = statement<None, FeeTermRow>(
  'load_default_fee_terms',
  `select distinct on (flow) * from fee_terms where merchant_id is null order by flow, valid_from desc, id desc`,
);
