import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WAITING_KINDS, type WaitingPlace } from '../../src/domain/desk/waiting.ts';
import { showReviewCase, showSuspenseCase } from '../../src/engine/desk/case.ts';
import { rejectReviews } from '../../src/engine/desk/payments/decide-review.ts';
import { countQueue, listQueue, type Waiting } from '../../src/engine/desk/queue.ts';
import { searchAudit } from '../../src/engine/staff/audit.ts';
import { listWaiting } from '../../src/store/desk/waiting.ts';
import { openWorld, type World } from '../collection/world.ts';
import { booksByItself } from '../evidence/books.ts';
import { hire } from './people.ts';

/** Enough for a walk over all of them to show. */
const MANY = process.env.CHARI_SOAK === '1' ? 100_000 : 20_000;
const PAGE = 50;

let world: World;
let merchant: string;
beforeAll(async () => {
  world = await openWorld();
  // A queue of many is written as rows, without the events of their sessions.
  booksByItself(world.db.pool);
  merchant = await world.merchant();
});
afterAll(() => world.close());

/** A session under review with its credit. */
async function review() {
  const session = await world.session(merchant, { customer_phone: '+23566000001' });
  const { credit_id } = await world.pay(session, { payer_phone: '+23566000002' });
  return { session_id: session.id, credit_id: credit_id ?? '' };
}

async function pages(limit: number): Promise<Waiting[]> {
  const rows: Waiting[] = [];
  let after: WaitingPlace | null = null;
  do {
    const page = await listQueue(world.services, { environment: 'test', kind: null, after, limit });
    rows.push(...page.rows);
    after = page.next;
  } while (after !== null);
  return rows;
}

describe('What waits', () => {
  test('is listed the oldest first, page by page, each once, with its deadline', async () => {
    const signed = await hire(world.services, 'Awa', 'supervisor');
    const made = [await review(), await review()];
    world.pass(60);
    const [rejected] = made;
    await rejectReviews(world.services, [{ session_id: rejected?.session_id ?? '', ...signed }]);
    made.push(await review());
    const [all, by_two] = [await pages(100), await pages(2)];
    expect(by_two).toEqual(all);
    expect(all.map(({ kind, subject_id }) => [kind, subject_id])).toEqual([
      ['suspense', made[0]?.credit_id],
      ['review', made[1]?.session_id],
      ['review', made[2]?.session_id],
    ]);
    for (const { since, due_at } of all) expect(due_at > since).toBe(true);
    expect(await countQueue(world.services, 'test')).toMatchObject({ review: 2, suspense: 1, alert: 0 });
    expect(await countQueue(world.services, 'live')).toMatchObject({ review: 0, suspense: 0 });
  });

  test('shows each case with its messages, what the engine weighed, and what others became', async () => {
    const { session_id, credit_id } = await review();
    const found = await showReviewCase(world.services, session_id);
    expect(found).toMatchObject({
      review: { review_reason: 'payer_mismatch', credits: [{ credit_id }] },
      session: { kind: 'session', id: session_id, status: 'UNDER_REVIEW' },
      messages: [{ credit_id, outcome: 'CREDIT' }],
      decisions: [{ actor: 'ENGINE', rule: expect.any(String) }],
    });
    expect(found?.precedents).toEqual([{ rule: 'review_rejected', cases: 1 }]);
    expect(await showReviewCase(world.services, credit_id)).toBeNull();
    expect(await showSuspenseCase(world.services, session_id)).toBeNull();
    expect(await showSuspenseCase(world.services, credit_id)).toMatchObject({
      credit: { credit_id, waiting_xaf: 0 },
    });
  });
});

const withoutTriggers = (statement: string) =>
  world.rows(`do $do$ begin
    set local session_replication_role = replica;
    ${statement};
  end $do$`);

