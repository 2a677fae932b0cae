import type { AccountKind } from '../../domain/ledger/transfer.ts';
import type { Operator } from '../../domain/operator.ts';
import type { Destination } from '../../domain/settlement/payout-account.ts';
import type { ProofSource } from '../../domain/settlement/proof.ts';
import type { CauseTotal, Settlement, SettlementLine } from '../../domain/settlement/settlement.ts';
import { isSent, leftNumbers } from '../book/left.ts';
import { mayHold } from '../staff/record.ts';
import { idStatement, setStatement, statement } from '../statement.ts';
import { MAY_BE_SENT } from './payees.ts';

export type StoredSettlement = Settlement & {
  merchant_name: string;
  /** What it is sent from; null until it is. */
  from_kind: AccountKind | null;
  from_owner_id: string | null;
  /** Its payout account; all null in test. */
  kind: Destination['kind'] | null;
  operator: Operator | null;
  msisdn: string | null;
  bank_name: string | null;
  iban: string | null;
  holder_name: string | null;
};

const COLUMNS = `s.id, s.merchant_id, m.name as merchant_name,
  s.environment, s.reference, s.payout_account_id,
  s.amount_xaf, s.transfers, s.until, s.state, s.drafted_by, s.created_at, s.sent_at, s.ended_at, s.failure,
  (select r.happened_at from settlement_proofs r where r.settlement_id = s.id and r.says = 'returned') as returned_at,
  f.kind as from_kind, f.owner_id as from_owner_id,
  p.kind, p.operator, p.msisdn, p.bank_name, p.iban, p.holder_name`;
const JOINED = `join merchants m on m.id = s.merchant_id
  left join payout_accounts p on p.id = s.payout_account_id
  left join ledger_accounts f on f.id = s.from_account_id`;

/** Locks settlements in order of id. */
export const lockSettlements = idStatement<StoredSettlement>(
  'lock_settlements',
  `select ${COLUMNS} from settlements s ${JOINED}
  where s.id = any ($1::uuid[]) order by s.id for update of s`,
);

export const loadSettlements = idStatement<StoredSettlement>(
  'load_settlements',
  `select ${COLUMNS} from settlements s ${JOINED} where s.id = any ($1::uuid[])`,
);

/** The settlements that banks and people call so; those that there are. */
export const findSettlementReferences = setStatement<
  { reference: string },
  { id: string; reference: string }
>(
  'find_settlement_references',
  `select s.id, s.reference from json_to_recordset($1::json) as i (reference text)
  join settlements s on s.reference = i.reference`,
);

export type SettlementMove = Pick<Settlement, 'id' | 'state' | 'failure' | 'sent_at' | 'ended_at'> & {
  from_state: string;
  /** The ledger's account that it is sent from; null: as it is. */
  from_account_id: number | null;
};

/** Moves settlements that the caller has locked. Returns those that were in the state that it names. */
export const moveSettlements = setStatement<SettlementMove, { id: string }>(
  'move_settlements',
  `with given as materialized (
    select * from json_to_recordset($1::json) as i (id uuid, from_state text, state text, failure text,
      sent_at timestamptz, ended_at timestamptz, from_account_id int)
  )
  update settlements s set state = i.state, failure = i.failure, sent_at = i.sent_at, ended_at = i.ended_at,
    from_account_id = coalesce(i.from_account_id, s.from_account_id)
  from given i
  where s.id = any (array(select id from given)) and s.id = i.id and s.state = i.from_state
  returning s.id`,
);

export type ProofRow = {
  id: string;
  settlement_id: string;
  says: 'paid' | 'unpaid' | 'returned';
  source: ProofSource;
  source_id: string;
  amount_xaf: number | null;
  detail: Record<string, unknown>;
  happened_at: Date;
  recorded_at: Date;
};

/** Keeps what was said about settlements, and returns what was kept: a witness that has proven one as paid proves no other. */
export const insertSettlementProofs = setStatement<ProofRow, { id: string }>(
  'insert_settlement_proofs',
  `insert into settlement_proofs (id, settlement_id, says, source, source_id, amount_xaf, detail, happened_at, recorded_at)
  select id, settlement_id, says, source, source_id, amount_xaf, detail, happened_at, recorded_at
  from json_to_recordset($1::json) as i (id uuid, settlement_id uuid, says text, source text, source_id text,
    amount_xaf bigint, detail json, happened_at timestamptz, recorded_at timestamptz)
  on conflict (source, source_id) where says = 'paid' do nothing
  returning id`,
);

export const loadSettlementProofs = idStatement<ProofRow>(
  'load_settlement_proofs',
  `select id, settlement_id, says, source, source_id, amount_xaf, detail, happened_at, recorded_at
  from settlement_proofs where settlement_id = any ($1::uuid[]) order by settlement_id, id`,
);

/** Those of these settlements that have come back, and when. Ask under their lock: what locks them was begun before it. */
export const findReturned = idStatement<{ id: string; returned_at: Date }>(
  'find_returned_settlements',
  `select settlement_id as id, happened_at as returned_at from settlement_proofs
  where settlement_id = any ($1::uuid[]) and says = 'returned'`,
);

type WitnessedBy = Pick<ProofRow, 'source' | 'source_id'>;

/** Those of these witnesses that have proven a settlement as paid or come back, and which one. A row of a bank or an operator does one of both. */
export const findSpokenWitnesses = setStatement<WitnessedBy, WitnessedBy & { settlement_id: string }>(
  'find_spoken_witnesses',
  `select i.source, i.source_id, p.settlement_id
  from json_to_recordset($1::json) as i (source text, source_id text)
  join settlement_proofs p on p.source_id = i.source_id and p.says = 'paid' and p.source = case i.source
    when 'bank_return' then 'bank_row' when 'statement_return' then 'statement_row' else i.source end
  union
  select i.source, i.source_id, p.settlement_id
  from json_to_recordset($1::json) as i (source text, source_id text)
  join settlement_proofs p on p.source_id = i.source_id and p.says = 'returned' and p.source = case i.source
    when 'bank_row' then 'bank_return' when 'statement_row' then 'statement_return' else i.source end`,
);

