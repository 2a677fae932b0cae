import { statement } from '../statement.ts';
import { ACTION_COLUMNS, type ShownAction } from './record.ts';

/** What the audit trail is asked for; null is no filter. */
export type AuditFilter = {
  account_id: string | null;
  /** A name that was typed, or an account's as it was then, word for word. */
  actor: string | null;
  action: string | null;
  subject_id: string | null;
  from: Date;
  until: Date;
};

const PLACED =
  'at >= $from::timestamptz and at < $until::timestamptz and (at, id) < ($since::timestamptz, $id::uuid)';
const TAIL = 'order by at desc, id desc limit $limit';
const WITH_ACTION = '($action::text is null or action = $action)';

/** A span, the place before which the page begins, and how many there are on it. */
type Place = { from: Date; until: Date; since: Date; id: string; limit: number };

/** The newest first. */
export const auditByTime = statement<Place, ShownAction>(
  'audit_by_time',
  `select ${ACTION_COLUMNS} from staff_actions where ${PLACED} ${TAIL}`,
);

/** The same of an account, which may also ask for an action. */
export const auditByAccount = statement<Place & { account_id: string; action: string | null }, ShownAction>(
  'audit_by_account',
  `select ${ACTION_COLUMNS} from staff_actions where account_id = $account_id and ${WITH_ACTION} and ${PLACED} ${TAIL}`,
);

/** The same of a name. */
export const auditByActor = statement<Place & { actor: string; action: string | null }, ShownAction>(
  'audit_by_actor',
  `select ${ACTION_COLUMNS} from staff_actions where lower(actor) = lower($actor) and ${WITH_ACTION} and ${PLACED} ${TAIL}`,
);

/** The same of an action. */
export const auditByAction = statement<Place & { action: string }, ShownAction>(
  'audit_by_action',
  `select ${ACTION_COLUMNS} from staff_actions where action = $action and ${PLACED} ${TAIL}`,
);

/** The same of a subject, and an action or a name, or neither. */
export const auditBySubject = statement<
  Place & { subject_id: string; action: string | null; actor: string | null },
  ShownAction
>(
  'audit_by_subject',
  `select ${ACTION_COLUMNS} from staff_actions
  where subject_id = $subject_id and ${WITH_ACTION} and ($actor::text is null or lower(actor) = lower($actor))
    and ${PLACED} ${TAIL}`,
);
