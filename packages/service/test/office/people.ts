import { randomBytes } from 'node:crypto';
import type { StaffRole } from '../../src/domain/account/person.ts';
import type { Signature } from '../../src/domain/review/second-person.ts';
import type { SiteServices } from '../../src/engine/account/services.ts';
import type { Services } from '../../src/engine/services.ts';
import { type AddStaff, addStaff } from '../../src/engine/staff/enrol.ts';
import { createTokens, whoSigns } from '../../src/engine/staff/tokens.ts';

/** Lets somebody work here as the command line does: who it is, and their link. */
export async function addToStaff(services: SiteServices, asked: AddStaff) {
  const added = await addStaff(services, asked);
  if (added.kind !== 'added') throw new Error(`${asked.email} was not added: ${added.kind}`);
  return added;
}

export type Person = Required<Signature> & { email: string };

/** Somebody on the staff, who signs with their account. */
export async function hire(services: Services, actor: string, role: StaffRole = 'agent'): Promise<Person> {
  const account_id = services.newId();
  const email = `${account_id}@example.com`;
  const now = services.now();
  await services.pool.query(
    `insert into accounts (id, email, name, language, email_verified_at, created_at) values ($1, $2, $3, 'fr', $4, $4)`,
    [account_id, email, actor, now],
  );
  await services.pool.query('insert into staff (account_id, role, created_at) values ($1, $2, $3)', [
    account_id,
    role,
    now,
  ]);
  return { actor, account_id, email, note: 'looked up' };
}

/** A token that its owner has made: what they sign with in a terminal. */
export async function tokenOf(services: Services, person: Person, days = 30) {
  const { actor, account_id, note } = person;
  const [made] = await createTokens(services, [
    {
      ...{ actor, account_id, note, of: account_id, name: 'laptop', days },
      random_bytes: randomBytes(32),
      is_approved: true,
    },
  ]);
  if (made?.kind !== 'created') throw new Error(`no token: ${made?.kind}`);
  return { id: made.token.id, secret: made.secret };
}

/** Who signs by a token, as the command line asks it each time. */
export async function signWith(services: Services, secret: string): Promise<Signature> {
  const found = await whoSigns(services, secret);
  if (found.kind !== 'signer') throw new Error(`the token is ${found.kind}`);
  return { ...found.signer, note: 'with a token' };
}
