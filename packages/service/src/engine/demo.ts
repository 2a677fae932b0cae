import {
  countAccountsAt,
  findSignInByEmail,
  insertAccounts,
  putPasswords,
} from '../store/accounts/accounts.ts';
import { insertMembers } from '../store/accounts/members.ts';
import { atomically } from '../store/connect/atomically.ts';
import type { SiteServices } from './account/services.ts';
import { addStaff } from './staff/enrol.ts';

/** No mail is ever delivered to a name of this domain (RFC 2606), so nobody else can own such an account. */
const DOMAIN = 'demo.invalid';
const OWNER = `owner@${DOMAIN}`;
const STAFF = `staff@${DOMAIN}`;
/** 80 bits in letters and digits that nobody mistakes. */
const PASSWORD_CHARACTERS = 'abcdefghijkmnpqrstuvwxyz23456789';
const PASSWORD_LENGTH = 16;

/** Two people to try the pages as: shown once. */
export type DemoPeople = {
  owner_email: string;
  owner_password: string;
  staff_email: string;
  staff_link: string | null;
};

/** In development: an owner of the demo merchant, and one of staff, who sets up a second factor by a link. */
export async function openDemoPeople(services: SiteServices, merchant_id: string): Promise<DemoPeople> {
  const owner_password = [...services.randomBytes(PASSWORD_LENGTH)]
    .map((byte) => PASSWORD_CHARACTERS[byte % PASSWORD_CHARACTERS.length])
    .join('');
  const hash = await services.hashing.hash(owner_password);
  const created_at = services.now();
  await atomically(services.pool, async (client) => {
    const named = { email: OWNER, name: 'Demo owner', language: 'fr' as const };
    await insertAccounts(client, [{ id: services.newId(), ...named, created_at }]);
    const [owner] = await findSignInByEmail(client, OWNER);
    if (owner === undefined) throw new Error('the demo owner was written and did not come back');
    await putPasswords(client, [{ account_id: owner.id, hash, set_at: created_at }]);
    await insertMembers(client, [
      { id: services.newId(), account_id: owner.id, merchant_id, role: 'owner', created_at },
    ]);
  });
  const { link } = await addStaff(services, {
    ...{ email: STAFF, name: 'Demo staff', role: 'administrator', language: 'fr' },
    ...{ actor: 'the first start', note: 'shown once by npm start' },
  });
  return { owner_email: OWNER, owner_password, staff_email: STAFF, staff_link: link };
}

/** Whether a database holds the people of a demo, whose passwords stood on a screen: production refuses it. */
export async function hasDemoPeople(services: Pick<SiteServices, 'pool'>): Promise<boolean> {
  const [found] = await countAccountsAt(services.pool, `%@${DOMAIN}`);
  return (found?.accounts ?? 0) > 0;
}
