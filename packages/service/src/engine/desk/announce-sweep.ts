import { transaction } from '../../store/connect/transaction.ts';
import { announceDebits } from '../book/announce.ts';
import { findNumbers } from '../numbers/named.ts';
import type { Services } from '../services.ts';
import { recordActions } from './record.ts';

export type AnnounceSweep = { number: string; amount_xaf: number; actor: string; note: string };
export type SweepOutcome =
  | { kind: 'announced'; msisdn: string }
  | { kind: 'number_not_found' }
  | { kind: 'amount_unusable' };

/** Staff say that they take money from live numbers to our own wallet. An outcome per command, in order. */
export function announceSweeps(
  services: Services,
  commands: readonly AnnounceSweep[],
): Promise<SweepOutcome[]> {
  const now = services.now();
  return transaction(services.pool, async (client) => {
    const numbers = await findNumbers(
      client,
      commands.map((one) => one.number),
    );
    const known = commands.map((command, place) => ({
      command,
      number: numbers[place] ?? null,
      is_usable: Number.isInteger(command.amount_xaf) && command.amount_xaf > 0,
    }));
    const asked = known.flatMap(({ command, number, is_usable }) =>
      number !== null && is_usable ? [{ command, number }] : [],
    );
    await announceDebits(
      services,
      client,
      asked.map(({ command, number }) => ({
        collection_number_id: number.id,
        kind: 'sweep',
        amount_xaf: command.amount_xaf,
        cause_id: null,
      })),
      now,
    );
    await recordActions(
      services,
      client,
      asked.map(({ command: { actor, note, amount_xaf }, number }) => ({
        actor,
        action: 'feed.sweep',
        subject_id: number.id,
        note,
        detail: { amount_xaf },
      })),
    );
    return known.map(({ number, is_usable }): SweepOutcome => {
      if (!is_usable) return { kind: 'amount_unusable' };
      return number === null ? { kind: 'number_not_found' } : { kind: 'announced', msisdn: number.msisdn };
    });
  });
}
