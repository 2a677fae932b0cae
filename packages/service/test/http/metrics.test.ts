import { expect, it } from 'vitest';
import { createOperationsServer } from '../../src/http/metrics.ts';

function openOperations(expose: () => Promise<string>) {
  const clock = { ms: 0 };
  const app = createOperationsServer({ expose, content_type: 'text/plain', elapsedMs: () => clock.ms });
  return { clock, get: (url: string) => app.inject({ method: 'GET', url }) };
}

it('makes the text of the metrics at most once a second, however many ask', async () => {
  let made = 0;
  const { clock, get } = openOperations(async () => `made ${++made}`);
  const first = await Promise.all(Array.from({ length: 30 }, () => get('/metrics')));
  expect(new Set(first.map(({ body }) => body))).toEqual(new Set(['made 1']));
  clock.ms = 999;
  expect((await get('/metrics')).body).toBe('made 1');
  clock.ms = 1_000;
  expect((await get('/metrics')).body).toBe('made 2');
});

it('asks again at once after a text that could not be made', async () => {
  let fails = true;
  const { get } = openOperations(async () => {
    if (fails) throw new Error('a member did not answer');
    return 'made';
  });
  expect((await get('/metrics')).statusCode).toBe(500);
  fails = false;
  expect((await get('/metrics')).body).toBe('made');
});

it('has nothing else', async () => {
  const { get } = openOperations(async () => '');
  for (const url of ['/', '/docs', '/v1/payment-sessions']) expect((await get(url)).statusCode).toBe(404);
});
