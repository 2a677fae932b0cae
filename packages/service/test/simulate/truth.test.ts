import { describe, expect, test } from 'vitest';
import { createAgenda } from '../../sim/agenda.ts';
import { createChance, createVirtualIds } from '../../sim/chance.ts';
import { createTruth, type Payment, type SeenMoney } from '../../sim/truth.ts';

const PAYMENT: Payment = {
  by: 'customer',
  session_id: 'session-1',
  has_evidence: true,
  msisdn: '+23566900000',
  operator: 'AIRTEL',
  amount_xaf: 5000,
  payer: '66123456',
  at_ms: 0,
  operator_transaction_id: 'MP261121.0930.A00001',
  fate: 'sent',
  heard_ms: null,
  reversed_ms: null,
};
const SEEN: SeenMoney = {
  operator_transaction_id: PAYMENT.operator_transaction_id,
  amount_xaf: 5000,
  msisdn: PAYMENT.msisdn,
  matched_session_id: 'session-1',
};

describe('the truth of a simulation', () => {
  const truth = createTruth();
  truth.paid(PAYMENT);
  truth.paid({ ...PAYMENT, operator_transaction_id: 'NAMELESS', has_evidence: false });
  truth.forged('FORGED', 'guesser');
  truth.forged('FROM INSIDE', 'insider');
  // Spoken before the true one, and again after it, with another amount.
  truth.forged(PAYMENT.operator_transaction_id, 'replayer');
  const judged = (difference: Partial<SeenMoney>) => truth.judge({ ...SEEN, ...difference });

  test('finds nothing wrong with money where it belongs', () => {
    expect(judged({})).toBeNull();
    expect(judged({ matched_session_id: null })).toBeNull();
    expect(judged({ operator_transaction_id: null })).toBeNull();
  });

  test.each<[string, Partial<SeenMoney>, string, string]>([
    ['a payment that confirmed another session', { matched_session_id: 'session-2' }, 'wrong', 'customer'],
    ['a forged message that confirmed a session', { operator_transaction_id: 'FORGED' }, 'wrong', 'guesser'],
    ['a true id that was repeated with another amount', { amount_xaf: 50_000 }, 'wrong', 'replayer'],
    ['a true id that was repeated on another SIM', { msisdn: '+23566900001' }, 'wrong', 'replayer'],
    ['what an insider forged', { operator_transaction_id: 'FROM INSIDE' }, 'taken', 'insider'],
    [
      'what an outsider forged in words that nobody knows',
      {
        operator_transaction_id: null,
        amount_xaf: 500,
        matched_session_id: null,
        text: 'Trans.ID: FORGED. Operation 500 F',
      },
      'forged',
      'guesser',
    ],
    ['money that nobody sent', { operator_transaction_id: 'UNHEARD' }, 'unheard', 'nobody'],
    [
      'money without an id, of a sum that nobody sent',
      { operator_transaction_id: null, amount_xaf: 4999 },
      'unheard',
      'nobody',
    ],
    [
      'money without an id that confirmed another session',
      { operator_transaction_id: null, matched_session_id: 'session-2' },
      'wrong',
      'customer',
    ],
    [
      'money in which nothing said whose it was',
      { operator_transaction_id: 'NAMELESS', matched_session_id: 'session-2' },
      'undecidable',
      'customer',
    ],
    [
      'a forged message that was written down as money',
      { operator_transaction_id: 'FORGED', matched_session_id: null },
      'forged',
      'guesser',
    ],
  ])('calls out %s', (_what, difference, kind, by) => {
    expect(judged(difference)).toMatchObject({ kind, by });
  });

  test('forgets what is over, and keeps what is not', () => {
    const record = createTruth();
    record.sold('session-1', { behaviour: 'pays', msisdn: PAYMENT.msisdn, opened_ms: 0, payment: null });
    record.paid(PAYMENT);
    record.paid({ ...PAYMENT, operator_transaction_id: 'LATER', at_ms: 10 });
    expect(record.honest('session-1')?.payment?.operator_transaction_id).toBe('MP261121.0930.A00001');
    expect(record.size()).toBe(3);
    record.forget(['session-1'], 5);
    expect(record.size()).toBe(1);
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
