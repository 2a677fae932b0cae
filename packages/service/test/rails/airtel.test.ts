import { afterEach, describe, expect, it } from 'vitest';
import { moneyIdOf } from '../../../../tools/airtel/ledger.ts';
import type { RailOrder } from '../../src/domain/rail/order.ts';
import { airtelRail } from '../../src/rails/airtel/airtel.ts';
import { airtelId } from '../../src/rails/airtel/answers.ts';
import { type Airtel, CREDENTIALS, openAirtel } from './world.ts';

/** The answer comes when its caller has long given up, and an operator that isn't slow has time to answer. */
const SLOW = { timeout_ms: 1_000, slow_ms: 3_000 };

const ORDER: RailOrder = {
  transaction_id: '0190aaaa-bbbb-7ccc-8ddd-eeeeffff0001',
  internal_ref: 'TX261121ABCDEFGH',
  environment: 'live',
  operator: 'AIRTEL',
  amount_xaf: 5_000,
  phone_number: '+23566123456',
  expires_at: new Date('2026-11-21T11:10:00.000Z'),
  gives_up_at: new Date('2026-11-21T11:12:00.000Z'),
  begun_at: new Date('2026-11-21T11:00:00.000Z'),
  rail_transaction_id: null,
  collection_number: null,
  sender: null,
};
const ID = airtelId(ORDER.transaction_id);
const order = (n: number): RailOrder => ({
  ...ORDER,
  transaction_id: `0190aaaa-bbbb-7ccc-8ddd-${String(n).padStart(12, '0')}`,
});

let airtel: Airtel;
afterEach(() => airtel.close());
const tokens = () => airtel.simulator.counts.get('POST /auth/oauth2/token') ?? 0;

describe('the rail of Airtel’s Open API', () => {
  it('pushes with the payer’s number without 235, and believes the enquiry', async () => {
    airtel = await openAirtel();
    expect(await airtel.rail.initiate(ORDER)).toEqual({ kind: 'asked', waits_for: 'rail' });
    expect(airtel.simulator.ledger.find(ID)).toMatchObject({
      msisdn: '66123456',
      amount_xaf: 5_000,
      pushes: 1,
    });
    expect(await airtel.rail.enquire(ORDER)).toEqual({
      kind: 'success',
      rail_transaction_id: moneyIdOf(ID),
    });
  });

  it.each([
    ['TS', { kind: 'success' }],
    ['TF', { kind: 'failed' }],
    ['TE', { kind: 'failed' }],
    ['TIP', { kind: 'pending' }],
    ['TA', { kind: 'unknown', sent: true, fault: false }],
  ] as const)('reads the status %s', async (status, answer) => {
    airtel = await openAirtel({ decide: () => status });
    await airtel.rail.initiate(ORDER);
    expect(await airtel.rail.enquire(ORDER)).toMatchObject(answer);
  });

  it.each([
    ['http_500', { kind: 'unknown', sent: true, fault: true }, 1],
    ['http_429', { kind: 'unknown', sent: false, fault: true }, 0],
    ['lost_answer', { kind: 'unknown', sent: true, fault: true }, 1],
    ['slow', { kind: 'unknown', sent: true, fault: true }, 1],
    ['no_token', { kind: 'unknown', sent: false, fault: true }, 0],
    ['token_expired', { kind: 'unknown', sent: false, fault: true }, 0],
  ] as const)(
    'makes of a push with the fault %s an unknown, never a failure',
    async (fault, answer, pushes) => {
      airtel = await openAirtel(fault === 'slow' ? SLOW : {});
      if (fault === 'slow') await airtel.rail.readiness();
      airtel.simulator.faults[fault] = 1;
      expect(await airtel.rail.initiate(ORDER)).toMatchObject(answer);
      await expect.poll(() => airtel.simulator.ledger.find(ID)?.pushes ?? 0).toBe(pushes);
    },
  );

  it.each(['http_500', 'http_429', 'slow', 'ambiguous', 'no_token'] as const)(
    'makes of an enquiry with the fault %s an unknown, and the next one decides',
    async (fault) => {
      airtel = await openAirtel({
        ...(fault === 'slow' && SLOW),
        token_life_s: 1,
      });
      await airtel.rail.initiate(ORDER);
      if (fault === 'no_token') await new Promise((resolve) => setTimeout(resolve, 1_050));
      airtel.simulator.faults[fault] = 1;
      expect((await airtel.rail.enquire(ORDER)).kind).toBe('unknown');
      airtel.simulator.faults[fault] = 0;
      expect((await airtel.rail.enquire(ORDER)).kind).toBe('success');
    },
  );

  it('an enquiry about a transaction that the operator does not know decides nothing', async () => {
    airtel = await openAirtel();
    expect(await airtel.rail.enquire(ORDER)).toMatchObject({ kind: 'unknown', sent: true, fault: false });
  });

  it('an operator that can’t be reached has certainly heard nothing', async () => {
    airtel = await openAirtel();
    const nobody = airtelRail({ base_url: 'http://127.0.0.1:1', ...CREDENTIALS }, () => 0);
    expect(await nobody.initiate(ORDER)).toMatchObject({ kind: 'unknown', sent: false, fault: true });
    await nobody.close();
  });
});

