import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SESSION_STATUSES } from '../session/session.ts';
import { type CaseCredit, chooseCredit, isFree } from './judge.ts';

const credit = fc.record({
  credit_id: fc.constantFrom('c1', 'c2', 'c3', 'c4'),
  amount_xaf: fc.integer({ min: 1, max: 10 }),
  state: fc.constantFrom<CaseCredit['state']>('MATCHED', 'REVIEW', 'SUSPENSE', 'REFUNDED', 'ASSIGNED'),
  is_reversed: fc.boolean(),
  is_doubted: fc.boolean(),
  is_tried: fc.boolean(),
});
const file = fc.record({
  status: fc.constantFrom(...SESSION_STATUSES),
  amount_xaf: fc.integer({ min: 1, max: 10 }),
  credits: fc.uniqueArray(credit, { selector: (one) => one.credit_id, maxLength: 4 }),
});
const named = fc.constantFrom(null, 'c1', 'c2', 'c9');

test('only a free credit that covers the session and is neither undone, doubted nor without anybody who vouches for it ever confirms it', () => {
  fc.assert(
    fc.property(file, named, (given, name) => {
      const chosen = chooseCredit(given, name);
      if (chosen.kind !== 'credit') return;
      const found = given.credits.find((one) => one.credit_id === chosen.credit_id);
      expect(given.status).toBe('UNDER_REVIEW');
      expect(found).toMatchObject({ is_reversed: false, is_doubted: false, is_tried: false });
      expect(isFree(found as CaseCredit)).toBe(true);
      expect(chosen.surplus_xaf).toBe((found?.amount_xaf ?? 0) - given.amount_xaf);
      expect(chosen.surplus_xaf).toBeGreaterThanOrEqual(0);
      if (name !== null) expect(chosen.credit_id).toBe(name);
    }),
  );
});

test('without a name nothing is guessed: one credit that covers it or the only usable one, or a refusal that says what there is', () => {
  fc.assert(
    fc.property(file, (given) => {
      const enough = given.credits.filter((one) => isFree(one) && one.amount_xaf >= given.amount_xaf);
      const chosen = chooseCredit({ ...given, status: 'UNDER_REVIEW' }, null);
      const { kind } = chosen;
      const usable = enough.filter((one) => !one.is_reversed && !one.is_doubted && !one.is_tried);
      const [only, ...more] = enough;
      if (only === undefined) expect(kind).toBe('nothing_covers_it');
      else if (more.length > 0 && usable.length === 1)
        expect(chosen).toMatchObject({ kind: 'credit', credit_id: usable[0]?.credit_id });
      else if (chosen.kind === 'several_credits')
        expect(chosen.credit_ids).toEqual((usable.length > 0 ? usable : enough).map((one) => one.credit_id));
      else if (more.length > 0) expect(kind).toBe('several_credits');
      else if (only.is_reversed) expect(kind).toBe('credit_reversed');
      else if (only.is_doubted) expect(kind).toBe('credit_doubted');
      else expect(kind).toBe(only.is_tried ? 'credit_not_vouched' : 'credit');
    }),
  );
});

test.each([
  ['a stranger to the case', 'c9', 'credit_not_in_case'],
  ['one that was given away', 'c1', 'credit_is_gone'],
  ['one that is too small', 'c2', 'nothing_covers_it'],
  ['one that was called undone', 'c3', 'credit_reversed'],
  ['one that a reading doubts', 'c5', 'credit_doubted'],
  ['one that may be what a reading found missing', 'c6', 'credit_not_vouched'],
  ['the right one', 'c4', 'credit'],
])('naming %s', (_what, name, kind) => {
  const sound = { is_reversed: false, is_doubted: false, is_tried: false };
  const credits: CaseCredit[] = [
    { credit_id: 'c1', amount_xaf: 5, state: 'MATCHED', ...sound },
    { credit_id: 'c2', amount_xaf: 4, state: 'REVIEW', ...sound },
    { credit_id: 'c3', amount_xaf: 5, state: 'REVIEW', ...sound, is_reversed: true },
    { credit_id: 'c4', amount_xaf: 5, state: 'SUSPENSE', ...sound },
    { credit_id: 'c5', amount_xaf: 5, state: 'SUSPENSE', ...sound, is_doubted: true },
    { credit_id: 'c6', amount_xaf: 5, state: 'REVIEW', ...sound, is_tried: true },
  ];
  expect(chooseCredit({ status: 'UNDER_REVIEW', amount_xaf: 5, credits }, name).kind).toBe(kind);
});
