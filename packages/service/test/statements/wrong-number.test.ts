import { describe, expect, test } from 'vitest';
import { act, perform, type Stage, stagesOfFile } from '../evidence/play.ts';
import { bring, confirmPortals } from './play.ts';
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
async function chosenFor(stage: Stage, name: string, count: number, no_balance: boolean): Promise<string> {
  const { sim } = stage.world.at(name);
  const rows = sim.movements.slice(-count).map((row): Listed => ({ ...row, no_balance, party: '66000001' }));
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
