import { LOW_XAF } from '../../domain/doubt/guesses.ts';
import {
  CAME_SINCE,
  GUESSES_COUNTED,
  IS_DISOWNED,
  OUTLIVES_A_READING,
  summed,
  WRONG_AT_FIRST,
} from './counted.ts';
import { LISTED } from './doubts.ts';
import { IS_NOT_LOW, PRINTS_A_BALANCE } from './told.ts';

/** So many steps are looked at, the oldest first: who has found the balance may add any number behind the one that was lucky. */
const LOOKED_AT = 100;

/**
 * Of the steps of the book `b` since its last reading that no bound holds, that nobody has announced or explained and no statement lists: when
 * the first and the last of them took their places, and whether one began so low that a text of `LOW_XAF` may have been one of its guesses.
 * One that waited took its place later than it came.
 */
export const UNBOUNDED = `(
    select min(greatest(n.created_at, c.settled_at)) as first_at, max(greatest(n.created_at, c.settled_at)) as at,
      bool_or(s.before_xaf < ${LOW_XAF}) as is_low
    from (
      select s.* from book_steps s
      where s.collection_number_id = b.collection_number_id and s.ordinal > b.anchored_ordinal
        and s.strength = 'CHAINED' and s.kind not in ('CREDIT', 'CASH_IN')
        and (select true from book_explanations e where e.step_id = s.id) is null
      order by s.ordinal limit ${LOOKED_AT}) s
    join notices n on n.id = s.notice_id
    left join book_claims c on c.notice_id = s.notice_id and c.state = 'PROVEN'
    where not ${LISTED})`;

/** Whether the claim `x` is a step where it would begin: of one that was a step as it came, its other balances alone are kept. */
const HAD_TO_WAIT =
  'exists (select from book_steps t where t.notice_id = x.notice_id and t.before_xaf = any (x.begins_xaf))';

const guess = (which: string): string => `
      select cardinality(x.begins_xaf) as begins from book_claims x
      where u.at is not null and x.collection_number_id = b.collection_number_id and ${PRINTS_A_BALANCE}
        and x.arrived_at <= u.at + interval '${OUTLIVES_A_READING}' and (u.is_low or ${IS_NOT_LOW}) and ${which}`;

/**
 * The wrong guesses around those steps `u` of the book `b`: messages that had come by the last of them, or within minutes, and have no
 * place; also those for which a place was made since the first, or that people have disowned since. What found its place with the first waited
 * for the same late message. Nor the other balances at which a
 * text would begin that had its place as it came: a single one would stop its SIM.
 */
export const AROUND_UNBOUNDED = `(
    select ${summed('sum(g.begins)')} as guesses
    from (${guess(`x.state in ('CLAIMED', 'REFUTED') and ${CAME_SINCE}`)}
      union all${guess(`${WRONG_AT_FIRST} and ${HAD_TO_WAIT} and x.settled_at > u.first_at`)}
      union all${guess(`x.state = 'VOIDED' and x.settled_at > coalesce(b.anchored_at, '-infinity') and x.settled_at >= u.first_at and ${IS_DISOWNED}`)}
      limit ${GUESSES_COUNTED}) g)`;
