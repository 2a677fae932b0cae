import { isUuid } from '../../domain/keys/uuid.ts';
import { type StandingKey, standingName } from '../../domain/reservation/allowance.ts';
import { transaction } from '../../store/connect/transaction.ts';
import { dropAllowances, lockAllowances, putAllowances } from '../../store/merchants/allowances.ts';
import type { Services } from '../services.ts';
import { recordActions } from './record.ts';

export type SetAllowance = StandingKey & {
  /** Open and quarantined live sessions, 0 to 100,000; null: what it earns. */
  sessions: number | null;
  actor: string;
  note: string;
};

export type SetAllowanceOutcome = { kind: 'set'; sessions_before: number | null } | { kind: 'not_found' };

/**
 * Sets how many live sessions of an operator merchants may have open. It holds within a second; what is open
 * beyond it stays. Of several commands for one merchant and operator the last holds.
 * @returns an outcome per command, in order
 */
export function setAllowances(
  services: Services,
  commands: readonly SetAllowance[],
): Promise<SetAllowanceOutcome[]> {
  return transaction(services.pool, async (client) => {
    const asked = commands.map((command) => ({ ...command, merchant_id: command.merchant_id.toLowerCase() }));
    const known = asked.filter(({ merchant_id }) => isUuid(merchant_id));
    const last = new Map(known.map((command) => [standingName(command), command]));
    const rows = await lockAllowances(
      client,
      [...last.values()].map(({ merchant_id, operator }) => ({ merchant_id, operator })),
    );
    const before = new Map(rows.map((row) => [standingName(row), row.sessions]));
    const found = [...last].flatMap(([name, command]) => (before.has(name) ? [command] : []));
    await dropAllowances(
      client,
      found.filter(({ sessions }) => sessions === null),
    );
    await putAllowances(
      client,
      found.flatMap(({ merchant_id, operator, sessions }) =>
        sessions === null ? [] : [{ merchant_id, operator, sessions }],
      ),
    );
    await recordActions(
      services,
      client,
      found.map(({ merchant_id, operator, sessions, actor, note }) => ({
        actor,
        action: 'merchant.allowance',
        subject_id: merchant_id,
        note,
        detail: {
          operator,
          sessions,
          sessions_before: before.get(standingName({ merchant_id, operator })) ?? null,
        },
      })),
    );
    return asked.map((command): SetAllowanceOutcome => {
      const name = standingName(command);
      if (!before.has(name)) return { kind: 'not_found' };
      return { kind: 'set', sessions_before: before.get(name) ?? null };
    });
  });
}
