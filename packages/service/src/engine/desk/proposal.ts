import { CORRECT_PLACES, type CorrectPlace } from '../../domain/ledger/correct.ts';
import { STEP_MEANINGS } from '../../domain/ledger/step.ts';
import type { Agreeing, Signature } from '../../domain/review/second-person.ts';
import {
  correctSubject,
  custodianSubject,
  feesSubject,
  ownSubject,
  type Subject,
  sweepSubject,
  tariffSubject,
  templateSubject,
  termsSubject,
  unfreezeSubject,
} from '../../domain/review/subjects.ts';
import type { StaffVerb } from '../../domain/staff/role.ts';
import { type FoundProposal, findOpenProposals, findProposals } from '../../store/staff/record.ts';
import { whenSwept } from '../book/announce.ts';
import type { Services } from '../services.ts';
import { announceSweeps } from './book/announce-sweep.ts';
import { closeAlerts, closeIncidents } from './book/close.ts';
import { disownMessages } from './book/disown.ts';
import { explainSteps } from './book/explain.ts';
import { setTariffs } from './book/set-tariff.ts';
import { trustSenders } from './book/trust-senders.ts';
import { NothingProposed } from './consents.ts';
import { setFees } from './merchants/set-fees.ts';
import { freezeMerchants } from './merchants/stop-merchants.ts';
import { setSettlementTerms } from './settlements/rules.ts';
import { confirmProfiles } from './statements/confirm-profile.ts';
import { settleStatements } from './statements/settle-statement.ts';
import { confirmTemplates } from './templates/decide-template.ts';
import { correctTransfers } from './transfers/correct-transfer.ts';
import { moveOwn } from './transfers/move-own.ts';
import { setCustodians } from './transfers/set-custodian.ts';

/** One proposal, open or not; null when there is none. */
export async function showProposal({ pool }: Services, id: string): Promise<FoundProposal | null> {
  const [found] = await findProposals(pool, [id]);
  return found ?? null;
}

/** Of a sweep that is proposed: when its sum left the SIM, where it has already; null for all else. */
export async function whenLeft(services: Services, proposal: FoundProposal): Promise<Date | null> {
  const { action, subject_id, terms, proposed_at: said_at, settled_at } = proposal;
  if (action !== 'feed.sweep' || settled_at !== null) return null;
  const collection_number_id = sweepSubject.read(subject_id);
  if (collection_number_id === null) return null;
  return whenSwept(services, { collection_number_id, amount_xaf: Number(terms.amount_xaf), said_at });
}

/** What waits for a second person about some subjects, the oldest first. */
export const openProposals = ({ pool }: Services, subject_ids: readonly string[]): Promise<FoundProposal[]> =>
  findOpenProposals(pool, { subject_ids });

/**
 * Agrees to a proposal on exactly its terms: the verb itself is asked for once more, by this person. A balance is no
 * such matter: whoever agrees to it has to read the SIM. It is that very proposal: one that others have agreed to meanwhile, or
 * taken back, is asked for by nobody.
 */
export async function agreeTo(
  services: Services,
  proposal: FoundProposal,
  by: Signature,
): Promise<AgreedOutcome> {
  const { action } = proposal;
  if (!isAgreedByTerms(action)) throw new Error(`bug: ${action} is not agreed to by its terms alone`);
  const signature: Agreeing = { ...by, agrees_to: proposal.id };
  const agreeing: Promise<AgreedOutcome[]> = AGREE[action](services, proposal, signature);
  const [outcome] = await agreeing.catch((error: unknown) => {
    if (error instanceof NothingProposed) return [{ kind: 'nothing_proposed' } as const];
    throw error;
  });
  return outcome ?? { kind: 'not_found' };
}

type Agree = (services: Services, proposal: FoundProposal, by: Signature) => Promise<{ kind: string }[]>;

/** Agrees to a proposal whose subject is read for what it is of; to none where it is of nothing like that. */
const about =
  <What, Outcome>(
    { read }: Subject<What>,
    agree: (
      services: Services,
      what: What,
      terms: FoundProposal['terms'],
      by: Signature,
      proposal_id: string,
    ) => Promise<Outcome[]>,
  ) =>
  async (services: Services, { id, subject_id, terms }: FoundProposal, by: Signature): Promise<Outcome[]> => {
    const what = read(subject_id);
    return what === null ? [] : agree(services, what, terms, by, id);
  };

/**
 * The actions whose terms say all there is to agree on: a second person agrees to such a proposal by reading it.
 */
