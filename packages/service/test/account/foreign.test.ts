import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MEMBER_ROLES, type MemberRole, STAFF_ROLES } from '../../src/domain/account/person.ts';
import { draftSettlements } from '../../src/engine/settlements/draft.ts';
import type { AnyPage } from '../../src/web/frame/table.ts';
import { SITE_PAGES } from '../../src/web/site.ts';
import { start } from '../collection/transactions.ts';
import { pdf } from '../kyc/files.ts';
import { sendForm } from '../kyc/multipart.ts';
import { newLink } from '../links/shop.ts';
import type { Browser } from './browser.ts';
import { type Known, openSite, type Site } from './site.ts';

type Person = Browser & { known: Known };

let site: Site;
let owner: Person;
const rivals = new Map<string, Person>();
/** What is somebody's, by what stands before it in an address: ids of things that are there, in test mode. */
const THEIRS = new Map<string, string[]>();
/** Ids that are there, behind others that they don't belong to. */
const APART = new Map<string, [string, string][]>();

const one = async (sql: string, values: unknown[] = []): Promise<string> => {
  const [row] = await site.world.rows<{ id: string }>(sql, values);
  if (row === undefined) throw new Error(`nothing is there: ${sql}`);
  return row.id;
};
const onceIn = (body: string): string => /name="once" value="([^"]+)"/.exec(body)?.[1] ?? '';

/** A merchant with one of everything that an address can name. */
async function oneOfEach(person: Person) {
  const merchant_id = person.known.merchant_id ?? '';
  const mine = `where merchant_id = '${merchant_id}'`;
  const session = await site.world.session(merchant_id);
  const transaction = await start(site.world, merchant_id);
  const { id: link } = await newLink(site.world, merchant_id);
  await person.submit('/dashboard/test/keys', {
    id: site.services.newId(),
    name: 'till',
    scopes: ['events:read'],
  });
  const once = onceIn((await person.get('/dashboard/test/webhooks')).body);
  await person.post('/dashboard/test/webhooks', {
    once,
    url: 'https://shop.example.com/hooks',
    description: '',
  });
  const endpoint = await one(`select id from webhook_endpoints ${mine}`);
  await person.post(`/dashboard/test/webhooks/${endpoint}/test`);
  const [delivery, event] = [
    await one('select id from webhook_deliveries where endpoint_id = $1', [endpoint]),
    await one('select event_id as id from webhook_deliveries where endpoint_id = $1', [endpoint]),
  ];
  const kind = 'identity';
  const files = [{ field: `file-${kind}`, name: 'card.pdf', bytes: pdf() }];
  await sendForm(person, '/dashboard/profile/documents', { kind }, files);
  await person.post('/dashboard/team/invitations', {
    email: `new-${merchant_id}@example.com`,
    role: 'cashier',
    language: 'fr',
  });
  await site.member('cashier', merchant_id);
  const paid = await site.world.session(merchant_id, { amount_xaf: 7_000 });
  await site.world.pay(paid);
  await draftSettlements(site.services, [{ merchant_id, environment: 'test', by: 'a test' }]);
  const payout = site.services.newId();
  await site.world.rows(
    `insert into payout_accounts (id, merchant_id, kind, operator, msisdn, holder_name, state, asked_by, asked_at, frozen_until)
    values ($1, $2, 'number', 'AIRTEL', '+23566000111', 'Shop', 'WAITING', 'owner@example.com', $3, $3::timestamptz + interval '72 hours')`,
    [payout, merchant_id, site.services.now()],
  );
  return {
    ...{ merchant_id, session: session.id, transaction: transaction.id, link, endpoint, delivery, event },
    payout,
    settlement: await one(`select id from settlements ${mine}`),
    key: await one(`select id from api_keys ${mine}`),
    document: await one(`select id from kyc_documents ${mine}`),
    invitation: await one(`select id from invitations ${mine}`),
    member: await one(`select id from members ${mine} and role = 'cashier'`),
  };
}

