import { createHmac } from 'node:crypto';
import { expect } from 'vitest';
import type { Pool } from '../../src/store/connect/connect.ts';
import { expectBooksWhole } from '../evidence/books.ts';
import type { Received } from '../webhooks/receiver.ts';
import type { Promises } from './load.ts';

/** Rows that break a promise; each question must find none. */
export async function expectNone(
  pool: Pool,
  claim: string,
  sql: string,
  values: unknown[] = [],
): Promise<void> {
  const { rows } = await pool.query(sql, values);
  expect(rows, claim).toEqual([]);
}

/** Every 201 is kept: same id, number, ticket, reference and amount. */
export async function proveSessions(
  pool: Pool,
  promises: Pick<Promises, 'created' | 'cancelled' | 'played'>,
): Promise<void> {
  const answered = [...promises.created].map(([id, { ticket, ...rest }]) => ({
    id,
    ticket: ticket.replaceAll('-', ''),
    ...rest,
  }));
  await expectNone(
    pool,
    'a session that was answered 201 is missing or another',
    `select i.* from json_to_recordset($1::json) as i (id uuid, reference text, number text, ticket text, amount int)
     left join payment_sessions s on s.id = i.id and s.reference = i.reference and s.ticket = i.ticket
       and s.assigned_collection_number = i.number and s.amount_xaf = i.amount
     where s.id is null limit 5`,
    [JSON.stringify(answered)],
  );
  const statuses = [
    ...[...promises.cancelled].map((id) => ({ id, status: 'CANCELLED' })),
    ...[...promises.played].map(([id, status]) => ({ id, status })),
  ];
  await expectNone(
    pool,
    'a status that was answered did not last',
    `select i.*, s.status as now from json_to_recordset($1::json) as i (id uuid, status text)
     left join payment_sessions s on s.id = i.id where s.status is distinct from i.status limit 5`,
    [JSON.stringify(statuses)],
  );
}

/** Every 202 is kept and counted once; SUCCESS, matched credit and ledger entry come together or not at all. */
export async function proveCredits(pool: Pool, promises: Promises): Promise<void> {
  const notices = [...promises.credits].flatMap(([transaction_id, told]) =>
    told.map(({ notice_id, credit_id }) => ({ transaction_id, notice_id, credit_id })),
  );
  const asJson = JSON.stringify(notices);
  await expectNone(
    pool,
    'a notice that was answered 202 has not exactly one reading',
    `select i.notice_id, count(r.id) from json_to_recordset($1::json) as i (notice_id uuid)
     left join notice_readings r on r.notice_id = i.notice_id group by 1 having count(r.id) <> 1 limit 5`,
    [asJson],
  );
  await expectNone(
    pool,
    'a credit that was answered 202 is not what was answered, or counted twice',
    `select i.transaction_id, count(c.id) from
       (select distinct transaction_id, credit_id from json_to_recordset($1::json)
         as i (transaction_id text, credit_id uuid)) i
     left join credits c on c.operator_transaction_id = i.transaction_id
     group by 1 having count(c.id) <> 1 or bool_or(c.id is distinct from i.credit_id) limit 5`,
    [asJson],
  );
  const settled = [...promises.credits.values()].flat().map(({ credit_id, session_ids }) => ({
    credit_id,
    session_id: session_ids[0],
  }));
  expect([...promises.credits.values()].flat().filter(({ verdict }) => verdict !== 'SETTLE')).toEqual([]);
  await expectNone(
    pool,
    'a payment that was answered as settled is not matched to its session',
    `select i.* from json_to_recordset($1::json) as i (credit_id uuid, session_id uuid)
     left join credits c on c.id = i.credit_id and c.matched_session_id = i.session_id and c.state = 'MATCHED'
     left join payment_sessions s on s.id = i.session_id and s.status = 'SUCCESS'
     where c.id is null or s.id is null limit 5`,
    [JSON.stringify(settled)],
  );
  await proveBooks(pool);
}

