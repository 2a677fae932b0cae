import type { PoolClient } from 'pg';
import type { LinkRefusal } from '../../domain/link/link.ts';
import { type NumberPool, poolKeyOf, poolName } from '../../domain/reservation/propose.ts';
import type { CreateOutcome, CreateSession } from '../../domain/session/commands.ts';
import { constraintOf } from '../../store/connect/errors.ts';
import { findReferences } from '../../store/sessions/references.ts';
import type { Taken } from '../../store/sessions/reserve.ts';
import { recordBegun } from '../actions.ts';
import { keptWhole, keyed, type Unkeyed } from '../idempotency.ts';
import type { Services } from '../services.ts';
import { draftsOf, type HoldDraft, referenceName, sessionOf } from './draft.ts';
import { refusalsByLinks } from './links.ts';
import { forgetGrownPools, poolsOf, reserve, reserveAtOnce } from './reserve.ts';
import { type AskedOnce, awaitTurn, behindOthers, inTurns } from './turns.ts';
import { type Unserved, unservedOf } from './unserved.ts';

const OPERATION = 'payment_sessions.create';
/** Not the answers that say "try again". */
const KEPT = keptWhole<CreateOutcome>('created', 'reference_already_used');

/** A command with what keeps it from being served, read before the transaction begins. */
type CheckedCreate = CreateSession & { unserved: Unserved | null };
/** What is read of commands then, in their order. */
type Known = { pools: Map<string, NumberPool>; unserved: readonly (Unserved | null)[] };

/**
 * Creates sessions, each with a reserved collection number, in one transaction. Those that find nothing but what
 * others are just taking are tried again behind these.
 * @returns an outcome for each command, in order. Refusals are outcomes; what is thrown is a failure of
 *   the database: nothing was created then or, where the answer of a later turn was lost, perhaps all of it.
 */
export async function createSessions(
  services: Services,
  commands: CreateSession[],
): Promise<CreateOutcome[]> {
  const look = (asking: readonly CreateSession[]) => knownOf(services, asking);
  return inTurns(commands, look, (asking, known, ahead) => {
    const create = () => createOnce(services, asking, known, ahead);
    // Once more is enough: what the link says by then is read anew, and the session that it refuses is not written.
    return create().catch((error: unknown) => {
      if (constraintOf(error) !== TERMS_OF_A_LINK) throw error;
      return create();
    });
  });
}

async function knownOf(services: Services, commands: readonly CreateSession[]): Promise<Known> {
  const pools = await poolsOf(services).get(commands.map(poolKeyOf), services.now(), services.pool);
  return { pools, unserved: await unservedOf(services, commands) };
}

/**
 * A link without limits is not locked, so that its payers don't wait for each other. Closed between the look at it and the
 * insert, it is refused by this trigger: nothing of the batch was written then.
 */
const TERMS_OF_A_LINK = 'payment_link_terms';

async function createOnce(
  services: Services,
  commands: readonly CreateSession[],
  { pools, unserved }: Known,
  ahead: readonly Taken[],
): Promise<AskedOnce<CreateSession, CreateOutcome>> {
  const now = services.now();
  const checked = commands.map(
    (command, i): CheckedCreate => ({ ...command, unserved: unserved[i] ?? null }),
  );
  let drafts: (HoldDraft | null)[] = [];
  const outcomes = await keyed(services, OPERATION, checked, {
    ...KEPT,
    run: async (client, fresh) => {
      await awaitTurn(client, ahead);
      const refusals = await refusalsByLinks(client, fresh, now);
      const may = fresh.map(({ unserved }, i) => unserved === null && refusals[i] === null);
      drafts = draftsOf(services, fresh, may, now);
      await reserve(
        services,
        client,
        drafts.filter((draft) => draft !== null),
        pools,
      );
      const made = await outcomesOf(client, fresh, drafts, refusals, pools);
      await recordBegun(services, client, { commands: fresh, outcomes: made }, 'session', (one) =>
        one.kind === 'created' ? one.session.id : null,
      );
      return made;
    },
  });
  forgetGrownPools(services, drafts, pools);
  const refused = commands.filter((_, i) => outcomes[i]?.kind === 'no_collection_number');
  return { outcomes, behind: behindOthers(refused, drafts, ({ command }) => command) };
}

async function outcomesOf(
  client: PoolClient,
  commands: CheckedCreate[],
  drafts: (HoldDraft | null)[],
  refusals: (LinkRefusal | null)[],
  pools: Map<string, NumberPool>,
): Promise<CreateOutcome[]> {
  const unmade = commands.filter((_, i) => drafts[i]?.state !== 'made');
  const existing = new Map(
    (await findReferences(client, unmade.map(referenceOf))).map((row) => [referenceName(row), row.id]),
  );
  const sought = drafts.filter((draft) => draft !== null);
  const firsts = new Map(sought.map((draft) => [referenceName(draft.command), draft]));
  return commands.map((command, i): CreateOutcome => {
    const own = drafts[i] ?? null;
    if (own?.state === 'made') return { kind: 'created', session: sessionOf(own), replayed: false };
    const existing_payment_session_id = existing.get(referenceName(command));
    if (existing_payment_session_id !== undefined) {
      return { kind: 'reference_already_used', existing_payment_session_id, replayed: false };
    }
    const refusal = refusals[i] ?? null;
    if (refusal !== null) return { kind: 'link_refused', refusal };
    if (command.unserved !== null) return command.unserved;
    return unplaced(command, own ?? firsts.get(referenceName(command)), pools);
  });
}

const referenceOf = ({ merchant_id, environment, reference }: CreateSession) => ({
  merchant_id,
  environment,
  reference,
});

/** @param sought what was looked for: for the command itself, or for the first of several that have its reference */
function unplaced(
  command: CreateSession,
  sought: HoldDraft | undefined,
  pools: Map<string, NumberPool>,
): CreateOutcome {
  const first = sought?.command ?? command;
  if (sought?.held_back && first.operator === command.operator)
    return { kind: 'too_many_open_sessions', ...sought.held_back };
  const is_same =
    first.operator === command.operator &&
    first.amount_xaf === command.amount_xaf &&
    first.customer_phone === command.customer_phone;
  const reason = is_same ? whyNoNumber(command, sought) : BEHIND_ANOTHER;
  const count = pools.get(poolName(poolKeyOf(command)))?.numbers.length ?? 0;
  return {
    kind: 'no_collection_number',
    failed_checks: [{ name: 'collection_number_pool', ready: false, reason, count }],
  };
}

/** Nothing was looked for, since the first might have been made. */
const BEHIND_ANOTHER =
  'another request by this reference, for something else, came at the same moment and found none; send this one again';

function whyNoNumber(
  { operator, amount_xaf, environment }: CreateSession,
  sought: HoldDraft | undefined,
): string {
  const has_its_share =
    environment === 'live' && sought?.state === 'no_number' && sought.amount_share === null;
  return has_its_share
    ? `your open sessions of ${amount_xaf} XAF, or of amounts easily mistaken for it, hold as many of the ${operator} numbers as one merchant may: a fifth, or more while no other merchant asks for this amount; wait until one of them is over, or declare customer_phone with each`
    : `each active ${operator} number already waits for a payment of ${amount_xaf} XAF or for one easily mistaken for it, or has reached its daily cap; declare customer_phone, or try again in a few minutes`;
}

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
  commands: Unkeyed<CreateSession>[],
): Promise<(CreateOutcome | null)[]> {
  const now = services.now();
  const { pools, unserved } = await knownOf(services, commands);
  const may = commands.map(({ by_link }, i) => by_link === undefined && unserved[i] === null);
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
