import {
  SETTLEMENT_EXAMPLE,
  SettlementBody,
  SettlementEventBody,
  SettlementTransferBody,
} from '@chari/contract';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { settlementReference } from '../../src/domain/settlement/settlement.ts';
import { payTestDrafts } from '../../src/engine/settlements/rounds.ts';
import { heldToPace, settleTestBalances } from '../../src/engine/settlements/settle-test.ts';
import { openWorld, type World } from '../collection/world.ts';
import { KEYS, openDesk, SESSION_ID } from '../http/desk.ts';

describe('GET /v1/settlements', () => {
  const desk = openDesk();
  const get = (url: string, key?: string) =>
    desk.send({ method: 'GET', url, ...(key !== undefined && { key }) });

  test('lists them, newest first, and one is shown with its itemisation', async () => {
    const list = await get('/v1/settlements?limit=5');
    expect([list.statusCode, list.json().next_cursor]).toEqual([200, null]);
    expect(Value.Check(SettlementBody, list.json().settlements[0])).toBe(true);
    const one = (await get(`/v1/settlements/${SESSION_ID}`)).json();
    expect(one).toMatchObject({
      amount: 4950,
      totals: [
        { kind: 'payment', transfers: 1, amount: 5000 },
        { kind: 'fee', transfers: 1, amount: -50 },
      ],
    });
    const { transfers, next_cursor } = (
      await get(`/v1/settlements/${SESSION_ID}/transfers?cursor=20`)
    ).json();
    expect([Value.Check(SettlementTransferBody, transfers[0]), next_cursor]).toEqual([true, null]);
    expect(transfers[0]).toMatchObject({
      payment_session_id: SESSION_ID,
      reference: 'ORDER-1',
      kind: 'payment',
    });
  });

  test('has 404 for what is not there, 400 for what makes no sense, and asks for its scope', async () => {
    const other = '0198c5a2-7d1e-7c3a-9f4e-2b6d8a1c0e60';
    for (const url of [
      `/v1/settlements/${other}`,
      `/v1/settlements/${other}/transfers`,
      '/v1/settlements/nothing',
    ])
      expect((await get(url)).statusCode).toBe(404);
    for (const query of ['?cursor=x', '?limit=0', '?status=PAID'])
      expect((await get(`/v1/settlements${query}`)).json().error.code).toBe('VALIDATION_ERROR');
    expect((await get(`/v1/settlements/${SESSION_ID}/transfers?cursor=-1`)).statusCode).toBe(400);
    expect((await get('/v1/settlements', KEYS.no_scopes)).json().error.code).toBe(
      'API_KEY_PERMISSION_DENIED',
    );
  });

  test('a test key settles its test balance; a live one can’t', async () => {
    const post = (key: string) =>
      desk.send({
        method: 'POST',
        url: '/v1/sandbox/settlements',
        key,
        payload: '{}',
        headers: { 'content-type': 'application/json' },
      });
    expect((await post(KEYS.test)).statusCode).toBe(201);
    expect((await post(KEYS.live)).statusCode).toBe(403);
  });
});

describe('The test balance', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.close());

  test('is settled once under one idempotency key, and its event tells the same as the API', async () => {
    const merchant = await world.merchant({ fee_basis_points: 100 });
    const ask = async (key: string | null) => {
      const idempotency = key === null ? null : { key, request_hash: 'ab'.repeat(32) };
      const asked = { merchant_id: merchant, environment: 'test' as const, idempotency };
      const [outcome] = await settleTestBalances(world.services, [asked]);
      return outcome;
    };
    expect(await ask('k')).toEqual({ kind: 'no_draft', reason: 'nothing_due', due_xaf: 0 });
    await world.pay(await world.session(merchant, { amount_xaf: 5000 }));
    const first = await ask('k');
    if (first?.kind !== 'drafted') throw new Error(first?.kind);
    expect(first).toMatchObject({ replayed: false, settlement: { amount_xaf: 4950, state: 'DRAFT' } });
    await payTestDrafts(world.services, { limit: 10 });
    expect(await ask('k')).toMatchObject({
      replayed: true,
      settlement: { id: first.settlement.id, state: 'PAID' },
    });
    expect(await ask(null)).toEqual({ kind: 'no_draft', reason: 'nothing_due', due_xaf: 0 });
    const [event] = await world.rows<{ body: string; sequence: number }>(
      'select body, sequence from events where object_id = $1',
      [first.settlement.id],
    );
    const body = JSON.parse(event?.body ?? '{}');
    expect([event?.sequence, Value.Check(SettlementEventBody, body)]).toEqual([1, true]);
    expect(body.data).toMatchObject({ amount: 4950, status: 'PAID', is_test: true });
  });

  test('is settled thirty times at once, then once a minute, whichever keys ask; another merchant’s is not held up', async () => {
    const [merchant, other] = [await world.merchant(), await world.merchant()];
    const settle = heldToPace(world.services, async () => ({
      kind: 'no_draft',
      reason: 'nothing_due',
      due_xaf: 0,
    }));
    const ask = async (merchant_id: string) =>
      (await settle({ merchant_id, environment: 'test', idempotency: null })).kind;
    const kinds = await Promise.all(Array.from({ length: 35 }, () => ask(merchant)));
    expect(kinds.filter((kind) => kind === 'too_often')).toHaveLength(5);
    expect([await ask(merchant), await ask(other)]).toEqual(['too_often', 'no_draft']);
    world.pass(60);
    expect([await ask(merchant), await ask(merchant)]).toEqual(['no_draft', 'too_often']);
  });
});

test('a reference has the day in N’Djamena and the end of the id, as the contract’s example', () => {
  const { id, reference } = SETTLEMENT_EXAMPLE;
  expect(settlementReference(id, new Date('2026-06-26T23:00:00.000Z'))).toBe(reference);
  expect(Value.Check(SettlementBody, SETTLEMENT_EXAMPLE)).toBe(true);
});
