import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Transaction } from '../../src/domain/transaction/transaction.ts';
import { askRailsAgain } from '../../src/engine/desk/payments/ask-rail.ts';
import { timeOutTransactions } from '../../src/engine/transactions/time-out.ts';
import { airtelId } from '../../src/rails/airtel/answers.ts';
import { type Airtel, openAirtel, openRailWorld, type RailWorld } from './world.ts';

let world: RailWorld;
let airtel: Airtel;
beforeAll(async () => {
  world = await openRailWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.leaveRails();
  airtel = await openAirtel();
});
afterEach(async () => {
  await airtel.close();
  expect(world.failures).toEqual([]);
});

const work = () => world.work([airtel.rail]);
const made = async (): Promise<Transaction> => {
  const [one] = await world.transactions(await world.merchant(), 1, { environment: 'live' });
  return one as Transaction;
};

describe('A payment of which no callback tells, and that somebody sees at the operator’s portal', () => {
  const askAgain = async (transaction_id: string) =>
    (
      await askRailsAgain(world.services, [{ transaction_id, actor: 'Awa', note: 'it stands at the portal' }])
    )[0];

  it.each(['FAILED', 'TIMEOUT'] as const)(
    'after %s is asked about again by their word, for a day',
    async (ended) => {
      let status: 'TIP' | 'TF' | 'TS' = ended === 'FAILED' ? 'TF' : 'TIP';
      await airtel.close();
      airtel = await openAirtel({ decide: () => status });
      const transaction = await made();
      await work();
      world.pass(721);
      await work();
      await timeOutTransactions(world.services, { limit: 10 });
      world.pass(3 * 86_400);
      await work();
      expect([await world.statusOf(transaction), await world.workOf(transaction)]).toEqual([
        ended,
        undefined,
      ]);
      expect(await askAgain(transaction.id)).toEqual({ kind: 'asked' });
      await work();
      const reviews = () =>
        world.rows('select state from transaction_reviews where transaction_id = $1', [transaction.id]);
      expect(await reviews()).toEqual([]);
      status = 'TS';
      const payment = airtel.simulator.ledger.find(airtelId(transaction.id));
      if (payment !== undefined) payment.status = status;
      world.pass(60);
      await work();
      expect(await reviews()).toEqual([{ state: 'OPEN' }]);
      expect(await world.statusOf(transaction)).toBe(ended);
      expect(
        await world.rows('select actor, action from staff_actions where subject_id = $1', [transaction.id]),
      ).toEqual([{ actor: 'Awa', action: 'rail.ask' }]);
    },
  );

  it('is not asked about while it is under way: an operator forbids to ask so soon, and it is asked about anyhow', async () => {
    const transaction = await made();
    await work();
    expect(await askAgain(transaction.id)).toEqual({ kind: 'under_way', status: 'PROCESSING' });
    expect(await world.rows(`select from rail_work where called_back_at is not null`)).toEqual([]);
  });

  it('is asked about by nobody’s word where it is paid, or where no operator can be asked', async () => {
    const paid = await made();
    await work();
    world.pass(180);
    await work();
    expect(await askAgain(paid.id)).toEqual({ kind: 'not_unpaid', status: 'SUCCESS' });
    const [by_sms] = await world.transactions(await world.merchant(), 1, { environment: 'test' });
    expect(await askAgain(by_sms?.id ?? '')).toEqual({ kind: 'no_enquiry' });
    expect(await askAgain(world.services.newId())).toEqual({ kind: 'not_found' });
  });
});
