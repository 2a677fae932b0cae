import type { Operator } from '../domain/operator.ts';
import { idStatement, setStatement, statement } from './statement.ts';

/** A merchant as stored; what it pays is in `fee_terms`. */
export type StoredMerchant = {
  id: string;
  name: string;
  kyc_status: 'PENDING' | 'APPROVED';
  operators: Operator[];
  created_at: Date;
  kyc_approved_at: Date | null;
  /** Where the checkout page leads back to. */
  return_url: string | null;
  /** The checkout page shows what the merchant wrote as a session's description. */
  shows_description: boolean;
  /** The language of its mails, and of its checkout where a payer asks for none. */
  language: 'fr' | 'ar' | 'en';
  /** Since when its keys of an environment may change nothing. */
  frozen_live_at: Date | null;
  frozen_test_at: Date | null;
};

export const MERCHANT_COLUMNS = `id, name, kyc_status, operators, created_at, kyc_approved_at,
  return_url, shows_description, language, frozen_live_at, frozen_test_at`;

/**
 * Writes merchants, each with the fee that was agreed for it from the start; without one the default holds. A trigger opens
 * their ledger accounts. Rows come back in no order.
 */
export const insertMerchants = setStatement<
  { id: string; name: string; fee_basis_points: number | null; created_at: Date },
  StoredMerchant
>(
  'insert_merchants',
  `with input as (
    select * from json_to_recordset($1::json)
      as i (id uuid, name text, fee_basis_points integer, created_at timestamptz)
  ), made as (
    insert into merchants (id, name, created_at) select id, name, created_at from input
    returning *
  ), agreed as (
    insert into fee_terms (merchant_id, flow, basis_points, valid_from, set_at)
    select i.id, f.flow, i.fee_basis_points, i.created_at, i.created_at
    from input i cross join unnest('{session,transaction}'::text[]) f (flow) where i.fee_basis_points is not null
  )
  select ${MERCHANT_COLUMNS} from made`,
);

/**
 * Marks merchants as approved and gives back every one of them that exists. One approved before keeps the
 * time of its first approval. Rows are locked in id order, so that two calls can't wait for each other.
 */
export const approveMerchants = setStatement<{ id: string; approved_at: Date }, StoredMerchant>(
  'approve_merchants',
  `with input as (select distinct on (id) * from json_to_recordset($1::json) as i (id uuid, approved_at timestamptz)),
  locked as (select id from merchants where id in (select id from input) order by id for no key update)
  update merchants m
  set kyc_status = 'APPROVED', kyc_approved_at = coalesce(m.kyc_approved_at, input.approved_at)
  from locked join input using (id)
  where m.id = locked.id
  returning m.id, m.name, m.kyc_status, m.operators, m.created_at, m.kyc_approved_at,
    m.return_url, m.shows_description, m.language, m.frozen_live_at, m.frozen_test_at`,
);

/**
 * Sets what the checkout pages of merchants say, and gives back every one of them that exists; what is not set stays
 * as it is. Rows are locked in id order, so that two calls can't wait for each other.
 */
export const updateCheckouts = setStatement<
  {
    id: string;
    sets_return_url: boolean;
    return_url: string | null;
    sets_description: boolean;
    shows_description: boolean;
    /** Null: as it is. */
    language: string | null;
  },
  StoredMerchant
>(
  'update_merchant_checkouts',
  `with input as (
    select distinct on (id) * from json_to_recordset($1::json) as i (id uuid, sets_return_url boolean, return_url text,
      sets_description boolean, shows_description boolean, language text)),
  locked as (select id from merchants where id in (select id from input) order by id for no key update),
  updated as (
    update merchants m
    set return_url = case when i.sets_return_url then i.return_url else m.return_url end,
      shows_description = case when i.sets_description then i.shows_description else m.shows_description end,
      language = coalesce(i.language, m.language)
    from locked join input i using (id)
    where m.id = locked.id
    returning m.*)
  select ${MERCHANT_COLUMNS} from updated`,
);

/** The newest merchants first; at most `limit`. */
export const listMerchantRows = statement<{ limit: number }, StoredMerchant>(
  'list_merchants',
  `select ${MERCHANT_COLUMNS} from merchants order by id desc limit $limit`,
);

