import { idStatement } from '../statement.ts';

/** What one person has decided alone about a number since two people last read its SIM, or since its last anchor. */
export type DecidedAlone = {
  collection_number_id: string;
  /** What balances that one person named have settled or left unexplained, since two last did. */
  moved_xaf: number;
  /** What messages that staff typed in have settled since the last balance: among the latest steps. */
  typed_xaf: number;
};

/** A number that settled more steps than this since its last balance has long been asked for the next one. */
const STEPS_MAX = 5000;

export const loadDecidedAlone = idStatement<DecidedAlone>(
  'load_decided_alone',
  `select b.collection_number_id, coalesce(m.moved_xaf, 0)::bigint as moved_xaf, coalesce(t.typed_xaf, 0)::bigint as typed_xaf
  from books b
  cross join lateral (
    select sum((a.detail ->> 'moved_xaf')::bigint) as moved_xaf from staff_actions a
    where a.subject_id = b.collection_number_id::text and a.action = 'feed.anchor' and a.at > coalesce((
      select max(x.at) from staff_actions x
      where x.subject_id = b.collection_number_id::text and x.action = 'feed.anchor'
        and x.detail ->> 'proposed_by' is not null), '-infinity')) m
  cross join lateral (
    select sum(s.after_xaf - s.before_xaf) as typed_xaf
    from (
      select x.notice_id, x.before_xaf, x.after_xaf from book_steps x
      where x.collection_number_id = b.collection_number_id and x.ordinal is not null
      order by x.ordinal desc limit ${STEPS_MAX}) s
    cross join lateral (
      select from notices n
      where n.id = s.notice_id and n.source = 'MANUAL_SMS' and n.created_at >= coalesce(b.anchored_at, '-infinity')
      limit 1) typed
    where s.after_xaf > s.before_xaf) t
  where b.collection_number_id = any ($1::uuid[])`,
);
