import { describe, expect, test } from 'vitest';
import { Looks } from './looks.ts';

const known = () => ['a', 'b'];
const NOW = new Date(10_000);

describe('looks', () => {
  test('are at everything as long as that is cheap for what it finds', () => {
    const looks = new Looks();
    expect(looks.recent(known)).toBeNull();
    looks.ended(NOW, 1_000, 1_005, 1);
    expect(looks.recent(known)).toBeNull();
    looks.ended(NOW, 1_000, 1_030, 250);
    expect(looks.recent(known)).toBeNull();
  });

  test('are at what fell due since the last look at everything, with a margin, once that is dear', () => {
    const looks = new Looks();
    looks.ended(NOW, 500, 530, 2);
    expect(looks.recent(known)).toEqual({ endpoint_ids: ['a', 'b'], since: new Date(8_000) });
    looks.ended(NOW, 600, 602, 2);
    expect(looks.recent(known)).toBeNull();
  });

  test('at everything rest four times as long as the last one took, at most 2 s', () => {
    const looks = new Looks();
    expect(looks.isRested(0)).toBe(true);
    looks.ended(NOW, 500, 550, 2);
    expect(looks.isRested(749)).toBe(false);
    expect(looks.isRested(750)).toBe(true);
    looks.ended(NOW, 1_000, 9_000, 2);
    expect(looks.isRested(11_000)).toBe(true);
  });

  test('are at everything where no endpoint is known, or too many are', () => {
    const looks = new Looks();
    looks.ended(NOW, 500, 530, 2);
    expect(looks.recent(() => [])).toBeNull();
    expect(looks.recent(() => Array.from({ length: 1_001 }, (_, i) => `e${i}`))).toBeNull();
  });
});
