import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayBegins, isoText, perInstant, readInstant, readZoned } from './time.ts';

test('an instant is written as ISO 8601 however often and in whatever order it is asked for', () => {
  const near = fc.integer({ min: 0, max: 600 }).map((ms) => new Date(1_795_254_000_000 + ms));
  const any = fc.date({ noInvalidDate: true });
  fc.assert(
    fc.property(fc.array(fc.oneof(near, any), { maxLength: 1_000 }), (instants) => {
      expect(instants.map(isoText)).toEqual(instants.map((instant) => instant.toISOString()));
    }),
  );
});

test('an instant that is no date is refused each time and never kept', () => {
  const invalid = new Date(Number.NaN);
  expect(() => isoText(invalid)).toThrow(RangeError);
  expect(() => isoText(invalid)).toThrow(RangeError);
});

test('the text of one millisecond is made once', () => {
  const made: number[] = [];
  const write = perInstant((instant) => {
    made.push(instant.getTime());
    return `at ${instant.getTime()}`;
  });
  expect([new Date(5), new Date(5), new Date(6)].map(write)).toEqual(['at 5', 'at 5', 'at 6']);
  expect(made).toEqual([5, 6]);
});

test('a day begins an hour before that of UTC; what is no day here or in PostgreSQL begins never', () => {
  expect(dayBegins('2026-11-21')).toEqual(new Date('2026-11-20T23:00:00Z'));
  expect(dayBegins('2028-02-29')).toEqual(new Date('2028-02-28T23:00:00Z'));
  for (const none of ['2026-02-29', '2026-02-30', '2026-13-01', '0000-01-01', '9999-12-31', '2026-11-2', ''])
    expect([none, dayBegins(none)]).toEqual([none, null]);
});

test('an instant that is typed is of a day that there is', () => {
  expect(readInstant('2026-02-28T10:00:00Z')).toEqual(new Date('2026-02-28T10:00:00Z'));
  expect(readZoned('2026-02-28T10:00:00Z')).toEqual(new Date('2026-02-28T10:00:00Z'));
  for (const none of ['2026-02-31T10:00:00Z', '2026-02-28T10:00:00', '2026-02-28', 'T1Z'])
    expect(readZoned(none)).toBeNull();
  expect(readInstant('2026-09-24T14:30:00+01:00')).toEqual(new Date('2026-09-24T13:30:00Z'));
  for (const none of ['2026-02-31T10:00:00Z', '2026-04-31', '2026-13-01T00:00:00Z', 'tomorrow', ''])
    expect(readInstant(none)).toBeNull();
});
