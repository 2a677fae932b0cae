import type { PoolClient } from 'pg';
import { isMisdirected } from '../../domain/movement/announced.ts';
import { printOf } from '../../domain/msisdn.ts';
import { unclearIn } from '../../domain/statement/party.ts';
import { findMetRows, type MetRow } from '../../store/statements/sent-elsewhere.ts';
import type { NewIncident } from '../feeds.ts';

/**
 * Incidents for rows that tell of what a refund or a settlement was met by, and name another phone than it was announced to. Whoever holds
 * a SIM could send the sum to himself and keep its message back: a reading finds the sum gone, and only the operator's list says to
 * whom. What has ended stays ended, and people hear of it.
 */
export async function listedElsewhere(
  client: PoolClient,
  { statement_id, collection_number_id }: { statement_id: string; collection_number_id: string },
): Promise<NewIncident[]> {
  const rows = await findMetRows(client, { statement_id });
  return rows.flatMap((row) => {
    const { step_id, amount_xaf, cause_id, to_phone: announced_to } = row;
    const went_to = otherPhone(row);
    if (went_to === null) return [];
    const detail = { step_id, amount_xaf, cause_id, went_to, announced_to };
    return [{ collection_number_id, kind: 'misdirected' as const, about: step_id, detail }];
  });
}

/** The phone that a row names, where none that it may mean is the one that was announced; else null. */
function otherPhone({ party, to_phone }: MetRow): string | null {
  const named = (unclearIn(party) ?? [party]).map(printOf);
  const isOther = (recipient: (typeof named)[number]) =>
    recipient !== null && isMisdirected({ to_phone }, { recipient });
  return named.every(isOther) ? (named[0] ?? null) : null;
}
