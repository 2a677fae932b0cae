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
  numbers: { msisdn: string; feed_status: string; balance_xaf: number | null }[];
  incidents: { id: string; kind: string; closed_at: string | null }[];
};
const list = (...more: string[]) => chariJson<Listed>(['feeds', 'list', ...more], options());

/** A forged message that waited in vain; gives the incident that it left. */
async function leaveGap(): Promise<string> {
  // The commands go by this machine's clock: what is older than the balance they said is foreign at once.
  const behind_ms = Date.now() - sim.world.now.getTime();
  sim.world.pass(Math.max(behind_ms / 1_000, 0) + 120);
  await sim.take(sim.words(5000, 9_999));
  await sim.wait(31);
  const { incidents } = await list();
  expect(incidents).toMatchObject([{ kind: 'balance_gap', closed_at: null }]);
  return incidents[0]?.id ?? '';
}

it('Staff say the opening balance, and who said it and why is kept', async () => {
  expect((await list()).numbers).toMatchObject([{ feed_status: 'UNANCHORED', balance_xaf: null }]);
  const doctor = await chari(['doctor', '--json'], options());
  expect(doctor.stdout).toContain(`npx chari feeds balance ${MSISDN} AMOUNT`);
  await chariJson(['feeds', 'balance', MSISDN, '50000', ...signed], options());
  expect((await list()).numbers).toMatchObject([
    { msisdn: MSISDN, feed_status: 'HEALTHY', balance_xaf: 50_000 },
  ]);
  const actions = await sim.world.rows('select actor, action, note from staff_actions');
  expect(actions).toEqual([{ actor: 'Awa', action: 'feed.balance', note: 'read on the SIM' }]);
});

it('An incident is shown with its steps, closed once, and stays on record', async () => {
  const id = await leaveGap();
  const shown = await chari(['feeds', 'show', id], options());
  expect(shown.stdout).toContain('FLOATING');
  expect(shown.stdout).toContain('to do');
  const doctor = await chari(['doctor'], options());
  expect(doctor.stdout).toContain(`npx chari feeds show ${id}`);
  expect((await chari(['feeds', 'close', id, ...signed], options())).exit_code).toBe(0);
  expect((await chari(['feeds', 'close', id, ...signed], options())).stderr).toContain(
    'was closed before, by Awa',
  );
  expect((await list()).incidents).toEqual([]);
  expect((await list('--all')).incidents).toMatchObject([{ id }]);
});

it('A gap is explained only with the balance of the SIM', async () => {
  const id = await leaveGap();
  const without = await chari(['feeds', 'explain', id, ...signed], options());
  expect([without.exit_code, without.stderr]).toEqual([2, expect.stringContaining('--balance')]);
  await chariJson(['feeds', 'explain', id, '--balance', '61000', ...signed], options());
  expect(await list()).toMatchObject({
    numbers: [{ feed_status: 'HEALTHY', balance_xaf: 61_000 }],
    incidents: [],
  });
});

it.each([
  ['an incident that is none', ['close', '01890000-0000-7000-8000-000000000000'], 'There is no incident'],
  ['a number that is none', ['balance', '+23566000000', '5'], 'There is no live number'],
  ['a balance that is none', ['balance', MSISDN, '-5'], ''],
])('%s is refused in a sentence', async (_what, args, sentence) => {
  const ran = await chari(['feeds', ...args, ...signed], options());
  expect(ran.exit_code).not.toBe(0);
  expect(ran.stderr).toContain(sentence);
});
