import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { headingOf, openSite, type Site, textOf } from '../account/site.ts';

let site: Site;
let owner: Awaited<ReturnType<Site['member']>>;
beforeAll(async () => {
  site = await openSite();
  owner = await site.member('owner');
});
afterAll(() => site.close());

const HOOKS = '/dashboard/test/webhooks';
const secretIn = (body: string): string => /whsec_[A-Za-z0-9+/=]{40,}/.exec(body)?.[0] ?? '';
const onceIn = (body: string): string => /name="once" value="([^"]+)"/.exec(body)?.[1] ?? '';

async function create(browser: typeof owner, url: string, more: Record<string, string | string[]> = {}) {
  const once = onceIn((await browser.get(HOOKS)).body);
  return browser.post(HOOKS, { once, url, description: '', ...more });
}

const endpointOf = async (url: string): Promise<string> =>
  (await site.world.rows<{ id: string }>('select id from webhook_endpoints where url = $1', [url]))[0]?.id ??
  '';

describe('A webhook endpoint on the dashboard', () => {
  test('is made with a secret that is shown once, changed, paused, given another secret and removed', async () => {
    const url = 'https://shop.example.com/hooks';
    const made = await create(owner, url, { events: ['payment_session.succeeded'] });
    const secret = secretIn(made.body);
    expect([made.statusCode, made.headers['cache-control'], secret.startsWith('whsec_')]).toEqual([
      201,
      'no-store',
      true,
    ]);
    const id = await endpointOf(url);
    const page = await owner.get(`${HOOKS}/${id}`);
    expect(page.body).not.toContain(secret);
    expect(textOf(page.body)).toContain('It answers well.');
    expect(page.body).toMatch(/value="payment_session.succeeded" checked/);

    const changed = { url, description: 'the shop', events: ['transaction.success', 'made.up'] };
    expect(textOf((await owner.submit(`${HOOKS}/${id}`, changed)).body)).toContain('Saved.');
    const [row] = await site.world.rows('select description, events from webhook_endpoints where id = $1', [
      id,
    ]);
    expect(row).toEqual({ description: 'the shop', events: ['transaction.success'] });

    const once = onceIn(page.body);
    const rotated = await owner.post(`${HOOKS}/${id}/rotate`, { once });
    expect(secretIn(rotated.body)).not.toBe(secret);
    expect(textOf(rotated.body)).toContain('The secret before signs until 22 November 2026');
    const again = await owner.post(`${HOOKS}/${id}/rotate`, { once });
    expect([again.statusCode, secretIn(again.body)]).toEqual([303, '']);

    expect(textOf((await owner.submit(`${HOOKS}/${id}`, { status: 'disabled' })).body)).toContain(
      'You paused it',
    );
    expect(textOf((await owner.submit(`${HOOKS}/${id}/test`)).body)).toContain('switch it on first');
    await owner.submit(`${HOOKS}/${id}`, { status: 'enabled' });

    const removed = await owner.submit(`${HOOKS}/${id}/remove`);
    expect(textOf(removed.body)).toContain('The address is removed.');
    expect((await owner.get(`${HOOKS}/${id}`)).statusCode).toBe(404);
    const done = await site.world.rows<{ action: string }>(
      'select action from member_actions where subject_id = $1 order by id',
      [id],
    );
    expect(done.map(({ action }) => action.replace('webhook_endpoint.', ''))).toEqual([
      'created',
      'changed',
      'rotated',
      'changed',
      'changed',
      'removed',
    ]);
  });

  test.each([
    ['fr', 'Ce n’est pas une adresse complète'],
    ['ar', 'هذا ليس عنوانا كاملا'],
    ['en', 'This is no whole address'],
  ])('that is no address is refused in %s', async (language, sentence) => {
    await owner.get(`${HOOKS}?lang=${language}`);
    const refused = await create(owner, 'shop.example.com');
    await owner.get(`${HOOKS}?lang=en`);
    expect([refused.statusCode, textOf(refused.body)]).toEqual([422, expect.stringContaining(sentence)]);
  });

  test('is made once by a form that is sent twice', async () => {
    const once = onceIn((await owner.get(HOOKS)).body);
    const fields = { once, url: 'https://twice.example.com/', description: '' };
    const [first, second] = [await owner.post(HOOKS, fields), await owner.post(HOOKS, fields)];
    expect([first.statusCode, second.statusCode, secretIn(second.body)]).toEqual([201, 303, '']);
    expect(
      await site.world.rows("select 1 from webhook_endpoints where url = 'https://twice.example.com/'"),
    ).toHaveLength(1);
  });

  test.each(['', 'no address', 'ftp://shop.example.com', `https://${'x'.repeat(3000)}.example`])(
    'is refused at %j with a sentence beside the field',
    async (url) => {
      const answer = await create(owner, url);
      expect(answer.statusCode).toBe(422);
      expect(answer.body).toContain('id="url-wrong"');
    },
  );

  test('gets a test event, whose delivery is shown with its attempts and answers and can be sent again', async () => {
    const url = 'https://slow.example.com/';
    await create(owner, url);
    const id = await endpointOf(url);
    const sent = await owner.submit(`${HOOKS}/${id}/test`);
    expect(headingOf(sent)).toBe('Delivery – transaction.test');
    expect(textOf(sent.body)).toContain('No attempt yet.');
    const [delivery] = await site.world.rows<{ id: string; event_id: string }>(
      'select id, event_id from webhook_deliveries where endpoint_id = $1',
      [id],
    );
    // What the delivery loop would have written.
    await site.world.rows(
      `insert into webhook_attempts (delivery_id, attempt, started_at, duration_ms, outcome, status_code, answer)
       values ($1, 1, $2, 40, 'refused', 500, $3)`,
      [delivery?.id, site.world.now, '<h1>Fatal error</h1><script>alert(1)</script>'],
    );
    await site.world.rows(
      "update webhook_deliveries set state = 'DEAD', dead_reason = 'attempts_exhausted', attempt_count = 1, finished_at = $2 where id = $1",
      [delivery?.id, site.world.now],
    );
    const page = await owner.get(`/dashboard/test/deliveries/${delivery?.id}`);
    expect(page.body).not.toContain('<script>alert');
    expect(textOf(page.body)).toMatch(/Every attempt failed\..*500 refused.*&lt;h1&gt;Fatal error/);
    expect(textOf((await owner.get(`${HOOKS}/${id}/deliveries?state=DEAD`)).body)).toContain('500 refused');
    expect(textOf((await owner.get(`${HOOKS}/${id}/deliveries?state=HELD`)).body)).toContain(
      'No deliveries.',
    );
    const all = await owner.submit(`${HOOKS}/${id}/resend`, { since: '2026-11-20' });
    expect(textOf(all.body)).toContain('1 deliveries are on their way again.');
    // Nothing but tests has happened, and those are no other address’s.
    const missed = await owner.submit(`${HOOKS}/${id}/resend`, { since: '2026-11-20', what: 'missed' });
    expect(textOf(missed.body)).toContain('0 events are on their way to this address.');
    const again = await owner.submit(`/dashboard/test/deliveries/${delivery?.id}/resend`);
    expect(textOf(again.body)).toContain('on its way again');
    const recorded = () =>
      site.world.rows("select from member_actions where action = 'webhook_deliveries.resent'");
    const before = (await recorded()).length;
    for (const since of ['', 'yesterday', '2026-13-01', '2026-02-31'])
      expect(textOf((await owner.submit(`${HOOKS}/${id}/resend`, { since })).body)).toContain(
        'Choose a day.',
      );
    // The form was refused, so nobody has sent anything again.
    expect(await recorded()).toHaveLength(before);
    const event = await owner.get(`/dashboard/test/events/${delivery?.event_id}`);
    const [kept] = await site.world.rows<{ body: string }>('select body from events where id = $1', [
      delivery?.event_id,
    ]);
    expect(event.body).toContain(kept?.body.replaceAll('"', '&quot;'));
  });

  test.each([
    ['DEAD', 'endpoint_removed'],
    ['DELIVERED', null],
  ])(
    'leaves a %s delivery behind when it is removed, which leads back to its event',
    async (state, reason) => {
      const url = `https://${state.toLowerCase()}.example.com/`;
      await create(owner, url);
      const id = await endpointOf(url);
      await owner.submit(`${HOOKS}/${id}/test`);
      const [delivery] = await site.world.rows<{ id: string; event_id: string }>(
        'select id, event_id from webhook_deliveries where endpoint_id = $1',
        [id],
      );
      const there = `/dashboard/test/deliveries/${delivery?.id}`;
      const back = async () =>
        /<p><a class="link" href="([^"]+)">Back</.exec((await owner.get(there)).body)?.[1] ?? '';
      expect(await back()).toBe(`${HOOKS}/${id}/deliveries`);
      await owner.submit(`${HOOKS}/${id}/remove`);
      // What the upkeep or the delivery loop would have written.
      await site.world.rows(
        'update webhook_deliveries set state = $2, dead_reason = $3, finished_at = created_at where id = $1',
        [delivery?.id, state, reason],
      );
      expect(await back()).toBe(`/dashboard/test/events/${delivery?.event_id}`);
      expect((await owner.get(await back())).statusCode).toBe(200);
    },
  );

  test('and its deliveries and events are not there for another merchant, nor in the other environment', async () => {
    const url = 'https://ours.example.com/';
    await create(owner, url);
    const id = await endpointOf(url);
    await owner.submit(`${HOOKS}/${id}/test`);
    const [delivery] = await site.world.rows<{ id: string; event_id: string }>(
      'select id, event_id from webhook_deliveries where endpoint_id = $1',
      [id],
    );
    const stranger = await site.member('owner');
    const paths = (environment: string) => ({
      get: [
        `webhooks/${id}`,
        `webhooks/${id}/remove`,
        `webhooks/${id}/deliveries`,
        `deliveries/${delivery?.id}`,
        `events/${delivery?.event_id}`,
      ].map((path) => `/dashboard/${environment}/${path}`),
      post: [
        `webhooks/${id}`,
        `webhooks/${id}/remove`,
        `webhooks/${id}/rotate`,
        `webhooks/${id}/test`,
        `webhooks/${id}/resend`,
        `deliveries/${delivery?.id}/resend`,
      ].map((path) => `/dashboard/${environment}/${path}`),
    });
    for (const [browser, environment] of [
      [stranger, 'test'],
      [owner, 'live'],
    ] as const) {
      for (const path of paths(environment).get)
        expect([path, (await browser.get(path)).statusCode]).toEqual([path, 404]);
      const fields = {
        url: 'https://evil.example.com/',
        status: 'disabled',
        since: '2026-01-01',
        once: site.services.newId(),
      };
      for (const path of paths(environment).post)
        expect([path, (await browser.post(path, fields)).statusCode]).toEqual([path, 404]);
    }
    const [row] = await site.world.rows('select url, status from webhook_endpoints where id = $1', [id]);
    expect(row).toEqual({ url, status: 'enabled' });
    expect((await stranger.get(HOOKS)).body).not.toContain('ours.example.com');
    expect((await stranger.get('/dashboard/test/events')).body).not.toContain(delivery?.event_id);
    for (const path of ['webhooks/x', 'webhooks/x/deliveries', 'deliveries/%00', "events/'"])
      expect((await owner.get(`/dashboard/test/${path}`)).statusCode).toBe(404);
  });
});

