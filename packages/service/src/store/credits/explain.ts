import type { StoredCase } from '../../domain/matching/stored.ts';
import { setStatement, statement } from '../statement.ts';
import type { StaffCase } from './write.ts';

type Stored = {
  id: string;
  credit_id: string;
  engine_version: number;
  rule: string;
  verdict: string;
  reason: string;
  session_ids: string[];
  transaction_ids: string[];
  decided_at: Date;
};

/** The engine's decision rests on a case that can be decided again, that of staff on somebody's word. */
export type StoredDecision = Stored & { actor: 'ENGINE'; decision_case: StoredCase };
export type StaffDecision = Stored & { actor: 'STAFF'; decision_case: StaffCase };

const DECISION_COLUMNS = `d.id, d.credit_id, d.actor, d.engine_version, d.rule, d.verdict, d.reason, d.session_ids,
  d.transaction_ids,  d.decision_case, d.decided_at`;

/** The decisions on credits, oldest first; one look-up in the index of each actor. */
export const loadDecisions = setStatement<{ credit_id: string }, StoredDecision | StaffDecision>(
  'load_decisions',
  `select ${DECISION_COLUMNS} from json_to_recordset($1::json) as i (credit_id uuid)
  cross join lateral (
    (select * from decisions x where x.credit_id = i.credit_id and x.actor = 'ENGINE' limit 1)
    union all (select * from decisions x where x.credit_id = i.credit_id and x.actor = 'STAFF')) d
  order by d.decided_at, d.id`,
);

/** A page of the engine's decisions in the order they were stored, after the decision `after`. */
export const pageDecisions = statement<{ after: string; limit: number }, StoredDecision>(
  'page_decisions',
  `select ${DECISION_COLUMNS} from decisions d
  where d.actor = 'ENGINE' and d.id > $after order by d.id limit $limit`,
);

export type StoredCredit = {
  id: string;
  environment: string;
  operator: string;
  msisdn: string;
  kind: string;
  amount_xaf: number;
  operator_transaction_id: string | null;
  occurred_at: Date;
  received_at: Date;
  state: string;
  reason: string;
};

export const loadCredits = setStatement<{ credit_id: string }, StoredCredit>(
  'load_credits',
  `select c.id, c.environment, c.operator, n.msisdn, c.kind, c.amount_xaf, c.operator_transaction_id,
    c.occurred_at, c.received_at, c.state, c.reason
  from json_to_recordset($1::json) as i (credit_id uuid)
  cross join lateral (select * from credits x where x.id = i.credit_id limit 1) c
  cross join lateral (select x.msisdn from collection_numbers x where x.id = c.collection_number_id limit 1) n`,
);

export type Witness = {
  credit_id: string;
  notice_id: string;
  source: string;
  outcome: string;
  template_id: string | null;
  template_version: number | null;
  received_at: Date;
};

/** The notices that told of credits, first witness first. */
export const loadWitnesses = setStatement<{ credit_id: string }, Witness>(
  'load_witnesses',
  `select r.credit_id, n.id as notice_id, n.source, r.outcome, r.template_id, r.template_version, n.received_at
  from json_to_recordset($1::json) as i (credit_id uuid)
  join notice_readings r using (credit_id) join notices n on n.id = r.notice_id
  where (select true from notice_readings x where x.notice_id = r.notice_id and x.id > r.id limit 1) is null
  order by r.id`,
);
