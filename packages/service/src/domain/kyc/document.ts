import { KYC_FIELDS, type KycField } from './profile.ts';

export const DOCUMENT_KINDS = ['registration', 'identity', 'tax'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** Two pages that were photographed, and one to spare. */
export const DOCUMENTS_PER_KIND_MAX = 3;
/** Those of a merchant in thirty days that staff have not decided about: what was handed in once is kept, also when it is taken back. */
export const DOCUMENTS_LATELY_MAX = 30;
/** Of the merchant itself, or of all that were never approved. */
export type NoRoom = 'too_many_lately' | 'too_many_in_all';
/** A document takes so much of the room of all at least: it has a row and index entries, and counting them takes time. */
export const DOCUMENT_TAKES_MIN = 64 * 1024;
export const DOCUMENT_BYTES_MAX = 4 * 1024 * 1024;
export const DOCUMENT_NAME_MAX = 120;

/** A document without its bytes: all that its owner sees of it again. */
export type KycDocument = {
  id: string;
  merchant_id: string;
  kind: DocumentKind;
  name: string;
  media_type: string;
  size_bytes: number;
  /** As hex. */
  sha256: string;
  uploaded_at: Date;
};

export function isDocumentKind(text: string): text is DocumentKind {
  return (DOCUMENT_KINDS as readonly string[]).includes(text);
}

/** The kinds of which there is no document yet. */
export function missingDocuments(documents: readonly { kind: DocumentKind }[]): DocumentKind[] {
  return DOCUMENT_KINDS.filter((kind) => !documents.some((one) => one.kind === kind));
}

/**
 * What a browser calls a file, as a name to show: without the path that some send, without what nobody sees, and
 * never empty. It is shown and never opened, so what it says about its type counts for nothing.
 */
export function documentName(sent: string): string {
  const last = sent.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const seen = last
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^\.+/, '');
  const signs = Array.from(seen);
  const is_long = signs.length > DOCUMENT_NAME_MAX;
  const short = is_long ? [...signs.slice(0, 80), '…', ...signs.slice(-20)] : signs;
  return short.length === 0 ? 'document' : short.join('');
}

/** What can be sent back with words of its own. */
export const SENT_BACK_SUBJECTS = [...KYC_FIELDS, ...DOCUMENT_KINDS] as const;
export type SentBackSubject = KycField | DocumentKind;
export type SentBackWords = Partial<Record<SentBackSubject | 'general', string>>;

const WORDS_MAX = 500;

/** The words for the merchant, by field; null when there are none, or one is too long. */
export function readWords(typed: Readonly<Record<string, string>>): SentBackWords | null {
  const words: SentBackWords = {};
  for (const subject of [...SENT_BACK_SUBJECTS, 'general'] as const) {
    const text = Object.hasOwn(typed, subject) ? (typed[subject] ?? '').trim() : '';
    if (Array.from(text).length > WORDS_MAX) return null;
    if (text !== '') words[subject] = text;
  }
  return Object.keys(words).length === 0 ? null : words;
}
