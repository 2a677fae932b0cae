import { SUM_XAF_MAX } from '../../domain/money.ts';
import type { Environment } from '../../domain/operator.ts';
import {
  CADENCES,
  type Cadence,
  defaultTerms,
  nextDay,
  type SettlementTerms,
} from '../../domain/settlement/terms.ts';
import { localDay } from '../../domain/time.ts';
import { insertMemberActions } from '../../store/accounts/actions.ts';
import { atomically } from '../../store/connect/atomically.ts';
import { lockMerchants } from '../../store/merchants.ts';
import { loadTerms, lockTerms, putTerms, type TermsRow } from '../../store/settlements/terms.ts';
import { mayTry } from '../account/limits.ts';
import type { Services } from '../services.ts';
import { type DraftOutcome, draftWith } from './draft.ts';

type Own = { merchant_id: string; environment: Environment };
export type KnownTerms = SettlementTerms & Pick<TermsRow, 'next_on' | 'last_outcome' | 'last_at'>;

/** A merchant's terms; the default ones where nobody has set any. */
export async function knownTermsOf(services: Pick<Services, 'pool'>, own: Own): Promise<KnownTerms> {
  const [row] = await loadTerms(services.pool, [own]);
  return row ?? { ...defaultTerms(own.environment), next_on: null, last_outcome: null, last_at: null };
}

export type SetSchedule = Own & {
  by: { id: string };
  cadence: string;
  weekday: number;
  minimum_xaf: number;
};
export type SetScheduleOutcome =
  | { kind: 'set'; terms: KnownTerms }
  | { kind: 'invalid'; field: 'cadence' | 'weekday' | 'minimum_xaf' };

/**
 * Merchants say when they are settled and from which sum on; days of hold and reserve stay as staff have set them. The
 * first draft is on the next day of the schedule.
 * @returns an outcome per command, in order
 */
export function setSchedules(
  services: Services,
  commands: readonly SetSchedule[],
): Promise<SetScheduleOutcome[]> {
  const now = services.now();
  return atomically(services.pool, async (client) => {
    // Before there are terms there is nothing else to lock, and staff may set hold and reserve at this very moment.
    await lockMerchants(client, [...new Set(commands.map(({ merchant_id }) => merchant_id))].toSorted());
    const known = new Map((await lockTerms(client, commands)).map((row) => [keyOf(row), row]));
    const rows: (KnownTerms & Own & Pick<SetSchedule, 'by'>)[] = [];
    const outcomes = commands.map((command): SetScheduleOutcome => {
      const field = wrongField(command);
      if (field !== null) return { kind: 'invalid', field };
      const { merchant_id, environment, by, weekday, minimum_xaf } = command;
      const before = known.get(keyOf(command));
      const cadence = command.cadence as Cadence;
      const terms = { ...(before ?? defaultTerms(environment)), cadence, weekday, minimum_xaf };
      const { last_outcome = null, last_at = null } = before ?? {};
      const set = { ...terms, next_on: nextDay(terms, localDay(now)), last_outcome, last_at };
      rows.push({ ...set, merchant_id, environment, by });
      return { kind: 'set', terms: set };
    });
    await putTerms(client, rows);
    await insertMemberActions(
      client,
      rows.map(({ merchant_id, environment, by, cadence, weekday, minimum_xaf }) => ({
        id: services.newId(),
        merchant_id,
        account_id: by.id,
        action: 'settlement.schedule',
        subject_id: null,
        detail: { environment, cadence, weekday, minimum_xaf },
        at: now,
      })),
    );
    return outcomes;
  });
}

const keyOf = ({ merchant_id, environment }: Own): string => `${merchant_id} ${environment}`;

function wrongField({
  cadence,
  weekday,
  minimum_xaf,
}: SetSchedule): 'cadence' | 'weekday' | 'minimum_xaf' | null {
  if (!(CADENCES as readonly string[]).includes(cadence)) return 'cadence';
  if (!Number.isInteger(weekday) || weekday < 1 || weekday > 7) return 'weekday';
  const is_sum = Number.isInteger(minimum_xaf) && minimum_xaf >= 1 && minimum_xaf <= SUM_XAF_MAX;
  return is_sum ? null : 'minimum_xaf';
}

/** Drafts a settlement now since a member asks for it, on the record of its team; ten at once, and then one in six minutes. */
export async function draftForMember(
  services: Services,
  own: Own,
  by: { id: string; email: string },
): Promise<DraftOutcome | { kind: 'too_often' }> {
  const may = await mayTry(services, [['settlement', `${own.merchant_id} ${own.environment}`]]);
  if (!may) return { kind: 'too_often' };
  const now = services.now();
  return atomically(services.pool, async (client) => {
    const [outcome] = await draftWith(services, client, [{ ...own, by: by.email }], now);
    if (outcome?.kind === 'drafted')
      await insertMemberActions(client, [
        {
          id: services.newId(),
          merchant_id: own.merchant_id,
          account_id: by.id,
          action: 'settlement.asked',
          subject_id: outcome.settlement_id,
          detail: {
            environment: own.environment,
            reference: outcome.reference,
            amount_xaf: outcome.amount_xaf,
          },
          at: now,
        },
      ]);
    return outcome ?? { kind: 'not_found' };
  });
}
