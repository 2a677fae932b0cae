import type { PoolClient } from 'pg';
import { BETWEEN_MAX } from '../../domain/book/between.ts';
import { OTHERS_MAX } from '../../domain/book/contest.ts';
import { LOW_XAF, NEAR_LOW_XAF } from '../../domain/book/guesses.ts';
import type { Move } from '../../domain/book/move.ts';
import { CLAIM_DAYS } from '../../domain/book/policy.ts';
import { TOLD_MAX } from '../../domain/book/tries.ts';
import { HEARD_AT, type UnreadNotice } from '../notices/inbox.ts';
import type { BookClaimRow, BookStepRow } from '../rows.generated.ts';
import { idStatement, setStatement, statement } from '../statement.ts';
import { MAY_BE_TRUE, UNEXPLAINED, UNREAD_STEPS } from './steps.ts';

/** What a claim tells: what the templates read, in their order, and what it would be by that. */
export type ToldMoves = {
  readings: unknown[];
  moves: Move[];
  operator_transaction_id: string | null;
  /** Without an id: a digest of its words, by which it is known when it comes again. */
  words?: string;
  /** A digest of its letters, by which it is told from another of the same id and balances. */
  letters?: string | null;
  /** Of a sender who is not on the list: what it would be, and proves nothing before staff list the name. */
  held?: Move[];
  /** The same where it doesn't fit, or so many did not that it may be a lucky guess at the balance. */
  tried?: Move[];
};

export type ClaimRow = Omit<BookClaimRow, 'told' | 'state' | 'settled_at' | 'begins_xaf' | 'ends_xaf'> & {
  told: ToldMoves;
  /** Refuted as soon as it came, since its figures fitted nowhere; they may fit once what was missing has come. */
  is_idle?: boolean;
};

/** Whether the claim `x` may be later than a moment. A message that prints a time to come is as old as its arrival. */
export const fallsAfter = (moment: string): string =>
  `least(x.occurred_at, x.arrived_at) + make_interval(secs => x.precision_ms / 1000.0) > ${moment}`;

/** Whether the claim `x` may still go on from the tip of its book `b`. */
export const MAY_GO_ON = fallsAfter(`coalesce(b.went_on_at, '-infinity')`);

/** Whether the claim `x` begins where its book `b` stands and came since it went on: a clock that is behind makes it seem older. */
export const IS_AT_THE_TIP = `(b.tip_xaf = any (x.begins_xaf) and x.arrived_at > b.went_on_at)`;

/** Whether the claim `x` is about airtime: where it fitted nowhere it was refuted as soon as it came. */
const IS_IDLE = `not exists (select from json_array_elements(x.told -> 'moves') m where m ->> 'kind' <> 'AIRTIME')`;

/** Whether a reading of the claim `x` is a customer's money. */
const MAY_PAY = `exists (select from json_array_elements(x.told -> 'moves') m where m ->> 'kind' in ('CREDIT', 'CASH_IN'))`;

/**
 * Whether the book `b` stands near nothing, or has stood there since its last reading: a lucky guess may have lifted it. Looked up
 * once a book and not once a message (`offset 0` keeps it whole), and only where a claim of the last days is low.
 */
export const STOOD_LOW = `(select b.tip_xaf < ${NEAR_LOW_XAF} or (exists (
        select from book_claims x where x.collection_number_id = b.collection_number_id and x.state in ('CLAIMED', 'REFUTED')
          and x.arrived_at > b.anchored_at - interval '${CLAIM_DAYS} days' and ${LOW_XAF} > any (x.begins_xaf))
      and exists (select from book_steps s where s.collection_number_id = b.collection_number_id
        and s.ordinal >= b.anchored_ordinal and s.after_xaf < ${NEAR_LOW_XAF})) as is_low offset 0) stood`;

/** Whether the claim `x` may lie on a way that leads nowhere near nothing: see `LOW_XAF`. */
export const IS_NOT_LOW = `(${LOW_XAF} <= any (x.begins_xaf) or ${LOW_XAF} <= any (x.ends_xaf) or ${MAY_PAY})`;

/** One text may tell of more sums: it keeps no payer from where to pay. */
const SUMS_SHOWN = 2;

/** Whether a message tells of the payment of the session `s` that waits, and is not proven: people are asked to pay no second time. */
export const IS_CHECKED = `(s.status = 'AWAITING_PAYMENT' and exists (
        select from book_claims c
        where c.collection_number_id = s.collection_number_id and c.state in ('CLAIMED', 'PENDING')
          and s.amount_xaf = any (c.amounts_xaf) and cardinality(c.amounts_xaf) <= ${SUMS_SHOWN}
          and c.arrived_at >= s.created_at and c.occurred_at between s.created_at - interval '3 minutes' and s.expires_at))`;

