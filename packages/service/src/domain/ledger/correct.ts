import type { AccountKind, LedgerAccount, Transfer } from './transfer.ts';

/** What people have decided and may have decided wrongly: whose a credit in suspense is, and what a step was. */
export const CORRECTABLE = { credit: 'CREDIT_ASSIGNED', step: 'STEP_EXPLAINED' } as const;
export type Correctable = keyof typeof CORRECTABLE;

/** Where what left or came may stand instead. */
export const CORRECT_PLACES = {
  sweep: 'SWEPT',
  fee: 'OPERATOR_FEE',
  write_off: 'WRITE_OFF',
  capital: 'CAPITAL',
} as const;
export type CorrectPlace =
  | { kind: keyof typeof CORRECT_PLACES }
  /** Of a credit: whose it is. Of a step: the merchant who bears it, or gets it. */
  | { kind: 'merchant'; merchant_id: string };

/** The last word about a decision: its own transfer, or the latest correction of it. */
export type LastDecided = {
  cause: Transfer['cause'];
  cause_id: string;
  amount_xaf: number;
  debit: LedgerAccount;
  credit: LedgerAccount;
  /** Which of both says where the money went; the other stays as it is. */
  decided_side: 'debit' | 'credit';
};

export type Correction =
  | { kind: 'correction'; transfer: Transfer; from: LedgerAccount; to: LedgerAccount }
  | { kind: 'stands_there' }
  /** It has ended a refund or a settlement, or money of it went back: what follows can't be undone by a transfer. */
  | { kind: 'has_ended' };

const OPEN: ReadonlySet<AccountKind> = new Set<AccountKind>([
  'PAYABLE',
  'SWEPT',
  'OPERATOR_FEE',
  'WRITE_OFF',
  'CAPITAL',
]);

/** Moves what was decided to where it should have gone; the transfer names what it corrects. Pure. */
export function correct(id: string, of: LastDecided, place: CorrectPlace): Correction {
  const from = of[of.decided_side];
  if (!OPEN.has(from.kind)) return { kind: 'has_ended' };
  const to: LedgerAccount =
    place.kind === 'merchant'
      ? { kind: 'PAYABLE', owner_id: place.merchant_id }
      : { kind: CORRECT_PLACES[place.kind], owner_id: null };
  if (from.kind === to.kind && (from.kind !== 'PAYABLE' || from.owner_id === to.owner_id))
    return { kind: 'stands_there' };
  const sides = of.decided_side === 'debit' ? { debit: to, credit: from } : { debit: from, credit: to };
  const transfer: Transfer = {
    environment: 'live',
    ...sides,
    amount_xaf: of.amount_xaf,
    cause: 'CORRECTION',
    cause_id: id,
    occurred_at: null,
    corrects: { cause: of.cause, cause_id: of.cause_id },
  };
  return { kind: 'correction', transfer, from, to };
}
