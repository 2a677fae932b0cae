import { expect, test } from 'vitest';
import { MINUTE_MS } from '../time.ts';
import { beyondFrom, cameAfter, type ListEnd } from './list-end.ts';
import type { NamelessStep } from './nameless.ts';

const UNTIL = new Date('2026-11-26T12:00:00Z');

/** `4 62410 67410`: its place in the book, and the balances between which it lies. */
function stepOf(line: string): NamelessStep {
  const [place = 0, before_xaf = 0, after_xaf = 0] = line.split(' ').map(Number);
  const moved_xaf = after_xaf - before_xaf;
  return { step_id: `s${place}`, occurred_at: UNTIL, moved_xaf, after_xaf, place, payer: null };
}

const end = (closing_xaf: number | null, last_place: number | null = null): ListEnd => ({
  last_place,
  closing_xaf,
});

test.each([
  ['begins where the list ends', '4 10 15', end(10), 4],
  ['ends where the list ends', '4 10 15', end(15), null],
  ['begins elsewhere', '4 10 15', end(20), null],
  ['is of a list whose end the book does not know', '4 10 15', end(null), null],
  ['has a row of the list behind it', '4 10 15', end(10, 5), null],
  ['lies behind the last row that the book has', '4 10 15', end(10, 3), 4],
  ['is followed by the one that leads back to where the list ends', '4 10 15, 5 15 10', end(10), null],
  ['lies behind that one', '6 10 15, 4 10 15, 5 15 10', end(10), 6],
  ['goes on from a late one that the list reaches', '4 10 15, 5 15 20', end(15), 5],
])('A late step that %s: beyond the end of the list from %s', (_which, steps, where, from) => {
  expect(beyondFrom(steps.split(', ').map(stepOf), where)).toBe(from);
});

test.each([
  ['ten minutes after the list', 10, null, null, false],
  ['later', 11, null, null, true],
  ['later, from another payer', 11, '66000001', '+23566000002', true],
  ['later, from the payer of its row', 11, '66000001', '+23566000001', false],
  ['later, from whom a mask may hide', 11, '66••••01', '+23566000001', false],
])('A step whose message came %s', (_when, minutes, payer, party, is_late) => {
  const occurred_at = new Date(UNTIL.getTime() + minutes * MINUTE_MS);
  const step = { ...stepOf('4 10 15'), occurred_at, payer };
  const row = { ordinal: 1, completed_at: UNTIL, moved_xaf: 5, after_xaf: null, party, named_step_id: null };
  const whole = { transaction_id: 't', transaction_rows: 1, transaction_xaf: 5, transaction_after_xaf: null };
  const listed = { rows: [{ ...row, ...whole }], steps: [step], covers_until: UNTIL };
  expect(cameAfter(new Map([[1, 's4']]), listed)).toEqual(is_late ? [step] : []);
});
