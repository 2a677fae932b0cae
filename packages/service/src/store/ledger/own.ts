import { NOBODY } from '../../domain/credit.ts';
import type { AccountKind } from '../../domain/ledger/transfer.ts';
import { type None, setStatement, statement } from '../statement.ts';

/** Accounts of what is held for others, as a list of SQL. */
export const HELD_KINDS = `'FLOAT', 'WALLET_AIRTEL', 'WALLET_MOOV', 'SWEPT', 'BANK'`;

/** Accounts of what is owed to others; what is set aside and has not left yet is still owed. */
export const OWED_KINDS = `'PAYABLE', 'RESERVE', 'SUSPENSE', 'REFUND_IN_FLIGHT', 'SETTLEMENT_IN_FLIGHT'`;

export type OwnAccount = {
  name: string;
  account_id: number;
  kind: AccountKind;
  owner_id: string;
  /** What the ledger says is there. */
  held_xaf: number;
};

/**
 * Locks accounts of ours by what staff call them: SWEPT, an operator's wallet, CAPITAL, or a bank account by its name. They are
 * locked in order, and read once they are.
 */
export const lockOwnAccounts = setStatement<{ name: string }, { account_id: number; name: string }>(
  'lock_own_accounts',
  `select a.id as account_id, i.name
  from json_to_recordset($1::json) as i (name text)
  left join bank_accounts b on b.name = i.name and b.closed_at is null
  join ledger_accounts a on a.environment = 'live'
    and (a.kind = i.name and a.kind in ('SWEPT', 'WALLET_AIRTEL', 'WALLET_MOOV', 'CAPITAL') or a.kind = 'BANK' and a.owner_id = b.id)
  order by a.id for update of a`,
);

/** A move between accounts of ours, as the audit trail has it: its accounts, its sum and its time. */
export type OwnMove = { subject_id: string; amount_xaf: string; moved_at: string };

/** Which of these moves stand on the books already; asked once their accounts are locked. */
export const findOwnMoves = setStatement<OwnMove, OwnMove>(
  'find_own_moves',
  `select i.subject_id, i.amount_xaf, i.moved_at
  from json_to_recordset($1::json) as i (subject_id text, amount_xaf text, moved_at text)
  where exists (select from staff_actions a where a.subject_id = i.subject_id and a.action = 'ledger.move'
    and a.detail ->> 'amount_xaf' = i.amount_xaf and a.detail ->> 'moved_at' = i.moved_at)`,
);

/**
 * The live accounts on which anything may have stood at `since` or later, as `id`, `kind` and `owner_id`: of settlements and refunds,
 * which have an account each, only those that had not ended by then. There are as many of the others as of merchants and numbers.
 */
export const standingSince = (since: string): string => {
  const underWay = (table: string, kind: string, open: string) => `
    union all
    select a.id, a.kind, a.owner_id from (
      select x.id from ${table} x where x.environment = 'live' and x.state in (${open})
      union all
      select x.id from ${table} x where x.environment = 'live' and x.ended_at is not null and x.ended_at >= ${since}) u
    join ledger_accounts a on a.environment = 'live' and a.kind = '${kind}' and a.owner_id = u.id`;
  return `(
    select a.id, a.kind, a.owner_id from ledger_accounts a
    where a.environment = 'live' and (a.kind not in ('SETTLEMENT_IN_FLIGHT', 'REFUND_IN_FLIGHT')
      or a.kind = 'REFUND_IN_FLIGHT' and a.owner_id = '${NOBODY}')${underWay(
        'settlements',
        'SETTLEMENT_IN_FLIGHT',
        "'DRAFT', 'APPROVED', 'SENDING', 'UNKNOWN'",
      )}${underWay('refunds', 'REFUND_IN_FLIGHT', "'PENDING', 'SENDING', 'UNKNOWN'")})`;
};

export const readOwnAccounts = setStatement<{ account_id: number; name: string }, OwnAccount>(
  'read_own_accounts',
  `select i.name, a.id as account_id, a.kind, a.owner_id, -account_balance(a.id) as held_xaf
  from json_to_recordset($1::json) as i (account_id int, name text) join ledger_accounts a on a.id = i.account_id`,
);

/**
 * How much of what is held is ours, by two counts. `earned_xaf`: capital and fees, less what operators took and what was
 * written off. `above_owed_xaf`: how much more is held than is owed, which is less while money is missing. As in the daily
 * proof, what one merchant owes us makes nothing less that we owe to others, and what was taken off SIMs (SWEPT) is not held
 * until it stands on another account.
 */
export const readOurs = statement<None, { earned_xaf: number; above_owed_xaf: number }>(
  'read_ours',
  `with balances as (
    select a.kind, account_balance(a.id) as balance_xaf from ${standingSince(`'infinity'`)} a
    where a.kind in ('CAPITAL', 'REVENUE', 'OPERATOR_FEE', 'WRITE_OFF', ${HELD_KINDS}, ${OWED_KINDS})
  )
  select coalesce(sum(balance_xaf) filter (where kind in ('CAPITAL', 'REVENUE', 'OPERATOR_FEE', 'WRITE_OFF')), 0)::bigint
      as earned_xaf,
    coalesce(-sum(balance_xaf) filter (where kind in (${HELD_KINDS}) and kind <> 'SWEPT'), 0)::bigint
      - coalesce(sum(greatest(balance_xaf, 0)) filter (where kind in (${OWED_KINDS})), 0)::bigint as above_owed_xaf
  from balances`,
);

/** All of them but CAPITAL, bank accounts last; of a bank account also its bank, its IBAN and its holder. */
export const listOwnAccounts = statement<
  None,
  Pick<OwnAccount, 'name' | 'kind' | 'held_xaf'> & {
    bank_name: string | null;
    iban: string | null;
    holder_name: string | null;
  }
>(
  'list_own_accounts',
  `select coalesce(b.name, a.kind) as name, a.kind, -account_balance(a.id) as held_xaf, b.bank_name, b.iban, b.holder_name
  from ledger_accounts a
  left join bank_accounts b on a.kind = 'BANK' and b.id = a.owner_id
  where a.environment = 'live' and (a.kind in ('SWEPT', 'WALLET_AIRTEL', 'WALLET_MOOV') or a.kind = 'BANK' and b.closed_at is null)
  order by a.kind = 'BANK', name`,
);
