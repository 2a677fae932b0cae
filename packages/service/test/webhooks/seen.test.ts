import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { registerProcessMetrics } from '../../src/cli/serve/process-metrics.ts';
import { webhookMetrics } from '../../src/cli/serve/webhook-metrics.ts';
import { chari, chariJson } from '../cli/run.ts';
import { openReceiver, type Receiver } from './receiver.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let receiver: Receiver;
let merchant: string;
beforeEach(async () => {
  world = await openWorld();
  receiver = await openReceiver();
  merchant = await world.merchant();
});
afterEach(async () => {
  await receiver.close();
  await world.end();
});

const disableAll = () =>
  world.rows(
    `update webhook_endpoints set status = 'disabled', disabled_at = now(), disabled_reason = 'failing'`,
  );

const SIGNED = ['--as', 'Awa', '--note', 'their server is back'];

describe('the metrics', () => {
  /** A loop that is measured, and the lines of /metrics that begin with the name. */
  function measured() {
    const registry = new Registry();
    const metrics = webhookMetrics(registry, world.db.pool, world.now);
    const lines = async (name: string) =>
      (await registry.metrics()).split('\n').filter((line) => line.startsWith(name));
    return { registry, metrics, lines };
  }

  test('count attempts by outcome, and how long they took', async () => {
    const { metrics, lines } = measured();
    receiver.answer = (response, _, count) => response.writeHead(count === 1 ? 500 : 200).end();
    await world.endpoint(merchant, receiver.url);
    world.stopClock();
    await world.events(merchant, 3);
    world.deliver({ onAttempt: metrics.observe });
    await world.until('select count(*)::int as n from webhook_attempts', [], 3);
    expect(await lines('chari_webhook_attempts_total')).toEqual(
      expect.arrayContaining([
        'chari_webhook_attempts_total{outcome="delivered"} 2',
        'chari_webhook_attempts_total{outcome="refused"} 1',
      ]),
    );
    expect(await lines('chari_webhook_attempt_duration_seconds_count')).toEqual(
      expect.arrayContaining([
        'chari_webhook_attempt_duration_seconds_count{delivered="true"} 2',
        'chari_webhook_attempt_duration_seconds_count{delivered="false"} 1',
      ]),
    );
  });

  test('show what is due, how long it has been, what comes later and what is held', async () => {
    const { metrics, lines } = measured();
    await world.endpoint(merchant, receiver.url);
    await world.events(merchant, 3);
    world.ahead_ms += 90_000;
    await world.events(merchant, 2);
    await world.rows(
      `update webhook_due set due_at = $1 where ctid in (select ctid from webhook_due limit 1)`,
      [new Date(world.now().getTime() + 60_000)],
    );
    await metrics.survey();
    expect(await lines('chari_webhook_deliveries')).toEqual([
      'chari_webhook_deliveries{state="due",health="enabled"} 4',
      'chari_webhook_deliveries{state="later",health="enabled"} 1',
      'chari_webhook_deliveries{state="due",health="degraded"} 0',
      'chari_webhook_deliveries{state="later",health="degraded"} 0',
      'chari_webhook_deliveries{state="held",health="disabled"} 0',
    ]);
    const [age] = await lines('chari_webhook_oldest_due_age_seconds{health="enabled"}');
    expect(Number(age?.split(' ')[1])).toBeGreaterThanOrEqual(90);
    expect(Number(age?.split(' ')[1])).toBeLessThan(120);

    await disableAll();
    await world.events(merchant, 2);
    await metrics.survey();
    expect(await lines('chari_webhook_deliveries{state="held"')).toEqual([
      'chari_webhook_deliveries{state="held",health="disabled"} 0',
    ]);
    world.ahead_ms += 5_000;
    await metrics.survey();
    expect(await lines('chari_webhook_deliveries{state="held"')).toEqual([
      'chari_webhook_deliveries{state="held",health="disabled"} 2',
    ]);
  });

  test('show nothing of the queue rather than something old, when the database was not seen for 30 s', async () => {
    const { metrics, lines } = measured();
    await metrics.survey();
    expect(await lines('chari_webhook_deliveries')).not.toEqual([]);
    world.ahead_ms += 30_000;
    expect(await lines('chari_webhook_deliveries{')).toEqual([]);
    expect(await lines('chari_webhook_oldest_due_age_seconds{')).toEqual([]);
  });

  test('show what this process has in flight', async () => {
    const { registry, lines } = measured();
    receiver.answer = () => undefined;
    await world.endpoint(merchant, receiver.url);
    await world.events(merchant, 3);
    const loop = world.deliver();
    registerProcessMetrics(registry, [world.db.pool], loop);
    await receiver.gets(3);
    expect(await lines('chari_webhooks{state="in_flight"}')).toEqual(['chari_webhooks{state="in_flight"} 3']);
    expect(await lines('chari_webhook_claims_total')).not.toEqual([]);
    await receiver.close();
    receiver = await openReceiver();
  });
});

