import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deskMetrics } from '../../src/cli/serve/desk-metrics.ts';
import { registerProcessMetrics } from '../../src/cli/serve/process-metrics.ts';
import { webhookMetrics } from '../../src/cli/serve/webhook-metrics.ts';
import { httpMetrics } from '../../src/http/metrics.ts';
import { Phone } from '../gateways/phone.ts';
import { liveNumber } from '../spec/live.ts';
import { openService, type Service } from '../spec/service.ts';
import { simulate } from '../spec/statuses.ts';

let service: Service;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

/** Every metric of a process that does all, looked at now. */
async function metricsOf() {
  const registry = new Registry();
  const { pool, now } = service.first.services;
  httpMetrics(registry);
  webhookMetrics(registry, pool, now);
  const survey = deskMetrics(registry, pool, now);
  registerProcessMetrics(registry, [pool], null);
  await survey();
  return { registry, lines: (await registry.metrics()).split('\n') };
}

it('no gauge has the name of a counter', async () => {
  const { lines } = await metricsOf();
  const gauges = lines.filter((line) => line.startsWith('# TYPE') && line.endsWith(' gauge'));
  expect(gauges.length).toBeGreaterThan(10);
  expect(gauges.filter((line) => line.includes('_total '))).toEqual([]);
});

it('what waits for people and how phones are heard is counted, and is 0 where there is nothing', async () => {
  const before = (await metricsOf()).lines;
  expect(before).toContain('chari_reviews{environment="live"} 0');
  expect(before).toContain('chari_claims_waiting{environment="live"} 0');
  expect(before).toContain('chari_anchors_due{environment="live"} 0');
  expect(before).toContain('chari_feed_incidents{kind="silent"} 0');

  const { test_key } = await service.merchant();
  await simulate(service, test_key, await service.client.session(test_key), 'late');
  await simulate(service, test_key, await service.client.session(test_key, { amount: 6_000 }), 'paid_twice');
  const number = await liveNumber(service, 'MOOV');
  const phone = await Phone.open(service);
  await phone.insert(number, 1);
  await phone.ping();
  await service.first.gateways.flush();

  const { lines } = await metricsOf();
  expect(lines).toContain('chari_reviews{environment="test"} 1');
  expect(lines).toContain('chari_suspense_credits{environment="test"} 1');
  const heard = lines.find((line) =>
    line.startsWith(`chari_gateway_heard_age_seconds{gateway="${phone.name}"}`),
  );
  expect(Number(heard?.split(' ')[1])).toBeGreaterThanOrEqual(0);
  const feeds = lines.filter((line) => line.startsWith('chari_feeds{status='));
  expect(feeds.map((line) => Number(line.split(' ')[1])).reduce((sum, n) => sum + n, 0)).toBeGreaterThan(0);
});

it('a survey that is old says nothing, rather than that nothing waits', async () => {
  const { registry } = await metricsOf();
  service.clock.pass(31);
  expect(await registry.metrics()).not.toContain('chari_reviews{');
});
