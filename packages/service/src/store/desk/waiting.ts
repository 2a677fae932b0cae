import type { WaitingKind } from '../../domain/desk/waiting.ts';
import { phoneWasSaid } from '../book/announced.ts';
import { UNEXPLAINED } from '../book/doubts.ts';
import {
  CLOCKS_DIFFER,
  leftElsewhere,
  leftNameless,
  leftUnexplained,
  lookedAtSince,
  toldElsewhere,
} from '../book/left.ts';
import { heldUpBy } from '../book/under-way.ts';
import { takenBack } from '../payments/undone.ts';
import type { AnnouncedDebitRow } from '../rows.generated.ts';
import { idStatement, statement } from '../statement.ts';

export type WaitingRow = {
  kind: WaitingKind;
  /** Its place among what came at the same moment. */
  id: string;
  /** What its page is about: a session, credit, transaction, incident, alert, number, or what a proposal names. */
  subject_id: string;
  since: Date;
  operator: string | null;
  msisdn: string | null;
  merchant: string | null;
  reference: string | null;
  amount_xaf: number | null;
  /** Why it waits, in the terms of its kind: a reason, a state, the kind of an incident or alert, or the action proposed. */
  reason: string;
  /** How many messages of a number wait, or how often an alert was raised; 1 for all else. */
  count: number;
  proposed_by: string | null;
  proposed_by_account: string | null;
};

const NOTHING = 'null::text';
/**
 * What was announced as `a`. It counts from when the money came: people have sent it back before they said so, and what had left then is
 * what would be sent twice.
 */
const ANNOUNCED = {
  since: 'a.came_at',
  until: "'infinity'",
  amount_xaf: 'a.amount_xaf',
  phone: 'a.to_phone',
} as const;
/** The same as its own SIM may have sent it: where its phone was typed that may be mistyped, and whoever got such a sum may be its payer. */
const SENT_HERE = {
  ...ANNOUNCED,
  phone: `case when not ${phoneWasSaid('a.cause_id')} then a.to_phone end`,
} as const;
const PROPOSED = (subject: string): string => `left join lateral (
    select x.proposed_by, x.proposed_by_account from staff_proposals x
    where x.subject_id = ${subject} and x.settled_at is null limit 1) p on true`;
const COLUMNS = 'p.proposed_by, p.proposed_by_account';
const MERCHANT = (id: string): string =>
  `cross join lateral (select x.name from merchants x where x.id = ${id} limit 1) m`;
/** No more messages of one number are counted than this: nobody needs to know how many more there are. */
const COUNTED_MAX = 1000;

/**
 * A page of some kinds in one environment, behind a place. What came before `claims_since` proves nothing any more, and waits for people
 * where it holds something up (`heldUpBy`); what staff said before `unsent_before` that they send should have left its SIM.
 */
type WaitingAsked = {
  environment: string;
  kinds: readonly WaitingKind[];
  since: Date;
  id: string;
  limit: number;
  claims_since: Date;
  unsent_before: Date;
};

const AFTER = (since: string, id: string): string =>
  `(${since}, ${id}) > ($since::timestamptz, $id::uuid) order by ${since}, ${id} limit $limit`;
const WANTED = (kind: WaitingKind): string => `'${kind}' = any ($kinds::text[])`;

/**
 * Whether what was announced as `a` may have left all the same: nobody has looked at its SIM since, or something there or on another SIM
 * may be it and nobody has said what that was. Who sent it again would pay twice.
 */
const MAY_HAVE_LEFT = `(not coalesce(${lookedAtSince('a.announced_at')}, false) or b.suspected_at is not null
      or ${leftUnexplained(SENT_HERE)} or ${leftElsewhere(ANNOUNCED)})`;

/** How the desk lists what was announced as `a` and has not left: what the operator took back meanwhile is not to be sent at all. */
const LISTED_AS = `case when ${takenBack('id', 'a.cause_id')} or ${takenBack('matched_transaction_id', 'a.cause_id')} then 'mark_taken_back'
      when ${MAY_HAVE_LEFT} then 'may_have_left' else 'unsent' end`;

/**
 * What staff said that they send back to payers, and no SIM has told of since; `owner`: the table of what it is given back for, and when
 * that `came`.
 */
