import { afterEach, beforeEach, expect, test } from 'vitest';
import { importStatement } from '../../src/engine/desk/statements/import-statement.ts';
import { importTold } from '../../src/engine/desk/statements/sentences.ts';
import { addNumbers } from '../../src/engine/numbers.ts';
import { openStage, type Stage } from '../evidence/play.ts';
import type { Movement } from '../evidence/sim.ts';
import { AWA, bring, confirmPortals, servicesOf } from './play.ts';
import { csvOf, fileOf, statementCells } from './portal.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
  await confirmPortals(stage);
});
afterEach(() => stage.world.close());

const sim = () => {
  const found = stage.world.at('one').sim;
  return found;
};

/** What moved on the SIM in the hours before its balance was read for the first time. */
const earlier = (): Movement[] =>
  [5000, -2000, 400].map((delta_xaf, place, all) => ({
    id: `MP261120.1200.B2000${place}`,
    at: new Date(stage.world.now.getTime() - (5 - place) * 3_600_000),
    delta_xaf,
    balance_xaf: sim().opening_xaf - all.slice(place + 1).reduce((sum_xaf, one) => sum_xaf + one, 0),
  }));

const incidents = () => stage.world.service.rows('select kind from feed_incidents where closed_at is null');

const file = (rows: readonly Movement[]) => csvOf(statementCells(sim().operator, sim().number, rows));

test('what a statement lists from before the book was opened is no news to it: it stands in the opening balance', async () => {
  const before = earlier();
  await stage.world.pass(600);
  sim().credit(700);
  const told = await bring(stage, file([...before, ...sim().movements]));
  expect(told.said).toBe('new 1 by two');
  expect(await stage.world.floatOf('one')).toBe(700);
  expect(await incidents()).toEqual([]);
  expect(await stage.world.ledgerProblems()).toEqual([]);
});

test('a statement that ends before the book was opened brings nothing', async () => {
  const told = await bring(stage, file(earlier()));
  expect(told.said).toBe('new 0');
  expect(await stage.world.floatOf('one')).toBe(0);
  expect(await incidents()).toEqual([]);
});

test('a number without a book is opened by a reading of now, which the sentence asks for: a statement has ended by then', async () => {
  const services = servicesOf(stage);
  const number = '+23566009009';
  await addNumbers(services, [
    {
      operator: 'AIRTEL',
      number,
      weight: 1,
      daily_volume_cap_xaf: null,
      daily_count_cap: null,
      sender_allow_list: [],
    },
  ]);
  const text = csvOf(statementCells('AIRTEL', number, earlier()));
  const outcome = await importStatement(services, {
    file: fileOf(text),
    number,
    day: null,
    after_a_gap: false,
    ...AWA,
  });
  expect(importTold({ number, name: 'day.csv' }, outcome).sentences.join(' ')).toBe(
    `The book of ${number} is not open yet. Read its balance on the SIM now, since a statement doesn't know what came after it: npx chari feeds anchor ${number} AMOUNT --note WHY. Then bring this file again.`,
  );
});
