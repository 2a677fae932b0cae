import { ANNOUNCED_LASTS_HOURS } from '../../domain/movement/clocks.ts';
import { NATIONAL_DIGITS } from '../../domain/msisdn.ts';
import type { AnnouncedDebitRow } from '../rows.generated.ts';
import { idStatement, setStatement, statement } from '../statement.ts';
import { STANDS } from './doubts.ts';
import { IS_NAMELESS, mayBeOfSum } from './left.ts';
import { isWholePhone, national } from './phones.ts';

/** Writes what staff say they send from a number. */
export const insertAnnounced = setStatement<AnnouncedDebitRow>(
  'insert_announced_debits',
  `insert into announced_debits (id, collection_number_id, kind, amount_xaf, cause_id, announced_at, step_id, to_phone)
  select id, collection_number_id, kind, amount_xaf, cause_id, announced_at, step_id, to_phone
  from json_to_recordset($1::json) as i (id uuid, collection_number_id uuid, kind text, amount_xaf bigint, cause_id uuid,
    announced_at timestamptz, step_id uuid, to_phone text)`,
);

/**
 * When sweeps that come again were announced: by the id of each, where it has one, else by its sum and who says it,
 * since then. `position`: the caller's own numbering.
 */
export const loadAnnouncedBefore = setStatement<
  Pick<AnnouncedDebitRow, 'collection_number_id' | 'amount_xaf'> & {
    position: number;
    id: string | null;
    actor: string;
    since: Date;
  },
  { position: number; announced_at: Date }
>(
  'load_announced_before',
  `select i.position, b.announced_at
  from json_to_recordset($1::json) as i (position int, id uuid, collection_number_id uuid, amount_xaf bigint, actor text,
    since timestamptz)
  cross join lateral (
    select d.announced_at from announced_debits d where d.id = i.id
    union all
    select a.at from staff_actions a
    where i.id is null and a.subject_id = i.collection_number_id::text and a.at >= i.since and a.action = 'feed.sweep'
      and a.actor = i.actor and (a.detail ->> 'amount_xaf')::bigint = i.amount_xaf
    order by announced_at desc limit 1) b`,
);

/** The sum of the sweeps that one person alone has announced for each number since two people last agreed on one there. */
export const loadAnnouncedAlone = idStatement<{ collection_number_id: string; announced_xaf: number }>(
  'load_announced_alone',
  `select i.id as collection_number_id, coalesce(sum((a.detail ->> 'amount_xaf')::bigint), 0)::bigint as announced_xaf
  from unnest($1::uuid[]) as i (id)
  left join staff_actions a on a.subject_id = i.id::text and a.action = 'feed.sweep' and a.at > coalesce((
    select max(x.at) from staff_actions x
    where x.subject_id = i.id::text and x.action = 'feed.sweep' and x.detail ->> 'proposed_by' is not null), '-infinity')
  group by i.id`,
);

/**
 * Announced debits of numbers that a step of since then has met, the latest first. `is_read`: a reading of the SIM found the
 * money gone, and no message told to whom it went. `position`: the caller's own numbering.
 */
export const loadMet = setStatement<
  { position: number; collection_number_id: string; since: Date },
  Pick<AnnouncedDebitRow, 'amount_xaf' | 'cause_id' | 'to_phone'> & {
    position: number;
    step_id: string;
    before_xaf: number;
    after_xaf: number;
    is_read: boolean;
  }
>(
  'load_met_debits',
  `select i.position, a.step_id, a.amount_xaf, a.cause_id, a.to_phone, s.before_xaf, s.after_xaf,
    s.kind = 'UNEXPLAINED' as is_read
  from json_to_recordset($1::json) as i (position int, collection_number_id uuid, since timestamptz)
  cross join lateral (
    select * from book_steps x where x.collection_number_id = i.collection_number_id and x.occurred_at >= i.since
      and x.after_xaf < x.before_xaf offset 0) s
  join announced_debits a on a.step_id = s.id and a.to_phone is not null
  order by i.position, s.occurred_at desc, a.id`,
);

/** Announced debits that left by transactions which the operator calls undone. `position`: the caller's own numbering. */
export const findUndone = setStatement<
  {
    position: number;
    environment: string;
    scope_id: string;
    operator: string;
    operator_transaction_id: string;
  },
  { position: number; step_id: string; amount_xaf: number; cause_id: string | null; to_phone: string | null }
