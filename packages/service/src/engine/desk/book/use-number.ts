import type { Signature } from '../../../domain/review/second-person.ts';
import { setNumberStatus } from '../../../store/numbers/numbers.ts';
import type { NumberOutcome } from '../../numbers.ts';
import type { Services } from '../../services.ts';
import { signed } from '../signed.ts';

export type UseNumber = Signature & {
  /** Of a live number. */
  number_id: string;
  /** Whether new sessions are given it; credits to it are read and matched all the same. */
  what: 'pause' | 'resume';
};

/** Staff take live numbers out of the choice for new sessions, or put them back. An outcome per command, in order. */
export function useNumbers(services: Services, commands: readonly UseNumber[]): Promise<NumberOutcome[]> {
  return signed<null, NumberOutcome>(services, {
    lock: async () => null,
    decide: async ({ client, record }) => {
      const named = (what: UseNumber['what']) =>
        commands.filter((one) => one.what === what).map(({ number_id }) => number_id);
      const rows = [
        ...(await setNumberStatus(client, { ids: named('pause'), status: 'PAUSED' })),
        ...(await setNumberStatus(client, { ids: named('resume'), status: 'ACTIVE' })),
      ];
      const changed = new Map(rows.map((row) => [row.id, row]));
      const outcomes = commands.map((command): NumberOutcome => {
        const number = changed.get(command.number_id);
        if (number === undefined) return { kind: 'not_found' };
        record(command, { action: `numbers.${command.what}`, subject_id: number.id });
        return { kind: 'changed', number };
      });
      return { outcomes };
    },
  });
}
