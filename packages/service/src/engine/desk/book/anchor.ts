import type { PoolClient } from 'pg';
import { SUM_XAF_MAX } from '../../../domain/money.ts';
import { type DecidedAlone, weighAlone } from '../../../domain/review/number-alone.ts';
import type { Signature } from '../../../domain/review/second-person.ts';
import { anchorSubject } from '../../../domain/review/subjects.ts';
import { later, MINUTE_MS } from '../../../domain/time.ts';
import { lockBooks } from '../../../store/book/book-state.ts';
import { loadDecidedAlone, loadProposedReadings } from '../../../store/book/books.ts';
import { closeOpenIncidents, lockNumbers, refreshFeedStatus } from '../../../store/feeds/incidents.ts';
import type { Anchor, BookChange } from '../../book/change.ts';
import { keepBooks } from '../../book/keep.ts';
import { settleRead } from '../../book/settle.ts';
import { openIncidents } from '../../feeds.ts';
import { findNumbers } from '../../numbers.ts';
import type { Services } from '../../services.ts';
import { type Desk, type NotAgreed, signed } from '../signed.ts';

export type AnchorNumber = Signature & {
  /** A live number or its id. */
  number: string;
  /** What the SIM says its balance is, whole francs. */
  balance_xaf: number;
};

export type AnchorOutcome =
  | {
      kind: 'anchored';
      collection_number_id: string;
      msisdn: string;
      before_xaf: number | null;
      balance_xaf: number;
      /** Messages that it proved, and what is missing before them: more, or less, than the book said. */
      proven: number;
      unexplained_xaf: number;
      /**
       * Less is there than the book said: what came since the last reading is suspected, and nothing settles
       * by its message alone.
       */
      is_short: boolean;
      /** So it is since now, or since an earlier reading or what was found false, and this one does not end it. */
      is_suspected: boolean;
    }
  | { kind: 'number_not_found' }
  | { kind: 'balance_unusable' }
  /** Somebody read another balance a moment ago, and the book stood at this one before. */
  | { kind: 'readings_cross'; msisdn: string }
  /** `vouched_xaf`: what readings of one person alone have vouched for since two last read the SIM, this one too. */
  | { kind: 'proposed'; msisdn: string; moved_xaf: number; vouched_xaf: number }
  | Exclude<NotAgreed, { kind: 'proposed' }>;

const ACTION = 'feed.anchor';
/**
 * A proposed balance counts so long: two people read the SIM at nearly the same time, since an older reading is of another
 * balance.
 */
const READING_LASTS_MS = 30 * MINUTE_MS;

/**
 * Staff say what the balance of live numbers is, read on the SIM. The first opens the book. Each later one
 * settles the messages that lie on the path to it, in order, each judged by its own time, and books what is
 * missing as unexplained. Another person has to read the SIM too where what this balance moves reaches the configured amount,
 * together with what one person alone has decided about the number before: many small steps are a large one. So too where what
 * readings of one person alone have moved and freed reaches the number's bound: whoever lies about a balance is found out only
 * by another who reads it.
 * @returns an outcome per command, in order; of one number named twice the first counts
 */
export async function anchorNumbers(
  services: Services,
  commands: readonly AnchorNumber[],
): Promise<AnchorOutcome[]> {
  let events = 0;
  const outcomes = await signed<Known, AnchorOutcome>(services, {
    lock: (client) => lockNamed(client, commands),
    subjects: ({ numbers }) => [...numbers.keys()].map(anchorSubject.of),
    decide: async (desk) => {
      const { client, known, now } = desk;
      const answers = new Map<string, Answer>();
      const anchors = new Map<string, Anchor>();
      for (const [id, command] of known.numbers) {
        const agrees: Anchor['agrees'] = (would) =>
          agreed(services, desk, { id, command, ...would }, answers);
        anchors.set(id, { balance_xaf: command.balance_xaf, agrees });
      }
      const { read, changes } = await keepBooks(services, client, now, { anchors });
      return {
        outcomes: commands.map((command, place) =>
          outcomeOf(command, known, known.named[place] ?? null, changes, answers),
        ),
        write: async () => {
          await writeIncidents(services, desk, changes);
          events = (await settleRead(services, client, read, now)).settled.events.length;
          recordAnchors(desk, changes, answers);
        },
      };
    },
  });
  if (events > 0) services.onEvents();
  return outcomes;
}

