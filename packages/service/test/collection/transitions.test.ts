import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type PaymentSession,
  SESSION_STATUSES,
  type SessionStatus,
} from '../../src/domain/session/session.ts';
import { cancelSessions } from '../../src/engine/sessions/cancel.ts';
import { expireSessions } from '../../src/engine/sessions/expire.ts';
import { prove } from './proof.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let merchant: string;
beforeAll(async () => {
  world = await openWorld();
  merchant = await world.merchant();
});
afterAll(() => world.close());

const cancel = async (session: PaymentSession) =>
  (await cancelSessions(world.services, [{ ...session, session_id: session.id, idempotency: null }]))[0];

const AFTER_GRACE_SECONDS = 12 * 60;

/** A session brought to a status by what really leads there. */
const LEAD: Record<Exclude<SessionStatus, 'FAILED'>, () => Promise<PaymentSession>> = {
  AWAITING_PAYMENT: () => world.session(merchant),
  SUCCESS: async () => {
    const session = await world.session(merchant);
    await world.pay(session);
    return session;
  },
  UNDER_REVIEW: async () => {
    const session = await world.session(merchant);
    world.pass(10 * 60 + 1);
    await world.pay(session);
    return session;
  },
  EXPIRED: async () => {
    const session = await world.session(merchant);
    world.pass(AFTER_GRACE_SECONDS);
    await expireSessions(world.services, { limit: 1000 });
    return session;
  },
  CANCELLED: async () => {
    const session = await world.session(merchant);
    await cancel(session);
    return session;
  },
};
const CLOSED = ['SUCCESS', 'UNDER_REVIEW', 'EXPIRED', 'CANCELLED'] as const;

async function after(session: PaymentSession) {
  const events = await world.rows<{ type: string }>(
    'select type from events where object_id = $1 order by sequence',
    [session.id],
  );
  const entries = await world.rows('select from ledger_transfers where cause_id = $1', [session.id]);
  const { status, review_reason } = await world.again(session);
  return { status, review_reason, events: events.map((event) => event.type), entries: entries.length };
}

describe('the transition table of the spec, line by line', () => {
  test('(none) → AWAITING_PAYMENT: a number is reserved, and nothing is said', async () => {
    const session = await LEAD.AWAITING_PAYMENT();
    expect(await after(session)).toEqual({
      status: 'AWAITING_PAYMENT',
      review_reason: null,
      events: [],
      entries: 0,
    });
    const holds = await world.rows(
      'select state, due_at, collection_number_id, amount_xaf from collection_holds where session_id = $1',
      [session.id],
    );
    const { collection_number_id, amount_xaf } = session;
    const due_at = new Date(session.expires_at.getTime() + 120_000);
    expect(holds).toEqual([{ state: 'OPEN', due_at, collection_number_id, amount_xaf }]);
    expect(session.expires_at.getTime() - session.created_at.getTime()).toBe(600_000);
  });

  test('AWAITING_PAYMENT → SUCCESS: a credit that matches one session in time', async () => {
    const session = await LEAD.SUCCESS();
    expect(await after(session)).toEqual({
      status: 'SUCCESS',
      review_reason: null,
      events: ['payment_session.succeeded'],
      entries: 1,
    });
  });

  test('AWAITING_PAYMENT → UNDER_REVIEW: a late credit, with its reason and no entry for the merchant', async () => {
    const session = await LEAD.UNDER_REVIEW();
    expect(await after(session)).toEqual({
      status: 'UNDER_REVIEW',
      review_reason: 'late',
      events: ['payment_session.under_review'],
      entries: 0,
    });
  });

  test('AWAITING_PAYMENT → EXPIRED: expiry plus grace without a payment, and no ledger entry', async () => {
    const session = await LEAD.EXPIRED();
    expect(await after(session)).toEqual({
      status: 'EXPIRED',
      review_reason: null,
      events: ['payment_session.expired'],
      entries: 0,
    });
  });

  test('AWAITING_PAYMENT → CANCELLED: by the merchant, and no event', async () => {
    const session = await LEAD.CANCELLED();
    expect(await after(session)).toEqual({
      status: 'CANCELLED',
      review_reason: null,
      events: [],
      entries: 0,
    });
  });

  test.each(CLOSED)('cancel is refused in %s, and says so', async (status) => {
    const session = await LEAD[status]();
    const before = await after(session);
    expect(await cancel(session)).toEqual({ kind: 'not_awaiting_payment', status, replayed: false });
    expect(await after(session)).toEqual(before);
  });

  test.each(CLOSED)('neither a credit nor the sweeper moves a session that is %s', async (status) => {
    const session = await LEAD[status]();
    const before = await after(session);
    const { verdict } = await world.pay(session);
    expect(verdict?.verdict).toBe(status === 'UNDER_REVIEW' ? 'REVIEW' : 'SUSPENSE');
    world.pass(24 * 3600);
    await expireSessions(world.services, { limit: 1000 });
    expect(await after(session)).toEqual(before);
    await prove(world);
  });

  test('a session of another merchant or environment can’t be cancelled, and looks as if it never was', async () => {
    const session = await LEAD.AWAITING_PAYMENT();
    const other = await world.merchant();
    expect(await cancel({ ...session, merchant_id: other })).toEqual({ kind: 'not_found' });
    expect(await cancel({ ...session, environment: 'live' })).toEqual({ kind: 'not_found' });
    expect((await world.again(session)).status).toBe('AWAITING_PAYMENT');
  });
});

