import type { PoolClient } from 'pg';
import type { ReadCredit } from '../../domain/credit.ts';
import { happenedBy } from '../../domain/movement/claim.ts';
import { CLOCKS_DIFFER_MS } from '../../domain/movement/clocks.ts';
import {
  GIVEN_BACK_WITHIN_MS,
  MAY_BE_GIVEN_BACK,
  mayBeGivenBack,
  type Sent,
} from '../../domain/movement/given-back.ts';
import { fullNumber, lastEight, type PayerPrint } from '../../domain/msisdn.ts';
import { MINUTE_MS } from '../../domain/time.ts';
import { loadSentFrom } from '../../store/book/sent.ts';
import type { BookChange, BookedStep } from './change.ts';
import type { ReadNotice } from './read.ts';

type Changes = readonly Pick<BookChange, 'state' | 'steps'>[];

/**
 * Doubts money of which only a row tells, from a phone to which the same number had sent as much: where a wallet is full the operator
 * gives a refund back, under an id of its own, and its row looks like that of any payment. It paid whoever waited for that sum, and
 * nobody heard that the refund had not arrived. Where a message tells of it, its words say what it is.
 */
export async function doubtGivenBack(
  client: PoolClient,
  changes: Changes,
  reads: readonly ReadNotice[],
): Promise<ReadNotice[]> {
  const come = reads.flatMap(({ notice, credit }) =>
    notice.environment === 'live' && notice.source === 'WITNESS' && credit !== null && credit.payer !== null
      ? [credit]
      : [],
  );
  if (come.length === 0) return [...reads];
  const words = new Map(reads.map(({ notice }) => [notice.id, notice.body]));
  const sent = await sentFrom(client, changes, come, words);
  const doubted = new Set(
    come.filter(({ collection_number_id, payer, amount_xaf, occurred_at }) =>
      (sent.get(collection_number_id) ?? []).some((one) =>
        mayBeGivenBack({ payer, amount_xaf, occurred_at_ms: occurred_at.getTime() }, one),
      ),
    ),
  );
  return reads.map((read) =>
    read.credit !== null && doubted.has(read.credit)
      ? { ...read, credit: { ...read.credit, doubts: [...read.credit.doubts, MAY_BE_GIVEN_BACK] } }
      : read,
  );
}

/**
 * What has left the numbers of these credits, as far as it may be one of them, by number; also what leaves beside them.
 * @param words the texts of what is settled with them, by notice
 */
async function sentFrom(
  client: PoolClient,
  changes: Changes,
  come: readonly ReadCredit[],
  words: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, readonly Sent[]>> {
  const found = await loadSentFrom(
    client,
    [...Map.groupBy(come, (one) => one.collection_number_id)].map(([collection_number_id, credits]) => {
      const times = credits.map(({ occurred_at }) => occurred_at.getTime());
      return {
        collection_number_id,
        since: new Date(Math.min(...times) - GIVEN_BACK_WITHIN_MS),
        until: new Date(Math.max(...times) + CLOCKS_DIFFER_MS),
        amounts_xaf: [...new Set(credits.map(({ amount_xaf }) => amount_xaf))],
        payers: [...new Set(credits.flatMap(({ payer }) => payer ?? []))],
      };
    }),
  );
  const payers = [...new Set(come.flatMap(({ payer }) => payer ?? []))];
  const beside = (step: BookedStep) => sentIn(step, words.get(step.claim.key) ?? '', payers);
  const sent = [
    ...found.map((one) => ({ ...one, occurred_at_ms: one.occurred_at.getTime() })),
    ...changes.flatMap(({ state: { collection_number_id }, steps }) =>
      steps.flatMap((step) => beside(step).map((one) => ({ ...one, collection_number_id }))),
    ),
  ];
  return Map.groupBy(sent, (one) => one.collection_number_id);
}

/**
 * What a step that is written now tells of money that left. In words that nobody knows it went to the one
 * phone that they print; where they print several, to whichever of these payers is among them.
 */
function sentIn(
  { claim, move, before_xaf, after_xaf }: BookedStep,
  words: string,
  payers: readonly PayerPrint[],
): Sent[] {
  if (after_xaf >= before_xaf || (move.kind !== 'DEBIT' && move.kind !== 'UNREAD')) return [];
  const { recipient = null, amount_xaf } = move;
  const is_unread = move.kind === 'UNREAD';
  const named =
    is_unread && recipient === null ? payers.filter((payer) => isPrinted(payer, words)) : [recipient];
  return named.map((one) => ({
    ...{ recipient: one, amount_xaf, left_xaf: before_xaf - after_xaf, is_unread },
    ...{ occurred_at_ms: happenedBy(claim), is_dated: claim.precision_ms <= MINUTE_MS },
  }));
}

function isPrinted(payer: PayerPrint, words: string): boolean {
  const phone = fullNumber(payer);
  return phone !== null && words.includes(lastEight(phone));
}
