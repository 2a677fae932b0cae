import { expect, test } from 'vitest';
import { type UnfitKind, UnfitOrder } from '../../../files/pain001/unfit.ts';
import { sayUnfit } from './unfit.ts';

const KINDS: UnfitKind[] = ['letters', 'id', 'account', 'bic', 'empty', 'day', 'amount', 'same_id'];

test.each(KINDS)('an order that is unfit by %s is said in each language, with where and what', (kind) => {
  const unfit = new UnfitOrder(kind, { field: 'holder', transfer: 'ST2611210000000000' }, 'W-1');
  const said = (['fr', 'ar', 'en'] as const).map((language) => sayUnfit(language, unfit));
  expect(new Set([...said, unfit.message]).size).toBeGreaterThanOrEqual(3);
  const names = kind === 'same_id' ? 'W-1' : 'ST2611210000000000';
  for (const sentence of [...said, unfit.message]) expect(sentence).toContain(names);
  expect(said[1]).toMatch(/\p{Script=Arabic}/u);
  expect(said[0]).not.toMatch(/transfer\b|letters/);
});
