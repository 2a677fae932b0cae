import { describe, expect, test } from 'vitest';
import { createAgenda } from '../../sim/agenda.ts';
import { createChance, createVirtualIds } from '../../sim/chance.ts';
import { createTruth, type SeenCredit } from '../../sim/truth.ts';

const PAYMENT = {
  session_id: 'session-1',
  msisdn: '+23566900000',
  operator: 'AIRTEL',
  amount_xaf: 5000,
  payer: '66123456',
  operator_transaction_id: 'MP261121.0930.A00001',
  at_ms: 0,
  message: 'sent',
} as const;
const CREDIT: SeenCredit = {
  operator_transaction_id: PAYMENT.operator_transaction_id,
  amount_xaf: 5000,
  state: 'MATCHED',
  reason: 'unique_in_time',
  matched_session_id: 'session-1',
  automatic: true,
};

describe('the truth of a simulation', () => {
  const truth = createTruth();
  truth.paid(PAYMENT);
  truth.forged('FORGED');

  test('finds nothing wrong with money where it belongs', () => {
    expect(truth.judge([CREDIT])).toEqual([]);
    expect(truth.judge([{ ...CREDIT, state: 'SUSPENSE', matched_session_id: null }])).toEqual([]);
    expect(truth.judge([{ ...CREDIT, operator_transaction_id: 'FORGED', matched_session_id: null }])).toEqual(
      [],
    );
  });

  test.each([
    ['a payment that confirmed another session', { matched_session_id: 'session-2' }],
    ['a forged message that confirmed a session', { operator_transaction_id: 'FORGED' }],
    ['money that nobody sent', { operator_transaction_id: 'UNHEARD' }],
    ['another amount than was sent', { amount_xaf: 50_000 }],
  ])('calls out %s', (_what, difference) => {
    expect(truth.judge([{ ...CREDIT, ...difference }])).toHaveLength(1);
  });
});

test('an agenda gives things back in their order, none before its time and each once', () => {
  const chance = createChance(5);
  const agenda = createAgenda<number>();
  const moments = Array.from({ length: 500 }, () => chance.between(0, 3_600_000));
  for (const [n, at_ms] of moments.entries()) agenda.put(at_ms, n);
  const taken: { at_ms: number; thing: number }[] = [];
  for (let now_ms = 0; now_ms <= 3_660_000; now_ms += 7_000) {
    const due = agenda.take(now_ms);
    for (const { at_ms, thing } of due) {
      expect(at_ms).toBeLessThan(now_ms);
      expect(at_ms).toBe(moments[thing]);
    }
    taken.push(...due);
  }
  expect(taken).toHaveLength(500);
  expect(taken.map(({ at_ms }) => at_ms)).toEqual(moments.toSorted((a, b) => a - b));
  expect(agenda.size()).toBe(0);
});

test('virtual ids grow within one moment and across it, and are UUIDv7s', () => {
  let now_ms = 1_800_000_000_000;
  const newId = createVirtualIds(() => now_ms, createChance(1));
  const ids = Array.from({ length: 10_000 }, (_, n) => {
    if (n === 9_000) now_ms += 1;
    return newId();
  });
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
