import type { Days } from '../honest-days/days.ts';

/** Money as the service has it; `balance_xaf`: after it, where its message or its row prints that. */
export type Money = { transaction: string | null; amount_xaf: number | null; balance_xaf: number | null };

/** It, of the credit `c` and its step `s`. What no template reads has its balance from the book. */
export const MONEY = `c.operator_transaction_id as transaction, c.amount_xaf::int as amount_xaf,
      case when c.operator_transaction_id is null then coalesce(c.balance_xaf, s.after_xaf) else c.balance_xaf end::int
        as balance_xaf`;

export const NOTHING: Money = { transaction: null, amount_xaf: null, balance_xaf: null };

/** A session or a transaction, and by what it was paid. */
export type Asked = Money & {
  name: string;
  status: string;
  customer_phone: string | null;
  /** Who paid it, as far as a message or a list has told; with hidden digits, or null. */
  payer: string | null;
  /** How its step is proven; null where it has none. */
  strength: string | null;
  cancelled_at: Date | null;
  on_sim: boolean;
  /** People look at a payment of it beside it. */
  is_looked_at: boolean;
};

export async function askedOf({ stage, sim_id }: Days): Promise<Asked[]> {
  const names = new Map([...stage.sessions, ...stage.transactions].map(([name, { id }]) => [id, name]));
  const rows = await stage.world.service.rows<Asked & { id: string }>(
    `select a.*, a.collection_number_id = $2 as on_sim, c.payer, s.strength, ${MONEY}
    from (
      select id, status, customer_phone, collection_number_id, case status when 'CANCELLED' then closed_at end as cancelled_at,
        false as is_looked_at
      from payment_sessions
      union all
      select t.id, t.status, t.phone_number, t.collection_number_id, null,
        exists (select from transaction_reviews r where r.transaction_id = t.id)
      from transactions t) a
    left join credits c on a.id in (c.matched_session_id, c.matched_transaction_id)
    left join book_steps s on s.id = c.id
    where a.id = any ($1::uuid[])`,
    [[...names.keys()], sim_id],
  );
  return rows.map((row) => ({ ...row, name: names.get(row.id) ?? '' }));
}

/** The true movements that money may be; none where it is no money of this SIM. */
export function placesOf({ sim: { movements } }: Days, money: Money): number[] {
  return [...movements.keys()].filter((place) => {
    const { id, delta_xaf, balance_xaf } = movements[place] as (typeof movements)[number];
    if (delta_xaf !== money.amount_xaf) return false;
    if (money.transaction === null) return balance_xaf === money.balance_xaf;
    return id === money.transaction && (money.balance_xaf === null || balance_xaf === money.balance_xaf);
  });
}
