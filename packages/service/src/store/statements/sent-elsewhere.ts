import { statement } from '../statement.ts';

/** A row that is the step by which an announced debit was met, and whom it names. */
export type MetRow = {
  step_id: string;
  party: string;
  amount_xaf: number;
  to_phone: string;
  cause_id: string | null;
};

/**
 * Rows of statement `statement_id` that name somebody and are steps which met what was announced to a phone. Nothing of the row was compared
 * with that: a reading found the money gone, or the message named nobody. Not those of which an incident was opened before.
 */
export const findMetRows = statement<{ statement_id: string }, MetRow>(
  'find_met_statement_rows',
  `select f.step_id, r.party, a.amount_xaf, a.to_phone, a.cause_id
  from statement_findings f
  join statements s on s.id = f.statement_id join collection_numbers n on n.id = s.collection_number_id
  join statement_rows r on r.statement_id = f.statement_id and r.ordinal = f.ordinal
  join announced_debits a on a.step_id = f.step_id and a.to_phone is not null
  where f.statement_id = $statement_id and f.finding = 'SAME' and r.is_completed and r.moved_xaf < 0
    and r.party <> n.msisdn
    and not exists (
      select from feed_incidents i where i.collection_number_id = n.id and i.kind = 'misdirected'
        and i.detail ->> 'step_id' = f.step_id::text)
  order by f.ordinal`,
);
