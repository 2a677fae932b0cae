import { settleNotices } from '../src/engine/book/settle.ts';
import { receiveNotices } from '../src/engine/notices.ts';
import type { Services } from '../src/engine/services.ts';
import { createSessions } from '../src/engine/sessions/create.ts';
import { draftSettlements } from '../src/engine/settlements/draft.ts';
import { openBenchCluster, openBenchDatabase } from './database.ts';
import { quantile } from './measure.ts';
import { type Effort, MEDIUM_NAMES, milliseconds, type Row } from './row.ts';
import { openShop, servicesOf } from './shop.ts';

const TRANSFERS = { whole: 100_000, quick: 20_000 };
const GOAL_S = 10;
/** Payments one after the other before the draft begins, to compare with. */
const ALONE = 100;
const AMOUNT_XAF = 5000;

/** How long a settlement of very many transfers takes, and what the same merchant's payments feel of it. */
export async function measureSettlements(effort: Effort): Promise<Row[]> {
  const opened = (await openBenchCluster('disk')) ?? (await openBenchCluster('ram'));
  if (opened === null) return [];
  try {
    const database = await openBenchDatabase(opened.cluster);
    const services = servicesOf(database);
    const merchant_id = await openShop(services);
    const count = effort.quick ? TRANSFERS.quick : TRANSFERS.whole;
    effort.say(`settlements: ${count.toLocaleString('en-GB')} transfers`);
    await fill(services, merchant_id, count);
    const alone_ms: number[] = [];
    for (let n = 0; n < ALONE; n += 1) alone_ms.push(await pay(services, merchant_id));
    const from_ms = performance.now();
    let took_ms: number | null = null;
    const drafting = draftSettlements(services, [{ merchant_id, environment: 'test', by: 'bench' }]).then(
      ([outcome]) => {
        took_ms = performance.now() - from_ms;
        return outcome;
      },
    );
    const meanwhile_ms: number[] = [];
    while (took_ms === null) meanwhile_ms.push(await pay(services, merchant_id));
    const outcome = await drafting;
    if (outcome?.kind !== 'drafted' || outcome.transfers < count)
      throw new Error(`drafted ${JSON.stringify(outcome)}`);
    await database.drop();
    return rowsOf({ count, took_ms, alone_ms, meanwhile_ms, medium: MEDIUM_NAMES[opened.medium] });
  } finally {
    await opened.close();
  }
}

/** Transfers that no payment stands behind, each at its own second of the past days. */
async function fill({ pool, now }: Services, merchant_id: string, count: number): Promise<void> {
  await pool.query(
    `insert into ledger_transfers (environment, debit_account_id, credit_account_id, amount_xaf, cause, cause_id,
      created_at, occurred_at)
    select 'test', w.id, p.id, ${AMOUNT_XAF}, 'STEP_EXPLAINED', gen_random_uuid(), $3::timestamptz, $3::timestamptz - n * interval '1 second'
    from generate_series(1, $2::int) n
    join ledger_accounts w on w.kind = 'WRITE_OFF' and w.environment = 'test'
    join ledger_accounts p on p.kind = 'PAYABLE' and p.environment = 'test' and p.owner_id = $1`,
    [merchant_id, count, now()],
  );
  await pool.query('vacuum analyze');
}

let payments = 0;

/**
 * One payment of the merchant from its creation to its SUCCESS.
 * @returns how long it took, in milliseconds
 */
async function pay(services: Services, merchant_id: string): Promise<number> {
  payments += 1;
  const from_ms = performance.now();
  const asked = { merchant_id, environment: 'test', operator: 'AIRTEL', amount_xaf: AMOUNT_XAF } as const;
  const [created] = await createSessions(services, [
    {
      ...asked,
      reference: `MEANWHILE-${payments}`,
      customer_phone: null,
      description: null,
      metadata: null,
      ttl_minutes: 10,
      idempotency: null,
    },
  ]);
  if (created?.kind !== 'created') throw new Error(`not created: ${created?.kind}`);
  const [kept] = await receiveNotices(services, [
    {
      environment: 'test',
      merchant_id,
      operator: 'AIRTEL',
      collection_number: created.session.assigned_collection_number,
      source: 'SANDBOX_CREDIT',
      sender: null,
      body: JSON.stringify({ amount: AMOUNT_XAF }),
      received_at: services.now(),
    },
  ]);
  if (kept?.kind !== 'kept') throw new Error('the number is unknown');
  const [settled] = await settleNotices(services, [kept.notice_id]);
  if (settled?.verdict?.verdict !== 'SETTLE') throw new Error('a payment was not settled');
  return performance.now() - from_ms;
}

function rowsOf(measured: {
  count: number;
  took_ms: number;
  alone_ms: number[];
  meanwhile_ms: number[];
  medium: string;
}): Row[] {
  const { count, took_ms, alone_ms, meanwhile_ms, medium } = measured;
  const seconds = took_ms / 1000;
  const many = count.toLocaleString('en-GB');
  const [alone, meanwhile] = [alone_ms, meanwhile_ms].map((all) => quantile(all, 0.5));
  const slowest = Math.max(...meanwhile_ms);
  return [
    {
      measurement: 'settlements',
      what: `a settlement of ${many} transfers, drafted`,
      value: `${seconds.toFixed(1)} s`,
      goal: `≤ ${GOAL_S} s`,
      met: seconds <= GOAL_S,
      from: `one merchant, ${medium}`,
    },
    {
      measurement: 'settlements',
      what: 'a payment of that merchant meanwhile, from creation to SUCCESS, median',
      value: milliseconds(meanwhile ?? 0),
      goal: null,
      met: null,
      from: `alone ${milliseconds(alone ?? 0)}; ${meanwhile_ms.length} payments meanwhile, the slowest ${milliseconds(slowest)}`,
    },
  ];
}
