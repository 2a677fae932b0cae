import { FEE_FLOWS } from '../../domain/fee/terms.ts';
import { STEP_MEANINGS } from '../../domain/ledger/book.ts';
import { CORRECT_PLACES, type CorrectPlace } from '../../domain/ledger/correct.ts';
import type { Operator } from '../../domain/operator.ts';
import type { OpenProposal, Signature } from '../../domain/review/second-person.ts';
import { isStaffVerb } from '../../domain/staff/role.ts';
import {
  type FoundProposal,
  findProposals,
  withdrawProposals as settleOpen,
} from '../../store/staff/record.ts';
import type { Services } from '../services.ts';
import { announceSweeps, type SweepOutcome } from './announce-sweep.ts';
import { type ConfirmProfileOutcome, confirmProfiles } from './confirm-profile.ts';
import { type CorrectOutcome, correctTransfers } from './correct-transfer.ts';
import { type ConfirmTemplateOutcome, confirmTemplates } from './decide-template.ts';
import { type DisownOutcome, disownMessages } from './disown.ts';
import { type ExplainOutcome, explainSteps } from './explain.ts';
import { type MoveOwnOutcome, moveOwn } from './move-own.ts';
import { custodianSubject, type SetCustodianOutcome, setCustodians } from './set-custodian.ts';
import { type SetFeesOutcome, setFees } from './set-fees.ts';
import { type SetTariffOutcome, setTariffs } from './set-tariff.ts';
import { type SettleStatementOutcome, settleStatements } from './settle-statement.ts';
import { type SetTermsOutcome, setSettlementTerms } from './settlement-rules.ts';
import { signed } from './signed.ts';
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
  'book.disown',
  'statement.settle',
  'statement.confirm_profile',
  'ledger.correct',
  'ledger.move',
  'settlement.terms',
  'custodian.set',
] as const;
export type AgreedByTerms = (typeof AGREED_BY_TERMS)[number];

export const isAgreedByTerms = (action: string): action is AgreedByTerms =>
  AGREED_BY_TERMS.some((one) => one === action);

/** What came of agreeing to one. */
export type AgreedOutcome =
  | CorrectOutcome
  | MoveOwnOutcome
  | SetTermsOutcome
  | ConfirmProfileOutcome
  | ConfirmTemplateOutcome
  | DisownOutcome
  | ExplainOutcome
  | SetCustodianOutcome
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
  'ledger.correct': (services, { subject_id, terms }, by) => {
    const [id = ''] = subject_id.split('/');
    const to = correctPlaceOf(terms);
    if (to === null || (terms.what !== 'credit' && terms.what !== 'step')) return Promise.resolve([]);
    return correctTransfers(services, [{ what: terms.what, id, to, ...by }]);
  },
  'ledger.move': (services, { subject_id, terms }, by) => {
    const [, from = '', to = ''] = subject_id.split('/');
    const moved_at = new Date(terms.moved_at ?? '');
    return moveOwn(services, [{ from, to, amount_xaf: Number(terms.amount_xaf), moved_at, ...by }]);
  },
  'settlement.terms': (services, { subject_id, terms }, by) => {
    const [merchant_id = ''] = subject_id.split('/');
    const environment = terms.environment === 'test' ? 'test' : 'live';
    const [hold_days, reserve_xaf] = [Number(terms.hold_days), Number(terms.reserve_xaf)];
    return setSettlementTerms(services, [{ merchant_id, environment, hold_days, reserve_xaf, ...by }]);
  },
  'custodian.set': (services, { subject_id, terms }, by) => {
    const account = subject_id.slice(custodianSubject('').length);
    const { institution, licence, held_since } = terms;
    const said = { institution: institution ?? '', licence: licence ?? '', held_since: held_since ?? '' };
    return setCustodians(services, [{ account, ...said, ...by }]);
  },
  'book.disown': (services, { subject_id: notice_id }, by) =>
    disownMessages(services, [{ notice_id, ...by }]),
};

function correctPlaceOf({ to, merchant_id }: FoundProposal['terms']): CorrectPlace | null {
  if (to === 'merchant') return { kind: to, merchant_id: merchant_id ?? '' };
  const place = (Object.keys(CORRECT_PLACES) as (keyof typeof CORRECT_PLACES)[]).find((one) => one === to);
  return place === undefined ? null : { kind: place };
}

export type WithdrawProposal = Signature & {
  /** The id of the session, credit, transaction or number that it is about, or a template as id@version. */
  subject_id: string;
};

export type WithdrawOutcome = { kind: 'withdrawn'; proposal: OpenProposal } | { kind: 'nothing_proposed' };

/**
 * Takes back what was proposed and waits for a second person. Anybody may, since nothing is done by it.
 * @returns an outcome per command, in order
 */
export function withdrawProposals(
  services: Services,
  commands: readonly WithdrawProposal[],
): Promise<WithdrawOutcome[]> {
  const first = new Map(commands.toReversed().map((command) => [command.subject_id, command]));
  return signed<Map<string, OpenProposal & { subject_id: string }>, WithdrawOutcome>(services, {
    lock: async (client, settled_at) => {
      const asked = [...first.values()].map(({ subject_id, actor: settled_by, account_id = null }) => ({
        subject_id,
        settled_by,
        settled_by_account: account_id,
        settled_at,
      }));
      return new Map((await settleOpen(client, asked)).map((row) => [row.subject_id, row]));
    },
    decide: ({ known, record }) => ({
      outcomes: commands.map((command): WithdrawOutcome => {
        const { subject_id } = command;
        const proposal = known.get(subject_id);
        if (proposal === undefined || first.get(subject_id) !== command) return { kind: 'nothing_proposed' };
        const { action, terms, proposed_by } = proposal;
        if (!isStaffVerb(action)) throw new Error(`bug: ${action} is no verb of the desk`);
        record(command, { action: `${action}.withdrawn`, subject_id, detail: { ...terms, proposed_by } });
        return { kind: 'withdrawn', proposal };
      }),
    }),
  });
}
