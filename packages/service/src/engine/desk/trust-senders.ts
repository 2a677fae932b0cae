import type { SecondPerson } from '../../domain/review/second-person.ts';
import { transaction } from '../../store/connect/transaction.ts';
import { findLiveNumbers } from '../../store/numbers/named.ts';
import type { CollectionNumberRow } from '../../store/numbers/row.ts';
import { setNumberSenders } from '../../store/numbers/senders.ts';
import { takeTurn } from '../../store/staff/proposals.ts';
import { type NumberOutcome, outcomesOf, splitNames } from '../numbers/named.ts';
import type { Services } from '../services.ts';
import { seekConsents } from './consents.ts';
import { recordActions } from './record.ts';

export type TrustSenders = {
  /** A live number or its id. */
  number: string;
  /** The whole list from now on; an empty one trusts nobody. */
  senders: readonly string[];
  actor: string;
  note: string;
};

export type TrustOutcome =
  /** The list is as it was asked for, now or since before. */
  | NumberOutcome
  | { kind: 'proposed'; number: CollectionNumberRow }
  | Exclude<SecondPerson, { kind: 'go' | 'propose' }>;

/**
 * Says whose SMS to live numbers are evidence: a text from any other sender is kept and proves nothing. What
 * was read before stays as it was read. Since it says whose word counts, two people say the same.
 * @returns an outcome per command, in order; numbers are named as for `pauseNumbers`
 */
export function trustSenders(services: Services, commands: readonly TrustSenders[]): Promise<TrustOutcome[]> {
  return transaction(services.pool, async (client) => {
    await takeTurn(client);
    const names = commands.map(({ number }) => number);
    const { ids, msisdns } = splitNames(names);
    const found = await findLiveNumbers(client, ids, msisdns);
    const named = outcomesOf(names, found);
    const numbers = new Map(found.map((row) => [row.id, row]));
    const consents = await seekConsents(services, client, [...numbers.keys()], { always: true });
    const said: { command: TrustSenders; number: CollectionNumberRow }[] = [];
    const outcomes = commands.map((command, index): TrustOutcome => {
      const one = named[index];
      if (one?.kind !== 'changed') return { kind: 'not_found' };
      const { id } = one.number;
      const number = numbers.get(id) ?? one.number;
      const { senders, actor, note } = command;
      if (asTerm(senders) === asTerm(number.sender_allow_list)) return { kind: 'changed', number };
      const answer = consents.ask({
        action: 'numbers.senders',
        subject_id: id,
        terms: { senders: asTerm(senders) },
        amount_xaf: 0,
        actor,
        note,
      });
      if (answer.kind === 'propose') return { kind: 'proposed', number };
      if (answer.kind !== 'go') return answer;
      const changed = { ...number, sender_allow_list: [...new Set(senders)] };
      numbers.set(id, changed);
      said.push({ command, number: changed });
      return { kind: 'changed', number: changed };
    });
    await consents.write();
    const changed = new Set(said.map(({ number }) => numbers.get(number.id) ?? number));
    await setNumberSenders(
      client,
      [...changed].map(({ id, sender_allow_list: senders }) => ({ id, senders })),
    );
    await recordActions(
      services,
      client,
      said.map(({ command: { actor, note }, number: { id, sender_allow_list: senders } }) => ({
        actor,
        action: 'numbers.senders',
        subject_id: id,
        note,
        detail: { senders },
      })),
    );
    return outcomes;
  });
}

/** The same names in another order are the same list. JSON, since a name may hold any character. */
function asTerm(senders: readonly string[]): string {
  return JSON.stringify([...new Set(senders)].sort());
}
