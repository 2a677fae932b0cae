import type { PoolClient } from 'pg';
import { identityOf, type ReadCredit, scopeOf } from '../../domain/credit/credit.ts';
import { transaction } from '../../store/connect/transaction.ts';
import { claimIdentities, findIdentities } from '../../store/credits/identities.ts';
import { emptyInbox, takeNotices } from '../../store/notices/inbox.ts';
import {
  insertReadings,
  loadSettled,
  type ReadingOutcome,
  type SettledNotice,
} from '../../store/notices/readings.ts';
import type { Effects } from '../credits/effects.ts';
import { settleCredits } from '../credits/settle.ts';
import type { Services } from '../services.ts';
import { confirmedTemplates } from '../templates/confirmed.ts';
import { type ReadNotice, readNotice } from './read.ts';

export type NoticeOutcome = {
  notice_id: string;
  outcome: ReadingOutcome;
  credit_id: string | null;
  /** The engine's first decision on the credit; null without a credit. */
  verdict: {
    verdict: 'SETTLE' | 'REVIEW' | 'SUSPENSE';
    rule: string;
    reason: string;
    session_ids: string[];
  } | null;
};

/**
 * Reads notices, merges the witnesses of one credit, decides each new credit and writes all that follows, in
 * one transaction. A notice that another process has read meanwhile is answered with what that one found.
 * @returns what became of each notice, in order
 */
export async function settleNotices(services: Services, notice_ids: string[]): Promise<NoticeOutcome[]> {
  if (notice_ids.length === 0) return [];
  const now = services.now();
  const confirmed = [...(await confirmedTemplates(services))];
  const ids = [...new Set(notice_ids)];
  const { outcomes, events } = await transaction(services.pool, async (client) => {
    const unread = await takeNotices(client, ids);
    const read = unread.map((notice) => readNotice(notice, confirmed, services.newId()));
    const credit_ids = await claimCredits(client, read);
    const isFirst = ({ credit }: ReadNotice) =>
      credit !== null && credit_ids.get(credit.notice_id) === credit.id;
    const fresh = read.flatMap((one) => (one.credit && isFirst(one) ? [one.credit] : []));
    const effects = await settleCredits(services, client, fresh, now);
    const outcomes = new Map(
      read
        .filter((one) => one.credit === null || isFirst(one))
        .map((one) => [one.notice.id, freshOutcome(one, effects)]),
    );
    const [, , stored] = await Promise.all([
      insertReadings(
        client,
        read.map((one) => readingRow(one, credit_ids, now)),
      ),
      emptyInbox(
        client,
        unread.map(({ id }) => id),
      ),
      loadSettled(
        client,
        ids.filter((id) => !outcomes.has(id)),
      ),
    ]);
    for (const row of stored) outcomes.set(row.notice_id, storedOutcome(row));
    return { outcomes, events: effects.events.length };
  });
  if (events > 0) services.onEvents();
  return notice_ids.map((id) => {
    const outcome = outcomes.get(id);
    if (outcome === undefined) throw new Error(`bug: notice ${id} was neither read nor waiting`);
    return outcome;
  });
}

/** What became of a notice that this batch has read: known without asking the database again. */
function freshOutcome({ notice, outcome, credit }: ReadNotice, effects: Effects): NoticeOutcome {
  const decision = effects.decided.get(credit?.id ?? '')?.decision;
  if (credit === null || decision === undefined)
    return { notice_id: notice.id, outcome, credit_id: null, verdict: null };
  const { verdict, rule, reason, session_ids } = decision;
  return {
    notice_id: notice.id,
    outcome,
    credit_id: credit.id,
    verdict: { verdict, rule, reason, session_ids },
  };
}

/** What another batch found, or what was decided of the credit that this notice tells of again. */
function storedOutcome(row: SettledNotice): NoticeOutcome {
  const { notice_id, outcome, credit_id, verdict, rule, reason, session_ids } = row;
  const decided = verdict !== null && rule !== null && reason !== null && session_ids !== null;
  return { notice_id, outcome, credit_id, verdict: decided ? { verdict, rule, reason, session_ids } : null };
}

/**
 * Which credit each notice is a witness of, by notice id: its own if it is the first to tell of it. A text
 * without a transaction id can't be recognised again and is always its own (and goes to review).
 */
async function claimCredits(client: PoolClient, read: readonly ReadNotice[]): Promise<Map<string, string>> {
  const credits = read.flatMap(({ credit }) => (credit ? [credit] : []));
  const first = new Map<string, ReadCredit>();
  for (const credit of credits) {
    const identity = identityOf(credit);
    if (identity !== null && !first.has(identity)) first.set(identity, credit);
  }
  const claimed = new Set(
    (await claimIdentities(client, [...first.values()].map(identityRow))).map((row) => row.credit_id),
  );
  const known = [...first.values()].filter((credit) => !claimed.has(credit.id));
  const earlier = await findIdentities(
    client,
    known.map((credit, position) => ({ ...identityRow(credit), position })),
  );
  const owner = new Map([...first].map(([identity, credit]) => [identity, credit.id]));
  for (const row of earlier)
    owner.set(identityOf(known[row.position] as ReadCredit) as string, row.credit_id);
  return new Map(
    credits.map((credit) => [credit.notice_id, owner.get(identityOf(credit) ?? '') ?? credit.id]),
  );
}

function identityRow(credit: ReadCredit) {
  return {
    environment: credit.environment,
    scope_id: scopeOf(credit),
    operator: credit.operator,
    operator_transaction_id: credit.operator_transaction_id as string,
    credit_id: credit.id,
  };
}

function readingRow(read: ReadNotice, credit_ids: Map<string, string>, read_at: Date) {
  const { notice, outcome, kind, template_id, template_version, reading, credit } = read;
  const credit_id = credit_ids.get(notice.id) ?? null;
  const duplicate = credit !== null && credit_id !== credit.id;
  return {
    notice_id: notice.id,
    outcome: duplicate ? ('DUPLICATE' as const) : outcome,
    kind,
    template_id,
    template_version,
    reading,
    credit_id,
    read_at,
  };
}
