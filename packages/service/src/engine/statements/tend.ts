import { dayBegins, localDay } from '../../domain/time.ts';
import { findOpenStatements, type OpenStatement } from '../../store/statements/statements.ts';
import type { Services } from '../services.ts';
import { compareStatement } from './compare.ts';
import { checkStatement, settleStatement } from './settle.ts';

/**
 * Goes on with statements whose process was killed, and checks those whose days are over. Any number of processes may
 * do it at once.
 */
export async function tendStatements(services: Services, { limit }: { limit: number }): Promise<void> {
  const today = dayBegins(localDay(services.now())) ?? services.now();
  const open = await findOpenStatements(services.pool, { limit, today });
  const failures: Error[] = [];
  // One that fails keeps no other SIM's statement from being looked at.
  for (const one of open)
    await goOnWith(services, one).catch((cause: unknown) => {
      failures.push(new Error(`statement ${one.id} can’t be gone on with: ${String(cause)}`, { cause }));
    });
  const [first] = failures;
  if (first !== undefined) throw first;
}

function goOnWith(services: Services, { id, state }: OpenStatement): Promise<void> {
  if (state === 'KEPT') return compareStatement(services, id);
  return state === 'AGREED' ? settleStatement(services, id) : checkStatement(services, id);
}
