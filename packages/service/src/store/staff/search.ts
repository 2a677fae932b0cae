import { statement } from '../statement.ts';
import type { StaffAction } from './record.ts';

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

const COLUMNS = 'id, actor, account_id, action, subject_id, note, detail, at';
const PLACED = (n: number): string =>
  `at >= $${n}::timestamptz and at < $${n + 1}::timestamptz and (at, id) < ($${n + 2}::timestamptz, $${n + 3}::uuid)`;
const TAIL = (n: number): string => `order by at desc, id desc limit $${n}`;

/** The newest first: `$1` from, `$2` until, `$3` and `$4` the place before which the page begins, `$5` at most. */
export const auditByTime = statement<StaffAction>(
  'audit_by_time',
  `select ${COLUMNS} from staff_actions where ${PLACED(1)} ${TAIL(5)}`,
);

/** The same of `$1` an account, which may also ask for `$2` an action. */
export const auditByAccount = statement<StaffAction>(
  'audit_by_account',
  `select ${COLUMNS} from staff_actions
  where account_id = $1 and ($2::text is null or action = $2) and ${PLACED(3)} ${TAIL(7)}`,
);

/** The same of `$1` a name. */
export const auditByActor = statement<StaffAction>(
  'audit_by_actor',
  `select ${COLUMNS} from staff_actions
  where lower(actor) = lower($1) and ($2::text is null or action = $2) and ${PLACED(3)} ${TAIL(7)}`,
);

/** The same of `$1` an action. */
export const auditByAction = statement<StaffAction>(
  'audit_by_action',
  `select ${COLUMNS} from staff_actions where action = $1 and ${PLACED(2)} ${TAIL(6)}`,
);

/** The same of `$1` a subject, and `$2` an action or `$3` a name, or neither. */
export const auditBySubject = statement<StaffAction>(
  'audit_by_subject',
  `select ${COLUMNS} from staff_actions
  where subject_id = $1 and ($2::text is null or action = $2) and ($3::text is null or lower(actor) = lower($3))
    and ${PLACED(4)} ${TAIL(8)}`,
);
