import type { Signature } from '../../src/domain/review/second-person.ts';

export const ONE: Signature = { actor: 'Simulated staff', note: 'Looked up.' };
export const OTHER: Signature = { actor: 'A second of them', note: 'Looked up as well.' };

/** What two people do, one after the other: the second says the same of whatever the first could only propose. */
export async function two<Command extends object, Outcome extends { kind: string }>(
  verb: (commands: (Command & Signature)[]) => Promise<Outcome[]>,
  commands: readonly Command[],
): Promise<Outcome[]> {
  if (commands.length === 0) return [];
  const first = await verb(commands.map((one) => ({ ...one, ...ONE })));
  const again = commands.filter((_, n) => isProposed(first[n]));
  if (again.length === 0) return first;
  const second = await verb(again.map((one) => ({ ...one, ...OTHER })));
  let next = 0;
  return first.map((one) => (isProposed(one) ? (second[next++] ?? one) : one));
}

const isProposed = (one: { kind: string } | undefined): boolean =>
  one?.kind === 'proposed' || one?.kind === 'same_person';
