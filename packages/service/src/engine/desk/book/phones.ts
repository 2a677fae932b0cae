import { type Signature, signatureOf } from '../../../domain/review/second-person.ts';
import { type AddNumber, type AddNumberOutcome, addNumbers } from '../../numbers.ts';
import type { Services } from '../../services.ts';
import { recorded } from '../recorded.ts';
import { type TrustOutcome, trustSenders } from './trust-senders.ts';

export type AddNumberBy = AddNumber & { by: Signature };

export type AddedOnRecord = {
  outcome: AddNumberOutcome;
  /** What became of the senders that it was added with; null without any, or where it wasn't added. */
  trusted: TrustOutcome | null;
};

/**
 * Adds SIMs of ours to the live network, on record: payers are told to send their money there. Whose SMS to them are evidence is
 * proposed by the same person, and holds once a second has said the same: each number can settle money up to its bound, so who adds
 * one and says alone whose word counts there makes money. A number is added whatever becomes of its senders, who can be named again.
 * An outcome per command, in order.
 */
export async function addNumbersOnRecord(
  services: Services,
  commands: readonly AddNumberBy[],
): Promise<AddedOnRecord[]> {
  const outcomes = await recorded<Signature, AddNumberOutcome>(
    services,
    commands.map(({ by }) => signatureOf(by)),
    (client) =>
      addNumbers(
        { ...services, pool: client },
        commands.map(({ by: _by, ...command }) => ({ ...command, sender_allow_list: [] })),
      ),
    (outcome) => {
      if (outcome.kind !== 'added') return null;
      const { id: subject_id, msisdn, operator } = outcome.number;
      return { action: 'numbers.add', subject_id, detail: { msisdn, operator } };
    },
  );
  const wanted = commands.flatMap(({ by, sender_allow_list: senders }, place) => {
    const outcome = outcomes[place];
    if (outcome?.kind !== 'added' || senders.length === 0) return [];
    return [{ place, command: { ...by, number: outcome.number.id, senders } }];
  });
  if (wanted.length === 0) return outcomes.map((outcome) => ({ outcome, trusted: null }));
  const trusted = await trustSenders(
    services,
    wanted.map(({ command }) => command),
  );
  const byPlace = new Map(wanted.map(({ place }, i) => [place, trusted[i] ?? null]));
  return outcomes.map((outcome, place) => ({ outcome, trusted: byPlace.get(place) ?? null }));
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
