import type { Signature } from '../domain/review/second-person.ts';
import {
  countAccountsAt,
  findSignInByEmail,
  insertAccounts,
  putPasswords,
} from '../store/accounts/accounts.ts';
import { insertMembers } from '../store/accounts/members.ts';
import { atomically } from '../store/connect/atomically.ts';
import type { SiteServices } from './account/services.ts';
import { approveKyc, createMerchants } from './merchants.ts';
import { type AddStaff, addStaff } from './staff/enrol.ts';

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
    const [owner] = await findSignInByEmail(client, { email: OWNER });
    if (owner === undefined) throw new Error('the demo owner was written and did not come back');
    await putPasswords(client, [{ account_id: owner.id, hash, set_at: created_at }]);
    await insertMembers(client, [
      { id: services.newId(), account_id: owner.id, merchant_id, role: 'owner', created_at },
    ]);
  });
  const { link } = await addOne(services, {
    ...{ email: STAFF, name: 'Demo staff', role: 'administrator', language: 'fr' },
    ...{ actor: 'npm start', note: 'montré une fois par npm start' },
  });
  return { owner_email: OWNER, owner_password, staff_email: STAFF, staff_link: link };
}

async function addOne(services: SiteServices, asked: AddStaff) {
  const added = await addStaff(services, asked);
  if (added.kind !== 'added') throw new Error(`${asked.email} was not added to the staff of the demo`);
  return added;
}

/** A stall that may take real payments, two of staff who work for it, and a shop that hands its profile in. */
export type DemoTrade = {
  merchant_id: string;
  /** Nobody signs in as these. */
  colleagues: readonly [Signature, Signature];
  applicant: { merchant_id: string; by: { id: string; email: string } };
};

/** In development: whom the cases on staff's desk are about, and whom the first decisions are by. */
export async function openDemoTrade(services: SiteServices): Promise<DemoTrade> {
  const colleague = async (name: string): Promise<Signature> => {
    const asked = { email: `${name.toLowerCase()}@${DOMAIN}`, name: `Demo ${name.toLowerCase()}` };
    const { staff } = await addOne(services, {
      ...{ ...asked, role: 'supervisor', language: 'fr' },
      ...{ actor: 'npm start', note: 'une collègue de la démonstration' },
    });
    return { actor: asked.name, account_id: staff.account_id, note: 'dans la démonstration' };
  };
  const colleagues = [await colleague('Supervisor'), await colleague('Colleague')] as const;
  const [stall, pharmacy] = await createMerchants(services, [
    { name: 'Demo stall', fee_basis_points: 100 },
    { name: 'Demo pharmacy', fee_basis_points: 0 },
  ]);
  if (stall?.kind !== 'created' || pharmacy?.kind !== 'created')
    throw new Error('a merchant of the demo was refused');
  await approveKyc(services, [stall.merchant.id]);
  const by = { id: services.newId(), email: `pharmacy@${DOMAIN}` };
  const created_at = services.now();
  const { id: merchant_id } = pharmacy.merchant;
  await atomically(services.pool, async (client) => {
    await insertAccounts(client, [{ ...by, name: 'Demo pharmacist', language: 'fr', created_at }]);
    await insertMembers(client, [
      { id: services.newId(), account_id: by.id, merchant_id, role: 'owner', created_at },
    ]);
  });
  return { merchant_id: stall.merchant.id, colleagues, applicant: { merchant_id, by } };
}

/** Whether a database holds the people of a demo, whose passwords stood on a screen: production refuses it. */
export async function hasDemoPeople(services: Pick<SiteServices, 'pool'>): Promise<boolean> {
  const [found] = await countAccountsAt(services.pool, { emails_like: `%@${DOMAIN}` });
  return (found?.accounts ?? 0) > 0;
}
