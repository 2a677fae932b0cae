import { FEE_FLOWS } from '../../domain/fee/terms.ts';
import { STEP_MEANINGS } from '../../domain/ledger/book.ts';
import type { Operator } from '../../domain/operator.ts';
import type { Signature } from '../../domain/review/second-person.ts';
import { type FoundProposal, findProposals } from '../../store/staff/record.ts';
import type { Services } from '../services.ts';
import { announceSweeps, type SweepOutcome } from './announce-sweep.ts';
import { type ConfirmProfileOutcome, confirmProfiles } from './confirm-profile.ts';
import { type ConfirmTemplateOutcome, confirmTemplates } from './confirm-template.ts';
import { type ExplainOutcome, explainSteps } from './explain.ts';
import { type SetFeesOutcome, setFees } from './set-fees.ts';
import { type SetTariffOutcome, setTariffs } from './set-tariff.ts';
import { type SettleStatementOutcome, settleStatements } from './settle-statement.ts';
import { type TrustOutcome, trustSenders } from './trust-senders.ts';

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
  'fees.set',
  'feed.sweep',
  'book.explain',
  'statement.settle',
  'statement.confirm_profile',
] as const;
export type AgreedByTerms = (typeof AGREED_BY_TERMS)[number];

export const isAgreedByTerms = (action: string): action is AgreedByTerms =>
  AGREED_BY_TERMS.some((one) => one === action);

/** What came of agreeing to one. */
export type AgreedOutcome =
  | ConfirmProfileOutcome
  | ConfirmTemplateOutcome
  | ExplainOutcome
  | SetFeesOutcome
  | SetTariffOutcome
  | SettleStatementOutcome
  | SweepOutcome
  | TrustOutcome;

/**
 * Agrees to a proposal on exactly its terms: the verb itself is asked for once more, by this person. A balance is no
 * such matter: whoever agrees to it has to read the SIM.
 */
export async function agreeTo(
  services: Services,
  proposal: FoundProposal,
  by: Signature,
): Promise<AgreedOutcome> {
  const { action } = proposal;
  if (!isAgreedByTerms(action)) throw new Error(`bug: ${action} is not agreed to by its terms alone`);
  const [outcome] = await AGREE[action](services, proposal, by);
  return outcome ?? { kind: 'not_found' };
}

type Agree = (services: Services, proposal: FoundProposal, by: Signature) => Promise<AgreedOutcome[]>;

const AGREE: Readonly<Record<AgreedByTerms, Agree>> = {
  'numbers.senders': (services, { subject_id: number, terms }, by) =>
    trustSenders(services, [{ number, senders: JSON.parse(terms.senders ?? '[]') as string[], ...by }]),
  'template.confirm': (services, { subject_id }, by) => {
    const [template_id = '', version = ''] = subject_id.split('@');
    return confirmTemplates(services, [{ template_id, template_version: Number(version), ...by }]);
  },
  'tariff.set': (services, { subject_id, terms }, by) => {
    const [, operator = '', service = ''] = subject_id.split('/');
    const brackets = (terms.brackets ?? '').split(' ');
    return setTariffs(services, [{ operator: operator as Operator, service, brackets, ...by }]);
  },
  'fees.set': async (services, { subject_id, terms }, by) => {
    const flow = FEE_FLOWS.find((one) => subject_id.endsWith(`/${one}`));
    if (flow === undefined) return [];
    const { merchant_id = null, terms: words, valid_from } = terms;
    const said = {
      merchant_id,
      flow,
      terms: words?.split(' ') ?? [],
      valid_from: new Date(valid_from ?? ''),
    };
    return setFees(services, [{ ...said, ...by }]);
  },
  'feed.sweep': (services, { subject_id, terms }, by) =>
    announceSweeps(services, [
      { number: subject_id.split('/')[0] ?? '', amount_xaf: Number(terms.amount_xaf), ...by },
    ]),
  'statement.settle': (services, { subject_id: statement_id }, by) =>
    settleStatements(services, [{ statement_id, ...by }]),
  'statement.confirm_profile': (services, { subject_id: profile }, by) =>
    confirmProfiles(services, [{ profile, ...by }]),
  'book.explain': async (services, { subject_id: step_id, terms }, by) => {
    const meaning = STEP_MEANINGS.find((one) => one === terms.meaning);
    return meaning === undefined ? [] : explainSteps(services, [{ step_id, meaning, ...by }]);
  },
};
