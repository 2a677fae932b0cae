import type { PoolClient } from 'pg';
import { identityOf, type ReadCredit, scopeOf } from '../../domain/credit.ts';
import { idsOf } from '../../domain/matching/case.ts';
import { atomically } from '../../store/connect/atomically.ts';
import { claimIdentities, findIdentities } from '../../store/credits/identities.ts';
import { emptyInbox, findUnderstood, takeNotices, type UnreadNotice } from '../../store/notices/inbox.ts';
import {
  insertReadings,
  loadSettled,
  type ReadingOutcome,
  type SettledNotice,
} from '../../store/notices/readings.ts';
import { decideCredits } from '../credits/decide.ts';
import { openIncidents } from '../feeds.ts';
import type { Outcome } from '../outcome/outcome.ts';
import { writeOutcome } from '../outcome/write.ts';
import type { Services } from '../services.ts';
import { loadTemplates } from '../templates/read.ts';
import { type Claimed, type Conflict, keepReversals, watchNotices } from './findings.ts';
import { keepBooks } from './keep.ts';
import { storedReading } from './proven.ts';
import { type ReadNotice, readNotice } from './read.ts';
import { type SecondCredit, secondCredits } from './two-steps-one-id.ts';

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
  const templates = await loadTemplates(services);
  const ids = [...new Set(notice_ids)];
  const { outcomes, events } = await atomically(services.pool, (client) =>
    settleIn(services, client, ids, templates, now),
  );
  if (events > 0) services.onEvents();
  return notice_ids.map((id) => {
    const outcome = outcomes.get(id);
    if (outcome === undefined) throw new Error(`bug: notice ${id} was neither read nor waiting`);
    return outcome;
  });
}

/** The same in the caller's transaction. */
export async function settleIn(
  services: Services,
  client: PoolClient,
  ids: readonly string[],
  templates: Awaited<ReturnType<typeof loadTemplates>>,
  now: Date,
): Promise<{ outcomes: Map<string, NoticeOutcome>; events: number }> {
  const { unread, stale } = await takeUnread(client, ids);
  const all = unread.map((notice) => readNotice(notice, templates, services.newId()));
  const [{ read }] = await Promise.all([
    keepBooks(services, client, all, new Map(), now),
    emptyInbox(client, [...unread.map((notice) => notice.id), ...stale]),
  ]);
  const { outcomes, settled } = await settleRead(services, client, read, now);
  const missing = ids.filter((id) => !outcomes.has(id));
  for (const row of await loadSettled(client, missing)) outcomes.set(row.notice_id, storedOutcome(row));
  return { outcomes, events: settled.events.length };
}

/**
 * Decides the credits among notices whose books have gone on, and writes all that follows with the readings, in
 * the caller's transaction.
 */
export async function settleRead(
  services: Services,
  client: PoolClient,
  read: readonly ReadNotice[],
  now: Date,
): Promise<{ outcomes: Map<string, NoticeOutcome>; settled: Outcome }> {
  await keepReversals(client, read);
  const claimed = await claimCredits(client, read);
  const { credit_ids } = claimed;
  await openIncidents(services, client, secondCredits(claimed.seconds));
  const settled = await decideCredits(services, client, claimed.fresh, now);
  const isKnown = ({ outcome, credit, notice }: ReadNotice) =>
    outcome === 'DUPLICATE' || (credit !== null && credit_ids.get(notice.id) !== credit.id);
  const outcomes = new Map(
    read.filter((one) => !isKnown(one)).map((one) => [one.notice.id, freshOutcome(one, settled)]),
  );
  await Promise.all([
    writeOutcome(services, client, settled, now),
    insertReadings(
      client,
      read.map((one) => readingRow(one, credit_ids, now)),
    ),
  ]);
  await watchNotices(services, client, read, claimed);
  return { outcomes, settled };
}

/** Takes notices out of the inbox. `stale`: notices that came back to be read again, and that are understood by now. */
async function takeUnread(
  client: PoolClient,
  ids: readonly string[],
): Promise<{ unread: UnreadNotice[]; stale: string[] }> {
  const taken = await takeNotices(client, ids);
  const again = taken.filter((notice) => notice.is_replay).map(({ id }) => id);
  const stale = (await findUnderstood(client, again)).map(({ notice_id }) => notice_id);
  return { unread: taken.filter(({ id }) => !stale.includes(id)), stale };
}

/** What became of a notice that this batch has read: known without asking the database again. */
function freshOutcome({ notice, outcome, credit }: ReadNotice, settled: Outcome): NoticeOutcome {
  const decision = settled.decided.get(credit?.id ?? '')?.decision;
  if (credit === null || decision === undefined)
    return { notice_id: notice.id, outcome, credit_id: null, verdict: null };
  const { verdict, rule, reason, claimants } = decision;
  return {
    notice_id: notice.id,
    outcome,
    credit_id: credit.id,
    verdict: { verdict, rule, reason, session_ids: idsOf(claimants, 'session') },
  };
}

