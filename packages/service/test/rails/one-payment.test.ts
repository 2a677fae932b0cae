import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recordAnswers } from '../../src/engine/rails/record.ts';
import type { Rail } from '../../src/rails/rail.ts';
import { type Airtel, openAirtel, openRailWorld, type RailWorld } from './world.ts';

/** How often two processes hear of one payment at the same moment. */
const ROUNDS = process.env.CHARI_LONG === '1' ? 200 : 20;

const ONE_CALL = new Map([['airtel-open-api', 1]] as const);

let world: RailWorld;
let airtel: Airtel;
let merchant: string;
beforeEach(async () => {
  world = await openRailWorld();
  airtel = await openAirtel();
  merchant = await world.merchant();
});
afterEach(async () => {
  expect(world.failures).toEqual([]);
  await airtel.close();
  await world.close();
});

/** The operator's API, which names one payment for whatever it is asked about. */
const naming = (rail_transaction_id: string | null): Rail => ({
  ...airtel.rail,
  enquire: async () => ({ kind: 'success', rail_transaction_id }),
});

async function asked(count: number) {
  const transactions = await world.transactions(merchant, count, { environment: 'live', operator: 'AIRTEL' });
  await world.work([airtel.rail]);
  world.pass(180);
  return transactions;
}

const statuses = async (transactions: readonly { id: string }[]) =>
  (await Promise.all(transactions.map((one) => world.statusOf(one)))).sort();

describe('Where the operator’s API names one payment for two transactions', () => {
  it('one is paid by it, and the other is asked about again', async () => {
    const both = await asked(2);
    await world.work([naming('MP77')]);
    expect(await statuses(both)).toEqual(['PROCESSING', 'SUCCESS']);
    world.pass(60);
    await world.work([airtel.rail]);
    expect(await statuses(both)).toEqual(['SUCCESS', 'SUCCESS']);
  });

  it('the later one isn’t paid by it either, days after', async () => {
    const first = await asked(1);
    await world.work([naming('MP77')]);
    world.pass(3 * 86_400);
    const second = await asked(1);
    await world.work([naming('MP77')]);
    expect([await statuses(first), await statuses(second)]).toEqual([['SUCCESS'], ['PROCESSING']]);
  });

  it('staff are told once of the one that isn’t believed, however often the operator says so', async () => {
    const both = await asked(2);
    const alerts = () =>
      world.rows(`select subject, detail, times from staff_alerts where kind = 'paid_otherwise'`);
    for (let round = 0; round < 3; round += 1) {
      await world.work([naming('MP77')]);
      if (round === 1) await world.rows(`update staff_alerts set closed_at = opened_at, closed_by = 'Awa'`);
      world.pass(300);
    }
    const waits = await world.rows<{ id: string }>(`select id from transactions where status = 'PROCESSING'`);
    expect([both.length, waits.length]).toEqual([2, 1]);
    const detail = { rail: 'airtel-open-api', differs: 'payment' };
    expect(await alerts()).toEqual([{ subject: waits[0]?.id, detail, times: 1 }]);
  });

  it('the one that it was first named for is proven by it again, and both where it names none', async () => {
    const [first] = await asked(1);
    await world.rows(
      `insert into rail_payments (rail, rail_transaction_id, transaction_id) values ('airtel-open-api', 'MP77', $1)`,
      [first?.id],
    );
    await world.work([naming('MP77')]);
    expect(await statuses(first === undefined ? [] : [first])).toEqual(['SUCCESS']);
    const both = await asked(2);
    await world.work([naming(null)]);
    expect(await statuses(both)).toEqual(['SUCCESS', 'SUCCESS']);
  });

  it('one alone is paid by it, however many processes hear of it at once', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const both = await asked(2);
      const answer = { kind: 'success', rail_transaction_id: `MP-${round}` } as const;
      const claims = await Promise.all(both.map(() => world.claim(ONE_CALL)));
      expect(claims.map(({ length }) => length)).toEqual([1, 1]);
      await Promise.all(
        claims.map((claimed) =>
          recordAnswers(
            world.services,
            claimed.map((one) => ({ ...one, answer })),
          ),
        ),
      );
      expect(await statuses(both)).toEqual(['PROCESSING', 'SUCCESS']);
      await world.leaveRails();
    }
  });
});
