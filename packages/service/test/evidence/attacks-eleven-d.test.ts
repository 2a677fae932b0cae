import { expect, test } from 'vitest';
import { closeAll, explainAll } from './desk.ts';
import { perform, stagesOfFile, taken } from './play.ts';

const scene = stagesOfFile();

/** Two people write off what nobody has explained. */
// As in attacks-ten.test.ts, and a person closes what the write-off has opened.
test.each([
  ['the debits alone', ['DEBIT']],
  ['the credits too', ['DEBIT', 'CREDIT']],
])(
  'An insider whose forged debits two people truthfully write off, %s, takes the bound once, though a person closes that',
  (_what, kinds) =>
    scene(async (stage) => {
      for (let n = 0; n < 8; n += 1) {
        const sum_xaf = 190_000 - n;
        await perform(
          stage,
          `session v${n} ${sum_xaf} by rival${n}
        sms f${n} forged ${sum_xaf} off +0
        sms d${n} forged -${sum_xaf} off +${sum_xaf}
        wait 5min`,
        );
        await explainAll(stage, kinds, 'write_off');
        await perform(stage, 'anchor\nwait 31s\nincidents -> short');
        await closeAll(stage);
      }
      expect(await taken(stage)).toBeLessThanOrEqual(1_000_000);
    }),
);
