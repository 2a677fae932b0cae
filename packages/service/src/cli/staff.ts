import { type Command, InvalidArgumentError } from 'commander';
import { isUuid } from '../domain/keys/uuid.ts';
import type { SecondPerson } from '../domain/review/second-person.ts';
import type { Environment } from '../domain/session/session.ts';
import { withdrawProposals } from '../engine/desk/withdraw.ts';
import type { Services } from '../engine/services.ts';
import { CommandFailure } from './failure.ts';
import { leaf } from './options.ts';
import { answer } from './output.ts';
import { withServices } from './run.ts';

/** Options of every command by which a person decides something: who, why, and how to print it. */
export type Signed = { as: string; note: string; json?: boolean };

function text(max: number): (value: string) => string {
  return (value) => {
    const trimmed = value.trim();
    if (trimmed.length >= 1 && trimmed.length <= max) return trimmed;
    throw new InvalidArgumentError(`It must have 1 to ${max} characters.`);
  };
}

export const signatureOption = ['--as <name>', 'who decides; kept for ever', text(200)] as const;
export const noteOption = ['--note <text>', 'why; kept for ever', text(2000)] as const;

export const environmentOption = [
  '--env <environment>',
  'test or live',
  (value: string): Environment => {
    if (value === 'test' || value === 'live') return value;
    throw new InvalidArgumentError('It can be test or live.');
  },
  'live' as Environment,
] as const;

/** After the first of two people has spoken. */
export function pairSentence(command: string): string {
  return `Proposed. From CHARI_SECOND_PERSON_XAF on, another person must agree: ${command} --as THEM --note WHY, on the same terms.`;
}

/** The same for what takes two people always. */
export function alwaysPairSentence(command: string): string {
  return `Proposed. This always takes two people, so another person must agree: ${command} --as THEM --note WHY.`;
}

/** A command by which a person decides something: it asks who and why. */
export function staffLeaf(parent: Command, usage: string, description: string): Command {
  return leaf(parent, usage, description)
    .requiredOption(...signatureOption)
    .requiredOption(...noteOption);
}

/** Why a second person is still missing. */
export function consentSentence(refused: Exclude<SecondPerson, { kind: 'go' | 'propose' }>): string {
  const { proposed_by, action, terms } = refused.proposal;
  if (refused.kind === 'same_person') return `${proposed_by} proposed this: somebody else must agree.`;
  const said = Object.entries(terms).flatMap(([name, value]) => (value === null ? [] : `${name} ${value}`));
  const on = said.length === 0 ? '' : ` (${said.join(', ')})`;
  return `${proposed_by} has proposed ${action}${on}. Agree to exactly that, or have it withdrawn.`;
}

type FindSubject = (services: Services, name: string) => Promise<string | null>;

const byId: FindSubject = async (_services, name) => (isUuid(name) ? name.toLowerCase() : null);

/** `withdraw`, the same for whatever can be proposed; `find` where its subject has other names than an id. */
export function addWithdraw(parent: Command, subject: string, find = byId): void {
  staffLeaf(parent, `withdraw <${subject}>`, 'take back what waits for a second person').action(
    async (name: string, { as: actor, note, json }: Signed) => {
      const [outcome] = await withServices(async ({ services }) => {
        const subject_id = await find(services, name);
        return subject_id === null ? [] : withdrawProposals(services, [{ subject_id, actor, note }]);
      });
      if (outcome?.kind !== 'withdrawn')
        throw new CommandFailure(`Nothing is proposed about the ${subject} ${name}.`);
      const { action, proposed_by } = outcome.proposal;
      answer(json === true, outcome, [`${action}, proposed by ${proposed_by}, is withdrawn.`]);
    },
  );
}
