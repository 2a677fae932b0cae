import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importStatement } from '../../src/engine/desk/statements/import-statement.ts';
import { listStatements, showStatement } from '../../src/engine/statements/list.ts';
import { openStage, type Stage } from '../evidence/play.ts';
import { AWA, servicesOf } from './play.ts';
import { csvOf, type Listed, statementCells } from './portal.ts';

const ROWS = 12_000;

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
  // What a statement lists from before the book was opened is in its opening balance.
  stage.world.service.clock.pass(25 * 3600);
});
afterAll(() => stage.world.close());

function longFile(number: string, newest_first: boolean): Buffer {
  const from_ms = stage.world.now.getTime() - 86_400_000;
  const rows = Array.from(
    { length: ROWS },
    (_, place): Listed => ({
      id: `MP261120.1200.${newest_first ? 'C' : 'B'}${10_000 + place}`,
      at: new Date(from_ms + place * 1000),
      delta_xaf: 100,
      balance_xaf: 1000 + (place + 1) * 100,
    }),
  );
  return Buffer.from(csvOf(statementCells('AIRTEL', number, rows, { newest_first })));
}

/** The file breaks off when it is read the second time, behind so much of it: as when the process is killed. */
function breaking(bytes: Buffer, at: number) {
  let opened = 0;
  function* pieces(): Generator<Buffer> {
    opened += 1;
    for (let from = 0; from < bytes.length; from += 65_536) {
      if (opened > 1 && from > at) throw new Error('killed');
      yield bytes.subarray(from, from + 65_536);
    }
  }
  return { name: 'long.csv', open: () => Readable.from(pieces()) };
}

test.each([false, true])(
  'a long file that broke off in the middle goes on where it was (newest first: %s)',
  async (newest_first) => {
    const services = servicesOf(stage);
    const { number } = stage.world.sims.get('one')?.sim ?? { number: '' };
    const bytes = longFile(number, newest_first);
    const command = { number, day: null, after_a_gap: true, ...AWA };
    const broken = importStatement(services, { ...command, file: breaking(bytes, bytes.length * 0.7) });
    await expect(broken).rejects.toThrow('killed');
    const [begun] = await listStatements(services, { limit: 1 });
    expect(begun).toMatchObject({ state: 'IMPORTING', rows_count: ROWS });
    const seen: number[] = [];
    const file = { name: 'long.csv', open: () => Readable.from([bytes]) };
    const imported = await importStatement(services, { ...command, file }, ({ kept }) => seen.push(kept));
    expect(imported).toMatchObject({
      kind: 'imported',
      before: false,
      statement: { id: begun?.id, state: 'KEPT' },
    });
    expect(begun?.kept_rows).toBeGreaterThan(1000);
    expect(seen[0]).toBeGreaterThan(begun?.kept_rows ?? 0);
    const rows = await stage.world.service.rows<{ ordinal: number; after_xaf: string }>(
      'select ordinal, after_xaf from statement_rows where statement_id = $1 order by ordinal',
      [begun?.id],
    );
    expect(rows.map(({ ordinal }) => ordinal)).toEqual(Array.from({ length: ROWS }, (_, place) => place + 1));
    expect(rows.every(({ ordinal, after_xaf }) => Number(after_xaf) === 1000 + ordinal * 100)).toBe(true);
    const shown = await showStatement(services, begun?.id ?? '', { limit: 3 });
    expect(shown).toMatchObject({ new_rows: ROWS, moved_xaf: ROWS * 100, rows: { length: 3 } });
  },
);

test('of a file that changed after it was looked at nothing is kept that nobody has looked at', async () => {
  const services = servicesOf(stage);
  const { number } = stage.world.sims.get('one')?.sim ?? { number: '' };
  const looked_at = Buffer.from(longFile(number, false).toString().replaceAll('.B', '.D'));
  const changed = Buffer.from(looked_at.toString().replace('.D11200;', '.X11200;'));
  let opened = 0;
  const open = () => {
    opened += 1;
    return Readable.from([opened === 1 ? looked_at : changed]);
  };
  const command = { number, day: null, after_a_gap: true, ...AWA };
  const refused = await importStatement(services, { ...command, file: { name: 'changing.csv', open } });
  expect(refused).toEqual({ kind: 'file_refused', problem: { kind: 'changed_meanwhile' } });
  const kept = async () => {
    const [row] = await stage.world.service.rows<{ kept: number; wrong: number }>(
      `select count(*)::int as kept, count(*) filter (where operator_transaction_id like '%.X%')::int as wrong
      from statement_rows where statement_id = (select id from statements order by id desc limit 1)`,
    );
    return row;
  };
  expect(await kept()).toEqual({ kept: 1000, wrong: 0 });
  const file = { name: 'changing.csv', open: () => Readable.from([looked_at]) };
  expect(await importStatement(services, { ...command, file })).toMatchObject({ kind: 'imported' });
  expect(await kept()).toEqual({ kept: ROWS, wrong: 0 });
});
