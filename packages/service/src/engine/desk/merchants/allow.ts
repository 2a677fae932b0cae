import type { PoolClient } from 'pg';
import { isUuid } from '../../../domain/keys.ts';
import { type AllowanceKey, allowanceName } from '../../../domain/reservation/allowance.ts';
import type { Signature } from '../../../domain/review/second-person.ts';
import { dropAllowances, lockAllowances, putAllowances } from '../../../store/merchants.ts';
import type { Services } from '../../services.ts';
import { signed } from '../signed.ts';

export type SetAllowance = AllowanceKey &
  Signature & {
    /** Open and quarantined live sessions, 0 to 100,000; null: what it earns. */
    sessions: number | null;
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
  const asked = commands.map((command) => ({ ...command, merchant_id: command.merchant_id.toLowerCase() }));
  const known = asked.filter(({ merchant_id }) => isUuid(merchant_id));
  const last = new Map(known.map((command) => [allowanceName(command), command]));
  return signed<Map<string, number | null>, SetAllowanceOutcome>(services, {
    lock: async (client) => {
      const rows = await lockAllowances(
        client,
        [...last.values()].map(({ merchant_id, operator }) => ({ merchant_id, operator })),
      );
      return new Map(rows.map((row) => [allowanceName(row), row.sessions]));
    },
    decide: ({ client, known: before, record }) => {
      const found = [...last].flatMap(([name, command]) => (before.has(name) ? [command] : []));
      for (const command of found) {
        const { merchant_id: subject_id, operator, sessions } = command;
        const detail = { operator, sessions, sessions_before: before.get(allowanceName(command)) ?? null };
        record(command, { action: 'merchant.allowance', subject_id, detail });
      }
      const outcomes = asked.map((command): SetAllowanceOutcome => {
        const sessions_before = before.get(allowanceName(command));
        return sessions_before === undefined ? { kind: 'not_found' } : { kind: 'set', sessions_before };
      });
      return { outcomes, write: () => writeAllowances(client, found) };
    },
  });
}

async function writeAllowances(client: PoolClient, commands: readonly SetAllowance[]): Promise<void> {
  await dropAllowances(
    client,
    commands.filter(({ sessions }) => sessions === null),
  );
  await putAllowances(
    client,
    commands.flatMap(({ merchant_id, operator, sessions }) =>
      sessions === null ? [] : [{ merchant_id, operator, sessions }],
    ),
  );
}
