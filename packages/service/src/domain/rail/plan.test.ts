import { describe, expect, it } from 'vitest';
import { RAIL_NAMES, TRANSACTION_STATUSES } from '../transaction/transaction.ts';
import type { RailAnswer, RailStep, RailWork } from './order.ts';
import { followUp, planOf, type RailPlan } from './plan.ts';

const T0 = new Date('2026-11-21T11:00:00.000Z');
const at = (seconds: number): Date => new Date(T0.getTime() + seconds * 1_000);

const work = (fields: Partial<RailWork>): RailWork => ({
  transaction_id: '01900000-0000-7000-8000-000000000001',
  attempt: 1,
  rail: 'airtel-open-api',
  step: 'initiate',
  status: 'PENDING',
  begun_at: null,
  called_back: false,
  callback_taken_at: null,
  enquiries: 0,
  refund_asked_at: T0,
  is_given_back: false,
  created_at: T0,
  expires_at: at(600),
  ...fields,
});

describe('what to do with claimed work', () => {
  it.each<[string, Partial<RailWork>, number, RailPlan]>([
    ['a fresh one is asked', {}, 1, 'initiate'],
    ['one in PROCESSING that was never sent is asked', { status: 'PROCESSING' }, 5, 'initiate'],
    ['an expired one is never pushed', {}, 600, 'drop'],
    ['a timed out one is never pushed', { status: 'TIMEOUT' }, 5, 'drop'],
    ['a lost push waits three minutes', { begun_at: at(1), status: 'PROCESSING' }, 100, 'wait'],
    ['a lost push is enquired about then', { begun_at: at(1), status: 'PROCESSING' }, 181, 'enquire'],
    ['and at once after a callback', { begun_at: at(1), called_back: true }, 20, 'enquire'],
    ['an SMS whose answer was lost is sent again', { rail: 'manual-sms', begun_at: at(1) }, 70, 'initiate'],
    ['but not after expiry', { rail: 'manual-sms', begun_at: at(1), enquiries: 0 }, 601, 'drop'],
    ['an enquiry goes on', { step: 'enquire', status: 'PROCESSING', begun_at: at(1) }, 400, 'enquire'],
    ['after TIMEOUT too', { step: 'enquire', status: 'TIMEOUT', begun_at: at(1) }, 4_000, 'enquire'],
    ['for a day', { step: 'enquire', status: 'TIMEOUT', begun_at: at(1) }, 86_400, 'drop'],
    [
      'and for another whenever a callback comes',
      { step: 'enquire', status: 'TIMEOUT', begun_at: at(1), callback_taken_at: at(200_000) },
      286_399,
      'enquire',
    ],
    [
      'and no longer',
      { step: 'enquire', status: 'TIMEOUT', begun_at: at(1), callback_taken_at: at(200_000) },
      286_400,
      'drop',
    ],
    ['not after SUCCESS', { step: 'enquire', status: 'SUCCESS', begun_at: at(1) }, 300, 'drop'],
    ['a refund is sent', { step: 'refund', status: 'SUCCESS' }, 9_000, 'refund'],
    ['once only', { step: 'refund', status: 'SUCCESS', begun_at: at(9_000) }, 9_100, 'refund_unknown'],
    ['of a merchant too', { step: 'refund', status: 'SUCCESS', is_given_back: true }, 9_000, 'refund'],
    [
      'but not by the sandbox’s script beside its merchant',
      { step: 'refund', status: 'SUCCESS', refund_asked_at: null, is_given_back: true },
      9_000,
      'drop',
    ],
    ['and not for what is refunded', { step: 'refund', status: 'REFUNDED' }, 9_000, 'drop'],
  ])('%s', (_, fields, seconds, plan) => {
    expect(planOf(work(fields), at(seconds))).toBe(plan);
  });

  it('never pushes twice on a rail where that could move money twice, whatever else is the case', () => {
    for (const status of TRANSACTION_STATUSES) {
      for (const seconds of [0, 59, 61, 181, 599, 601, 90_000]) {
        for (const called_back of [true, false]) {
          const plan = planOf(work({ status, begun_at: T0, called_back }), at(seconds));
          expect(plan).not.toBe('initiate');
        }
      }
    }
  });
});

const UNSENT: RailAnswer = { kind: 'unknown', detail: '', sent: false, fault: true };
const LOST: RailAnswer = { kind: 'unknown', detail: '', sent: true, fault: true };
const ASKED: RailAnswer = { kind: 'asked', waits_for: 'rail' };

