import { afterAll, expect, test } from 'vitest';
import { openSite } from '../account/site.ts';

const site = await openSite();
afterAll(() => site.close());

/** Over the wire in all, since a page loads nothing else. */
const PAGE_BYTES_MAX = 40_000;

test('no page of a profile, of the settings or of a merchant weighs more than 40 KB over the wire', async () => {
  const owner = await site.member('owner');
  const staff = await site.staff('supervisor');
  const headers = { 'accept-encoding': 'br' };
  const pages = [
    ...['profile', 'profile/documents', 'profile/check', 'settings'].map((path) =>
      owner.get(`/dashboard/${path}`, headers),
    ),
    staff.get('/office/merchants', headers),
    staff.get(`/office/merchants/${owner.known.merchant_id}`, headers),
  ];
  for (const { statusCode, rawPayload, headers: got } of await Promise.all(pages)) {
    expect([statusCode, got['content-encoding']]).toEqual([200, 'br']);
    expect(rawPayload.length).toBeLessThan(PAGE_BYTES_MAX);
  }
});