describe('the token', () => {
  it('is fetched once for a hundred calls at once', async () => {
    airtel = await openAirtel();
    const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => airtel.rail.initiate(order(n))));
    expect(answers.every(({ kind }) => kind === 'asked')).toBe(true);
    expect(tokens()).toBe(1);
  });

  it('is renewed 30 s before its 180 s are over', async () => {
    let now_ms = 0;
    airtel = await openAirtel({ now_ms: () => now_ms });
    await airtel.rail.enquire(ORDER);
    now_ms = 149_000;
    await airtel.rail.enquire(ORDER);
    expect(tokens()).toBe(1);
    now_ms = 150_000;
    await airtel.rail.enquire(ORDER);
    expect(tokens()).toBe(2);
  });

  it('that is refused in mid-flight is renewed once, for all who noticed, and no push is lost or doubled', async () => {
    airtel = await openAirtel();
    await airtel.rail.initiate(order(1_000));
    airtel.simulator.forgetTokens();
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => airtel.rail.initiate(order(n))));
    expect(answers.every(({ kind }) => kind === 'asked')).toBe(true);
    expect(tokens()).toBe(2);
    expect(airtel.simulator.ledger.payments.size).toBe(51);
    expect(airtel.simulator.ledger.askedTwice()).toEqual([]);
  });

  it('appears in no answer, and neither does a secret or a payer', async () => {
    airtel = await openAirtel();
    airtel.simulator.faults.http_500 = 1;
    const wrong = airtelRail(
      { base_url: airtel.simulator.url, client_id: 'chari', client_secret: 'wrong secret' },
      () => 0,
    );
    const said = JSON.stringify([
      await airtel.rail.initiate(ORDER),
      await airtel.rail.enquire(ORDER),
      await wrong.initiate(ORDER),
      await wrong.readiness(),
    ]);
    await wrong.close();
    expect(said).not.toMatch(/token-|secret|quiet|66123456/);
    expect(said).toContain('HTTP 401');
  });
});

describe('a refund', () => {
  const paid = async () => {
    await airtel.rail.initiate(ORDER);
    return { ...ORDER, rail_transaction_id: airtel.simulator.ledger.find(ID)?.airtel_money_id ?? null };
  };
  it('sends the whole amount back', async () => {
    airtel = await openAirtel();
    expect(await airtel.rail.refund(await paid())).toMatchObject({ kind: 'success' });
    expect(airtel.simulator.ledger.find(ID)?.refunds).toBe(1);
  });
  it('that the operator refuses is refused', async () => {
    airtel = await openAirtel();
    expect(await airtel.rail.refund({ ...ORDER, rail_transaction_id: 'MP404' })).toMatchObject({
      kind: 'failed',
    });
  });
  it('of a payment whose operator id is not known is not sent', async () => {
    airtel = await openAirtel();
    expect(await airtel.rail.refund(ORDER)).toMatchObject({ kind: 'failed' });
    expect(airtel.simulator.counts.size).toBe(0);
  });
  it('whose answer is lost stays unknown', async () => {
    airtel = await openAirtel();
    const order = await paid();
    airtel.simulator.faults.refund_lost = 1;
    expect(await airtel.rail.refund(order)).toMatchObject({ kind: 'unknown', sent: true });
  });
});