describe(`Among ${MANY} cases of each kind`, () => {
  beforeAll(async () => {
    const { session_id, credit_id } = await review();
    // Copies tell nobody and count nowhere: without their triggers they take a tenth of the time.
    const copy = (table: string, id: string, changes: Record<string, string>) =>
      withoutTriggers(
        `insert into ${table} select copied.* from ${table} x, generate_series(1, ${MANY}) i,
          json_populate_record(x, json_build_object(${Object.entries(changes)
            .map(([name, value]) => `'${name}', ${value}`)
            .join(', ')})) copied where x.id = '${id}'`,
      );
    await copy('payment_sessions', session_id, {
      id: 'gen_random_uuid()',
      reference: `'COPY-' || i`,
      closed_at: `x.closed_at + i * interval '1 second'`,
    });
    await copy('credits', credit_id, {
      id: 'gen_random_uuid()',
      operator_transaction_id: `'COPY' || i`,
      state: `'SUSPENSE'`,
      created_at: `x.created_at + i * interval '1 second'`,
    });
    await withoutTriggers(
      `insert into staff_actions (id, actor, action, subject_id, note, at)
      select gen_random_uuid(), 'Name ' || i % 100, 'alert.close', 'subject ' || i % ${MANY / 100}, 'seen',
        now() - i * interval '1 second' from generate_series(1, ${MANY}) i`,
    );
    await world.rows('vacuum analyze');
  }, 240_000);
  // The books are held against every test at its end, and these copies have no entry there.
  afterAll(() => withoutTriggers(`delete from credits where operator_transaction_id like 'COPY%'`));

  test('a page reads the indexes from its place on, and neither sorts nor scans what it does not show', async () => {
    const middle = { since: new Date(world.now.getTime() + MANY * 500), id: world.services.newId() };
    let text = '';
    const listener = {
      query: async (query: { text: string }) => {
        text = query.text;
        return { rows: [] };
      },
    };
    const asked = {
      environment: 'test',
      kinds: WAITING_KINDS,
      ...middle,
      limit: PAGE,
      claims_since: world.now,
      unsent_before: world.now,
    };
    await listWaiting(listener as never, asked);
    const client = await world.db.pool.connect();
    try {
      await client.query(`prepare waiting_page as ${text}`);
      for (const place of [{ since: new Date(0), id: '00000000-0000-0000-0000-000000000000' }, middle]) {
        const { rows } = await client.query(
          `explain (analyze, format json) execute waiting_page('{${WAITING_KINDS.join(',')}}', 'test',
            '${place.since.toISOString()}', '${place.id}', ${PAGE}, now() - interval '30 days', now())`,
        );
        const plan = JSON.stringify(rows[0]['QUERY PLAN']);
        expect(plan).toContain('payment_sessions_under_review');
        expect(plan).toContain('credits_suspense_oldest');
        const read = [...plan.matchAll(/"Actual Rows": ([0-9.]+)/g)].map(([, count]) => Number(count));
        expect(Math.max(...read)).toBeLessThanOrEqual(PAGE * WAITING_KINDS.length * 2);
      }
    } finally {
      client.release(true);
    }
    const page = await listQueue(world.services, {
      environment: 'test',
      kind: null,
      after: middle,
      limit: PAGE,
    });
    expect(page.rows).toHaveLength(PAGE);
  });

  test('the tabs count no further than a thousand', async () => {
    const counts = await countQueue(world.services, 'test');
    expect(counts).toMatchObject({ review: 1001, suspense: 1001 });
  });

  test.each([
    ['the day', {}],
    ['a name', { actor: 'name 7' }],
    ['an action', { action: 'alert.close' }],
    ['a subject', { subject_id: 'subject 7' }],
    ['a subject and a name', { subject_id: 'subject 7', actor: 'NAME 7' }],
  ])('the audit trail is searched by %s, page after page', async (_what, filter) => {
    const whole = {
      account_id: null,
      actor: null,
      action: null,
      subject_id: null,
      from: new Date(0),
      until: new Date('2100-01-01'),
      ...filter,
    };
    const first = await searchAudit(world.services, whole, { before: null, limit: 20 });
    expect(first.rows).toHaveLength(20);
    const second = await searchAudit(world.services, whole, { before: first.next, limit: 20 });
    const both = [...first.rows, ...second.rows];
    expect(new Set(both.map(({ id }) => id)).size).toBe(40);
    expect(both.map(({ at }) => at.getTime())).toEqual(
      both.map(({ at }) => at.getTime()).toSorted((a, b) => b - a),
    );
    if ('actor' in filter) for (const { actor } of both) expect(actor).toBe('Name 7');
  });
});
