import type { Browser } from '../account/browser.ts';
import { Site } from '../account/site.ts';
import { openSim, type Sim } from '../book/world.ts';

export type Staffed = { sim: Sim; site: Site; first: Browser; second: Browser; agent: Browser };

/** The back office of a SIM whose first balance has been said, with two supervisors and an agent who are signed in. */
export async function openStaffed(): Promise<Staffed> {
  const sim = await openSim();
  const site = new Site(sim.world);
  const first = await site.staff('supervisor');
  const second = await site.staff('supervisor');
  const agent = await site.staff('agent');
  await sim.say();
  return { sim, site, first, second, agent };
}
