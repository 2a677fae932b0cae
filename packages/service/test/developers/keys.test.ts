import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAuthenticator } from '../../src/engine/keys/authenticate.ts';
import { headingOf, openSite, type Site, textOf } from '../account/site.ts';

let site: Site;
let owner: Awaited<ReturnType<Site['member']>>;
let merchant: string;
beforeAll(async () => {
  site = await openSite();
  owner = await site.member('owner');
  merchant = owner.known.merchant_id ?? '';
});
afterAll(() => site.close());

const KEYS = '/dashboard/test/keys';
const keyIn = (body: string): string => /service_(?:test|live)_[0-9A-Za-z]{43}/.exec(body)?.[0] ?? '';
const idIn = (body: string): string => /name="id" value="([^"]+)"/.exec(body)?.[1] ?? '';

async function create(browser: typeof owner, fields: Record<string, string | string[]> = {}, path = KEYS) {
  const page = await browser.get(path);
  return browser.post(path, {
    id: idIn(page.body),
    name: 'Server',
    scopes: ['payment_sessions:write'],
    ...fields,
  });
}

/** Everything the database holds, as text. */
async function dump(): Promise<string> {
  const tables = await site.world.rows<{ name: string }>(
    "select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'",
  );
  const rows = await Promise.all(
    tables.map(({ name }) => site.world.rows(`select to_json(t)::text as row from ${name} t`)),
  );
  return JSON.stringify(rows);
}