/** Those of the ids that are merchants. */
export const findMerchants = setStatement<{ id: string }, StoredMerchant>(
  'find_merchants',
  `select ${MERCHANT_COLUMNS} from merchants
  where id in (select id from json_to_recordset($1::json) as i (id uuid))`,
);

export type AllowanceRow = { merchant_id: string; operator: Operator; sessions: number | null };

/** Locks merchants that exist, in id order, and says what staff have set for them; null: what they earn. */
export const lockAllowances = setStatement<{ merchant_id: string; operator: string }, AllowanceRow>(
  'lock_allowances',
  `with locked as (
    select id from merchants
    where id in (select merchant_id from json_to_recordset($1::json) as i (merchant_id uuid))
    order by id for no key update)
  select l.id as merchant_id, i.operator, a.sessions
  from json_to_recordset($1::json) as i (merchant_id uuid, operator text)
  join locked l on l.id = i.merchant_id
  left join merchant_allowances a on a.merchant_id = i.merchant_id and a.operator = i.operator`,
);

/** Sets allowances in place of what merchants earn. */
export const putAllowances = setStatement<{ merchant_id: string; operator: string; sessions: number }>(
  'put_allowances',
  `insert into merchant_allowances (merchant_id, operator, sessions)
  select merchant_id, operator, sessions
  from json_to_recordset($1::json) as i (merchant_id uuid, operator text, sessions int)
  on conflict (merchant_id, operator) do update set sessions = excluded.sessions`,
);

/** Lets merchants have what they earn again. */
export const dropAllowances = setStatement<{ merchant_id: string; operator: string }>(
  'drop_allowances',
  `delete from merchant_allowances where (merchant_id, operator) in (
    select merchant_id, operator from json_to_recordset($1::json) as i (merchant_id uuid, operator text))`,
);

/** Merchants by id, locked in that order until the commit. */
export const lockMerchants = idStatement<StoredMerchant>(
  'lock_merchants',
  `select ${MERCHANT_COLUMNS} from merchants where id = any ($1::uuid[]) order by id for no key update`,
);

/** Freezes environments of locked merchants, or lets them go on (null). */
export const updateFreezes = setStatement<{
  id: string;
  frozen_live_at: Date | null;
  frozen_test_at: Date | null;
}>(
  'update_merchant_freezes',
  `update merchants m set frozen_live_at = i.frozen_live_at, frozen_test_at = i.frozen_test_at
  from json_to_recordset($1::json) as i (id uuid, frozen_live_at timestamptz, frozen_test_at timestamptz)
  where m.id = i.id`,
);

export type OfficeMerchant = Omit<StoredMerchant, 'return_url' | 'shows_description'> & {
  kyc_state: 'DRAFT' | 'SUBMITTED' | 'SENT_BACK' | 'APPROVED';
  kyc_version: number;
  kyc_updated_at: Date | null;
};

const OFFICE_COLUMNS = `m.id, m.name, m.kyc_status, m.operators, m.created_at, m.kyc_approved_at, m.language,
    m.frozen_live_at, m.frozen_test_at, coalesce(p.state, 'DRAFT') as kyc_state, coalesce(p.version, 0) as kyc_version,
    p.updated_at as kyc_updated_at`;

/** Whose profile waits for staff, the longest first; at most `limit`. */
export const listWaitingMerchants = statement<{ limit: number }, OfficeMerchant>(
  'list_waiting_merchants',
  `select ${OFFICE_COLUMNS}
  from (select * from kyc_profiles where state = 'SUBMITTED' order by updated_at, merchant_id limit $limit) p
  cross join lateral (select * from merchants x where x.id = p.merchant_id limit 1) m
  order by p.updated_at, m.id`,
);

/** The newest merchants first, below the id `cursor` (null: from the newest), at most `limit`. */
export const pageMerchants = statement<{ cursor: string | null; limit: number }, OfficeMerchant>(
  'page_merchants',
  `select ${OFFICE_COLUMNS}
  from (
    select * from merchants where id < coalesce($cursor::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
    order by id desc limit $limit) m
  left join lateral (select * from kyc_profiles x where x.merchant_id = m.id limit 1) p on true
  order by m.id desc`,
);

/** How many live sessions staff let merchants have open, where they have said so. */
export const listAllowances = idStatement<AllowanceRow>(
  'list_allowances',
  `select merchant_id, operator, sessions from merchant_allowances
  where merchant_id = any ($1::uuid[]) order by merchant_id, operator`,
);
