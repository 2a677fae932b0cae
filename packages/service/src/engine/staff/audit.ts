import type { WaitingPlace } from '../../domain/desk/waiting.ts';
import type { ShownAction } from '../../store/staff/record.ts';
import {
  type AuditFilter,
  auditByAccount,
  auditByAction,
  auditByActor,
  auditBySubject,
  auditByTime,
} from '../../store/staff/search.ts';
import type { Services } from '../services.ts';

const LAST = { since: new Date('9999-12-31T00:00:00Z'), id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

export type AuditPage = { rows: ShownAction[]; next: WaitingPlace | null };

/**
 * Searches the audit trail, the newest first. Each search goes by one index: the subject's if one is named, else the
 * person's, else the action's, else the day's.
 */
export async function searchAudit(
  services: Services,
  filter: AuditFilter,
  page: { before: WaitingPlace | null; limit: number },
): Promise<AuditPage> {
  const found = await find(services, filter, page.before ?? LAST, page.limit + 1);
  const rows = found.slice(0, page.limit);
  const last = rows.at(-1);
  const next = found.length > page.limit && last !== undefined ? { since: last.at, id: last.id } : null;
  return { rows, next };
}

function find(
  { pool }: Services,
  { account_id, actor, action, subject_id, from, until }: AuditFilter,
  { since, id }: WaitingPlace,
  limit: number,
): Promise<ShownAction[]> {
  const place = { from, until, since, id, limit };
  if (subject_id !== null) return auditBySubject(pool, { ...place, subject_id, action, actor });
  if (account_id !== null) return auditByAccount(pool, { ...place, account_id, action });
  if (actor !== null) return auditByActor(pool, { ...place, actor, action });
  if (action !== null) return auditByAction(pool, { ...place, action });
  return auditByTime(pool, place);
}
