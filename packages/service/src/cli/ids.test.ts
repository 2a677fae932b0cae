import { expect, test } from 'vitest';
import { isUuid } from '../domain/keys.ts';
import { createIds } from './services.ts';

test('ids are UUIDv7s that carry the time and grow, even when the clock stands still or steps back', () => {
  let now_ms = Date.UTC(2026, 8, 24);
  const newId = createIds(() => now_ms);
  const ids = Array.from({ length: 20_000 }, (_, i) => {
    if (i === 5_000) now_ms += 1;
    if (i === 15_000) now_ms -= 10_000;
    return newId();
  });
  expect(ids.every((id) => isUuid(id) && /^.{14}7.{4}[89ab]/.test(id))).toBe(true);
  expect(Number.parseInt(ids[0]?.replace('-', '').slice(0, 12) ?? '', 16)).toBe(Date.UTC(2026, 8, 24));
  expect([...ids].sort()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
});
