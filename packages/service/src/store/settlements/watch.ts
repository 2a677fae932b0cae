import type { AccountKind } from '../../domain/ledger/transfer.ts';
import {
  isGapOpen,
  leftElsewhere,
  leftNameless,
  lookedAtSince,
  mayTellOfDebit,
  perhapsSent,
  toldElsewhere,
} from '../book/left.ts';
import { mayHold } from '../staff/record.ts';
import { idStatement, setStatement, statement } from '../statement.ts';

export type MetSettlement = {
  settlement_id: string;
  step_id: string;
  amount_xaf: number;
  happened_at: Date;
};

/** Settlements under way whose announced debit a step of the book has met, up to `limit`. */
export const findMetSettlements = statement<{ limit: number }, MetSettlement>(
  'find_met_settlements',
  `select s.id as settlement_id, d.step_id, d.amount_xaf, b.occurred_at as happened_at
  from (select id, created_at from settlements where state in ('SENDING', 'UNKNOWN') offset 0) s
  cross join lateral (
    select d.step_id, d.amount_xaf from announced_debits d
    where d.cause_id = s.id and d.kind = 'settlement' and d.step_id is not null limit 1) d
  join book_steps b on b.id = d.step_id
  order by s.created_at, s.id limit $limit::int`,
);

/** Settlements that were sent before then and of which nothing has been heard, up to `limit`. */
export const findOverdueSettlements = statement<{ sent_before: Date; limit: number }, { id: string }>(
  'find_overdue_settlements',
  `select id from settlements where state = 'SENDING' and sent_at < $sent_before::timestamptz
  order by created_at, id limit $limit::int`,
);

/** Settlements of test that wait for their end, up to `limit`. */
export const findTestDrafts = statement<{ limit: number }, { id: string }>(
  'find_test_settlements',
  `select id from settlements where state = 'DRAFT' and environment = 'test' order by created_at, id limit $limit::int`,
);

/**
 * When the settlement of that alias could leave at the earliest, as a row with that moment as `at`: when it was said to be sent, or when
 * somebody took a sending list with it, who may pay from it long before anybody says so. A list is taken with none before that is drafted,
 * by whatever clock.
 */
export const couldLeave = (settlement: string): string => `select least(${settlement}.sent_at, (
      select min(greatest(a.at, ${settlement}.created_at)) from staff_actions a
      where a.action = 'file.take' and ${mayHold(`${settlement}.created_at`)} and a.at < ${settlement}.sent_at
        and exists (
          select from json_array_elements_text(a.detail -> 'listed') l (reference) where l.reference = ${settlement}.reference)
    )) as at offset 0`;

/**
 * Those of these settlements for which the book of the SIM that they were sent from leaves no room: somebody has looked at the
 * SIM since, every debit that is large enough is explained as something else, and no gap and no waiting message can hide it, since it
 * could leave at the earliest.
 */
export const findBooksWithoutRoom = setStatement<
  { id: string },
  { id: string; anchored_at: Date; ordinal: number }
>(
  'find_books_without_room',
  `select s.id, b.anchored_at, b.anchored_ordinal as ordinal
  from json_to_recordset($1::json) as i (id uuid)
  join settlements s on s.id = i.id and s.sent_at is not null
  join ledger_accounts f on f.id = s.from_account_id and f.kind = 'FLOAT'
  join books b on b.collection_number_id = f.owner_id
  cross join lateral (${couldLeave('s')}) early
  where ${lookedAtSince('s.sent_at')} and b.suspected_at is null
    and not ${isGapOpen('early.at')} and not ${mayTellOfDebit('early.at', 's.amount_xaf')}
    and not exists (select from announced_debits d where d.cause_id = s.id and d.step_id is not null)
    and not exists (
      select from book_steps t
      where t.collection_number_id = b.collection_number_id and t.after_xaf < t.before_xaf
        and t.before_xaf - t.after_xaf >= s.amount_xaf and t.occurred_at > early.at - interval '1 day'
        and not exists (select from book_explanations e where e.step_id = t.id))`,
);

/** Those of these settlements whose debit is a step of their SIM's book: they have left, even if nobody has concluded them yet. */
export const findLeftSettlements = idStatement<{ id: string }>(
  'find_left_settlements',
  `select distinct d.cause_id as id from announced_debits d
  where d.cause_id = any ($1::uuid[]) and d.kind = 'settlement' and d.step_id is not null`,
);

/** From any SIM it may have left since it was drafted: somebody had the list, whoever said later from where it was sent. */
const DRAFTED = {
  since: 'f.created_at',
  until: "'infinity'",
  amount_xaf: 'f.amount_xaf',
  phone: 't.msisdn',
} as const;

/**
 * Those of these settlements that may have left: a message on their SIM may tell of it that waits for its place in the book, or
 * any SIM of ours has sent that sum to their number, or to nobody knows whom, or a message there says so, and nobody has said what
 * that was.
 */
export const findToldSettlements = setStatement<{ id: string }, { id: string }>(
  'find_told_settlements',
  `select f.id
  from json_to_recordset($1::json) as i (id uuid)
  join settlements f on f.id = i.id and f.sent_at is not null
  join payout_accounts t on t.id = f.payout_account_id
  left join ledger_accounts l on l.id = f.from_account_id and l.kind = 'FLOAT'
  left join books b on b.collection_number_id = l.owner_id
  cross join lateral (${couldLeave('f')}) early
  where ${mayTellOfDebit('early.at', 'f.amount_xaf')}
    or f.environment = 'live' and (${leftElsewhere(DRAFTED)} or ${toldElsewhere(DRAFTED)}
      or ${leftNameless(DRAFTED, 't.operator')})`,
);

