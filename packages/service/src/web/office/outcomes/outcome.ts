import { formatXaf } from '../../../domain/money.ts';
import type { StaffRefusal } from '../../../engine/desk/allowed.ts';
import type { AnchorOutcome } from '../../../engine/desk/anchor.ts';
import type { SweepOutcome } from '../../../engine/desk/announce-sweep.ts';
import type { AssignOutcome } from '../../../engine/desk/assign-credit.ts';
import type { CapitalOutcome } from '../../../engine/desk/capital-credit.ts';
import type { CloseAlertOutcome, CloseOutcome } from '../../../engine/desk/close.ts';
import type { ConfirmLateOutcome } from '../../../engine/desk/confirm-late.ts';
import type { ConfirmOutcome, RejectOutcome } from '../../../engine/desk/decide-review.ts';
import type { AgreedOutcome, WithdrawOutcome } from '../../../engine/desk/proposal.ts';
import type { RefundOutcome } from '../../../engine/desk/refund-credit.ts';
import type { AskRefundOutcome } from '../../../engine/desk/refund-transaction.ts';
import type { Told } from '../../../engine/desk/told.ts';
import type { VoidOutcome } from '../../../engine/desk/void-credit.ts';
import type { StaffVisit } from '../../frame/table.ts';
import { FIGURES, OUTCOME_WORDS } from './words.ts';

/** All that a decision on a page of the office can come to. */
export type DeskOutcome =
  | AgreedOutcome
  | AnchorOutcome
  | AskRefundOutcome
  | AssignOutcome
  | CapitalOutcome
  | CloseAlertOutcome
  | CloseOutcome
  | ConfirmLateOutcome
  | ConfirmOutcome
  | RefundOutcome
  | RejectOutcome
  | SweepOutcome
  | VoidOutcome
  | WithdrawOutcome
  | { kind: StaffRefusal['kind'] | 'hours_unusable' };

/** The outcomes after which something holds, or waits for a second person; after all others nothing was done. */
const DONE: ReadonlySet<DeskOutcome['kind']> = new Set<DeskOutcome['kind']>([
  ...(['confirmed', 'rejected', 'assigned', 'refunded', 'voided', 'asked', 'refused'] as const),
  ...([
    'anchored',
    'announced',
    'explained',
    'disowned',
    'closed',
    'withdrawn',
    'changed',
    'set',
    'fees_set',
    'settled',
    'profile_confirmed',
    'corrected',
    'moved',
    'custodian_set',
    'called_capital',
    'settlement_terms_set',
    'proposed',
  ] as const),
]);

/** What a person is told of their decision, in the language of the page. */
export function toldOf({ language }: Pick<StaffVisit, 'language'>, outcome: DeskOutcome): Told {
  const words = OUTCOME_WORDS[language];
  const figures = FIGURES.flatMap((name) => {
    const value = (outcome as Partial<Record<typeof name, number | null>>)[name];
    if (typeof value !== 'number' || value === 0) return [];
    return `${words.figures[name]}${COLON[language]} ${name === 'proven' ? value : formatXaf(Math.abs(value))}.`;
  });
  const by = 'proposal' in outcome && outcome.kind !== 'withdrawn' ? [outcome.proposal.proposed_by] : [];
  return {
    kind: DONE.has(outcome.kind) ? 'done' : 'refused',
    sentences: [
      words.kinds[outcome.kind],
      ...figures,
      ...by.map((name) => `${words.by}${COLON[language]} ${name}.`),
    ],
  };
}

const COLON = { fr: ' :', ar: ':', en: ':' } as const;
