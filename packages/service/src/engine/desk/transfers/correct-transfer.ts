import type { PoolClient } from 'pg';
import { isUuid } from '../../../domain/keys.ts';
import {
  CORRECTABLE,
  type Correctable,
  type CorrectPlace,
  correct,
  type LastDecided,
} from '../../../domain/ledger/correct.ts';
import type { AccountKind, LedgerAccount, Transfer } from '../../../domain/ledger/transfer.ts';
import { AMOUNT_XAF_MAX } from '../../../domain/money.ts';
import type { Signature } from '../../../domain/review/second-person.ts';
import { correctSubject } from '../../../domain/review/subjects.ts';
import { type LastTransfer, loadLastWords, lockDecisions } from '../../../store/ledger/corrections.ts';
import { lockPayables } from '../../../store/ledger/payables.ts';
import { findMerchants } from '../../../store/merchants.ts';
import { postTransfers } from '../../outcome/post-transfers.ts';
import type { Services } from '../../services.ts';
import { type Desk, type NotAgreed, signed } from '../signed.ts';

export type CorrectTransfer = Signature & {
  /** A credit that was given to a merchant, or a step that was explained. */
  what: Correctable;
  /** Of the credit or the step. */
  id: string;
  to: CorrectPlace;
};

export type CorrectOutcome =
  | { kind: 'corrected'; amount_xaf: number; from: AccountKind; to: AccountKind }
  | { kind: 'not_found' }
  | { kind: 'merchant_not_found' }
  /** Nothing but a merchant owns a credit. */
  | { kind: 'needs_a_merchant' }
  | { kind: 'stands_there' }
  | { kind: 'has_ended' }
  /** The merchant who has it has not so much with us any more. */
  | { kind: 'not_covered'; available_xaf: number; missing_xaf: number }
  | NotAgreed;

/**
 * Puts right what people have said of money: a credit that was given to the wrong merchant, a step that was explained
 * wrongly. The decision stays, and a transfer that names it moves the money to where it should be. Two people say the
 * same, whatever the sum. What has ended a refund or a settlement is not corrected by this.
 * @returns an outcome per command, in order
 */
export function correctTransfers(
  services: Services,
  commands: readonly CorrectTransfer[],
): Promise<CorrectOutcome[]> {
  return signed<Known, CorrectOutcome>(services, {
    lock: (client) => lockNamed(client, commands),
    subjects: ({ words }) => [...words.values()].map(({ root_id }) => correctSubject.of(root_id)),
    always: true,
    decide: (desk) => {
      const transfers: Transfer[] = [];
      return {
        outcomes: commands.map((command) => correctOne(services, desk, command, transfers)),
        write: () => postTransfers(desk.client, transfers, desk.now),
      };
    },
  });
}

type Known = {
  words: Map<string, LastTransfer>;
  merchants: Set<string>;
  /** What merchants have with us. */
  available: Map<string, number>;
};

const keyOf = (cause: string, id: string): string => `${cause} ${id.toLowerCase()}`;

async function lockNamed(client: PoolClient, commands: readonly CorrectTransfer[]): Promise<Known> {
  const decisions = commands
    .filter(({ id }) => isUuid(id))
    .map(({ what, id }) => ({ cause: CORRECTABLE[what], cause_id: id.toLowerCase() }));
  await lockDecisions(client, decisions);
  const words = await loadLastWords(client, decisions);
  const named = commands.flatMap(({ to }) =>
    to.kind === 'merchant' && isUuid(to.merchant_id) ? [{ id: to.merchant_id.toLowerCase() }] : [],
  );
  const merchants = await findMerchants(client, named);
  const owners = new Set([
    ...merchants.map(({ id }) => id),
    ...words.flatMap((word) => (wrongSide(word).kind === 'PAYABLE' ? (wrongSide(word).owner_id ?? []) : [])),
  ]);
  const payables = await lockPayables(
    client,
    [...owners].map((merchant_id) => ({ merchant_id, environment: 'live' as const })),
  );
  return {
    words: new Map(words.map((word) => [keyOf(word.root_cause, word.root_id), word])),
    merchants: new Set(merchants.map(({ id }) => id)),
    available: new Map(payables.map(({ merchant_id, balance_xaf }) => [merchant_id, balance_xaf])),
  };
}

const decidedOf = (word: LastTransfer): LastDecided => ({
  ...word,
  debit: { kind: word.debit_kind, owner_id: word.debit_owner_id },
  credit: { kind: word.credit_kind, owner_id: word.credit_owner_id },
});
const wrongSide = (word: LastTransfer): LedgerAccount => decidedOf(word)[word.decided_side];

function correctOne(
  services: Services,
  { known, agree, record }: Desk<Known>,
  command: CorrectTransfer,
  transfers: Transfer[],
): CorrectOutcome {
  const { what, id } = command;
  const key = keyOf(CORRECTABLE[what], id);
  const word = known.words.get(key);
  if (word === undefined) return { kind: 'not_found' };
  const to = placeOf(command);
  if (to.kind === 'merchant' && !known.merchants.has(to.merchant_id)) return { kind: 'merchant_not_found' };
  if (what === 'credit' && to.kind !== 'merchant') return { kind: 'needs_a_merchant' };
  const judged = correct(services.newId(), decidedOf(word), to);
  if (judged.kind !== 'correction') return judged;
  const { transfer, from } = judged;
  const { amount_xaf, debit, credit } = transfer;
  const available_xaf =
    debit.kind === 'PAYABLE' ? (known.available.get(debit.owner_id ?? '') ?? 0) : amount_xaf;
  if (available_xaf < amount_xaf)
    return { kind: 'not_covered', available_xaf, missing_xaf: amount_xaf - available_xaf };
  const terms = { what, to: to.kind, merchant_id: to.kind === 'merchant' ? to.merchant_id : null };
  const subject = { action: 'ledger.correct', subject_id: correctSubject.of(word.root_id) } as const;
  // Whose money it was is said too: nobody in that merchant's team may be the first of the two either.
  const said = { amount_xaf, from: from.kind, from_id: from.owner_id };
  const consent = agree(command, {
    ...subject,
    terms,
    amount_xaf: Math.min(amount_xaf, AMOUNT_XAF_MAX),
    said,
  });
  if (consent.kind !== 'agreed') return consent;
  // A decision that is named twice in a batch is corrected once: the second command doesn't find it.
  known.words.delete(key);
  for (const [side, sign] of [
    [debit, -1],
    [credit, 1],
  ] as const)
    if (side.kind === 'PAYABLE') {
      const owner_id = side.owner_id ?? '';
      known.available.set(owner_id, (known.available.get(owner_id) ?? 0) + sign * amount_xaf);
    }
  transfers.push(transfer);
  const detail = {
    ...terms,
    from: from.kind,
    from_id: from.owner_id,
    amount_xaf,
    proposed_by: consent.proposed_by,
  };
  record(command, { action: 'ledger.correct', subject_id: word.root_id, detail });
  return { kind: 'corrected', amount_xaf, from: from.kind, to: judged.to.kind };
}

function placeOf({ to }: CorrectTransfer): CorrectPlace {
  return to.kind === 'merchant' ? { ...to, merchant_id: to.merchant_id.toLowerCase() } : to;
}