/**
 * Which of these settlements' sums a SIM of ours has sent to their number since they were drafted, and nobody has said what that was:
 * `is_elsewhere`, another SIM than they would be sent from; else that one may have. `collection_number_id`: null where they are sent
 * from no SIM.
 */
export const findSettlementsSentBefore = setStatement<
  { position: number; id: string; collection_number_id: string | null },
  { position: number; is_elsewhere: boolean }
>(
  'find_settlements_sent_before',
  `select i.position, e.is_elsewhere
  from json_to_recordset($1::json) as i (position int, id uuid, collection_number_id uuid)
  join settlements f on f.id = i.id
  join payout_accounts t on t.id = f.payout_account_id
  left join books b on b.collection_number_id = i.collection_number_id
  cross join lateral (select ${leftElsewhere(DRAFTED, 'i.collection_number_id')} as is_elsewhere) e
  where e.is_elsewhere or ${perhapsSent(DRAFTED)}`,
);

/** Accounts that nothing is sent from: their day is not proven. */
export const findHeldAccounts = setStatement<{ account_id: number }, { account_id: number; reason: string }>(
  'find_held_accounts',
  `select h.account_id, h.reason
  from json_to_recordset($1::json) as i (account_id int) join held_accounts h using (account_id)`,
);

/** An order to a bank that somebody of the staff has taken, with the references of the settlements on it. */
export type TakenOrder = { bank: string; references: string[]; taken_by: string; taken_at: Date };

/** Orders to banks are written one after the other, until the commit: the second finds what stands on the first. */
export const lockBankOrders = statement<Record<string, never>>(
  'lock_bank_orders',
  `select pg_advisory_xact_lock(hashtext('orders to banks'))`,
);

/**
 * The orders on which one of these settlements stands, which were drafted since then, the oldest first. They stood in
 * the audit trail as files before they were an act of their own.
 */
export const loadTakenOrders = statement<{ since: Date; references: readonly string[] }, TakenOrder>(
  'load_taken_orders',
  `select a.detail ->> 'bank' as bank, o.references, a.actor as taken_by, a.at as taken_at
  from staff_actions a
  cross join lateral (select array(select json_array_elements_text(a.detail -> 'references')) as references) o
  where a.action in ('settlement.order', 'file.take') and ${mayHold('$since::timestamptz')}
    and o.references && $references::text[]
  order by a.at, a.id`,
);

/** A settlement on a sending list that somebody of the staff has taken. */
export type TakenLine = { reference: string; taken_by: string; taken_at: Date };

/** The lists on which these settlements stand, which were drafted since then, the oldest first. */
export const loadTakenLines = statement<{ since: Date; references: readonly string[] }, TakenLine>(
  'load_taken_lines',
  `select l.reference, a.actor as taken_by, a.at as taken_at
  from staff_actions a
  cross join lateral json_array_elements_text(a.detail -> 'listed') l (reference)
  where a.action = 'file.take' and ${mayHold('$since::timestamptz')} and l.reference = any ($references::text[])
  order by a.at, a.id`,
);

/** From which account of ours a settlement is paid by whoever was handed it, on a bank's order or on a list, and when that was taken. */
export type HandedRow = {
  id: string;
  account_id: number;
  from_kind: AccountKind;
  from_owner_id: string;
  taken_at: Date;
};

/** Of these settlements those that stand on a file which has left the house. */
export const findHandedOut = idStatement<HandedRow>(
  'find_settlements_handed_out',
  `select i.id, h.account_id, a.kind as from_kind, a.owner_id as from_owner_id, h.taken_at
  from unnest($1::uuid[]) i (id) cross join lateral handed_out(i.id) h join ledger_accounts a on a.id = h.account_id`,
);

export type SourceRow = {
  position: number;
  account_id: number;
  collection_number_id: string | null;
  /** Whose numbers it reaches; null: a bank account. */
  operator: string | null;
  name: string;
};

/** The accounts of ours that money can be sent from, by what staff call them: a number, an operator's wallet, a bank account. */
export const findSources = setStatement<{ position: number; kind: string; name: string }, SourceRow>(
  'find_settlement_sources',
  `select i.position, a.id as account_id, n.id as collection_number_id, coalesce(n.msisdn, b.name, i.name) as name,
    case i.kind when 'number' then n.operator when 'wallet' then i.name end as operator
  from json_to_recordset($1::json) as i (position int, kind text, name text)
  left join collection_numbers n on i.kind = 'number' and n.environment = 'live' and n.msisdn = i.name
  left join bank_accounts b on i.kind = 'bank' and b.name = i.name and b.closed_at is null
  join ledger_accounts a on a.environment = 'live' and case i.kind
    when 'number' then a.kind = 'FLOAT' and a.owner_id = n.id
    when 'bank' then a.kind = 'BANK' and a.owner_id = b.id
    else a.kind = 'WALLET_' || i.name and a.owner_id = '00000000-0000-0000-0000-000000000000' end`,
);