describe('what follows from an answer', () => {
  it.each<[string, RailStep, Partial<RailWork>, RailAnswer, unknown]>([
    ['a push that was taken', 'initiate', {}, ASKED, ['enquire', 180, true]],
    ['a push that was certainly not sent', 'initiate', {}, UNSENT, ['initiate', 2, false]],
    ['its fourth attempt', 'initiate', { attempt: 4 }, UNSENT, ['initiate', 16, false]],
    ['its hundredth', 'initiate', { attempt: 100 }, UNSENT, ['initiate', 60, false]],
    ['a push whose answer was lost', 'initiate', {}, LOST, ['enquire', 180, true]],
    ['an SMS whose answer was lost', 'initiate', { rail: 'manual-sms' }, LOST, ['initiate', 2, true]],
    ['an SMS that was taken', 'initiate', {}, { kind: 'asked', waits_for: 'credit' }, 'done'],
    ['the first enquiry without a word', 'enquire', {}, { kind: 'pending' }, ['enquire', 30, true]],
    ['the eighth', 'enquire', { enquiries: 7 }, { kind: 'pending' }, ['enquire', 300, true]],
    ['the hundredth', 'enquire', { enquiries: 99 }, LOST, ['enquire', 3_600, true]],
    ['an enquiry that was not sent', 'enquire', {}, UNSENT, ['enquire', 30, true]],
    ['a final word', 'enquire', {}, { kind: 'success', rail_transaction_id: 'MP1' }, 'done'],
    ['a refusal', 'enquire', {}, { kind: 'failed', reason: '' }, 'done'],
    [
      'a refusal of one that had ended, and of which a callback has come since',
      'enquire',
      { status: 'FAILED', callback_taken_at: at(-60), enquiries: 0 },
      { kind: 'failed', reason: '' },
      ['enquire', 30, true],
    ],
    [
      'the same a day after that callback',
      'enquire',
      { status: 'TIMEOUT', callback_taken_at: at(-86_400) },
      { kind: 'failed', reason: '' },
      'done',
    ],
    [
      'a refusal of one that had not ended, whatever callback came',
      'enquire',
      { status: 'PROCESSING', callback_taken_at: at(-60) },
      { kind: 'failed', reason: '' },
      'done',
    ],
    ['a refund whose answer was lost', 'refund', {}, LOST, 'done'],
    ['a refund that was certainly not sent', 'refund', {}, UNSENT, ['refund', 2, false]],
  ])('%s', (_, step, fields, answer, expected) => {
    const next = followUp(work({ step, ...fields }), step, answer, T0);
    const shown =
      next === 'done' ? next : [next.step, (next.due_at.getTime() - T0.getTime()) / 1_000, next.begun];
    expect(shown).toEqual(expected);
  });

  it('asks a few times more about what had ended, where a callback has come and the operator still says that it failed', () => {
    const asked_s: number[] = [];
    let seconds = 0;
    for (let enquiries = 11; asked_s.length < 100; enquiries += 1) {
      asked_s.push(seconds);
      const ended = work({ status: 'TIMEOUT', callback_taken_at: T0, step: 'enquire', enquiries });
      const next = followUp(ended, 'enquire', { kind: 'failed', reason: '' }, at(seconds));
      if (next === 'done') break;
      seconds = (next.due_at.getTime() - T0.getTime()) / 1_000;
    }
    expect(asked_s).toEqual([0, 30, 90, 3_600, 21_600]);
  });

  it('asks about a push shortly before it times out after 12 minutes, on every rail', () => {
    for (const rail of RAIL_NAMES) {
      let seconds = 0;
      const asked_at: number[] = [];
      for (let enquiries = -1; seconds < 86_400; enquiries += 1) {
        const step = enquiries < 0 ? 'initiate' : 'enquire';
        const answer: RailAnswer = enquiries < 0 ? ASKED : { kind: 'pending' };
        const next = followUp(
          work({ rail, step, enquiries: Math.max(enquiries, 0) }),
          step,
          answer,
          at(seconds),
        );
        if (next === 'done') throw new Error('it is not done');
        seconds = (next.due_at.getTime() - T0.getTime()) / 1_000;
        asked_at.push(seconds);
      }
      expect(asked_at.slice(0, 8)).toEqual([180, 210, 240, 300, 360, 480, 600, 720]);
      expect(asked_at.length).toBeLessThan(40);
    }
  });
});
