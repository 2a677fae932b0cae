import { expect } from 'vitest';
import type { Meaning } from '../../src/domain/ledger/step.ts';
import { showBooks } from '../../src/engine/book/look.ts';
import { announceSweeps } from '../../src/engine/desk/book/announce-sweep.ts';
import { explainSteps } from '../../src/engine/desk/book/explain.ts';
import { confirmProfiles } from '../../src/engine/desk/statements/confirm-profile.ts';
import { importStatement } from '../../src/engine/desk/statements/import-statement.ts';
import { settleStatements } from '../../src/engine/desk/statements/settle-statement.ts';
import { expectBooksWhole } from '../evidence/books.ts';
import { after, perform, type Stage, stagesOfFile, type Verb } from '../evidence/play.ts';
import { csvOf, fileOf, type Listed, type Making, statementCells } from './portal.ts';

export const AWA = { actor: 'Awa', note: 'from the portal' };
export const BRAHIM = { actor: 'Brahim', note: 'from the portal' };

export const servicesOf = ({ world }: Stage) => world.service.first.services;

/** Two people say that both portals are read right. */
export async function confirmPortals(stage: Stage): Promise<void> {
  for (const profile of ['airtel-portal@1', 'moov-portal@1'])
    for (const by of [AWA, BRAHIM]) await confirmProfiles(servicesOf(stage), [{ profile, ...by }]);
}

type Told = { id: string | null; said: string };
const brought = new WeakMap<Stage, Map<string, string>>();

/** Awa brings a file of a SIM, which counts for nothing yet; what came of it, or how it was refused. */
export async function importFile(
  stage: Stage,
  text: string | Buffer,
  { sim = 'one', after_a_gap = false, new_account = false } = {},
): Promise<Told> {
  const number = stage.world.sims.get(sim)?.sim.number ?? sim;
  const imported = await importStatement(servicesOf(stage), {
    file: fileOf(text),
    number,
    day: null,
    after_a_gap,
    new_account,
    ...AWA,
  });
  if (imported.kind === 'file_refused') return { id: null, said: `refused ${imported.problem.kind}` };
  return { id: imported.kind === 'imported' ? imported.statement.id : null, said: imported.kind };
}

/** Awa lets it count; where that takes two, Brahim agrees, unless she is alone. */
export async function agreed(stage: Stage, statement_id: string, alone = false): Promise<string> {
  const services = servicesOf(stage);
  const [first] = await settleStatements(services, [{ statement_id, ...AWA }]);
  const [settled] =
    (first?.kind === 'proposed' || first?.kind === 'same_person') && !alone
      ? await settleStatements(services, [{ statement_id, ...BRAHIM }])
      : [first];
  if (settled?.kind !== 'settled') return settled?.kind ?? '';
  return `new ${settled.new_rows}${first?.kind === 'settled' ? '' : ' by two'}`;
}

/** Both, one after the other. */
export async function bring(
  stage: Stage,
  text: string | Buffer,
  { sim = 'one', alone = false, after_a_gap = false, new_account = false } = {},
): Promise<Told> {
  const { id, said } = await importFile(stage, text, { sim, after_a_gap, new_account });
  return { id, said: id === null ? said : await agreed(stage, id, alone) };
}

/**
 * `statement s [on two] [from m] [until m] [without m] [change m 6000] [balance m 9000] [newest first] [alone]`: the
 * operator's list of a SIM, with what somebody does to it; what came of it.
 */
