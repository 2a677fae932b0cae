import { setStatement } from '../statement.ts';

/**
 * The condition and the end of a look-up of the session or transaction `x` that has the reference of `i`. Before a table has
 * statistics each index that begins with merchant and environment costs the same to the planner, and one of those walks all
 * that the merchant ever had. So the reference is asked for as a range, in its own order, which only its own index gives.
 */
export const byReference = (x: string): string =>
  `${x}.merchant_id = i.merchant_id and ${x}.environment = i.environment
        and ${x}.reference >= i.reference and ${x}.reference <= i.reference
        order by ${x}.reference limit 1`;

type Owned = { merchant_id: string; environment: string; reference: string };
type Taken = Owned & { id: string };

const taken = (table: string): string => `select t.id, t.merchant_id, t.environment, t.reference
  from json_to_recordset($1::json) as i (merchant_id uuid, environment text, reference text)
  cross join lateral (select * from ${table} x where ${byReference('x')}) t`;

/** Which session has a reference, for those that have one. */
export const findReferences = setStatement<Owned, Taken>('find_references', taken('payment_sessions'));

/** The same of transactions. */
export const findTransactionReferences = setStatement<Owned, Taken>(
  'find_transaction_references',
  taken('transactions'),
);
