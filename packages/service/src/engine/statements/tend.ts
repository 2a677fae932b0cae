import { dayBegins, localDay } from '../../domain/time.ts';
import {
  findOpenStatements,
  type OpenStatement,
  setStatementsAside,
} from '../../store/statements/statements.ts';
import type { Services } from '../services.ts';
import { setStuckAside } from '../stuck.ts';
import { compareStatement } from './compare.ts';
import { checkStatement, settleStatement } from './settle.ts';

type Tended = OpenStatement & { error: unknown };

/**
 * Goes on with statements whose process was killed, and checks those whose days are over. Any number of processes may
 * do it at once. One that can't be gone on with keeps no other SIM's from being looked at: it is set aside for a while, and staff are told
 * of it.
 */
export async function tendStatements(services: Services, { limit }: { limit: number }): Promise<void> {
  const now = services.now();
  const today = dayBegins(localDay(now)) ?? now;
  const open = await findOpenStatements(services.pool, { limit, today, now });
  const failed: Tended[] = [];
  for (const one of open)
    await goOnWith(services, one).catch((error: unknown) => {
      failed.push({ ...one, error });
    });
  await setStuckAside(
    services,
    'statement_stuck',
    failed.map(({ id, error }) => ({ one: id, environment: 'live', subject: id, error })),
    (client, statement_ids, at) => setStatementsAside(client, { statement_ids, now: at }),
  );
  const [first] = failed;
  if (first === undefined) return;
  const { id, error: cause } = first;
  throw new Error(`statement ${id} can’t be gone on with: ${String(cause)}`, { cause });
}

async function goOnWith(services: Services, { id, state }: OpenStatement): Promise<void> {
  if (state === 'KEPT') return compareStatement(services, id);
  if (state !== 'AGREED') return checkStatement(services, id);
  const came = await settleStatement(services, id);
  if (came === 'waits') throw new Error('a notice of its SIM can’t be settled');
}