describe('the database itself', () => {
  const ALLOWED = [
    ...['SUCCESS', 'UNDER_REVIEW', 'EXPIRED', 'CANCELLED'].map((to) => `AWAITING_PAYMENT→${to}`),
    ...['SUCCESS', 'EXPIRED'].map((to) => `UNDER_REVIEW→${to}`),
  ];
  const PAIRS = SESSION_STATUSES.flatMap((from) =>
    SESSION_STATUSES.filter((to) => to !== from).map((to) => ({ from, to })),
  );

  /** A row written by hand, in any status. */
  async function row(status: SessionStatus): Promise<string> {
    const id = world.services.newId();
    const { collection_number_id } = await world.session(merchant);
    const closed_at = status === 'AWAITING_PAYMENT' ? null : world.now;
    await world.rows(
      `insert into payment_sessions (id, merchant_id, environment, reference, ticket, amount_xaf, operator, status,
         review_reason, collection_number_id, assigned_collection_number, created_at, expires_at, closed_at)
       values ($1, $2, 'test', $1::uuid::text, '00000000', 1, 'AIRTEL', $3, 'late', $4, '+23560000000', $5, $6, $7)`,
      [id, merchant, status, collection_number_id, world.now, new Date(world.now.getTime() + 1), closed_at],
    );
    return id;
  }

  test.each(PAIRS)('$from → $to is allowed or refused as the table says', async ({ from, to }) => {
    const id = await row(from);
    const move = world.rows('update payment_sessions set status = $2, closed_at = $3 where id = $1', [
      id,
      to,
      to === 'AWAITING_PAYMENT' ? null : world.now,
    ]);
    if (ALLOWED.includes(`${from}→${to}`)) expect(await move).toEqual([]);
    else await expect(move).rejects.toMatchObject({ code: '23001' });
    await world.rows('alter table payment_sessions disable trigger user');
    await world.rows('delete from payment_sessions where id = $1', [id]);
    await world.rows('alter table payment_sessions enable trigger user');
  });

  test.each(['notices', 'notice_readings', 'decisions', 'ledger_transfers', 'events'])(
    'what is in %s is never changed or removed',
    async (table) => {
      await LEAD.SUCCESS();
      const column =
        { notice_readings: 'kind', decisions: 'reason', ledger_transfers: 'cause' }[table] ?? 'body';
      await expect(world.rows(`update ${table} set ${column} = ${column}`)).rejects.toMatchObject({
        code: '23001',
      });
      await expect(world.rows(`delete from ${table}`)).rejects.toMatchObject({ code: '23001' });
    },
  );

  test('refuses a transfer between test and live accounts', async () => {
    const accounts = await world.rows<{ id: number; environment: string }>(
      `select id, environment from ledger_accounts where kind = 'SUSPENSE' or kind = 'REVENUE' order by environment, id`,
    );
    const [live, , test_account] = accounts;
    for (const environment of ['test', 'live'])
      await expect(
        world.rows(
          `insert into ledger_transfers (environment, debit_account_id, credit_account_id, amount_xaf, cause, cause_id, created_at,
             occurred_at)
           values ($2, $3, $4, 5, 'CREDIT_SUSPENSE', $1, now(), now())`,
          [world.services.newId(), environment, live?.id, test_account?.id],
        ),
      ).rejects.toMatchObject({ code: '23503' });
  });
});
