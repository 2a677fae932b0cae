import { expect } from 'vitest';
import { announceSweeps } from '../../src/engine/desk/book/announce-sweep.ts';
import { closeIncidents } from '../../src/engine/desk/book/close.ts';
import { explainSteps } from '../../src/engine/desk/book/explain.ts';
import type { Services } from '../../src/engine/services.ts';
import { bring, confirmPortals, importFile } from '../statements/play.ts';
import { csvOf, type Listed, statementCells } from '../statements/portal.ts';
import { firstSim, perform, type Stage, withoutIdOf } from './play.ts';

const PEOPLE = ['Awa', 'Brahim'] as const;

export const by = (actor: string) => ({ actor, note: 'looked up' });
export const servicesOf = ({ world }: Stage): Services => world.service.first.services;
/** The session that a scenario has named so. */
export const sessionOf = ({ sessions }: Stage, name: string) =>
  sessions.get(name) as NonNullable<ReturnType<typeof sessions.get>>;

/** What its payer is told to do. */
export async function instructionsOf(stage: Stage, name: string): Promise<string> {
  const { id, merchant } = sessionOf(stage, name);
  return (await stage.world.get(merchant, id)).body.instructions;
}

/** Of the first SIM. */
export const numberOf = ({ world }: Stage): string => world.sims.get('one')?.sim.number ?? '';

/** Staff say that they take these sums off the first SIM, to our own wallet; where it takes two people, two. */
export const sweep = (stage: Stage, ...amounts_xaf: number[]): Promise<void> =>
  sweepOn(stage, 'one', ...amounts_xaf);

export async function sweepOn(stage: Stage, on: string, ...amounts_xaf: number[]): Promise<void> {
  const number = stage.world.sims.get(on)?.sim.number ?? '';
  const commands = amounts_xaf.map((amount_xaf) => ({ number, amount_xaf }));
  const say = async (actor: string) =>
    (
      await announceSweeps(
        servicesOf(stage),
        commands.map((one) => ({ ...one, ...by(actor) })),
      )
    ).map(({ kind }) => kind);
  const said = await say('Awa');
  expect(said.includes('proposed') ? await say('Brahim') : said).toEqual(amounts_xaf.map(() => 'announced'));
}

type Explained = { found: number; done: number };

/**
 * Two people say of each step of a SIM that is of these kinds and that nobody has explained what it was. `came`: only of those that
 * brought money, or only of those that took it.
 */
export async function explainOn(
  stage: Stage,
  { sim_id, kinds, came }: { sim_id: string; kinds: readonly string[]; came?: boolean },
  meaning: 'credit' | 'fee' | 'sweep' | 'refund' | 'write_off',
): Promise<Explained> {
  const { service } = stage.world;
  const steps = await service.rows<{ id: string }>(
    `select s.id from book_steps s where s.collection_number_id = $1 and s.kind = any ($2)
    and ($3::boolean is null or (s.after_xaf > s.before_xaf) = $3)
    and not exists (select from book_explanations e where e.step_id = s.id) order by s.ordinal`,
    [sim_id, kinds, came ?? null],
  );
  let done = 0;
  for (const actor of PEOPLE) {
    const commands = steps.map(({ id: step_id }) => ({ step_id, meaning, ...by(actor) }));
    const said = await explainSteps(service.first.services, commands);
    done += said.filter(({ kind }) => kind === 'explained').length;
  }
  return { found: steps.length, done };
}

/** The same of the first SIM; how many those are. */
export const explainAll = async (
  stage: Stage,
  kinds: readonly string[],
  meaning: Parameters<typeof explainOn>[2],
): Promise<number> => (await explainOn(stage, { sim_id: firstSim(stage), kinds }, meaning)).found;

/** Who knows the balance asks for a sum, and forges its payment and a debit that takes it back: the balance is right. */
export const forgeAndTakeBack = (stage: Stage, n: number, sum_xaf: number): Promise<void> =>
  perform(
    stage,
    `session v${n} ${sum_xaf} by rival${n}
    sms f${n} forged ${sum_xaf} off +0
    sms d${n} forged -${sum_xaf} off +${sum_xaf}
    wait 5min`,
  );

