import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkLedger } from '../../src/engine/ledger/check.ts';
import { order, SESSIONS, type SessionBody } from './client.ts';
import { GRACE_SECONDS, openService, type Service } from './service.ts';
import { eventsOf, STATUSES, sessionIn, simulate, swept, transfersOf } from './statuses.ts';

let service: Service;
let key: string;
let live_key: string;
beforeAll(async () => {
  service = await openService();
  ({ test_key: key, live_key } = await service.merchant());
});
afterAll(() => service.close());

const statusOf = async (session: SessionBody): Promise<string> =>
  (await service.client.get(`${SESSIONS}/${session.id}`, key)).body.status;
const cancel = (session: SessionBody) => service.client.post(`${SESSIONS}/${session.id}/cancel`, key);
const credit = async (session: SessionBody, fields: object = {}) => {
  const { operator, assigned_collection_number: collection_number, amount } = session;
  const body = { operator, collection_number, amount, ...fields };
  const answer = await service.client.post('/v1/sandbox/credits', key, body);
  expect(answer.status, answer.text).toBe(202);
  return answer.body;
};

describe('Payment session transitions, row by row', () => {
  it('(none) | POST /v1/payment-sessions | valid request | AWAITING_PAYMENT | a collection number is reserved; 201 returned', async () => {
    const answer = await service.client.post(SESSIONS, key, order());
    expect([answer.status, answer.body.status]).toEqual([201, 'AWAITING_PAYMENT']);
    const holds = await service.rows(
      `select n.msisdn, h.amount_xaf, h.state from collection_holds h
        join collection_numbers n on n.id = h.collection_number_id where session_id = $1`,
      [answer.body.id],
    );
    const msisdn = answer.body.assigned_collection_number;
    expect(holds).toEqual([{ msisdn, amount_xaf: 5000, state: 'OPEN' }]);
    expect(await eventsOf(service, answer.body)).toEqual([]);
  });

  it('(none) | POST /v1/payment-sessions | an invalid request reserves nothing', async () => {
    const count = async () => service.rows('select count(*) from collection_holds');
    const before = await count();
    expect((await service.client.post(SESSIONS, key, order({ amount: 0 }))).status).toBe(400);
    expect(await count()).toEqual(before);
  });

  it('AWAITING_PAYMENT | credit detected | deduplicated and matched to exactly one session in time | SUCCESS | payment_session.succeeded', async () => {
    const session = await service.client.session(key);
    const once = await credit(session, { operator_transaction_id: 'MP-ONCE-1' });
    expect(once.verdict).toMatchObject({ verdict: 'SETTLE', session_ids: [session.id] });
    const again = await credit(session, { operator_transaction_id: 'MP-ONCE-1' });
    expect([again.outcome, again.credit_id]).toEqual(['DUPLICATE', once.credit_id]);
    expect(await statusOf(session)).toBe('SUCCESS');
    expect(await eventsOf(service, session)).toEqual(['payment_session.succeeded']);
    expect(await transfersOf(service, session)).toEqual(['SESSION_SUCCESS']);
  });

  it('AWAITING_PAYMENT | credit detected | payment late | UNDER_REVIEW | payment_session.under_review', async () => {
    const session = await service.client.session(key, { ttl_minutes: 1 });
    service.clock.pass(61);
    const { verdict } = await credit(session);
    expect(verdict).toMatchObject({ verdict: 'REVIEW', rule: 'late' });
    expect(await statusOf(session)).toBe('UNDER_REVIEW');
    expect(await eventsOf(service, session)).toEqual(['payment_session.under_review']);
    expect(await transfersOf(service, session)).toEqual([]);
  });

  it('AWAITING_PAYMENT | credit detected | payment ambiguous | UNDER_REVIEW | payment_session.under_review', async () => {
    const session = await service.client.session(key);
    expect((await simulate(service, key, session, 'ambiguous')).status).toBe('UNDER_REVIEW');
    expect(await eventsOf(service, session)).toEqual(['payment_session.under_review']);
    expect(await transfersOf(service, session)).toEqual([]);
  });

  it('AWAITING_PAYMENT | expiry window plus a backend grace period elapsed | no confirmed payment | EXPIRED | payment_session.expired; no ledger entry', async () => {
    const session = await service.client.session(key, { ttl_minutes: 1 });
    service.clock.pass(60 + GRACE_SECONDS - 15);
    await swept(service, key);
    expect(await statusOf(session)).toBe('AWAITING_PAYMENT');
    service.clock.pass(15);
    await swept(service, key);
    expect(await statusOf(session)).toBe('EXPIRED');
    expect(await eventsOf(service, session)).toEqual(['payment_session.expired']);
    expect(await transfersOf(service, session)).toEqual([]);
  });

  it('AWAITING_PAYMENT | a credit that is told of in the grace period, about a payment made in time | SUCCESS', async () => {
    const session = await service.client.session(key, { ttl_minutes: 1 });
    const occurred_at = new Date(Date.parse(session.expires_at) - 1_000).toISOString();
    service.clock.pass(60 + GRACE_SECONDS / 2);
    await credit(session, { occurred_at });
    expect(await statusOf(session)).toBe('SUCCESS');
  });

  it('AWAITING_PAYMENT | POST /v1/payment-sessions/:id/cancel | status is AWAITING_PAYMENT | CANCELLED | no webhook is emitted', async () => {
    const session = await service.client.session(key);
    const answer = await cancel(session);
    expect([answer.status, answer.body.status]).toEqual([200, 'CANCELLED']);
    expect(await statusOf(session)).toBe('CANCELLED');
    expect(await eventsOf(service, session)).toEqual([]);
    expect(await transfersOf(service, session)).toEqual([]);
  });
});

