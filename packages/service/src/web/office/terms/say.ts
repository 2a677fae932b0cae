import type { Operator } from '../../../domain/operator.ts';
import { SECOND_MS } from '../../../domain/time.ts';
import type { WordingProblem } from '../../../sms/wording/problem.ts';
import { amount, countText, moment, operator } from '../../format.ts';
import type { Catalogue, StaffVisit } from '../../frame/table.ts';
import { html, type Part } from '../../html.ts';
import { ar } from './ar.ts';
import { en } from './en.ts';
import { fr } from './fr.ts';
import type { Terms } from './words.ts';

export const TERMS: Catalogue<Terms> = { fr, ar, en };

export const termsOf = ({ language }: Pick<StaffVisit, 'language'>): Terms => TERMS[language];

/** An id or a name that is the same in every language. */
export const code = (text: string | null): Part =>
  text === null ? '–' : html`<bdi dir="ltr"><code>${text}</code></bdi>`;

/** Who did something: a name is whatever its owner says, so the mail address of the account stands beside it. */
export const sayWho = ({ actor, account_email }: { actor: string; account_email: string | null }): Part =>
  account_email === null
    ? html`<bdi>${actor}</bdi>`
    : html`<bdi>${actor}</bdi> <bdi dir="ltr" class="soft">${account_email}</bdi>`;

/** What people call something; as it stands where nobody has named it. */
export const say = (names: Readonly<Record<string, string>>, raw: string | null): Part =>
  (raw === null ? undefined : names[raw]) ?? code(raw);

/** What somebody did or proposed: `review.confirm.proposed`. */
export function sayAction(terms: Terms, action: string): Part {
  const [, verb = action, ending = ''] = /^(.*?)(?:\.(proposed|withdrawn))?$/.exec(action) ?? [];
  const said = say(terms.verbs, verb);
  return ending === '' ? said : html`${said} (${say(terms.endings, ending)})`;
}

const AMOUNT = /_xaf$/;
const MOMENT = /(?:_at|_since)$/;
const DURATION = /^(?:delay|ahead)_ms$/;

/** Figures of a reading or of what was found: each with its name, as people read them. */
export function sayFields(visit: StaffVisit, values: unknown): [Part, Part][] {
  const terms = termsOf(visit);
  return Object.entries((values ?? {}) as object).flatMap(([name, value]): [Part, Part][] =>
    value === null || value === undefined || value === ''
      ? []
      : [[say(terms.fields, name), sayValue(visit, name, value)]],
  );
}

function sayValue(visit: StaffVisit, name: string, value: unknown): Part {
  const terms = termsOf(visit);
  if (AMOUNT.test(name) && typeof value === 'number') return amount(visit.words, value);
  // Terms are texts, so that two people's are compared letter by letter.
  if (AMOUNT.test(name) && typeof value === 'string' && /^\d{1,15}$/.test(value))
    return amount(visit.words, Number(value));
  if (name === 'what' || name === 'to' || name === 'environment') return say(terms.choices, String(value));
  if (DURATION.test(name) && typeof value === 'number')
    return html`<bdi>${countText(Math.round(value / SECOND_MS))}&nbsp;s</bdi>`;
  // A day has no hour.
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value))
    return html`<bdi dir="ltr">${value}</bdi>`;
  const at = MOMENT.test(name) || name === 'heard_at_ms' ? new Date(value as string | number) : null;
  if (at !== null && !Number.isNaN(at.getTime())) return moment(visit.words, at);
  if (name === 'kind') return say(terms.kinds, String(value));
  if (name === 'operator') return operator(visit.words, value as Operator);
  if (name === 'doubts' && Array.isArray(value)) return sayDoubts(terms, value);
  if (typeof value === 'object') return code(JSON.stringify(value).slice(0, 1000));
  return html`<bdi>${String(value)}</bdi>`;
}

/** Why something is less than certain. */
export const sayDoubts = (terms: Terms, doubts: readonly unknown[]): Part =>
  doubts.map((one, at) => html`${at === 0 ? '' : ', '}${say(terms.doubts, String(one))}`);

/** Why a wording can't be used. */
export function sayProblem(visit: StaffVisit, problem: WordingProblem): string {
  const { problems } = termsOf(visit);
  const sentence = problems[problem.kind] as (of: WordingProblem) => string;
  return sentence(problem);
}
