import type { PoolClient } from 'pg';
import { leavesOutcomeOpen, neverBegan, wasUndone } from '../../store/connect/errors.ts';
import { awaitTaken, boundWaits, type Taken } from '../../store/sessions/reserve.ts';
import { referenceName } from './draft.ts';

/**
 * What came of asking once. `behind`: the commands that found nothing but what others were just taking, and what
 * that was.
 */
export type AskedOnce<Command, Outcome> = { outcomes: Outcome[]; behind: ReadonlyMap<Command, Taken> };
type Look<Command, Known> = (commands: readonly Command[]) => Promise<Known>;
type Ask<Command, Known, Outcome> = (
  commands: readonly Command[],
  known: Known,
  ahead: readonly Taken[],
) => Promise<AskedOnce<Command, Outcome>>;

/** What was awaited may be gone by then, and something else be taken. */
const TURNS_MAX = 4;
/** For others to end their transactions. One that stands still keeps nobody waiting longer. */
const PATIENCE = '2s';

/**
 * Has commands carried out, and those again that found nothing but what others were just taking. A batch that has
 * begun to take numbers, places or references of sessions waits for none of them: two would wait for each other. So each
 * turn is a transaction of its own, which waits before it takes anything.
 * @param look reads, before each turn and outside any transaction, what is known of the commands: seconds may have gone
 *   since the last
 * @param ask carries commands out in one transaction, behind `awaitTurn`
 * @throws what the first turn throws: nothing was written then. And what a later turn throws of which nobody knows
 *   whether it was carried out. One that was certainly not leaves its commands refused, as they were: by then the
 *   others have been carried out.
 */
export async function inTurns<Command, Known, Outcome>(
  commands: readonly Command[],
  look: Look<Command, Known>,
  ask: Ask<Command, Known, Outcome>,
): Promise<Outcome[]> {
  return askInTurn(commands, await look(commands), { look, ask, ahead: [], turn: 1 });
}

type Turn<Command, Known, Outcome> = {
  look: Look<Command, Known>;
  ask: Ask<Command, Known, Outcome>;
  ahead: readonly Taken[];
  turn: number;
};

async function askInTurn<Command, Known, Outcome>(
  commands: readonly Command[],
  known: Known,
  { look, ask, ahead, turn }: Turn<Command, Known, Outcome>,
): Promise<Outcome[]> {
  const { outcomes, behind } = await ask(commands, known, ahead);
  if (behind.size === 0 || turn >= TURNS_MAX) return outcomes;
  const left = commands.filter((command) => behind.has(command));
  const next = { look, ask, ahead: [...behind.values()], turn: turn + 1 };
  // Whatever fails while it looks, nothing of that turn has begun.
  const found = await look(left).then(
    (is) => ({ is }),
    () => null,
  );
  if (found === null) return outcomes;
  const again = await askInTurn(left, found.is, next).catch((error: unknown): Outcome[] => {
    if (wasUndone(error) || neverBegan(error) || !leavesOutcomeOpen(error)) return [];
    throw error;
  });
  const later = new Map(again.map((outcome, i) => [left[i] as Command, outcome]));
  return outcomes.map((outcome, i) => later.get(commands[i] as Command) ?? outcome);
}

/**
 * Waits for those who are taking what these commands found taken in the turn before. To be called before the
 * transaction waits for anything else.
 */
export async function awaitTurn(client: PoolClient, ahead: readonly Taken[]): Promise<void> {
  if (ahead.length === 0) return;
  await Promise.all([boundWaits(client, { longest: PATIENCE }), awaitTaken(client, ahead)]);
}

type Named = { merchant_id: string; environment: string; reference: string };

/**
 * Which refused commands stand behind others. Of several with one reference only the first was tried: what it stands
 * behind, all of them do.
 * @param drafts what was tried; null where nothing was
 */
export function behindOthers<Command extends Named, Draft extends { behind: Taken | null }>(
  refused: readonly Command[],
  drafts: readonly (Draft | null)[],
  namedIn: (draft: Draft) => Named,
): Map<Command, Taken> {
  const byName = new Map(
    drafts.flatMap((draft) =>
      draft === null || draft.behind === null ? [] : [[referenceName(namedIn(draft)), draft.behind] as const],
    ),
  );
  return new Map(
    refused.flatMap((command) => {
      const behind = byName.get(referenceName(command));
      return behind === undefined ? [] : [[command, behind] as const];
    }),
  );
}
