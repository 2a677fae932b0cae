import { LINK_COUNTED_MAX } from '../domain/link/link.ts';
import type { Operator } from '../domain/operator.ts';
import type { PaymentLinkRow, PaymentSessionRow } from './rows.generated.ts';
import { idStatement, setStatement } from './statement.ts';

export const LINK_COLUMNS = `l.id, l.merchant_id, l.environment, l.slug, l.code, l.title, l.description, l.amount_xaf,
  l.min_xaf, l.max_xaf, l.max_payments, l.max_total_xaf, l.expires_at, l.closed_at, l.created_by, l.created_at`;

/** What of a link `l` is paid, and what its other sessions hold; the partial index has sessions of these states alone. */
const useOf = (condition: string): string => `cross join lateral (
    select count(*) filter (where status = 'SUCCESS')::int as paid_count,
      coalesce(sum(amount_xaf) filter (where status = 'SUCCESS'), 0)::bigint as paid_xaf,
      count(*) filter (where status <> 'SUCCESS')::int as held_count,
      coalesce(sum(amount_xaf) filter (where status <> 'SUCCESS'), 0)::bigint as held_xaf
    from (
      select s.status, s.amount_xaf from payment_sessions s
      where s.link_id = l.id and ${condition} and s.status in ('AWAITING_PAYMENT', 'UNDER_REVIEW', 'SUCCESS')
      limit ${LINK_COUNTED_MAX}) u) u`;

const USE = 'u.paid_count, u.paid_xaf, u.held_count, u.held_xaf';

export type LinkUseRow = { paid_count: number; paid_xaf: number; held_count: number; held_xaf: number };
export type UsedLinkRow = PaymentLinkRow & LinkUseRow;

/** Writes links of merchants that exist; gives back those whose id none had before. */
export const insertPaymentLinks = setStatement<PaymentLinkRow, PaymentLinkRow>(
  'insert_payment_links',
  `insert into payment_links as l (id, merchant_id, environment, slug, code, title, description, amount_xaf, min_xaf,
    max_xaf, max_payments, max_total_xaf, expires_at, created_by, created_at)
  select i.id, i.merchant_id, i.environment, i.slug, i.code, i.title, i.description, i.amount_xaf, i.min_xaf, i.max_xaf,
    i.max_payments, i.max_total_xaf, i.expires_at, i.created_by, i.created_at
  from json_to_recordset($1::json) as i (id uuid, merchant_id uuid, environment text, slug text, code text, title text,
    description text, amount_xaf int, min_xaf int, max_xaf int, max_payments int, max_total_xaf bigint,
    expires_at timestamptz, created_by uuid, created_at timestamptz)
  where exists (select from merchants m where m.id = i.merchant_id)
  on conflict (id) do nothing
  returning ${LINK_COLUMNS}`,
);

export type PublicLinkRow = UsedLinkRow & {
  merchant_name: string;
  is_merchant_verified: boolean;
  operators: Operator[];
  language: 'fr' | 'ar' | 'en';
};

/** Links by the slugs of their addresses, with the merchants that they pay. Of those without limits nothing is counted. */
export const loadPublicLinks = setStatement<{ slug: string }, PublicLinkRow>(
  'load_public_links',
  `select ${LINK_COLUMNS}, ${USE}, m.name as merchant_name, m.kyc_status = 'APPROVED' as is_merchant_verified,
    m.operators, m.language
  from json_to_recordset($1::json) as i (slug text)
  cross join lateral (select * from payment_links p where p.slug = i.slug limit 1) l
  cross join lateral (select x.name, x.kyc_status, x.operators, x.language from merchants x where x.id = l.merchant_id limit 1) m
  ${useOf('l.max_payments is not null')}`,
);

/** Links by id, filtered by merchant and environment: another's is as absent as one that never was. */
export const loadLinks = setStatement<
  { link_id: string; merchant_id: string; environment: string },
  UsedLinkRow
>(
  'load_links',
  `select ${LINK_COLUMNS}, ${USE}
  from json_to_recordset($1::json) as i (link_id uuid, merchant_id uuid, environment text)
  cross join lateral (
    select * from payment_links p
    where p.id = i.link_id and p.merchant_id = i.merchant_id and p.environment = i.environment limit 1) l
  ${useOf('true')}`,
);

export type LinksAsked = {
  position: number;
  merchant_id: string;
  environment: string;
  /** Those with a lower id only. */
  before: string;
  limit: number;
};

/** The links of merchants, newest first. */
export const selectLinkPages = setStatement<LinksAsked, UsedLinkRow & { position: number }>(
  'select_link_pages',
  `select a.position, ${LINK_COLUMNS}, ${USE}
  from json_to_recordset($1::json) as a (position int, merchant_id uuid, environment text, before uuid, "limit" int)
  cross join lateral (
    select * from payment_links p
    where p.merchant_id = a.merchant_id and p.environment = a.environment and p.id < a.before
    order by p.id desc limit a."limit") l
  ${useOf('true')}
  order by a.position, l.id desc`,
);

/** Locks the links that have limits, in order of id: whoever locks one next counts what this transaction has used of it. */
export const lockLimitedLinks = idStatement(
  'lock_limited_links',
  `select id from payment_links where id = any ($1::uuid[]) and max_payments is not null
  order by id for no key update`,
);

/** Links with what is used of them; what has no limits is not counted. A statement of its own, after the locks. */
export const loadLinksToPay = idStatement<UsedLinkRow>(
  'load_links_to_pay',
  `select ${LINK_COLUMNS}, ${USE} from payment_links l
  ${useOf('l.max_payments is not null')}
  where l.id = any ($1::uuid[])`,
);

/** Closes links, or opens them again (`closed_at` null); gives back each that its merchant has. */
export const setLinksClosed = setStatement<
  { link_id: string; merchant_id: string; environment: string; closed_at: Date | null },
  PaymentLinkRow
>(
  'set_links_closed',
  `with input as (
    select distinct on (link_id) * from json_to_recordset($1::json)
      as i (link_id uuid, merchant_id uuid, environment text, closed_at timestamptz)),
  locked as (
    select l.id from payment_links l join input i
      on l.id = i.link_id and l.merchant_id = i.merchant_id and l.environment = i.environment
    order by l.id for no key update of l)
  update payment_links l
  set closed_at = case when i.closed_at is not null then coalesce(l.closed_at, i.closed_at) end
  from locked join input i on i.link_id = locked.id
  where l.id = locked.id
  returning ${LINK_COLUMNS}`,
);

export type LinkPaymentRow = Pick<
  PaymentSessionRow,
  'id' | 'reference' | 'ticket' | 'amount_xaf' | 'operator' | 'status' | 'created_at' | 'closed_at'
>;

/**
 * The sessions that payers made by links, newest first; those begun before `since` are left out. They come last, so that as
 * many as were asked for are read at most, however many there are of them.
 */
export const selectLinkPayments = setStatement<
  LinksAsked & { link_id: string; since: Date | null },
  LinkPaymentRow & { position: number }
>(
  'select_link_payments',
  `select a.position, s.id, s.reference, s.ticket, s.amount_xaf, s.operator, s.status, s.created_at, s.closed_at
  from json_to_recordset($1::json)
    as a (position int, link_id uuid, merchant_id uuid, environment text, before uuid, "limit" int, since timestamptz)
  cross join lateral (
    select * from payment_sessions p
    where p.link_id = a.link_id and p.merchant_id = a.merchant_id and p.environment = a.environment
      and p.id < a.before
    order by p.id desc limit a."limit") s
  where a.since is null or s.created_at >= a.since
  order by a.position, s.id desc`,
);