export const loadTotals = idStatement<CauseTotal & { settlement_id: string }>(
  'load_settlement_totals',
  `select settlement_id, cause, transfers, amount_xaf from settlement_totals
  where settlement_id = any ($1::uuid[]) order by settlement_id, cause`,
);

export type SettlementsAsked = {
  position: number;
  merchant_id: string;
  environment: string;
  /** Those with a lower id only. */
  before: string;
  limit: number;
};

/** Pages of merchants' settlements, newest first. */
export const selectSettlementPages = setStatement<SettlementsAsked, StoredSettlement & { position: number }>(
  'select_settlement_pages',
  `select a.position, s.*
  from json_to_recordset($1::json) as a (position int, merchant_id uuid, environment text, before uuid, "limit" int)
  cross join lateral (
    select ${COLUMNS} from settlements s ${JOINED}
    where s.merchant_id = a.merchant_id and s.environment = a.environment and s.id < a.before
    order by s.id desc limit a."limit") s
  order by a.position, s.id desc`,
);

/** When the oldest of what waits to be sent was drafted. */
const OLDEST = `(select min(w.created_at) from settlements w where w.state = 'APPROVED' and w.environment = 'live')`;
/** What has left our SIMs since. It is read once, not once for each settlement: there are few such steps, and many SIMs. */
const LEFT = `sent as materialized (${leftNumbers(OLDEST)})`;
/**
 * Whether a SIM of ours has sent the sum of the settlement `s` to its number since it was drafted, and nobody has said what that was:
 * somebody has paid it from a list, and will say so.
 */
const MAY_HAVE_LEFT = `(select s.state = 'APPROVED' and p.kind = 'number' and exists (
    select from sent s where ${isSent({ since: 'd.created_at', amount_xaf: 'd.amount_xaf', phone: 'p.msisdn' })})
  from (select s.created_at, s.amount_xaf) d)`;

/**
 * The live settlements of all merchants that are under way in a state, the oldest first, up to `limit`. `after`: those behind the one of
 * this id; null: from the first on. `may_have_left`: it waits to be sent, and a SIM may have sent it already: it is on no list.
 */
export const selectOpenSettlements = statement<
  { state: string; after: string | null; limit: number },
  StoredSettlement & { may_have_left: boolean }
>(
  'select_open_settlements',
  `with ${LEFT}
  select ${COLUMNS}, ${MAY_HAVE_LEFT} as may_have_left from settlements s ${JOINED}
  where s.state = $state::text and s.state in ('DRAFT', 'APPROVED', 'SENDING', 'UNKNOWN') and s.environment = 'live'
    and ($after::uuid is null or (s.created_at, s.id) > (select l.created_at, l.id from settlements l where l.id = $after::uuid))
  order by s.created_at, s.id limit $limit::int`,
);

/**
 * What is approved and may be sent at `now` (to such accounts; null: to any), the oldest first, up to `limit`. `on_order`: whether it
 * stands on an order that somebody has taken to a bank (`loadTakenOrders`); what does is no part of the portion else. What a SIM of ours may
 * have sent already is left off: it would leave twice. What one person wants to take back (`is_cancelling`) stands among what is on orders
 * alone: paid from a later file it would be drafted again, and each such file would make that word too old to agree to.
 */
export const selectSendableSettlements = statement<
  { now: Date; kind: Destination['kind'] | null; on_order: boolean; limit: number },
  StoredSettlement & { is_cancelling: boolean }
>(
  'select_sendable_settlements',
  `with ordered as materialized (
    select distinct r.reference from staff_actions a
    cross join lateral json_array_elements_text(a.detail -> 'references') r (reference)
    where a.action in ('settlement.order', 'file.take')
      and ${mayHold(OLDEST)}),
  ${LEFT}
  select ${COLUMNS}, q.is_cancelling from settlements s ${JOINED}
  cross join lateral (select exists (
    select from staff_proposals x
    where x.subject_id = s.id::text and x.action = 'settlement.cancel' and x.settled_at is null) as is_cancelling) q
  where s.state = 'APPROVED' and s.environment = 'live' and ($kind::text is null or p.kind = $kind)
    and (p.kind = 'bank' and s.reference in (select o.reference from ordered o)) = $on_order::boolean
    and ($on_order or not q.is_cancelling)
    and not ${MAY_HAVE_LEFT}
    and ${MAY_BE_SENT('$now::timestamptz')}
  order by s.created_at, s.id limit $limit::int`,
);

export type LinesAsked = { position: number; settlement_id: string; after: number; limit: number };

/** The transfers of settlements in their order, each with the merchant's reference of its payment. */
export const selectSettlementLines = setStatement<LinesAsked, SettlementLine & { position: number }>(
  'select_settlement_lines',
  `select a.position, t.line, t.cause, t.cause_id, t.amount_xaf, t.occurred_at, coalesce(p.reference, x.reference) as reference
  from json_to_recordset($1::json) as a (position int, settlement_id uuid, after int, "limit" int)
  cross join lateral (
    select * from settlement_transfers t
    where t.settlement_id = a.settlement_id and t.line > a.after order by t.line limit a."limit") t
  left join payment_sessions p on p.id = t.cause_id and t.cause like 'SESSION%'
  left join transactions x on x.id = t.cause_id and t.cause like 'TRANSACTION%'
  order by a.position, t.line`,
);
