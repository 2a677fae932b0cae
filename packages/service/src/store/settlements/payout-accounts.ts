import type { Operator } from '../../domain/operator.ts';
import type { PayoutAccount } from '../../domain/settlement/payout-account.ts';
import { idStatement, type None, setStatement, statement } from '../statement.ts';

export type StoredPayoutAccount = {
  id: string;
  merchant_id: string;
  kind: 'number' | 'bank';
  operator: Operator | null;
  msisdn: string | null;
  bank_name: string | null;
  iban: string | null;
  holder_name: string;
  state: PayoutAccount['state'];
  asked_by: string;
  asked_at: Date;
  frozen_until: Date;
  decided_by: string | null;
  decided_at: Date | null;
};

const COLUMNS = `p.id, p.merchant_id, p.kind, p.operator, p.msisdn, p.bank_name, p.iban, p.holder_name, p.state, p.asked_by,
  p.asked_at, p.frozen_until, p.decided_by, p.decided_at`;

/**
 * Locks merchants against another change of their payout account, and answers the names that a holder may have: those
 * of the profile that staff have verified.
 */
export const lockHolders = idStatement<{ merchant_id: string; names: string[] }>(
  'lock_payout_holders',
  `select m.id as merchant_id, array_remove(array[k.fields ->> 'legal_name', k.fields ->> 'representative_name'], null) as names
  from merchants m
  left join kyc_submissions k on k.merchant_id = m.id and k.version = m.kyc_version and m.kyc_status = 'APPROVED'
  where m.id = any ($1::uuid[]) order by m.id for no key update of m`,
);

/** The payout accounts of merchants, the newest first. */
export const listPayoutAccounts = idStatement<StoredPayoutAccount>(
  'list_payout_accounts',
  `select ${COLUMNS} from payout_accounts p where p.merchant_id = any ($1::uuid[])
  order by p.merchant_id, p.asked_at desc, p.id desc`,
);

/** Whose payout accounts these are, which never changes. */
export const findAccountMerchants = idStatement<{ merchant_id: string }>(
  'find_payout_account_merchants',
  'select distinct merchant_id from payout_accounts where id = any ($1::uuid[])',
);

/** Call it after `lockHolders` of their merchants. */
export const lockPayoutAccounts = idStatement<StoredPayoutAccount>(
  'lock_payout_accounts',
  `select ${COLUMNS} from payout_accounts p where p.id = any ($1::uuid[]) order by p.id for update`,
);

/**
 * Locks what merchants have of payout accounts that wait or are confirmed: staff, who decide about one, lock that one alone. Call it
 * after `lockHolders`, which lets nobody ask for another meanwhile.
 */
export const lockOwnPayoutAccounts = idStatement<StoredPayoutAccount>(
  'lock_own_payout_accounts',
  `select ${COLUMNS} from payout_accounts p
  where p.merchant_id = any ($1::uuid[]) and p.state in ('WAITING', 'CONFIRMED') order by p.id for update`,
);

/** Payout accounts that wait for staff, the oldest first, up to `limit`. */
export const listWaitingAccounts = statement<
  { limit: number },
  StoredPayoutAccount & { merchant_name: string }
>(
  'list_waiting_payout_accounts',
  `select ${COLUMNS}, m.name as merchant_name
  from payout_accounts p join merchants m on m.id = p.merchant_id
  where p.state = 'WAITING' order by p.asked_at, p.id limit $limit::int`,
);

export const insertPayoutAccounts = setStatement<
  Omit<StoredPayoutAccount, 'state' | 'decided_by' | 'decided_at'>
>(
  'insert_payout_accounts',
  `insert into payout_accounts (id, merchant_id, kind, operator, msisdn, bank_name, iban, holder_name, asked_by, asked_at,
    frozen_until)
  select id, merchant_id, kind, operator, msisdn, bank_name, iban, holder_name, asked_by, asked_at, frozen_until
  from json_to_recordset($1::json) as i (id uuid, merchant_id uuid, kind text, operator text, msisdn text, bank_name text,
    iban text, holder_name text, asked_by text, asked_at timestamptz, frozen_until timestamptz)`,
);

/** Writes what became of locked payout accounts. */
export const movePayoutAccounts = setStatement<{
  id: string;
  state: PayoutAccount['state'];
  decided_by: string;
  decided_at: Date;
}>(
  'move_payout_accounts',
  `update payout_accounts p set state = i.state, decided_by = i.decided_by, decided_at = i.decided_at
  from json_to_recordset($1::json) as i (id uuid, state text, decided_by text, decided_at timestamptz)
  where p.id = i.id`,
);

export type StoredBankAccount = {
  id: string;
  name: string;
  bank_name: string;
  iban: string;
  holder_name: string;
  created_at: Date;
};

/** The bank accounts that we pay from. A name or IBAN that there is already adds nothing. */
export const insertBankAccounts = setStatement<StoredBankAccount, { id: string }>(
  'insert_bank_accounts',
  `insert into bank_accounts (id, name, bank_name, iban, holder_name, created_at)
  select id, name, bank_name, iban, holder_name, created_at
  from json_to_recordset($1::json) as i (id uuid, name text, bank_name text, iban text, holder_name text,
    created_at timestamptz)
  on conflict do nothing returning id`,
);

export const listBankAccounts = statement<None, StoredBankAccount & { balance_xaf: number }>(
  'list_bank_accounts',
  `select b.id, b.name, b.bank_name, b.iban, b.holder_name, b.created_at, -account_balance(a.id) as balance_xaf
  from bank_accounts b join ledger_accounts a on a.owner_id = b.id and a.kind = 'BANK' and a.environment = 'live'
  where b.closed_at is null order by b.name`,
);