/** Each franc is counted once, SUCCESS, credit and ledger entry come together, and nothing waits unread. */
export async function proveBooks(pool: Pool): Promise<void> {
  await expectNone(
    pool,
    'an operator transaction is counted twice',
    `select operator_transaction_id from credits group by 1, merchant_id, operator having count(*) > 1 limit 5`,
  );
  await expectNone(
    pool,
    'SUCCESS, one ledger entry and one matched credit do not come together',
    `select s.id, s.status from payment_sessions s
     cross join lateral (select count(*) from ledger_transfers t
       where t.cause = 'SESSION_SUCCESS' and t.cause_id = s.id) as entries (n)
     cross join lateral (select count(*) from credits c where c.matched_session_id = s.id) as matched (n)
     where entries.n <> (s.status = 'SUCCESS')::int or matched.n <> (s.status = 'SUCCESS')::int limit 5`,
  );
  await expectNone(pool, 'a notice was left in the inbox', 'select notice_id from notice_inbox limit 5');
  await expectBooksWhole(pool);
}

/** Each open session has its hold and no other has an open one. */
export async function proveHolds(pool: Pool): Promise<void> {
  await expectNone(
    pool,
    'a hold leaked or is missing',
    `select s.id, s.status, h.state from payment_sessions s
     left join collection_holds h on h.session_id = s.id and h.state = 'OPEN'
     where (s.status = 'AWAITING_PAYMENT') <> (h.session_id is not null) limit 5`,
  );
}

/** Every committed change of status has its event, and every event its delivery, done. */
export async function proveEvents(pool: Pool): Promise<void> {
  await expectNone(
    pool,
    'a change of status has not exactly one event, the last of them its own',
    `select s.id, s.status, s.event_sequence, array_agg(e.type order by e.sequence) as types
     from payment_sessions s left join events e on e.object_id = s.id group by s.id
     having count(e.id) <> s.event_sequence
       or (case s.status when 'SUCCESS' then 'payment_session.succeeded'
             when 'UNDER_REVIEW' then 'payment_session.under_review'
             when 'EXPIRED' then 'payment_session.expired' end)
         is distinct from (array_agg(e.type order by e.sequence desc))[1]
     limit 5`,
  );
  await expectNone(
    pool,
    'an event has no delivery that was done',
    `select e.id, d.state from events e left join webhook_deliveries d on d.event_id = e.id
     where d.state is distinct from 'DELIVERED' limit 5`,
  );
}

/** An endpoint that was registered before the first event. */
export type Subscriber = { path: string; id: string; secret: string; events: string[] | null };

type Committed = { id: string; type: string; body: string };

/**
 * What the endpoints got: each of them every committed event that it asked for and no other, signed with its
 * own secret, the bytes that were stored, however often they came.
 *
 * @param accepted what came and was answered 2xx
 * @returns how many events there are, and how many webhooks came more than once
 */
export async function proveWebhooks(
  pool: Pool,
  accepted: readonly Received[],
  subscribers: readonly Subscriber[],
): Promise<{ events: number; repeats: number }> {
  const { rows: events } = await pool.query<Committed>('select id, type, body from events');
  expect(events.length).toBeGreaterThan(0);
  const heard = subscribers.map((subscriber) => {
    const posts = accepted.filter(({ path }) => path === subscriber.path);
    return proveSubscriber(subscriber, events, posts);
  });
  const wanted = heard.reduce((sum, { wanted }) => sum + wanted, 0);
  await expectNone(
    pool,
    'there are not as many deliveries as events times endpoints that asked for them',
    'select count(*) from webhook_deliveries having count(*) <> $1',
    [wanted],
  );
  return { events: events.length, repeats: accepted.length - wanted };
}

function proveSubscriber(
  { path, secret, events: types }: Subscriber,
  committed: readonly Committed[],
  posts: readonly Received[],
): { wanted: number } {
  const asked = committed.filter(({ type }) => types === null || types.includes(type));
  const bodies = new Map(asked.map(({ id, body }) => [id, body]));
  const wrong = posts.filter(({ headers, body }) => {
    const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
    return (
      headers['x-service-signature'] !== signature ||
      bodies.get(String(headers['webhook-id'])) !== body.toString('utf8')
    );
  });
  expect(
    readable(wrong),
    `${path} got an event that it did not ask for, or other bytes, or a wrong signature`,
  ).toEqual([]);
  const heard = new Set(posts.map(({ headers }) => String(headers['webhook-id'])));
  const missed = asked.filter(({ id }) => !heard.has(id));
  expect(missed.slice(0, 5), `${path} never got ${missed.length} events`).toEqual([]);
  return { wanted: asked.length };
}

/** A few of them, as one can read them. */
function readable(posts: readonly Received[]) {
  return posts.slice(0, 5).map(({ headers, body }) => ({ headers, body: body.toString() }));
}
