import { spawnSync } from 'node:child_process';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rotateSecrets } from '../../src/engine/webhook-endpoints/secrets.ts';
import { upkeepSteps } from '../../src/webhooks/upkeep.ts';
import { openReceiver, type Received, type Receiver } from './receiver.ts';
import { merchantSignature, openWorld, type World } from './world.ts';

const HOUR_MS = 3_600_000;
const HAS_OPENSSL = spawnSync('openssl', ['version']).status === 0;

let world: World;
let receiver: Receiver;
let merchant: string;
let endpoint: { id: string; secret: string };
beforeEach(async () => {
  world = await openWorld();
  receiver = await openReceiver();
  merchant = await world.merchant();
  endpoint = await world.endpoint(merchant, receiver.url);
});
afterEach(async () => {
  await world.end();
  await receiver.close();
});

/** The next webhook, of a new event. */
async function nextPost(): Promise<Received> {
  const count = receiver.received.length + 1;
  await world.events(merchant, 1);
  return (await receiver.gets(count)).at(-1) as Received;
}

async function rotate(): Promise<string> {
  const asked = { merchant_id: merchant, environment: 'test' as const, endpoint_id: endpoint.id };
  const [outcome] = await rotateSecrets(world.services, [{ ...asked, idempotency: null }]);
  if (outcome?.kind !== 'rotated') throw new Error(`not rotated: ${outcome?.kind}`);
  return outcome.secret;
}

/** As a merchant's server does with the published package. */
function verifies(secret: string, { headers, body }: Received): boolean {
  try {
    new Webhook(secret).verify(body.toString(), headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}

/** As a merchant does by hand. */
function byOpenssl(secret: string, body: Buffer): string {
  const { stdout } = spawnSync('openssl', ['dgst', '-sha256', '-hmac', secret], { input: body });
  return `sha256=${stdout.toString().trim().split('= ').at(-1)}`;
}

test('a webhook is accepted by the published Standard Webhooks package, and not with another secret', async () => {
  world.deliver();
  const post = await nextPost();
  expect(verifies(endpoint.secret, post)).toBe(true);
  expect(verifies(`whsec_${Buffer.alloc(32, 1).toString('base64')}`, post)).toBe(false);
  const changed = Buffer.from(post.body.toString().replace('succeeded', 'expired'));
  expect(verifies(endpoint.secret, { ...post, body: changed })).toBe(false);
});

test.skipIf(!HAS_OPENSSL)('the X-Service-Signature of a webhook is what openssl dgst prints', async () => {
  world.deliver();
  const { headers, body } = await nextPost();
  expect(headers['x-service-signature']).toBe(byOpenssl(endpoint.secret, body));
});

describe('after a rotation', () => {
  test('both secrets sign for 24 hours, by either scheme, and the new one alone from then on', async () => {
    world.deliver();
    const before = await nextPost();
    expect(before.headers).not.toHaveProperty('x-service-signature-previous');
    const fresh = await rotate();
    const during = await nextPost();
    expect(during.headers['x-service-signature']).toBe(merchantSignature(fresh, during.body));
    expect(during.headers['x-service-signature-previous']).toBe(
      merchantSignature(endpoint.secret, during.body),
    );
    expect(String(during.headers['webhook-signature'])).toMatch(/^v1,[^ ,]{44} v1,[^ ,]{44}$/);
    expect([verifies(fresh, during), verifies(endpoint.secret, during)]).toEqual([true, true]);
    if (HAS_OPENSSL) {
      expect(during.headers['x-service-signature-previous']).toBe(byOpenssl(endpoint.secret, during.body));
    }

    world.ahead_ms += 24 * HOUR_MS - 60_000;
    expect((await nextPost()).headers).toHaveProperty('x-service-signature-previous');
    world.ahead_ms += 60_000;
    const after = await nextPost();
    expect(after.headers['x-service-signature']).toBe(merchantSignature(fresh, after.body));
    expect(after.headers).not.toHaveProperty('x-service-signature-previous');
    expect(String(after.headers['webhook-signature'])).toMatch(/^v1,[^ ,]{44}$/);
  });

  test('a retry is signed with the new secret too, over the same bytes', async () => {
    receiver.answer = (response, _, count) => response.writeHead(count === 1 ? 500 : 200).end();
    world.stopClock();
    world.deliver();
    const first = await nextPost();
    await world.until('select count(*)::int as n from webhook_attempts', [], 1);
    const fresh = await rotate();
    world.ahead_ms += 5_000;
    const second = (await receiver.gets(2))[1] as Received;
    expect(second.body.equals(first.body)).toBe(true);
    expect(second.headers['x-service-signature']).toBe(merchantSignature(fresh, second.body));
    expect(second.headers['x-service-signature-previous']).toBe(first.headers['x-service-signature']);
  });

  test('a second one ends the first secret at once', async () => {
    world.deliver();
    const second = await rotate();
    const third = await rotate();
    const post = await nextPost();
    expect([endpoint.secret, second, third].map((secret) => verifies(secret, post))).toEqual([
      false,
      true,
      true,
    ]);
  });

  test('goes on with the new secret alone where the one before does not open, and says so', async () => {
    await world.rows(`update webhook_endpoints set secret_sealed = sha256(secret_sealed)`);
    const fresh = await rotate();
    world.deliver();
    const post = await nextPost();
    expect(verifies(fresh, post)).toBe(true);
    expect(post.headers).not.toHaveProperty('x-service-signature-previous');
    expect(world.logged.map(({ sentence }) => sentence).join()).toContain('signs alone');
  });

  test('the secret before is removed once it signs no longer, and not sooner', async () => {
    await rotate();
    const forget = upkeepSteps(world.upkeep(), 10).find(({ name }) => name === 'forget_secrets');
    const kept = () => world.rows('select 1 from webhook_endpoints where previous_secret_sealed is not null');
    world.ahead_ms += 24 * HOUR_MS - 60_000;
    expect(await forget?.run()).toBe(0);
    expect(await kept()).toHaveLength(1);
    world.ahead_ms += 60_001;
    expect(await forget?.run()).toBe(1);
    expect(await kept()).toEqual([]);
  });
});

test('an endpoint whose secret does not open fails, is tried again, and is not blamed for it', async () => {
  world.stopClock();
  await world.events(merchant, 6);
  world.deliver({ secret_key: Buffer.alloc(32, 1) });
  await world.until('select count(*)::int as n from webhook_attempts', [], 6);
  expect(receiver.received).toEqual([]);
  expect(await world.rows('select distinct outcome from webhook_attempts')).toEqual([
    { outcome: 'secret_unreadable' },
  ]);
  expect(await world.rows('select status, consecutive_failures from webhook_endpoints')).toEqual([
    { status: 'enabled', consecutive_failures: 0 },
  ]);
  expect(world.logged.map(({ sentence }) => sentence).join()).toContain('CHARI_SECRET_KEY');
  expect(JSON.stringify(world.logged)).not.toContain('whsec_');
});
