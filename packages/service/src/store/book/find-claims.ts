import type { PoolClient } from 'pg';
import type { Heard } from '../../domain/book/book.ts';
import { BETWEEN_MAX } from '../../domain/doubt/between.ts';
import { OTHERS_MAX } from '../../domain/doubt/contest.ts';
import { TOLD_MAX } from '../../domain/doubt/tries.ts';
import { CLAIM_DAYS } from '../../domain/movement/clocks.ts';
import type { BookStepRow } from '../rows.generated.ts';
import { idStatement, setStatement } from '../statement.ts';
import { type ClaimRow, columnsOf } from './claims.ts';
import { MAY_BE_TRUE, UNEXPLAINED } from './doubts.ts';
import { GONE_ON, UNREAD_STEPS } from './steps.ts';
import { IS_IDLE, MAY_GO_ON } from './told.ts';

/** However many claims wait: so many are read of those that begin where the book may stand, beside the newest of all. */
const CLAIMS_AT_BALANCE_MAX = 50;

/**
 * The newest claims that wait, and those that begin where the book may stand, so that a true one is found however many came
 * since. The book may stand next where a claim ends; what was refuted and begins there may still go on, or fill a gap.
 */
const loadClaims = setStatement<
  { collection_number_id: string; balances_xaf: number[]; now: Date },
  ClaimRow
>(
  'load_book_claims',
  `select distinct on (c.notice_id) c.*
  from json_to_recordset($1::json) as i (collection_number_id uuid, balances_xaf json, now timestamptz)
  cross join lateral (
    select b.went_on_at, array(select json_array_elements_text(i.balances_xaf)::bigint) || coalesce(b.tip_xaf, -1)
      || array(select unnest(x.ends_xaf) from book_claims x
        where x.collection_number_id = i.collection_number_id
          and x.state = 'CLAIMED' and x.arrived_at > i.now - interval '${CLAIM_DAYS} days' limit ${TOLD_MAX})
      || array(select unnest(x.ends_xaf) from book_claims x
        where x.collection_number_id = i.collection_number_id and x.state = 'REFUTED' and ${MAY_GO_ON}
          and x.arrived_at > coalesce(b.went_on_at, '-infinity') - interval '5 minutes' limit ${TOLD_MAX}) as at_xaf,
      exists (select from book_steps s where s.collection_number_id = i.collection_number_id and s.kind = 'UNEXPLAINED'
        and s.strength = 'ANCHORED' and ${UNEXPLAINED}) as has_gap
    from books b where b.collection_number_id = i.collection_number_id limit 1) b
  cross join lateral (
    (select ${columnsOf('x')}, x.begins_xaf, false as is_idle
    from book_claims x
    where x.collection_number_id = i.collection_number_id and x.state = 'CLAIMED'
      and x.arrived_at > i.now - interval '${CLAIM_DAYS} days'
    order by x.arrived_at desc limit ${TOLD_MAX})
    union all
    (select ${columnsOf('x')}, x.begins_xaf, x.state = 'REFUTED'
    from book_claims x
    where x.begins_xaf && b.at_xaf and x.collection_number_id = i.collection_number_id
      and (x.state = 'CLAIMED' or x.state = 'REFUTED' and (${MAY_GO_ON} or b.has_gap and ${IS_IDLE}))
      and x.arrived_at > i.now - interval '${CLAIM_DAYS} days'
    limit ${CLAIMS_AT_BALANCE_MAX})) c`,
);

/**
 * The claims that begin at one of some balances, or go on from a claim that does; and those that end at one, or lead to a claim
 * that does.
 * @param starts a query of those balances: `at_xaf`, and `is_onward`, true to go on from it and false to lead to it
 * @param which the condition that a claim `x` of the book `b` fulfils to be looked at
 */
const reached = (starts: string, which: string): string => `with recursive at (at_xaf, is_onward) as (
      (${starts})
      union
      (select case when at.is_onward then m.after_xaf else m.before_xaf end, at.is_onward from at
      cross join lateral (
        select x.told from book_claims x where at.is_onward and x.begins_xaf && array[at.at_xaf] and ${which}
        union all
        select x.told from book_claims x where not at.is_onward and x.ends_xaf && array[at.at_xaf] and ${which}) x
      cross join lateral json_to_recordset(x.told -> 'moves') as m (before_xaf bigint, after_xaf bigint)
      where case when at.is_onward then m.before_xaf else m.after_xaf end = at.at_xaf
        and m.before_xaf is not null and m.after_xaf is not null))
    select distinct on (x.notice_id) x.*
    from (
      (select x.* from (select * from at limit ${2 * OTHERS_MAX}) at
      join book_claims x on x.begins_xaf && array[at.at_xaf] and ${which}
      where at.is_onward limit ${OTHERS_MAX})
      union all
      (select x.* from (select * from at limit ${2 * OTHERS_MAX}) at
      join book_claims x on x.ends_xaf && array[at.at_xaf] and ${which}
      where not at.is_onward limit ${OTHERS_MAX})`;

const WAITS = `x.state = 'CLAIMED' and x.collection_number_id = b.collection_number_id
          and x.arrived_at > i.now - interval '${CLAIM_DAYS} days' and ${MAY_GO_ON}`;

/**
 * Where more claims wait than `loadClaims` reads: those that lead on from where the book may stand, or to the balance that is
 * read now, however many were forged since.
 */
const loadLeading = setStatement<
  { collection_number_id: string; from_xaf: number[]; to_xaf: number[]; now: Date },
  ClaimRow
