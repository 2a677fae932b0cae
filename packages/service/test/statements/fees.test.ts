import { expect, test } from 'vitest';
import { expectBooksWhole } from '../evidence/books.ts';
import { perform, stagesOfFile } from '../evidence/play.ts';
import { bring, confirmPortals } from './play.ts';
import { AIRTEL_TITLES, csvOf } from './portal.ts';

const onStage = stagesOfFile();

const SCENES: [string, { CREDIT: string; DEBIT: string; FEES: string }, number, string][] = [
  ['came, and its fee beside it', { CREDIT: '2000', DEBIT: '0', FEES: '20' }, 1980, 'CREDIT'],
  ['came, and a fee that is printed below zero', { CREDIT: '100', DEBIT: '0', FEES: '-50' }, 50, 'CREDIT'],
  ['came, and a greater fee', { CREDIT: '100', DEBIT: '0', FEES: '500' }, -400, 'DEBIT'],
  ['left, and its fee beside it', { CREDIT: '0', DEBIT: '2000', FEES: '20' }, -2020, 'DEBIT'],
  ['left as a fee alone', { CREDIT: '0', DEBIT: '0', FEES: '100' }, -100, 'DEBIT'],
];

test.each(SCENES)(
  'A row of money that %s, is in the book by what the balance moved',
  (_, sums, moved_xaf, kind) =>
    onStage(async (stage) => {
      const { world } = stage;
      await confirmPortals(stage);
      await perform(stage, 'sms x credit 5000\nwait 10min');
      const { sim, id } = world.at('one');
      const before_xaf = sim.balance_xaf;
      const local = new Date(world.now.getTime() + 3_600_000 - 300_000).toISOString();
      const [day, minute] = [local.slice(0, 10), local.slice(11, 16)];
      const said: Record<string, string> = {
        ...sums,
        TRANSFER_DATE: `${day.split('-').reverse().join('-')} ${minute}:00`,
        TRANSFER_STATUS: 'TS',
        TRANSFER_ID: `MP${day.slice(2).replaceAll('-', '')}.${minute.replace(':', '')}.B99999`,
        MSISDN: '66123456',
        PREVIOUS_BAL: String(before_xaf),
        AFTER_BAL: String(before_xaf + moved_xaf),
      };
      const file = csvOf([AIRTEL_TITLES, AIRTEL_TITLES.map((title) => said[title] ?? '')]);
      expect((await bring(stage, file)).said).toBe('new 1');
      const [last] = await world.service.rows(
        `select kind, after_xaf - before_xaf as moved_xaf, after_xaf from book_steps
      where collection_number_id = $1 order by ordinal desc limit 1`,
        [id],
      );
      expect(last).toEqual({ kind, moved_xaf, after_xaf: before_xaf + moved_xaf });
      await expectBooksWhole(world.service.db.pool);
    }),
);
