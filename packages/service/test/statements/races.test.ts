import { afterAll, beforeAll, expect, test } from 'vitest';
import { importStatement } from '../../src/engine/desk/statements/import-statement.ts';
import { settleStatements } from '../../src/engine/desk/statements/settle-statement.ts';
import type { Services } from '../../src/engine/services.ts';
import { tendStatements } from '../../src/engine/statements/tend.ts';
import { dieAt } from '../database/death.ts';
import { openStage, type Stage } from '../evidence/play.ts';
import { AWA, confirmPortals, servicesOf } from './play.ts';
import { csvOf, fileOf, statementCells } from './portal.ts';

const ROUNDS = process.env.CHARI_SOAK === '1' ? 1000 : 40;

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
  await confirmPortals(stage);
});
afterAll(() => stage.world.close());

const sim = () => {
  const found = stage.world.at('one').sim;
  return found;
};

/** Two payments that no SMS told of, and the file that lists them. */
function missed(): { number: string; file: ReturnType<typeof fileOf> } {
  const { number, movements, operator } = sim();
  sim().credit(100);
  sim().debit(30);
  return { number, file: fileOf(csvOf(statementCells(operator, number, movements.slice(-2)))) };
}

async function bringIt(services: Services, brought: ReturnType<typeof missed>, by = AWA): Promise<void> {
  const imported = await importStatement(services, { ...brought, day: null, after_a_gap: false, ...by });
  if (imported.kind !== 'imported') throw new Error(JSON.stringify(imported));
  await settleStatements(services, [{ statement_id: imported.statement.id, ...by }]);
}

async function counts() {
  const [row] = await stage.world.service.rows<Record<string, number>>(
    `select (select count(*)::int from statements) as statements,
      (select count(*)::int from statements where state = 'SETTLED') as settled,
      (select count(*)::int from statement_rows) as rows,
      (select count(*)::int from statement_findings where finding = 'NEW' and step_id is not null) as found,
      (select count(*)::int from book_steps where strength = 'WITNESSED') as steps,
      (select count(*)::int from notices where source = 'WITNESS') as notices,
      (select count(*)::int from staff_actions where action = 'statement.settle') as decided`,
  );
  return row;
}

const after = (files: number) => ({
  ...{ statements: files, settled: files, decided: files },
  ...{ rows: 2 * files, found: 2 * files, steps: 2 * files, notices: 2 * files },
});

let files = 0;

test(`two who bring one file at once, ${ROUNDS} times: it is one statement, and no row comes twice`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const brought = missed();
    await Promise.all(
      [AWA, { ...AWA, actor: 'Brahim' }].map((by) => bringIt(servicesOf(stage), brought, by)),
    );
    files += 1;
  }
  expect(await counts()).toEqual(after(files));
  expect(await stage.world.floatOf('one')).toBe(70 * files);
}, 600_000);

test('killed at any statement and brought again, or left to the sweep, a file is there once and whole', async () => {
  const { service } = stage.world;
  let died = 0;
  for (let statement = 1; statement <= 300; statement += 1) {
    const brought = missed();
    const work = (pool: Services['pool']) => bringIt({ ...servicesOf(stage), pool }, brought);
    const death = { statement, leaves: statement % 2 === 0 };
    const at = await dieAt(service.db.url, service.db.pool, death, work);
    // Once people have agreed, nobody needs the file any more.
    await tendStatements(servicesOf(stage), { limit: 100, patience_ms: 0 });
    await bringIt(servicesOf(stage), brought);
    files += 1;
    if (at === null) break;
    died += 1;
  }
  expect(died).toBeGreaterThan(30);
  expect(await counts()).toEqual(after(files));
  expect(await stage.world.floatOf('one')).toBe(70 * files);
  expect(await stage.world.ledgerProblems()).toEqual([]);
}, 600_000);
