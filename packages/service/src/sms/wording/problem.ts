type Nothing = Record<never, never>;
type Named = { name: string };

/** Each reason with what its sentence tells. */
type Told = {
  too_long: { most: number };
  too_many_words: Nothing;
  /** More slots on one way than anybody needs, each filled by somebody else. */
  too_many_open: { most: number };
  /** No fixed word to be known by. */
  no_words: Nothing;
  too_deep: Nothing;
  mark_too_many: { mark: string; before: string };
  mark_missing: { mark: string };
  no_such_slot: { slot: string; slots: readonly string[] };
  /** No fixed word stands between two slots. */
  touching: { slot: string; other: string };
  promo_not_last: Nothing;
  /** What decides stands between two slots that others fill, or may be missing behind one. */
  between_opaque: { slot: string; before: string; after: string };
  may_be_missing: { slot: string; before: string };
  /** Whoever fills the slot before it could write it, and the operator's own would pass for advertising. */
  before_promo: { slot: string; before: string };
  /** The payer writes what stands there. */
  behind_motif: { slot: string; label: string };
  needs_amount: { of: string };
  needs_reversed: Nothing;
  needs_balance_or_id: { of: string };
  name_unusable: Named;
  named_twice: Named;
  name_shipped: Named;
  name_of_other_operator: Named & { operator: string };
  takes_another: Named & { text: string };
  /** The book has proven another movement of a text than the wording reads. */
  contradicts_book: { text: string };
  reads_none: Nothing;
  misses_its_text: Nothing;
  changed_meanwhile: Named;
};

/** Why a wording can't be used. Pages say it in their own language; `saidProblem` says it in English. */
export type WordingProblem = { [Kind in keyof Told]: { kind: Kind } & Told[Kind] }[keyof Told];

/** A wording can't be used; its message is a sentence for the person who wrote it. */
export class WordingError extends Error {
  readonly problem: WordingProblem;

  constructor(problem: WordingProblem) {
    super(saidProblem(problem));
    this.problem = problem;
  }
}

/** A sentence of English that says what to do. */
export function saidProblem(problem: WordingProblem): string {
  switch (problem.kind) {
    case 'too_long':
      return `A wording has at most ${problem.most} characters.`;
    case 'too_many_words':
      return 'The wording has too many words and choices.';
    case 'too_many_open':
      return `A wording has at most ${problem.most} slots that others fill, such as {name} and {motif}: make several wordings.`;
    case 'no_words':
      return 'The wording needs fixed words to be known by.';
    case 'too_deep':
      return 'The brackets of the wording are nested too deeply.';
    case 'mark_too_many':
      return `There is a ${problem.mark} too many before “${problem.before}”.`;
    case 'mark_missing':
      return `A ${problem.mark} is missing at the end of the wording.`;
    case 'no_such_slot':
      return `There is no slot {${problem.slot}}; there are ${problem.slots.join(', ')}.`;
    case 'touching':
      return `Between {${problem.slot}} and {${problem.other}} a fixed word must stand.`;
    case 'promo_not_last':
      return '{promo} can only stand at the very end.';
    case 'between_opaque':
      return (
        `{${problem.slot}} stands between {${problem.before}} and {${problem.after}}, so whoever fills those could write another: ` +
        (problem.slot === 'time' ? 'use {date} for a time there.' : 'leave one of them out.')
      );
    case 'may_be_missing':
      return `{${problem.slot}} may be missing right behind {${problem.before}}, so whoever fills that could write one: make two wordings.`;
    case 'before_promo':
      return (
        `{${problem.slot}} stands behind {${problem.before}} with no word right before it that advertising never has, such as montant, solde, frais or ref: ` +
        `whoever fills {${problem.before}} could write another, so leave [{promo}] out.${problem.slot === 'id' ? ' Or use {ref} for an id there.' : ''}`
      );
    case 'behind_motif':
      return `{${problem.slot}} stands right behind “${problem.label}”, where the payer writes what he likes: use {motif} there, or {ref} for an id.`;
    case 'needs_amount':
      return `A wording of kind ${problem.of} needs {amount}.`;
    case 'needs_reversed':
      return 'A wording of kind REVERSAL needs {reversed}, the id of what was undone.';
    case 'needs_balance_or_id':
      return `A wording of kind ${problem.of} needs {balance} or {id}.`;
    default:
      return saidOfDraft(problem);
  }
}

type OfDraft = Extract<
  WordingProblem,
  {
    kind:
      | 'name_unusable'
      | 'named_twice'
      | 'name_shipped'
      | 'name_of_other_operator'
      | 'takes_another'
      | 'contradicts_book'
      | 'reads_none'
      | 'misses_its_text'
      | 'changed_meanwhile';
  }
>;

/** What keeps a wording that can be read from being saved. */
function saidOfDraft(problem: OfDraft): string {
  switch (problem.kind) {
    case 'name_unusable':
      return `${problem.name} is no name for a template: 3 to 40 of a-z, 0-9 and -, such as moov-received.`;
    case 'named_twice':
      return `${problem.name} is named twice: give one wording at a time.`;
    case 'name_shipped':
      return `${problem.name} ships with the service: choose another name.`;
    case 'name_of_other_operator':
      return `${problem.name} is a template of ${problem.operator}: choose another name.`;
    case 'takes_another':
      return `It would also take a text of ${problem.name}: “${problem.text}”`;
    case 'contradicts_book':
      return contradiction(problem.text);
    case 'reads_none':
      return 'It reads none of the texts that wait: correct it, or give a text that it must read.';
    case 'misses_its_text':
      return 'It does not read the text that you gave with it.';
    case 'changed_meanwhile':
      return `Somebody else has just changed ${problem.name}: look again.`;
  }
}

export const contradiction = (text: string): string =>
  `The balances of its SIM show another movement than it reads of this text: “${text}”. Correct its kind and its slots: {amount} is what moved, {balance} what the SIM holds then.`;