const AGREE = {
  'numbers.senders': (services, { subject_id: number, terms }, by) =>
    trustSenders(services, [{ number, senders: JSON.parse(terms.senders ?? '[]') as string[], ...by }]),
  'template.confirm': about(templateSubject, (services, template, _terms, by) =>
    confirmTemplates(services, [{ ...template, ...by }]),
  ),
  'tariff.set': about(tariffSubject, (services, tariff, terms, by) =>
    setTariffs(services, [{ ...tariff, brackets: (terms.brackets ?? '').split(' '), ...by }]),
  ),
  'fees.set': about(feesSubject, (services, fees, { terms, valid_from }, by) => {
    const said = { terms: terms?.split(' ') ?? [], valid_from: new Date(valid_from ?? '') };
    return setFees(services, [{ ...fees, ...said, ...by }]);
  }),
  // Whoever agrees a moment later, or taps twice, has read a proposal that was open: it is one sweep still.
  'feed.sweep': about(sweepSubject, (services, number, terms, by, once) =>
    announceSweeps(services, [{ number, amount_xaf: Number(terms.amount_xaf), once, ...by }]),
  ),
  'statement.settle': (services, { subject_id: statement_id }, by) =>
    settleStatements(services, [{ statement_id, ...by }]),
  'statement.confirm_profile': (services, { subject_id: profile }, by) =>
    confirmProfiles(services, [{ profile, ...by }]),
  'book.explain': async (services, { subject_id: step_id, terms }, by) => {
    const meaning = STEP_MEANINGS.find((one) => one === terms.meaning);
    const { cause_id = null } = terms;
    return meaning === undefined ? [] : explainSteps(services, [{ step_id, meaning, cause_id, ...by }]);
  },
  'ledger.correct': about(correctSubject, async (services, id, terms, by) => {
    const to = correctPlaceOf(terms);
    if (to === null || (terms.what !== 'credit' && terms.what !== 'step')) return [];
    return correctTransfers(services, [{ what: terms.what, id, to, ...by }]);
  }),
  'ledger.move': about(ownSubject, (services, accounts, { amount_xaf, moved_at }, by) => {
    const said = { amount_xaf: Number(amount_xaf), moved_at: new Date(moved_at ?? '') };
    return moveOwn(services, [{ ...accounts, ...said, ...by }]);
  }),
  'settlement.terms': about(termsSubject, (services, merchant, terms, by) => {
    const said = { hold_days: Number(terms.hold_days), reserve_xaf: Number(terms.reserve_xaf) };
    return setSettlementTerms(services, [{ ...merchant, ...said, ...by }]);
  }),
  'merchant.unfreeze': about(unfreezeSubject, (services, merchant_id, _terms, by) =>
    freezeMerchants(services, [{ merchant_id, environment: 'live', freezes: false, ...by }]),
  ),
  'custodian.set': about(custodianSubject, (services, account, { institution, licence, held_since }, by) => {
    const said = { institution: institution ?? '', licence: licence ?? '', held_since: held_since ?? '' };
    return setCustodians(services, [{ account, ...said, ...by }]);
  }),
  // Who agrees has seen what the first person saw: no more of the payment was taken back than by then.
  'alert.close': (services, { subject_id: alert_id, terms: { last_at } }, by) =>
    closeAlerts(services, [{ alert_id, seen_at: seenBy(last_at), ...by }]),
  // Nor was more found false on the number.
  'feed.close': (services, { subject_id: incident_id, terms: { found_at } }, by) =>
    closeIncidents(services, [{ incident_id, seen_at: seenBy(found_at), ...by }]),
  'book.disown': (services, { subject_id: notice_id }, by) =>
    disownMessages(services, [{ notice_id, ...by }]),
} satisfies Partial<Record<StaffVerb, Agree>>;

/**
 * Up to when the first person knew of what was found: of nothing, where the terms say that there was nothing. A
 * proposal of before terms said it says neither, so whoever agrees says it himself.
 */
const seenBy = (known: string | null | undefined): Date | null =>
  known === undefined ? null : new Date(known ?? 0);

type AgreedByTerms = keyof typeof AGREE;

export const isAgreedByTerms = (action: string): action is AgreedByTerms => Object.hasOwn(AGREE, action);

/** What came of agreeing to one. */
export type AgreedOutcome =
  | Awaited<ReturnType<(typeof AGREE)[AgreedByTerms]>>[number]
  | { kind: 'nothing_proposed' };

function correctPlaceOf({ to, merchant_id }: FoundProposal['terms']): CorrectPlace | null {
  if (to === 'merchant') return { kind: to, merchant_id: merchant_id ?? '' };
  const place = (Object.keys(CORRECT_PLACES) as (keyof typeof CORRECT_PLACES)[]).find((one) => one === to);
  return place === undefined ? null : { kind: place };
}
