import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chari, chariJson } from '../cli/run.ts';
import { MSISDN, openSim, type Sim } from './world.ts';

let sim: Sim;
let folder: string;
beforeAll(async () => {
  sim = await openSim();
  folder = await mkdtemp(join(tmpdir(), 'chari-feeds-'));
});
afterAll(async () => {
  await sim.world.close();
  await rm(folder, { recursive: true, force: true });
});

const options = () => ({ env: { DATABASE_URL: sim.world.db.url, CHARI_DATA_DIR: folder, PORT: '0' } });
const signed = ['--as', 'Awa', '--note', 'read on the SIM'];
type Listed = {
  books: { tip_xaf: number | null; feed_status: string }[];
  numbers: { msisdn: string; feed_status: string; balance_xaf: number | null }[];
  incidents: { id: string; kind: string; closed_at: string | null }[];
};
const list = (...more: string[]) => chariJson<Listed>(['feeds', 'list', ...more], options());

/** A forged message that waited in vain; gives the incident that it left. */
async function leaveClaim(): Promise<string> {
  // The commands go by this machine's clock.
  const behind_ms = Date.now() - sim.world.now.getTime();
  sim.world.pass(Math.max(behind_ms / 1_000, 0) + 120);
  await sim.take(sim.words(5000, 9_999));
  await sim.wait(31);
  const { incidents } = await list();
  expect(incidents).toMatchObject([{ kind: 'claim', closed_at: null }]);
  return incidents[0]?.id ?? '';
}

it('Staff say the opening balance, and who said it and why is kept', async () => {
  expect((await list()).numbers).toMatchObject([{ feed_status: 'UNANCHORED', balance_xaf: null }]);
  const doctor = await chari(['doctor', '--json'], options());
  expect(doctor.stdout).toContain(`npx chari feeds anchor ${MSISDN} AMOUNT`);
  await chariJson(['feeds', 'anchor', MSISDN, '50000', ...signed], options());
  expect((await list()).numbers).toMatchObject([
    { msisdn: MSISDN, feed_status: 'HEALTHY', balance_xaf: 50_000 },
  ]);
  const actions = await sim.world.rows('select actor, action, note from staff_actions');
  expect(actions).toEqual([{ actor: 'Awa', action: 'feed.anchor', note: 'read on the SIM' }]);
});

it('The steps of a number are shown with its name, and of the end of a number none', async () => {
  const shown = await chari(['feeds', 'show', MSISDN], options());
  expect(shown.stdout).toMatch(new RegExp(`^number \\${MSISDN}`));
  for (const name of [MSISDN.slice(-1), '+235'])
    expect((await chari(['feeds', 'show', name], options())).stderr).toContain('no live number');
});

it('An incident is shown with its steps, closed once, and stays on record', async () => {
  const id = await leaveClaim();
  const shown = await chari(['feeds', 'show', id], options());
  expect(shown.stdout).toContain('waiting since');
  expect(shown.stdout).toContain('to do');
  const doctor = await chari(['doctor'], options());
  expect(doctor.stdout).toContain(`npx chari feeds show ${id}`);
  expect((await chari(['feeds', 'close', id.toUpperCase(), ...signed], options())).exit_code).toBe(0);
  expect((await chari(['feeds', 'close', id, ...signed], options())).stderr).toContain(
    'was closed before, by Awa',
  );
  expect((await list()).incidents).toEqual([]);
  expect((await list('--all')).incidents).toMatchObject([{ id }]);
});

