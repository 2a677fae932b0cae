import type { CustodianRow } from '../rows.generated.ts';
import { setStatement, statement } from '../statement.ts';

/** The accounts of which a custodian is named: operators and banks hold them for us. */
const IS_KEPT = `a.environment = 'live' and a.kind in ('WALLET_AIRTEL', 'WALLET_MOOV', 'SWEPT', 'BANK')`;

export type CustodyRow = {
  account_id: number;
  /** As staff call it: WALLET_AIRTEL, WALLET_MOOV, SWEPT, or a bank account's name. */
  name: string;
  institution: string | null;
  licence: string | null;
  held_since: string | null;
  proposed_by: string | null;
  set_by: string | null;
  set_at: Date | null;
};

/**
 * Wallets and open bank accounts by name, each with its custodian on a day, `today`: of several that are said for it, the one
 * since the latest day, and of one day the last that was said. Nulls where nobody is named.
 */
export const listCustody = statement<{ today: string }, CustodyRow>(
  'list_custody',
  `select a.id as account_id, coalesce(b.name, a.kind) as name, c.institution, c.licence, c.held_since, c.proposed_by, c.set_by, c.set_at
  from ledger_accounts a
  left join bank_accounts b on a.kind = 'BANK' and b.id = a.owner_id
  left join lateral (
    select * from custodians c where c.account_id = a.id and c.held_since <= $today::date
    order by c.held_since desc, c.id desc limit 1) c on true
  where ${IS_KEPT} and b.closed_at is null
  order by name`,
);

/** All that was ever said of them, the newest first; `limit` how many at most. */
export const listCustodians = statement<{ limit: number }, CustodianRow & { name: string }>(
  'list_custodians',
  `select c.*, coalesce(b.name, a.kind) as name
  from custodians c
  join ledger_accounts a on a.id = c.account_id
  left join bank_accounts b on a.kind = 'BANK' and b.id = a.owner_id
  order by c.id desc limit $limit`,
);

export type Custody = Pick<CustodianRow, 'account_id' | 'institution' | 'licence' | 'held_since'>;

/** The custodians of accounts on a day. */
export const loadCustody = setStatement<{ account_id: number; day: string }, Custody>(
  'load_custody',
  `select c.account_id, c.institution, c.licence, c.held_since
  from json_to_recordset($1::json) as i (account_id int, day date)
  cross join lateral (
    select * from custodians c where c.account_id = i.account_id and c.held_since <= i.day
    order by c.held_since desc, c.id desc limit 1) c`,
);

export type NewCustodian = Omit<CustodianRow, 'id'>;

export const insertCustodians = setStatement<NewCustodian>(
  'insert_custodians',
  `insert into custodians (account_id, institution, licence, held_since, proposed_by, set_by, note, set_at)
  select account_id, institution, licence, held_since, proposed_by, set_by, note, set_at
  from json_to_recordset($1::json) as i (account_id int, institution text, licence text, held_since date,
    proposed_by text, set_by text, note text, set_at timestamptz)`,
);
