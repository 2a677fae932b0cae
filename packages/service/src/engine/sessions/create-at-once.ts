import { poolKeyOf } from '../../domain/reservation/propose.ts';
import type { CreateOutcome, CreateSession } from '../../domain/session/commands.ts';
import { constraintOf } from '../../store/connect/errors.ts';
import type { Services } from '../services.ts';
import { draftsOf, sessionOf } from './draft.ts';
import { poolsOf } from './pools.ts';
import { failedChecks } from './readiness.ts';
import { reserveAtOnce } from './reserve.ts';

/**
 * A reference lost to another batch at this very moment leaves a hold without its session. This deferred
 * foreign key then fails the whole statement, so nothing was written, and all take the long way.
 */
const HOLD_OF_A_SESSION = 'collection_holds_session_id_fkey';

/**
 * Creates sessions in one statement and nothing around it, for commands without an idempotency key that get
 * the first number proposed to them: nearly all. It saves the round trips of a transaction.
 * @returns the outcome of each command that was created; null for one that must take the long way
 *   (`createSessions`), nothing having been written for it.
 */
export async function createSessionsAtOnce(
  services: Services,
  commands: CreateSession[],
): Promise<(CreateOutcome | null)[]> {
  const now = services.now();
  const pools = await poolsOf(services).get(commands.map(poolKeyOf), now, services.pool);
  const checks = await failedChecks(services, commands);
  const may = commands.map((command, i) => command.idempotency === null && checks[i]?.length === 0);
  const drafts = draftsOf(services, commands, may, now);
  const seeking = drafts.filter((draft) => draft !== null);
  const lost = await reserveAtOnce(services, services.pool, seeking, pools).then(
    () => false,
    (error: unknown) => {
      if (constraintOf(error) === HOLD_OF_A_SESSION) return true;
      throw error;
    },
  );
  if (lost) return commands.map(() => null);
  return drafts.map((draft) =>
    draft?.state === 'made' ? { kind: 'created', session: sessionOf(draft), replayed: false } : null,
  );
}
