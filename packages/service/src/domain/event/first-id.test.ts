import { expect, test } from 'vitest';
import { firstIdAt } from './event.ts';

test('the first id of a moment is above those of the millisecond before and below those of its own', () => {
  const moment = new Date('2026-11-21T11:00:00.000Z');
  const first = firstIdAt(moment);
  expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7000-8000-0{12}$/);
  const of = (ms: number) => ms.toString(16).padStart(12, '0').replace(/^.{8}/, '$&-');
  expect(`${of(moment.getTime() - 1)}-7fff-bfff-ffffffffffff` < first).toBe(true);
  expect(`${of(moment.getTime())}-7000-8000-000000000001` > first).toBe(true);
});

test('a moment before 1970 has the least id there is', () => {
  expect(firstIdAt(new Date(-1))).toBe(firstIdAt(new Date(0)));
});
