import type { PoolClient } from 'pg';
import type { Signature } from '../../../domain/review/second-person.ts';
import { findLiveNumbers, type StoredNumber, setNumberSenders } from '../../../store/numbers/numbers.ts';
import { takeTurn } from '../../../store/staff/record.ts';
import { type NumberOutcome, outcomesOf, splitNames } from '../../numbers.ts';
import type { Services } from '../../services.ts';
import { type Desk, type NotAgreed, signed } from '../signed.ts';

export type TrustSenders = Signature & {
  /** A live number or its id. */
  number: string;
  /** The whole list from now on; an empty one trusts nobody. */
  senders: readonly string[];
};

export type TrustOutcome =
  /** The list is as it was asked for, now or since before. */
  NumberOutcome | { kind: 'proposed'; number: StoredNumber } | Exclude<NotAgreed, { kind: 'proposed' }>;

/**
 * Says whose SMS to live numbers are evidence: a text from any other sender is kept and proves nothing. What
 * was read before stays as it was read. Since it says whose word counts, two people say the same.
 * @returns an outcome per command, in order; numbers are named by their id, or by the number itself
 */
export function trustSenders(services: Services, commands: readonly TrustSenders[]): Promise<TrustOutcome[]> {
  return signed<Known, TrustOutcome>(services, {
    lock: (client) =>
      lockNamed(
        client,
        commands.map(({ number }) => number),
      ),
    subjects: ({ numbers }) => [...numbers.keys()],
    always: true,
    decide: (desk) => {
      const changed = new Set<string>();
      const { client, known } = desk;
      return {
        outcomes: commands.map((command, place) => trustOne(desk, command, known.named[place], changed)),
        write: () =>
          setNumberSenders(
            client,
            [...changed].map((id) => ({ id, senders: known.numbers.get(id)?.sender_allow_list ?? [] })),
          ),
      };
    },
  });
}

/** What is named, in order, and the numbers as the batch has left them. */
type Known = { named: NumberOutcome[]; numbers: Map<string, StoredNumber> };

async function lockNamed(client: PoolClient, names: readonly string[]): Promise<Known> {
  await takeTurn(client);
  const { ids, msisdns } = splitNames(names);
  const found = await findLiveNumbers(client, { ids, msisdns });
  return { named: outcomesOf(names, found), numbers: new Map(found.map((row) => [row.id, row])) };
}

function trustOne(
  { known: { numbers }, agree, record }: Desk<Known>,
  command: TrustSenders,
  named: NumberOutcome | undefined,
  changed: Set<string>,
): TrustOutcome {
  if (named?.kind !== 'changed') return { kind: 'not_found' };
  const { id } = named.number;
  const number = numbers.get(id) ?? named.number;
  const { senders } = command;
  if (asTerm(senders) === asTerm(number.sender_allow_list)) return { kind: 'changed', number };
  const subject = { action: 'numbers.senders', subject_id: id } as const;
  const consent = agree(command, { ...subject, terms: { senders: asTerm(senders) }, amount_xaf: 0 });
  if (consent.kind === 'proposed') return { kind: 'proposed', number };
  if (consent.kind !== 'agreed') return consent;
  const listed = { ...number, sender_allow_list: [...new Set(senders)] };
  numbers.set(id, listed);
  changed.add(id);
  record(command, {
    ...subject,
    detail: { senders: listed.sender_allow_list, proposed_by: consent.proposed_by },
  });
  return { kind: 'changed', number: listed };
}

/** The same names in another order are the same list. JSON, since a name may hold any character. */
function asTerm(senders: readonly string[]): string {
  return JSON.stringify([...new Set(senders)].sort());
}
