import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweepSteps } from '../../src/cli/serve/steps.ts';
import { forgetSignIns } from '../../src/engine/account/forget.ts';
import { waitingAccounts } from '../../src/engine/settlements/destination.ts';
import { askPayoutAccounts } from '../../src/engine/settlements/payout-accounts.ts';
import {
  forgetAccountMails,
  forgetInvitations,
  forgetLinks,
  forgetNotices,
  forgetSessions,
  forgetUsedCodes,
} from '../../src/store/accounts/forget.ts';
import { claimAccountMails, listHeldMails } from '../../src/store/mail/account-mails.ts';
import type { Database } from '../../src/store/statement.ts';
import { openTestDatabase } from '../database/open.ts';
import { verify } from '../settlements/shop.ts';
import { enter, isIn, withApp, withPassword } from './entering.ts';
import { openSite, type Site } from './site.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

const TABLES = ['account_links', 'browser_sessions', 'invitations', 'account_mails', 'mail_notices'] as const;
const counts = async () => {
  const rows = await Promise.all(
    TABLES.map((name) => site.world.rows<{ n: number }>(`select count(*)::int as n from ${name}`)),
  );
  return Object.fromEntries(TABLES.map((name, i) => [name, rows[i]?.[0]?.n]));
};
const codes = (email: string) =>
  site.world.rows<{ is_used: boolean }>(
    `select used_at is not null as is_used from recovery_codes c join accounts a on a.id = c.account_id
     where a.email = $1 order by 1`,
    [email],
  );

test('what is over is deleted by the sweeper, a portion at a time, and what still counts stays', async () => {
  const { email } = await withPassword(site);
  const { browser } = await enter(site, email);
  const app = await withApp(site, browser);
  const half = (await enter(site, email)).browser;
  await half.submit('/account/second-factor', { code: app.codes[0] ?? '' });
  await browser.post('/account/forgotten', { email });
  await browser.submit('/dashboard/team/invitations', { email: 'a@example.com', role: 'cashier' });
  await site.world.rows(
    `insert into mail_notices (id, merchant_id, member_id, kind, about, state, due_at, created_at, ended_at)
     select gen_random_uuid(), merchant_id, id, 'daily_summary', 'x', 'SENT', $1, $1, $1 from members limit 1`,
    [site.world.now],
  );
  // More than a portion, which is five hundred.
  await site.world.rows(
    `insert into account_links (token_hash, purpose, email, created_at, expires_at)
     select sha256(n::text::bytea), 'sign_up', 'b@example.com', $1, $1 from generate_series(1, 1200) n`,
    [site.world.now],
  );
  const step = sweepSteps(site.services, pino({ level: 'silent' })).find(
    ({ name }) => name === 'forget_sign_ins',
  );
  const sweep = async () => {
    const done: number[] = [];
    for (let n = 1; n > 0; done.push(n)) n = (await step?.run()) ?? 0;
    return done;
  };
  const before = await counts();
  expect(await sweep()).toEqual([0]);
  expect(await counts()).toEqual(before);

  site.world.pass(25 * 3_600);
  expect(await sweep()).toEqual([500, 500, 200, 0]);
  expect(await isIn(half)).toBe(true);
  // The link to a new password, and that of the mail of the first factor.
  expect(await counts()).toEqual({ ...before, account_links: 2 });

  site.world.pass(31 * 86_400);
  await sweep();
  expect(await counts()).toEqual({
    account_links: 0,
    browser_sessions: 0,
    invitations: 1,
    account_mails: 0,
    mail_notices: 0,
  });
  expect(await codes(email)).toEqual(Array(9).fill({ is_used: false }));
  expect(await isIn(half)).toBe(false);

  site.world.pass(7 * 86_400);
  await sweep();
  expect((await counts()).invitations).toBe(0);
  // Who invited whom is still told.
  expect(await site.world.rows(`select from member_actions where action = 'member.invited'`)).toHaveLength(1);
});

