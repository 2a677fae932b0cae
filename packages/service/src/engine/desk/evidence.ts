import type { CheckoutView } from '../../domain/checkout/view.ts';
import { idsOf } from '../../domain/matching/case.ts';
import { readCase } from '../../domain/matching/stored.ts';
import { DAY_MS, later } from '../../domain/time.ts';
import { loadDecisions, type StaffDecision, type StoredDecision } from '../../store/credits/explain.ts';
import {
  type BookStepAround,
  type Candidate,
  type CaseMessage,
  loadBookAround,
  loadCandidates,
  loadMessages,
  loadMessagesOfCredits,
  loadPrecedents,
  type Precedent,
} from '../../store/desk/evidence.ts';
import { lookAtCheckouts } from '../checkout.ts';
import type { Services } from '../services.ts';

const PRECEDENT_DAYS = 90;

/** Everything that was seen around some credits. */
export type Evidence = {
  messages: CaseMessage[];
  decisions: (StoredDecision | StaffDecision)[];
  /** Sessions and transactions that the engine weighed, and sessions that payers name. */
  candidates: Candidate[];
  /** For each of the sessions, what its customer's page is drawn from. */
  views: ReadonlyMap<string, CheckoutView>;
  /** The chain of the number around the first of the credits; empty in test and where no book is open. */
  book: BookStepAround[];
  /** What people made of the latest cases that were set aside by the same rule. */
  precedents: Precedent[];
};

export const NO_EVIDENCE: Evidence = {
  ...{ messages: [], decisions: [], candidates: [], book: [], precedents: [] },
  views: new Map(),
};

/** Everything that was seen around some credits of an environment, with `further` sessions and what `notice_ids` may tell. */
export async function evidenceOf(
  services: Services,
  environment: string,
  credit_ids: readonly string[],
  further: readonly string[],
  notice_ids: readonly string[] = [],
): Promise<Evidence> {
  const { pool } = services;
  const [told, possible, decisions] = await Promise.all([
    loadMessagesOfCredits(pool, credit_ids),
    loadMessages(pool, notice_ids),
    loadDecisions(
      pool,
      credit_ids.map((credit_id) => ({ credit_id })),
    ),
  ]);
  const known = new Set(told.map(({ notice_id }) => notice_id));
  const messages = [...told, ...possible.filter(({ notice_id }) => !known.has(notice_id))];
  const engine = decisions.flatMap((one) => (one.actor === 'ENGINE' ? [one] : []));
  const weighed = engine.flatMap(({ decision_case }) => readCase(decision_case).claimants);
  const named = engine.flatMap((one) => one.session_ids);
  const session_ids = [...new Set([...named, ...idsOf(weighed, 'session'), ...further])];
  const transaction_ids = [...engine.flatMap((one) => one.transaction_ids), ...idsOf(weighed, 'transaction')];
  const [first] = messages;
  const [rule] = engine.map((one) => one.rule);
  const since = later(services.now(), -PRECEDENT_DAYS * DAY_MS);
  const [candidates, seen, book, precedents] = await Promise.all([
    loadCandidates(pool, [...session_ids, ...transaction_ids]),
    lookAtCheckouts(services, session_ids),
    first === undefined
      ? []
      : loadBookAround(pool, {
          collection_number_id: first.collection_number_id,
          received_at: first.received_at,
        }),
    rule === undefined ? [] : loadPrecedents(pool, { environment, rule, since }),
  ]);
  const views = new Map(seen.flatMap((view) => (view === null ? [] : [[view.id, view] as const])));
  return { messages, decisions, candidates, views, book, precedents };
}
