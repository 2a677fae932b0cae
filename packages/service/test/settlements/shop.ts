import type { Environment } from '../../src/domain/operator.ts';
import type { Services } from '../../src/engine/services.ts';
import type { DraftOutcome } from '../../src/engine/settlements/draft.ts';
import { draftSettlements } from '../../src/engine/settlements/draft.ts';
import type { World } from '../collection/world.ts';
import { booksByItself } from '../evidence/books.ts';

/** A merchant whose profile is verified in the name of `Awa Mahamat`, and a payout account of hers, long in force. */
export async function shop(world: World, options: { fee_basis_points?: number } = {}): Promise<string> {
  const merchant = await world.merchant(options);
  await verify(world, merchant);
  await payOutTo(world, merchant);
  return merchant;
}

/** A payout account that has long been in force. */
export async function payOutTo(
  world: World,
  merchant: string,
  asked_by = 'owner@example.com',
): Promise<void> {
  await world.rows(
    `insert into payout_accounts (id, merchant_id, kind, operator, msisdn, holder_name, state, asked_by, asked_at,
      frozen_until, decided_by, decided_at)
    values ($1, $2, 'number', 'AIRTEL', '+23566123456', 'Awa Mahamat', 'CONFIRMED', $4,
      $3::timestamptz - interval '30 days', $3::timestamptz - interval '27 days', 'Moussa', $3)`,
    [world.services.newId(), merchant, world.now, asked_by],
  );
}

/** A bank account to which payouts go, long in force; answers its id. */
export async function payOutToBank(world: World, merchant: string, iban: string): Promise<string> {
  const id = world.services.newId();
  await world.rows(
    `insert into payout_accounts (id, merchant_id, kind, bank_name, iban, holder_name, state, asked_by, asked_at,
      frozen_until, decided_by, decided_at)
    values ($1, $2, 'bank', 'Banque', $4, 'Awa Mahamat', 'CONFIRMED', 'owner@example.com',
      $3::timestamptz - interval '9 days', $3::timestamptz - interval '6 days', 'Moussa', $3)`,
    [id, merchant, world.now, iban],
  );
  return id;
}

/** What staff have verified of a merchant. */
export async function verify(world: World, merchant: string): Promise<void> {
  const fields = JSON.stringify({ legal_name: 'Boutique Awa SARL', representative_name: 'Awa Mahamat' });
  await world.rows(
    `with p as (insert into kyc_profiles (merchant_id, updated_at, fields) values ($1, $2, $3) returning merchant_id),
    s as (insert into kyc_submissions (merchant_id, version, fields, submitted_by, submitted_at)
      values ($1, 1, $3, 'owner@example.com', $2))
    update merchants set kyc_version = 1 where id = $1`,
    [merchant, world.now, fields],
  );
}

/** Sums that came in and are nobody's payment: found again what was written off. Each at its own moment. */
export async function brings(
  world: World,
  merchant: string,
  sums_xaf: readonly number[],
  options: { environment?: Environment; at?: Date } = {},
): Promise<void> {
  const { environment = 'live', at = world.now } = options;
  booksByItself(world.db.pool);
  await world.rows(
    `insert into ledger_transfers (environment, debit_account_id, credit_account_id, amount_xaf, cause, cause_id,
      created_at, occurred_at)
    select $1, w.id, p.id, s.amount_xaf, 'STEP_EXPLAINED', s.id, $4, $4
    from jsonb_to_recordset($3::jsonb) s (id uuid, amount_xaf bigint)
    join ledger_accounts w on w.kind = 'WRITE_OFF' and w.environment = $1
    join ledger_accounts p on p.kind = 'PAYABLE' and p.environment = $1 and p.owner_id = $2`,
    [
      environment,
      merchant,
      JSON.stringify(sums_xaf.map((amount_xaf) => ({ id: world.services.newId(), amount_xaf }))),
      at,
    ],
  );
}

/** Somebody asks for a settlement now. */
export async function draft(
  world: World,
  merchant_id: string,
  options: { environment?: Environment; services?: Services } = {},
): Promise<DraftOutcome> {
  const { environment = 'live', services = world.services } = options;
  const [outcome] = await draftSettlements(services, [{ merchant_id, environment, by: 'owner@example.com' }]);
  return outcome as DraftOutcome;
}

/** Terms that staff or the merchant have set. */
export async function agree(
  world: World,
  merchant: string,
  terms: Partial<{
    environment: Environment;
    cadence: string;
    weekday: number;
    minimum_xaf: number;
    hold_days: number;
    reserve_xaf: number;
    next_on: string | null;
  }> = {},
): Promise<void> {
  const all = {
    environment: 'live',
    cadence: 'on_demand',
    weekday: 1,
    minimum_xaf: 1,
    hold_days: 0,
    reserve_xaf: 0,
    next_on: null,
    ...terms,
  };
  await world.rows(
    `insert into settlement_terms (merchant_id, environment, cadence, weekday, minimum_xaf, hold_days, reserve_xaf, next_on)
    values ($1, $2, $3, $4, $5, $6, $7, $8)
    on conflict (merchant_id, environment) do update set cadence = excluded.cadence, weekday = excluded.weekday,
      minimum_xaf = excluded.minimum_xaf, hold_days = excluded.hold_days, reserve_xaf = excluded.reserve_xaf,
      next_on = excluded.next_on`,
    [
      merchant,
      all.environment,
      all.cadence,
      all.weekday,
      all.minimum_xaf,
      all.hold_days,
      all.reserve_xaf,
      all.next_on,
    ],
  );
}

/** What stands on a merchant's accounts, and in settlements by state. */
export async function standing(
  world: World,
  merchant: string,
  environment: Environment = 'live',
): Promise<Record<string, number>> {
  const [row] = await world.rows<{ stands: Record<string, number> }>(
    `select jsonb_strip_nulls(jsonb_build_object(
      'payable', (select nullif(account_balance(a.id), 0) from ledger_accounts a
        where a.owner_id = $1 and a.kind = 'PAYABLE' and a.environment = $2),
      'unsettled', (select nullif(sum(u.amount_xaf), 0) from unsettled_transfers u join ledger_accounts a on a.id = u.account_id
        where a.owner_id = $1 and a.kind = 'PAYABLE' and a.environment = $2),
      'reserve', (select nullif(account_balance(a.id), 0) from ledger_accounts a
        where a.owner_id = $1 and a.kind = 'RESERVE' and a.environment = $2),
      'in_flight', (select nullif(sum(account_balance(a.id)), 0) from settlements s
        join ledger_accounts a on a.owner_id = s.id and a.kind = 'SETTLEMENT_IN_FLIGHT'
        where s.merchant_id = $1 and s.environment = $2)))
      || coalesce((select jsonb_object_agg(state, amount_xaf) from (
        select state, sum(amount_xaf) as amount_xaf from settlements
        where merchant_id = $1 and environment = $2 group by state) s), '{}') as stands`,
    [merchant, environment],
  );
  return row?.stands ?? {};
}