test('the log names endpoint, delivery and event, and never holds a body, a secret or an address', async () => {
  receiver.answer = (response) => response.writeHead(500).end('private');
  const { id, secret } = await world.endpoint(merchant, `${receiver.url}?token=private`);
  world.stopClock();
  await world.events(merchant, 5);
  world.deliver();
  await world.until('select count(*)::int as n from webhook_attempts', [], 5);
  await expect
    .poll(() => world.logged)
    .toMatchObject([
      {
        level: 'warn',
        fields: { endpoint_id: id, merchant_id: merchant, status: 'degraded', consecutive_failures: 5 },
      },
    ]);
  const text = JSON.stringify(world.logged);
  for (const word of ['private', secret, 'N’Djaména']) expect(text).not.toContain(word);
});

describe('chari webhooks', () => {
  const env = () => ({ DATABASE_URL: world.db.url, CHARI_SECRET_KEY: '9'.repeat(64) });

  test('status lists the endpoints with their health, those in trouble first', async () => {
    receiver.answer = (response, { path }) => response.writeHead(path === '/well' ? 200 : 500).end();
    const at = (path: string) => `http://127.0.0.1:${receiver.port}${path}`;
    const well = await world.endpoint(merchant, at('/well'));
    const ill = await world.endpoint(merchant, at('/ill'));
    world.stopClock();
    await world.events(merchant, 6);
    world.deliver();
    await world.until('select count(*)::int as n from webhook_attempts', [], 12);
    await world.stopLoops();
    const off = await world.endpoint(await world.merchant(), at('/off'), { environment: 'live' });
    await world.rows(
      `update webhook_endpoints set status = 'disabled', disabled_at = now(), disabled_reason = 'failing' where id = $1`,
      [off.id],
    );
    const { endpoints } = await chariJson<{ endpoints: Record<string, unknown>[] }>(['webhooks', 'status'], {
      env: env(),
    });
    expect(endpoints).toMatchObject([
      {
        endpoint_id: off.id,
        status: 'disabled',
        disabled_reason: 'failing',
        environment: 'live',
        last_success_at: null,
      },
      { endpoint_id: ill.id, status: 'degraded', consecutive_failures: 6, pending: 6, held: 0, dead: 0 },
      { endpoint_id: well.id, status: 'enabled', consecutive_failures: 0, pending: 0, url: at('/well') },
    ]);
    expect(endpoints[2]?.last_success_at).toEqual(expect.any(String));
    const { stdout } = await chari(['webhooks', 'status'], { env: env() });
    const lines = stdout.trimEnd().split('\n');
    expect(lines[0]).toMatch(/^endpoint +merchant +env +status +last success +failures/);
    expect(lines.filter((line) => line.includes('http://'))).toHaveLength(3);
    expect(stdout).toContain('disabled (failing)');

    const of = async (...args: string[]) =>
      (
        await chariJson<{ endpoints: { endpoint_id: string }[] }>(['webhooks', 'status', ...args], {
          env: env(),
        })
      ).endpoints.map(({ endpoint_id }) => endpoint_id);
    expect(await of('--env', 'live')).toEqual([off.id]);
    expect(await of('--merchant', merchant)).toEqual([ill.id, well.id]);
    expect(await of('--limit', '1')).toEqual([off.id]);
    const nobody = await chari(['webhooks', 'status', '--merchant', 'nobody'], { env: env() });
    expect([nobody.exit_code, nobody.stdout]).not.toEqual([0, expect.anything()]);
    expect(nobody.stderr).toContain('There is no merchant nobody');
  });

  test('status says so when there is none', async () => {
    expect((await chari(['webhooks', 'status'], { env: env() })).stdout).toContain(
      'POST /v1/webhook-endpoints',
    );
  });

  test('release enables an endpoint, says how much follows, and refuses the second time', async () => {
    const { id } = await world.endpoint(merchant, receiver.url);
    await disableAll();
    await world.events(merchant, 2);
    const released = await chari(['webhooks', 'release', id, ...SIGNED], { env: env() });
    expect(released).toMatchObject({
      exit_code: 0,
      stdout: expect.stringContaining('2 held webhooks follow'),
    });
    const record = `select actor from staff_actions where action = 'webhook.release' and subject_id = $1`;
    expect((await world.db.pool.query(record, [id])).rows).toEqual([{ actor: 'Awa' }]);
    const again = await chari(['webhooks', 'release', id, ...SIGNED], { env: env() });
    expect(again.exit_code).not.toBe(0);
    expect(again.stderr).toContain('is not disabled');
    const none = await chari(['webhooks', 'release', merchant, ...SIGNED], { env: env() });
    expect(none.stderr).toContain('There is no webhook endpoint');
  });
});
