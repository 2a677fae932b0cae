import type { ProofAccountRow, ProofDayRow, ProofLineRow, ProofMerchantRow } from '../rows.generated.ts';
import { statement } from '../statement.ts';

/** Closed days, the newest first: those before `$1`, so many. */
export const listProofDays = statement<ProofDayRow>(
  'list_proof_days',
  'select * from proof_days where day < $1::date order by day desc limit $2',
);

export type ShownAccount = ProofAccountRow & { kind: string; name: string };

/** The accounts of a closed day, by name. */
export const loadProofAccounts = statement<ShownAccount>(
  'load_proof_accounts',
  `select p.*, a.kind, case when a.kind = 'FLOAT' then n.msisdn
      when a.kind = 'BANK' then 'BANK ' || a.owner_id::text else a.kind end as name
  from proof_accounts p
  join ledger_accounts a on a.id = p.account_id
  left join collection_numbers n on a.kind = 'FLOAT' and n.id = a.owner_id
  where p.day = $1::date order by name`,
);

export const loadProofLines = statement<ProofLineRow>(
  'load_proof_lines',
  'select * from proof_lines where day = $1::date order by account_id, ordinal',
);

export const loadProofDay = statement<ProofDayRow>(
  'load_proof_day',
  'select * from proof_days where day = $1::date',
);

/** The merchants of a closed day, in the order of their leaves. */
export const loadProofMerchants = statement<ProofMerchantRow>(
  'load_proof_merchants',
  'select * from proof_merchants where day = $1::date order by leaf_ordinal',
);

/** A merchant's own days, the newest first: those before `$2`, so many; with the hash of each day and of its root. */
export const listMerchantDays = statement<
  ProofMerchantRow & { merchants_root: string; hash: string; state: ProofDayRow['state'] }
>(
  'list_merchant_days',
  `select m.*, d.merchants_root, d.hash, d.state
  from proof_merchants m join proof_days d on d.day = m.day
  where m.merchant_id = $1::uuid and m.day < $2::date order by m.day desc limit $3`,
);

/** Every closed day, oldest first, from `$1` on. */
export const walkProofDays = statement<ProofDayRow>(
  'walk_proof_days',
  'select * from proof_days where day >= $1::date order by day limit $2',
);

/** Locks nothing: the account that a name means, such as WALLET_AIRTEL, SWEPT or `BANK <id>`; numbers are read on their SIMs. */
export const findReadable = statement<{ account_id: number; name: string }>(
  'find_readable_account',
  `select a.id as account_id, case when a.kind = 'BANK' then 'BANK ' || a.owner_id::text else a.kind end as name
  from ledger_accounts a
  where a.environment = 'live' and a.kind in ('WALLET_AIRTEL', 'WALLET_MOOV', 'SWEPT', 'BANK')
    and (a.kind = $1 or (a.kind = 'BANK' and a.owner_id::text = $1))`,
);

export const insertReading = statement(
  'insert_account_reading',
  `insert into account_readings (id, account_id, day, balance_xaf, read_by, note, read_at)
  values ($1, $2, $3::date, $4, $5, $6, $7)`,
);