const UNSENT = (
  kind: WaitingKind,
  owner: string,
  came: string,
): string => `select '${kind}', a.id, a.cause_id::text, a.announced_at, a.of_operator, a.msisdn, ${NOTHING}, ${NOTHING}, a.amount_xaf,
      ${LISTED_AS}, 1, ${COLUMNS}
    from (select x.*, o.operator as of_operator, ${came} as came_at, n.msisdn from announced_debits x
      join ${owner} o on o.id = x.cause_id
      cross join lateral (select y.msisdn from collection_numbers y where y.id = x.collection_number_id limit 1) n
      where ${WANTED(kind)} and $environment = 'live' and x.kind = 'refund' and x.step_id is null
        and x.announced_at < $unsent_before::timestamptz and ${AFTER('x.announced_at', 'x.id')}) a
    left join books b on b.collection_number_id = a.collection_number_id ${PROPOSED('a.cause_id::text')}`;

/** How the desk lists what was announced and has not left. */
export type UnsentReason = 'unsent' | 'may_have_left' | 'mark_taken_back';

/** What is marked as sent back of credits, and no SIM has told of since, the oldest first: as the desk lists it, apart from all else. */
export const listUnsent = statement<
  Omit<WaitingAsked, 'claims_since'>,
  WaitingRow & Pick<AnnouncedDebitRow, 'to_phone'>
>(
  'list_unsent',
  `select w.*, y.to_phone from (${UNSENT('suspense', 'credits', 'o.occurred_at')}) as w (kind, id, subject_id, since, operator, msisdn,
    merchant, reference, amount_xaf, reason, count, proposed_by, proposed_by_account)
  join announced_debits y on y.id = w.id
  order by w.since, w.id`,
);

/** Of what is marked as sent back for these and no SIM has told of: how the desk lists it, which SIM it was to leave, and to whom. */
export const findUnsent = statement<
  { cause_ids: readonly string[]; unsent_before: Date },
  Pick<AnnouncedDebitRow, 'collection_number_id' | 'to_phone'> & { cause_id: string; reason: UnsentReason }
>(
  'find_unsent',
  `select a.cause_id, a.collection_number_id, a.to_phone, ${LISTED_AS} as reason
  from (select x.*, coalesce((select o.occurred_at from credits o where o.id = x.cause_id),
        (select coalesce(o.confirmed_at, o.created_at) from transactions o where o.id = x.cause_id)) as came_at
      from announced_debits x
      where x.cause_id = any ($cause_ids::uuid[]) and x.kind = 'refund' and x.step_id is null
        and x.announced_at < $unsent_before::timestamptz) a
    left join books b on b.collection_number_id = a.collection_number_id`,
);

/**
 * What is marked as sent back of some credits, and whether it may have left: as `MAY_HAVE_LEFT`, or as much has left its SIM, whoever got
 * it, or a SIM of ours has sent or tells of such a sum to that phone or to nobody. The caller holds the lock of the SIM's book.
 */
export const loadMarks = idStatement<{
  credit_id: string;
  amount_xaf: number;
  has_left: boolean;
  may_have_left: boolean;
  /** When its SIM was last said to hold what; null: never. */
  read_at: Date | null;
}>(
  'load_refund_marks',
  `select a.cause_id as credit_id, a.amount_xaf, a.step_id is not null as has_left, b.anchored_at as read_at,
    ${MAY_HAVE_LEFT} or ${toldElsewhere({ ...ANNOUNCED })} or ${leftNameless(ANNOUNCED, 'a.operator')} or exists (
      select from book_steps s
      where s.collection_number_id = a.collection_number_id and s.before_xaf - s.after_xaf >= a.amount_xaf
        and s.occurred_at >= a.came_at - ${CLOCKS_DIFFER} and ${UNEXPLAINED}) as may_have_left
  from (select x.*, o.occurred_at as came_at, o.operator from announced_debits x join credits o on o.id = x.cause_id
      where x.cause_id = any ($1::uuid[]) and x.kind = 'refund') a
  left join books b on b.collection_number_id = a.collection_number_id`,
);

