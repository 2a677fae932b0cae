import { expect, test } from 'vitest';
import { confirmPortals } from '../statements/play.ts';
import { bringListed } from './desk.ts';
import { firstSim, lines, perform, type Stage, stagesOfFile } from './play.ts';

const scene = stagesOfFile();

const withoutRow = async (stage: Stage) =>
  (
    await stage.world.service.rows<{ detail: { steps: number; moved_xaf: number; step_ids: string[] } }>(
      `select detail from feed_incidents where kind = 'without_row' and closed_at is null and collection_number_id = $1`,
      [firstSim(stage)],
    )
  ).map(({ detail }) => detail);

test('A forged payment is found behind any number of small forged debits that came before it', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(
      stage,
      `sms x credit 3000
      wait 30min
      ${lines(21, (n) => `sms d${n} forged -10 off -${10 * n}\nwait 1min`)}
      sms f forged 210 off -210
      wait 30min
      sms y credit 100`,
    );
    await bringListed(stage);
    await perform(stage, 'wait 24h\nincidents -> short without_row');
    const [detail] = await withoutRow(stage);
    expect(detail).toMatchObject({ steps: 22, moved_xaf: 0 });
    expect(detail?.step_ids).toHaveLength(20);
  }));
