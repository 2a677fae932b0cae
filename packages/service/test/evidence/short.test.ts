import { describe, expect, test } from 'vitest';
import { announceSweeps } from '../../src/engine/desk/book/announce-sweep.ts';
import { closeIncidents } from '../../src/engine/desk/book/close.ts';
import { explainSteps } from '../../src/engine/desk/book/explain.ts';
import { firstSim, perform, type Stage, stagesOfFile } from './play.ts';

const scene = stagesOfFile();

/** What one person sends from the SIM to our own wallet, and says so. */
async function sweep({ world }: Stage, ...amounts_xaf: number[]): Promise<void> {
  const number = world.sims.get('one')?.sim.number ?? '';
  const said = await announceSweeps(
    world.service.first.services,
    amounts_xaf.map((amount_xaf) => ({ number, amount_xaf, actor: 'Awa', note: 'to the wallet' })),
  );
  expect(said.map((one) => one.kind)).toEqual(amounts_xaf.map(() => 'announced'));
}

describe('A forged credit that a reading found, so that nothing settles until people have looked', () => {
  test('is not explained away by a forged debit beside a sweep that was announced', () =>
    scene(async (stage) => {
      await perform(stage, 'sms f forged 90000 off +0\nwait 5min');
      await sweep(stage, 20_000);
      await perform(
        stage,
        `late s debit 20000
        wait 5min
        anchor
        wait 31s
        incidents -> short
        sms e forged -90000 balance 62410
        deliver s
        wait 31s
        session v 80000 by rival
        sms g forged 80000 off +0
        wait 31s
        unpaid v -> yes`,
      );
    }));

  // A sum of two is not what a reading explains by itself, and both were announced after the look at the SIM.
  test('is not explained away by forged debits that meet sweeps announced since the look at the SIM', () =>
    scene(async (stage) => {
      await perform(stage, 'sms f forged 90000 off +0\nwait 5min');
      await sweep(stage, 45_000, 45_000);
      await perform(
        stage,
        `wait 1min
        anchor
        session v 80000 by rival
        sms g forged 80000 off +0
        sms e forged -45000 balance 107410
        sms f2 forged -45000 balance 62410
        wait 31s
        incidents -> anchor_due claim short
        unpaid v -> yes`,
      );
    }));
});

test('A payment that waited behind a short reading is asked for as soon as people have said what was missing', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `wait 5min
      session a 250000 ttl 60
      paid a
      sms q credit 300 from 66777002
      wait 1min
      late d debit 300000
      wait 5min
      anchor
      wait 31s
      a -> AWAITING_PAYMENT
      incidents -> short`,
    );
    const { services } = stage.world.service.first;
    const rows = await stage.world.service.rows<{ step_id: string; incident_id: string }>(
      `select s.id as step_id, f.id as incident_id
      from book_steps s join feed_incidents f on f.collection_number_id = s.collection_number_id and f.kind = 'short'
      where s.collection_number_id = $1 and s.kind = 'UNEXPLAINED'`,
      [firstSim(stage)],
    );
    const { step_id, incident_id } = rows[0] ?? { step_id: '', incident_id: '' };
    for (const actor of ['Awa', 'Brahim'])
      await explainSteps(services, [{ step_id, meaning: 'write_off', actor, note: 'a withdrawal' }]);
    await closeIncidents(services, [{ incident_id, actor: 'Awa', note: 'looked up' }]);
    await perform(stage, 'wait 31s\nincidents -> anchor_due\nwait 5min\nanchor\na -> SUCCESS');
  }));