describe('A key made on the dashboard', () => {
  test('is shown on the answer to its form, works, and stands nowhere afterwards', async () => {
    const made = await create(owner, { scopes: ['payment_sessions:write', 'payment_sessions:read'] });
    const key = keyIn(made.body);
    expect([made.statusCode, made.headers['cache-control'], key.length]).toEqual([201, 'no-store', 56]);
    const authenticate = createAuthenticator(site.services, () => performance.now());
    expect(await authenticate(key)).toMatchObject({
      merchant_id: merchant,
      environment: 'test',
      scopes: ['payment_sessions:read', 'payment_sessions:write'],
    });
    const pages = await Promise.all(
      [KEYS, '/dashboard', '/dashboard/test/requests', '/account'].map((path) => owner.get(path)),
    );
    for (const { body } of pages) expect(body).not.toContain(key.slice(-20));
    expect(await dump()).not.toContain(key.slice(-20));
    const list = textOf(pages[0]?.body ?? '');
    expect(list).toContain(`…${key.slice(-4)}`);
    expect(list).toMatch(/Server .*Person 1 person-1@example\.com never Active Revoke/);
    expect([...owner.cookies.values()].join()).not.toContain(key);
  });

  test('is made once by a form that is sent twice, and shown once', async () => {
    const page = await owner.get(KEYS);
    const fields = { id: idIn(page.body), name: 'Twice', scopes: ['events:read'] };
    const [first, second] = [await owner.post(KEYS, fields), await owner.post(KEYS, fields)];
    expect([first.statusCode, second.statusCode, keyIn(second.body)]).toEqual([201, 303, '']);
    expect(textOf((await owner.follow(second)).body)).toContain('shown once');
    const rows = await site.world.rows("select 1 from api_keys where name = 'Twice'");
    expect(rows).toHaveLength(1);
  });

  test('is revoked for ever, with a question before, and both are on record with who did it', async () => {
    const key = keyIn((await create(owner, { name: 'Short-lived' })).body);
    const [row] = await site.world.rows<{ id: string }>("select id from api_keys where name = 'Short-lived'");
    const path = `${KEYS}/${row?.id}/revoke`;
    expect(headingOf(await owner.get(path))).toBe('Revoke this key?');
    expect(textOf((await owner.submit(path)).body)).toContain('The key is revoked.');
    expect(await createAuthenticator(site.services, () => performance.now())(key)).toBe(null);
    expect((await owner.get(path)).statusCode).toBe(404);
    const done = await site.world.rows<{ action: string; detail: unknown }>(
      'select action, detail from member_actions where subject_id = $1 order by id',
      [row?.id],
    );
    expect(done.map(({ action }) => action)).toEqual(['key.created', 'key.revoked']);
    expect(JSON.stringify(done)).not.toContain(key);
  });

  test.each([
    [{ name: '' }, 'Write 1 to 100 characters.'],
    [{ name: 'x'.repeat(101) }, 'Write 1 to 100 characters.'],
    [{ scopes: [] }, 'Tick at least one box.'],
    [{ scopes: ['admin'] }, 'Tick at least one box.'],
  ])('with %j is asked for again', async (fields, sentence) => {
    const answer = await create(owner, fields);
    expect(answer.statusCode).toBe(422);
    expect(answer.body).toContain(sentence);
  });

  test('of live waits for the approval of its merchant, whatever is posted, and has no sandbox', async () => {
    const other = await site.member('developer');
    await site.world.rows("update merchants set kyc_status = 'PENDING' where id = $1", [
      other.known.merchant_id,
    ]);
    const live = '/dashboard/live/keys';
    expect(textOf((await other.get(live)).body)).toContain('Live keys open when your profile is approved');
    const id = site.services.newId();
    expect((await other.post(live, { id, name: 'x', scopes: ['events:read'] })).statusCode).toBe(403);
    expect((await create(other)).statusCode).toBe(201);
    const approved = await create(owner, { scopes: ['payment_sessions:write'] }, live);
    expect(keyIn(approved.body)).toMatch(/^service_live_/);
    expect((await create(owner, { scopes: ['sandbox:write'] }, live)).statusCode).toBe(422);
    // Who signed in a while ago says first that it is them.
    await site.world.rows(
      "update browser_sessions set proved_at = proved_at - interval '20 minutes' where account_id = $1",
      [owner.known.account_id],
    );
    const asked = await create(owner, {}, live);
    expect([asked.statusCode, keyIn(asked.body)]).toEqual([303, '']);
    expect(asked.headers.location).toBe('/account/confirm?next=%2Fdashboard%2Flive%2Fkeys');
    await site.world.rows('update browser_sessions set proved_at = created_at');
  });

  test('of live gives money back only where an owner says so: a developer can’t', async () => {
    const developer = await site.member('developer', merchant);
    const live = '/dashboard/live/keys';
    const scopes = ['refunds:read', 'refunds:write'];
    expect((await developer.get(live)).body).not.toContain('value="refunds:write"');
    expect((await create(developer, { scopes }, live)).statusCode).toBe(422);
    expect((await create(developer, { scopes })).statusCode).toBe(201);
    expect((await create(owner, { scopes }, live)).statusCode).toBe(201);
  });

  test('of another merchant, or of the other environment, is not there to be revoked', async () => {
    const other = await site.member('owner');
    await create(other, { name: 'Theirs' });
    await create(owner, { name: 'Ours live' }, '/dashboard/live/keys');
    const rows = await site.world.rows<{ id: string }>(
      "select id from api_keys where name in ('Theirs', 'Ours live')",
    );
    expect(rows).toHaveLength(2);
    for (const id of [...rows.map((row) => row.id), 'x', '%00', '01890000-0000-7000-8000-000000000000']) {
      expect((await owner.get(`${KEYS}/${id}/revoke`)).statusCode).toBe(404);
      expect((await owner.post(`${KEYS}/${id}/revoke`)).statusCode).toBe(404);
    }
    expect(
      await site.world.rows(
        "select 1 from api_keys where name in ('Theirs', 'Ours live') and revoked_at is not null",
      ),
    ).toEqual([]);
    expect((await owner.get(KEYS)).body).not.toContain('Theirs');
    // Nor is its id taken over by a form that names it.
    expect((await create(owner, { id: rows[0]?.id ?? '' })).statusCode).toBe(303);
  });

  test('has its name shown as text', async () => {
    await create(owner, { name: '<script>alert(1)</script>' });
    expect((await owner.get(KEYS)).body).not.toContain('<script>alert');
  });

  test('is for the owner and the developer: nobody else sees even the list', async () => {
    for (const role of ['accountant', 'cashier'] as const) {
      const member = await site.member(role, merchant);
      for (const path of [
        KEYS,
        '/dashboard/test/webhooks',
        '/dashboard/test/events',
        '/dashboard/test/requests',
      ])
        expect((await member.get(path)).statusCode).toBe(403);
      expect(
        (await member.post(KEYS, { id: site.services.newId(), name: 'x', scopes: ['events:read'] }))
          .statusCode,
      ).toBe(403);
    }
  });

  test('there are at most fifty of', async () => {
    const developer = await site.member('developer');
    await site.world.rows(
      `insert into api_keys (id, merchant_id, environment, key_hash, last4, scopes, created_at)
       select gen_random_uuid(), $1, 'test', decode(md5(n::text) || md5(n::text), 'hex'), 'abcd', '{events:read}', now()
       from generate_series(1, 50) n`,
      [developer.known.merchant_id],
    );
    const answer = await create(developer);
    expect([answer.statusCode, textOf(answer.body).includes('50 active keys')]).toEqual([422, true]);
  });

  test('stays on the list, can be revoked and counts, however many were made and revoked behind it', async () => {
    const developer = await site.member('developer');
    const { merchant_id = null } = developer.known;
    const first = idIn((await developer.get(KEYS)).body);
    await create(developer, { id: first, name: 'The first' });
    const add = (count: number, is_revoked: boolean) =>
      site.world.rows(
        `insert into api_keys (id, merchant_id, environment, key_hash, last4, scopes, created_at, revoked_at)
         select gen_random_uuid(), $1, 'test', sha256(gen_random_uuid()::text::bytea), 'abcd', '{events:read}', now(),
           case when $3 then now() end
         from generate_series(1, $2) n`,
        [merchant_id, count, is_revoked],
      );
    // Ids that are chosen at random lie before and behind it.
    await site.world.rows(`update api_keys set id = '00000000-0000-7000-8000-000000000001' where id = $1`, [
      first,
    ]);
    await add(500, true);
    const staff = await site.staff('supervisor');
    const shown = [await developer.get(KEYS), await staff.get(`/office/merchants/${merchant_id}`)];
    expect(shown.map(({ body }) => /The first|keys\/00000000/.test(body))).toEqual([true, true]);
    await add(49, false);
    expect((await create(developer)).statusCode).toBe(422);
    const revoke = `${KEYS}/00000000-0000-7000-8000-000000000001/revoke`;
    expect((await developer.get(revoke)).statusCode).toBe(200);
    expect((await developer.post(revoke)).statusCode).toBe(303);
    expect((await create(developer)).statusCode).toBe(201);
  });
});
