import type { DocumentKind, KycDocument } from '../../../domain/kyc/document.ts';
import {
  type FieldProblems,
  fieldMax,
  hasLines,
  IDENTITY_KINDS,
  KYC_FIELDS,
  type KycField,
  type KycProfile,
  LEGAL_FORMS,
} from '../../../domain/kyc/profile.ts';
import type { KycState } from '../../../domain/kyc/transitions.ts';
import type { Kyc } from '../../../engine/kyc/show.ts';
import type { Wrong } from '../../frame/form.ts';
import {
  badge,
  button,
  card,
  facts,
  field,
  note,
  postForm,
  problem,
  select,
  type Tone,
  textArea,
} from '../../frame/parts.ts';
import type { Catalogue, MemberVisit } from '../../frame/table.ts';
import { html, NOTHING, type Part, type SafeHtml } from '../../html.ts';
import { ar } from './words/ar.ts';
import { en } from './words/en.ts';
import { fr } from './words/fr.ts';
import type { ProfileWords } from './words/words.ts';

export const PROFILE_WORDS: Catalogue<ProfileWords> = { fr, ar, en };

const TONES: Readonly<Record<KycState, Tone>> = {
  DRAFT: 'off',
  SUBMITTED: 'wait',
  SENT_BACK: 'bad',
  APPROVED: 'good',
};
const STEPS = [
  ['profile', '/dashboard/profile'],
  ['documents', '/dashboard/profile/documents'],
  ['check', '/dashboard/profile/check'],
] as const;

/** What stands above each step: where the profile is, what staff said, and the three steps. */
export function profileHead(visit: MemberVisit, kyc: Kyc, here: (typeof STEPS)[number][0]): SafeHtml {
  const words = PROFILE_WORDS[visit.language];
  const { label, text } = words.states[kyc.state];
  const stands = kyc.kyc_status === 'APPROVED' && kyc.state !== 'APPROVED' ? words.approval_stands : text;
  const steps = STEPS.map(
    ([name, path]) =>
      html`<a class="btn ${name === here ? '' : 'two'}" href="${visit.at(path)}"${
        name === here ? html` aria-current="step"` : NOTHING
      }>${words.steps[name]}</a>`,
  );
  return html`<p>${badge(label, TONES[kyc.state])} ${stands}</p>${sentBack(words, kyc)}
<nav class="actions" aria-label="${words.title}">${steps}</nav>`;
}

/** What staff asked to correct, until it is handed in again. */
function sentBack(words: ProfileWords, { state, submissions }: Kyc): SafeHtml {
  const said = submissions[0]?.words;
  if (state !== 'SENT_BACK' || !said) return NOTHING;
  const rows = Object.entries(said).map(([subject, text]): [string, Part] => [
    subjectName(words, subject),
    lines(text),
  ]);
  return note(html`<h2>${words.sent_back_heading}</h2>${facts(rows)}`, 'warn');
}

export function subjectName(words: ProfileWords, subject: string): string {
  if (Object.hasOwn(words.fields, subject)) return words.fields[subject as KycField];
  return Object.hasOwn(words.kinds, subject) ? words.kinds[subject as DocumentKind].label : words.general;
}

/** Text of several lines, each on its own. */
export function lines(text: string): Part {
  return text
    .split('\n')
    .map((line, at) => (at === 0 ? html`<bdi>${line}</bdi>` : html`<br><bdi>${line}</bdi>`));
}

const REPRESENTATIVE: ReadonlySet<KycField> = new Set(
  KYC_FIELDS.slice(KYC_FIELDS.indexOf('representative_name')),
);

/** What staff asked to correct, to stand at its field. */
export function askedToCorrect({ state, submissions }: Kyc): Readonly<Record<string, string>> {
  return state === 'SENT_BACK' ? (submissions[0]?.words ?? {}) : {};
}

/** The form of the profile, with what was typed. */
export function profileForm(
  visit: MemberVisit,
  typed: Readonly<Record<string, string>>,
  problems: FieldProblems,
  asked: Readonly<Record<string, string>>,
): SafeHtml {
  const words = PROFILE_WORDS[visit.language];
  const wrong: Record<string, string> = { ...asked };
  if (Object.keys(problems).length > 0) wrong[''] = words.wrong;
  for (const [name, problem] of Object.entries(problems)) wrong[name] = words.problems[problem];
  const draw = (wanted: boolean): Part =>
    KYC_FIELDS.filter((name) => REPRESENTATIVE.has(name) === wanted).map((name) =>
      input(words, name, typed, wrong),
    );
  return postForm(
    visit,
    visit.at('/dashboard/profile'),
    html`${problem(wrong)}<p>${words.intro}</p>${card(words.sections.business, draw(false))}${card(
      words.sections.representative,
      draw(true),
    )}${button(words.save)}`,
  );
}

function input(
  words: ProfileWords,
  name: KycField,
  typed: Readonly<Record<string, string>>,
  wrong: Wrong,
): SafeHtml {
  const hint = words.hints[name];
  const one = {
    name,
    label: words.fields[name],
    value: typed[name] ?? '',
    ...(hint === undefined ? {} : { hint }),
  };
  if (name === 'legal_form')
    return select(
      one,
      [none(words), ...LEGAL_FORMS.map((value) => ({ value, label: words.legal_forms[value] }))],
      wrong,
    );
  if (name === 'identity_kind')
    return select(
      one,
      [none(words), ...IDENTITY_KINDS.map((value) => ({ value, label: words.identity_kinds[value] }))],
      wrong,
    );
  const limits = { is_optional: true, max_length: fieldMax(name) };
  if (hasLines(name)) return textArea({ ...one, ...limits }, wrong);
  if (name === 'representative_phone')
    return field({ ...one, ...limits, type: 'tel', inputmode: 'tel', autocomplete: 'tel' }, wrong);
  const is_ltr = name === 'rccm' || name === 'nif' || name === 'identity_number';
  return field({ ...one, ...limits, is_ltr }, wrong);
}

const none = (words: ProfileWords) => ({ value: '', label: words.choose });

/** A profile as it is read; what is missing says so. */
export function profileFacts(words: ProfileWords, fields: KycProfile): SafeHtml {
  return facts(
    KYC_FIELDS.map((name): [string, Part] => {
      const text = fields[name];
      return [
        words.fields[name],
        text === undefined ? badge(words.problems.missing, 'bad') : shownField(words, name, text),
      ];
    }),
  );
}

/** What was written, or the name of what was chosen. */
export function fieldText(words: ProfileWords, name: string, text: string): string {
  const forms: Readonly<Record<string, string>> = words.legal_forms;
  const kinds: Readonly<Record<string, string>> = words.identity_kinds;
  if (name === 'legal_form') return forms[text] ?? text;
  return name === 'identity_kind' ? (kinds[text] ?? text) : text;
}

function shownField(words: ProfileWords, name: KycField, typed: string): Part {
  const text = fieldText(words, name, typed);
  if (name === 'legal_form' || name === 'identity_kind') return text;
  return name === 'representative_phone' ? html`<bdi dir="ltr">${text}</bdi>` : lines(text);
}

/** A document by its name and size: nothing of what is in it. */
export function documentLabel(words: ProfileWords, { name, size_bytes }: KycDocument): SafeHtml {
  return html`<bdi>${name}</bdi> <small><bdi>${words.kilobytes(String(Math.ceil(size_bytes / 1024)))}</bdi></small>`;
}
