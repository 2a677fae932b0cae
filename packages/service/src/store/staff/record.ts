import type { OpenProposal } from '../../domain/review/second-person.ts';
import { idStatement, setStatement, statement } from '../statement.ts';

/** Something that a person of the staff did, proposed or took back. */
export type StaffAction = {
  id: string;
  /** The name as it was then. */
  actor: string;
  /** The staff account; null for a name that was typed. */
  account_id: string | null;
  action: string;
  subject_id: string;
  note: string;
  detail: Record<string, unknown>;
  at: Date;
};

/** An action as it is shown, with the mail address of the account: a name may be taken by somebody else, or be another by now. */
export type ShownAction = StaffAction & { account_email: string | null };

/** What is read of an action. */
export const ACTION_COLUMNS = `id, actor, account_id, action, subject_id, note, detail, at,
  (select x.email from accounts x where x.id = staff_actions.account_id) as account_email`;

/** Adds actions to the audit trail, which nobody can change afterwards. */
export const insertActions = setStatement<StaffAction>(
  'insert_staff_actions',
  `insert into staff_actions (id, actor, account_id, action, subject_id, note, detail, at)
  select id, actor, account_id, action, subject_id, note, detail, at
  from json_to_recordset($1::json) as i
    (id uuid, actor text, account_id uuid, action text, subject_id text, note text, detail json, at timestamptz)`,
);

/** What was done about a subject, oldest first. */
export const listActions = statement<{ subject_id: string; limit: number }, ShownAction>(
  'list_staff_actions',
  `select ${ACTION_COLUMNS} from staff_actions
  where subject_id = $subject_id order by at, id limit $limit`,
);

/**
 * Whether `a`, the act of taking a file, may be of one that holds what was made then. It is dated before what stands on
 * the file is read, by the clock of the machine that hands it out, so that it may seem the older of the two. Ids and
 * references tell what is on it: the hour only bounds how much is looked through.
 */
export const mayHold = (made_at: string): string => `a.at >= ${made_at} - interval '1 hour'`;

/** Makes decisions that lock no row of their own wait for each other: one at a time, until its commit. */
export const takeTurn = statement(
  'take_staff_turn',
  `select pg_advisory_xact_lock(hashtextextended('staff decisions', 0))`,
);

/**
 * The open proposals about subjects, locked until the commit. `is_orphan`: whoever made it has left the staff.
 */
export const lockProposals = statement<
  { ids: readonly string[] },
  OpenProposal & { subject_id: string; proposed_at: Date; is_orphan: boolean }
>(
  'lock_staff_proposals',
  `select p.id, p.action, p.subject_id, p.terms, p.proposed_by, p.proposed_by_account, p.proposed_at,
    p.proposed_by_account is not null and not exists (
      select from staff x where x.account_id = p.proposed_by_account and x.deactivated_at is null) as is_orphan
  from staff_proposals p
  where p.subject_id = any ($ids::text[]) and p.settled_at is null order by p.subject_id for update of p`,
);

export type NewProposal = {
  id: string;
  action: string;
  subject_id: string;
  terms: Record<string, string | null>;
  amount_xaf: number;
  proposed_by: string;
  proposed_by_account: string | null;
  note: string;
  proposed_at: Date;
};

/** Writes proposals down. A subject that got one a moment ago from somebody else keeps it; ids are returned. */
export const insertProposals = setStatement<NewProposal, { id: string }>(
  'insert_staff_proposals',
  `insert into staff_proposals (id, action, subject_id, terms, amount_xaf, proposed_by, proposed_by_account, note,
    proposed_at)
  select id, action, subject_id, terms, amount_xaf, proposed_by, proposed_by_account, note, proposed_at
  from json_to_recordset($1::json) as i (id uuid, action text, subject_id text, terms json, amount_xaf int,
    proposed_by text, proposed_by_account uuid, note text, proposed_at timestamptz)
  on conflict (subject_id) where settled_at is null do nothing
  returning id`,
);

export type FoundProposal = OpenProposal & {
  subject_id: string;
  amount_xaf: number;
  note: string;
  proposed_at: Date;
  settled_at: Date | null;
  /** Of the account that proposed it. */
  proposed_by_email: string | null;
};

const PROPOSAL_COLUMNS = `id, action, subject_id, terms, proposed_by, proposed_by_account, amount_xaf, note, proposed_at, settled_at,
  (select x.email from accounts x where x.id = staff_proposals.proposed_by_account) as proposed_by_email`;

