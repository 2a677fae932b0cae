import type { MobileOperator } from '../../domain/msisdn/prefixes.ts';
import type { IdShape } from '../fields/transaction-id.ts';
import type { PatternSet } from '../pattern.ts';
import type { NoticeKind, Reading, TemplateStatus } from '../reading.ts';

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

interface Shared {
  readonly id: string;
  readonly version: number;
  readonly status: TemplateStatus;
  /** Wordings, any of which shows the kind. Where several fit at one place the first wins. */
  readonly heads: PatternSet;
  readonly samples: readonly Sample[];
}

/** Money received. Its head must open a sentence; amounts, ids and balance may stand anywhere. */
export interface MoneyTemplate extends Shared {
  readonly kind: 'CREDIT' | 'CASH_IN';
  readonly operator: MobileOperator;
  readonly lineage: 'airtel' | 'moov';
  readonly id_shapes: readonly IdShape[];
  /** Words of which one must stand somewhere in the text too. */
  readonly also?: ReadonlySet<string>;
  readonly rejects: readonly Rejected[];
}

/**
 * Anything else. `anywhere`: its wording keeps a text from being a credit wherever it stands. `before`: only
 * before the credit's wording (after it, it is the advertising that operators add). `alone`: it decides only
 * where no credit is worded.
 */
export interface OtherTemplate extends Shared {
  readonly kind: 'REVERSAL' | 'OTP' | 'DEBIT' | 'AIRTIME' | 'BALANCE' | 'PROMO';
  readonly operator: 'ANY';
  readonly lineage: 'common';
  readonly blocks: 'anywhere' | 'before' | 'alone';
  /** The head must start within so many tokens of the beginning. */
  readonly within_first?: number;
  /** Words right before a head that make it something else (`Frais de retrait: 100 F`). */
  readonly not_after?: readonly string[];
}

export type Template = MoneyTemplate | OtherTemplate;
