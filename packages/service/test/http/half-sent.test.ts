import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { revokeKeys } from '../../src/engine/keys/keys.ts';
import { openService, type Service } from '../spec/service.ts';
import { sessionIn } from '../spec/statuses.ts';
import { halfSent } from './half-sent.ts';

let service: Service;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

test('a key that is revoked gives no money back by a request of which the body comes later', async () => {
  const { id, test_key: key } = await service.merchant();
  const paid = await sessionIn(service, key, 'SUCCESS');
  const balance = () => service.client.get('/v1/balance', key);
  const headers = { 'content-type': 'application/json', 'x-api-key': key };
  const body = JSON.stringify({ payment_session_id: paid.id, amount: 100 });
  const end = await halfSent(`${service.client.url}/v1/refunds`, headers, body, balance);
  const [row] = await service.rows<{ id: string }>(
    `select id from api_keys where merchant_id = $1 and last4 = $2`,
    [id, key.slice(-4)],
  );
  await revokeKeys(service.first.services, [row?.id ?? '']);
  await vi.waitFor(async () => expect((await balance()).status).toBe(401));
  const answer = await end();
  expect(answer.status, answer.body).toBe(401);
  expect(await service.rows('select from refunds')).toEqual([]);
});
