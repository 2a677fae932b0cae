import { type Signature, signatureOf } from '../../../domain/review/second-person.ts';
import { type AddNumber, type AddNumberOutcome, addNumbers } from '../../numbers.ts';
import type { Services } from '../../services.ts';
import { recorded } from '../recorded.ts';

export type AddNumberBy = AddNumber & { by: Signature };

/**
 * Adds SIMs of ours to the live network, on record: payers are told to send their money there, and whose SMS to them are
 * evidence is said with it. An outcome per command, in order.
 */
export function addNumbersOnRecord(
  services: Services,
  commands: readonly AddNumberBy[],
): Promise<AddNumberOutcome[]> {
  return recorded<Signature, AddNumberOutcome>(
    services,
    commands.map(({ by }) => signatureOf(by)),
    (client) =>
      addNumbers(
        { ...services, pool: client },
        commands.map(({ by: _by, ...command }) => command),
      ),
    (outcome) => {
      if (outcome.kind !== 'added') return null;
      const { id: subject_id, msisdn, operator, sender_allow_list: senders } = outcome.number;
      return { action: 'numbers.add', subject_id, detail: { msisdn, operator, senders } };
    },
  );
}

export type ChangeGateway = Signature & {
  /** The gateway or number by the name that was typed. */
  named: string;
  /** `pause`: its messages are refused. Whatever else says whose messages are believed, and is kept for those who may say so. */
  does: 'pause' | 'resume' | 'create' | 'rotate' | 'sending' | 'route' | 'unroute';
  detail?: Record<string, unknown>;
};

const NAMED_MAX = 200;

/**
 * Puts on record that people of the staff change by which phones our SIMs' messages come: whoever has a gateway's key, or leads a
 * number to a phone of his own, can tell of payments. Committed before it is done, so it counts whatever comes of it.
 * @throws StaffRefusal when somebody may not
 */
export async function putGatewayOnRecord(services: Services, command: ChangeGateway): Promise<void> {
  await recorded(
    services,
    [command],
    async () => [command],
    ({ named, does, detail = {} }) => ({
      action: does === 'pause' ? 'gateway.pause' : 'gateway.change',
      subject_id: named.slice(0, NAMED_MAX),
      detail: { ...detail, what: does },
    }),
  );
}
