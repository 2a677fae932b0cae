import { afterAll, beforeAll, expect, test } from 'vitest';
import { chari, chariJson } from '../cli/run.ts';
import { openWorld, type World } from '../collection/world.ts';

let world: World;
let env: Record<string, string>;
beforeAll(async () => {
  world = await openWorld();
  env = { DATABASE_URL: world.db.url, CHARI_DATA_DIR: '/nonexistent', DASHBOARD_URL: 'https://pay.example' };
});
afterAll(() => world.close());

test('An operator makes, lists and closes a link for a merchant without a dashboard', async () => {
  const merchant = await world.merchant();
  const whose = ['--merchant', merchant, '--env', 'test'];
  const args = ['links', 'create', ...whose, '--title', 'Tontine', '--amount', '5 000', '--payments', '1'];
  const made = await chariJson<{ id: string; url: string; amount_xaf: number }>(args, { env });
  expect(made.amount_xaf).toBe(5000);
  expect(made.url).toMatch(/^https:\/\/pay\.example\/pay\/l\/[0-9a-z]{26}$/);
  const large = ['--title', 'Large', '--min', '500', '--max', '1000000000', '--total', '2 000 000 000'];
  const asked = ['links', 'create', '--merchant', await world.merchant(), '--env', 'test', ...large];
  expect(await chariJson(asked, { env })).toMatchObject({
    max_total_xaf: 2_000_000_000,
    max_payments: 10_000,
  });
  const { links } = await chariJson<{ links: { id: string }[] }>(['links', 'list', ...whose], { env });
  expect(links.map(({ id }) => id)).toEqual([made.id]);
  const closed = await chari(['links', 'close', made.id, ...whose], { env });
  expect(closed.stdout).toContain('The link Tontine is closed since');
  const other = ['--merchant', await world.merchant(), '--env', 'test'];
  expect((await chari(['links', 'close', made.id, ...other], { env })).exit_code).toBe(1);
  const wrong = await chari(['links', 'create', ...whose, '--title', 'x', '--min', '9', '--max', '3'], {
    env,
  });
  expect([wrong.exit_code, wrong.stderr.includes('bounds_order')]).toEqual([2, true]);
});

test('A moment that is none is no end of a link', async () => {
  const whose = ['--merchant', await world.merchant(), '--env', 'test'];
  const args = ['links', 'create', ...whose, '--title', 'x', '--amount', '500', '--expires'];
  // Without a zone it is another moment on each machine, and a bare day ends where it begins.
  const zoneless = ['2099-12-31T22:00', '2099-12-31'];
  const none = ['soon', '2026-02-31', '2099-02-31', '2099-02-31T22:00:00Z', '31 February 2099', ''];
  for (const moment of [...none, ...zoneless]) {
    const ran = await chari([...args, moment], { env });
    expect([moment, ran.exit_code, ran.stdout]).toEqual([moment, 2, '']);
    expect(ran.stderr).not.toContain('unexpectedly');
  }
});

test('Links of what is no merchant are told so, as of one that is not there', async () => {
  for (const merchant of ['Boutique', '', '5']) {
    const whose = ['--merchant', merchant, '--env', 'test'];
    const [listed, closed] = [
      await chari(['links', 'list', ...whose, '--json'], { env }),
      await chari(['links', 'close', world.services.newId(), ...whose], { env }),
    ];
    expect([listed.exit_code, listed.stdout, closed.exit_code]).toEqual([1, '', 1]);
    expect(listed.stderr + closed.stderr).not.toContain('unexpectedly');
  }
});