/** Proposals by id, open or not. */
export const findProposals = idStatement<FoundProposal>(
  'find_staff_proposals',
  `select ${PROPOSAL_COLUMNS}
  from staff_proposals where id = any ($1::uuid[])`,
);

/** What stands open about subjects. */
export const findOpenProposals = statement<{ subject_ids: readonly string[] }, FoundProposal>(
  'find_open_proposals',
  `select ${PROPOSAL_COLUMNS}
  from staff_proposals where subject_id = any ($subject_ids::text[]) and settled_at is null order by proposed_at, id`,
);

export type SettledProposal = {
  id: string;
  outcome: 'AGREED' | 'WITHDRAWN';
  settled_by: string;
  settled_by_account: string | null;
  settled_at: Date;
};

export const settleProposals = setStatement<SettledProposal>(
  'settle_staff_proposals',
  `update staff_proposals p
  set outcome = i.outcome, settled_by = i.settled_by, settled_by_account = i.settled_by_account,
    settled_at = i.settled_at
  from json_to_recordset($1::json) as i
    (id uuid, outcome text, settled_by text, settled_by_account uuid, settled_at timestamptz)
  where p.id = i.id and p.settled_at is null`,
);

/** Who takes back what is proposed about something that was decided otherwise: no person. */
export const SETTLED_BY_CHARI = { settled_by: 'chari', settled_by_account: null } as const;

/**
 * A part of a statement that moves the rows of some ids: what two people have not agreed to about one of them by then is about
 * something that has been decided. Nearly always there is nothing, and the index of what stands open says so. `at`: when the subject of
 * the proposal `p` moved; `which`: only such a proposal.
 */
export const withdrawnAbout = (ids: string, at: string, which = 'true'): string => `withdrawn as (
    update staff_proposals p
    set outcome = 'WITHDRAWN', settled_by = '${SETTLED_BY_CHARI.settled_by}', settled_at = ${at}
    where p.subject_id = any (${ids}::text[]) and p.settled_at is null and ${which}
  )`;

/** Withdraws what stands open about subjects that were decided otherwise, or that somebody takes back. `action`: only such a proposal. */
export const withdrawOpenProposals = setStatement<
  {
    subject_id: string;
    action?: string;
    settled_by: string;
    settled_by_account: string | null;
    settled_at: Date;
  },
  OpenProposal & { subject_id: string }
>(
  'withdraw_open_proposals',
  `update staff_proposals p
  set outcome = 'WITHDRAWN', settled_by = i.settled_by, settled_by_account = i.settled_by_account,
    settled_at = i.settled_at
  from json_to_recordset($1::json) as i
    (subject_id text, action text, settled_by text, settled_by_account uuid, settled_at timestamptz)
  where p.subject_id = i.subject_id and p.settled_at is null and p.action = coalesce(i.action, p.action)
  returning p.id, p.action, p.subject_id, p.terms, p.proposed_by, p.proposed_by_account`,
);

/** What was done about a merchant, or of it one action alone, the newest first. */
export const listNewestActions = statement<
  { merchant_id: string; action: string | null; limit: number },
  ShownAction
>(
  'list_newest_staff_actions',
  `select ${ACTION_COLUMNS} from staff_actions
  where subject_id = $merchant_id and ($action::text is null or action = $action) order by at desc, id desc limit $limit`,
);

/**
 * Locks what stands open of these people, in the order in which who agrees to it does, before their own rows: who agrees has locked what
 * is proposed, and asks then whether both are on the staff.
 */
export const lockProposalsOf = idStatement<{ id: string }>(
  'lock_proposals_of',
  `select p.id from staff_proposals p
  where p.proposed_by_account = any ($1::uuid[]) and p.settled_at is null order by p.subject_id for update of p`,
);

/** Takes back what is proposed by people whose role ends or becomes another: they agree to nothing any more in the one they had. */
export const withdrawProposalsOf = setStatement<
  { account_id: string } & Pick<SettledProposal, 'settled_by' | 'settled_by_account' | 'settled_at'>
>(
  'withdraw_proposals_of',
  `update staff_proposals p
  set outcome = 'WITHDRAWN', settled_by = i.settled_by, settled_by_account = i.settled_by_account, settled_at = i.settled_at
  from json_to_recordset($1::json) as i (account_id uuid, settled_by text, settled_by_account uuid, settled_at timestamptz)
  where p.proposed_by_account = i.account_id and p.settled_at is null`,
);
