import type { PoolClient } from 'pg';
import { isUuid } from '../../../domain/keys.ts';
import { HIDDEN_DIGIT, printOf, samePhone } from '../../../domain/msisdn.ts';
import { plainName, type Signature } from '../../../domain/review/second-person.ts';
import { endSubject } from '../../../domain/review/subjects.ts';
import {
  isOfItsDays,
  judgeProof,
  type ProofVerdict,
  RETURN_SOURCES,
  type SettlementProof,
  sayingOf,
} from '../../../domain/settlement/proof.ts';
import { type SettlementState, settlementTransition } from '../../../domain/settlement/transitions.ts';
import { localDay } from '../../../domain/time.ts';
import { lockBooks } from '../../../store/book/book-state.ts';
import {
  findReturned,
  loadSettlements,
  type StoredSettlement,
} from '../../../store/settlements/settlements.ts';
import {
  findBooksWithoutRoom,
  findHandedOut,
  findLeftSettlements,
  findToldSettlements,
} from '../../../store/settlements/watch.ts';
import type { Services } from '../../services.ts';
import {
  concludeSettlements,
  type SettlementConclusion,
  spokenWitnesses,
  witnessOf,
} from '../../settlements/conclude.ts';
import { filesOf, type TakenFile } from '../../settlements/orders.ts';
import { giveBackWith, type Returned } from '../../settlements/returned.ts';
import { type Desk, type NotAgreed, signed } from '../signed.ts';
import { type KnownSettlements, lockForDesk } from './payees.ts';

/** What staff say of a settlement that was sent. */
export type EndSettlement = Signature & { settlement_id: string } & (
    | { does: 'doubt' }
    /** It was refused at the counter, on the phone or by the bank, and never left. Of a SIM its book has to leave no room for it. */
    | { does: 'fail' }
    /** What a bank's row, an operator's row or a whole statement shows, as they read it there; `bank_return`, `statement_return`: that it came back. */
    | {
        does: 'prove';
        source: 'bank_row' | 'statement_row' | 'statement' | 'bank' | (typeof RETURN_SOURCES)[number];
        /** What the bank or operator calls it. */
        source_id: string;
        /** Of a row. */
        amount_xaf: number | null;
        /**
         * Whom a row names as the one who got it, as it is written there: the number, and of a bank's row, which has to
         * name it, the account; hidden digits as x, * or •.
         */
        to?: string | null;
        happened_at: Date;
      }
    /** The balance that was read on the SIM since leaves no room for it. */
    | { does: 'prove'; source: 'book' }
  );

export type EndSettlementOutcome =
  | { kind: 'doubted'; reference: string }
  | { kind: 'ended'; state: 'PAID' | 'FAILED'; amount_xaf: number; reference: string; on_file?: TakenFile }
  /** `on_file`: somebody has taken a file on which what never left stands, so that it may be paid from there. */
  | { kind: 'proposed'; on_file?: TakenFile }
  /** It had failed, or was taken back, and was paid all the same: its sum is taken from its merchant, who may owe it. */
  | { kind: 'paid_after_all'; amount_xaf: number; reference: string }
  /** The bank or the operator has sent it back: its sum is payable again, and its payout account is in force no more. */
  | { kind: 'returned'; amount_xaf: number; reference: string }
  | { kind: 'not_in_state'; state: SettlementState }
  /**
   * The book proves nothing yet: its SIM must be read, by the second of two since the first has spoken, and what no message told of must
   * be explained.
   */
  | { kind: 'book_leaves_room' }
  /** Its SIM has reported the debit: the sweeper is about to say that it is PAID. */
  | { kind: 'has_left' }
  /**
   * Nothing of that day can tell of it: a row from before it was drafted, a statement from before it was sent, or a day to
   * come.
   */
  | { kind: 'other_day' }
  | { kind: 'not_found' }
  | Exclude<ProofVerdict, { kind: 'ends' | 'returns' | 'paid_after_all' } | { kind: 'no_settlement' }>
  | NotAgreed;

type Known = Omit<KnownSettlements, 'undone'> & {
  /** Those for which their SIM's book leaves no room, and up to where it was read. */
  without_room: Map<string, { ordinal: number; anchored_at: Date }>;
  /** Those whose debit their SIM has reported. */
  left: ReadonlySet<string>;
  /** Those of which a message of their SIM may tell that has no place in the book yet, or that another SIM may have sent. */
  told: ReadonlySet<string>;
  spoken: Map<string, string>;
  /** Of those that were taken back: the account from which whoever was handed them pays them. */
  handed: ReadonlyMap<string, number>;
  /** The files on which those stand that are said never to have left, by reference. */
  files: ReadonlyMap<string, TakenFile>;
};