/** What another batch found, or what was decided about the credit that this notice tells of again. */
function storedOutcome(row: SettledNotice): NoticeOutcome {
  const { notice_id, outcome, credit_id, verdict, rule, reason, session_ids } = row;
  const decided = verdict !== null && rule !== null && reason !== null && session_ids !== null;
  return { notice_id, outcome, credit_id, verdict: decided ? { verdict, rule, reason, session_ids } : null };
}

function readingRow(read: ReadNotice, credit_ids: Map<string, string>, read_at: Date) {
  const { notice, outcome, kind, template_id, template_version, credit } = read;
  const credit_id = credit_ids.get(notice.id) ?? null;
  const duplicate = credit !== null && credit_id !== credit.id;
  return {
    notice_id: notice.id,
    outcome: duplicate ? ('DUPLICATE' as const) : outcome,
    kind,
    template_id,
    template_version,
    reading: storedReading(read, credit !== null && !duplicate),
    credit_id,
    read_at,
  };
}

/**
 * Finds which credit owns each identity: one credit, however many notices tell of it. A text without a transaction id is a
 * credit of its own here. In test the identities are claimed here. In live the book has claimed them with its steps, and
 * has told copies apart: each credit that comes here has moved money, and one whose id another step owns is doubted.
 */
export async function claimCredits(client: PoolClient, read: readonly ReadNotice[]): Promise<Claimed> {
  const credits = read.flatMap(({ credit }) => (credit ? [credit] : []));
  const first = new Map<string, ReadCredit>();
  for (const credit of credits) {
    const identity = identityOf(credit);
    if (identity !== null && !first.has(identity)) first.set(identity, credit);
  }
  const unclaimed = [...first.values()].filter(({ environment }) => environment === 'test');
  const rows = await claimIdentities(client, unclaimed.map(identityRow));
  const claimed = new Set(rows.map((row) => row.step_id));
  const { owner, conflicts, again } = await ownersOf(client, first, claimed, credits);
  const reversed = new Set([...rows, ...again].flatMap((row) => (row.is_reversed ? [row.step_id] : [])));
  const owns = (credit: ReadCredit) => identityOf(credit) === null || owner(credit).step_id === credit.id;
  const fresh = credits.filter((credit) => credit.environment === 'live' || owns(credit));
  const seconds = fresh.filter((credit) => !owns(credit)).map((credit) => ({ credit, first: owner(credit) }));
  return {
    credit_ids: new Map([
      ...credits.map((credit) => [credit.notice_id, owner(credit).step_id] as const),
      ...fresh.map((credit) => [credit.notice_id, credit.id] as const),
      ...read.flatMap(({ notice, witness_of }) =>
        witness_of === null ? [] : [[notice.id, witness_of] as const],
      ),
    ]),
    fresh: fresh.map((credit) => doubted(credit, reversed.has(credit.id), !owns(credit))),
    reversed,
    seconds,
    conflicts: conflicts.filter(({ told }) => told.environment === 'test'),
  };
}

type Owner = SecondCredit['first'] & { amount_xaf: number };

/** Which credit owns each identity: the first one of this batch, or one of before. */
async function ownersOf(
  client: PoolClient,
  first: ReadonlyMap<string, ReadCredit>,
  claimed: ReadonlySet<string>,
  credits: readonly ReadCredit[],
): Promise<{
  owner: (credit: ReadCredit) => Owner;
  conflicts: Conflict[];
  /** Identities that were claimed before, as those of live credits are when they are booked. */
  again: { step_id: string; is_reversed: boolean }[];
}> {
  const known = [...first.values()].filter((credit) => !claimed.has(credit.id));
  const earlier = await findIdentities(
    client,
    known.map((credit, position) => {
      const { collection_number_id } = credit;
      return { ...identityRow(credit), position, collection_number_id };
    }),
  );
  const owners = new Map([...first].map(([identity, credit]): [string, Owner] => [identity, own(credit)]));
  for (const row of earlier) owners.set(identityOf(known[row.position] as ReadCredit) as string, row);
  const owner = (told: ReadCredit) => owners.get(identityOf(told) ?? '') ?? own(told);
  const conflicts = credits.flatMap((told): Conflict[] => {
    const { step_id: credit_id, amount_xaf: held_xaf } = owner(told);
    return held_xaf === told.amount_xaf || credit_id === told.id ? [] : [{ told, credit_id, held_xaf }];
  });
  return { owner, conflicts, again: earlier };
}

const own = ({ id: step_id, amount_xaf }: ReadCredit): Owner => ({
  ...{ step_id, amount_xaf, elsewhere_xaf: amount_xaf },
});

/** Money that the operator has taken back confirms nothing, in whatever order the two messages came. */
function doubted(credit: ReadCredit, is_reversed: boolean, is_second_of_its_id: boolean): ReadCredit {
  const doubts = [
    ...credit.doubts,
    ...(is_reversed ? ['reversed'] : []),
    ...(is_second_of_its_id && !credit.doubts.includes('id_of_another_step') ? ['id_of_another_step'] : []),
  ];
  return { ...credit, doubts };
}

function identityRow(credit: ReadCredit) {
  return {
    environment: credit.environment,
    scope_id: scopeOf(credit),
    operator: credit.operator,
    operator_transaction_id: credit.operator_transaction_id as string,
    step_id: credit.id,
  };
}
