import { glob, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KEPT, SHORT_LIVED } from '../../src/domain/retention.ts';
import { chari } from '../cli/run.ts';
import { openWorld, type World } from '../collection/world.ts';

const TABLES = Object.values(KEPT).flat();
const DEADLOCK = '40P01';

/** What moves on with the work, follows from what is kept, or is a setting or a credential of today. */
const WORKING = [
  'account_passwords',
  'announced_debits',
  'api_keys',
  'collection_holds',
  'collection_number_usage',
  'held_accounts',
  'ledger_day_deltas',
  'merchant_allowances',
  'notice_choices',
  'notice_inbox',
  'operator_tariffs',
  'passkey_challenges',
  'passkeys',
  'payment_count_deltas',
  'payment_counts',
  'policy_in_use',
  'production_since',
  'rail_breakers',
  'rail_work',
  'request_log_days',
  'schema_migrations',
  'secret_key_in_use',
  'settlement_terms',
  'sms_gateway_answers',
  'sms_gateway_messages',
  'sms_gateway_past_sims',
  'sms_gateway_signals',
  'sms_gateway_sims',
  'sms_gateway_unrouted',
  'sms_gateways',
  'statement_profile_confirmations',
  'template_confirmations',
  'totp_factors',
  'transaction_count_deltas',
  'transaction_counts',
  'unsettled_transfers',
  'webhook_deliveries',
  'webhook_due',
  'webhook_endpoints',
];

describe('What tells of money', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
    const merchant = await world.merchant({ fee_basis_points: 100 });
    await world.pay(await world.session(merchant, { amount_xaf: 5000 }));
  });
  afterAll(() => world.close());

  test('is told apart from what lives shortly: every table is one or the other', async () => {
    const tables = await world.rows<{ name: string }>(
      `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition`,
    );
    const known = [...TABLES, ...Object.keys(SHORT_LIVED), ...WORKING];
    expect(known.toSorted()).toEqual(tables.map(({ name }) => name).toSorted());
  });

  test('has a trigger on each of its tables that refuses to delete a row, and one that refuses to empty it', async () => {
    const guards = await world.rows<{ name: string; of: string }>(
      `select c.relname as name, case when t.tgtype & 32 <> 0 then 'truncate' else 'delete' end as of
      from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where not t.tgisinternal and t.tgenabled = 'O' and t.tgtype & 2 <> 0
        and (t.tgtype & 32 <> 0 or (t.tgtype & 8 <> 0 and t.tgtype & 1 <> 0))`,
    );
    const guarded = new Set(guards.map(({ name, of }) => `${name} ${of}`));
    const open = TABLES.flatMap((name) => [`${name} delete`, `${name} truncate`]);
    expect(open.filter((one) => !guarded.has(one))).toEqual([]);
  });

  test('stays when somebody tries, whatever the table', async () => {
    // One after the other: two that empty tables by cascade lock the same ones, each in its own order.
    const tries: { name: string; has_rows: boolean; codes: string[] }[] = [];
    for (const name of TABLES) {
      const [found] = await world.rows<{ n: number }>(`select count(*)::int as n from ${name}`);
      const codes = [await refusal(`delete from ${name}`), await refusal(`truncate ${name} cascade`)];
      tries.push({ name, has_rows: (found?.n ?? 0) > 0, codes });
    }
    expect(tries.filter(({ codes }) => codes[1] !== '23001')).toEqual([]);
    const held = tries.filter(({ has_rows }) => has_rows);
    expect(held.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'payment_sessions',
        'credits',
        'ledger_transfers',
        'ledger_accounts',
        'notices',
      ]),
    );
    expect(held.filter(({ codes }) => codes[0] !== '23001')).toEqual([]);
  });

  /** The code that PostgreSQL refuses a statement with; where the service's own work was in its way, it is tried again. */
  async function refusal(statement: string): Promise<string> {
    const code = await world.rows(statement).then(
      () => 'done',
      (error: { code: string }) => error.code,
    );
    return code === DEADLOCK ? refusal(statement) : code;
  }

  test('no statement of the service deletes, but a transaction that nobody has seen yet', async () => {
    const source = fileURLToPath(new URL('../../src/', import.meta.url));
    const kept = new Set<string>(TABLES);
    const found: string[] = [];
    for await (const file of glob('**/*.ts', { cwd: source })) {
      const text = await readFile(`${source}${file}`, 'utf8');
      for (const [, name = ''] of text.matchAll(/\b(?:delete\s+from|truncate)\s+(?:only\s+)?(\w+)/gi))
        if (kept.has(name)) found.push(`${file}: ${name}`);
    }
    expect(found).toEqual(['store/transactions/transactions.ts: transactions']);
  });

  test('is listed by the command line, for ten years and never for less', async () => {
    const told = await chari(['retention'], { env: {} });
    expect(told.stdout).toMatch(/the ledger +10 years +ledger_accounts ledger_transfers/);
    expect(told.stdout).toMatch(/documents that a merchant never handed in.* 90 days +kyc_documents/);
    expect(told.stdout).toMatch(/first answers to requests.* a day +idempotency_keys/);
    const longer = await chari(['retention', '--json'], { env: { CHARI_RETENTION_YEARS: '30' } });
    expect(JSON.parse(longer.stdout)).toMatchObject({ retention_years: 30 });
    const shorter = await chari(['retention'], { env: { CHARI_RETENTION_YEARS: '9' } });
    expect(shorter.stderr).toContain(
      'CHARI_RETENTION_YEARS is "9": it must be a whole number from 10 to 100.',
    );
  });
});
