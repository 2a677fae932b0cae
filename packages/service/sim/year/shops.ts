import { setFees } from '../../src/engine/desk/merchants/set-fees.ts';
import { addBankAccounts } from '../../src/engine/desk/settlements/rules.ts';
import { confirmProfiles } from '../../src/engine/desk/statements/confirm-profile.ts';
import type { Services } from '../../src/engine/services.ts';
import { ONE, two } from './two.ts';

/** How a merchant is paid out. */
export type Shop = {
  merchant_id: string;
  cadence: 'daily' | 'weekly' | 'on_demand';
  to: 'AIRTEL' | 'MOOV' | 'bank';
};

const WAYS: readonly Omit<Shop, 'merchant_id'>[] = [
  { cadence: 'daily', to: 'AIRTEL' },
  { cadence: 'weekly', to: 'MOOV' },
  { cadence: 'weekly', to: 'bank' },
  { cadence: 'on_demand', to: 'AIRTEL' },
];
const HOLDER = 'Awa Mahamat';
export const IBAN = 'TD8960002000010271091600153';
export const BANK = 'main';

/** Fees and tax, as the simulator reckons them by itself. */
export type Fees = { basis_points: number; fixed_xaf: number; tax_percent: number };
export const FIRST_FEES: Fees = { basis_points: 150, fixed_xaf: 0, tax_percent: 18 };
export const LATER_FEES: Fees = { basis_points: 200, fixed_xaf: 25, tax_percent: 18 };

/** What a payment costs its merchant, fee and tax, both rounded down. */
export function costOf({ basis_points, fixed_xaf, tax_percent }: Fees, amount_xaf: number) {
  const fee_xaf = Math.min(amount_xaf, Math.floor((amount_xaf * basis_points) / 10_000) + fixed_xaf);
  return { fee_xaf, tax_xaf: Math.min(amount_xaf - fee_xaf, Math.floor((fee_xaf * tax_percent) / 100)) };
}

/** Two people agree on what merchants pay from a moment on. */
export async function agreeOnFees(
  services: Services,
  merchants: readonly string[],
  { basis_points, fixed_xaf, tax_percent }: Fees,
  valid_from: Date,
): Promise<void> {
  const percent = basis_points / 100;
  const fee = fixed_xaf === 0 ? `${percent}%` : `${percent}%+${fixed_xaf}`;
  const set = await two(
    (commands) => setFees(services, commands),
    merchants.map((merchant_id) => ({
      merchant_id,
      flow: 'session' as const,
      terms: [fee, `tax=${tax_percent}%`],
      valid_from,
    })),
  );
  const refused = set.find(({ kind }) => kind !== 'fees_set');
  if (refused !== undefined) throw new Error(`fees were not set: ${JSON.stringify(refused)}`);
}

/** Merchants as they are before the year: verified, with a payout account long in force, and a schedule. */
export async function openShops(services: Services, merchant_ids: readonly string[]): Promise<Shop[]> {
  await two(
    (commands) => confirmProfiles(services, commands),
    ['airtel-portal@1', 'moov-portal@1'].map((profile) => ({ profile })),
  );
  const bank = { name: BANK, bank_name: 'Banque', iban: IBAN, holder_name: 'Banque' };
  await addBankAccounts(services, [{ ...bank, ...ONE }]);
  const shops = merchant_ids.map((merchant_id, n) => ({
    merchant_id,
    ...(WAYS[n % WAYS.length] ?? { cadence: 'daily' as const, to: 'AIRTEL' as const }),
  }));
  const fields = JSON.stringify({ legal_name: 'Boutique Awa SARL', representative_name: HOLDER });
  const now = services.now();
  await services.pool.query(
    `with p as (insert into kyc_profiles (merchant_id, updated_at, fields) select m, $2, $3::json from unnest($1::uuid[]) m),
    s as (insert into kyc_submissions (merchant_id, version, fields, submitted_by, submitted_at)
      select m, 1, $3::json, 'owner@example.com', $2 from unnest($1::uuid[]) m)
    update merchants set kyc_version = 1 where id = any ($1::uuid[])`,
    [merchant_ids, now, fields],
  );
  await services.pool.query(
    `insert into payout_accounts (id, merchant_id, kind, operator, msisdn, bank_name, iban, holder_name, state, asked_by,
      asked_at, frozen_until, decided_by, decided_at)
    select i.id, i.merchant_id, i.kind, i.operator, i.msisdn, i.bank_name, i.iban, $2, 'CONFIRMED', 'owner@example.com',
      $3::timestamptz - interval '9 days', $3::timestamptz - interval '6 days', 'Moussa', $3
    from json_to_recordset($1::json) as i (id uuid, merchant_id uuid, kind text, operator text, msisdn text, bank_name text,
      iban text)`,
    [JSON.stringify(shops.map((shop) => ({ id: services.newId(), ...accountOf(shop) }))), HOLDER, now],
  );
  await services.pool.query(
    `insert into settlement_terms (merchant_id, environment, cadence, weekday, minimum_xaf, hold_days, reserve_xaf, next_on)
    select i.merchant_id, 'live', i.cadence, 1, 1000, i.hold_days, i.reserve_xaf,
      case when i.cadence = 'on_demand' then null else local_day($2::timestamptz) + 1 end
    from json_to_recordset($1::json) as i (merchant_id uuid, cadence text, hold_days int, reserve_xaf bigint)`,
    [
      JSON.stringify(
        shops.map((shop, n) => ({ ...shop, hold_days: n % 3, reserve_xaf: n === 1 ? 20_000 : 0 })),
      ),
      now,
    ],
  );
  return shops;
}

function accountOf({ merchant_id, to }: Shop) {
  const none = { operator: null, msisdn: null, bank_name: null, iban: null };
  return to === 'bank'
    ? { ...none, merchant_id, kind: 'bank', bank_name: 'Banque', iban: IBAN }
    : {
        ...none,
        merchant_id,
        kind: 'number',
        operator: to,
        msisdn: to === 'AIRTEL' ? '+23566123456' : '+23599123456',
      };
}
