import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { STAFF_ROLES } from '../../src/domain/account/person.ts';
import type { Browser } from './browser.ts';
import { type Known, openSite, type Site, textOf } from './site.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

const rename = (browser: Browser, name: string) => browser.post('/account/profile', { name, language: 'en' });

/** The rows of a page's tables, as they are read. */
const linesOf = ({ body }: { body: string }) => body.split('<tr').map((row) => textOf(`<tr${row}`));

describe('Somebody who takes a colleague’s name', () => {
  test('is told from him by the mail address beside it, where the owner reads who did what', async () => {
    const owner = await site.member('owner');
    const merchant_id = owner.known.merchant_id ?? '';
    const cashier = await site.member('cashier', merchant_id);
    await rename(cashier, owner.known.name);
    await cashier.post('/dashboard/leave');
    const lines = linesOf(await owner.get('/dashboard/team/activity'));
    expect(lines.find((line) => line.includes('left the team'))).toContain(
      `${owner.known.name} ${cashier.known.email}`,
    );
    // And that he did is there too, with the name that was his.
    expect(lines.find((line) => line.includes('changed their name'))).toMatch(
      new RegExp(`${cashier.known.email} changed their name.*${cashier.known.name}`),
    );
  });

  test('is told from him on the list of keys', async () => {
    const owner = await site.member('owner');
    const developer = await site.member('developer', owner.known.merchant_id ?? '');
    await rename(developer, owner.known.name);
    const at = '/dashboard/test/keys';
    await developer.post(at, { id: site.services.newId(), name: 'Till', scopes: 'payment_sessions:write' });
    const line = linesOf(await owner.get(at)).find((one) => one.includes('Till'));
    expect(line).toContain(developer.known.email);
  });

  test.each(STAFF_ROLES)(
    'as %s is told from him in the audit trail, where his renaming stands with both names',
    async (role) => {
      const colleague = await site.staff('supervisor');
      const renamed = await site.staff(role);
      const merchant = await site.member('owner');
      await rename(renamed, colleague.known.name);
      const { known }: { known: Known } = renamed;
      const trail = linesOf(await colleague.get(`/office/audit?actor=${encodeURIComponent(known.email)}`));
      const line = trail.find((one) => one.includes('staff.own_name'));
      expect(line).toContain(known.email);
      expect(line).toContain(JSON.stringify({ before: known.name, after: colleague.known.name }));
      if (role !== 'supervisor') return;
      const office = `/office/merchants/${merchant.known.merchant_id}`;
      await renamed.post(`${office}/freeze`, { environment: 'live', 'note-freeze-live': 'looks like fraud' });
      const said = `${colleague.known.name} ${known.email}`;
      const named = (await colleague.get('/office/audit')).body;
      expect(linesOf({ body: named }).find((one) => one.includes('merchant.freeze'))).toContain(said);
      expect(textOf((await colleague.get(office)).body)).toContain(said);
    },
  );

  test('who sends the form of his profile with the name that he has is put on no record', async () => {
    const owner = await site.member('owner');
    const staff = await site.staff('agent');
    await rename(owner, owner.known.name);
    await rename(staff, staff.known.name);
    const ids = [owner.known.account_id, staff.known.account_id];
    const rows = await site.world.rows(
      `select action from member_actions where account_id = any ($1::uuid[])
       union all select action from staff_actions where account_id = any ($1::uuid[])`,
      [ids],
    );
    expect(rows).toEqual([]);
  });
});
