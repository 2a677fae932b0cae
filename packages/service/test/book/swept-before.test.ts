import { afterEach, beforeEach, expect, test } from 'vitest';
import { announceSweeps } from '../../src/engine/desk/book/announce-sweep.ts';
import { explainSteps } from '../../src/engine/desk/book/explain.ts';
import { sweepTold } from '../../src/engine/desk/book/sentences.ts';
import { agreeTo, showProposal } from '../../src/engine/desk/proposal.ts';
import { Site, textOf } from '../account/site.ts';
import { openSim, type Sim } from './world.ts';

let sim: Sim;
beforeEach(async () => {
  sim = await openSim();
  await sim.say();
});
afterEach(() => sim.world.close());

const by = (actor: string) => ({ actor, note: 'to our wallet' });

async function sweep(amount_xaf: number, actor: string) {
  const asked = { number: sim.msisdn, amount_xaf };
  const [outcome] = await announceSweeps(sim.world.services, [{ ...asked, ...by(actor) }]);
  if (outcome === undefined) throw new Error('no outcome');
  return { kind: outcome.kind, said: sweepTold(asked, outcome).sentences.join(' ') };
}

test('Who agrees to a sweep reads that its sum has left the SIM since the first spoke, before and after, and takes nothing more', async () => {
  const { services } = sim.world;
  services.policy = { ...services.policy, second_person_xaf: 100_000 };
  await sim.take(sim.credit(400_000));
  expect((await sweep(150_000, 'Awa')).kind).toBe('proposed');
  sim.world.pass(5 * 3_600);
  const [proposal] = await sim.world.rows<{ id: string }>('select id from staff_proposals');
  const supervisor = await new Site(sim.world).staff('supervisor');
  const page = async () => textOf((await supervisor.get(`/office/cases/proposal/${proposal?.id}`)).body);
  expect(await page()).not.toContain('Left already');
  await sim.take(sim.debit(150_000));
  expect(await page()).toContain('Left already');
  sim.world.pass(2 * 3_600);
  const { kind, said } = await sweep(150_000, 'Brahim');
  expect(kind).toBe('announced');
  expect(said).toContain('Take nothing');
  expect(said).not.toContain('will be taken for it');
});

test('What one person has said of a debit waits for nobody once an announced sweep explains it', async () => {
  await sim.take(sim.credit(400_000));
  await sim.take(sim.debit(20_000));
  const [step] = await sim.world.rows<{ id: string }>(`select id from book_steps where kind = 'DEBIT'`);
  const [first] = await explainSteps(sim.world.services, [
    { step_id: step?.id ?? '', meaning: 'write_off', ...by('Awa') },
  ]);
  expect(first?.kind).toBe('proposed');
  expect((await sweep(20_000, 'Brahim')).kind).toBe('announced');
  expect(await sim.world.rows('select action from staff_proposals where settled_at is null')).toEqual([]);
});

const announced = () =>
  sim.world.rows<{ amount_xaf: number }>(
    'select amount_xaf::int from announced_debits order by announced_at, amount_xaf',
  );

test('A form that is sent twice announces one sweep, and says of the second time that it is announced', async () => {
  await sim.take(sim.credit(400_000));
  const supervisor = await new Site(sim.world).staff('supervisor');
  const page = `/office/numbers/${sim.number_id}`;
  const { body } = await supervisor.get(page);
  const once = /action="[^"]*\/sweep"[\s\S]*?name="once" value="([^"]+)"/.exec(body)?.[1] ?? '';
  const send = (amount_xaf: number) => ({ amount_xaf: String(amount_xaf), note: 'to our wallet', once });
  await Promise.all([
    supervisor.post(`${page}/sweep`, send(20_000)),
    supervisor.post(`${page}/sweep`, send(20_000)),
  ]);
  expect(await announced()).toEqual([{ amount_xaf: 20_000 }]);
  expect(textOf((await supervisor.submit(`${page}/sweep`, send(20_000))).body)).toContain(
    'announced already',
  );
  // Whoever goes back and writes another sum means another sweep.
  await supervisor.submit(`${page}/sweep`, send(21_000));
  expect(await announced()).toEqual([{ amount_xaf: 20_000 }, { amount_xaf: 21_000 }]);
});

test('A sweep that one person says twice on the command line is announced once, unless two minutes lie between', async () => {
  await sim.take(sim.credit(400_000));
  const say = async (actor: string, once?: null) => {
    const command = { number: sim.msisdn, amount_xaf: 20_000, ...(once === null && { once }) };
    return (await announceSweeps(sim.world.services, [{ ...command, ...by(actor) }]))[0]?.kind;
  };
  expect([await say('Awa', null), await say('Awa', null)]).toEqual(['announced', 'announced_before']);
  expect(await say('Brahim', null)).toBe('announced');
  sim.world.pass(121);
  expect(await say('Awa', null)).toBe('announced');
  expect(await announced()).toHaveLength(3);
});

/** Awa has announced one sweep alone, and proposed as much again; as a page shows it. */
async function proposedSweep() {
  const { services } = sim.world;
  services.policy = { ...services.policy, second_person_xaf: 100_000 };
  await sim.take(sim.credit(400_000));
  expect((await sweep(60_000, 'Awa')).kind).toBe('announced');
  expect((await sweep(60_000, 'Awa')).kind).toBe('proposed');
  const [{ id = '' } = {}] = await sim.world.rows<{ id: string }>('select id from staff_proposals');
  const shown = await showProposal(services, id);
  if (shown === null) throw new Error('nothing is proposed');
  return shown;
}

test('A sweep to which two people agree at once is announced once, and so where one of them taps twice', async () => {
  const { services } = sim.world;
  // Each page shows it open before any of them is sent.
  const shown = await proposedSweep();
  const agree = async (actor: string) => (await agreeTo(services, shown, by(actor))).kind;
  expect([await agree('Brahim'), await agree('Chantal'), await agree('Brahim')]).toEqual([
    'announced',
    'announced_before',
    'announced_before',
  ]);
  expect(await announced()).toEqual([{ amount_xaf: 60_000 }, { amount_xaf: 60_000 }]);
});

test('Who agrees to a sweep that others have agreed to on another page meanwhile announces no second one', async () => {
  const { services } = sim.world;
  const shown = await proposedSweep();
  expect((await sweep(60_000, 'Brahim')).kind).toBe('announced');
  expect((await agreeTo(services, shown, by('Chantal'))).kind).toBe('nothing_proposed');
  expect((await agreeTo(services, shown, by('Brahim'))).kind).toBe('nothing_proposed');
  expect(await announced()).toEqual([{ amount_xaf: 60_000 }, { amount_xaf: 60_000 }]);
  expect(await sim.world.rows('select id from staff_proposals where settled_at is null')).toEqual([]);
});