beforeAll(async () => {
  site = await openSite();
  owner = await site.member('owner');
  const theirs = await oneOfEach(owner);
  const payments = [theirs.session, theirs.transaction];
  const nouns: Readonly<Record<string, string[]>> = {
    '/dashboard/:environment/new': payments,
    '/dashboard/:environment/payments': payments,
    '/dashboard/:environment/keys': [theirs.key],
    '/dashboard/:environment/webhooks': [theirs.endpoint],
    '/dashboard/:environment/deliveries': [theirs.delivery],
    '/dashboard/:environment/events': [theirs.event],
    '/dashboard/:environment/links': [theirs.link],
    '/dashboard/:environment/settlements': [theirs.settlement],
    '/dashboard/payout': [theirs.payout],
    '/dashboard/profile/documents': [theirs.document],
    '/dashboard/team/invitations': [theirs.invitation],
    '/dashboard/team/members': [theirs.member],
  };
  for (const [noun, ids] of Object.entries(nouns)) THEIRS.set(noun, ids);
  const first = await site.member('owner');
  for (const role of MEMBER_ROLES)
    rivals.set(role, role === 'owner' ? first : await site.member(role, first.known.merchant_id ?? ''));
  const other = await oneOfEach(first);
  APART.set('/office/merchants/:id/documents/:document_id', [
    [theirs.merchant_id, other.document],
    [other.merchant_id, theirs.document],
  ]);
  APART.set('/office/merchants/:id/keys/:key_id/revoke', [
    [theirs.merchant_id, other.key],
    [other.merchant_id, theirs.key],
  ]);
});
afterAll(() => site.close());

const nounOf = (path: string): string => path.split(/\/:(?!environment)/, 1)[0] ?? '';
// A day is everybody's: what a merchant had on it is found by the merchant.
const named = SITE_PAGES.filter(({ path }) => /:(?!environment|day)/.test(path));
const ofMembers = named.filter((page) => page.for === 'member');
const methodsOf = ({ get, post }: AnyPage) => [...(get ? ['GET'] : []), ...(post ? ['POST'] : [])] as const;

/** What makes a form do its work, if only the id were right. */
const FIELDS = { status: 'disabled', role: 'owner', since: '2026-11-20', once: '', 'note-send-back': 'seen' };
const knock = (browser: Browser, method: string, path: string, fields: Record<string, string> = {}) =>
  method === 'GET'
    ? browser.get(path)
    : browser.post(path, { ...FIELDS, once: site.services.newId(), note: 'because', ...fields });

/** Everything that is kept, but for who looked and how often. */
async function everything(): Promise<Map<string, string>> {
  const tables = await site.world.rows<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' and c.relname not in ('browser_sessions', 'try_limits') order by 1`,
  );
  const sql = tables.map(
    ({ name }) =>
      // Sums of hashes need no order, which would take most of the time.
      `select '${name}' as name, count(*) || '/' || coalesce(sum(hashtextextended(t::text, 0)), 0) as said from "${name}" t`,
  );
  const rows = await site.world.rows<{ name: string; said: string }>(sql.join(' union all '));
  return new Map(rows.map(({ name, said }) => [name, said]));
}

