import type { Signature } from '../../domain/review/second-person.ts';
import type { CollectionNumberRow } from '../../store/numbers/numbers.ts';
import { announceDebits, type Debit } from '../book/announce.ts';
import { findNumbers } from '../numbers.ts';
import type { Services } from '../services.ts';
import { signed } from './signed.ts';

export type AnnounceSweep = Signature & { number: string; amount_xaf: number };
export type SweepOutcome =
  | { kind: 'announced'; msisdn: string }
  | { kind: 'number_not_found' }
  | { kind: 'amount_unusable' };

/** Staff say that they take money from live numbers to our own wallet. An outcome per command, in order. */
export function announceSweeps(
  services: Services,
  commands: readonly AnnounceSweep[],
): Promise<SweepOutcome[]> {
  return signed<(CollectionNumberRow | null)[], SweepOutcome>(services, {
    lock: (client) =>
      findNumbers(
        client,
        commands.map((one) => one.number),
      ),
    decide: ({ client, known, now, record }) => {
      const debits: Debit[] = [];
      const outcomes = commands.map((command, place): SweepOutcome => {
        const { amount_xaf } = command;
        const number = known[place] ?? null;
        if (!Number.isInteger(amount_xaf) || amount_xaf <= 0) return { kind: 'amount_unusable' };
        if (number === null) return { kind: 'number_not_found' };
        debits.push({ collection_number_id: number.id, kind: 'sweep', amount_xaf, cause_id: null });
        record(command, { action: 'feed.sweep', subject_id: number.id, detail: { amount_xaf } });
        return { kind: 'announced', msisdn: number.msisdn };
      });
      return { outcomes, write: () => announceDebits(services, client, debits, now) };
    },
  });
}