const statement: Verb = async (stage, words) => {
  const on = after(words, 'on') ?? 'one';
  const sim = stage.world.sims.get(on)?.sim;
  if (sim === undefined) throw new Error(`no SIM is called ${on}`);
  const idOf = (word: string) => stage.messages.get(after(words, word) ?? '')?.sms.id;
  const place = (id: string | undefined, otherwise: number) =>
    id === undefined ? otherwise : sim.movements.findIndex((one) => one.id === id);
  const [without, change, balance] = [idOf('without'), idOf('change'), idOf('balance')];
  const third = (word: string) => Number(words[words.indexOf(word) + 2]);
  const rows = sim.movements
    .slice(place(idOf('from'), 0), place(idOf('until'), sim.movements.length - 1) + 1)
    .filter(({ id }) => id !== without)
    .map(
      (row): Listed => ({
        ...row,
        ...(row.id === change && { delta_xaf: third('change') }),
        ...(row.id === balance && { balance_xaf: third('balance') }),
        ...(words.includes('unprinted') && { no_balance: true }),
      }),
    );
  const making: Making = { newest_first: words.includes('newest') };
  const options = { sim: on, alone: words.includes('alone'), after_a_gap: words.includes('gap') };
  const told = await bring(stage, csvOf(statementCells(sim.operator, sim.number, rows, making)), options);
  if (told.id !== null) {
    const known = brought.get(stage) ?? new Map<string, string>();
    brought.set(stage, known.set(words[1] ?? '', told.id));
  }
  // From here on whatever it lists is known, as after a reading of the SIM.
  if (told.said.startsWith('new') && rows.length === sim.movements.length) sim.anchored();
  return told.said;
};

/** What each row says of the book: how many are the same, new, or differ. */
const findings: Verb = async (stage, words) => {
  const rows = await stage.world.service.rows<{ finding: string; count: number }>(
    `select lower(finding) as finding, count(*)::int from statement_findings where statement_id = $1
    group by finding order by finding`,
    [brought.get(stage)?.get(words[1] ?? '')],
  );
  return rows.map(({ finding, count }) => `${finding} ${count}`).join(', ');
};

/** What a SIM may still settle by messages alone counts from this. */
const unanchored: Verb = async ({ world }, words) => {
  const [row] = await world.service.rows<{ unanchored_xaf: number }>(
    'select unanchored_xaf from books where collection_number_id = $1',
    [world.sims.get(words[1] ?? 'one')?.id],
  );
  return String(row?.unanchored_xaf);
};

/** The steps of a SIM in the book: kind, strength, balance. */
const book: Verb = async ({ world }, words) => {
  const rows = await world.service.rows<{ step: string }>(
    `select lower(kind) || ' ' || lower(strength) || ' ' || after_xaf as step from book_steps
    where collection_number_id = $1 order by ordinal nulls last, occurred_at`,
    [world.sims.get(words[1] ?? 'one')?.id],
  );
  return rows.map(({ step }) => step).join(', ');
};

/** What nobody has explained on a SIM, step by step: what readings found missing, and what statements tell beside. */
const unexplained: Verb = async (stage) => {
  const books = await showBooks(servicesOf(stage), [stage.world.sims.get('one')?.id ?? '']);
  const sums = books.unexplained.map(({ after_xaf, before_xaf }) => after_xaf - before_xaf);
  return sums.join(' ') || 'nothing';
};

/** `announce 2000`: staff say that they move so much to our own wallet. */
const announce: Verb = async ({ world }, [, amount]) => {
  const number = world.sims.get('one')?.sim.number ?? '';
  const { services } = world.service.first;
  const [said] = await announceSweeps(services, [{ number, amount_xaf: Number(amount), ...AWA }]);
  return said?.kind ?? '';
};

/** `explain sweep`: two people say what the first step was that nobody has explained. */
const explain: Verb = async (stage, [, meaning]) => {
  const services = servicesOf(stage);
  const { unexplained } = await showBooks(services, [stage.world.sims.get('one')?.id ?? '']);
  const named = { step_id: unexplained[0]?.id ?? '', meaning: meaning as Meaning };
  await explainSteps(services, [{ ...named, ...AWA }]);
  const [said] = await explainSteps(services, [{ ...named, ...BRAHIM }]);
  return said?.kind ?? '';
};

/**
 * Plays tables of evidence with statements in them, those of a file one after the other on one database; after each the
 * books are whole.
 */
export function statementPlaysOfFile(onStage = stagesOfFile()): (table: string) => Promise<void> {
  return (table) =>
    onStage(async (stage) => {
      await confirmPortals(stage);
      await perform(stage, table, { statement, findings, unanchored, book, announce, explain, unexplained });
      expect(await stage.world.ledgerProblems()).toEqual([]);
      await expectBooksWhole(stage.world.service.db.pool);
    });
}