>(
  'find_undone_debits',
  `select i.position, a.step_id, a.amount_xaf, a.cause_id, a.to_phone
  from json_to_recordset($1::json) as i
    (position int, environment text, scope_id uuid, operator text, operator_transaction_id text)
  join transaction_identities k on k.operator_transaction_id = i.operator_transaction_id and k.operator = i.operator
    and k.environment = i.environment and k.scope_id = i.scope_id
  join announced_debits a on a.step_id = k.step_id
  order by i.position`,
);

/** Notes which step of the book turned out to be the announced debit. */
export const closeAnnounced = setStatement<{ id: string; step_id: string }>(
  'close_announced_debits',
  `update announced_debits a set step_id = i.step_id
  from json_to_recordset($1::json) as i (id uuid, step_id uuid)
  where a.id = i.id and a.step_id is null`,
);

/** Takes back what was announced for refunds or settlements and has not left: it explains no later debit. */
export const deleteUnmet = idStatement(
  'delete_unmet_debits',
  'delete from announced_debits where cause_id = any ($1::uuid[]) and step_id is null',
);

/**
 * Whether whoever sends back what that is owed for has said to which phone, since nothing shows all of it: it may be mistyped. As an
 * `exists` it could be answered by reading all that staff have ever done.
 */
export const phoneWasSaid = (cause_id: string): string => `((
      select true from staff_actions y
      where y.subject_id = ${cause_id}::text and y.action in ('suspense.refund', 'refund.send') and y.detail ->> 'to' is not null
      limit 1) is not null)`;

/** What is shown of the payer of what is given back, by each message that names him. */
const shownOf = (cause_id: string): string => `array (
      select c.payer from credits c where c.id = ${cause_id} and c.payer is not null
      union all
      select c.payer from refunds f join credits c on c.matched_session_id = f.payment_session_id
      where f.id = ${cause_id} and c.payer is not null
      union all
      select c.payer from refunds f join credits c on c.matched_transaction_id = f.transaction_id
      where f.id = ${cause_id} and c.payer is not null)`;

/**
 * What staff have announced and no step has met, however long ago, that one of these steps may be, the oldest first: from its own
 * number, or to the very phone that it names, since somebody may have sent it from another SIM than was said. `printed_by`: which of
 * these steps are in words that nobody knows, and print its phone. `nameless`: which of those on other SIMs of its operator are of its
 * sum, and nothing tells to whom it went. `was_said`: its phone was typed by whoever sends it. `shown`: of its payer.
 */
export const loadUnmet = idStatement<
  Omit<AnnouncedDebitRow, 'step_id'> & {
    printed_by: string[];
    nameless: string[];
    was_said: boolean;
    shown: string[];
  }
>(
  'load_unmet_debits',
  `with s as materialized (
    select s.id, s.collection_number_id, ${national('s.recipient')} as phone, ${isWholePhone('s.recipient')} as is_whole,
      case s.kind when 'UNREAD' then (select n.body from notices n where n.id = s.notice_id) end as unread,
      case when ${IS_NAMELESS} then -${STANDS} end as nameless_xaf,
      (select n.operator from collection_numbers n where n.id = s.collection_number_id) as operator
    from book_steps s where s.id = any ($1::uuid[])
  )
  select a.id, a.collection_number_id, a.kind, a.amount_xaf, a.cause_id, a.announced_at, a.to_phone, p.printed_by, w.nameless,
    ${phoneWasSaid('a.cause_id')} as was_said, ${shownOf('a.cause_id')} as shown
  from announced_debits a
  cross join lateral (
    select coalesce(array_agg(s.id), '{}') as nameless from s
    where ${mayBeOfSum('s.nameless_xaf', 'a.amount_xaf')} and s.collection_number_id <> a.collection_number_id
      and s.operator = (select n.operator from collection_numbers n where n.id = a.collection_number_id)) w
  cross join lateral (
    select coalesce(array_agg(s.id), '{}') as printed_by from s
    where a.to_phone ~ '[0-9]{${NATIONAL_DIGITS}}$' and position(${national('a.to_phone')} in s.unread) > 0) p
  where a.step_id is null and (a.collection_number_id in (select collection_number_id from s)
    or ${national('a.to_phone')} in (select phone from s where is_whole) or p.printed_by <> '{}' or w.nameless <> '{}')
  order by a.announced_at, a.id`,
);

/** Live numbers of operators on which a debit is announced that nothing has met yet. */
export const findExpecting = statement<
  { operators: readonly string[]; now: Date },
  { collection_number_id: string }
>(
  'find_numbers_expecting_debits',
  `select distinct a.collection_number_id from announced_debits a join collection_numbers n on n.id = a.collection_number_id
  where a.step_id is null and a.announced_at > $now::timestamptz - interval '${ANNOUNCED_LASTS_HOURS} hours'
    and n.operator = any ($operators::text[])`,
);
