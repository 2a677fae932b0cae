import { STEP_MEANINGS } from '../../domain/ledger/book.ts';
import type { Operator } from '../../domain/operator.ts';
import type { Signature } from '../../domain/review/second-person.ts';
import { type FoundProposal, findProposals } from '../../store/staff/record.ts';
import type { Services } from '../services.ts';
import { announceSweeps } from './announce-sweep.ts';
import { explainTold, sweepTold, tariffTold } from './book-sentences.ts';
import { confirmTemplates } from './confirm-template.ts';
import { explainSteps } from './explain.ts';
import { setTariffs } from './set-tariff.ts';
import { alwaysPair, consentTold, done, refused, type Told } from './told.ts';
import { trustSenders } from './trust-senders.ts';

/** One proposal, open or not; null when there is none. */
export async function showProposal({ pool }: Services, id: string): Promise<FoundProposal | null> {
  const [found] = await findProposals(pool, [id]);
  return found ?? null;
}

/** The proposals whose terms are the whole of the matter, so that a second person agrees on what is read there. */
export const AGREED_BY_TERMS = [
  'numbers.senders',
  'template.confirm',
  'tariff.set',
  'feed.sweep',
  'book.explain',
] as const;
export type AgreedByTerms = (typeof AGREED_BY_TERMS)[number];

export const isAgreedByTerms = (action: string): action is AgreedByTerms =>
  AGREED_BY_TERMS.some((one) => one === action);

/**
 * Agrees to a proposal on exactly its terms: the verb itself is asked for once more, by this person. A balance is no
 * such matter: whoever agrees to it has to read the SIM.
 */
export function agreeTo(services: Services, proposal: FoundProposal, by: Signature): Promise<Told> {
  const { action } = proposal;
  if (!isAgreedByTerms(action)) throw new Error(`bug: ${action} is not agreed to by its terms alone`);
  return AGREE[action](services, proposal, by);
}

type Agree = (services: Services, proposal: FoundProposal, by: Signature) => Promise<Told>;

const AGREE: Readonly<Record<AgreedByTerms, Agree>> = {
  'numbers.senders': async (services, { subject_id: number, terms }, by) => {
    const senders = JSON.parse(terms.senders ?? '[]') as string[];
    const [outcome] = await trustSenders(services, [{ number, senders, ...by }]);
    if (outcome === undefined || outcome.kind === 'not_found') return refused('There is no such number.');
    if (outcome.kind === 'changed')
      return done(`SMS from ${senders.join(', ') || 'nobody'} are evidence on ${outcome.number.msisdn}.`);
    return outcome.kind === 'proposed' ? alwaysPair('npx chari numbers senders') : consentTold(outcome);
  },
  'template.confirm': async (services, { subject_id }, by) => {
    const [template_id = '', version = ''] = subject_id.split('@');
    const [outcome] = await confirmTemplates(services, [
      { template_id, template_version: Number(version), ...by },
    ]);
    return confirmTemplateTold(subject_id, outcome);
  },
  'tariff.set': async (services, { subject_id, terms }, by) => {
    const [, operator = '', service = ''] = subject_id.split('/');
    const command = { operator: operator as Operator, service, brackets: (terms.brackets ?? '').split(' ') };
    const [outcome] = await setTariffs(services, [{ ...command, ...by }]);
    return outcome === undefined ? refused('Nothing was done.') : tariffTold(command, outcome);
  },
  'feed.sweep': async (services, { subject_id, terms }, by) => {
    const command = { number: subject_id.split('/')[0] ?? '', amount_xaf: Number(terms.amount_xaf) };
    const [outcome] = await announceSweeps(services, [{ ...command, ...by }]);
    return sweepTold(command, outcome ?? { kind: 'number_not_found' });
  },
  'book.explain': async (services, { subject_id: step_id, terms }, by) => {
    const meaning = STEP_MEANINGS.find((one) => one === terms.meaning);
    if (meaning === undefined) return refused('Nothing was done.');
    const [outcome] = await explainSteps(services, [{ step_id, meaning, ...by }]);
    return explainTold({ step_id, meaning }, outcome ?? { kind: 'step_not_found' });
  },
};

/** What a person is told who has confirmed a wording. */
export function confirmTemplateTold(
  name: string,
  outcome: Awaited<ReturnType<typeof confirmTemplates>>[number] | undefined,
): Told {
  if (outcome === undefined) return refused(`There is no template ${name}.`);
  switch (outcome.kind) {
    case 'confirmed':
      return done(
        `${name} ${outcome.before ? 'was confirmed before' : 'is confirmed'}, by ${outcome.confirmation.confirmed_by}.`,
      );
    case 'not_a_credit_template':
      return refused(`${name} reads no money, so there is nothing to confirm.`);
    case 'proposed':
      return alwaysPair(`npx chari templates confirm ${name}`);
    case 'template_not_found':
      return refused(`There is no template ${name}.`);
    default:
      return consentTold(outcome);
  }
}
