import { normaliseMsisdn } from '../msisdn.ts';
import { looksLikeNumber } from '../text/shown.ts';

export const LEGAL_FORMS = [
  'sole_trader',
  'sarl',
  'sa',
  'sas',
  'snc',
  'gie',
  'cooperative',
  'association',
  'other',
] as const;
export const IDENTITY_KINDS = ['national_card', 'passport', 'residence_card', 'driving_licence'] as const;

/** What a merchant says of itself, in the order of the form. All of it is asked for. */
export const KYC_FIELDS = [
  'legal_name',
  'trade_name',
  'legal_form',
  'rccm',
  'nif',
  'address',
  'activity',
  'representative_name',
  'representative_role',
  'representative_phone',
  'identity_kind',
  'identity_number',
] as const;
export type KycField = (typeof KYC_FIELDS)[number];

/** What is written so far; what is missing is not there. */
export type KycProfile = Partial<Record<KycField, string>>;

export type FieldProblem =
  | 'missing'
  | 'too_short'
  | 'too_long'
  | 'unseen_signs'
  | 'not_a_choice'
  | 'not_a_phone'
  | 'not_a_registration'
  /** Payers read it: no number to send money to, and no code to dial. */
  | 'looks_like_a_number';
export type FieldProblems = Partial<Record<KycField, FieldProblem>>;

type FieldRule = { min: number; max: number; check?: (text: string) => FieldProblem | null; lines?: true };

const oneOf =
  (choices: readonly string[]) =>
  (text: string): FieldProblem | null =>
    choices.includes(text) ? null : 'not_a_choice';
/** Offices print these in many ways; what they have in common is letters, digits and few signs, and a digit somewhere. */
const registration = (text: string): FieldProblem | null =>
  /^[\p{L}\p{N} ./_-]+$/u.test(text) && /\p{N}/u.test(text) ? null : 'not_a_registration';

const shownToPayers = (text: string): FieldProblem | null =>
  looksLikeNumber(text) ? 'looks_like_a_number' : null;

const RULES: Readonly<Record<KycField, FieldRule>> = {
  legal_name: { min: 2, max: 200 },
  trade_name: { min: 2, max: 60, check: shownToPayers },
  legal_form: { min: 1, max: 40, check: oneOf(LEGAL_FORMS) },
  rccm: { min: 5, max: 40, check: registration },
  nif: { min: 5, max: 20, check: registration },
  address: { min: 5, max: 300, lines: true },
  activity: { min: 5, max: 500, lines: true },
  representative_name: { min: 2, max: 120 },
  representative_role: { min: 2, max: 80 },
  representative_phone: {
    min: 8,
    max: 40,
    check: (text) => (normaliseMsisdn(text) === null ? 'not_a_phone' : null),
  },
  identity_kind: { min: 1, max: 40, check: oneOf(IDENTITY_KINDS) },
  identity_number: { min: 4, max: 40, check: registration },
};

/** How long a field may be, for whoever draws it. */
export function fieldMax(field: KycField): number {
  return RULES[field].max;
}

/** Whether a field has several lines. */
export function hasLines(field: KycField): boolean {
  return RULES[field].lines === true;
}

export type ReadProfile = { ok: true; profile: KycProfile } | { ok: false; wrong: FieldProblems };

/**
 * Reads what was typed: without spaces around it, as one would read it, a phone in international form. What is empty
 * is not there yet, which is no mistake before it is submitted. Names that are none of ours are left out.
 */
export function readProfile(typed: Readonly<Record<string, string>>): ReadProfile {
  const profile: KycProfile = {};
  const wrong: FieldProblems = {};
  for (const field of KYC_FIELDS) {
    const text = plainText(Object.hasOwn(typed, field) ? (typed[field] ?? '') : '', hasLines(field));
    if (text === '') continue;
    const problem = problemOf(field, text);
    if (problem !== null) wrong[field] = problem;
    else profile[field] = field === 'representative_phone' ? (normaliseMsisdn(text) ?? text) : text;
  }
  return Object.keys(wrong).length === 0 ? { ok: true, profile } : { ok: false, wrong };
}

/** What is still asked for before a profile can be submitted. */
export function missingFields(profile: KycProfile): KycField[] {
  return KYC_FIELDS.filter((field) => profile[field] === undefined);
}

function plainText(text: string, has_lines: boolean): string {
  const composed = text.normalize('NFC').replaceAll(/\r\n?/g, '\n');
  return (has_lines ? composed : composed.replaceAll('\n', ' ')).replaceAll(/[ \t\u00a0]+/g, ' ').trim();
}

function problemOf(field: KycField, text: string): FieldProblem | null {
  const { min, max, check, lines } = RULES[field];
  // What nobody sees, and what turns the direction of a line, makes one name look like another.
  const unseen =
    lines === true
      ? /(?!\n)[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u
      : /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
  if (unseen.test(text)) return 'unseen_signs';
  const { length } = Array.from(text);
  if (length < min) return 'too_short';
  if (length > max) return 'too_long';
  return check?.(text) ?? null;
}
