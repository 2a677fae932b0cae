import { type Command, InvalidArgumentError } from 'commander';
import { isUuid } from '../domain/keys.ts';
import type { Environment } from '../domain/operator.ts';
import type { Signature } from '../domain/review/second-person.ts';
import { readZoned } from '../domain/time.ts';
import { StaffRefusal } from '../engine/desk/allowed.ts';
import type { Told } from '../engine/desk/told.ts';
import { withdrawProposals, withdrawTold } from '../engine/desk/withdraw.ts';
import type { Services } from '../engine/services.ts';
import { answer, CommandFailure, leaf } from './output.ts';
import { type CommandContext, withServices } from './run.ts';
import { signerOf } from './staff-token.ts';

/** Options of every command by which a person decides something: who, why, and how to print it. */
export type SignedOptions = { as?: string; note: string; json?: boolean };

function text(max: number): (value: string) => string {
  return (value) => {
    const trimmed = value.trim();
    if (trimmed.length >= 1 && trimmed.length <= max) return trimmed;
    throw new InvalidArgumentError(`It must have 1 to ${max} characters.`);
  };
}

export const signatureOption = [
  '--as <name>',
  'who decides, in development; in production your staff token says it',
  text(200),
] as const;
export const noteOption = ['--note <text>', 'why; kept for ever', text(2000)] as const;

/** Whoever decides about what may have grown since they looked says up to when they know of it. */
export const seenOption = (of: string) =>
  [
    '--seen <moment>',
    `${of}, as you have looked at it`,
    (text: string): Date => {
      const at = readZoned(text);
      if (at !== null) return at;
      throw new InvalidArgumentError('It must be written like 2026-12-31T22:00:00.000Z.');
    },
  ] as const;
export type Seen = { seen?: Date };

export const environmentOption = [
  '--env <environment>',
  'test or live',
  (value: string): Environment => {
    if (value === 'test' || value === 'live') return value;
    throw new InvalidArgumentError('It can be test or live.');
  },
  'live' as Environment,
] as const;

/** A command by which a person decides something: it asks who and why. */
export function staffLeaf(parent: Command, usage: string, description: string): Command {
  return leaf(parent, usage, description)
    .option(...signatureOption)
    .requiredOption(...noteOption);
}

/** Options of a command that asks who and why only where it is about live money. */
export type MaySign = { as?: string; note?: string; json?: boolean };

/** A command that asks who and why where it is about live money; in test nobody has to say so. */
export function liveStaffLeaf(parent: Command, usage: string, description: string): Command {
  return leaf(parent, usage, `${description}; in live somebody signs`)
    .option(...signatureOption)
    .option(...noteOption);
}

/** Prints what became of a decision, or fails with why nothing did. */
export function tell(json: boolean | undefined, outcome: unknown, { kind, sentences }: Told): void {
  if (kind !== 'done') throw new CommandFailure(sentences.join(' '), kind === 'unusable' ? 2 : 1);
  answer(json === true, outcome, sentences);
}

/**
 * The work of a command by which a person decides something. `by`: who that is, as their token says, or in development
 * the name that they typed.
 */
export function withStaff<T>(
  options: SignedOptions,
  work: (context: CommandContext & { by: Signature }) => Promise<T>,
): Promise<T> {
  return withServices((context) => asStaff(context, options, (by) => work({ ...context, by })));
}

/** The same where the database is open already. */
export async function asStaff<T>(
  context: CommandContext,
  options: SignedOptions,
  work: (by: Signature) => Promise<T>,
): Promise<T> {
  const signer = await signerOf(context, options.as);
  try {
    return await work({ ...signer, note: options.note });
  } catch (error) {
    throw error instanceof StaffRefusal ? new CommandFailure(error.message) : error;
  }
}

/**
 * The work of a command that a person signs where it is about live money. `by`: who that is; null in test, where nobody has to.
 * @throws CommandFailure where somebody must sign and doesn't
 */
export function withSigner<T>(
  environment: Environment,
  { note, ...options }: MaySign,
  work: (context: CommandContext & { by: Signature | null }) => Promise<T>,
): Promise<T> {
  if (note !== undefined) return withStaff({ ...options, note }, work);
  if (environment === 'test') return withServices((context) => work({ ...context, by: null }));
  throw new CommandFailure('In live somebody signs this, and it stands on record: say why, with --note.', 2);
}

/** What can be proposed about a thing: one subject, or several. */
type FindSubjects = (services: Services, name: string) => Promise<string[]>;

const byId: FindSubjects = async (_services, name) => (isUuid(name) ? [name] : []);

/** `withdraw`, the same for whatever can be proposed; `find` where its subjects have other names than an id. */
export function addWithdraw(parent: Command, subject: string, find = byId): void {
  staffLeaf(parent, `withdraw <${subject}>`, 'take back what waits for a second person').action(
    async (name: string, options: SignedOptions) => {
      const outcomes = await withStaff(options, async ({ services, by }) => {
        const subject_ids = await find(services, name);
        return withdrawProposals(
          services,
          subject_ids.map((subject_id) => ({ subject_id, ...by })),
        );
      });
      const withdrawn = outcomes.filter(({ kind }) => kind === 'withdrawn');
      const told = withdrawTold({ subject, name }, withdrawn);
      tell(options.json, withdrawn.length === 1 ? withdrawn[0] : withdrawn, told);
    },
  );
}
