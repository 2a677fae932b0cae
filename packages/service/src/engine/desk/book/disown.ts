import type { PoolClient } from 'pg';
import type { Signature } from '../../../domain/review/second-person.ts';
import { lockBooks } from '../../../store/book/book-state.ts';
import { vouchExplained } from '../../../store/book/books.ts';
import { settleClaims } from '../../../store/book/claims.ts';
import { type FoundMessage, findMessages } from '../../../store/book/look.ts';
import { settleBelieved } from '../../book/settle.ts';
import type { Services } from '../../services.ts';
import { type Desk, type NotAgreed, signed } from '../signed.ts';

/** A message, by the notice that first told of it. */
export type DisownMessage = Signature & { notice_id: string };

export type DisownOutcome =
  | { kind: 'disowned' }
  | { kind: 'proposed' }
  | { kind: 'message_not_found' }
  | { kind: 'disowned_before' }
  /** It has its place in the book: people say what its step was. */
  | { kind: 'has_its_place' }
  | Exclude<NotAgreed, { kind: 'proposed' }>;

/**
 * Staff say of messages without a place that the operator's own list doesn't show them: somebody else wrote them. They
 * confirm nothing and contest nothing any more, nor does any session wait for them: what they held up goes on. Two people say the same. What is
 * contested by other messages too stays so.
 * @returns an outcome per command, in order; a message named twice is disowned once
 */
export async function disownMessages(
  services: Services,
  commands: readonly DisownMessage[],
): Promise<DisownOutcome[]> {
  const ids = [...new Set(commands.map(({ notice_id }) => notice_id))];
  let events = 0;
  const outcomes = await signed<Map<string, FoundMessage>, DisownOutcome>(services, {
    lock: (client) => lockMessages(client, ids),
    subjects: () => ids,
    always: true,
    decide: (desk) => {
      const disowned: FoundMessage[] = [];
      const outcomes = commands.map((command) => disownOne(desk, command, disowned));
      return {
        outcomes,
        write: async () => {
          events = await writeDisowned(services, desk, disowned);
        },
      };
    },
  });
  if (events > 0) services.onEvents();
  return outcomes;
}

/** As they stand now that nobody else moves their books. */
async function lockMessages(client: PoolClient, ids: readonly string[]): Promise<Map<string, FoundMessage>> {
  const named = await findMessages(client, ids);
  await lockBooks(client, [...new Set(named.map((one) => one.collection_number_id))].sort());
  return new Map((await findMessages(client, ids)).map((one) => [one.notice_id, one]));
}

function disownOne(
  { known, agree, record }: Desk<Map<string, FoundMessage>>,
  command: DisownMessage,
  disowned: FoundMessage[],
): DisownOutcome {
  const { notice_id: subject_id } = command;
  const found = known.get(subject_id);
  if (found === undefined) return { kind: 'message_not_found' };
  if (found.state === 'VOIDED') return { kind: 'disowned_before' };
  if (found.state === 'PENDING' || found.state === 'PROVEN') return { kind: 'has_its_place' };
  const subject = { action: 'book.disown', subject_id } as const;
  const amount_xaf = Math.max(0, ...found.amounts_xaf);
  const consent = agree(command, { ...subject, terms: {}, amount_xaf });
  if (consent.kind !== 'agreed') return consent;
  known.set(subject_id, { ...found, state: 'VOIDED' });
  disowned.push(found);
  const { collection_number_id } = found;
  record(command, {
    ...subject,
    detail: { collection_number_id, amount_xaf, proposed_by: consent.proposed_by },
  });
  return { kind: 'disowned' };
}

/**
 * The last reading then vouches for what it did not because of these messages, and what waited beside them goes on.
 * @returns how many events that wrote
 */
async function writeDisowned(
  services: Services,
  { client }: Desk<Map<string, FoundMessage>>,
  disowned: readonly FoundMessage[],
): Promise<number> {
  // Their book is locked by now: what came while this waited for it had come before they were disowned.
  const settled_at = services.now();
  await settleClaims(
    client,
    disowned.map(({ notice_id }) => ({ notice_id, state: 'VOIDED', settled_at })),
  );
  const numbers = [...new Set(disowned.map((one) => one.collection_number_id))];
  await vouchExplained(client, numbers);
  return settleBelieved(services, client, numbers, settled_at);
}
