import type { Catalogue } from '../../frame/table.ts';
import { ar } from './ar.ts';
import { en } from './en.ts';
import { fr } from './fr.ts';
import type { DeskOutcome } from './outcome.ts';

/** The figures of an outcome that are said behind its sentence. */
export const FIGURES = [
  'surplus_xaf',
  'best_xaf',
  'missing_xaf',
  'from_held_xaf',
  'to_held_xaf',
  'refunded_xaf',
  'moved_xaf',
  'vouched_xaf',
  'unexplained_xaf',
  'waiting_xaf',
  'reversed_xaf',
  'proven',
] as const;

/** What a decision has come to, in words of pages. An outcome without its sentence does not compile. */
export type OutcomeWords = {
  kinds: Readonly<Record<DeskOutcome['kind'], string>>;
  figures: Readonly<Record<(typeof FIGURES)[number], string>>;
  by: string;
  at_once_title: string;
  at_once: string;
  look_again: string;
};

export const OUTCOME_WORDS: Catalogue<OutcomeWords> = { fr, ar, en };
