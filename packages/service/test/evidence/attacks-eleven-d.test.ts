import { expect, test } from 'vitest';
import { closeIncidents } from '../../src/engine/desk/book/close.ts';
import { firstSim, perform, type Stage, stagesOfFile, taken } from './play.ts';

const scene = stagesOfFile();

/** Two people write off what nobody has explained. */
async function writeOff(stage: Stage, kinds: readonly string[]): Promise<void> {
  const steps = await stage.world.service.rows<{ id: string }>(
    `select id from book_steps where collection_number_id = $1 and kind = any ($2)
    and not exists (select from book_explanations e where e.step_id = book_steps.id)`,
    [firstSim(stage), kinds],
  );
  for (const { id } of steps)
    for (const actor of ['Awa', 'Brahim']) await stage.world.explain(id, 'write_off', actor);
}

async function closeAll(stage: Stage): Promise<void> {
  const open = await stage.world.service.rows<{ id: string }>(
    'select id from feed_incidents where closed_at is null and collection_number_id = $1',
    [firstSim(stage)],
  );
  await closeIncidents(
    stage.world.service.first.services,
    open.map(({ id: incident_id }) => ({ incident_id, actor: 'Awa', note: 'looked up' })),
  );
}

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
        await writeOff(stage, kinds);
        await perform(stage, 'anchor\nwait 31s\nincidents -> short');
        await closeAll(stage);
      }
      expect(await taken(stage)).toBeLessThanOrEqual(1_000_000);
    }),
);
