import { afterAll, beforeAll, expect, test } from 'vitest';
import { decideSettlements } from '../../src/engine/desk/settlements/approve.ts';
import { foldDaysOfLedger } from '../../src/engine/ledger/balances.ts';
import { postTransfers } from '../../src/engine/outcome/post-transfers.ts';
import type { Services } from '../../src/engine/services.ts';
import { atomically } from '../../src/store/connect/atomically.ts';
import { openWorld, type World } from '../collection/world.ts';
import { drafted } from './desk.ts';
import { agree, brings, draft, shop, standing } from './shop.ts';

// Each shop goes through its rounds one after the other, the shops beside one another.
const SHOPS = 10;
/** By shop: a thousand of each race in all where there is time for them, otherwise more than a hundred. */
const ROUNDS =
  process.env.CHARI_SOAK === '1'
    ? { two: 100, refund: 100, payments: 100 }
    : { two: 12, refund: 12, payments: 12 };

let world: World;
let one: Services;
let other: Services;
let folding: Promise<void>;
let is_racing = true;
beforeAll(async () => {
  world = await openWorld();
  const [first, second] = await world.processes(2, SHOPS);
  if (!first || !second) throw new Error('two processes');
  one = first;
  other = second;
  folding = (async () => {
    while (is_racing) await foldDaysOfLedger(world.services, { limit: 50 });
  })();
});
afterAll(async () => {
  is_racing = false;
  await folding;
  await world.close();
});

async function shops(run: (merchant: string) => Promise<void>): Promise<void> {
  await Promise.all(
    Array.from({ length: SHOPS }, async () => {
      const merchant = await shop(world);
      await agree(world, merchant);
      await run(merchant);
    }),
  );
}

/** Whatever raced: what came in is what is payable, set aside or given back, and no transfer is counted twice. */
async function proveShop(merchant: string, brought_xaf: number, refunded_xaf: number): Promise<void> {
  const { payable = 0, unsettled = 0, DRAFT = 0, in_flight = 0 } = await standing(world, merchant);
  expect({ payable, DRAFT }).toEqual({ payable: unsettled, DRAFT: in_flight });
  expect(payable + DRAFT).toBe(brought_xaf - refunded_xaf);
  const [row] = await world.rows<{ frozen: number; sets: number }>(
    `select coalesce(sum(t.amount_xaf), 0)::bigint as frozen, count(distinct t.settlement_id)::int as sets
    from settlement_transfers t join settlements s on s.id = t.settlement_id where s.merchant_id = $1`,
    [merchant],
  );
  expect(row?.frozen).toBe(DRAFT);
}

/**
 * A refund sets 100 XAF aside.
 * @returns whether they were covered
 */
async function refund(services: Services, merchant_id: string): Promise<boolean> {
  const transfer = {
    environment: 'live',
    debit: { kind: 'PAYABLE', owner_id: merchant_id },
    credit: { kind: 'WRITE_OFF', owner_id: null },
    amount_xaf: 100,
    cause: 'REFUND_RESERVED',
    cause_id: services.newId(),
    occurred_at: null,
  } as const;
  try {
    await atomically(services.pool, (client) => postTransfers(client, [transfer], services.now()));
    return true;
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'payable_covers') return false;
    throw error;
  }
}

test('two settlements of one merchant at once: one takes all that is due, the other finds nothing', async () => {
  await shops(async (merchant) => {
    for (let round = 1; round <= ROUNDS.two; round += 1) {
      await brings(world, merchant, [70, 30]);
      const drafted = await Promise.all([
        draft(world, merchant, { services: one }),
        draft(world, merchant, { services: other }),
      ]);
      const said = drafted.map((outcome) =>
        outcome.kind === 'drafted' ? outcome.amount_xaf : outcome.kind === 'no_draft' ? outcome.reason : '',
      );
      expect(said.toSorted()).toEqual([100, 'nothing_due']);
    }
    await proveShop(merchant, 100 * ROUNDS.two, 0);
  });
});

test('a settlement against a refund of the same money: the refund is in the set, or finds nothing left', async () => {
  const won = { before: 0, after: 0 };
  await shops(async (merchant) => {
    let refunded_xaf = 0;
    for (let round = 1; round <= ROUNDS.refund; round += 1) {
      await brings(world, merchant, [150]);
      const [outcome, is_covered] = await Promise.all([
        draft(world, merchant, { services: one }),
        refund(other, merchant),
      ]);
      expect(outcome).toMatchObject({ kind: 'drafted', amount_xaf: is_covered ? 50 : 150 });
      won[is_covered ? 'before' : 'after'] += 1;
      refunded_xaf += is_covered ? 100 : 0;
    }
    await proveShop(merchant, 150 * ROUNDS.refund, refunded_xaf);
  });
  expect(won.before + won.after).toBe(SHOPS * ROUNDS.refund);
});

test('payments that come meanwhile are in this settlement or in the next one, and none waits for it', async () => {
  await shops(async (merchant) => {
    let drafted_xaf = 0;
    for (let round = 1; round <= ROUNDS.payments; round += 1) {
      await brings(world, merchant, [10]);
      const [outcome] = await Promise.all([
        draft(world, merchant, { services: one }),
        brings(world, merchant, [1, 2]),
        brings(world, merchant, [3]),
      ]);
      drafted_xaf += outcome.kind === 'drafted' ? outcome.amount_xaf : 0;
    }
    const last = await draft(world, merchant);
    drafted_xaf += last.kind === 'drafted' ? last.amount_xaf : 0;
    expect(drafted_xaf).toBe(16 * ROUNDS.payments);
    await proveShop(merchant, 16 * ROUNDS.payments, 0);
  });
});

test('a payment doesn’t wait for a settlement that holds its merchant', async () => {
  const merchant = await shop(world);
  await agree(world, merchant);
  await brings(world, merchant, [500]);
  const held = await one.pool.connect();
  try {
    await held.query('begin');
    await held.query(
      `select from payables p join ledger_accounts a on a.id = p.account_id where a.owner_id = $1 for update of p`,
      [merchant],
    );
    await brings(world, merchant, [25]);
    expect((await standing(world, merchant)).payable).toBe(525);
  } finally {
    await held.query('rollback');
    held.release();
  }
});

test('what one person approves for a merchant in two settlements at once takes another from the sum on that asks for two', async () => {
  const limit_xaf = one.policy.settlement_second_person_xaf ?? 0;
  expect(limit_xaf).toBeGreaterThan(0);
  await shops(async (merchant) => {
    const first = await drafted(world, merchant, limit_xaf - 100);
    const second = await drafted(world, merchant, limit_xaf - 100);
    const said = await Promise.all(
      [
        { services: one, settlement_id: first },
        { services: other, settlement_id: second },
      ].map(({ services, settlement_id }) =>
        decideSettlements(services, [{ settlement_id, does: 'approve', actor: 'Awa', note: 'looked' }]),
      ),
    );
    expect(said.map(([outcome]) => outcome?.kind).toSorted()).toEqual(['approved', 'proposed']);
  });
});