/**
 * Says what became of settlements that were sent. What people read somewhere takes two of them, whatever the amount; so does
 * what the book of a SIM shows, since it rests on a balance that one of them may have typed. One that is UNKNOWN ends by a proof only.
 * The second agrees to what a reading of the SIM has shown since the first has spoken: until then somebody may have sent it, as the desk
 * asks for, and its message be late. Both who say that one never left know of the list or order on which it stands, which would pay it
 * beside the next draft.
 * @returns an outcome per command, in order
 */
export async function endSettlements(
  services: Services,
  commands: readonly EndSettlement[],
): Promise<EndSettlementOutcome[]> {
  let events = 0;
  const outcomes = await signed<Known, EndSettlementOutcome>(services, {
    lock: (client, now) => lockToEnd(client, commands, now),
    subjects: ({ settlements }) => [...settlements.keys()].map(endSubject.of),
    always: true,
    decide: (desk) => {
      const decided: Decided = { conclusions: [], returned: [] };
      return {
        outcomes: commands.map((command) => endOne(desk, command, decided)),
        write: async () => {
          const { conclusions, returned } = decided;
          events = await concludeSettlements(services, desk.client, conclusions, desk.now);
          events += await giveBackWith(services, desk.client, returned, desk.now);
        },
      };
    },
  });
  if (events > 0) services.onEvents();
  return outcomes;
}

/** What is to be written of it. */
type Decided = { conclusions: SettlementConclusion[]; returned: Returned[] };

/** Locks the books of the SIMs that they were sent from first, as everywhere; then the settlements. */
async function lockToEnd(client: PoolClient, commands: readonly EndSettlement[], now: Date): Promise<Known> {
  const ids = commands.map(({ settlement_id }) => settlement_id);
  const seen = await loadSettlements(client, [...new Set(ids)].filter(isUuid));
  const numbers = seen.flatMap(({ from_kind, from_owner_id }) =>
    from_kind === 'FLOAT' ? (from_owner_id ?? []) : [],
  );
  await lockBooks(client, [...new Set(numbers)].sort());
  const { settlements, payees } = await lockForDesk(client, ids, now);
  for (const { id, returned_at } of await findReturned(client, [...settlements.keys()])) {
    const row = settlements.get(id);
    if (row !== undefined) settlements.set(id, { ...row, returned_at });
  }
  const handed = await lookUpHanded(client, settlements);
  const named = [...settlements.keys()].map((id) => ({ id }));
  const free = await findBooksWithoutRoom(client, named);
  const told = await findToldSettlements(client, named);
  const left = await findLeftSettlements(client, [...settlements.keys()]);
  const unsent = new Set(commands.filter(saysUnsent).map(({ settlement_id }) => settlement_id));
  return {
    // What is sent comes on no later file.
    files: await filesOf(
      client,
      [...settlements.values()].filter(({ id }) => unsent.has(id)),
    ),
    settlements,
    payees,
    handed,
    left: new Set(left.map(({ id }) => id)),
    told: new Set(told.map(({ id }) => id)),
    without_room: new Map(free.map(({ id, ...read }) => [id, read])),
    spoken: await spokenWitnesses(
      client,
      commands.flatMap((one) =>
        one.does === 'prove' && one.source !== 'book'
          ? [{ source: one.source, source_id: witnessId(one) }]
          : [],
      ),
    ),
  };
}

/** Whether a settlement never left, by what is said of it. */
const saysUnsent = (command: EndSettlement): boolean =>
  command.does === 'fail' || (command.does === 'prove' && sayingOf(command) === 'unpaid');

/**
 * Those that were taken back become what their row can prove: sent when the file that has them left the house, from where it has them
 * paid. Asked for under their lock: what was taken until they were taken back is committed, or never had them.
 * @returns the accounts that they would be paid from
 */
async function lookUpHanded(
  client: PoolClient,
  settlements: Map<string, StoredSettlement>,
): Promise<Map<string, number>> {
  const cancelled = [...settlements.values()].filter(({ state }) => state === 'CANCELLED');
  const handed = await findHandedOut(
    client,
    cancelled.map(({ id }) => id),
  );
  for (const { id, from_kind, from_owner_id, taken_at: sent_at } of handed) {
    const row = settlements.get(id);
    if (row !== undefined) settlements.set(id, { ...row, from_kind, from_owner_id, sent_at });
  }
  return new Map(handed.map(({ id, account_id }) => [id, account_id]));
}

