import { formatXaf } from '../../../domain/money.ts';
import { formatLocalTime, localDay } from '../../../domain/time.ts';
import type { RefundOutcome } from '../../../engine/desk/payments/refund-credit.ts';
import type { Told } from '../../../engine/desk/told.ts';
import { colon } from '../../format.ts';
import type { Catalogue, StaffVisit } from '../../frame/table.ts';
import { ar } from './ar.ts';
import { en } from './en.ts';
import { fr } from './fr.ts';
import { type DeskOutcome, FIGURES, type OutcomeWords } from './words.ts';

export const OUTCOME_WORDS: Catalogue<OutcomeWords> = { fr, ar, en };

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
    'statement_refused',
    'corrected',
    'moved',
    'custodian_set',
    'called_capital',
    'unmarked',
    'read',
    'settlement_terms_set',
    'frozen',
    'unfrozen',
    'as_before',
    'proposed',
  ] as const),
]);

/**
 * What a person is told of their decision, in the language of the page.
 * @param sends whether they send money by hand once it holds
 */
export function toldOf(
  { language }: Pick<StaffVisit, 'language'>,
  outcome: DeskOutcome,
  sends = false,
): Told {
  const words = OUTCOME_WORDS[language];
  const figures = FIGURES.flatMap((name) => {
    const value = (outcome as Partial<Record<typeof name, number | null>>)[name];
    if (typeof value !== 'number' || value === 0) return [];
    return `${words.figures[name]}${colon({ language })}${name === 'proven' ? value : formatXaf(Math.abs(value))}.`;
  });
  const by = 'proposal' in outcome && outcome.kind !== 'withdrawn' ? [outcome.proposal.proposed_by] : [];
  return {
    kind: DONE.has(outcome.kind) ? 'done' : 'refused',
    sentences: [
      headOf(words, outcome),
      ...(sends && outcome.kind === 'proposed' ? [words.not_yet] : []),
      ...(outcome.kind === 'refunded' && 'to_phone' in outcome ? goesBack(language, outcome) : []),
      ...figures,
      ...('is_short' in outcome && outcome.is_short ? [words.short] : []),
      ...('is_suspected' in outcome && outcome.is_suspected && !outcome.is_short ? [words.still_short] : []),
      ...('left_from' in outcome && outcome.left_from !== undefined
        ? [`${words.left_from}${colon({ language })}${outcome.left_from}.`]
        : []),
      ...('taken_back' in outcome && outcome.taken_back ? [words.taken_back] : []),
      ...by.map((name) => `${words.by}${colon({ language })}${name}.`),
    ],
  };
}

/** Its first sentence: where what it is about has left already, to take or to send nothing more. */
function headOf(words: OutcomeWords, outcome: DeskOutcome): string {
  if (outcome.kind === 'announced' && outcome.left_at !== null) return words.swept_before;
  if (outcome.kind === 'refunded' && 'left_at' in outcome) return words.left_already;
  return words.kinds[outcome.kind];
}

/** When it has left or to whom it goes, and by which SIM a message that waits may tell of it. */
function goesBack(
  language: StaffVisit['language'],
  { left_at, to_phone, told_by }: Extract<RefundOutcome, { kind: 'refunded' }>,
): string[] {
  const words = OUTCOME_WORDS[language];
  const say = (label: string, said: string) => `${label}${colon({ language })}${said}.`;
  if (left_at !== undefined)
    return [say(words.left_when, `\u2066${localDay(left_at)} ${formatLocalTime(left_at)}\u2069`)];
  return [
    ...(to_phone === null ? [] : [say(words.sent_to, to_phone)]),
    ...(told_by === undefined ? [] : [say(words.told_by, told_by)]),
  ];
}
