import { setStatement } from '../statement.ts';
import { MERCHANT_COLUMNS, type MerchantRow } from './row.ts';

/** Writes merchants, whose ledger accounts a trigger opens with them. Rows come back in no order. */
export const insertMerchants = setStatement<
  { id: string; name: string; fee_basis_points: number; created_at: Date },
  MerchantRow
>(
  'insert_merchants',
  `insert into merchants (id, name, fee_basis_points, created_at)
  select i.id, i.name, i.fee_basis_points, i.created_at
  from json_to_recordset($1::json)
    as i (id uuid, name text, fee_basis_points integer, created_at timestamptz)
  returning ${MERCHANT_COLUMNS}`,
);
