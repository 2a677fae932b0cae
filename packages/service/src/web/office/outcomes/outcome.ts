import { formatXaf } from '../../../domain/money.ts';
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

/** What a person is told of their decision, in the language of the page. */
export function toldOf({ language }: Pick<StaffVisit, 'language'>, outcome: DeskOutcome): Told {
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
      'left_at' in outcome && outcome.left_at !== null ? words.swept_before : words.kinds[outcome.kind],
      ...(outcome.kind === 'refunded' && 'to_phone' in outcome && outcome.to_phone !== null
        ? [`${words.sent_to}${colon({ language })}${outcome.to_phone}.`]
        : []),
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
