import type { PoolClient } from 'pg';
import { isUuid } from '../../domain/keys.ts';
import type { Signature } from '../../domain/review/second-person.ts';
import { mayRecord, type StaffVerb } from '../../domain/staff/role.ts';
import { findInterests, lockStaff } from '../../store/staff/accounts.ts';
import type { Database } from '../../store/statement.ts';
import type { Services } from '../services.ts';

/** Somebody may not do what they asked for. The sentence is for them; nothing was done. */
export class StaffRefusal extends Error {
  readonly kind: 'left_the_staff' | 'other_role' | 'own_merchant';

  constructor(kind: StaffRefusal['kind'], sentence: string) {
    super(sentence);
    this.name = 'StaffRefusal';
    this.kind = kind;
  }
}

type AskedAction = Pick<Signature, 'actor' | 'account_id'> & { action: string };
/** With what it is about: `detail` may name more of it. */
type About = AskedAction & { subject_id: string; detail?: Record<string, unknown> };

/** Whoever has left a merchant's team decides nothing about that merchant for so long. */
const INTEREST_LASTS_MS = 90 * 86_400_000;

/**
 * Holds each account that signs to what its role may do at this moment, and keeps that role until the commit. Nobody decides
 * about a merchant whose team they are in or left lately, whatever their role and whoever agrees. Typed names have no role:
 * whoever takes a signature refuses them where they don't count.
 * @throws StaffRefusal
 */
export async function requireAllowed(client: PoolClient, asked: readonly About[], now: Date): Promise<void> {
  const ids = [...new Set(asked.flatMap(({ account_id }) => account_id ?? []))].sort();
  if (ids.length === 0) return;
  judge(await lockStaff(client, ids), asked);
  const [own] = await interestsIn(client, asked.flatMap(aboutOf), now);
  if (own === undefined) return;
  const actor = asked.find(({ account_id }) => account_id === own.account_id)?.actor;
  throw new StaffRefusal(
    'own_merchant',
    `${actor} is, or lately was, in the team of ${own.merchant_name}: somebody else of the staff must decide this. Nothing was done.`,
  );
}

/** Those of these ids about which somebody may not decide, since he is, or lately was, in the team of their merchant. */
export async function ofOwnTeam(
  database: Database,
  { account_id }: Pick<Signature, 'account_id'>,
  ids: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  if (account_id === undefined || ids.length === 0) return new Set();
  const about = ids.map((id) => ({ account_id, id }));
  return new Set((await interestsIn(database, about, now)).map(({ id }) => id));
}

function interestsIn(database: Database, about: ReturnType<typeof aboutOf>, now: Date) {
  const left_after = new Date(now.getTime() - INTEREST_LASTS_MS);
  return findInterests(
    database,
    about.map((one) => ({ ...one, left_after })),
  );
}

/**
 * All ids that an act names, since each may be a merchant's. A subject may be an id with one of its matters, as in
 * `<id>/end`.
 */
function aboutOf({ account_id, subject_id, detail = {} }: About): { account_id: string; id: string }[] {
  if (account_id === undefined) return [];
  const named = [...subject_id.split('/'), ...Object.values(detail).flat()].filter(
    (id) => typeof id === 'string' && isUuid(id),
  );
  return named.map((id) => ({ account_id, id: String(id) }));
}

/**
 * Asks for the role alone, ahead of work that is not done in the transaction of the decision.
 * @throws StaffRefusal
 */
export async function requireMay(services: Services, by: Signature, action: StaffVerb): Promise<void> {
  const database: Database = services.pool;
  if (by.account_id !== undefined) judge(await lockStaff(database, [by.account_id]), [{ ...by, action }]);
}

function judge(staff: Awaited<ReturnType<typeof lockStaff>>, asked: readonly AskedAction[]): void {
  const roles = new Map(staff.map((row) => [row.account_id, row.role]));
  for (const { actor, account_id, action } of asked) {
    if (account_id === undefined) continue;
    const role = roles.get(account_id);
    if (role === undefined)
      throw new StaffRefusal('left_the_staff', `${actor} is not on the staff any more: nothing was done.`);
    if (!mayRecord(role, action))
      throw new StaffRefusal(
        'other_role',
        `${actor} is on the staff as ${role}, which may not do this (${action}). Ask one who may: npx chari staff roles.`,
      );
  }
}
