import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openService, type Service } from './service.ts';
import { started, TRANSACTIONS } from './transactions.ts';

/** How long a transaction may last, with its grace. */
const UNTIL_TIMEOUT_S = 12 * 60 + 1;

/** A payer of the sandbox; then pairs of seconds that pass and the status that is reached by itself. */
const LIVES: readonly [string, ...(readonly [number, string])[]][] = [
  ['+23500000010', [0, 'SUCCESS'], [UNTIL_TIMEOUT_S, 'SUCCESS']],
  ['+23500000011', [0, 'PROCESSING'], [5, 'SUCCESS']],
  ['+23500000013', [0, 'WAITING_SMS'], [5, 'SUCCESS']],
  ['+23500000020', [0, 'FAILED'], [UNTIL_TIMEOUT_S, 'FAILED']],
  ['+23500000021', [0, 'PROCESSING'], [5, 'FAILED']],
  ['+23500000030', [0, 'PROCESSING'], [UNTIL_TIMEOUT_S, 'TIMEOUT']],
  ['+23500000031', [0, 'WAITING_SMS'], [UNTIL_TIMEOUT_S, 'TIMEOUT']],
  ['+23500000032', [0, 'PROCESSING'], [UNTIL_TIMEOUT_S, 'TIMEOUT'], [5, 'TIMEOUT']],
  ['+23500000042', [0, 'PROCESSING'], [10, 'FAILED']],
  ['+23500000060', [0, 'PROCESSING'], [2, 'SUCCESS'], [5, 'REFUNDED']],
  ['+23566123456', [0, 'PROCESSING'], [2, 'SUCCESS']],
];

/** A status is seen a moment before the rail has been asked; time that passes in between would count from there. */
const UNDER_WAY = `select count(*)::int as n from rail_work
  where transaction_id = $1 and (step = 'initiate' or leased_until is not null)`;

let service: Service;
let key: string;
beforeAll(async () => {
  service = await openService();
  // Time passes only as a test lets it.
  service.clock.stand();
  ({ test_key: key } = await service.merchant());
});
afterAll(() => service.close());

const get = async (id: string) => (await service.client.get(`${TRANSACTIONS}/${id}`, key)).body;

describe('Transaction statuses, as they follow each other by themselves', () => {
  it.each(LIVES)('PENDING, then for %s: %j', async (phone_number, ...steps) => {
    const made = await started(service, key, { phone_number });
    expect(made.status).toBe('PENDING');
    for (const [seconds, status] of steps) {
      await service.until(0, UNDER_WAY, [made.id]);
      service.clock.pass(seconds);
      const now = await vi.waitFor(
        async () => {
          const found = await get(made.id);
          expect(found.status).toBe(status);
          return found;
        },
        { timeout: 100_000, interval: 10 },
      );
      const was_paid = status === 'SUCCESS' || status === 'REFUNDED';
      expect('confirmed_at' in now, 'confirmed_at is there once it was confirmed').toBe(was_paid);
    }
  });

  it('is PENDING until it is handed to the rail', async () => {
    const resting = await openService({ rails: false });
    const { test_key } = await resting.merchant();
    const { id } = await started(resting, test_key, { phone_number: '+23500000010' });
    const { body } = await resting.client.get(`${TRANSACTIONS}/${id}`, test_key);
    expect(body.status).toBe('PENDING');
    await resting.close();
  });
});