/** A branch per kind: each reads its own index from the place on, and no more rows than a page holds. */
const BRANCHES: Readonly<Record<WaitingKind, string>> = {
  review: `select 'review' as kind, s.id, s.id::text as subject_id, s.closed_at as since, s.operator,
      s.assigned_collection_number as msisdn, m.name as merchant, s.reference, s.amount_xaf, s.review_reason as reason,
      1 as count, ${COLUMNS}
    from (select * from payment_sessions x
      where ${WANTED('review')} and x.environment = $environment and x.status = 'UNDER_REVIEW' and ${AFTER('x.closed_at', 'x.id')}) s
    ${MERCHANT('s.merchant_id')} ${PROPOSED('s.id::text')}`,
  suspense: `select 'suspense', c.id, c.id::text, c.created_at, c.operator, n.msisdn, ${NOTHING},
      c.operator_transaction_id, c.waiting_xaf, c.reason, 1, ${COLUMNS}
    from ((select x.*, x.amount_xaf as waiting_xaf from credits x
        where ${WANTED('suspense')} and x.environment = $environment and x.state = 'SUSPENSE' and ${AFTER('x.created_at', 'x.id')})
      union all
      (select x.*, x.surplus_xaf from credits x
        where ${WANTED('suspense')} and x.environment = $environment and x.surplus_xaf > 0 and x.surplus_refunded_at is null
          and ${AFTER('x.created_at', 'x.id')})) c
    cross join lateral (select x.msisdn from collection_numbers x where x.id = c.collection_number_id limit 1) n
    ${PROPOSED('c.id::text')}
    union all
    ${UNSENT('suspense', 'credits', 'o.occurred_at')}`,
  late: `select 'late', r.id, r.transaction_id::text, r.opened_at, t.operator, ${NOTHING}, m.name, t.reference,
      t.amount_xaf, coalesce(r.reason, r.kind), 1, ${COLUMNS}
    from (select * from transaction_reviews x
      where ${WANTED('late')} and x.environment = $environment and x.state = 'OPEN' and ${AFTER('x.opened_at', 'x.id')}) r
    cross join lateral (select * from transactions x where x.id = r.transaction_id limit 1) t
    ${MERCHANT('t.merchant_id')} ${PROPOSED('r.transaction_id::text')}`,
  refund: `select 'refund', r.transaction_id, r.transaction_id::text, r.changed_at, t.operator, ${NOTHING}, m.name,
      t.reference, t.amount_xaf, r.state, 1, ${COLUMNS}
    from (select x.* from rail_refunds x
      join transactions y on y.id = x.transaction_id and y.environment = $environment
      where ${WANTED('refund')} and x.state in ('ASKED', 'UNKNOWN') and ${AFTER('x.changed_at', 'x.transaction_id')}) r
    cross join lateral (select * from transactions x where x.id = r.transaction_id limit 1) t
    ${MERCHANT('t.merchant_id')} ${PROPOSED('r.transaction_id::text')}
    union all
    ${UNSENT('refund', 'transactions', 'coalesce(o.confirmed_at, o.created_at)')}`,
  alert: `select 'alert', a.id, a.id::text, a.opened_at, ${NOTHING}, n.msisdn, ${NOTHING}, ${NOTHING}, null::int,
      a.kind, a.times, ${NOTHING}, null::uuid
    from (select * from staff_alerts x
      where ${WANTED('alert')} and x.environment = $environment and x.closed_at is null and ${AFTER('x.opened_at', 'x.id')}) a
    left join lateral (
      select y.msisdn from notices x join collection_numbers y on y.id = x.collection_number_id
      where x.id = a.notice_id limit 1) n on true`,
  incident: `select 'incident', f.id, f.id::text, f.opened_at, n.operator, n.msisdn, ${NOTHING}, ${NOTHING}, null::int,
      f.kind, 1, ${NOTHING}, null::uuid
    from (select * from feed_incidents x
      where ${WANTED('incident')} and $environment = 'live' and x.closed_at is null and ${AFTER('x.opened_at', 'x.id')}) f
    cross join lateral (select * from collection_numbers x where x.id = f.collection_number_id limit 1) n`,
  claims: `select 'claims', b.id, b.id::text, b.since, n.operator, n.msisdn, ${NOTHING}, ${NOTHING}, null::int,
      'unproven', b.count, ${COLUMNS}
    from (select o.collection_number_id as id, k.since, k.count from books o
      cross join lateral (
        select min(y.arrived_at) as since, count(*)::int as count from (
          (select z.arrived_at from book_claims z
          where z.collection_number_id = o.collection_number_id and z.state in ('CLAIMED', 'PENDING')
            and z.arrived_at > $claims_since::timestamptz order by z.arrived_at limit ${COUNTED_MAX})
          union all
          (select h.arrived_at from (${heldUpBy('o.collection_number_id', '$claims_since::timestamptz')}) h limit ${COUNTED_MAX})) y) k
      where ${WANTED('claims')} and $environment = 'live' and k.count > 0 and ${AFTER('k.since', 'o.collection_number_id')}) b
    cross join lateral (select * from collection_numbers x where x.id = b.id limit 1) n
    ${PROPOSED(`b.id::text || '/anchor'`)}`,
  proposal: `select 'proposal', p.id, p.subject_id, p.proposed_at, ${NOTHING}, ${NOTHING}, ${NOTHING}, ${NOTHING},
      p.amount_xaf, p.action, 1, ${COLUMNS}
    from (select * from staff_proposals x
      where ${WANTED('proposal')} and $environment = 'live' and x.settled_at is null and ${AFTER('x.proposed_at', 'x.id')}) p`,
};

