import { expect, test } from 'vitest';
import { fileProblemTold } from '../../src/domain/statement/problem.ts';
import { readStatement } from '../../src/engine/statements/check.ts';
import { csvOf, fileOf, type Listed, statementCells } from './portal.ts';

const MOOV = '+23599000001';
/** That of N'Djamena. */
const MIDNIGHT = new Date('2026-11-20T23:00:00.000Z');
const NOON = new Date('2026-11-21T11:00:00.000Z');

const row = (place: number, at: Date, delta_xaf = 1000): Listed => ({
  ...{ id: `AB12CD34E${place}`, at, delta_xaf, balance_xaf: 50_000 + place * 1000 },
});

/** The sentence by which a list of these rows is refused; `taken` when it is not. */
async function told(rows: Listed[]): Promise<string> {
  const read = await readStatement(fileOf(csvOf(statementCells('MOOV', MOOV, rows))), {
    msisdn: MOOV,
    operator: 'MOOV',
    others: new Set(),
    account: null,
    other_accounts: new Set(),
    day: null,
    now: new Date(NOON.getTime() + 3_600_000),
  });
  return 'problem' in read ? fileProblemTold(read.problem) : 'taken';
}

const REFUSED =
  'Each row of this list is of midnight: a spreadsheet has dropped the hours. Bring the file as the portal gives it. If that is the portal’s own, export more days at a time.';

test.each([
  ['one payment of midnight', [row(0, MIDNIGHT)], REFUSED],
  ['three payments of midnight', [0, 1, 2].map((place) => row(place, MIDNIGHT)), REFUSED],
  ['one payment of midnight and one of noon', [row(0, MIDNIGHT), row(1, NOON)], 'taken'],
  ['nothing but a fee of midnight', [row(0, MIDNIGHT, -1000)], 'taken'],
])('What becomes of a list without hours in its ids that has %s', async (_what, rows, becomes) => {
  expect(await told(rows)).toBe(becomes);
});
