import type { Days } from '../honest-days/days.ts';
import { MONEY, type Money, placesOf } from './paid.ts';

type Used = Money & { what: string };

/** No money is used twice: it pays once, whether a session, a transaction or a merchant, or goes back once. */
export async function usedTwice(days: Days): Promise<string[]> {
  const taken = new Set<number>();
  return (await usedOf(days)).flatMap((used) => {
    const places = placesOf(days, used);
    const place = places.find((one) => !taken.has(one));
    if (place !== undefined) taken.add(place);
    return places.length > 0 && place === undefined
      ? [`money is ${used.what} that was used before: ${used.amount_xaf} to ${used.balance_xaf}`]
      : [];
  });
}

/** First what is known by its id, since only one movement has that. */
const usedOf = ({ stage, sim_id }: Days): Promise<Used[]> =>
  stage.world.service.rows<Used>(
    `select lower(c.state) as what, ${MONEY}
    from credits c left join book_steps s on s.id = c.id
    where c.collection_number_id = $1 and c.state in ('MATCHED', 'REFUNDED', 'ASSIGNED')
    order by c.operator_transaction_id is null, c.created_at, c.id`,
    [sim_id],
  );