/** What waits in one environment, the oldest first. */
export const listWaiting = statement<WaitingAsked, WaitingRow>(
  'list_waiting',
  `select * from (${Object.values(BRANCHES)
    .map((branch) => `(${branch})`)
    .join('\n  union all ')}) w order by since, id limit $limit`,
);

/** How many of each kind wait, as far as `limit`; the other two as for a page. */
export const countWaiting = statement<
  Pick<WaitingAsked, 'environment' | 'limit' | 'claims_since' | 'unsent_before'>,
  { kind: WaitingKind; waiting: number }
>(
  'count_waiting',
  `select kind, count(*)::int as waiting from (
    (select 'review' as kind from payment_sessions where environment = $environment and status = 'UNDER_REVIEW' limit $limit)
    union all (select 'suspense' from credits where environment = $environment and state = 'SUSPENSE' limit $limit)
    union all (select 'suspense' from credits
      where environment = $environment and surplus_xaf > 0 and surplus_refunded_at is null limit $limit)
    union all (select case when exists (select from credits c where c.id = a.cause_id) then 'suspense' else 'refund' end
      from announced_debits a where $environment = 'live' and a.kind = 'refund' and a.step_id is null
        and a.announced_at < $unsent_before::timestamptz limit $limit)
    union all (select 'late' from transaction_reviews where environment = $environment and state = 'OPEN' limit $limit)
    union all (select 'refund' from rail_refunds r join transactions t on t.id = r.transaction_id
      where t.environment = $environment and r.state in ('ASKED', 'UNKNOWN') limit $limit)
    union all (select 'alert' from staff_alerts where environment = $environment and closed_at is null limit $limit)
    union all (select 'incident' from feed_incidents where $environment = 'live' and closed_at is null limit $limit)
    union all (select 'claims' from books b where $environment = 'live' and (exists (
      select from book_claims x where x.collection_number_id = b.collection_number_id
        and x.state in ('CLAIMED', 'PENDING') and x.arrived_at > $claims_since::timestamptz)
      or exists (${heldUpBy('b.collection_number_id', '$claims_since::timestamptz')})) limit $limit)
    union all (select 'proposal' from staff_proposals where $environment = 'live' and settled_at is null limit $limit)) w
  group by kind`,
);

export type Collected = { day: string; operator: string; payments: number; amount_xaf: number };

/**
 * What live numbers took in by local day since the day of `since`, the newest first: from the deltas that their daily caps
 * are counted with, of which there are few for each number and day.
 */
export const loadCollected = statement<{ since: Date }, Collected>(
  'load_collected',
  `select u.day::text as day, n.operator, sum(u.credit_count)::int as payments, sum(u.volume_xaf)::bigint as amount_xaf
  from collection_numbers n
  cross join lateral (
    select x.day, x.credit_count, x.volume_xaf from collection_number_usage x
    where x.collection_number_id = n.id and x.day >= ($since::timestamptz at time zone 'Africa/Ndjamena')::date) u
  where n.environment = 'live'
  group by u.day, n.operator order by u.day desc, n.operator`,
);
