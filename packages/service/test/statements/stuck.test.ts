import { afterAll, beforeAll, expect, test } from 'vitest';
import { importStatement } from '../../src/engine/desk/statements/import-statement.ts';
import { settleStatements } from '../../src/engine/desk/statements/settle-statement.ts';
import { tendStatements } from '../../src/engine/statements/tend.ts';
import { openStage, type Stage } from '../evidence/play.ts';
import { AWA, confirmPortals, servicesOf } from './play.ts';
import { csvOf, fileOf, statementCells } from './portal.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
  await confirmPortals(stage);
  // The database refuses what `stuck` holds: a statement of it can't be gone on with.
  await stage.world.service.rows(`create table stuck (id uuid primary key)`);
  await stage.world.service.rows(
    `create function refuse_stuck() returns trigger language plpgsql as $$ begin
      if new.state = 'SETTLED' and exists (select from stuck s where s.id = new.id) then
        raise exception 'stuck' using errcode = 'check_violation';
      end if;
      return new; end $$`,
  );
  await stage.world.service.rows(
    'create trigger refuse_stuck before update on statements for each row execute function refuse_stuck()',
  );
});
afterAll(() => stage.world.close());

/** A statement that people have agreed to, of which the book has not taken what it lists yet. */
async function agreedOne(): Promise<string> {
  const { number, movements, operator } = stage.world.at('one').sim;
  stage.world.at('one').sim.credit(100);
  const file = fileOf(csvOf(statementCells(operator, number, movements.slice(-1))));
  const services = servicesOf(stage);
  const imported = await importStatement(services, { file, number, day: null, after_a_gap: false, ...AWA });
  if (imported.kind !== 'imported') throw new Error(JSON.stringify(imported));
  const { id } = imported.statement;
  await stage.world.service.rows('insert into stuck values ($1)', [id]);
  await expect(settleStatements(services, [{ statement_id: id, ...AWA }])).rejects.toThrow('stuck');
  return id;
}

const tend = (): Promise<string> =>
  tendStatements(servicesOf(stage), { limit: 1, patience_ms: 0 }).then(
    () => 'went on',
    (error: Error) => error.message.match(/[0-9a-f-]{36}/)?.[0] ?? error.message,
  );
const stateOf = async (id: string) =>
  (await stage.world.service.rows<{ state: string }>('select state from statements where id = $1', [id]))[0]
    ?.state;
const release = (id: string) => stage.world.service.rows('delete from stuck where id = $1', [id]);

test('A statement that can’t be gone on with makes room for the next, waits ever longer, and staff are told once', async () => {
  const [first, second] = [await agreedOne(), await agreedOne()];
  await release(second);
  expect([await tend(), await tend(), await tend()]).toEqual([first, 'went on', 'went on']);
  expect([await stateOf(first), await stateOf(second)]).toEqual(['AGREED', 'SETTLED']);
  const { clock } = stage.world.service;
  clock.pass(61);
  expect([await tend(), await tend()]).toEqual([first, 'went on']);
  clock.pass(61);
  expect(await tend()).toBe('went on');
  expect(
    await stage.world.service.rows(
      "select kind, subject, times, environment from staff_alerts where kind = 'statement_stuck'",
    ),
  ).toEqual([{ kind: 'statement_stuck', subject: first, times: 2, environment: 'live' }]);
  await release(first);
  clock.pass(60);
  expect([await tend(), await stateOf(first)]).toEqual(['went on', 'SETTLED']);
});