/** What has left by the claim `x`, whichever of its readings is true. */
export const TOLD_OUT = `select (m ->> 'amount_xaf')::bigint as amount_xaf from json_array_elements(x.told -> 'moves') m
      where m ->> 'kind' = 'DEBIT' or (m ->> 'kind' = 'UNREAD' and (m ->> 'after_xaf')::bigint < (m ->> 'before_xaf')::bigint)`;

/** Keeps what waits; one whose notice was read again is told anew, and waits if it was a stranger's until then. */
export const insertClaims = setStatement<ClaimRow>(
  'insert_book_claims',
  `insert into book_claims
    (notice_id, collection_number_id, told, amounts_xaf, begins_xaf, ends_xaf, occurred_at, precision_ms, arrived_at)
  select notice_id, collection_number_id, told, array(select json_array_elements_text(amounts_xaf)::int),
    array(select distinct (m ->> 'before_xaf')::bigint from json_array_elements(told -> 'moves') m
      where m ->> 'before_xaf' is not null),
    array(select distinct (m ->> 'after_xaf')::bigint from json_array_elements(told -> 'moves') m
      where m ->> 'after_xaf' is not null), occurred_at,
    precision_ms, arrived_at
  from json_to_recordset($1::json) as i (notice_id uuid, collection_number_id uuid, told json, amounts_xaf json,
    occurred_at timestamptz, precision_ms int, arrived_at timestamptz)
  on conflict (notice_id) do update set told = excluded.told, amounts_xaf = excluded.amounts_xaf,
    begins_xaf = excluded.begins_xaf, ends_xaf = excluded.ends_xaf,
    occurred_at = excluded.occurred_at, precision_ms = excluded.precision_ms,
    state = case when book_claims.told -> 'tried' is null then book_claims.state else 'CLAIMED' end,
    settled_at = case when book_claims.told -> 'tried' is null then book_claims.settled_at end
    where book_claims.state in ('CLAIMED', 'REFUTED')`,
);

/** How many senders who are on no list have told of these numbers in the last day what doesn't fit. */
export const countTried = statement<
  { collection_number_ids: readonly string[]; now: Date },
  { collection_number_id: string; tried: number }
>(
  'count_tried',
  `select n.id as collection_number_id, (
    select count(*) from book_claims c where c.collection_number_id = n.id and c.state in ('CLAIMED', 'REFUTED')
      and c.arrived_at > $now::timestamptz - interval '1 day' and c.told -> 'tried' is not null)::int as tried
  from unnest($collection_number_ids::uuid[]) as n (id)`,
);

export const settleClaims = setStatement<{
  notice_id: string;
  state: 'PENDING' | 'PROVEN' | 'REFUTED' | 'VOIDED';
  settled_at: Date;
}>(
  'settle_book_claims',
  `update book_claims c set state = i.state, settled_at = i.settled_at
  from json_to_recordset($1::json) as i (notice_id uuid, state text, settled_at timestamptz)
  where c.notice_id = i.notice_id and c.state <> 'PROVEN'`,
);

/** Of a flood the newest are looked at, and so many of those that begin where the book stands. */
const CLAIMS_AT_BALANCE_MAX = 50;

/**
 * Those that came last, and those that begin where the book may stand, so that a true one is found however many came
 * since; also, of what fitted nowhere when it came, what begins where one that waits ends.
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
    (select x.notice_id, x.collection_number_id, x.told, x.amounts_xaf, x.occurred_at, x.precision_ms, x.arrived_at,
      false as is_idle
    from book_claims x
    where x.collection_number_id = i.collection_number_id and x.state = 'CLAIMED'
      and x.arrived_at > i.now - interval '${CLAIM_DAYS} days'
    order by x.arrived_at desc limit ${TOLD_MAX})
    union all
    (select x.notice_id, x.collection_number_id, x.told, x.amounts_xaf, x.occurred_at, x.precision_ms, x.arrived_at,
      x.state = 'REFUTED'
    from book_claims x
    where x.begins_xaf && b.at_xaf and x.collection_number_id = i.collection_number_id
      and (x.state = 'CLAIMED' or x.state = 'REFUTED' and (${MAY_GO_ON} or b.has_gap and ${IS_IDLE}))
      and x.arrived_at > i.now - interval '${CLAIM_DAYS} days'
    limit ${CLAIMS_AT_BALANCE_MAX})) c`,
);

/**
 * The messages that begin where some balance is, or go on from one that does, and those that lead to one.
 * @param starts a query of `at_xaf` and `is_onward`, where to begin and which way
 * @param which which claims `x` of book `b` are looked at
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
 * Of a flood beside the newest claims: those that lead on from where the book may stand, or to the balance that is read
 * now, however many were forged since.
 */
