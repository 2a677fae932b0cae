import { describe, expect, test } from 'vitest';
import { pauseNumbers } from '../collection/pause.ts';
import { act, perform, type Stage, stagesOfFile } from '../evidence/play.ts';
import { bring, confirmPortals, servicesOf } from './play.ts';
import { csvOf, type Listed, statementCells } from './portal.ts';

const onStage = stagesOfFile();

/** Two SIMs, of which the other has taken so much more; on each a session of 5,000, and the other's has been paid by a message that is late. */
const twoSims = (more_xaf: number): string => `sim two
  wait 2min
  ${more_xaf > 0 ? `sms m credit ${more_xaf} on two\nwait 10min` : ''}
  session mine 5000 on one
  session his 5000 by rival on two
  wait 1min
  late lost credit 5000 on two from 66000001
  wait 2min`;

/** One person brings the last rows of a SIM as those of number one, and nobody agrees. */
async function chosenFor(
  stage: Stage,
  name: string,
  count: number,
  no_balance: boolean,
  party = '66000001',
): Promise<string> {
  const { sim } = stage.world.at(name);
  const rows = sim.movements.slice(-count).map((row): Listed => ({ ...row, no_balance, party }));
  const made = csvOf(statementCells('AIRTEL', sim.number, rows));
  return (await bring(stage, made, { sim: 'one', alone: true })).said;
}

// Airtel's list names its own number nowhere. The sums are far below those that take two people.
describe('A list that names no number, and that one person brings,', () => {
  test.each([
    ['with balances, at which the SIMs stand alike', false, 0],
    ['with balances at which its number never stood', false, 7000],
    ['without balances', true, 7000],
  ])('counts for nothing where it may be that of another SIM: %s', (_prints, no_balance, more_xaf) =>
    onStage(async (stage) => {
      await confirmPortals(stage);
      await perform(stage, twoSims(more_xaf));
      expect(await chosenFor(stage, 'two', 1, no_balance)).toBe('proposed');
      await act(stage, ['deliver', 'lost']);
      await perform(stage, 'wait 1min\nmine -> AWAITING_PAYMENT\nhis -> SUCCESS');
    }),
  );

  test.each([
    ['of those days', twoSims(0), ''],
    [
      'of the ten days before',
      'sim two\nwait 2min',
      'wait 240h\nlate lost credit 5000 on two from 66000001\nwait 2min',
    ],
  ])(
    'counts for nothing either where that one is paused, and stood alike by a step %s',
    (_when, played, since) =>
      onStage(async (stage) => {
        await confirmPortals(stage);
        await perform(stage, played);
        await pauseNumbers(servicesOf(stage), [stage.world.at('two').id]);
        await perform(stage, since);
        expect(await chosenFor(stage, 'two', 1, false)).toBe('proposed');
      }),
  );

  test('counts for nothing where the book knows one of its rows by the sum alone', () =>
    onStage(async (stage) => {
      await confirmPortals(stage);
      await perform(
        stage,
        `sim two
        wait 2min
        sms m credit 7000 on two
        wait 10min
        session mine 6000 on one
        sms u moved 5000 "Bonjour, mouvement divers de 5000 FCFA, solde: BALANCE FCFA" on one
        late lost credit 5000 on two
        wait 5min
        late gone credit 6000 on two
        wait 2min`,
      );
      expect(await chosenFor(stage, 'two', 2, true, '')).toBe('proposed');
      await perform(stage, 'mine -> AWAITING_PAYMENT');
    }));

  test('counts where it goes on from where its number stands alone, or its book knows one of its rows', () =>
    onStage(async (stage) => {
      await confirmPortals(stage);
      await perform(
        stage,
        `sim two
        wait 2min
        sms m credit 7123 on one
        wait 10min
        session a 5000 on one
        late lost credit 5000 on one from 66000001
        wait 2min`,
      );
      expect(await chosenFor(stage, 'one', 1, false)).toBe('new 1');
      await perform(
        stage,
        'wait 1min\na -> SUCCESS\nsession b 6000 on one\nlate gone credit 6000 on one\nwait 2min',
      );
      expect(await chosenFor(stage, 'one', 2, true)).toBe('new 1');
      await perform(stage, 'wait 1min\nb -> SUCCESS');
    }));
});

