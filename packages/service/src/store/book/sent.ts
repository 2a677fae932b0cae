import type { PayerPrint } from '../../domain/msisdn.ts';
import { setStatement } from '../statement.ts';
import { STANDS, UNEXPLAINED } from './doubts.ts';
import { isUnreadTo, mayBeOfSum } from './left.ts';
import { isWholePhone } from './phones.ts';

type SentMoney = {
  collection_number_id: string;
  /** To whom, by its message, its row or its announcement; or a payer whose phone words print that nobody knows. */
  recipient: string;
  amount_xaf: number;
  /** The same with its fee. */
  left_xaf: number;
  /** Words that nobody knows tell of it, and it may be one of these sums with a fee. */
  is_unread: boolean;
  occurred_at: Date;
  /** False: its message prints no time, or none came. */
  is_dated: boolean;
};

/**
 * What left numbers between two moments, with its fee or without one of these sums, where somebody says to whom. Words
 * that nobody knows say so until people have said what left by them.
 */
export const loadSentFrom = setStatement<
  {
    collection_number_id: string;
    since: Date;
    until: Date;
    amounts_xaf: readonly number[];
    payers: readonly PayerPrint[];
  },
  SentMoney
>(
  'load_sent_from_numbers',
  `select i.collection_number_id, d.recipient, d.amount_xaf, d.left_xaf, d.is_unread, d.occurred_at, d.is_dated
  from json_to_recordset($1::json) as i
    (collection_number_id uuid, since timestamptz, until timestamptz, amounts_xaf bigint[], payers text[])
  cross join lateral (
    select coalesce(s.recipient, a.to_phone, u.phone) as recipient,
      coalesce(a.amount_xaf, -${STANDS}) as amount_xaf,
      s.before_xaf - s.after_xaf as left_xaf, s.occurred_at,
      u.phone is not null and a.amount_xaf is null as is_unread,
      (select n.received_at <> s.occurred_at from notices n where n.id = s.notice_id) is true as is_dated
    from book_steps s left join announced_debits a on a.step_id = s.id
    left join lateral (
      select p.phone from unnest(i.payers) p (phone)
      where ${isWholePhone('p.phone')} and ${isUnreadTo('p.phone')} and ${UNEXPLAINED}) u on true
    where s.collection_number_id = i.collection_number_id and s.occurred_at between i.since and i.until
      and s.after_xaf < s.before_xaf and s.kind in ('DEBIT', 'UNEXPLAINED', 'UNREAD') offset 0) d
  where d.recipient is not null and exists (select from unnest(i.amounts_xaf) w (xaf)
    where w.xaf in (d.amount_xaf, d.left_xaf) or (d.is_unread and ${mayBeOfSum('d.left_xaf', 'w.xaf')}))`,
);
