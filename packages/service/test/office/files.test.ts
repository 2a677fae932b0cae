import { afterAll, beforeAll, expect, test } from 'vitest';
import { readIban } from '../../src/domain/settlement/payout-account.ts';
import { DAY_MS } from '../../src/domain/time.ts';
import { decideSettlements } from '../../src/engine/desk/settlements/approve.ts';
import { addBankAccounts } from '../../src/engine/desk/settlements/rules.ts';
import { SITE_PAGES } from '../../src/web/site.ts';
import { openSite, type Site } from '../account/site.ts';
import { brings, draft, verify } from '../settlements/shop.ts';
import { hire } from './people.ts';

const IBAN = String(readIban('60002 00001 02710916001 53'));

let site: Site;
beforeAll(async () => {
  site = await openSite();
  const { world } = site;
  const merchant = await world.merchant();
  await verify(world, merchant);
  await world.rows(
    `insert into payout_accounts (id, merchant_id, kind, bank_name, iban, holder_name, state, asked_by, asked_at,
      frozen_until, decided_by, decided_at)
    values ($1, $2, 'bank', 'Ecobank', $4, 'Awa Mahamat', 'CONFIRMED', 'owner@example.com',
      $3::timestamptz - interval '30 days', $3::timestamptz - interval '27 days', 'Moussa', $3)`,
    [world.services.newId(), merchant, world.now, IBAN],
  );
  await brings(world, merchant, [5000], { at: new Date(world.now.getTime() - 5 * DAY_MS) });
  const one = await draft(world, merchant);
  if (one.kind !== 'drafted') throw new Error(JSON.stringify(one));
  const by = await hire(site.services, 'Awa', 'supervisor');
  await decideSettlements(site.services, [{ settlement_id: one.settlement_id, does: 'approve', ...by }]);
  const bank = {
    name: 'Principal',
    bank_name: 'Ecobank',
    iban: IBAN,
    holder_name: 'Chari SA',
  };
  await addBankAccounts(site.services, [{ ...bank, ...by }]);
});
afterAll(() => site.close());

/** The addresses of files, by their pages. */
const FILES: Readonly<Record<string, string>> = {
  '/office/settlements/sending.csv': '/office/settlements/sending.csv',
  '/office/settlements/sending.pdf': '/office/settlements/sending.pdf',
  '/office/settlements/order.xml': '/office/settlements/order.xml?bank=Principal',
  '/office/refunds/sending.pdf': '/office/refunds/sending.pdf',
  '/office/reports/suspense': '/office/reports/suspense?format=xlsx',
  '/office/reports/volume': '/office/reports/volume?from=2026-11-01&to=2026-11-30',
  '/office/proof/:day/proof.pdf': '/office/proof/2026-11-20/proof.pdf',
};

test('every file that staff take stands in the audit trail, with who took it: an auditor too', async () => {
  const named = SITE_PAGES.filter((page) => page.for === 'staff' && /\.[a-z]{3}$|reports\/./.test(page.path));
  expect(named.map(({ path }) => path).toSorted()).toEqual(Object.keys(FILES).toSorted());
  const auditor = await site.staff('auditor');
  for (const address of Object.values(FILES)) {
    const answer = await auditor.get(address);
    const name = /filename="([^"]+)"/.exec(String(answer.headers['content-disposition']))?.[1];
    expect([address, answer.statusCode, typeof name]).toEqual([address, 200, 'string']);
    const rows = await site.world.rows<{ subject_id: string }>(
      `select subject_id from staff_actions where action = 'file.take' and account_id = $1 order by id desc limit 1`,
      [auditor.known.account_id],
    );
    expect(rows[0]?.subject_id.replace(/\.[a-z]+$/, '')).toBe(name?.replace(/\.[a-z]+$/, ''));
  }
  const [order] = await site.world.rows<{ detail: object }>(
    `select detail from staff_actions where action = 'file.take' and subject_id like 'pain001-%'`,
  );
  expect(order?.detail).toMatchObject({
    bank: 'Principal',
    sum_xaf: 5000,
    references: [expect.stringMatching(/^ST/)],
  });
});
