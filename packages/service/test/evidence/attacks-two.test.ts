import { describe, expect, test } from 'vitest';
import { openStage, perform, type Stage } from './play.ts';

async function scene(run: (stage: Stage) => Promise<void>): Promise<void> {
  const stage = await openStage();
  try {
    await run(stage);
    expect(await stage.world.ledgerProblems()).toEqual([]);
  } finally {
    await stage.world.close();
  }
}

describe('Somebody who reads every SMS of a SIM and truly pays a little', () => {
  test.each([
    ['a large sum, beyond the bound,', 9_000_000, 'AWAITING_PAYMENT'],
    ['no more than the bound', 900_000, 'SUCCESS'],
  ])(
    'gets by it %s out of a reading that finds all in order, and that uses it up',
    (_what, sum_xaf, status) =>
      scene(async (stage) => {
        // His franc takes the place of his own true 100, so that what came is more than what left, they say.
        await perform(
          stage,
          `session v ${sum_xaf} by rival
         sms f forged 1 off +0
         sms own credit 100
         sms c forged ${sum_xaf} off -99
         sms d forged -${sum_xaf - 99} off +${sum_xaf - 99}
         float -> 100
         anchor
         v -> ${status}
         session w 190000 by rival
         sms e forged 190000 off +0
         sms g forged -1 off +190000
         w -> ${status === 'SUCCESS' ? 'AWAITING_PAYMENT' : 'SUCCESS'}`,
        );
      }),
  );
});
