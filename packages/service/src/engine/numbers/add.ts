import { type Msisdn, normaliseMsisdn, operatorOf } from '../../domain/msisdn/normalise.ts';
import { insertLiveNumbers } from '../../store/numbers/insert.ts';
import type { CollectionNumberRow } from '../../store/numbers/row.ts';
import type { Services } from '../services.ts';

export type AddNumber = {
  operator: 'AIRTEL' | 'MOOV';
  /** As people write it; stored as `+235` and 8 digits. */
  number: string;
  /** 1 to 1000: its share of new sessions relative to the others'. */
  weight: number;
  /** What it may take in a day; null for no cap. */
  daily_volume_cap_xaf: number | null;
  daily_count_cap: number | null;
  /** Names whose SMS are evidence; empty until staff know how the operator signs. */
  sender_allow_list: readonly string[];
};

export type AddNumberOutcome =
  | { kind: 'added'; number: CollectionNumberRow }
  | { kind: 'already_there'; msisdn: Msisdn }
  | { kind: 'number_unusable' }
  | { kind: 'other_operator'; msisdn: Msisdn; belongs_to: 'AIRTEL' | 'MOOV' | null }
  | { kind: 'value_unusable'; field: 'weight' | 'daily_volume_cap_xaf' | 'daily_count_cap' };

/** Adds SIMs of ours to the live network. An outcome per command, in order. */
export async function addNumbers(
  services: Services,
  commands: readonly AddNumber[],
): Promise<AddNumberOutcome[]> {
  const created_at = services.now();
  const drafts = commands.map((command) => {
    const msisdn = normaliseMsisdn(command.number);
    return { id: services.newId(), command, msisdn, refusal: refusalOf(command, msisdn) };
  });
  const accepted = drafts.flatMap(({ id, command, msisdn, refusal }) => {
    if (refusal !== null || msisdn === null) return [];
    const { number: _, ...rest } = command;
    return [{ ...rest, id, msisdn, created_at }];
  });
  const rows = await insertLiveNumbers(services.pool, accepted);
  const added = new Map(rows.map((row) => [row.id, row]));
  return drafts.map(({ id, msisdn, refusal }) => {
    if (refusal !== null) return refusal;
    if (msisdn === null) return { kind: 'number_unusable' };
    const number = added.get(id);
    return number === undefined ? { kind: 'already_there', msisdn } : { kind: 'added', number };
  });
}

function refusalOf(command: AddNumber, msisdn: Msisdn | null): AddNumberOutcome | null {
  if (msisdn === null) return { kind: 'number_unusable' };
  const belongs_to = operatorOf(msisdn);
  if (belongs_to !== command.operator) return { kind: 'other_operator', msisdn, belongs_to };
  const limits = { weight: 1000, daily_volume_cap_xaf: 1_000_000_000_000, daily_count_cap: 1_000_000_000 };
  for (const field of ['weight', 'daily_volume_cap_xaf', 'daily_count_cap'] as const) {
    const value = command[field];
    const is_usable = value === null || (Number.isInteger(value) && value >= 1 && value <= limits[field]);
    if (!is_usable) return { kind: 'value_unusable', field };
  }
  return null;
}
