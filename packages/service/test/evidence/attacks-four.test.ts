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

describe('Whoever knows the two ends of a gap that a reading found', () => {
  test('fills it with no more than is missing, and no forged debit that makes up for the rest', () =>
    scene((stage) =>
      perform(
        stage,
        `session v 5000000 by rival
        late lost credit 100
        wait 2min
        sms c credit 300
        wait 31s
        anchor
        sms f forged 5000000 off -400
        sms g forged -4999900 off +4999600
        unpaid v -> yes`,
      ),
    ));
});
