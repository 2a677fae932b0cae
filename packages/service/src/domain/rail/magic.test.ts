import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ANY_PAYER, MAGIC_PAYERS, magicPayersTable, magicUnavailable_s, scriptedAnswer } from './magic.ts';

const T0 = new Date('2026-11-21T11:00:00.000Z');
const at = (seconds: number): Date => new Date(T0.getTime() + seconds * 1_000);
const order = (phone_number: string) => ({
  phone_number,
  transaction_id: 'x',
  begun_at: T0,
  gives_up_at: at(720),
});

describe('the magic payer numbers of the sandbox', () => {
  it('are written on the merchants’ page word for word', () => {
    const page = readFileSync(
      new URL('../../../../../docs/sandbox-transactions.md', import.meta.url),
      'utf8',
    );
    expect(page).toContain(magicPayersTable());
  });

  it('belong to no network, and begin with an answer at once', () => {
    for (const [phone, { phases }] of Object.entries(MAGIC_PAYERS)) {
      expect(phone).toMatch(/^\+23500[0-9]{6}$/);
      expect(phases.map(({ from_s }) => from_s)).toEqual(
        phases.map(({ from_s }) => from_s).toSorted((a, b) => a - b),
      );
      expect(phases[0]?.from_s).toBe(0);
    }
    expect(ANY_PAYER.phases[0]?.from_s).toBe(0);
  });

  it.each([
    ['+23566123456', 1.9, { kind: 'pending', ask_again_ms: 100 }],
    ['+23566123456', 2, { kind: 'success' }],
    ['+23500000010', 0, { kind: 'success' }],
    ['+23500000013', 1, { kind: 'asked', waits_for: 'credit', ask_again_ms: 4_000 }],
    ['+23500000013', 5, { kind: 'success' }],
    ['+23500000020', 0, { kind: 'failed', reason: 'The payer refused the payment.' }],
    ['+23500000021', 4, { kind: 'pending', ask_again_ms: 1_000 }],
    ['+23500000021', 9, { kind: 'failed', reason: 'The payer has not enough money.' }],
    ['+23500000030', 700, { kind: 'pending' }],
    ['+23500000032', 724, { kind: 'pending', ask_again_ms: 1_000 }],
    ['+23500000032', 725, { kind: 'success' }],
    ['+23500000040', 2, { kind: 'unknown', sent: true, fault: false }],
    ['+23500000041', 2, { kind: 'unknown', sent: true, fault: true }],
    ['+23500000041', 10, { kind: 'success' }],
    ['+23500000042', 10, { kind: 'failed' }],
    ['+23500000060', 2, { kind: 'success', refund_after_ms: 5_000 }],
  ])('%s after %d s', (phone, seconds, answer) => {
    expect(scriptedAnswer(order(phone), at(seconds))).toMatchObject(answer);
  });

  it('one of them finds the gateway unavailable', () => {
    expect([magicUnavailable_s('+23500000050'), magicUnavailable_s('+23566123456')]).toEqual([30, null]);
  });
});
