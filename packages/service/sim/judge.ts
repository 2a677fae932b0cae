import type { Pool } from 'pg';
import type { SessionStatus } from '../src/domain/session/session.ts';
import { withFreePlans } from '../src/store/connect/atomically.ts';
import type { Finding, SeenMoney, Truth } from './truth.ts';

const NIL = '00000000-0000-0000-0000-000000000000';
const PAGE = 5000;

/** The credits of open cases that are still nobody's. */
export async function waitingCreditsOf(
  pool: Pool,
  session_ids: readonly string[],
): Promise<
  { session_id: string; credit_id: string; operator_transaction_id: string | null; amount_xaf: number }[]
> {
  const { rows } = await pool.query(
    `select r.session_id, r.credit_id, c.operator_transaction_id, c.amount_xaf
    from review_cases r join credits c on c.id = r.credit_id
    where r.session_id = any ($1::uuid[]) and c.state = 'REVIEW' order by r.credit_id`,
    [session_ids],
  );
  return rows;
}

/** What is new since the last look, and whether each franc of it stands somewhere. */
export type StepCheck = { look: () => Promise<{ broken: string[]; found: Finding[] }> };

/** Checks after a step, of what the step added: nobody made money up. What is booked, `floatDrift` judges. */
export function openStepCheck(pool: Pool, truth: Truth): StepCheck {
  let after = NIL;
  return {
    async look() {
      const { rows: credits } = await pool.query<SeenMoney & { id: string }>(
        `select c.id, c.operator_transaction_id, c.amount_xaf, n.msisdn, c.matched_session_id,
          case when c.operator_transaction_id is null then (
            select t.body from book_steps s join notices t on t.id = s.notice_id where s.id = c.id) end as text
        from credits c join collection_numbers n on n.id = c.collection_number_id where c.id > $1 order by c.id`,
        [after],
      );
      after = credits.at(-1)?.id ?? after;
      const found = credits.flatMap((credit) => truth.judge(credit) ?? []);
      const broken = found.filter(({ kind }) => kind === 'unheard').map(({ says }) => says);
      return { broken, found };
    },
  };
}

/** Numbers whose FLOAT isn't tip − opening, each as a sentence; the sums are made here again, row by row. */
export async function floatDrift(pool: Pool): Promise<string[] | null> {
  const { rows } = await withFreePlans(pool, (client) => client.query<Drift>(DRIFTS));
  return rows.map(
    ({ msisdn, float_xaf, tip_xaf, opening_xaf }) =>
      `FLOAT of ${msisdn} is ${float_xaf}, its tip ${tip_xaf} less its opening ${opening_xaf}`,
  );
}

type Drift = { msisdn: string; float_xaf: number; tip_xaf: number; opening_xaf: number };

const DRIFTS = `with float as (
    select a.owner_id, sum(e.amount_xaf)::bigint as float_xaf
    from ledger_accounts a join (
      select debit_account_id as account_id, amount_xaf from ledger_transfers
      union all select credit_account_id, -amount_xaf from ledger_transfers) e on e.account_id = a.id
    where a.kind = 'FLOAT' group by a.owner_id)
  select n.msisdn, coalesce(f.float_xaf, 0)::bigint as float_xaf, b.tip_xaf, b.opening_xaf
  from books b join collection_numbers n on n.id = b.collection_number_id
  left join float f on f.owner_id = b.collection_number_id
  where coalesce(f.float_xaf, 0) is distinct from b.tip_xaf - b.opening_xaf and b.tip_xaf is not null`;

/** Ids grow with time: none that was made from this moment on is smaller. */
function firstId(at_ms: number): string {
  const hex = at_ms.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** When an id was made. */
export const openedAt = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);

/** How a session stands, and the money that confirmed it. */
export type Ending = {
  id: string;
  reference: string;
  status: SessionStatus;
  /** Of the money that confirmed it; null without. */
  operator_transaction_id: string | null;
  amount_xaf: number | null;
  msisdn: string | null;
  /** The engine confirmed it; a person didn't. */
  is_automatic: boolean;
  was_reviewed: boolean;
  succeeded_at: Date | null;
};

