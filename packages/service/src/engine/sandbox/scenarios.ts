import type { InjectedCredit } from '../../domain/credit.ts';
import { AMOUNT_XAF_MAX } from '../../domain/money.ts';
import type { PaymentSession } from '../../domain/session/session.ts';
import { showTicket } from '../../domain/ticket/ticket.ts';

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
  if (amount > AMOUNT_XAF_MAX)
    return { impossible: 'so much can not be paid; use a session with a smaller amount' };
  const credit = { ...exact, amount, motif: showTicket(session.ticket) };
  return { credits: [credit], hasten: 'no', sibling: false };
}
