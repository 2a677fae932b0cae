import type { Signature } from '../../../domain/review/second-person.ts';
import { setNumberStatus } from '../../../store/numbers/numbers.ts';
import { type AddNumber, type AddNumberOutcome, addNumbers, type NumberOutcome } from '../../numbers.ts';
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
        ...(await setNumberStatus(client, { ids: named('pause'), msisdns: [], status: 'PAUSED' })),
        ...(await setNumberStatus(client, { ids: named('resume'), msisdns: [], status: 'ACTIVE' })),
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
export async function putGatewayOnRecord(
  services: Services,
  { named, does, detail = {}, ...by }: ChangeGateway,
): Promise<void> {
  await signed<null, null>(services, {
    lock: async () => null,
    decide: ({ record }) => {
      const action = does === 'pause' ? 'gateway.pause' : 'gateway.change';
      record(by, { action, subject_id: named.slice(0, NAMED_MAX), detail: { ...detail, what: does } });
      return { outcomes: [] };
    },
  });
}
