import type { PoolClient } from 'pg';
import { type ReadCredit, scopeOf } from '../../domain/credit.ts';
import { isCredit } from '../../domain/movement/move.ts';
import type { Reading } from '../../sms/reading.ts';
import { addToCases, lockReversed } from '../../store/alerts.ts';
import { findUndone } from '../../store/book/announced.ts';
import { type Finding, raiseAlerts } from '../alerts.ts';
import type { Services } from '../services.ts';
import type { ReadNotice } from './read.ts';
import type { Reversal } from './reversals.ts';
import type { SecondCredit } from './two-steps-one-id.ts';

/** A notice that tells another amount of a credit that is known already. */
export type Conflict = { told: ReadCredit; credit_id: string; held_xaf: number };

export type Claimed = {
  /** Which credit each notice is a witness of, by notice id: its own if it is the first to tell of it. */
  credit_ids: Map<string, string>;
  /** New credits, told of for the first time; doubted if the operator has called them undone before. */
  fresh: ReadCredit[];
  /** Those among them, by their ids, with the transaction that the operator called undone. */
  reversed: ReadonlyMap<string, string>;
  conflicts: Conflict[];
  /** Credits of live numbers whose id another step had before. */
  seconds: SecondCredit[];
};

/**
 * Tells staff of what a batch of notices says and nothing may decide by itself: a credit or what we sent called undone, a
 * second message of a credit with another amount, a live text close to a template that none takes, one in the
 * operator's words from a sender who is not on the list. Call it after the batch's credits are written; without a finding
 * no statement is sent.
 * @param undone what these notices call undone (`keepReversals`)
 */
export async function watchNotices(
  services: Services,
  client: PoolClient,
  read: readonly ReadNotice[],
  claimed: Claimed,
  undone: readonly Reversal[] = [],
): Promise<void> {
  await raiseAlerts(services, client, [
    ...(await undoneCredits(services, client, undone, claimed)),
    ...(await undoneDebits(client, undone)),
    ...claimed.conflicts.map(conflictFinding),
    ...read.flatMap(contradictionFinding),
    ...read.flatMap(wordingFinding),
    ...read.flatMap(senderFinding),
  ]);
}

type Named = Pick<
  Reversal,
  'notice_id' | 'environment' | 'scope_id' | 'operator' | 'operator_transaction_id'
>;

async function undoneCredits(
  services: Services,
  client: PoolClient,
  undone: readonly Reversal[],
  { fresh, reversed }: Claimed,
): Promise<Finding[]> {
  const named: Named[] = [
    ...fresh.flatMap((credit) => {
      const { notice_id, environment, operator } = credit;
      const operator_transaction_id = reversed.get(credit.id);
      if (operator_transaction_id === undefined) return [];
      return [{ notice_id, environment, scope_id: scopeOf(credit), operator, operator_transaction_id }];
    }),
    ...undone,
  ];
  const found = await lockReversed(
    client,
    named.map((one, position) => ({ ...one, position })),
  );
  const opened_at = services.now();
  // A SUCCESS is never undone by itself: the credit joins its session's case, for a person to see.
  await addToCases(
    client,
    found.flatMap(({ credit_id, matched_session_id: session_id }) =>
      session_id === null ? [] : [{ session_id, credit_id, reason: 'reversal', opened_at }],
    ),
  );
  return found.map(
    ({ position, credit_id, amount_xaf, state, matched_session_id, matched_transaction_id }) => {
      const { environment, notice_id, operator_transaction_id } = named[position] as Named;
      const detail = {
        operator_transaction_id,
        amount_xaf,
        state,
        session_id: matched_session_id,
        transaction_id: matched_transaction_id,
      };
      return { environment, kind: 'reversal', subject: credit_id, notice_id, credit_id, detail };
    },
  );
}

/**
 * Findings for money that we sent and the operator gives back: a refund that SUCCEEDED has not reached its payer after all.
 * Nothing moves by itself: the money stands on UNEXPLAINED until people say what it is.
 */
async function undoneDebits(client: PoolClient, named: readonly Reversal[]): Promise<Finding[]> {
  if (named.length === 0) return [];
  const found = await findUndone(
    client,
    named.map((one, position) => ({ ...one, position })),
  );
  return found.map(({ position, step_id: subject, to_phone: announced_to, ...sent }) => {
    const { environment, notice_id, operator_transaction_id } = named[position] as Reversal;
    const detail = { operator_transaction_id, announced_to, ...sent };
    return { environment, kind: 'reversal', subject, notice_id, credit_id: null, detail };
  });
}

function conflictFinding({ told, credit_id, held_xaf }: Claimed['conflicts'][number]): Finding {
  const { environment, notice_id, operator_transaction_id, amount_xaf: told_xaf } = told;
  const detail = { operator_transaction_id, told_xaf, held_xaf };
  return { environment, kind: 'conflicting_notice', subject: credit_id, notice_id, credit_id, detail };
}

/** A live message with the id of a proven step and other figures: most likely somebody who saw the id. */
function contradictionFinding({ notice, reading, contradicts }: ReadNotice): Finding[] {
  if (contradicts === undefined) return [];
  const { step_id, is_credit, moved_xaf: held_xaf, told_xaf } = contradicts;
  const { operator_transaction_id } = reading as Reading;
  const detail = { operator_transaction_id, told_xaf, held_xaf };
  const place = { environment: 'live', notice_id: notice.id, credit_id: is_credit ? step_id : null } as const;
  return [{ ...place, kind: 'conflicting_notice', subject: step_id, detail }];
}

/**
 * A live text that is close to a template which doesn't take it: the operator may have changed its wording. In test it says
 * nothing, since any developer may write any text.
 */
function wordingFinding({ notice, outcome, reading }: ReadNotice): Finding[] {
  const near = (reading as Reading).near_template;
  const is_unread = outcome === 'UNPARSED' || outcome === 'UNREAD' || outcome === 'CLAIMED';
  if (notice.environment !== 'live' || !is_unread || near === undefined) return [];
  const detail = { doubts: (reading as Reading).doubts, operator: notice.operator };
  return [liveFinding(notice, 'wording', near, detail)];
}

/**
 * A message in the operator's words by a sender who is not listed: a forger's lookalike, or the operator under a new name.
 * It is one alert a number, however many names a forger has.
 */
function senderFinding({ notice, outcome, kind, reading }: ReadNotice): Finding[] {
  if (notice.environment !== 'live' || outcome !== 'UNTRUSTED_SENDER') return [];
  const { near_template, amount_xaf } = reading as Reading;
  if (!isCredit({ kind }) && near_template === undefined) return [];
  const detail = { sender: notice.sender, amount_xaf: amount_xaf ?? null };
  return [liveFinding(notice, 'unlisted_sender', notice.collection_number_id, detail)];
}

const liveFinding = (
  { id: notice_id }: ReadNotice['notice'],
  kind: Finding['kind'],
  subject: string,
  detail: Finding['detail'],
): Finding => ({ environment: 'live', kind, subject, notice_id, credit_id: null, detail });