test('what an address never had is sent from where the press before stopped, and each press that sent something is recorded', async () => {
  const merchant = await site.member('owner');
  const url = 'https://new.example.com/';
  const hex = site.world.now.getTime().toString(16).padStart(12, '0');
  const addEvents = (count: number) =>
    site.world.rows(
      `insert into events (id, merchant_id, environment, type, object_id, sequence, body, created_at)
       select overlay(gen_random_uuid()::text placing $1 from 1)::uuid, $2, 'test', 'payment_session.succeeded',
         gen_random_uuid(), 1, '{}', $3 from generate_series(1, $4)`,
      [`${hex.slice(0, 8)}-${hex.slice(8)}-7`, merchant.known.merchant_id, site.world.now, count],
    );
  await addEvents(10_001);
  await create(merchant, url);
  const id = await endpointOf(url);
  const press = async (more: Record<string, string> = {}) => {
    const { body } = await merchant.submit(`${HOOKS}/${id}/resend`, {
      since: '2026-11-20',
      what: 'missed',
      ...more,
    });
    const carried = (name: string) => new RegExp(`name="${name}"[^>]* value="([^"]*)"`).exec(body)?.[1] ?? '';
    return {
      text: textOf(body),
      after: carried('after'),
      since: carried('since'),
      from: carried('after_since'),
    };
  };
  const first = await press();
  expect(first.text).toContain(
    '10000 events are on their way to this address; there are more to look through: press once more.',
  );
  expect([first.from, first.since]).toEqual(['2026-11-20', '2026-11-20']);
  // Of another day the press begins at that day again.
  await site.world.rows('delete from webhook_due where endpoint_id = $1', [id]);
  await site.world.rows(
    'delete from webhook_deliveries where endpoint_id = $1 and event_id = (select min(event_id::text)::uuid from webhook_deliveries where endpoint_id = $1)',
    [id],
  );
  const { after, from } = first;
  expect((await press({ after, after_since: from })).text).toContain(
    '1 events are on their way to this address.',
  );
  expect((await press({ after, after_since: from, since: '2026-11-19' })).text).toContain(
    '1 events are on their way',
  );
  expect((await press()).text).toContain('0 events are on their way to this address.');
  expect(
    await site.world.rows(
      `select (detail ->> 'resent')::int as resent from member_actions
       where merchant_id = $1 and action = 'webhook_deliveries.resent' order by id`,
      [merchant.known.merchant_id],
    ),
  ).toEqual([{ resent: 10_000 }, { resent: 1 }, { resent: 1 }]);
});