test('whom no mail about a payout account has reached is named to staff as long as the account waits', async () => {
  const awa = await site.member('owner');
  const merchant_id = awa.known.merchant_id ?? '';
  const untold = await site.member('owner', merchant_id);
  await site.world.rows(`update merchants set kyc_status = 'APPROVED' where id = $1`, [merchant_id]);
  await verify(site.world, merchant_id);
  const typed = { kind: 'number', operator: 'AIRTEL', msisdn: '66 12 34 56', holder_name: 'Awa Mahamat' };
  const by = { id: awa.known.account_id, email: awa.known.email };
  const [asked] = await askPayoutAccounts(site.services, [{ merchant_id, by, typed }]);
  expect(asked?.kind).toBe('asked');
  await site.world.rows(
    `update mail_notices n set state = case when m.account_id = $2 then 'FAILED' else 'SENT' end, ended_at = $3
     from members m where m.id = n.member_id and n.merchant_id = $1`,
    [merchant_id, untold.known.account_id, site.world.now],
  );
  const unreached = async () =>
    (await waitingAccounts(site.services, 10)).map((one) => [one.merchant_id, one.unreached]);
  const kept = async () => {
    site.world.pass(40 * 86_400);
    await forgetSignIns(site.services, { limit: 500 });
    return (await site.world.rows('select from mail_notices where merchant_id = $1', [merchant_id])).length;
  };
  expect(await unreached()).toEqual([[merchant_id, [untold.known.email]]]);
  expect(await kept()).toBe(2);
  expect(await unreached()).toEqual([[merchant_id, [untold.known.email]]]);
  await site.world.rows(
    `update payout_accounts set state = 'REFUSED', decided_by = 'Zara', decided_at = $2 where merchant_id = $1`,
    [merchant_id, site.world.now],
  );
  expect(await kept()).toBe(0);
});

/** The text of a statement, as it would go to the server. */
async function textOf(send: (database: Database) => Promise<unknown>): Promise<string> {
  let text = '';
  const query = async (asked: { text: string }) => {
    text = asked.text;
    return { rows: [] };
  };
  await send({ query } as unknown as Database);
  return text;
}

test('whatever the number of rows, each portion is found by an index, and so are mails that are due or held', async () => {
  const db = await openTestDatabase({ max_connections: 1 });
  try {
    const portion = 'now(), 500';
    const over = { before: new Date(), limit: 500 };
    const statements: [string, (database: Database) => Promise<unknown>, string, string][] = [
      ['links', (one) => forgetLinks(one, over), portion, 'account_links_over'],
      ['sessions', (one) => forgetSessions(one, over), portion, 'browser_sessions_over'],
      ['invitations', (one) => forgetInvitations(one, over), portion, 'invitations_over'],
      ['codes', (one) => forgetUsedCodes(one, over), portion, 'recovery_codes_over'],
      ['mails', (one) => forgetAccountMails(one, over), portion, 'account_mails_over'],
      ['notices', (one) => forgetNotices(one, over), portion, 'mail_notices_over'],
      [
        'due',
        (one) => claimAccountMails(one, { now: over.before, until: over.before, limit: 20 }),
        'now(), 20, now()',
        'account_mails_due',
      ],
      [
        'held',
        (one) => listHeldMails(one, { limit: 100, untried_since: over.before }),
        '100, now()',
        'account_mails_failed',
      ],
      [
        'waiting',
        (one) => listHeldMails(one, { limit: 100, untried_since: over.before }),
        '100, now()',
        'mail_notices_due',
      ],
    ];
    for (const [name, send, values, index] of statements) {
      await db.pool.query(`prepare ${name} as ${await textOf(send)}`);
      const { rows } = await db.pool.query(`explain execute ${name}(${values})`);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan, name).not.toContain('Seq Scan');
      expect(plan, name).toContain(index);
    }
  } finally {
    await db.drop();
  }
});
