import { isClockWrong } from '../book/book-state.ts';
import { NOTICE, type UnreadNotice } from '../notices/inbox.ts';
import type { CreditRow } from '../rows.generated.ts';
import { idStatement, setStatement, statement } from '../statement.ts';

/** Live money in suspense in words that no template took, or that nobody stands by any more, with its message. */
export type UnreadMoney = UnreadNotice & {
  credit_id: string;
  kind: CreditRow['kind'];
  before_xaf: number;
  after_xaf: number;
  /** When it had moved at the latest. */
  occurred_at: Date;
  /** The clock of its phone is known to be wrong. */
  is_clock_wrong: boolean;
  /** Whom they have named, where some template took them. */
  payer: string | null;
  /** A row that prints no balance has told of as much at about that time: it may be that row's own message. */
  is_like_row: boolean;
};

/** A message comes within so much of the row of its money. */
const LIKE_WITHIN = '1 day';

/** By which version of which template the words of the credit `c` were read last. */
const READ_BY = `(select x.template_id, x.template_version from notice_readings x
    where x.credit_id = c.id and x.outcome = 'CREDIT' order by x.id desc limit 1)`;

/**
 * The next of it after the credit `after`, oldest first; what people found without a message is not among it.
 * @param standing the versions of templates that people stand by, as `id@version`
 */
export const pageUnreadMoney = statement<
  { after: string; limit: number; standing: readonly string[] },
  UnreadMoney
>(
  'page_unread_money',
  `select c.id as credit_id, c.kind, c.payer, s.before_xaf, s.after_xaf, c.occurred_at, ${NOTICE}, o.sender_allow_list,
    true as is_replay, ${isClockWrong('c')} as is_clock_wrong,
    exists (select from book_steps w
      where w.collection_number_id = c.collection_number_id and w.strength = 'WITNESSED' and w.notice_id is not null
        and w.after_xaf - w.before_xaf = s.after_xaf - s.before_xaf
        and w.occurred_at between c.occurred_at - interval '${LIKE_WITHIN}' and c.occurred_at + interval '${LIKE_WITHIN}'
        and exists (select from notices x where x.id = w.notice_id and x.source = 'WITNESS'
          and x.body::json -> 'row' ->> 'after_xaf' is null)) as is_like_row
  from credits c
  cross join lateral (select x.notice_id, x.before_xaf, x.after_xaf from book_steps x where x.id = c.id limit 1) s
  cross join lateral (select * from notices x where x.id = s.notice_id limit 1) n
  cross join lateral (
    select x.sender_allow_list from collection_numbers x where x.id = c.collection_number_id limit 1) o
  where c.environment = 'live' and c.state = 'SUSPENSE' and c.id > $after
    and (c.kind = 'UNREAD' or exists (select from ${READ_BY} w
      where w.template_id is not null and w.template_id || '@' || w.template_version <> all ($standing::text[])))
  order by c.id limit $limit`,
);

/** What the words of a credit say, once they are known. */
export type ToldFacts = Pick<CreditRow, 'operator_transaction_id' | 'payer' | 'motif' | 'balance_xaf'> & {
  credit_id: string;
};

/**
 * Keeps what the words of money in suspense say, also where an earlier wording took something else for the payer: of what
 * `pageUnreadMoney` has given in the same transaction. What was kept so before is missing in the answer.
 */
export const keepToldFacts = setStatement<ToldFacts, { credit_id: string }>(
  'keep_told_facts',
  `update credits c
  set operator_transaction_id = i.operator_transaction_id, payer = i.payer, motif = i.motif, balance_xaf = i.balance_xaf
  from json_to_recordset($1::json) as i
    (credit_id uuid, operator_transaction_id text, payer text, motif text, balance_xaf bigint)
  where c.id = i.credit_id and c.state = 'SUSPENSE' and (c.balance_xaf is null
    or (c.operator_transaction_id, c.payer, c.motif) is distinct from (i.operator_transaction_id, i.payer, i.motif))
  returning c.id as credit_id`,
);

/** A live credit with its message, who paid it by the words that read it, and the version of the template that did. */
export type ReadMoney = UnreadMoney & { template_id: string; template_version: number };

/** Those of these credits whose payer a template has read. */
export const findReadMoney = idStatement<ReadMoney>(
  'find_read_money',
  `select c.id as credit_id, c.kind, c.payer, w.template_id, w.template_version, s.before_xaf, s.after_xaf, c.occurred_at,
    ${NOTICE}, o.sender_allow_list, true as is_replay, ${isClockWrong('c')} as is_clock_wrong, false as is_like_row
  from credits c
  cross join lateral ${READ_BY} w
  cross join lateral (select x.notice_id, x.before_xaf, x.after_xaf from book_steps x where x.id = c.id limit 1) s
  cross join lateral (select * from notices x where x.id = s.notice_id limit 1) n
  cross join lateral (
    select x.sender_allow_list from collection_numbers x where x.id = c.collection_number_id limit 1) o
  where c.id = any ($1::uuid[]) and c.environment = 'live' and w.template_id is not null`,
);
