import { expect, test } from 'vitest';
import { closeIncidents } from '../../src/engine/desk/book/close.ts';
import { explainSteps } from '../../src/engine/desk/book/explain.ts';
import { firstSim, perform, type Stage, stagesOfFile, taken } from './play.ts';

const scene = stagesOfFile();

/** Two people say of what nobody has explained yet what it was. */
async function explain(
  stage: Stage,
  kinds: readonly string[],
  meaning: 'sweep' | 'write_off',
): Promise<void> {
  const steps = await stage.world.service.rows<{ id: string }>(
    `select id from book_steps where collection_number_id = $1 and kind = any ($2)
    and not exists (select from book_explanations e where e.step_id = book_steps.id)`,
    [firstSim(stage), kinds],
  );
  for (const { id: step_id } of steps)
    for (const actor of ['Awa', 'Brahim'])
      await explainSteps(stage.world.service.first.services, [
        { step_id, meaning, actor, note: 'looked up' },
      ]);
}

async function closeAll(stage: Stage): Promise<void> {
  const { services } = stage.world.service.first;
  const open = await stage.world.service.rows<{ id: string }>(
    'select id from feed_incidents where closed_at is null and collection_number_id = $1',
    [firstSim(stage)],
  );
  await closeIncidents(
    services,
    open.map(({ id: incident_id }) => ({ incident_id, actor: 'Awa', note: 'looked up' })),
  );
}

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
      await explain(stage, ['CREDIT', 'UNEXPLAINED'], 'write_off');
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
        await explain(stage, ['DEBIT'], 'write_off');
        if (is_closed) {
          await perform(stage, 'wait 31s\nincidents -> short');
          await closeAll(stage);
        }
        await perform(stage, `sms f${n} forged ${sum_xaf} off -${sum_xaf}\nwait 31s`);
      }
      expect(await taken(stage)).toBeLessThanOrEqual(1_000_000);
    }),
);
