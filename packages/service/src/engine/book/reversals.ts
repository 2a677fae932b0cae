import type { PoolClient } from 'pg';
import { OF_UNDONE, scopeOf } from '../../domain/credit.ts';
import type { Reading } from '../../sms/reading.ts';
import { insertReversals, type ToldReversal } from '../../store/alerts.ts';
import type { Finding } from '../alerts.ts';
import type { ReadNotice } from './read.ts';

/**
 * Keeps the transactions that these notices call undone. Call it before credits are claimed.
 * @returns what staff are told of: of notices that tell again of a step, what nothing had said that it was
 */
export async function keepReversals(client: PoolClient, read: readonly ReadNotice[]): Promise<Reversal[]> {
  const named = read.flatMap(reversalOf);
  const kept = new Set((await insertReversals(client, named)).map(({ notice_id }) => notice_id));
  return named.filter(({ notice_id, step_id }) => step_id === null || kept.has(notice_id));
}

export type Reversal = ToldReversal & { environment: Finding['environment'] };

/**
 * What a notice calls undone. A statement may have brought the step before, and may have no column for what a row undoes: then only
 * the message that comes after its row says what that was. It is known by the id of the row alone, which its payer may know and forge.
 */
function reversalOf({ notice, outcome, kind, reading, again_of }: ReadNotice): Reversal[] {
  const told = reading as Reading;
  const undone = told.reversed_transaction_id;
  const { id: notice_id, environment, operator } = notice;
  const step_id = environment === 'live' ? (again_of ?? null) : null;
  const is_taken =
    outcome === 'STEP' || step_id !== null || (outcome === 'NOT_A_CREDIT' && environment === 'test');
  if (!is_taken || kind !== 'REVERSAL' || undone === undefined) return [];
  const told_as = told.operator_transaction_id ?? `${OF_UNDONE}${undone}`;
  const sum = { told_xaf: told.amount_xaf ?? null, fee_xaf: told.fee_xaf ?? 0 };
  const again = { step_id, told_as, is_row: notice.source === 'WITNESS', ...sum };
  const named = { notice_id, environment, operator, operator_transaction_id: undone };
  return [{ ...named, scope_id: scopeOf(notice), ...again }];
}
