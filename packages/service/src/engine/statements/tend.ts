import { dayBegins, later, localDay, MINUTE_MS } from '../../domain/time.ts';
import {
  findOpenStatements,
  type OpenStatement,
  setStatementsAside,
} from '../../store/statements/statements.ts';
import type { Services } from '../services.ts';
import { setStuckAside } from '../stuck.ts';
import { compareStatement } from './compare.ts';
import { checkStatement, settleStatement } from './settle.ts';

/** What was agreed to this lately is most likely being settled by whoever agreed. */
const PATIENCE_MS = MINUTE_MS;

type Tended = OpenStatement & { error: unknown };

type TendOptions = { limit: number; patience_ms?: number; isStopping?: () => boolean };

/**
 * Goes on with statements whose process was killed, and checks those whose days are over. Any number of processes may
 * do it at once. One that can't be gone on with keeps no other SIM's from being looked at: it is set aside for a while, and staff are told
 * of it.
 * @param options.isStopping whether to leave the rest to the next look, or to another process
 */
export async function tendStatements(
  services: Services,
  { limit, patience_ms = PATIENCE_MS, isStopping = () => false }: TendOptions,
): Promise<void> {
  const now = services.now();
  const today = dayBegins(localDay(now)) ?? now;
  const agreed_before = later(now, -patience_ms);
  const open = await findOpenStatements(services.pool, { limit, today, now, agreed_before });
  const failed: Tended[] = [];
  for (const one of open) {
    if (isStopping()) break;
    await goOnWith(services, one, isStopping).catch((error: unknown) => {
      failed.push({ ...one, error });
    });
  }
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

async function goOnWith(
  services: Services,
  { id, state }: OpenStatement,
  isStopping: () => boolean,
): Promise<void> {
  if (state === 'KEPT') return compareStatement(services, id);
  if (state !== 'AGREED') return checkStatement(services, id);
  const came = await settleStatement(services, id, isStopping);
  if (came === 'waits') throw new Error('a notice of its SIM can’t be settled');
}
