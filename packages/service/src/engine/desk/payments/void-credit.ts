import type { PoolClient } from 'pg';
import { voidTransfer } from '../../../domain/ledger/staff.ts';
import { accountOf, FOR_A_MERCHANT } from '../../../domain/ledger/step.ts';
import { moneyOf } from '../../../domain/review/alone.ts';
import type { Signature } from '../../../domain/review/second-person.ts';
import { lockBooks } from '../../../store/book/book-state.ts';
import { vouchExplained } from '../../../store/book/books.ts';
import { insertExplanations } from '../../../store/book/steps.ts';
import { findReversalsOf, type ReversalOf } from '../../../store/credits/write.ts';
import { loadLastWords } from '../../../store/ledger/corrections.ts';
import { findLiveNumbersOf, type WaitingCredit } from '../../../store/suspense/credits.ts';
import type { Services } from '../../services.ts';
import { type Desk, type NotAgreed, signed } from '../signed.ts';
import { type Bench, lockBench } from './bench.ts';
import { hasSurplus, type LockedCredit } from './cases.ts';

export type VoidCredit = Signature & { credit_id: string };

export type VoidOutcome =
  | { kind: 'voided'; amount_xaf: number }
  | { kind: 'not_found' }
  | { kind: 'nothing_waits'; state: WaitingCredit['state'] }
  /** No message says that the operator has taken it back, and nobody has written it off as never paid. */
  | { kind: 'not_reversed' }
  /** No step of the SIM that was paid takes it back, though a message says so: what left another is not this money. */
  | { kind: 'reversed_elsewhere' }
  /** All that its own SIM tells of left for its merchant, as people have said: the surplus is still there. Its alert is open. */
  | { kind: 'left_for_merchant' }
  /** It was taken back by several movements, or is the surplus of a payment that was; nobody has said yet what each of them was. */
  | { kind: 'reversal_unexplained' }
  /** It was taken back by several movements, and people have called them different things: one entry can't stand against both. */
  | { kind: 'reversals_differ'; step_ids: string[] }
  /** The operator has taken back another sum than this. */
  | { kind: 'other_amount'; reversed_xaf: number }
  | NotAgreed;

/**
 * Staff void credits in suspense that the operator has taken back, or that two people have written off as never paid: they
 * pay nobody and are sent to nobody. The reversal on the SIM is explained by the credit that it took back; a credit that was
 * never paid is booked as written off. So is the surplus of a payment, once people have said what its reversal was. The operator may
 * take a payment back in parts: together they void it. What one
 * person voids alone adds up: who takes money off a SIM could tell of it as a reversal of what is in suspense.
 * @returns an outcome per command, in order
 */
export function voidCredits(services: Services, commands: readonly VoidCredit[]): Promise<VoidOutcome[]> {
  const credit_ids = commands.map(({ credit_id }) => credit_id);
  return signed<Known, VoidOutcome>(services, {
    signers: commands,
    lock: (client) => lockKnown(services, client, credit_ids),
    subjects: () => credit_ids,
    decide: (desk) => {
      const explained: string[] = [];
      const outcomes = commands.map((command) => voidOne(desk, command, explained));
      return {
        outcomes,
        write: async () => {
          await desk.known.bench.write();
          await explain(desk, explained);
        },
      };
    },
  });
}

/** The credits, and what took each of them back. */
type Known = { numbers: string[]; bench: Bench; reversals: ReadonlyMap<string, CreditReversal[]> };

/** `stands_on`: where what people have said that it was stands, also where they have corrected that since. */
type CreditReversal = ReversalOf & { stands_on: string | undefined };

async function lockKnown(services: Services, client: PoolClient, credit_ids: string[]): Promise<Known> {
  // Books come first in every order of locks: nobody else explains the reversals from here on.
  const numbers = (await findLiveNumbersOf(client, credit_ids)).map((row) => row.collection_number_id);
  await lockBooks(client, numbers);
  const bench = await lockBench(services, client, { credit_ids });
  const found = await findReversalsOf(client, credit_ids);
  const decided = found.flatMap(({ step_id, meaning }) => (meaning === null ? [] : [step_id]));
  const words = await loadLastWords(
    client,
    decided.map((cause_id) => ({ cause: 'STEP_EXPLAINED', cause_id })),
  );
  const stands_on = new Map(words.map((word) => [word.root_id, word.debit_kind]));
  const reversals = Map.groupBy(
    found.map((one) => ({ ...one, stands_on: stands_on.get(one.step_id ?? '') })),
    ({ credit_id }) => credit_id,
  );
  return { numbers, bench, reversals };
}

/** The reversals on the SIM are what took the credits back. */
async function explain(
  { client, known: { numbers }, now: explained_at }: Desk<Known>,
  explained: readonly string[],
): Promise<void> {
  if (explained.length === 0) return;
  await insertExplanations(
    client,
    explained.map((step_id) => ({ step_id, meaning: 'credit' as const, explained_at })),
  );
  await vouchExplained(client, numbers);
}

