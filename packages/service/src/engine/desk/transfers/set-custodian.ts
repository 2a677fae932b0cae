import type { Signature } from '../../../domain/review/second-person.ts';
import { custodianSubject } from '../../../domain/review/subjects.ts';
import { dayBegins, localDay } from '../../../domain/time.ts';
import { insertCustodians, type NewCustodian } from '../../../store/ledger/custodians.ts';
import { lockOwnAccounts } from '../../../store/ledger/own.ts';
import type { Services } from '../../services.ts';
import { type Desk, type NotAgreed, signed } from '../signed.ts';
import { alwaysPair, consentTold, done, refused, type Told, unusable } from '../told.ts';

export type SetCustodian = Signature & {
  /** WALLET_AIRTEL, WALLET_MOOV, SWEPT, or the name of a bank account of ours. */
  account: string;
  /** Who answers by law for the money there, and by what licence. */
  institution: string;
  licence: string;
  /** From which day on, in N'Djamena. */
  held_since: string;
};

export type SetCustodianOutcome =
  | { kind: 'custodian_set' }
  | { kind: 'account_not_found' }
  | { kind: 'text_unusable' }
  | { kind: 'day_unusable' }
  | NotAgreed;

const TEXT_MAX = 200;

/**
 * Two people say who holds the money of a wallet or a bank account for us, from a day on. What was said before stays on
 * record, and a day that lies before the new one keeps its custodian.
 * @returns an outcome per command, in order
 */
export function setCustodians(
  services: Services,
  commands: readonly SetCustodian[],
): Promise<SetCustodianOutcome[]> {
  const asked = commands.map((one) => ({
    ...one,
    institution: one.institution.trim(),
    licence: one.licence.trim(),
  }));
  return signed<Map<string, number>, SetCustodianOutcome>(services, {
    lock: async (client) => {
      // Capital is what we have put in, and lies on the other accounts: nobody holds it for us.
      const names = [...new Set(asked.map(({ account }) => account))].filter((name) => name !== 'CAPITAL');
      const locked = await lockOwnAccounts(
        client,
        names.map((name) => ({ name })),
      );
      return new Map(locked.map(({ name, account_id }) => [name, account_id]));
    },
    subjects: () => asked.map(({ account }) => custodianSubject.of(account)),
    always: true,
    decide: (desk) => {
      const agreed: NewCustodian[] = [];
      const outcomes = asked.map((command) => setOne(desk, command, agreed));
      return { outcomes, write: () => insertCustodians(desk.client, agreed) };
    },
  });
}

function setOne(
  { known, agree, record, now }: Desk<Map<string, number>>,
  command: SetCustodian,
  agreed: NewCustodian[],
): SetCustodianOutcome {
  const { account, institution, licence, held_since, actor, note } = command;
  const account_id = known.get(account);
  if (account_id === undefined) return { kind: 'account_not_found' };
  if ([institution, licence].some((text) => text === '' || text.length > TEXT_MAX || text.includes('\0')))
    return { kind: 'text_unusable' };
  if (dayBegins(held_since) === null || held_since > localDay(now)) return { kind: 'day_unusable' };
  const subject = { action: 'custodian.set', subject_id: custodianSubject.of(account) } as const;
  const terms = { institution, licence, held_since };
  const consent = agree(command, { ...subject, terms, amount_xaf: 0 });
  if (consent.kind !== 'agreed') return consent;
  const { proposed_by } = consent;
  agreed.push({ account_id, ...terms, proposed_by, set_by: actor, note, set_at: now });
  record(command, { ...subject, detail: { ...terms, proposed_by } });
  return { kind: 'custodian_set' };
}

export function custodianTold(
  {
    account,
    institution,
    licence,
    held_since,
  }: Pick<SetCustodian, 'account' | 'institution' | 'licence' | 'held_since'>,
  outcome: SetCustodianOutcome,
): Told {
  switch (outcome.kind) {
    case 'custodian_set':
      return done(`The money of ${account} lies with ${institution} (${licence}) since ${held_since}.`);
    case 'proposed':
      return alwaysPair(
        `npx chari custodians set ${account} --institution '${institution}' --licence '${licence}' --since ${held_since}`,
      );
    case 'account_not_found':
      return refused(
        `${account} is none of SWEPT, WALLET_AIRTEL, WALLET_MOOV and our bank accounts: npx chari custodians list.`,
      );
    case 'text_unusable':
      return unusable(`The institution and its licence are named in 1 to ${TEXT_MAX} letters each.`);
    case 'day_unusable':
      return unusable('The day is one up to today, such as 2026-01-31.');
    default:
      return consentTold(outcome);
  }
}
