import { expect, test, vi } from 'vitest';
import { answer, oneLine, printLine, table, tellPerson } from './output.ts';

const HOSTILE = 'Solde\u001b[2J\r\n500\u202e FCFA';

test('A text from outside stays in its cell, whatever it holds', () => {
  const [, row] = table(['text', 'sum'], [[HOSTILE, '5']], 'nothing');
  expect(row).toBe('Solde [2J 500  FCFA  5');
});

test('A text from outside moves the cursor in no other line, of which a command may print several at once', () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  answer(false, null, [`one\n${HOSTILE}`]);
  expect(write).toHaveBeenCalledExactlyOnceWith('one\nSolde [2J \n500  FCFA\n');
  write.mockRestore();
});

test('A text from outside moves no cursor by a sentence of what went wrong, which may quote a file', () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  tellPerson(`Row 3:\n${HOSTILE}`);
  expect(write).toHaveBeenCalledExactlyOnceWith('Row 3:\nSolde [2J \n500  FCFA\n');
  write.mockRestore();
});

test('A text from outside moves no cursor by what is printed while it happens, which is one line each', () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  printLine(`12:00:00  ${HOSTILE}`);
  expect(write).toHaveBeenCalledExactlyOnceWith('12:00:00  Solde [2J 500  FCFA\n');
  write.mockRestore();
});

test('A text from outside moves no cursor as JSON, which says the same all the same', () => {
  const value = { text: `${HOSTILE}\u009b2J\u{e0001}` };
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  answer(true, value, []);
  const [[line]] = write.mock.calls as [[string]];
  write.mockRestore();
  expect(line.trimEnd()).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(JSON.parse(line)).toEqual(value);
});

test('A list that its limit may have cut says so, and how to see more', () => {
  const list = (count: number, limit?: number) =>
    table(
      ['id'],
      Array.from({ length: count }, () => ['a']),
      'Nothing.',
      limit,
    ).slice(count + 1);
  expect(list(2, 3)).toEqual([]);
  expect(list(3)).toEqual([]);
  expect(list(3, 3)).toEqual(['These are 3, and there may be more: --limit shows more, up to 10000.']);
  expect(list(10_000, 10_000)).toEqual(['These are 10000, and there may be more: no list is longer.']);
  expect(table(['id'], [], 'Nothing.', 3)).toEqual(['Nothing.']);
});

test('So much of a long text is shown', () => {
  expect(oneLine('a'.repeat(1000))).toHaveLength(300);
});