function voidOne(
  { known: { bench, reversals }, agree, record }: Desk<Known>,
  command: VoidCredit,
  explained: string[],
): VoidOutcome {
  const { credit_id } = command;
  const credit = bench.credits.get(credit_id);
  if (credit === undefined) return { kind: 'not_found' };
  const surplus = hasSurplus(credit);
  if (credit.state !== 'SUSPENSE' && !surplus) return { kind: 'nothing_waits', state: credit.state };
  const amount_xaf = surplus ? credit.surplus_xaf : credit.amount_xaf;
  const taken = takenBack(credit, amount_xaf, reversals.get(credit_id) ?? []);
  if (taken.kind !== 'taken' && !credit.is_written_off) return taken;
  // What was never paid was not taken back: what a message took of it all the same is explained by itself.
  const { reversed_by, meaning, steps } = taken.kind === 'taken' ? taken : NEVER_PAID;
  const subject = { action: 'suspense.void', subject_id: credit_id } as const;
  const { environment } = credit;
  const money = moneyOf({ environment, merchant_id: null }, amount_xaf);
  const consent = agree(command, { ...subject, terms: { reversed_by }, ...money });
  if (consent.kind !== 'agreed') return consent;
  bench.outcome.transfers.push(voidTransfer(credit, amount_xaf, meaning));
  const reason = reversed_by === null ? 'written_off' : 'reversed';
  const as = { state: 'VOIDED', reason, matched_session_id: null, surplus_xaf: 0 } as const;
  if (surplus) bench.returnSurplus(command, credit, 'surplus_voided');
  else bench.dispose(command, { credit_id, ...as });
  record(command, { ...subject, detail: { reversed_by, ...consent.on_record } });
  explained.push(...steps);
  return { kind: 'voided', amount_xaf };
}

/** `steps`: those that are explained by it. `meaning`: what people had said before that they were. */
type Voids = { reversed_by: string | null; steps: string[]; meaning: Parameters<typeof voidTransfer>[2] };
const NEVER_PAID: Voids = { reversed_by: null, steps: [], meaning: 'write_off' };

/** What people say has left for a merchant took no surplus: that waits for its payer. */
const isOwn = ({ meaning }: CreditReversal): boolean => meaning === null || !FOR_A_MERCHANT.includes(meaning);

/**
 * What of its own SIM's movements took a credit back: the one, or those together, of just the sum that waits; else all that people have
 * explained before, where that is as much as waits. What a reversal took beyond the surplus is not in suspense: people say whose loss
 * that is.
 */
function takenBack(
  credit: LockedCredit,
  waits_xaf: number,
  all: readonly CreditReversal[],
): ({ kind: 'taken' } & Voids) | Exclude<VoidOutcome, NotAgreed> {
  const reversals = hasSurplus(credit) ? all.filter(isOwn) : all;
  if (reversals.length === 0) {
    if (!credit.is_reversed) return { kind: 'not_reversed' };
    return { kind: all.length > 0 ? 'left_for_merchant' : 'reversed_elsewhere' };
  }
  const reversed_by = reversals.map(({ notice_id }) => notice_id).join(' ');
  const booked = reversals.filter((one) => one.step_id !== null);
  if (booked.length === 0) return { kind: 'taken', reversed_by, steps: [], meaning: null };
  const unsaid = booked.filter(({ meaning }) => meaning === null);
  const isWhole = (those: typeof booked) => takenOf(those) === waits_xaf;
  const [now] = [...unsaid.map((one) => [one]), unsaid].filter(isWhole);
  if (now !== undefined)
    return { kind: 'taken', reversed_by, steps: now.map(({ step_id }) => step_id), meaning: null };
  const taken_xaf = takenOf(booked);
  const is_just = hasSurplus(credit) && [booked, ...booked.map((one) => [one])].some(isWhole);
  if (taken_xaf < credit.amount_xaf && !is_just) return { kind: 'other_amount', reversed_xaf: taken_xaf };
  if (unsaid.length > 0) return { kind: 'reversal_unexplained' };
  const whole = booked.find((one) => isWhole([one]));
  const said = whole === undefined ? booked : [whole];
  const meaning = meaningOf(said);
  if (meaning === undefined)
    return { kind: 'reversals_differ', step_ids: said.map(({ step_id }) => step_id) };
  return { kind: 'taken', reversed_by, steps: [], meaning };
}

/** What people have called several movements, where all of them stand on one account by now; null: nothing but messages said it. */
function meaningOf(said: readonly CreditReversal[]): Voids['meaning'] | undefined {
  const meanings = said.map(({ meaning }) => (meaning === 'messages' ? null : meaning));
  if (new Set(meanings).size < 2) return meanings[0] ?? null;
  const kindOf = (meaning: Voids['meaning']) => (meaning === null ? undefined : accountOf(meaning).kind);
  const kinds = new Set(said.map(({ stands_on }, place) => stands_on ?? kindOf(meanings[place] ?? null)));
  return kinds.size > 1 ? undefined : meanings.find((meaning) => kinds.has(kindOf(meaning)));
}

const takenOf = (steps: readonly { stands_xaf: number }[]): number =>
  -steps.reduce((sum_xaf, { stands_xaf }) => sum_xaf + stands_xaf, 0);