type Known = {
  /** What is named, in order. */
  named: Awaited<ReturnType<typeof findNumbers>>;
  /** The balance that counts of each number that is named, by its id. */
  numbers: Map<string, AnchorNumber>;
  alone: Map<string, DecidedAlone>;
  /** What the latest figure would have moved that one person named and another had to agree to; null for none. */
  first_xaf: Map<string, number | null>;
};
type Answer = {
  answer: ReturnType<Desk<Known>['agree']> | { kind: 'readings_cross' };
  moved_xaf: number;
  freed_xaf: number;
  vouched_xaf: number;
};

async function lockNamed(client: PoolClient, commands: readonly AnchorNumber[]): Promise<Known> {
  const named = await findNumbers(
    client,
    commands.map((one) => one.number),
  );
  const numbers = new Map<string, AnchorNumber>();
  for (const [place, command] of commands.entries()) {
    const { id } = named[place] ?? {};
    if (id !== undefined && isBalance(command.balance_xaf) && !numbers.has(id)) numbers.set(id, command);
  }
  await lockBooks(client, [...numbers.keys()]);
  const [alone, first] = await Promise.all([
    loadDecidedAlone(client, [...numbers.keys()]),
    loadProposedReadings(client, [...numbers.keys()]),
  ]);
  return {
    named,
    numbers,
    alone: new Map(alone.map((one) => [one.collection_number_id, one])),
    first_xaf: new Map(first.map((one) => [one.collection_number_id, one.moved_xaf])),
  };
}

type AskedAnchor = { id: string; command: AnchorNumber } & Parameters<Anchor['agrees']>[0];

function agreed(
  { policy: { book, second_person_xaf } }: Services,
  { agree, known, now }: Desk<Known>,
  { id, command, moved_xaf, read_xaf, freed_xaf, is_crossed }: AskedAnchor,
  answers: Map<string, Answer>,
): boolean {
  const limits = { bound_xaf: book.unanchored_limit_xaf, second_person_xaf };
  const { weight_xaf, vouched_xaf } = weighAlone({ moved_xaf, freed_xaf }, limits, known.alone.get(id));
  if (is_crossed) {
    answers.set(id, { answer: { kind: 'readings_cross' }, moved_xaf, freed_xaf, vouched_xaf });
    return false;
  }
  // No balance stands in the terms: each reads the SIM for himself, money may have moved meanwhile, and the second figure
  // counts. But what it moves beyond the first figure one person alone vouches for, who may have forged it meanwhile.
  const is_beyond =
    read_xaf - (known.first_xaf.get(id) ?? 0) > (second_person_xaf ?? Number.POSITIVE_INFINITY);
  const answer = agree(command, {
    action: ACTION,
    subject_id: anchorSubject.of(id),
    terms: {},
    amount_xaf: weight_xaf,
    said: { balance_xaf: command.balance_xaf, moved_xaf: read_xaf },
    // What is dated before a moment to come is stale, whenever it was proposed: then this is a proposal of its own.
    stale_before: is_beyond ? later(now, 1) : later(now, -READING_LASTS_MS),
  });
  answers.set(id, { answer, moved_xaf, freed_xaf, vouched_xaf });
  return answer.kind === 'agreed';
}

