import type { PoolClient } from 'pg';
import type { Signature } from '../../domain/review/second-person.ts';
import type { Services } from '../services.ts';
import { type Act, signed } from './signed.ts';

/**
 * Does what one person may and nobody has to judge, with who did it on record: both are one transaction, so none is done without
 * the person who stands behind it.
 * @param work does all of it, with an outcome per command, in order
 * @param act what the audit trail keeps of an outcome; null: nothing was done
 * @throws StaffRefusal when somebody may not, or has left the staff; nothing is done
 */
export function recorded<Command extends Signature, Outcome>(
  services: Services,
  commands: readonly Command[],
  work: (client: PoolClient) => Promise<readonly Outcome[]>,
  act: (outcome: Outcome, command: Command) => Act | null,
): Promise<Outcome[]> {
  return signed<null, Outcome>(services, {
    lock: async () => null,
    decide: async ({ client, record }) => {
      const outcomes = [...(await work(client))];
      commands.forEach((command, at) => {
        const done = at < outcomes.length ? act(outcomes[at] as Outcome, command) : null;
        if (done !== null) record(command, done);
      });
      return { outcomes };
    },
  });
}
