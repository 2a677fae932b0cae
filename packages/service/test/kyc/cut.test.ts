import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMerchants } from '../../src/engine/merchants.ts';
import { openSite, type Site } from '../account/site.ts';
import { until } from '../waiting/until.ts';
import { pdf } from './files.ts';
import { multipart, sendForm } from './multipart.ts';
import { COMPLETE, FILES } from './world.ts';

let site: Site;
let url: string;
beforeAll(async () => {
  site = await openSite();
  url = await site.server.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => site.close());

/** A POST over a socket of its own, whose headers name the cookies of a browser. */
function post(path: string, cookies: ReadonlyMap<string, string>, headers: Record<string, string | number>) {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const sent = request(`${url}${path}`, { method: 'POST', headers: { cookie, ...headers } });
  sent.on('error', () => undefined);
  return sent;
}

test('a document of four megabytes that staff let go after the first bytes is on record, and so is its reason', async () => {
  const [made] = await createMerchants(site.services, [{ name: 'Shop', fee_basis_points: 0 }]);
  const merchant_id = made?.kind === 'created' ? made.merchant.id : '';
  const owner = await site.member('owner', merchant_id);
  await owner.post('/dashboard/profile', { ...COMPLETE });
  const large = Buffer.concat([
    Buffer.from('%PDF-1.4\n'),
    Buffer.alloc(4_000_000, 0x41),
    Buffer.from('\n%%EOF\n'),
  ]);
  for (const [kind, bytes] of Object.entries({ ...FILES, registration: large }))
    await sendForm(owner, '/dashboard/profile/documents', { kind }, [
      { field: `file-${kind}`, name: 'x', bytes },
    ]);
  await owner.submit('/dashboard/profile/check');
  const staff = await site.staff('supervisor');
  const page = await staff.get(`/office/merchants/${merchant_id}`);
  const [to = ''] = [...page.body.matchAll(/action="([^"]+\/documents\/[^"]+)"/g)].map(
    ([, path]) => path ?? '',
  );
  const sent = post(to, staff.cookies, { 'content-type': 'application/x-www-form-urlencoded' });
  sent.end(new URLSearchParams({ csrf: staff.csrf ?? '' }).toString());
  const [answer] = await once(sent, 'response');
  const looks = () =>
    site.world.rows<{ note: string }>(
      `select note from staff_actions where subject_id = $1 and action = 'kyc.look'`,
      [merchant_id],
    );
  // Nothing of it has been read here yet, and the look is there already.
  expect(await looks()).toEqual([{ note: 'checking the profile' }]);
  answer.destroy();
  sent.destroy();
  expect((await staff.get(`/office/merchants/${merchant_id}`)).body).toContain(staff.known.name);
});

test('an upload whose line is cut leaves nothing, and the next one is taken', async () => {
  const owner = await site.member('owner');
  await owner.get('/dashboard/profile/documents');
  const file = { field: 'file-tax', name: 'a.pdf', bytes: pdf() };
  const body = multipart({ csrf: owner.csrf ?? '', kind: 'tax' }, [file]);
  const type = /--([^\r]+)/.exec(body.toString('latin1'))?.[1] ?? '';
  for (const kept of [10, Math.floor(body.length / 2), body.length - 5]) {
    const sent = post('/dashboard/profile/documents', owner.cookies, {
      'content-type': `multipart/form-data; boundary=${type}`,
      'content-length': body.length,
    });
    await new Promise<void>((resolve) => {
      sent.write(body.subarray(0, kept), () => resolve());
    });
    sent.destroy();
  }
  const rows = () =>
    site.world.rows('select 1 from kyc_documents where merchant_id = $1', [owner.known.merchant_id]);
  expect(await rows()).toEqual([]);
  // The process may hear of the cuts a moment later, and lets two of a shop in at once.
  await until(async () => {
    const done = await sendForm(owner, '/dashboard/profile/documents', { kind: 'tax' }, [file]);
    return done.statusCode === 303;
  });
  expect((await rows()).length).toBe(1);
});