function outcomeOf(
  { balance_xaf }: AnchorNumber,
  { numbers }: Known,
  number: Known['named'][number],
  changes: readonly BookChange[],
  answers: ReadonlyMap<string, Answer>,
): AnchorOutcome {
  if (!isBalance(balance_xaf)) return { kind: 'balance_unusable' };
  if (number === null) return { kind: 'number_not_found' };
  const { answer, moved_xaf = 0, vouched_xaf = 0 } = answers.get(number.id) ?? {};
  if (answer?.kind === 'readings_cross') return { kind: 'readings_cross', msisdn: number.msisdn };
  if (answer?.kind === 'proposed') return { kind: 'proposed', msisdn: number.msisdn, moved_xaf, vouched_xaf };
  if (answer !== undefined && answer.kind !== 'agreed') return answer;
  const change = changes.find(({ state }) => state.collection_number_id === number.id);
  return anchoredOutcome(number, change, numbers.get(number.id)?.balance_xaf ?? balance_xaf);
}

function isBalance(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= SUM_XAF_MAX;
}

function anchoredOutcome(
  { id, msisdn }: { id: string; msisdn: string },
  change: BookChange | undefined,
  balance_xaf: number,
): AnchorOutcome {
  const missing = change?.anchor?.anchored.missing ?? null;
  return {
    kind: 'anchored',
    collection_number_id: id,
    msisdn,
    before_xaf: change?.state.tip_xaf ?? null,
    balance_xaf,
    proven: change?.steps.length ?? 0,
    unexplained_xaf:
      missing === null || missing.announced !== null ? 0 : missing.after_xaf - missing.before_xaf,
    is_short: change?.anchor?.anchored.is_short ?? false,
    is_suspected: change !== undefined && change.suspicion.suspected_at !== null,
  };
}

/** An anchor ends the doubt about a number, and begins another where less is there than the book said. */
async function writeIncidents(
  services: Services,
  { client, known, now }: Desk<Known>,
  changes: readonly BookChange[],
): Promise<void> {
  const anchored = changes.filter(({ anchor }) => anchor !== null);
  const numbers = anchored.map(({ state }) => state.collection_number_id);
  if (numbers.length === 0) return;
  await lockNumbers(client, numbers);
  await openIncidents(
    services,
    client,
    anchored.flatMap(({ state, anchor, messages }) => {
      if (!anchor?.anchored.is_short) return [];
      const { collection_number_id, tip_xaf, anchored_at } = state;
      const detail = {
        tip_xaf,
        balance_xaf: anchor.balance_xaf,
        suspects_since: anchored_at,
        waiting: messages.length,
      };
      // Whoever closes it is to know of what was found last.
      return [{ collection_number_id, kind: 'short' as const, detail, renews: true as const }];
    }),
  );
  await closeOpenIncidents(
    client,
    numbers.flatMap((collection_number_id) =>
      (['claim', 'anchor_due'] as const).map((kind) => {
        const { actor: closed_by = '', note = '' } = known.numbers.get(collection_number_id) ?? {};
        return { collection_number_id, kind, closed_at: now, closed_by, note };
      }),
    ),
  );
  await refreshFeedStatus(client, numbers);
}

function recordAnchors(
  { known, record }: Desk<Known>,
  changes: readonly BookChange[],
  answers: ReadonlyMap<string, Answer>,
): void {
  for (const { state, anchor } of changes) {
    const said = known.numbers.get(state.collection_number_id);
    if (anchor === null || said === undefined) continue;
    const { balance_xaf, anchored } = anchor;
    const { answer, moved_xaf, freed_xaf } = answers.get(state.collection_number_id) ?? {};
    const on_record = answer?.kind === 'agreed' ? answer.on_record : { proposed_by: null };
    const detail = {
      before_xaf: state.tip_xaf,
      balance_xaf,
      missing: anchored.missing,
      moved_xaf,
      freed_xaf,
      ...on_record,
    };
    record(said, { action: ACTION, subject_id: state.collection_number_id, detail });
  }
}
