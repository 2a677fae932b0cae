import type { StaffVerb } from '../../../domain/staff/role.ts';
import { card, textArea } from '../../frame/parts.ts';
import type { StaffVisit } from '../../frame/table.ts';
import { html, NOTHING, type Part, type SafeHtml } from '../../html.ts';
import { deskAddress, may, standFields, standOf, wordsOf } from '../decision/decision.ts';

/** One of the decisions that a case offers: where its form goes, and what the audit trail calls it. */
export type Choice = { to: string; label: string; verb: StaffVerb; is_danger?: boolean };

/**
 * The form of a case: one note, what the decisions need besides, and a button for each that this person may take. The
 * buttons are numbered for the keyboard; without a script the same digits are their access keys.
 * @param none what is said where it offers nothing, while something about it still waits; else that it is decided
 */
export function decisionForm(
  visit: StaffVisit,
  choices: readonly Choice[],
  fields: Part = NOTHING,
  none?: Part,
): SafeHtml {
  const { cases: words } = wordsOf(visit);
  const offered = choices.filter(({ verb }) => may(visit, verb));
  if (choices.length === 0) return card(words.decide, html`<p>${none ?? words.decided}</p>${onwards(visit)}`);
  if (offered.length === 0) return card(words.decide, html`<p>${words.read_only}</p>${onwards(visit)}`);
  const [first] = offered;
  const buttons = offered.map(
    ({ to, label, is_danger }, at) =>
      html`<button class="btn ${is_danger ? 'danger' : 'two'}" formaction="${to}" accesskey="${at + 1}" data-key="${at + 1}"><kbd>${at + 1}</kbd>&nbsp;${label}</button>`,
  );
  return card(
    words.decide,
    html`<form method="post" action="${first?.to ?? ''}">${visit.csrf}${standFields(standOf(visit))}${fields}${textArea(
      {
        name: 'note',
        label: words.note,
        hint: words.note_hint,
        max_length: 2000,
      },
    )}<div class="actions">${buttons}</div></form>${onwards(visit)}`,
    { id: 'decide' },
  );
}

/** Back to where the desk was open. */
export function onwards(visit: StaffVisit): SafeHtml {
  const stand = standOf(visit);
  return html`<p><a data-up href="${deskAddress(visit, { ...stand, place: null })}">${wordsOf(visit).desk.title}</a></p>`;
}