it('What a balance leaves unexplained is shown, and two people say what it was', async () => {
  const { unexplained_xaf } = await chariJson<{ unexplained_xaf: number }>(
    ['feeds', 'anchor', MSISDN, '61000', ...signed],
    options(),
  );
  expect(unexplained_xaf).toBe(11_000);
  const { unexplained } = await chariJson<{ unexplained: { id: string }[] }>(
    ['feeds', 'show', MSISDN],
    options(),
  );
  const step = unexplained[0]?.id ?? '';
  const say = (name: string, meaning: string) =>
    chari(
      ['feeds', 'explain', step.toUpperCase(), meaning, '--as', name, '--note', 'the customer showed it'],
      options(),
    );
  expect((await say('Awa', 'credit')).stdout).toContain('another person');
  expect((await say('AWA', 'credit')).stderr).toContain('somebody else');
  expect((await say('Moussa', 'credit')).stdout).toContain('Booked');
  expect((await say('Moussa', 'credit')).stderr).toContain('explained already');
  const [credit] = await sim.world.rows('select amount_xaf, state, reason from credits');
  expect(credit).toEqual({ amount_xaf: 11_000, state: 'SUSPENSE', reason: 'unread' });
});

it.each([
  ['an incident that is none', ['close', '01890000-0000-7000-8000-000000000000'], 'There is no incident'],
  ['a number that is none', ['anchor', '+23566000000', '5'], 'There is no live number'],
  ['a balance that is none', ['anchor', MSISDN, '-5'], ''],
])('%s is refused in a sentence', async (_what, args, sentence) => {
  const ran = await chari(['feeds', ...args, ...signed], options());
  expect(ran.exit_code).not.toBe(0);
  expect(ran.stderr).toContain(sentence);
});

it('That a SIM is short is closed by who says up to when they know what was found', async () => {
  sim.world.pass(Math.max((Date.now() - sim.world.now.getTime()) / 1000, 0) + 600);
  const read = async (balance_xaf: number) =>
    expect(await sim.say(balance_xaf)).toMatchObject({ kind: 'anchored', is_short: true });
  await read(60_000);
  const id = (await list()).incidents.find(({ kind }) => kind === 'short')?.id ?? '';
  const close = (...more: string[]) => chari(['feeds', 'close', id, ...more, ...signed], options());
  const found = async () => {
    const shown = (await chari(['feeds', 'show', id], options())).stdout;
    return /^found {4}(\S+Z)$/m.exec(shown)?.[1] ?? '';
  };
  const first_at = await found();
  expect((await close()).stderr).toContain(`npx chari feeds close ${id} --seen ${first_at} `);
  sim.world.pass(600);
  await read(59_000);
  expect((await close('--seen', first_at)).stderr).toContain('More has been found false');
  expect((await close('--seen', 'today')).exit_code).toBe(2);
  expect((await close('--seen', await found())).stdout).toContain('is closed');
});

it('A large sweep waits for another person, and is taken back by the name of its number', async () => {
  const sweep = (as: string) =>
    chari(['feeds', 'sweep', MSISDN, '150000', '--as', as, '--note', 'to the wallet'], options());
  const withdraw = () => chari(['feeds', 'withdraw', MSISDN, ...signed], options());
  expect((await sweep('Awa')).stdout).toContain(`npx chari feeds sweep ${MSISDN} 150000 --note WHY`);
  expect((await sweep('Awa')).stderr).toContain('somebody else must agree');
  expect((await withdraw()).stdout).toContain('feed.sweep, proposed by Awa, is withdrawn.');
  expect((await withdraw()).stderr).toContain(
    `Nothing is proposed about the number-step-or-message ${MSISDN}.`,
  );
  await sweep('Awa');
  expect((await sweep('Brahim')).stdout).toContain('are announced');
});

it('Who mistypes a balance and then says the right one is told that the SIM is suspected still', async () => {
  sim.world.pass(600);
  const tip_xaf = (await sim.book())?.tip_xaf ?? 0;
  expect(await sim.say(tip_xaf - 9_000)).toMatchObject({ is_short: true, is_suspected: true });
  expect(await sim.say(tip_xaf)).toMatchObject({ kind: 'readings_cross' });
  sim.world.pass(240);
  const outcome = await sim.say(tip_xaf);
  expect(outcome).toMatchObject({ unexplained_xaf: 9_000, is_short: false, is_suspected: true });
  expect((await list()).incidents.map(({ kind }) => kind)).toContain('short');
});