>(
  'load_leading_claims',
  `select ${columnsOf('c')}, c.begins_xaf
  from json_to_recordset($1::json) as i (collection_number_id uuid, from_xaf json, to_xaf json, now timestamptz)
  join books b on b.collection_number_id = i.collection_number_id
  cross join lateral (
    ${reached(
      `select b.tip_xaf, true union select json_array_elements_text(i.from_xaf)::bigint, true
      union select json_array_elements_text(i.to_xaf)::bigint, false`,
      WAITS,
    )}) x) c`,
);

/**
 * The claims that wait on locked books.
 * @param looks `from_xaf`: where the book may stand next beside its tip; `to_xaf`: the balance that is read now
 */
export async function loadWaiting(
  client: PoolClient,
  looks: readonly { collection_number_id: string; from_xaf: number[]; to_xaf: number[]; now: Date }[],
): Promise<ClaimRow[]> {
  const rows = await loadClaims(
    client,
    looks.map(({ from_xaf: balances_xaf, ...look }) => ({ ...look, balances_xaf })),
  );
  const found = Map.groupBy(rows, (row) => row.collection_number_id);
  const flooded = looks.filter((look) => (found.get(look.collection_number_id)?.length ?? 0) >= TOLD_MAX);
  if (flooded.length === 0) return rows;
  const known = new Set(rows.map(({ notice_id }) => notice_id));
  const leading = await loadLeading(client, flooded);
  return [...rows, ...leading.filter(({ notice_id }) => !known.has(notice_id))];
}

/** The messages without a place that name the transaction which a witness tells of, refuted ones too. */
export const loadNamedClaims = setStatement<
  { collection_number_id: string; operator_transaction_id: string },
  ClaimRow
>(
  'load_named_claims',
  `select ${columnsOf('c')}
  from json_to_recordset($1::json) as i (collection_number_id uuid, operator_transaction_id text)
  cross join lateral (
    select * from book_claims x
    where x.told ->> 'operator_transaction_id' between i.operator_transaction_id and i.operator_transaction_id
      and x.state in ('CLAIMED', 'REFUTED') and x.collection_number_id = i.collection_number_id
    order by x.told ->> 'operator_transaction_id' offset 0) c
  order by c.arrived_at`,
);

/** A credit in the book that no reading has vouched for yet, with its message. */
export type PendingRow = ClaimRow &
  Pick<BookStepRow, 'before_xaf' | 'after_xaf'> & {
    step_id: string;
    /** Another message that is not proven begins at the same balance. */
    is_contested: boolean;
    /** A reading has found its money: it fills a gap, or has its place before that reading. */
    is_found: boolean;
    /** The messages that go on from it. */
    gone_on: readonly Heard[] | null;
  };

/** A message that contests another came at most so much earlier: what is older was refuted by its time. */
const EARLIER = '1 hour';

/** Whether the message `x`, which nothing proves, begins at the very balance at which the step `s` of the claim `c` does. */
export const BEGINS_BESIDE = `(x.collection_number_id = c.collection_number_id and x.state in ('CLAIMED', 'REFUTED')
        and x.arrived_at >= c.arrived_at - interval '${EARLIER}' and s.before_xaf = any (x.begins_xaf))`;

/**
 * Whether the credit of the claim `c`, whose step is `s`, is contested: another message that is not proven begins at the same
 * balance, or a reading found that messages lead another way past the step.
 */
export const IS_CONTESTED = `(exists (select from contested_steps k where (k.step_id = s.id or k.step_id = s.explains_id and k.part_xaf is null)
        and ${MAY_BE_TRUE}) or exists (
      select from book_claims x where ${BEGINS_BESIDE}))`;

/** Whether claim `x` of book `b` has no place and came since the last reading, or shortly before. */
export const WITHOUT_A_PLACE = `x.state in ('CLAIMED', 'REFUTED') and x.ends_xaf <> '{}' and x.collection_number_id = b.collection_number_id
          and x.arrived_at >= coalesce(b.anchored_at, '-infinity') - interval '${EARLIER}'`;

/**
 * The messages that may lead another way to the balance which is read now: those without a place that begin or end where a
 * locked book has stood since its last reading, go on from such a message, or lead to one. They are found however many were
 * forged. Beside them the newest of all others, which may tell of money between two of those balances (domain/doubt/between.ts).
 */
export const loadOtherwise = idStatement<ClaimRow>(
  'load_otherwise',
  `select ${columnsOf('c')}
  from books b
  cross join lateral (
    ${reached(
      `select v.at_xaf, d.is_onward from (
        select b.tip_xaf as at_xaf union
        select s.before_xaf from book_steps s where s.collection_number_id = b.collection_number_id
          and s.ordinal > greatest(b.anchored_ordinal, b.last_ordinal - ${UNREAD_STEPS})) v
      cross join (values (true), (false)) as d (is_onward)`,
      WITHOUT_A_PLACE,
    )}
      union all
      (select x.* from book_claims x where ${WITHOUT_A_PLACE} order by x.arrived_at desc limit ${BETWEEN_MAX})) x
    limit ${OTHERS_MAX + BETWEEN_MAX}) c
  where b.collection_number_id = any ($1::uuid[])`,
);

/** The credits of locked books that wait for a reading, in their order. */
export const loadPending = idStatement<PendingRow>(
  'load_pending',
  `select ${columnsOf('c')},
    s.id as step_id, s.before_xaf, s.after_xaf, ${IS_CONTESTED} as is_contested, ${GONE_ON} as gone_on,
    s.explains_id is not null or s.ordinal <= (
      select b.anchored_ordinal from books b where b.collection_number_id = c.collection_number_id) as is_found
  from book_claims c join book_steps s on s.notice_id = c.notice_id
  where c.collection_number_id = any ($1::uuid[]) and c.state = 'PENDING'
  order by c.collection_number_id, s.ordinal`,
);