const loadLeading = setStatement<
  { collection_number_id: string; from_xaf: number[]; to_xaf: number[]; now: Date },
  ClaimRow
>(
  'load_leading_claims',
  `select c.notice_id, c.collection_number_id, c.told, c.amounts_xaf, c.occurred_at, c.precision_ms, c.arrived_at
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
  `select c.notice_id, c.collection_number_id, c.told, c.amounts_xaf, c.occurred_at, c.precision_ms, c.arrived_at
  from json_to_recordset($1::json) as i (collection_number_id uuid, operator_transaction_id text)
  join book_claims c on c.told ->> 'operator_transaction_id' = i.operator_transaction_id
    and c.state in ('CLAIMED', 'REFUTED') and c.collection_number_id = i.collection_number_id
  order by c.arrived_at`,
);

/** The notices of claims, to be read as proven. */
export const loadClaimNotices = idStatement<UnreadNotice>(
  'load_claim_notices',
  `select n.id, n.environment, n.merchant_id, n.operator, n.collection_number_id, n.source, n.sender, n.body,
    ${HEARD_AT}, n.created_at, '{}'::text[] as sender_allow_list, false as is_replay
  from notices n where n.id = any ($1::uuid[])`,
);

/** Test only: what was played as a claim of this amount is proven by what was played since. */
export const provePlayedClaims = setStatement<{
  collection_number_id: string;
  amount_xaf: number;
  now: Date;
}>(
  'prove_played_claims',
  `update book_claims c set state = 'PROVEN', settled_at = i.now
  from json_to_recordset($1::json) as i (collection_number_id uuid, amount_xaf int, now timestamptz)
  where c.collection_number_id = i.collection_number_id and c.state = 'CLAIMED'
    and i.amount_xaf = any (c.amounts_xaf)
    and exists (select from collection_numbers n where n.id = c.collection_number_id and n.environment = 'test')`,
);

/** A credit in the book that no reading has vouched for yet, with its message. */
export type PendingRow = ClaimRow &
  Pick<BookStepRow, 'before_xaf' | 'after_xaf'> & {
    step_id: string;
    /** Another message that is not proven begins at the same balance. */
    is_contested: boolean;
  };

/** A message that contests another came at most so much earlier: what is older was refuted by its time. */
const EARLIER = '1 hour';

/**
 * Whether another message that is not proven begins where the credit of claim `c` does, whose step is `s`, or a reading
 * found that messages lead another way past it.
 */
export const IS_CONTESTED = `(exists (select from contested_steps k where (k.step_id = s.id or k.step_id = s.explains_id and k.part_xaf is null)
        and ${MAY_BE_TRUE}) or exists (
      select from book_claims x
      where x.collection_number_id = c.collection_number_id and x.state in ('CLAIMED', 'REFUTED')
        and x.arrived_at >= c.arrived_at - interval '${EARLIER}' and s.before_xaf = any (x.begins_xaf)))`;

/** Whether claim `x` of book `b` has no place and came since the last reading, or shortly before. */
const WITHOUT_A_PLACE = `x.state in ('CLAIMED', 'REFUTED') and x.collection_number_id = b.collection_number_id
          and x.arrived_at >= coalesce(b.anchored_at, '-infinity') - interval '${EARLIER}'`;

/**
 * The messages without a place that begin or end where locked books stood since their last reading, or go on from one
 * that does, or lead to it: what may lead another way to the balance that is read now. A reading finds them however
 * many were forged. Beside them the newest of the others, which may tell of what lies between.
 */
export const loadOtherwise = idStatement<ClaimRow>(
  'load_otherwise',
  `select c.notice_id, c.collection_number_id, c.told, c.amounts_xaf, c.occurred_at, c.precision_ms, c.arrived_at
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
  `select c.notice_id, c.collection_number_id, c.told, c.amounts_xaf, c.occurred_at, c.precision_ms, c.arrived_at,
    s.id as step_id, s.before_xaf, s.after_xaf, ${IS_CONTESTED} as is_contested
  from book_claims c join book_steps s on s.notice_id = c.notice_id
  where c.collection_number_id = any ($1::uuid[]) and c.state = 'PENDING'
  order by c.collection_number_id, s.ordinal`,
);