describe('What is one merchant’s', () => {
  test('has an id prepared here for each address that names one', () => {
    expect(ofMembers.filter(({ path }) => !THEIRS.has(nounOf(path))).map(({ path }) => path)).toEqual([]);
    const two = named.filter((page) => page.for === 'staff' && page.path.match(/:/g)?.length === 2);
    expect(two.map(({ path }) => path).sort()).toEqual([...APART.keys()].sort());
    expect(named.filter((page) => page.for === 'person' || page.for === 'anybody')).toEqual([]);
  });

  test.each(ofMembers.map((page) => ({ page, path: page.path })))(
    '$path is nowhere for another merchant, whatever the role and the environment, and nothing is done',
    async ({ page }) => {
      const before = await everything();
      const environments = page.path.includes(':environment') ? ['test', 'live'] : [''];
      const ids = (THEIRS.get(nounOf(page.path)) ?? []).flatMap((id) => [id, id.toUpperCase()]);
      const paths = environments.flatMap((environment) =>
        ids.map((id) => page.path.replace(':environment', environment).replace(/:[a-z_]+/, id)),
      );
      const tryAll = async (role: MemberRole) => {
        for (const path of paths)
          for (const method of methodsOf(page)) {
            const { statusCode } = await knock(rivals.get(role) as Browser, method, path);
            expect([method, path, role, statusCode]).toEqual([method, path, role, 404]);
          }
      };
      // One after another: they are of one merchant, and of its files two are written at once.
      for (const role of page.roles) await tryAll(role);
      expect(await everything()).toEqual(before);
    },
  );

  test.each(
    ofMembers.filter(({ path }) => path.includes(':environment')).map((page) => ({ page, path: page.path })),
  )('$path is nowhere for its own merchant either, in the other environment', async ({ page }) => {
    const before = await everything();
    for (const id of THEIRS.get(nounOf(page.path)) ?? [])
      for (const method of methodsOf(page)) {
        const path = page.path.replace(':environment', 'live').replace(/:[a-z_]+/, id);
        expect([method, path, (await knock(owner, method, path)).statusCode]).toEqual([method, path, 404]);
      }
    expect(await everything()).toEqual(before);
  });

  test('is nowhere where a form names it', async () => {
    const rival = rivals.get('owner') as Person;
    const own = await site.world.session(rival.known.merchant_id ?? '');
    const [delivery_id = ''] = THEIRS.get('/dashboard/:environment/deliveries') ?? [];
    const theirs = await one('select id from browser_sessions where account_id = $1', [
      owner.known.account_id,
    ]);
    const before = await everything();
    const tries: [string, Record<string, string>, number][] = [
      [`/dashboard/test/payments/${own.id}/resend`, { delivery_id }, 404],
      ['/account/sessions/end', { id: theirs }, 404],
      ['/account/merchant', { merchant_id: owner.known.merchant_id ?? '' }, 404],
    ];
    for (const [path, fields, status] of tries)
      expect([path, (await knock(rival, 'POST', path, fields)).statusCode]).toEqual([path, status]);
    expect(await everything()).toEqual(before);
    expect((await owner.get('/account')).statusCode).toBe(200);
  });

  test.each(named.filter(({ path }) => path.match(/:/g)?.length === 2 && path.startsWith('/office')))(
    '$path finds nothing of one merchant behind another’s id',
    async (page) => {
      const staff = await site.staff('administrator');
      const before = await everything();
      for (const [first, second] of APART.get(page.path) ?? []) {
        const path = page.path.replace(/:[a-z_]+/, first).replace(/:[a-z_]+/, second);
        const answer = await knock(staff, 'POST', path, { [`note-${second}`]: 'because' });
        expect([path, answer.statusCode]).toEqual([path, 404]);
      }
      expect(await everything()).toEqual(before);
    },
  );

  test('and a token of one of the staff is nowhere for another', async () => {
    const [first, second] = [await site.staff('agent'), await site.staff('administrator')];
    await first.post('/office/tokens', { name: 'laptop', days: '30' });
    const id = await one('select id from staff_tokens where account_id = $1', [first.known.account_id]);
    const before = await everything();
    for (const verb of ['approve', 'revoke'])
      expect((await second.post(`/office/tokens/${id}/${verb}`)).statusCode).toBe(404);
    for (const role of STAFF_ROLES.filter((role) => role !== 'administrator'))
      expect((await (await site.staff(role)).post(`/office/staff/tokens/${id}/revoke`)).statusCode).toBe(403);
    // Hiring for this test wrote accounts: what is looked at is the token.
    const after = await everything();
    expect(after.get('staff_tokens')).toBe(before.get('staff_tokens'));
  });

  // Last: it does what the others try.
  test('is there for its own merchant, by the very same addresses and forms', async () => {
    const lasts = (path: string): number => Number(/remove|revoke|close|cancel/.test(path));
    // Which of a payment's deliveries is sent again, its form says: the payment alone is not enough.
    const sufficient = ofMembers.filter(({ path }) => !path.endsWith('/payments/:id/resend'));
    for (const page of sufficient.toSorted((a, b) => lasts(a.path) - lasts(b.path)))
      for (const method of methodsOf(page)) {
        const [id = ''] = THEIRS.get(nounOf(page.path)) ?? [];
        const path = page.path.replace(':environment', 'test').replace(/:[a-z_]+/, id);
        const { statusCode } = await knock(owner, method, path);
        expect([method, path, [200, 201, 303, 422].includes(statusCode)]).toEqual([method, path, true]);
      }
  });
});
