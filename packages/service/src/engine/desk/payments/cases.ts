import type { PoolClient } from 'pg';
import type { CaseCredit } from '../../../domain/review/judge.ts';
import type { SessionStatus } from '../../../domain/session/session.ts';
import { findDoubtedCredits, findReversedCredits } from '../../../store/credits/write.ts';
import { findCases, findWaitingCases } from '../../../store/review.ts';
import { findTriedCredits, type WaitingCredit } from '../../../store/suspense/credits.ts';
import { lockSubjects } from '../../outcome/lock.ts';

/** A credit that staff may decide, under lock. */
export type LockedCredit = WaitingCredit &
  CaseCredit & {
    /** Two people have said that it was never paid. */
    is_written_off: boolean;
  };

/** Whether a part of it waits that what it paid did not need. */
export const hasSurplus = ({ state, surplus_xaf, surplus_refunded_at }: LockedCredit): boolean =>
  state === 'MATCHED' && surplus_xaf > 0 && surplus_refunded_at === null;

/** Case files with their credits and whatever other credits a batch names, all under lock. */
export type Cases = {
  /** Credit ids by session. */
  files: Map<string, string[]>;
  /** They change in place as the batch is decided. */
  credits: Map<string, LockedCredit>;
  /** Sessions under review that hold a credit in their case, by credit. */
  holders: Map<string, string[]>;
};

/**
 * Reads the case files of locked sessions and locks credits, all in one order of id.
 * @param credit_ids further credits, in nobody's case
 */
export async function lockCases(
  client: PoolClient,
  session_ids: readonly string[],
  credit_ids: readonly string[],
): Promise<Cases> {
  const rows = await findCases(client, session_ids);
  const ids = [...new Set([...rows.map((row) => row.credit_id), ...credit_ids])];
  const locked = [...(await lockSubjects(client, { credit_ids: ids })).credits.values()];
  // Read after the locks are held, so that what their earlier holders decided is seen.
  const held = await findWaitingCases(client, ids);
  const found = await findReversedCredits(client, ids);
  const doubted = new Map((await findDoubtedCredits(client, ids)).map((row) => [row.credit_id, row]));
  const tried = new Set((await findTriedCredits(client, ids)).map(({ credit_id }) => credit_id));
  const reversed = new Set(found.map(({ credit_id }) => credit_id));
  return {
    files: gather(rows.map((row) => [row.session_id, row.credit_id])),
    holders: gather(held.map((row) => [row.credit_id, row.session_id])),
    credits: new Map(
      locked.map((row) => [
        row.id,
        {
          ...row,
          credit_id: row.id,
          is_reversed: reversed.has(row.id),
          is_doubted: doubted.has(row.id),
          is_written_off: doubted.get(row.id)?.is_written_off ?? false,
          is_tried: tried.has(row.id),
        },
      ]),
    ),
  };
}

function gather(pairs: readonly (readonly [string, string])[]): Map<string, string[]> {
  const groups = Map.groupBy(pairs, ([name]) => name);
  return new Map([...groups].map(([name, group]) => [name, group.map(([, value]) => value)]));
}

/** The credits in the case of a session. */
export function creditsOf({ files, credits }: Cases, session_id: string): LockedCredit[] {
  return (files.get(session_id) ?? []).flatMap((id) => credits.get(id) ?? []);
}

/**
 * The credits that a session's case leaves behind when it is decided: those that are still nobody's and that no
 * other open case holds.
 */
export function leftBehind(
  cases: Cases,
  session_id: string,
  sessions: ReadonlyMap<string, { status: SessionStatus }>,
): LockedCredit[] {
  const isOpen = (id: string) => (sessions.get(id)?.status ?? 'UNDER_REVIEW') === 'UNDER_REVIEW';
  return creditsOf(cases, session_id).filter(
    ({ id, state }) =>
      state === 'REVIEW' &&
      !(cases.holders.get(id) ?? []).some((other) => other !== session_id && isOpen(other)),
  );
}