describe('Payment session transitions, the rules beneath', () => {
  it.each(STATUSES)('cancel from %s returns 409', async (status) => {
    const session = await sessionIn(service, key, status);
    const before = await eventsOf(service, session);
    const answer = await cancel(session);
    expect([answer.status, answer.body.error.code]).toEqual([409, 'INVALID_STATE']);
    expect(answer.body.error.message).toContain(status);
    expect(await statusOf(session)).toBe(status);
    expect(await eventsOf(service, session)).toEqual(before);
  });

  it('a payment arriving after cancellation is never confirmed automatically', async () => {
    const session = await sessionIn(service, key, 'CANCELLED');
    const { verdict } = await credit(session);
    expect(verdict).toMatchObject({ verdict: 'SUSPENSE', rule: 'session_closed' });
    expect(await statusOf(session)).toBe('CANCELLED');
    expect(await eventsOf(service, session)).toEqual([]);
  });

  it('a payment arriving after expiry and grace is never confirmed automatically', async () => {
    const session = await sessionIn(service, key, 'EXPIRED');
    expect((await credit(session)).verdict.verdict).toBe('SUSPENSE');
    expect(await statusOf(session)).toBe('EXPIRED');
    expect(await eventsOf(service, session)).toEqual(['payment_session.expired']);
  });

  it('an ambiguous payment never becomes SUCCESS automatically, neither by time nor by a further payment', async () => {
    const session = await service.client.session(key);
    await simulate(service, key, session, 'ambiguous');
    await credit(session);
    service.clock.pass(3_600);
    await swept(service, key);
    expect(await statusOf(session)).toBe('UNDER_REVIEW');
    expect(await transfersOf(service, session)).toEqual([]);
  });

  it('a test session can reach SUCCESS but never affects live balance', async () => {
    await sessionIn(service, key, 'SUCCESS');
    const { ok, problems, balances } = await checkLedger(service.first.services);
    expect([ok, problems]).toEqual([true, []]);
    expect(balances.filter((one) => one.environment === 'live' && one.balance_xaf !== 0)).toEqual([]);
    expect(balances.some((one) => one.environment === 'test' && one.balance_xaf !== 0)).toBe(true);
    const session = await service.client.session(key);
    expect((await service.client.get(`${SESSIONS}/${session.id}`, live_key)).status).toBe(404);
  });

  it('no status but AWAITING_PAYMENT ever changes by time or by a further payment', async () => {
    const sessions = [];
    for (const status of STATUSES) sessions.push(await sessionIn(service, key, status));
    for (const session of sessions) await credit(session);
    service.clock.pass(7_200);
    await swept(service, key);
    const statuses = await Promise.all(sessions.map(statusOf));
    expect(statuses).toEqual([...STATUSES]);
  });
});
