import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkLedger } from '../../src/engine/ledger/check.ts';
import { order, SESSIONS, type SessionBody } from './client.ts';
import { openService, type Service } from './service.ts';
import { eventsOf, sessionIn, simulate, swept, transfersOf } from './statuses.ts';

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

/**
 * The table itself is proven where it is decided (domain/session/transitions.test.ts) and where it is written
 * (test/collection/transitions.test.ts and time.test.ts, row by row with events and transfers). Here: what only a caller
 * over HTTP sees of it, and what only the sandbox can bring about.
 */
describe('Payment session transitions', () => {
  it('(none) | POST /v1/payment-sessions | an invalid request reserves nothing', async () => {
    const count = async () => service.rows('select count(*) from collection_holds');
    const before = await count();
    expect((await service.client.post(SESSIONS, key, order({ amount: 0 }))).status).toBe(400);
    expect(await count()).toEqual(before);
  });

  it('AWAITING_PAYMENT | credit detected | payment ambiguous | UNDER_REVIEW | payment_session.under_review', async () => {
    const session = await service.client.session(key);
    expect((await simulate(service, key, session, 'ambiguous')).status).toBe('UNDER_REVIEW');
    expect(await eventsOf(service, session)).toEqual(['payment_session.under_review']);
    expect(await transfersOf(service, session)).toEqual([]);
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
  it('cancel from any other status returns 409 with that status', async () => {
    const status = 'SUCCESS';
    const session = await sessionIn(service, key, status);
    const before = await eventsOf(service, session);
    const answer = await cancel(session);
    expect([answer.status, answer.body.error.code]).toEqual([409, 'INVALID_STATE']);
    expect(answer.body.error.message).toContain(status);
    expect(await statusOf(session)).toBe(status);
    expect(await eventsOf(service, session)).toEqual(before);
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
});
