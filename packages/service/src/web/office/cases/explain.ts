import type { Explainable } from '../../../engine/desk/explainable.ts';
import { amount } from '../../format.ts';
import { button, card, field, postForm, select } from '../../frame/parts.ts';
import type { StaffVisit } from '../../frame/table.ts';
import { html, NOTHING, type SafeHtml } from '../../html.ts';
import { may, standFields, standOf, wordsOf } from '../decision/decision.ts';

/** A payment was paid, or it was not. */
const MEANINGS = ['credit', 'write_off'] as const;

/** Lets two people say whether each of a case's payments was paid that something speaks against; its number's page takes what they say. */
export function explainForms(visit: StaffVisit, payments: readonly Explainable[]): SafeHtml {
  const { numbers: words, cases } = wordsOf(visit);
  if (payments.length === 0 || !may(visit, 'book.explain')) return NOTHING;
  const options = MEANINGS.map((value) => ({ value, label: words.meanings[value] }));
  const why = field({ name: 'note', label: cases.note, hint: cases.note_hint, max_length: 2000 });
  return card(
    words.unexplained,
    payments.map(
      (one) =>
        html`<p>${amount(visit.words, one.amount_xaf)}</p>${postForm(
          visit,
          visit.at(`/office/numbers/${one.collection_number_id}/explain`),
          html`${standFields(standOf(visit))}<input type="hidden" name="step" value="${one.credit_id}">${select({ name: 'meaning', label: words.explain }, options)}${why}${button(words.explain, { kind: 'two' })}`,
        )}`,
    ),
    { id: 'explain' },
  );
}
