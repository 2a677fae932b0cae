import { expect, test } from 'vitest';
import { closeAll, explainAll } from './desk.ts';
import { perform, stagesOfFile, taken } from './play.ts';

const scene = stagesOfFile();

// As docs/incidents.md says: the false step and what is missing are written off, and the incident is closed.
test('An insider takes the bound once, though people write off what each reading was short of and close it', () =>
  scene(async (stage) => {
    for (let n = 0; n < 8; n += 1) {
      await perform(
        stage,
        `session v${n} ${190_000 - n} by rival${n}
        sms f${n} forged ${190_000 - n} off +0
        wait 5min
        anchor
        wait 31s`,
      );
      await explainAll(stage, ['CREDIT', 'UNEXPLAINED'], 'write_off');
      await closeAll(stage);
      await perform(stage, 'wait 31s');
    }
    expect(await taken(stage)).toBeLessThanOrEqual(1_000_000);
  }));

// Each reading finds more than the book says, since a debit was forged. Two people truthfully write that off, nothing has left then, and
// what fills the gap counts for nothing, though no reading vouches there for anything.
test.each([
  ['before', false],
  ['after', true],
])(
  'An insider whose forged debits, that people truthfully write off, make gaps that he fills %s they close that takes the bound once',
  (_when, is_closed) =>
    scene(async (stage) => {
      await perform(
        stage,
        'sms t credit 900000 from 66777002\nsms u credit 10 from 66777002\nwait 5min\nanchor',
      );
      for (let n = 0; n < 8; n += 1) {
        const sum_xaf = 190_000 - n;
        await perform(
          stage,
          `session v${n} ${sum_xaf} by rival${n}
        sms d${n} forged -${sum_xaf} off +0
        wait 5min
        anchor`,
        );
        await explainAll(stage, ['DEBIT'], 'write_off');
        if (is_closed) {
          await perform(stage, 'wait 31s\nincidents -> short');
          await closeAll(stage);
        }
        await perform(stage, `sms f${n} forged ${sum_xaf} off -${sum_xaf}\nwait 31s`);
      }
      expect(await taken(stage)).toBeLessThanOrEqual(1_000_000);
    }),
);
