import type { InjectedCredit } from '../../domain/credit.ts';
import { AMOUNT_XAF_MAX } from '../../domain/money.ts';
import type { PaymentSession } from '../../domain/session/session.ts';
import { newTicket, showTicket } from '../../domain/ticket/ticket.ts';
import { later, SECOND_MS } from '../../domain/time.ts';
import { atomically } from '../../store/connect/atomically.ts';
import { type ProposedSession, reserveSessions } from '../../store/sessions/reserve.ts';
import type { Services } from '../services.ts';

/** What a scenario sends into the pipeline for a session. */
export type Script = {
  credits: InjectedCredit[];
  /** Move the deadlines into the past before the credits: expiry alone, or grace too. */
  hasten: 'no' | 'expiry' | 'grace';
  /** Make a second session on the same number, whose ticket the credit quotes as well. */
  sibling: boolean;
};

export type ScenarioName =
  | 'paid'
  | 'paid_twice'
  | 'late'
  | 'ambiguous'
  | 'underpaid'
  | 'overpaid'
  | 'wrong_payer'
  | 'unproven'
  | 'expire';

/** Payers that no session declares: outside the ranges that operators assign. */
const SOMEBODY = '+23560000001';
const SOMEBODY_ELSE = '+23560000002';

/** The scenario `ambiguous` asks for at most so much more than its session. */
const SPREAD_XAF = 900;
/** A sum that is drawn may be awaited on that number: others are drawn then. */
const SIBLING_DRAWS_MAX = 8;

const TOO_MUCH = 'so much can not be paid; use a session with a smaller amount';

/** The script of each scenario, or a sentence that says why this session can't play it. */
export function scriptOf(scenario: ScenarioName, session: PaymentSession): Script | { impossible: string } {
  const payer_phone = session.customer_phone ?? SOMEBODY;
  const exact: InjectedCredit = { amount: session.amount_xaf, payer_phone };
  const script = (credits: InjectedCredit[], rest: Partial<Script> = {}): Script => ({
    credits,
    hasten: 'no',
    sibling: false,
    ...rest,
  });
  switch (scenario) {
    case 'paid':
      return script([exact]);
    case 'paid_twice':
      return script([exact, exact]);
    case 'late':
      return script([exact], { hasten: 'expiry' });
    case 'ambiguous':
      if (session.amount_xaf + SPREAD_XAF > AMOUNT_XAF_MAX) return { impossible: TOO_MUCH };
      return script([exact], { sibling: true });
    case 'underpaid':
    case 'overpaid':
      return mispaid(scenario, session, exact);
    case 'wrong_payer':
      if (session.customer_phone === null)
        return { impossible: 'it needs a session that was created with customer_phone' };
      return script([
        { ...exact, payer_phone: session.customer_phone === SOMEBODY ? SOMEBODY_ELSE : SOMEBODY },
      ]);
    case 'unproven':
      return script([{ ...exact, is_unproven: true }]);
    case 'expire':
      return script([], { hasten: 'grace' });
  }
}

/**
 * Too little or too much. The motif quotes the ticket even where a payer was declared: another session of the
 * merchant on this number may await just the amount that is sent.
 */
function mispaid(
  scenario: 'underpaid' | 'overpaid',
  session: PaymentSession,
  exact: InjectedCredit,
): Script | { impossible: string } {
  const amount = scenario === 'underpaid' ? Math.floor(session.amount_xaf / 2) : session.amount_xaf * 2;
  if (amount < 1)
    return { impossible: 'less than 1 XAF can not be paid; use a session with a larger amount' };
  if (amount > AMOUNT_XAF_MAX) return { impossible: TOO_MUCH };
  const credit = { ...exact, amount, motif: showTicket(session.ticket) };
  return { credits: [credit], hasten: 'no', sibling: false };
}

/**
 * Makes a second open session on the number of `session`, for a payment that could be for either. Its
 * reference says what it is for: `simulated-sibling:` and its id.
 * @returns null where the number waits for each of the sums that were drawn
 */
export async function makeSibling(
  services: Services,
  session: PaymentSession,
  draws = SIBLING_DRAWS_MAX,
): Promise<{ ticket: string; amount_xaf: number } | null> {
  const proposal = siblingOf(services, session);
  const [verdict] = await atomically(services.pool, (client) => reserveSessions(client, [proposal]));
  if (verdict?.made) return proposal;
  return draws > 1 ? makeSibling(services, session, draws - 1) : null;
}

function siblingOf(services: Services, session: PaymentSession): ProposedSession & { ticket: string } {
  const owner_id = services.newId();
  const created_at = services.now();
  const step = 1 + Math.floor(services.random() * SPREAD_XAF);
  const above = session.amount_xaf * 2 + step <= AMOUNT_XAF_MAX;
  const expires_at = session.expires_at > created_at ? session.expires_at : later(created_at, 60 * SECOND_MS);
  return {
    owner_id,
    owner_kind: 'session',
    merchant_id: session.merchant_id,
    environment: session.environment,
    reference: `simulated-sibling:${owner_id}`,
    ticket: newTicket(services.random),
    amount_xaf: above ? session.amount_xaf + step : step,
    operator: session.operator,
    collection_number_id: session.collection_number_id,
    assigned_collection_number: session.assigned_collection_number,
    customer_phone: null,
    description: 'Made by the sandbox for the scenario "ambiguous".',
    metadata: null,
    link_id: null,
    created_at,
    expires_at,
    due_at: later(expires_at, services.policy.grace_seconds * SECOND_MS),
    host_phone: null,
    apart_from: null,
    rather_apart: null,
    allowance_slot: null,
    amount_share: null,
  };
}
