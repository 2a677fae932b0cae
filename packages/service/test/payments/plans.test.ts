import { afterAll, beforeAll, expect, test } from 'vitest';
import { NO_FILTER } from '../../src/domain/payment/filter.ts';
import { lookAtHome } from '../../src/engine/payments/home.ts';
import { listPayments } from '../../src/engine/payments/list.ts';
import { openWorld, type World } from '../collection/world.ts';
import { emptyPayments, fillPayments } from './history.ts';
import { explained, type Node, type Plan } from './plan.ts';

/** Enough for a walk over all of them to show: a page reads a few hundred entries whatever this is. */
const ROWS = 60_000;

let world: World;
let merchant: string;
let unlucky: string;
beforeAll(async () => {
  world = await openWorld();
  merchant = await world.merchant();
  await fillPayments(world.db.pool, { merchant_id: merchant, size: ROWS, before: world.now, every_s: 40 });
  await fillPayments(world.db.pool, { merchant_id: await world.merchant(), size: ROWS, before: world.now });
  // One who has none of what is common among the others.
  unlucky = await world.merchant();
  await fillPayments(world.db.pool, { merchant_id: unlucky, size: ROWS, before: world.now, is_failed: true });
  await world.rows('vacuum analyze');
});
afterAll(async () => {
  await emptyPayments(world.db.pool);
  await world.close();
});

const caller = () => ({ merchant_id: merchant, environment: 'test' as const });
const listed = (filter: Partial<typeof NO_FILTER>) => () =>
  listPayments(world.services, { ...caller(), filter: { ...NO_FILTER, ...filter }, after: null, limit: 50 });

/** The most entries of tables and indexes that the pieces of a plan gave, thrown away included. */
const touched = (plan: Plan): number =>
  plan.nodes
    .filter(({ type }) => type.includes('Scan') && !/CTE|Subquery|Function|Append/.test(type))
    .reduce((sum, { rows, removed, loops }) => sum + (rows + removed) * loops, 0);

const scans = (plan: Plan): Node[] => plan.nodes.filter(({ type }) => type === 'Seq Scan');

const PAGES: Record<string, { ask: () => () => Promise<unknown>; most: number }> = {
  'the list of everything': { ask: () => listed({}), most: 400 },
  'one standing': { ask: () => listed({ standing: 'in_review' }), most: 400 },
  'one operator': { ask: () => listed({ operator: 'MOOV' }), most: 400 },
  'what a merchant has none of': {
    ask: () => () =>
      listPayments(world.services, {
        merchant_id: unlucky,
        environment: 'test',
        filter: { ...NO_FILTER, standing: 'paid' },
        after: null,
        limit: 50,
      }),
    most: 400,
  },
  'home of a merchant who was never paid': {
    ask: () => () => lookAtHome(world.services, { merchant_id: unlucky, environment: 'test' }),
    most: 6_500,
  },
  'a span of days': { ask: () => listed({ from_day: '2026-11-01', to_day: '2026-11-03' }), most: 400 },
  'a rare amount, to the bound': {
    ask: () => listed({ amount: { least_xaf: 90_600, most_xaf: 90_600 } }),
    most: 5_500,
  },
  'the beginning of a reference': { ask: () => listed({ search: 'ORDER-12' }), most: 2_000 },
  'the beginning of a phone': { ask: () => listed({ search: '66100' }), most: 2_000 },
  'a ticket': { ask: () => listed({ search: '0000-0123' }), most: 1_000 },
  'an operator’s id': { ask: () => listed({ search: 'PP261121.1130.A12345' }), most: 1_000 },
  home: { ask: () => () => lookAtHome(world.services, caller()), most: 6_500 },
};

test.each(Object.entries(PAGES))(
  '%s walks indexes, as far as its page needs',
  async (_name, { ask, most }) => {
    const plans = await explained(world.db.pool, ask());
    expect(plans.length).toBeGreaterThan(0);
    for (const plan of plans) expect(scans(plan), plan.text).toEqual([]);
    const all = plans.reduce((sum, plan) => sum + touched(plan), 0);
    expect(all, plans.map(({ text }) => text).join('\n\n')).toBeLessThan(most);
  },
);

test('a page far in the past begins where it begins, and reads no more than the newest', async () => {
  const pageFrom = async (after: Date | null): Promise<number> => {
    const asked = { ...caller(), filter: NO_FILTER, limit: 5 };
    const plans = await explained(world.db.pool, () =>
      listPayments(world.services, {
        ...asked,
        after: after === null ? null : { created_at: after, id: merchant },
      }),
    );
    return plans.reduce((sum, { blocks }) => sum + blocks, 0);
  };
  const newest = await pageFrom(null);
  expect(newest).toBeGreaterThan(0);
  expect(await pageFrom(new Date(world.now.getTime() - 25 * 86_400_000))).toBeLessThan(1.5 * newest);
});