/** Steps of the first SIM that a reading found contested and of which nobody has said what they were. */
export const contested = (stage: Stage) =>
  stage.world.service.rows<{ id: string; amount_xaf: number }>(
    `select s.id, (s.after_xaf - s.before_xaf)::int as amount_xaf from contested_steps k join book_steps s on s.id = k.step_id
    where s.collection_number_id = $1 and not exists (select from book_explanations e where e.step_id = s.id)
    order by s.ordinal`,
    [firstSim(stage)],
  );

/** What of the bound the first SIM has used, and since when it is suspected. */
export async function bookOf(stage: Stage) {
  const [book] = await stage.world.service.rows<{ unanchored_xaf: number; suspected_at: Date | null }>(
    'select unanchored_xaf::int, suspected_at from books where collection_number_id = $1',
    [firstSim(stage)],
  );
  return book;
}

/** Credits of the first SIM, in the order in which they were written. */
export const creditsOf = (stage: Stage) =>
  stage.world.service.rows<{ id: string; amount_xaf: number; state: string }>(
    'select id, amount_xaf, state from credits where collection_number_id = $1 order by created_at',
    [firstSim(stage)],
  );

/** A person closes what is open on the first SIM, of one kind if it is said; what came of it. */
export async function closeAll(stage: Stage, kind: string | null = null, actor = 'Awa'): Promise<string> {
  const { service } = stage.world;
  const open = await service.rows<{ id: string }>(
    `select id from feed_incidents where closed_at is null and collection_number_id = $1 and kind = coalesce($2, kind)`,
    [firstSim(stage), kind],
  );
  const said = await closeIncidents(
    service.first.services,
    open.map(({ id: incident_id }) => ({ incident_id, ...by(actor) })),
  );
  return said.map((one) => one.kind).join(' ');
}

/** Staff bring the operator's list of all that moved on the first SIM; `fee_xaf`: what its last row prints in the column of the fee. */
export async function statement(stage: Stage, fee_xaf = 0): Promise<void> {
  await confirmPortals(stage);
  const sim = stage.world.at('one').sim;
  const cells = statementCells(sim.operator, sim.number, sim.movements);
  const row = cells.at(-1) ?? [];
  if (fee_xaf > 0) {
    const sum = String(Number(row[9]) - fee_xaf);
    row.splice(7, 4, sum, '0', sum, String(fee_xaf));
  }
  expect((await bring(stage, csvOf(cells))).said).toMatch(/^new/);
  sim.anchored();
}

export type Listing = (moved: readonly Listed[]) => readonly Listed[];
const whole: Listing = (moved) => moved;
/** A portal that prints no payers, one that prints no balances, and one that prints neither. */
export const nameless: Listing = (moved) => moved.map((row) => ({ ...row, party: '' }));
export const unprinted: Listing = (moved) => moved.map((row) => ({ ...row, no_balance: true }));
export const bare: Listing = (moved) => nameless(unprinted(moved));

function fileOfSim({ world }: Stage, listed: Listing, on: string): string {
  const sim = world.at(on).sim;
  return csvOf(statementCells(sim.operator, sim.number, listed(sim.movements)));
}

/** They bring what a portal lists of a SIM's movements, once people have confirmed how it writes; what came of it. */
export async function bringListed(
  stage: Stage,
  listed: Listing = whole,
  { on = 'one', after_a_gap = false } = {},
): Promise<string> {
  const { said } = await bring(stage, fileOfSim(stage, listed, on), { sim: on, after_a_gap });
  expect(said).toMatch(/^new/);
  stage.world.sims.get(on)?.sim.anchored();
  return said;
}

/** One of them brings it, and nobody has agreed to it yet; its statement. */
export async function importListed(stage: Stage, listed: Listing = whole): Promise<string> {
  const { id, said } = await importFile(stage, fileOfSim(stage, listed, 'one'));
  if (id === null) throw new Error(said);
  return id;
}

/**
 * The message of a payment of 5,000 for session a, in words without an id, is late as `m`, and staff bring a list that has its
 * row.
 * @param how what the list prints
 */
export async function paidByItsRow(
  stage: Stage,
  how: Listing = whole,
  words = withoutIdOf(5000, '66000003'),
): Promise<void> {
  await confirmPortals(stage);
  await perform(
    stage,
    `session a 5000 payer 66000003 ttl 30
    late m moved 5000 ${words}
    wait 2min`,
  );
  expect(await bringListed(stage, how)).toMatch(/^new 1/);
}
