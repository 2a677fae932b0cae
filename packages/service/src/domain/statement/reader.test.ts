import { describe, expect, test } from 'vitest';
import { fileProblemTold } from './problem.ts';
import { STATEMENT_PROFILES } from './profile.ts';
import { StatementReader } from './reader.ts';

const NOW = new Date('2026-12-01T20:00:00.000Z');
const { titles = [] } = STATEMENT_PROFILES.find(({ operator }) => operator === 'AIRTEL') ?? {};

type Row = { id: string; at: string; status?: string };

/**
 * The sentence by which Airtel's list of these rows, each of which brings 1,000 francs, is refused; `taken`
 * when it is not.
 */
function told(rows: readonly Row[], now = NOW): string {
  const reader = new StatementReader({
    ...{ msisdn: '+23566000001', operator: 'AIRTEL', others: new Set<string>(), account: null },
    ...{ other_accounts: new Set<string>(), day: null, now },
  });
  reader.take(titles);
  for (const { id, at: TRANSFER_DATE, status: TRANSFER_STATUS = 'TS' } of rows) {
    const said: Record<string, string> = { TRANSFER_ID: id, TRANSFER_DATE, TRANSFER_STATUS, CREDIT: '1000' };
    reader.take(titles.map((title) => said[title] ?? ''));
  }
  const end = reader.end(false);
  return 'problem' in end ? fileProblemTold(end.problem) : 'taken';
}

const IDS = ['MP261201.1325.A12345', 'MP261201.1340.A12346', 'CI261201.1402.A12347'] as const;
const list = (...times: [string, string, string]): Row[] =>
  IDS.map((id, place) => ({ id, at: `01-12-2026 ${times[place]}` }));

const OF_UTC = list('12:25:10', '12:40:02', '13:02:31');
const OF_NAIROBI = list('15:25:10', '15:40:02', '16:02:31');

const refused = (apart: string) =>
  `Row 2 is ${apart} the time in its id (${IDS[0]}), and no row has the hour of its id: this list is in the hours of another time zone. Set the portal, and the computer, to the time of N'Djamena (UTC+1), and export it again. If the portal says these hours there too, each payment was completed late: export more days at a time.`;

describe('A list of which no row has the hour that its id names', () => {
  test.each([
    ['UTC', OF_UTC, '60 minutes before'],
    ['Nairobi', OF_NAIROBI, '120 minutes after'],
  ])('is refused as one in the hours of %s', (_zone, rows, apart) => expect(told(rows)).toBe(refused(apart)));

  test('is refused so, and not as one of days to come, where it is brought at once', () =>
    expect(told(OF_NAIROBI, new Date('2026-12-01T13:10:00.000Z'))).toBe(refused('120 minutes after')));

  test('is taken where its rows were completed a day later: no time zone is so far off', () =>
    expect(told([{ id: IDS[0], at: '02-12-2026 13:30:00' }], new Date('2026-12-03T20:00:00.000Z'))).toBe(
      'taken',
    ));

  test('is taken where no row moved money: what failed may have waited for hours', () =>
    expect(told([{ id: IDS[0], at: '01-12-2026 15:25:10', status: 'TF' }])).toBe('taken'));
});

describe('A list is taken', () => {
  test('whose rows were completed within minutes of their ids', () =>
    expect(told(list('13:25:10', '13:54:59', '14:02:31'))).toBe('taken'));

  test.each([0, 1, 2])('with late rows and one, number %i, that has the hour of its id', (place) => {
    const rows = OF_NAIROBI.map((row, n) =>
      n === place ? (list('13:25:10', '13:40:02', '14:02:31')[n] ?? row) : row,
    );
    expect(told(rows)).toBe('taken');
  });

  test('whose ids name no hour', () =>
    expect(told([{ id: '2612011582330', at: '01-12-2026 15:25:10' }])).toBe('taken'));
});
