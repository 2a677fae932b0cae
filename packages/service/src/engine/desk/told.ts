import { asTyped, formatXaf } from '../../domain/money.ts';
import type { SecondPerson } from '../../domain/review/second-person.ts';

/**
 * What a person is told of their decision, in sentences that end in what to do next. `done`: it holds, or waits for
 * a second person; `refused`: nothing was done; `unusable`: what was asked makes no sense.
 */
export type Told = { kind: 'done' | 'refused' | 'unusable'; sentences: string[] };

export const done = (...sentences: string[]): Told => ({ kind: 'done', sentences });
export const refused = (sentence: string): Told => ({ kind: 'refused', sentences: [sentence] });
export const unusable = (sentence: string): Told => ({ kind: 'unusable', sentences: [sentence] });

/**
 * Who sends it a second time pays twice; what left before takes two people to be called the refund.
 * @param from the SIM that it has left, where that is another than whoever sends it looks at
 */
export const leftBeforeTold = (left_xaf = 0, from?: string): string[] =>
  left_xaf === 0
    ? []
    : [
        `Don't send it before you have looked: ${formatXaf(left_xaf)} have left to that phone already${from === undefined ? '' : `, from ${from}`}, and nobody has said what they were (npx chari feeds show ${from ?? 'NUMBER'}). If that was it, two people say so: npx chari feeds explain STEP refund.`,
      ];

/** To the first of two people who say that they send money by hand: whoever agrees sends it, and would send it a second time. */
export const NOT_YET = 'Send nothing before they have agreed.';

/** `--to` with a phone as one word of a command, whatever was typed between its digits; nothing where none was. */
export const toPhone = (to?: string): string =>
  to === undefined ? '' : ` --to ${asTyped(to).replaceAll(/[^+0-9]/g, '')}`;

/** After the first of two people has spoken: when it takes two, and what the second one types. */
export const proposed = (when: string, command: string): Told =>
  done(
    `Proposed. ${when}, another person must agree: ${command} --note WHY, with their own account, on the same terms.`,
  );

export const pair = (command: string): Told => proposed('From CHARI_SECOND_PERSON_XAF on', command);

/** The same where what one person decides alone adds up over a day. */
export const pairOfDay = (command: string): Told =>
  proposed(
    'From CHARI_SECOND_PERSON_XAF on of one merchant’s money, and CHARI_ALONE_DAY_XAF of all, that you decide alone in 24 hours',
    command,
  );

/** The same where it adds up for each number too. */
export const pairOfNumber = (command: string): Told =>
  proposed(
    'From CHARI_SECOND_PERSON_XAF on of what one person alone lets count for a number, and CHARI_ALONE_DAY_XAF of all that you decide alone in 24 hours',
    command,
  );

/** The same for what takes two people always. */
export const alwaysPair = (command: string): Told => proposed('As this always takes two people', command);

/** Why a second person is still missing. */
export function consentTold({ kind, proposal }: Exclude<SecondPerson, { kind: 'go' | 'propose' }>): Told {
  const { proposed_by, action, terms } = proposal;
  if (kind === 'same_person') return refused(`${proposed_by} proposed this: somebody else must agree.`);
  if (kind === 'not_comparable')
    return refused(
      `${proposed_by} proposed this ${proposal.proposed_by_account === null ? 'under a typed name' : 'with a staff account'}, and you sign otherwise: an account and a typed name are never two people. Take it back (withdraw), and propose it again with your account.`,
    );
  const said = Object.entries(terms).flatMap(([name, value]) => (value === null ? [] : `${name} ${value}`));
  const on = said.length === 0 ? '' : ` (${said.join(', ')})`;
  return refused(`${proposed_by} has proposed ${action}${on}. Agree to exactly that, or have it withdrawn.`);
}
