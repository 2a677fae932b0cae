import type { Move } from '../../domain/movement/move.ts';
import { NOTICE, type UnreadNotice } from '../notices/inbox.ts';
import type { BookClaimRow } from '../rows.generated.ts';
import { idStatement, setStatement, statement } from '../statement.ts';

/** What a claim tells: what the templates read in it, in their order, and which movements it may be by that. */
export type ToldMoves = {
  readings: unknown[];
  moves: Move[];
  operator_transaction_id: string | null;
  /** Of a message without an id: a digest of its words, by which it is recognised when it comes again. */
  words?: string;
  /**
   * Of words that nobody knows: they say that money came; `false`: that it left or was taken back. Unset where
   * they say neither, and of what has waited since before it was kept.
   */
  is_receipt?: boolean;
  /** A digest of its letters, by which it is told apart from another message of the same id and balances. */
  letters?: string | null;
  /** The tickets anywhere in its text that a session may have, likewise. */
  drawn?: string | null;
  /**
   * Of a sender who is not on the list: its movements, where they go on from the tip or from another held message. Sessions
   * that they would pay wait, and nothing is proven by them before staff list the name.
   */
  held?: Move[];
  /**
   * Of such a sender: its movements, where they go on from neither, or so many other messages didn't that these may be a lucky
   * guess. No session waits for them.
   */
  tried?: Move[];
  /** It may be the own message of a row that prints no balance. */
  is_like_row?: boolean;
  /**
   * One of the staff typed it in, and no phone tells of it; unset of what has waited since before that was
   * kept.
   */
  is_typed?: boolean;
};

export type ClaimRow = Omit<BookClaimRow, 'told' | 'state' | 'settled_at' | 'begins_xaf' | 'ends_xaf'> & {
  told: ToldMoves;
  /** It was refuted, since its figures fitted nowhere; they may fit once what was missing has come. */
  is_idle?: boolean;
  /** Where it would begin, as far as that is counted; only of one that waits. */
  begins_xaf?: number[];
};

/** A column that `ClaimRow` gains is read by each statement that finds claims, or this isn't complete. */
const COLUMNS: Record<keyof Omit<ClaimRow, 'is_idle' | 'begins_xaf'>, true> = {
  notice_id: true,
  collection_number_id: true,
  told: true,
  amounts_xaf: true,
  occurred_at: true,
  precision_ms: true,
  arrived_at: true,
};

/** What a `ClaimRow` holds of the claim of that alias, but for what only those that wait have. */
export const columnsOf = (of: string): string =>
  Object.keys(COLUMNS)
    .map((column) => `${of}.${column}`)
    .join(', ');

/** Keeps messages that wait. One whose notice was read again gets the new reading, and waits anew if it was `tried`. */
export const insertClaims = setStatement<ClaimRow>(
  'insert_book_claims',
  `insert into book_claims
    (notice_id, collection_number_id, told, amounts_xaf, begins_xaf, ends_xaf, occurred_at, precision_ms, arrived_at)
  select notice_id, collection_number_id, told, amounts_xaf,
    array(select distinct (m ->> 'before_xaf')::bigint from json_array_elements(told -> 'moves') m
      where m ->> 'before_xaf' is not null),
    array(select distinct (m ->> 'after_xaf')::bigint from json_array_elements(told -> 'moves') m
      where m ->> 'after_xaf' is not null), occurred_at,
    precision_ms, arrived_at
  from json_to_recordset($1::json) as i (notice_id uuid, collection_number_id uuid, told json, amounts_xaf int[],
    occurred_at timestamptz, precision_ms int, arrived_at timestamptz)
  on conflict (notice_id) do update set told = excluded.told, amounts_xaf = excluded.amounts_xaf,
    begins_xaf = excluded.begins_xaf, ends_xaf = excluded.ends_xaf,
    occurred_at = excluded.occurred_at, precision_ms = excluded.precision_ms,
    state = case when book_claims.told -> 'tried' is null then book_claims.state else 'CLAIMED' end,
    settled_at = case when book_claims.told -> 'tried' is null then book_claims.settled_at end
    where book_claims.state in ('CLAIMED', 'REFUTED')`,
);

/** Counts where claims begin and end that tell of it only since something else was told: a reversal that prints no sum. */
export const countBegins = setStatement<{ notice_id: string; begins_xaf: number[]; ends_xaf: number[] }>(
  'count_claims_begin',
  `update book_claims c set begins_xaf = array(select json_array_elements_text(i.begins_xaf)::bigint),
    ends_xaf = array(select json_array_elements_text(i.ends_xaf)::bigint)
  from json_to_recordset($1::json) as i (notice_id uuid, begins_xaf json, ends_xaf json)
  where c.notice_id = i.notice_id and c.state in ('CLAIMED', 'REFUTED')`,
);

/** At how many balances messages of unlisted senders would begin that have come for these numbers in the last day and didn't fit (`tried`). */
export const countTried = statement<
  { collection_number_ids: readonly string[]; now: Date },
  { collection_number_id: string; tried: number }
>(
  'count_tried',
  `select n.id as collection_number_id, (
    select count(distinct (c.notice_id, m ->> 'before_xaf')) from book_claims c cross join lateral json_array_elements(c.told -> 'tried') m where c.collection_number_id = n.id and c.state in ('CLAIMED', 'REFUTED')
      and c.arrived_at > $now::timestamptz - interval '1 day' and c.told -> 'tried' is not null)::int as tried
  from unnest($collection_number_ids::uuid[]) as n (id)`,
);

/** What has its place keeps it, and what two people disowned stays so: a witness alone may still prove it. */
export const settleClaims = setStatement<{
  notice_id: string;
  state: 'PENDING' | 'PROVEN' | 'REFUTED' | 'VOIDED';
  settled_at: Date;
  /** Of a credit that is booked and waits: by when its money had moved, as what goes on from it says. */
  sent_by?: Date | null;
}>(
  'settle_book_claims',
  `with i as materialized (
    select * from json_to_recordset($1::json)
      as x (notice_id uuid, state text, settled_at timestamptz, sent_by timestamptz))
  update book_claims c set state = i.state, settled_at = i.settled_at,
    occurred_at = least(c.occurred_at, i.sent_by) from i
  where c.notice_id = any (array(select notice_id from i)) and c.notice_id = i.notice_id and c.state <> 'PROVEN'
    and (c.state <> 'VOIDED' or i.state = 'PROVEN')`,
);

/**
 * Notes of credits that are booked and wait that a phone has told of them too, and not only staff who typed
 * them in.
 */
export const noteHeard = idStatement(
  'note_claims_heard',
  `update book_claims set told = (told::jsonb - 'is_typed')::json
  where notice_id = any ($1::uuid[]) and state = 'PENDING'`,
);

/** The notices of claims, to be read as proven. */
export const loadClaimNotices = idStatement<UnreadNotice>(
  'load_claim_notices',
  `select ${NOTICE}, '{}'::text[] as sender_allow_list, false as is_replay
  from notices n where n.id = any ($1::uuid[])`,
);

/** Test only: proves the claims of this amount that the sandbox played as unproven, now that it has played their proof. */
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
