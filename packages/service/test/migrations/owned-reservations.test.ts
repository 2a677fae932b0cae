import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DatabaseBefore, openBefore } from './before.ts';

// A database as it was before 0017, with transactions that borrow sessions in every state, and what 0017 makes of
// it.

const id = (n: number) => `01990000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const [MERCHANT, NUMBER] = [id(1), id(2)];

let db: DatabaseBefore;
const rows = async (sql: string, values: unknown[] = []) => (await db.pool.query(sql, values)).rows;

/** A transaction, and the session it borrows under the id `n` above. */
async function borrow(n: number, status: string, session: string, hold: 'OPEN' | 'QUARANTINE' | null) {
  const [transaction_id, session_id, amount] = [id(100 + n), id(200 + n), 1000 + n];
  const paid = status === 'SUCCESS' ? 'now()' : 'null';
  await rows(
    `insert into transactions (id, merchant_id, environment, reference, internal_ref, amount_xaf, operator,
      phone_number, rail, status, created_at, expires_at, updated_at, confirmed_at)
    values ($1, $2, 'live', 'T-' || $3::int, 'TX261121' || lpad($3::int::text, 8, '0'), $3::int, 'AIRTEL', '+23566123456',
      'manual-sms', '${status}', '2026-11-21T11:00Z', '2026-11-21T11:10Z', now(), ${paid})`,
    [transaction_id, MERCHANT, amount],
  );
  await rows(
    `insert into payment_sessions (id, merchant_id, environment, reference, ticket, amount_xaf, operator, status,
      review_reason, collection_number_id, assigned_collection_number, customer_phone, created_at, expires_at,
      closed_at, transaction_id)
    values ($1, $2, 'live', '~txn:' || $3::int, lpad($3::int::text, 8, '0'), $3::int, 'AIRTEL', $4::text,
      case when $4::text = 'UNDER_REVIEW' then 'low_confidence' end, $5, '+23566001001', '+23566123456',
      '2026-11-21T11:00Z', '2026-11-21T11:10Z', case when $4::text <> 'AWAITING_PAYMENT' then now() end, $6)`,
    [session_id, MERCHANT, amount, session, NUMBER, transaction_id],
  );
  if (hold !== null)
    await rows(
      `insert into collection_holds (session_id, collection_number_id, amount_xaf, customer_phone, ticket, state, due_at)
      values ($1, $2, $3::int, '+23566123456', lpad($3::int::text, 8, '0'), $4, '2026-11-28T11:00Z')`,
      [session_id, NUMBER, amount, hold],
    );
  return { transaction_id, session_id, amount };
}

async function credit(n: number, amount: number, state: string, reason: string, session_id: string | null) {
  await rows(
    `insert into credits (id, environment, operator, collection_number_id, kind, amount_xaf, occurred_at,
      received_at, state, reason, matched_session_id, created_at)
    values ($1, 'live', 'AIRTEL', $2, 'CREDIT', $3, '2026-11-21T11:05Z', now(), $4, $5, $6, now())`,
    [id(n), NUMBER, amount, state, reason, session_id],
  );
  return id(n);
}

const addCase = (session_id: string, credit_id: string) =>
  rows(
    `insert into review_cases (session_id, credit_id, reason, opened_at) values ($1, $2, 'low_confidence', now())`,
    [session_id, credit_id],
  );

let waiting: Awaited<ReturnType<typeof borrow>>;
let paid: typeof waiting;
let doubted: typeof waiting;
let ended: typeof waiting;
const OWN = id(300);
beforeAll(async () => {
  db = await openBefore('0017');
  await rows(`insert into merchants (id, name, created_at) values ($1, 'Shop', now())`, [MERCHANT]);
  await rows(
    `insert into collection_numbers (id, environment, operator, msisdn, created_at)
    values ($1, 'live', 'AIRTEL', '+23566001001', now())`,
    [NUMBER],
  );
  waiting = await borrow(1, 'WAITING_SMS', 'AWAITING_PAYMENT', 'OPEN');
  paid = await borrow(2, 'SUCCESS', 'SUCCESS', null);
  await credit(402, paid.amount, 'MATCHED', 'unique_in_time', paid.session_id);
  doubted = await borrow(3, 'WAITING_SMS', 'UNDER_REVIEW', 'QUARANTINE');
  await addCase(doubted.session_id, await credit(404, 10, 'REVIEW', 'low_confidence', null));
  await addCase(doubted.session_id, await credit(405, doubted.amount, 'REVIEW', 'low_confidence', null));
  ended = await borrow(4, 'TIMEOUT', 'EXPIRED', 'QUARANTINE');
  // A merchant's own session under review, whose credit stays in its case.
  await rows(
    `insert into payment_sessions (id, merchant_id, environment, reference, ticket, amount_xaf, operator, status,
      review_reason, collection_number_id, assigned_collection_number, created_at, expires_at, closed_at)
    values ($1, $2, 'live', 'OWN', '0000000Z', 700, 'AIRTEL', 'UNDER_REVIEW', 'low_confidence', $3, '+23566001001',
      now(), now() + interval '10 minutes', now())`,
    [OWN, MERCHANT, NUMBER],
  );
  await rows(
    `insert into collection_holds (session_id, collection_number_id, amount_xaf, ticket, state, due_at)
    values ($1, $2, 700, '0000000Z', 'QUARANTINE', now())`,
    [OWN, NUMBER],
  );
  await addCase(OWN, await credit(406, 700, 'REVIEW', 'low_confidence', null));
  await db.migrateBelow('0018');
});
afterAll(async () => {
  await db.drop();
});

test('the borrowed sessions are gone, and a merchant’s own stays, with the new word for its doubt', async () => {
  expect(await rows('select id, review_reason from payment_sessions')).toEqual([
    { id: OWN, review_reason: 'unproven' },
  ]);
  expect(await rows('select session_id, reason from review_cases')).toEqual([
    { session_id: OWN, reason: 'unproven' },
  ]);
});

test('each transaction says where it is paid, and owns its reservation; one that still waits keeps it open', async () => {
  expect(
    await rows(
      `select count(*)::int as n from transactions
      where collection_number_id = $1 and assigned_collection_number = '+23566001001'`,
      [NUMBER],
    ),
  ).toEqual([{ n: 4 }]);
  const due_at = new Date('2026-11-21T11:12:00.000Z');
  const later = new Date('2026-11-28T11:00:00.000Z');
  expect(
    await rows(
      `select owner_kind, transaction_id, state, ticket, due_at from collection_holds
      where owner_kind = 'transaction' order by amount_xaf`,
    ),
  ).toEqual([
    {
      owner_kind: 'transaction',
      transaction_id: waiting.transaction_id,
      state: 'OPEN',
      ticket: null,
      due_at,
    },
    {
      owner_kind: 'transaction',
      transaction_id: doubted.transaction_id,
      state: 'OPEN',
      ticket: null,
      due_at,
    },
    {
      owner_kind: 'transaction',
      transaction_id: ended.transaction_id,
      state: 'QUARANTINE',
      ticket: null,
      due_at: later,
    },
  ]);
  expect(await rows(`select session_id, ticket from collection_holds where owner_kind = 'session'`)).toEqual([
    { session_id: OWN, ticket: '0000000Z' },
  ]);
});

test('money that paid a borrowed session has paid its transaction', async () => {
  expect(
    await rows(`select matched_session_id, matched_transaction_id from credits where state = 'MATCHED'`),
  ).toEqual([{ matched_session_id: null, matched_transaction_id: paid.transaction_id }]);
});

test('the case of a borrowed session is a review of its transaction, with the credit that covers it', async () => {
  expect(
    await rows(
      `select r.transaction_id, r.kind, r.reason, r.credit_id, r.state, p.outcome
      from transaction_reviews r join transaction_proofs p on p.id = r.proof_id`,
    ),
  ).toEqual([
    {
      transaction_id: doubted.transaction_id,
      kind: 'doubtful',
      reason: 'unproven',
      credit_id: id(405),
      state: 'OPEN',
      outcome: 'doubtful',
    },
  ]);
  expect(await rows(`select id, state, reason from credits where state <> 'MATCHED' order by id`)).toEqual([
    { id: id(404), state: 'SUSPENSE', reason: 'unproven' },
    { id: id(405), state: 'SUSPENSE', reason: 'unproven' },
    { id: id(406), state: 'REVIEW', reason: 'unproven' },
  ]);
});

test('the database lets a credit pay one, a session or a transaction, and never both', async () => {
  await expect(
    rows(
      `update credits set state = 'MATCHED', matched_session_id = $2, matched_transaction_id = $3 where id = $1`,
      [id(406), OWN, waiting.transaction_id],
    ),
  ).rejects.toMatchObject({ constraint: 'credits_matched' });
  await expect(
    rows(`update credits set matched_transaction_id = $2 where id = $1`, [id(406), waiting.transaction_id]),
  ).rejects.toMatchObject({ constraint: 'credits_matched' });
});
