import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PaymentSession } from '../../src/domain/session/session.ts';
import { settleNotices } from '../../src/engine/book/settle.ts';
import { assignCredits } from '../../src/engine/desk/payments/assign-credit.ts';
import { confirmReviews, rejectReviews } from '../../src/engine/desk/payments/decide-review.ts';
import { refundCredits } from '../../src/engine/desk/payments/refund-credit.ts';
import { receiveNotices } from '../../src/engine/notices.ts';
import { prove } from '../collection/proof.ts';
import { openWorld, type World } from '../collection/world.ts';
import { countStatements } from '../database/statements.ts';

const MANY = 300;
const SIGNED = { actor: 'Awa', note: 'seen' };

let world: World;
let merchant: string;
beforeAll(async () => {
  world = await openWorld();
  merchant = await world.merchant();
});
afterAll(async () => {
  await prove(world);
  await world.close();
});

let amount_xaf = 1000;
async function sessions(size: number): Promise<PaymentSession[]> {
  const commands = Array.from({ length: size }, () => {
    amount_xaf += 1;
    return world.command(merchant, { amount_xaf, customer_phone: '+23566000001' });
  });
  return (await world.create(commands)).flatMap((one) => (one.kind === 'created' ? [one.session] : []));
}

/** Pays each session, in one batch. */
async function paid(size: number, payer_phone: string) {
  const made = await sessions(size);
  const kept = await receiveNotices(
    world.services,
    made.map((session, n) => ({
      environment: 'test',
      merchant_id: merchant,
      operator: session.operator,
      collection_number: session.assigned_collection_number,
      source: 'SANDBOX_CREDIT',
      sender: null,
      body: JSON.stringify({
        amount: session.amount_xaf,
        payer_phone,
        operator_transaction_id: `MP261121.1200.C${session.amount_xaf}${n}`,
      }),
      received_at: world.now,
    })),
  );
  const outcomes = await settleNotices(
    world.services,
    kept.flatMap((one) => (one.kind === 'kept' ? [one.notice_id] : [])),
  );
  return outcomes.map((one, n) => ({
    session: made[n] as PaymentSession,
    session_id: made[n]?.id ?? '',
    credit_id: one.credit_id ?? '',
    ...SIGNED,
  }));
}
const reviews = (size: number) => paid(size, '+23566000002');
async function suspended(size: number) {
  const all = await reviews(size);
  await rejectReviews(world.services, all);
  return all;
}

const WORK: Record<string, (size: number) => Promise<() => Promise<{ kind: string }[]>>> = {
  'confirming reviews': async (size) => {
    const all = await reviews(size);
    return () => confirmReviews(world.services, all);
  },
  'rejecting reviews': async (size) => {
    const all = await reviews(size);
    return () => rejectReviews(world.services, all);
  },
  'marking refunds': async (size) => {
    const all = await suspended(size);
    return () => refundCredits(world.services, all);
  },
  'assigning money to merchants': async (size) => {
    const all = await suspended(size);
    const to = { kind: 'merchant', merchant_id: merchant } as const;
    return () =>
      assignCredits(
        world.services,
        all.map((one) => ({ ...one, to })),
      );
  },
  'settling reversals': async (size) => {
    const all = await paid(size, '+23566000001');
    const rows = await world.rows<{ id: string; session: string }>(
      'select operator_transaction_id as id, matched_session_id as session from credits where id = any ($1)',
      [all.map(({ credit_id }) => credit_id)],
    );
    const kept = await receiveNotices(
      world.services,
      rows.map(({ id, session }) => ({
        environment: 'test',
        merchant_id: merchant,
        operator: 'AIRTEL',
        collection_number:
          all.find((one) => one.session_id === session)?.session.assigned_collection_number ?? '',
        source: 'SANDBOX_SMS',
        sender: null,
        body: `La transaction ${id} de 5000 FCFA a ete annulee.`,
        received_at: world.now,
      })),
    );
    const ids = kept.flatMap((one) => (one.kind === 'kept' ? [one.notice_id] : []));
    return async () => (await settleNotices(world.services, ids)).map(({ outcome }) => ({ kind: outcome }));
  },
};

test.each(Object.keys(WORK))('%s takes as many statements for 300 as for one', async (what) => {
  const run = WORK[what] as (typeof WORK)[string];
  // The first fills the caches that last a second, so that both are counted alike.
  await (await run(1))();
  const one = await run(1);
  const few = await countStatements(one);
  const many = await run(MANY);
  let kinds: string[] = [];
  const lots = await countStatements(async () => {
    kinds = (await many()).map(({ kind }) => kind);
  });
  expect(lots).toBe(few);
  expect(kinds).toHaveLength(MANY);
  expect(new Set(kinds).size).toBe(1);
  expect(['confirmed', 'rejected', 'refunded', 'assigned', 'NOT_A_CREDIT']).toContain(kinds[0]);
});