function endOne(desk: Desk<Known>, command: EndSettlement, decided: Decided): EndSettlementOutcome {
  const settlement = desk.known.settlements.get(command.settlement_id);
  if (settlement === undefined) return { kind: 'not_found' };
  if (command.does === 'prove') return proveOne(desk, command, settlement, decided);
  const { id, state, reference, amount_xaf, merchant_id } = settlement;
  const trigger = command.does === 'doubt' ? 'doubt' : 'not_sent';
  const to = settlementTransition(state, trigger);
  if (to === null) return { kind: 'not_in_state', state };
  const action = `settlement.${command.does}` as const;
  const detail: Record<string, unknown> = { reference, amount_xaf, merchant_id };
  const file = desk.known.files.get(reference);
  const told = command.does === 'doubt' || file === undefined ? {} : { on_file: file };
  if (command.does === 'fail') {
    const refusal = notFailed(desk.known, id);
    if (refusal !== null) return refusal;
    const read_at = readOf(desk.known, settlement);
    if (read_at === null) return { kind: 'book_leaves_room' };
    const taken_at = file?.taken_at.toISOString() ?? null;
    const consent = agreeOn(desk, command, settlement, { says: 'not sent', taken_at }, read_at);
    if (consent.kind === 'unread_since') return { kind: 'book_leaves_room' };
    if (consent.kind === 'proposed') return { ...consent, ...told };
    if (consent.kind !== 'agreed') return consent;
    detail.proposed_by = consent.proposed_by;
  }
  desk.record(command, { action, subject_id: id, detail });
  decided.conclusions.push({ settlement, trigger, failure: command.note.slice(0, 500) });
  desk.known.settlements.set(id, { ...settlement, state: to });
  return command.does === 'doubt'
    ? { kind: 'doubted', reference }
    : { kind: 'ended', state: 'FAILED', amount_xaf, reference, ...told };
}

/** Why nobody can say that a settlement never left: its SIM says that it did, or a message or another SIM may say so. */
function notFailed({ left, told }: Known, id: string): EndSettlementOutcome | null {
  if (left.has(id)) return { kind: 'has_left' };
  return told.has(id) ? { kind: 'book_leaves_room' } : null;
}

/**
 * When the SIM was read whose book leaves no room for it; null: it may leave room for it, and nobody can say yet that it never sent it.
 * Whoever holds the SIM may send it after the phone has refused once, or its message be late, and the next draft would pay it again.
 * What left no SIM has no such book.
 */
function readOf(known: Known, { id, from_kind, environment }: StoredSettlement): Date | null | undefined {
  if (from_kind !== 'FLOAT' || environment !== 'live') return undefined;
  return known.without_room.get(id)?.anchored_at ?? null;
}

/** @param read_at when the SIM was read, where it is its book that they agree on */
function agreeOn(
  { agree, agreeOnReading }: Desk<Known>,
  command: EndSettlement,
  { id, reference, merchant_id }: StoredSettlement,
  terms: Record<string, string | null>,
  read_at?: Date,
) {
  const asked = {
    action: command.does === 'fail' ? 'settlement.fail' : 'settlement.prove',
    subject_id: endSubject.of(id),
    terms: { reference, ...terms },
    amount_xaf: 0,
    said: { merchant_id, ...namedBy(command) },
    // Before whom a row names was held so, it was a term as the first had typed it, or nobody was asked; nor were they told of a file.
    is_outdated: (before: Record<string, string | null>) =>
      before.source === terms.source &&
      ['to', 'taken_at'].some((one) => (before[one] ?? null) !== (terms[one] ?? null)),
  } as const;
  return read_at === undefined ? agree(command, asked) : agreeOnReading(command, { ...asked, read_at });
}

type Proving = Extract<EndSettlement, { does: 'prove' }>;

