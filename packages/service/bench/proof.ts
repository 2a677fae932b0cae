import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { HOUR_MS, later } from '../src/domain/time.ts';
import { createMerchants } from '../src/engine/merchants.ts';
import { closeNextDay } from '../src/engine/proof/close.ts';
import { checkChain } from '../src/engine/proof/show.ts';
import type { Services } from '../src/engine/services.ts';
import { openBenchCluster, openBenchDatabase } from './database.ts';
import type { Effort, Row } from './row.ts';
import { servicesOf } from './shop.ts';

const SIZE = { whole: 100_000, quick: 20_000 };
const NUMBERS = 50;
const MERCHANTS = 200;
const GOAL_S = 30;
const HALF_A_DAY_MS = 12 * HOUR_MS;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** How long it takes to close a day of a hundred thousand payments on fifty numbers, and to check what was sealed. */
export async function measureProof(effort: Effort): Promise<Row[]> {
  const opened = (await openBenchCluster('disk')) ?? (await openBenchCluster('ram'));
  if (opened === null) return [];
  try {
    const size = effort.quick ? SIZE.quick : SIZE.whole;
    const database = await openBenchDatabase(opened.cluster);
    const services = servicesOf(database);
    effort.say(`proof: a day of ${size.toLocaleString('en-GB')} payments`);
    await fill(services, size);
    const proving = {
      ...services,
      // A day is closed at four in the morning of the next: also where this is measured before.
      now: () => later(services.now(), HALF_A_DAY_MS),
      sha256,
      randomHex: (bytes: number) => randomBytes(bytes).toString('hex'),
    };
    const from_ms = performance.now();
    const day = await closeNextDay(proving);
    const closed_ms = performance.now() - from_ms;
    if (day === null) throw new Error('no day was over');
    const check_ms = performance.now();
    const { problems } = await checkChain(proving);
    if (problems.length > 0) throw new Error(problems.join('; '));
    const checked_ms = performance.now() - check_ms;
    const states = await statesOf(database.pool);
    await database.drop();
    return [
      row(
        'closed',
        closed_ms,
        size,
        `of a live day of ${NUMBERS} numbers and ${MERCHANTS} merchants: ${states}`,
      ),
      row('checked', checked_ms, size, 'every hash of it made anew'),
    ];
  } finally {
    await opened.close();
  }
}

function row(what: string, taken_ms: number, size: number, from: string): Row {
  const is_goal = what === 'closed';
  return {
    measurement: 'proof',
    what: `the proof of a day with ${size.toLocaleString('en-GB')} payments on ${NUMBERS} numbers, ${what}`,
    value: `${(taken_ms / 1000).toFixed(2)} s`,
    goal: is_goal ? `≤ ${GOAL_S} s` : null,
    met: is_goal ? taken_ms <= GOAL_S * 1000 : null,
    from,
  };
}

async function statesOf(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ state: string; accounts: number }>(
    'select state, count(*)::int as accounts from proof_accounts group by 1 order by 1',
  );
  return rows.map(({ state, accounts }) => `${accounts} accounts ${state}`).join(', ');
}

/** Yesterday: each number's chain of payments, read in the evening; rows are made from each other, so nothing checks them. */
async function fill({ pool, ...services }: Services, size: number): Promise<void> {
  const names = Array.from({ length: MERCHANTS }, (_, n) => ({ name: `Shop ${n}`, fee_basis_points: null }));
  await createMerchants({ ...services, pool }, names);
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(
      `insert into collection_numbers (id, environment, operator, msisdn, created_at)
      select gen_random_uuid(), 'live', 'AIRTEL', '+2356600' || lpad(n::text, 4, '0'), now() - interval '9 days'
      from generate_series(1, ${NUMBERS}) n`,
    );
    await client.query("set local session_replication_role = 'replica'");
    for (const statement of PAST) await client.query(statement, statement.includes('$1') ? [size] : []);
    await client.query('commit');
  } finally {
    client.release();
  }
  await pool.query('vacuum analyze');
}

const PAST = [
  `create temp table past on commit drop as
  select n, b.id as number_id, 1 + (n - 1) / ${NUMBERS} as place, gen_random_uuid() as step_id, 1000 as amount_xaf,
    date_trunc('day', now() at time zone 'Africa/Ndjamena') at time zone 'Africa/Ndjamena' - interval '1 day'
      + n * (interval '23 hours' / $1::int) as at, f.id as float_id, p.id as payable_id
  from generate_series(1, $1::int) n
  join (select row_number() over (order by id) - 1 as position, id from collection_numbers) b on b.position = n % ${NUMBERS}
  join ledger_accounts f on f.owner_id = b.id and f.kind = 'FLOAT'
  join (select row_number() over (order by id) - 1 as position, id from ledger_accounts
    where kind = 'PAYABLE' and environment = 'live') p on p.position = n % ${MERCHANTS}`,
  `insert into book_steps (id, collection_number_id, ordinal, kind, strength, before_xaf, after_xaf, occurred_at)
  select gen_random_uuid(), number_id, 1, 'OPENING', 'ANCHORED', 0, 0, min(at) from past group by number_id`,
  `insert into book_steps (id, collection_number_id, ordinal, kind, strength, before_xaf, after_xaf, notice_id, occurred_at)
  select step_id, number_id, 1 + place, 'CREDIT', 'CHAINED', (place - 1) * amount_xaf, place * amount_xaf, gen_random_uuid(), at
  from past`,
  `update books b set opening_xaf = 0, tip_xaf = s.sum_xaf, float_xaf = s.sum_xaf, last_ordinal = s.places + 1,
    anchored_ordinal = s.places + 1, anchored_at = now()
  from (select number_id, sum(amount_xaf) as sum_xaf, count(*) as places from past group by 1) s
  where s.number_id = b.collection_number_id`,
  `insert into ledger_transfers (environment, debit_account_id, credit_account_id, amount_xaf, cause, cause_id, created_at,
    occurred_at)
  select 'live', float_id, payable_id, amount_xaf, 'SESSION_SUCCESS', gen_random_uuid(), at, at from past order by n`,
  `insert into ledger_days (account_id, day, debit_xaf, credit_xaf, transfers)
  select account_id, local_day(at), sum(debit_xaf), sum(credit_xaf), count(*)
  from (select float_id as account_id, at, amount_xaf as debit_xaf, 0 as credit_xaf from past
    union all select payable_id, at, 0, amount_xaf from past) s group by 1, 2`,
];
