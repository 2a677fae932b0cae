import { AMOUNT_XAF_MAX } from '../../domain/money/parse.ts';
import type { SecondPerson } from '../../domain/review/second-person.ts';
import { transaction } from '../../store/connect/transaction.ts';
import { closeOpenIncidents, lockNumbers, refreshFeedStatus } from '../../store/feeds/incidents.ts';
import { type Anchor, type BookChange, keepBooks } from '../book/keep.ts';
import { settleRead } from '../book/settle.ts';
import { openIncidents } from '../feeds/open-incident.ts';
import { findNumbers } from '../numbers/named.ts';
import type { Services } from '../services.ts';
import { seekConsents } from './consents.ts';
import { recordActions } from './record.ts';

export type AnchorNumber = {
  /** A live number or its id. */
  number: string;
  /** What the SIM says its balance is, whole francs. */
  balance_xaf: number;
  actor: string;
  note: string;
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
    }
  | { kind: 'number_not_found' }
  | { kind: 'balance_unusable' }
  | { kind: 'proposed'; msisdn: string; moved_xaf: number }
  | Exclude<SecondPerson, { kind: 'go' | 'propose' }>;

const BALANCE_MAX_XAF = 1_000_000_000_000;

/**
 * Staff say what the balance of live numbers is, read on the SIM. The first opens the book. Each later one
 * settles the messages that lie on the path to it, in order, each judged by its own time, and books what is
 * missing as unexplained. Above the configured amount another person has to read it too.
 * @returns an outcome per command, in order; of one number named twice the first counts
 */
export async function anchorNumbers(
  services: Services,
  commands: readonly AnchorNumber[],
): Promise<AnchorOutcome[]> {
  const now = services.now();
  const { outcomes, events } = await transaction(services.pool, async (client) => {
    const numbers = await findNumbers(
      client,
      commands.map((one) => one.number),
    );
    const consents = await seekConsents(
      services,
      client,
      numbers.flatMap((number) => (number === null ? [] : anchorSubject(number.id))),
    );
    const answers = new Map<string, { answer: SecondPerson; moved_xaf: number; command: AnchorNumber }>();
    const anchors = new Map<string, Anchor>();
    for (const [place, command] of [...commands.entries()].toReversed()) {
      const { id } = numbers[place] ?? {};
      if (id === undefined || !isBalance(command.balance_xaf)) continue;
      const agrees = (moved_xaf: number) => {
        const amount_xaf = Math.min(moved_xaf, AMOUNT_XAF_MAX);
        const { actor, note } = command;
        // Each reads the balance for himself: what they agree on is that it is read, not an older figure.
        const answer = consents.ask({
          action: 'feed.anchor',
          subject_id: anchorSubject(id),
          terms: {},
          amount_xaf,
          actor,
          note,
        });
        answers.set(id, { answer, moved_xaf, command });
        return answer.kind === 'go';
      };
      anchors.set(id, { balance_xaf: command.balance_xaf, agrees });
    }
    const { read, changes } = await keepBooks(services, client, [], anchors, now);
    await consents.write();
    await writeIncidents(services, client, changes, answers, now);
    const { settled } = await settleRead(services, client, read, now);
    await recordAnchors(services, client, changes, answers);
    const outcomes = commands.map((command, place): AnchorOutcome => {
      const number = numbers[place] ?? null;
      if (!isBalance(command.balance_xaf)) return { kind: 'balance_unusable' };
      if (number === null) return { kind: 'number_not_found' };
      const { answer, moved_xaf } = answers.get(number.id) ?? {};
      if (answer?.kind === 'propose')
        return { kind: 'proposed', msisdn: number.msisdn, moved_xaf: moved_xaf ?? 0 };
      if (answer !== undefined && answer.kind !== 'go') return answer;
      const change = changes.find(({ state }) => state.collection_number_id === number.id);
      return anchoredOutcome(number, change, command.balance_xaf);
    });
    return { outcomes, events: settled.events.length };
  });
  if (events > 0) services.onEvents();
  return outcomes;
}

/** What a proposed anchor is about: the number's senders, which two people list too, are another matter. */
export const anchorSubject = (collection_number_id: string): string => `${collection_number_id}/anchor`;

function isBalance(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= BALANCE_MAX_XAF;
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
  };
}

type Answers = ReadonlyMap<string, { command: AnchorNumber }>;
type Client = Parameters<typeof keepBooks>[1];

/** An anchor ends the doubt about a number, and begins another where less is there than the book said. */
async function writeIncidents(
  services: Services,
  client: Client,
  changes: readonly BookChange[],
  answers: Answers,
  now: Date,
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
      return [{ collection_number_id, kind: 'short' as const, detail }];
    }),
  );
  await closeOpenIncidents(
    client,
    numbers.flatMap((collection_number_id) =>
      (['claim', 'anchor_due'] as const).map((kind) => {
        const { actor: closed_by = '', note = '' } = answers.get(collection_number_id)?.command ?? {};
        return { collection_number_id, kind, closed_at: now, closed_by, note };
      }),
    ),
  );
  await refreshFeedStatus(client, numbers);
}

async function recordAnchors(
  services: Services,
  client: Client,
  changes: readonly BookChange[],
  answers: Answers,
): Promise<void> {
  await recordActions(
    services,
    client,
    changes.flatMap(({ state, anchor }) => {
      const said = answers.get(state.collection_number_id)?.command;
      if (anchor === null || said === undefined) return [];
      const detail = {
        before_xaf: state.tip_xaf,
        balance_xaf: anchor.balance_xaf,
        missing: anchor.anchored.missing,
      };
      return [
        {
          actor: said.actor,
          action: 'feed.anchor',
          subject_id: state.collection_number_id,
          note: said.note,
          detail,
        },
      ];
    }),
  );
}
