import { describe, expect, test } from 'vitest';
import { Looks } from './looks.ts';

const NOW = new Date(10_000);
const ids = (count: number) => Array.from({ length: count }, (_, n) => `e${n}`);

/** As they are once two looks at the whole, the second ended at 1,000 ms, were dear. */
function dearLooks(): Looks {
  const looks = new Looks();
  looks.ended(NOW, 940, 970, 2);
  looks.ended(NOW, 970, 1_000, 2);
  return looks;
}

describe('looks', () => {
  test('are at everything as long as that is cheap for what it finds', () => {
    const looks = new Looks();
    expect(looks.since()).toBeNull();
    looks.ended(NOW, 1_000, 1_002, 1);
    expect(looks.since()).toBeNull();
    looks.ended(NOW, 1_000, 1_025, 250);
    expect(looks.since()).toBeNull();
  });

  test('are at everything while one was slow by chance', () => {
    const looks = new Looks();
    looks.ended(NOW, 970, 1_000, 2);
    expect(looks.since()).toBeNull();
    looks.ended(NOW, 1_000, 1_001, 2);
    looks.ended(NOW, 1_001, 1_020, 2);
    expect(looks.since()).toBeNull();
  });

  test('are at what fell due since the last look at everything, with a margin, once that is dear', () => {
    const looks = dearLooks();
    expect(looks.since()).toEqual(new Date(9_500));
    looks.ended(NOW, 1_100, 1_102, 2);
    expect(looks.since()).toBeNull();
  });

  test('beside the claims rest ten times as long as the last slice took', () => {
    const looks = dearLooks();
    expect(looks.beside(1_000)).toEqual({ after_id: null, size: 8 });
    expect(looks.restOfRound(1_300)).toBeNull();
    looks.sliced(NOW, ids(8), 1_300, 1_301);
    expect([looks.restOfRound(1_302), looks.restOfRound(1_400)]).toEqual([9, 0]);
    expect(looks.beside(1_310)).toBeNull();
    expect(looks.beside(1_311)).toEqual({ after_id: 'e7', size: 8 });
  });

  test('beside the claims take as many endpoints as can be looked at shortly', () => {
    const looks = dearLooks();
    const sizeAfter = (took_ms: number, count: number) => {
      looks.sliced(NOW, ids(count), 2_000, 2_000 + took_ms);
      return (looks.beside(2_900) as { size: number }).size;
    };
    expect([sizeAfter(0.5, 8), sizeAfter(0.5, 16), sizeAfter(1, 32), sizeAfter(4, 32)]).toEqual([
      16, 32, 32, 16,
    ]);
    for (const half of [8, 8]) expect(sizeAfter(9, 100)).toBe(half);
    for (let n = 0; n < 12; n += 1) sizeAfter(0, 2_000);
    expect(sizeAfter(0, 2_000)).toBe(1_000);
  });

  test('go round in slices, and everything is known as of the beginning of the last whole round', () => {
    const looks = dearLooks();
    const since = () => looks.since()?.getTime();
    looks.sliced(new Date(20_000), ids(8), 1_300, 1_301);
    looks.sliced(new Date(21_000), ids(8), 1_320, 1_321);
    expect([since(), looks.beside(1_400)]).toEqual([9_500, { after_id: 'e7', size: 8 }]);
    looks.sliced(new Date(22_000), ids(3), 1_340, 1_341);
    expect([since(), looks.beside(1_400)]).toEqual([19_500, { after_id: null, size: 8 }]);
    looks.sliced(new Date(30_000), [], 1_360, 1_361);
    expect(since()).toBe(29_500);
  });

  test('try the whole at once again after 2 s, and twice as long each time that it is still dear', () => {
    const looks = dearLooks();
    for (const [at_ms, next_ms] of [
      [3_000, 7_000],
      [7_000, 15_000],
    ] as const) {
      expect(looks.beside(at_ms - 1)).not.toBe('whole');
      expect(looks.beside(at_ms)).toBe('whole');
      looks.ended(NOW, at_ms - 20, at_ms, 0);
      expect(looks.beside(next_ms - 1)).not.toBe('whole');
    }
    for (let at_ms = 15_000, n = 0; n < 5; n += 1, at_ms += 60_000) looks.ended(NOW, at_ms - 20, at_ms, 0);
    expect([looks.beside(255_000 + 59_999), looks.beside(255_000 + 60_000)]).toEqual([
      { after_id: null, size: 8 },
      'whole',
    ]);
    looks.ended(NOW, 400_000, 400_001, 0);
    for (let n = 0; n < 2; n += 1) looks.ended(NOW, 400_000, 400_020, 0);
    expect(looks.beside(402_019)).not.toBe('whole');
    expect(looks.beside(402_020)).toBe('whole');
  });
});
