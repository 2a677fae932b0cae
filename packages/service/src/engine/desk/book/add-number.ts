import type { Signature } from '../../../domain/review/second-person.ts';
import { type AddNumber, type AddNumberOutcome, addNumbers } from '../../numbers.ts';
import type { Services } from '../../services.ts';
import { signed } from '../signed.ts';

/**
 * Adds SIMs of ours to the live network, on record: payers are told to send their money there, and whose SMS to them are
 * evidence is said with it. An outcome per command, in order.
 */
export function addNumbersOnRecord(
  services: Services,
  commands: readonly (AddNumber & Signature)[],
): Promise<AddNumberOutcome[]> {
  return signed<null, AddNumberOutcome>(services, {
    lock: async () => null,
    decide: async ({ client, record }) => {
      const plain = commands.map(({ actor: _a, note: _n, account_id: _i, ...command }) => command);
      const outcomes = await addNumbers({ ...services, pool: client }, plain);
      for (const [place, outcome] of outcomes.entries()) {
        const by = commands[place];
        if (by === undefined || outcome.kind !== 'added') continue;
        const { id: subject_id, msisdn, operator, sender_allow_list: senders } = outcome.number;
        record(by, { action: 'numbers.add', subject_id, detail: { msisdn, operator, senders } });
      }
      return { outcomes };
    },
  });
}