/** Two SIMs of Moov, of which the other has taken so much more; the other's session has been paid by a message that is late. */
const twoOfMoov = (more_xaf: number): string => `sim two moov
  sim three moov
  wait 2min
  ${more_xaf > 0 ? `sms m credit ${more_xaf} on three\nwait 10min` : ''}
  session mine 5000 on two
  session his 5000 by rival on three
  wait 1min
  late lost credit 5000 on three from 94000001
  wait 2min`;

type Chosen = { of: string; account: string; count?: number; no_balance?: boolean };

/** The last rows of a SIM of Moov, in a list of this account. */
function listOf(stage: Stage, { of, account, count = 1, no_balance = true }: Chosen): string {
  const { sim } = stage.world.at(of);
  const rows = sim.movements.slice(-count).map((row): Listed => ({ ...row, no_balance, party: '94000001' }));
  return csvOf(statementCells('MOOV', sim.number, rows, { account }));
}

describe('A list whose account has no phone number in it, and that one person brings,', () => {
  test.each([
    ['with balances, at which the SIMs stand alike', false, 0],
    ['with balances at which its number never stood', false, 7000],
    ['without balances', true, 7000],
  ])('counts for nothing where it may be that of another SIM: %s', (_prints, no_balance, more_xaf) =>
    onStage(async (stage) => {
      await confirmPortals(stage);
      await perform(stage, twoOfMoov(more_xaf));
      const list = listOf(stage, { of: 'three', account: `511${more_xaf}${Number(no_balance)}`, no_balance });
      expect((await bring(stage, list, { sim: 'two', alone: true })).said).toBe('proposed');
      await act(stage, ['deliver', 'lost']);
      await perform(stage, 'wait 1min\nmine -> AWAITING_PAYMENT\nhis -> SUCCESS');
    }),
  );

  test('gives its number no account where it brings nothing', () =>
    onStage(async (stage) => {
      await confirmPortals(stage);
      await perform(stage, twoOfMoov(0));
      const rows = stage.world.at('three').sim.movements.map((row) => ({ ...row, status: 'Expired' }));
      const list = csvOf(statementCells('MOOV', '', rows, { account: '511500' }));
      expect((await bring(stage, list, { sim: 'two', alone: true })).said).toBe('proposed');
    }));

  test('counts where the book of its number knows one of its rows, and the next of that account by one person', () =>
    onStage(async (stage) => {
      await confirmPortals(stage);
      await perform(
        stage,
        'sim two moov\nwait 2min\nsms m credit 7123 on two from 94000001\nwait 10min\nlate n credit 500 on two',
      );
      const list = listOf(stage, { of: 'two', account: '511600', count: 2 });
      expect((await bring(stage, list, { sim: 'two', alone: true })).said).toBe('new 1');
      await perform(stage, 'wait 1min\nlate o credit 600 on two\nwait 2min');
      const next = listOf(stage, { of: 'two', account: '511600' });
      expect((await bring(stage, next, { sim: 'two', alone: true })).said).toBe('new 1');
    }));
});

test('An account that two people gave to the wrong number shuts its own out of statements only until two people give it back', () =>
  onStage(async (stage) => {
    await confirmPortals(stage);
    await perform(stage, twoOfMoov(7000));
    const wrong = listOf(stage, { of: 'three', account: '511234' });
    expect((await bring(stage, wrong, { sim: 'two' })).said).toBe('new 1 by two');
    await perform(stage, 'wait 1min\nlate a credit 300 on three\nlate b credit 400 on two\nwait 2min');
    const his = listOf(stage, { of: 'three', account: '511234' });
    const own = listOf(stage, { of: 'two', account: '522222' });
    for (const [sim, list] of [
      ['three', his],
      ['two', own],
    ] as const) {
      expect((await bring(stage, list, { sim })).said).toBe('refused account_changed');
      const given = { sim, new_account: true };
      expect((await bring(stage, list, { ...given, alone: true })).said).toBe('proposed');
      expect((await bring(stage, list, given)).said).toBe('new 1 by two');
    }
    await perform(stage, 'wait 1min\nlate c credit 700 on three\nlate d credit 800 on two\nwait 2min');
    for (const [of, account] of [
      ['three', '511234'],
      ['two', '522222'],
    ] as const)
      expect((await bring(stage, listOf(stage, { of, account }), { sim: of, alone: true })).said).toBe(
        'new 1',
      );
  }));
