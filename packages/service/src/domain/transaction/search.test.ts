import fc from 'fast-check';
import { expect, test } from 'vitest';
import { searchRanges } from './search.ts';

const reaches = (ranges: { from: string; until: string }[], text: string): boolean =>
  ranges.some(({ from, until }) => from <= text && text < until);

const reference = fc.stringMatching(/^[A-Za-z0-9._:/-]{1,20}$/);

test('the beginning of a reference finds it, and what does not begin so is not found', () => {
  fc.assert(
    fc.property(reference, fc.nat(20), reference, (whole, length, other) => {
      const prefix = whole.slice(0, Math.max(1, length));
      const { references } = searchRanges(prefix);
      expect(reaches(references, whole)).toBe(true);
      const alike = [prefix, prefix.toUpperCase(), prefix.toLowerCase()].some((one) => other.startsWith(one));
      expect(reaches(references, other)).toBe(alike);
    }),
  );
});

test.each([
  ['+23566123456', true],
  ['23566123456', true],
  ['66123456', true],
  ['6612', true],
  ['+23566', true],
  ['66 12 34 56', true],
  ['66123457', false],
  ['123456', false],
])('searching %s for the payer +23566123456', (search, found) => {
  expect(reaches(searchRanges(search).phones, '+23566123456')).toBe(found);
});

test('235 may begin a number or be the country code', () => {
  const { phones } = searchRanges('23566');
  expect(reaches(phones, '+23523566000')).toBe(true);
  expect(reaches(phones, '+23566000000')).toBe(true);
});

test('an internal_ref is found whole, in any case, and not by its beginning', () => {
  expect(searchRanges('tx2606277k3mq9tx').internal_ref).toBe('TX2606277K3MQ9TX');
  expect(searchRanges('TX260627').internal_ref).toBeNull();
});

test.each(['é', '%', "'; drop", '~txn:', '\0', '*'])('%j finds nothing', (search) => {
  expect(searchRanges(search)).toEqual({ references: [], internal_ref: null, phones: [] });
});
