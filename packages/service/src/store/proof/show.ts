import type { ProofAccountRow, ProofDayRow, ProofLineRow, ProofMerchantRow } from '../rows.generated.ts';
import { statement } from '../statement.ts';

/** Closed days, the newest first: those before `before`, so many. */
export const listProofDays = statement<{ before: string; limit: number }, ProofDayRow>(
  'list_proof_days',
  'select * from proof_days where day < $before::date order by day desc limit $limit',
);

export type NamedProofAccount = ProofAccountRow & { kind: string; name: string };

/** The accounts of a closed day, by name. */
export const loadProofAccounts = statement<{ day: string }, NamedProofAccount>(
  'load_proof_accounts',
  `select p.*, a.kind, case when a.kind = 'FLOAT' then n.msisdn
      when a.kind = 'BANK' then 'BANK ' || a.owner_id::text else a.kind end as name
  from proof_accounts p
  join ledger_accounts a on a.id = p.account_id
  left join collection_numbers n on a.kind = 'FLOAT' and n.id = a.owner_id
  where p.day = $day::date order by name`,
);

export const loadProofLines = statement<{ day: string }, ProofLineRow>(
  'load_proof_lines',
  'select * from proof_lines where day = $day::date order by account_id, ordinal',
);

export const loadProofDay = statement<{ day: string }, ProofDayRow>(
  'load_proof_day',
  'select * from proof_days where day = $day::date',
);

/** The merchants of a closed day, in the order of their leaves. */
export const loadProofMerchants = statement<{ day: string }, ProofMerchantRow>(
  'load_proof_merchants',
  'select * from proof_merchants where day = $day::date order by leaf_ordinal',
);

/** A merchant's own days, the newest first: those before `before`, so many; with the hash of each day and of its root. */
export const listMerchantDays = statement<
  { merchant_id: string; before: string; limit: number },
  ProofMerchantRow & { merchants_root: string; hash: string; state: ProofDayRow['state'] }
>(
  'list_merchant_days',
  `select m.*, d.merchants_root, d.hash, d.state
  from proof_merchants m join proof_days d on d.day = m.day
  where m.merchant_id = $merchant_id::uuid and m.day < $before::date order by m.day desc limit $limit`,
);

/** Every closed day, oldest first, from `from` on. */
export const walkProofDays = statement<{ from: string; limit: number }, ProofDayRow>(
  'walk_proof_days',
  'select * from proof_days where day >= $from::date order by day limit $limit',
);

/**
 * The account that a name means: WALLET_AIRTEL, WALLET_MOOV, SWEPT, or a bank account by its id alone, which is called
 * `BANK <id>` in the answer. Numbers are not found here, since they are read on their SIMs. Nothing is locked.
 */
export const findReadable = statement<{ name: string }, { account_id: number; name: string }>(
  'find_readable_account',
  `select a.id as account_id, case when a.kind = 'BANK' then 'BANK ' || a.owner_id::text else a.kind end as name
  from ledger_accounts a
  where a.environment = 'live' and a.kind in ('WALLET_AIRTEL', 'WALLET_MOOV', 'SWEPT', 'BANK')
    and (a.kind = $name or (a.kind = 'BANK' and (a.owner_id::text = $name
      or exists (select from bank_accounts b where b.id = a.owner_id and b.name = $name))))`,
);

export const insertReading = statement<{
  id: string;
  account_id: number;
  day: string;
  balance_xaf: number;
  actor: string;
  note: string;
  now: Date;
}>(
  'insert_account_reading',
  `insert into account_readings (id, account_id, day, balance_xaf, read_by, note, read_at)
  values ($id, $account_id, $day::date, $balance_xaf, $actor, $note, $now)`,
);
