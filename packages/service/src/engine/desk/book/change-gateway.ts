import type { Signature } from '../../../domain/review/second-person.ts';
import type { Services } from '../../services.ts';
import { signed } from '../signed.ts';

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
