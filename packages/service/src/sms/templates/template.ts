import { isCredit } from '../../domain/movement/move.ts';
import type { Operator } from '../../domain/operator.ts';
import { templateSubject } from '../../domain/review/subjects.ts';
import type { NoticeKind, Reading, TemplateStatus } from '../reading.ts';
import { compileWording } from '../wording/compile.ts';
import { WordingError } from '../wording/problem.ts';
import type { Wording } from '../wording/steps.ts';

/** A text and what it must read as. What `reading` leaves out must be absent, but for the template's own marks. */
export interface Sample {
  readonly text: string;
  /** Where the text comes from: an id of the captured texts, or what is varied. */
  readonly about: string;
  readonly reading: Partial<Reading>;
}

/** A text close to the template which it must not take, and the kind it has instead. */
export interface Rejected {
  readonly text: string;
  readonly kind: NoticeKind;
}

/** What a template may read: all but what nobody understands. */
export const TEMPLATE_KINDS = [
  'CREDIT',
  'CASH_IN',
  'DEBIT',
  'REVERSAL',
  'FEE',
  'BALANCE',
  'AIRTIME',
  'PROMO',
  'OTP',
] as const satisfies readonly NoticeKind[];
export type TemplateKind = (typeof TEMPLATE_KINDS)[number];

/** The wordings of one kind of message, shipped with the code or taught by staff. */
export interface Template {
  readonly id: string;
  readonly version: number;
  readonly operator: Operator | 'ANY';
  readonly kind: TemplateKind;
  readonly status: TemplateStatus;
  /** Staff have taught it; else it ships with the code. */
  readonly is_taught: boolean;
  /**
   * Of what was taught something is left out that a payer could write: the advertising at the end, which
   * could hide what follows his slot, or what speaks of the movement behind the label of a motif.
   */
  readonly is_narrowed?: boolean;
  readonly wordings: readonly Wording[];
  readonly samples: readonly Sample[];
  readonly rejects: readonly Rejected[];
}

/** What staff or the code say about a template: its wordings as lines of text. */
export type TemplateSource = Pick<Template, 'id' | 'operator' | 'kind'> & {
  version?: number;
  is_taught?: boolean;
  is_narrowed?: boolean;
  wordings: readonly string[];
  samples?: readonly Sample[];
  rejects?: readonly Rejected[];
};

/** @throws {WordingError} when a wording can't be used, or lacks what its kind needs */
export function defineTemplate(source: TemplateSource): Template {
  const wordings = source.wordings.map(compileWording);
  for (const { slots } of wordings) {
    if (MOVES.has(source.kind) && source.kind !== 'REVERSAL' && !slots.has('amount')) {
      throw new WordingError({ kind: 'needs_amount', of: source.kind });
    }
    if (source.kind === 'REVERSAL' && !slots.has('reversed')) {
      throw new WordingError({ kind: 'needs_reversed' });
    }
    if (isCredit(source) && !slots.has('balance') && !slots.has('id')) {
      throw new WordingError({ kind: 'needs_balance_or_id', of: source.kind });
    }
  }
  const unsaid = { version: 1, status: 'unconfirmed', is_taught: false, samples: [], rejects: [] } as const;
  return { ...unsaid, ...source, wordings };
}

/** Kinds of messages that tell of one movement, and therefore have a transaction id. */
export const MOVES: ReadonlySet<NoticeKind> = new Set([
  'CREDIT',
  'CASH_IN',
  'DEBIT',
  'REVERSAL',
  'FEE',
  'AIRTIME',
]);

/**
 * Whether two people have to confirm it: what it says of customers' money, and all that staff have taught, since words that say
 * of a payment that it was airtime, a fee or an advertisement take it from its customer.
 */
export function needsConfirmation({ kind, is_taught }: { kind: string; is_taught: boolean }): boolean {
  return isCredit({ kind }) || is_taught;
}

/**
 * Whether it takes part in reading live texts. What one person has taught does not yet: its texts are words that nobody knows,
 * whose money waits in suspense. As a customer's money it could put the balance for the sum, and hide a payment.
 */
export function readsLive({ is_taught, status }: Pick<Template, 'is_taught' | 'status'>): boolean {
  return status === 'confirmed' || !is_taught;
}

/** How staff name a template when they confirm it. */
export function templateKey({ id, version }: { readonly id: string; readonly version: number }): string {
  return templateSubject.of({ template_id: id, template_version: version });
}

/** Phrases that many wordings share, written in their language. */

/** Before a transaction id. */
export const ID =
  '<trans id|transaction id|id transaction|id de la transaction|reference|ref|tid|txn id|txn|id>';

/** The same behind the payer, where `Reference` may be the label of what he wrote. */
export const ID_BEHIND =
  '<trans id|transaction id|id transaction|id de la transaction|ref|tid|txn id|txn|id>';

export const BALANCE =
  '[votre|le] [nouveau] solde [disponible|actuel|principal|dispo] [du|de votre] [compte] [airtel|moov] [money] [disponible] [est] [de] {balance}';

export const HELLO =
  '[cher client|chere cliente|cher abonne|bonjour|confirme|confirmation|succes|airtel money|moov money]';

/** `Vous avez recu un transfert de 5 000 FCFA`, `Votre compte a ete credite de …`. */
export const RECEIVED_SUM =
  '<vous avez <recu|recus|recue> [un|une|la|le] [transfert|paiement|virement|versement|somme|montant] [de] {amount}' +
  '|votre compte [airtel|moov] [money] a ete credite de {amount}>';

export const TRANSFER_RECEIVED = '<transfert|virement|paiement> de {amount} recu';

export const FROM = '<du|de la part de|de|par|depuis>';

/** What the payer wrote, behind its label. */
export const MOTIF = "<reference|motif|message [de l'expediteur]> {motif}";

export const AD = '[{promo}]';
