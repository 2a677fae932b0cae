import { expect, test } from 'vitest';
import { csvLine } from './csv.ts';

test('no text becomes a formula, whatever it begins with', () => {
  for (const opening of ['=', '+', '-', '@', '\t', '\r', '\n', '＝'])
    expect(csvLine([`${opening}HYPERLINK("http://a")`])).toMatch(/^"'/);
  expect(csvLine(['+23566000001'])).toBe(`"'+23566000001"\r\n`);
});

test('a cell stays one cell: quotes, commas, semicolons and line ends stand between quotes', () => {
  expect(csvLine(['a"b', 'c,d', 'e;f', 'g\nh', 'plain', 5000, null])).toBe(
    '"a""b","c,d","e;f","g\nh",plain,5000,\r\n',
  );
});
