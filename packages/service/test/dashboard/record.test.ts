import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSite, type Site } from '../account/site.ts';

let site: Site;
let owner: Awaited<ReturnType<Site['member']>>;
beforeAll(async () => {
  site = await openSite();
  owner = await site.member('owner');
});
afterAll(() => site.close());

const HOOKS = '/dashboard/test/webhooks';
const URL_OF_SHOP = 'https://shop.example.com/hooks';
const valueIn = (body: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]+)"`).exec(body)?.[1] ?? '';
const recorded = async () =>
  (await site.world.rows<{ action: string }>('select action from member_actions order by id')).map(
    ({ action }) => action,
  );

/** What the changes below leave in the database. */
const state = async () => ({
  endpoints: await site.world.rows(
    'select id, description, status, deleted_at, secret_sealed from webhook_endpoints order by id',
  ),
  deliveries: await site.world.rows('select id, state, dead_reason from webhook_deliveries order by id'),
  due: await site.world.rows('select * from webhook_due order by delivery_id'),
  sessions: await site.world.rows('select id, status from payment_sessions order by id'),
  merchants: await site.world.rows('select id, return_url from merchants order by id'),
});

type Change = [action: string, change: () => Promise<{ statusCode: number }>];
type Made = { endpoint_id: string; delivery_id: string; session_id: string };

const begin = async () => {
  const { body } = await owner.get('/dashboard/test/new');
  const form = { mark: valueIn(body, 'mark'), amount: '2 500', operator: 'AIRTEL', how: 'session' };
  return owner.post('/dashboard/test/new', { ...form, phone: '', description: '' });
};

/** What there is to change: an endpoint, a delivery that failed, a session. */
async function prepare(): Promise<Made> {
  const list = await owner.get(HOOKS);
  await owner.post(HOOKS, { once: valueIn(list.body, 'once'), url: URL_OF_SHOP, description: '' });
  const [{ id: endpoint_id } = { id: '' }] = await site.world.rows<{ id: string }>(
    'select id from webhook_endpoints',
  );
  await owner.post(`${HOOKS}/${endpoint_id}/test`);
  const [{ id: delivery_id } = { id: '' }] = await site.world.rows<{ id: string }>(
    `update webhook_deliveries set state = 'DEAD', dead_reason = 'attempts_exhausted', finished_at = created_at
     returning id`,
  );
  const started = await begin();
  const session_id = /[0-9a-f-]{36}/.exec(String(started.headers.location))?.[0] ?? '';
  return { endpoint_id, delivery_id, session_id };
}

function changesOf({ endpoint_id, delivery_id, session_id }: Made): Change[] {
  const once = async () => valueIn((await owner.get(`${HOOKS}/${endpoint_id}`)).body, 'once');
  return [
    [
      'webhook_endpoint.created',
      async () => {
        const page = await owner.get(HOOKS);
        return owner.post(HOOKS, {
          once: valueIn(page.body, 'once'),
          url: `${URL_OF_SHOP}/2`,
          description: '',
        });
      },
    ],
    [
      'webhook_endpoint.changed',
      () => owner.post(`${HOOKS}/${endpoint_id}`, { url: URL_OF_SHOP, description: 'new' }),
    ],
    [
      'webhook_endpoint.rotated',
      async () => owner.post(`${HOOKS}/${endpoint_id}/rotate`, { once: await once() }),
    ],
    ['webhook_endpoint.tested', () => owner.post(`${HOOKS}/${endpoint_id}/test`)],
    [
      'webhook_deliveries.resent',
      () => owner.post(`${HOOKS}/${endpoint_id}/resend`, { since: '2026-11-01' }),
    ],
    ['webhook_delivery.resent', () => owner.post(`/dashboard/test/deliveries/${delivery_id}/resend`)],
    ['payment.begun', begin],
    ['payment.cancelled', () => owner.post(`/dashboard/test/payments/${session_id}/cancel`)],
    [
      'settings.changed',
      () =>
        owner.post('/dashboard/settings/checkout', {
          language: 'fr',
          return_url: 'https://shop.example.com/back',
        }),
    ],
    ['webhook_endpoint.removed', () => owner.post(`${HOOKS}/${endpoint_id}/remove`)],
  ];
}

/** Whatever was sent again before has failed again. */
async function failAgain({ delivery_id }: Made): Promise<void> {
  await site.world.rows(
    `update webhook_deliveries set state = 'DEAD', dead_reason = 'attempts_exhausted', finished_at = created_at
     where id = $1`,
    [delivery_id],
  );
  await site.world.rows('delete from webhook_due where delivery_id = $1', [delivery_id]);
}

test('each change by a member is put on record with it, and what cannot be put on record is not done', async () => {
  const made = await prepare();
  await site.world.rows(`create function no_record() returns trigger language plpgsql as
    $$ begin raise exception 'the record can not be written'; end $$`);
  for (const [action, change] of changesOf(made)) {
    await failAgain(made);
    const before = await state();
    await site.world.rows(
      'create trigger no_record before insert on member_actions execute function no_record()',
    );
    expect((await change()).statusCode, action).toBe(500);
    expect(await state(), action).toEqual(before);
    await site.world.rows('drop trigger no_record on member_actions');
    const records = await recorded();
    expect((await change()).statusCode, action).toBeLessThan(400);
    expect((await recorded()).slice(records.length), action).toEqual([action]);
    expect(await state(), action).not.toEqual(before);
  }
});
