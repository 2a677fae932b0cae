import { expect, test } from 'vitest';
import { closeIncidents } from '../../src/engine/desk/book/close.ts';
import { explainSteps } from '../../src/engine/desk/book/explain.ts';
import { refundCredits } from '../../src/engine/desk/payments/refund-credit.ts';
import { confirmPortals } from '../statements/play.ts';
import { bringListed, by, type Listing, servicesOf, unprinted } from './desk.ts';
import { firstSim, lines, perform, type Stage, stagesOfFile } from './play.ts';

const scene = stagesOfFile();

const withoutRow = (stage: Stage) =>
  stage.world.service.rows<{ id: string; detail: { steps: number; moved_xaf: number; step_ids: string[] } }>(
    `select id, detail from feed_incidents
    where kind = 'without_row' and closed_at is null and collection_number_id = $1 order by opened_at`,
    [firstSim(stage)],
  );

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
    const [open] = await withoutRow(stage);
    expect(open?.detail).toMatchObject({ steps: 22, moved_xaf: 0 });
    expect(open?.detail.step_ids).toHaveLength(20);
  }));

// A reading found the money of a payment whose message got lost, and somebody who reads the messages of that
// SIM told of it first, under an id of his own. It stands in the gap, and not in the line of steps.
test('A forged payment that filled a gap is held once the list lacks it, and written off', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(
      stage,
      `sms x credit 3000
      wait 30min
      late p credit 50000 from 66777001
      wait 5min
      anchor
      wait 1min
      sms f forged 50000 off -50000 from 66999001
      wait 30min
      sms y credit 100`,
    );
    expect(await bringListed(stage)).toMatch(/^new 1/);
    await perform(stage, 'wait 24h\nincidents -> short without_row');
    const [credit] = await stage.world.service.rows<{ id: string }>(
      'select id from credits where operator_transaction_id = $1',
      [stage.messages.get('f')?.sms.id],
    );
    const step_id = credit?.id ?? '';
    const [refused] = await refundCredits(servicesOf(stage), [{ credit_id: step_id, ...by('Awa') }]);
    expect(refused?.kind).toBe('credit_doubted');
    const said = await explainSteps(
      servicesOf(stage),
      ['Awa', 'Brahim'].map((actor) => ({ step_id, meaning: 'write_off', ...by(actor) })),
    );
    expect(said.map(({ kind }) => kind)).toEqual(['proposed', 'explained']);
  }));

/** A list has a payment whose message is lost, and the next of those hours hasn’t. */
async function leftOut(stage: Stage, n: number): Promise<void> {
  await perform(
    stage,
    `sms p${n} credit 700 from 66000001
    wait 30min
    late z${n} credit 5000 from 66000001
    wait 5min`,
  );
  const idOf = (name: string) => stage.messages.get(name)?.sms.id;
  const since: Listing = (moved) => moved.slice(moved.findIndex(({ id }) => id === idOf(`p${n}`)));
  expect(await bringListed(stage, (moved) => unprinted(since(moved)))).toBe('new 1');
  await perform(stage, `wait 30min\nsms q${n} credit 900 from 66000002\nwait 5min`);
  await bringListed(stage, (moved) => unprinted(since(moved).filter(({ id }) => id !== idOf(`z${n}`))));
  await perform(stage, 'wait 30h');
}

test('What a second list hasn’t is told as well while the incident of the first is open, and is open when that is closed', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await leftOut(stage, 1);
    await perform(stage, 'incidents -> without_row');
    await leftOut(stage, 2);
    await perform(stage, 'incidents -> without_row without_row');
    const [first, second] = await withoutRow(stage);
    expect(first?.detail.step_ids).not.toEqual(second?.detail.step_ids);
    await closeIncidents(servicesOf(stage), [{ incident_id: first?.id ?? '', ...by('Awa') }]);
    expect(await withoutRow(stage)).toEqual([second]);
  }));

test('A forged payment that went away again is found where one list ends and the next begins with the same row', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(
      stage,
      `sms m credit 3000
      wait 30min
      sms n credit 100
      wait 5min
      sms f forged 5000 off 0
      wait 1min
      sms g forged -5000 off 5000
      wait 30min
      sms o credit 200
      wait 30min
      sms p credit 400`,
    );
    const place = (moved: Parameters<Listing>[0]) =>
      moved.findIndex(({ id }) => id === stage.messages.get('n')?.sms.id);
    await bringListed(stage, (moved) => moved.slice(0, place(moved) + 1));
    await bringListed(stage, (moved) => moved.slice(place(moved)));
    await perform(stage, 'wait 24h\nincidents -> short without_row');
    const [open] = await withoutRow(stage);
    expect(open?.detail).toMatchObject({ steps: 2, moved_xaf: 0 });
  }));