function proveOne(
  desk: Desk<Known>,
  command: Proving,
  settlement: StoredSettlement,
  decided: Decided,
): EndSettlementOutcome {
  const { id, reference, amount_xaf, merchant_id } = settlement;
  const proof = proofOf(desk, command);
  if (proof === null) return { kind: 'book_leaves_room' };
  if (command.source !== 'book' && !isReadable(command.to, settlement))
    return { kind: 'recipient_unreadable' };
  const verdict = judgeProof(proof, settlement, desk.known.spoken.get(witnessOf(proof)) ?? null);
  if (verdict.kind === 'no_settlement') return { kind: 'not_found' };
  if (!isGranted(verdict)) return verdict;
  const says = verdict.kind === 'ends' ? verdict.state : SAYS[verdict.kind];
  const refusal = says === 'FAILED' ? notFailed(desk.known, id) : null;
  if (refusal !== null) return refusal;
  if (proof.source !== 'book' && !isOfItsDays(proof, settlement, desk.now)) return { kind: 'other_day' };
  const { source, source_id } = proof;
  const on_file = says === 'FAILED' ? desk.known.files.get(reference) : undefined;
  const told = on_file === undefined ? {} : { on_file };
  const terms = termsOf(says, proof, on_file);
  const read_at = proof.source === 'book' ? proof.happened_at : undefined;
  const consent = agreeOn(desk, command, settlement, terms, read_at);
  if (consent.kind === 'unread_since') return { kind: 'book_leaves_room' };
  if (consent.kind === 'proposed') return { ...consent, ...told };
  if (consent.kind !== 'agreed') return consent;
  const { proposed_by } = consent;
  desk.record(command, {
    action: 'settlement.prove',
    subject_id: id,
    detail: {
      ...{ reference, amount_xaf, merchant_id, source, source_id, state: says, proposed_by },
      ...namedBy(command),
    },
  });
  if (verdict.kind === 'returns') {
    decided.returned.push({ settlement, proof, by: command.actor });
    desk.known.settlements.set(id, { ...settlement, returned_at: proof.happened_at });
    desk.known.spoken.set(witnessOf(proof), id);
    return { kind: 'returned', amount_xaf, reference };
  }
  const state = verdict.kind === 'ends' ? verdict.state : 'PAID';
  const trigger = verdict.kind === 'ends' ? ENDS[verdict.state] : verdict.kind;
  const from_account_id = desk.known.handed.get(id);
  const from = from_account_id === undefined ? {} : { from_account_id };
  decided.conclusions.push({ settlement, trigger, proof, failure: command.note.slice(0, 500), ...from });
  desk.known.settlements.set(id, { ...settlement, state });
  if (state === 'PAID') desk.known.spoken.set(witnessOf(proof), id);
  return verdict.kind === 'ends'
    ? { kind: 'ended', state: verdict.state, amount_xaf, reference, ...told }
    : { kind: 'paid_after_all', amount_xaf, reference };
}

function termsOf(says: string, { source, source_id, happened_at }: SettlementProof, on_file?: TakenFile) {
  // Whom a row names is held against the payout account each time: each writes it as their list
  // does. The account itself is no term: the page of what is proposed shows those to whoever has to read it in the row.
  const to = source === 'bank_row' ? { to: 'named' } : {};
  return {
    ...{ says, source },
    ...(source !== 'book' && { source_id, day: localDay(happened_at), ...to }),
    ...(on_file !== undefined && { taken_at: on_file.taken_at.toISOString() }),
  };
}

type Granted = Extract<ProofVerdict, { kind: 'ends' | 'returns' | 'paid_after_all' }>;
const isGranted = (verdict: ProofVerdict): verdict is Granted =>
  verdict.kind === 'ends' || verdict.kind === 'returns' || verdict.kind === 'paid_after_all';

/** What two people agree on, by what it does. */
const SAYS = { returns: 'RETURNED', paid_after_all: 'PAID_AFTER_ALL' } as const;
const ENDS = { PAID: 'paid_proven', FAILED: 'unpaid_proven' } as const;

const isRow = (source: string): boolean =>
  source === 'bank_row' ||
  source === 'statement_row' ||
  (RETURN_SOURCES as readonly string[]).includes(source);

/** The id of a row by what is seen of its letters: typed in another way it is the same row, and proves one settlement only. */
function witnessId({ source, source_id }: { source: string; source_id: string }): string {
  const plain = isRow(source) ? plainName(source_id).toUpperCase() : '';
  return plain === '' ? source_id.trim() : plain;
}

/** Whom a row names, as it was typed, for the audit trail. */
const namedBy = (command: EndSettlement): { went_to?: string } =>
  command.does === 'prove' && command.source !== 'book' && command.to ? { went_to: command.to } : {};

const printed = (to: string | null): string | null => printOf(to?.replace(/[x*]/gi, HIDDEN_DIGIT) ?? null);

/** Whether the recipient that was typed, if any, can be told from the number of the payout account. */
function isReadable(to: string | null | undefined, { msisdn }: StoredSettlement): boolean {
  if (msisdn === null || to == null || to.trim() === '') return true;
  return samePhone(printed(to), printOf(msisdn)) !== 'unknown';
}

/** The noon of a day that is typed in its morning is still to come; a day to come stays one, and is refused. */
const earlier = (day: Date, now: Date): Date => (localDay(day) === localDay(now) && day > now ? now : day);

/** What is said, as a proof; null: the book leaves room for it. */
function proofOf({ known, now }: Desk<Known>, command: Proving): SettlementProof | null {
  const { settlement_id } = command;
  if (command.source !== 'book') {
    const { source, amount_xaf, happened_at, to = null } = command;
    const source_id = witnessId(command);
    const named = source === 'bank_row' ? { account: to } : { recipient: printed(to) };
    const row = isRow(source) ? { amount_xaf, ...named } : { amount_xaf: null };
    return { settlement_id, source, source_id, happened_at: earlier(happened_at, now), ...row };
  }
  const read = known.without_room.get(settlement_id);
  if (read === undefined) return null;
  const source_id = `${settlement_id}@${read.ordinal}`;
  return { settlement_id, source: 'book', source_id, amount_xaf: null, happened_at: read.anchored_at };
}