const ENDING = `select s.id, s.reference, s.status, c.operator_transaction_id, c.amount_xaf, n.msisdn,
    coalesce(c.reason not like 'staff_%', false) as is_automatic, e.was_reviewed, e.succeeded_at
  from payment_sessions s
  left join credits c on c.matched_session_id = s.id
  left join collection_numbers n on n.id = c.collection_number_id
  left join lateral (
    select coalesce(bool_or(type = 'payment_session.under_review'), false) as was_reviewed,
      min(created_at) filter (where type = 'payment_session.succeeded') as succeeded_at
    from events where object_id = s.id) e on true`;

/** The sessions that were opened after that of the id `after` and before that moment, page by page. */
export async function* endings(pool: Pool, after: string, before_ms: number): AsyncGenerator<Ending[]> {
  const last = firstId(before_ms);
  for (let from = after; ; ) {
    const { rows } = await pool.query<Ending>(
      `${ENDING} where s.environment = 'live' and s.id > $1 and s.id < $2 order by s.id limit $3`,
      [from, last, PAGE],
    );
    if (rows.length === 0) return;
    yield rows;
    from = rows.at(-1)?.id ?? from;
  }
}

/** The same of sessions that had no end yet when they were looked at. */
export async function endingsOf(pool: Pool, ids: readonly string[]): Promise<Ending[]> {
  if (ids.length === 0) return [];
  const { rows } = await pool.query<Ending>(`${ENDING} where s.id = any ($1::uuid[]) order by s.id`, [ids]);
  return rows;
}

/** What brought sessions under review: the money, and whom else it could be for. */
export type Suspicion = {
  session_id: string;
  operator_transaction_id: string | null;
  other_id: string | null;
};

export async function suspicionsOf(pool: Pool, session_ids: readonly string[]): Promise<Suspicion[]> {
  if (session_ids.length === 0) return [];
  const { rows } = await pool.query<Suspicion>(
    `select r.session_id, c.operator_transaction_id, o.session_id as other_id
    from review_cases r join credits c on c.id = r.credit_id
    left join review_cases o on o.credit_id = r.credit_id and o.session_id <> r.session_id
    where r.session_id = any ($1::uuid[]) order by r.opened_at, r.credit_id, o.session_id`,
    [session_ids],
  );
  return rows;
}

/** Where the money of these transactions is, said for the report; absent when the service has none of it. */
export async function creditsOf(
  pool: Pool,
  transaction_ids: readonly string[],
): Promise<Map<string, string>> {
  if (transaction_ids.length === 0) return new Map();
  const { rows } = await pool.query<{ id: string; state: string; reason: string }>(
    `select i.operator_transaction_id as id, c.state, c.reason
    from transaction_identities i join credits c on c.id = i.step_id where i.operator_transaction_id = any ($1)`,
    [transaction_ids],
  );
  return new Map(rows.map(({ id, state, reason }) => [id, `${state.toLowerCase()}: ${reason}`]));
}

/** Of these transactions those that are named by a message which is listed for staff, or waits. */
export async function listedFor(
  pool: Pool,
  transaction_ids: readonly string[],
  since_ms: number,
): Promise<Set<string>> {
  if (transaction_ids.length === 0) return new Set();
  const { rows } = await pool.query<{ id: string }>(
    `select t.id from unnest($1::text[]) as t (id) where exists (
      select from notices n left join notice_readings r on r.notice_id = n.id
      where n.id > $2 and strpos(n.body, t.id) > 0
        and (r.notice_id is null or r.outcome in ('UNPARSED', 'UNTRUSTED_SENDER', 'CLAIMED', 'UNREAD')))`,
    [transaction_ids, firstId(since_ms)],
  );
  return new Set(rows.map(({ id }) => id));
}
