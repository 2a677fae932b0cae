import { setStatement, statement } from '../statement.ts';

/** Which operators a merchant may collect with, and its fee. */
export const loadMerchantTerms = setStatement<
  { merchant_id: string },
  { merchant_id: string; operators: string[]; fee_basis_points: number }
>(
  'load_merchant_terms',
  `select m.id as merchant_id, m.operators, m.fee_basis_points from merchants m
  where m.id in (select merchant_id from json_to_recordset($1::json) as i (merchant_id uuid))`,
);

/** The template versions that staff have confirmed. */
export const loadConfirmedTemplates = statement<{ template_id: string; template_version: number }>(
  'load_confirmed_templates',
  'select template_id, template_version from template_confirmations',
);
