import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chari, chariJson } from '../cli/run.ts';
import { openStage, type Stage } from '../evidence/play.ts';
import { csvOf, statementCells } from './portal.ts';

let stage: Stage;
let folder: string;
beforeAll(async () => {
  stage = await openStage(new Date());
  folder = await mkdtemp(join(tmpdir(), 'chari-statements-'));
});
afterAll(async () => {
  await stage.world.close();
  await rm(folder, { recursive: true, force: true });
});

test('the command line brings a statement, has its profile confirmed by two, and lets it count', async () => {
  const options = { env: { DATABASE_URL: stage.world.service.db.url, CHARI_DATA_DIR: folder } };
  const sim = stage.world.at('one').sim;
  sim.credit(500);
  const path = join(folder, 'day.csv');
  await writeFile(path, csvOf(statementCells(sim.operator, sim.number, sim.movements)));
  const by = (actor: string) => ['--as', actor, '--note', 'from the portal'];
  const brought = await chari(['statements', 'import', path, '--number', sim.number, ...by('Awa')], options);
  expect(brought.stdout).toContain(`Imported: statement`);
  expect(brought.stdout).toContain('Nobody has confirmed the profile airtel-portal@1');
  // It is kept and doesn't count, as a script must see too.
  expect(brought.exit_code).toBe(1);
  const json = await chari(
    ['statements', 'import', path, '--number', sim.number, ...by('Awa'), '--json'],
    options,
  );
  expect(json.exit_code).toBe(1);
  expect(JSON.parse(json.stdout)).toMatchObject({
    imported: { kind: 'imported' },
    settled: { kind: 'profile_unconfirmed' },
  });
  for (const actor of ['Awa', 'Brahim'])
    await chari(['statements', 'confirm-profile', 'airtel-portal@1', ...by(actor)], options);
  const again = await chari(['statements', 'import', path, '--number', sim.number, ...by('Awa')], options);
  expect(again.stdout).toContain("the book didn't know 1 row(s)");
  expect(again.exit_code).toBe(0);
  const { statements } = await chariJson<{ statements: { id: string; state: string }[] }>(
    ['statements', 'list'],
    options,
  );
  expect(statements).toMatchObject([{ state: 'SETTLED' }]);
  const shown = await chari(['statements', 'show', statements[0]?.id ?? ''], options);
  expect(shown.stdout).toContain('no step told of it');
  const missing = await chari(
    ['statements', 'import', '/no/such', '--number', sim.number, ...by('Awa')],
    options,
  );
  expect(missing).toMatchObject({ exit_code: 2, stderr: 'There is no file /no/such.\n' });
});

test('a statement that waits for a second person ends its import alike each time: it does not count yet', async () => {
  const env = { DATABASE_URL: stage.world.service.db.url, CHARI_DATA_DIR: folder };
  const options = { env: { ...env, CHARI_SECOND_PERSON_XAF: '1' } };
  const sim = stage.world.at('one').sim;
  sim.credit(700);
  const path = join(folder, 'next.csv');
  await writeFile(path, csvOf(statementCells(sim.operator, sim.number, sim.movements)));
  const brings = (actor: string) =>
    chari(['statements', 'import', path, '--number', sim.number, '--as', actor, '--note', 'x'], options);
  const first = await brings('Awa');
  expect([first.stdout, first.exit_code]).toEqual([expect.stringContaining('Proposed.'), 1]);
  const repeated = await brings('Awa');
  expect([repeated.stdout, repeated.exit_code]).toEqual([
    expect.stringContaining('somebody else must agree'),
    1,
  ]);
  const agreed = await brings('Brahim');
  expect([agreed.stdout, agreed.exit_code]).toEqual([expect.stringContaining('It counts'), 0]);
});
