import { expect } from 'vitest';
import { SESSIONS, type SessionBody } from './client.ts';
import type { Service } from './service.ts';

export const STATUSES = ['SUCCESS', 'UNDER_REVIEW', 'EXPIRED', 'FAILED', 'CANCELLED'] as const;

/** A test session that has got to this status by the product's own ways; FAILED has none yet. */
export async function sessionIn(
  service: Service,
  key: string,
  status: (typeof STATUSES)[number],
): Promise<SessionBody> {
  const session = await service.client.session(key);
  if (status === 'CANCELLED') {
    const answer = await service.client.post(`${SESSIONS}/${session.id}/cancel`, key);
    expect(answer.body.status).toBe(status);
    return answer.body;
  }
  if (status === 'FAILED') return fail(service, session);
  const scenario = { SUCCESS: 'paid', UNDER_REVIEW: 'late', EXPIRED: 'expire' }[status];
  const answer = await simulate(service, key, session, scenario);
  expect(answer.status).toBe(status);
  return answer;
}

/** Acts a scenario out, which must work. */
export async function simulate(
  service: Service,
  key: string,
  session: SessionBody,
  scenario: string,
): Promise<SessionBody> {
  const path = `/v1/sandbox/payment-sessions/${session.id}/simulate`;
  const answer = await service.client.post(path, key, { scenario });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.payment_session;
}

// The reserved status: no trigger leads to it, so the guard of the table is taken off for it.
async function fail(service: Service, session: SessionBody): Promise<SessionBody> {
  const guard = (state: string) => `alter table payment_sessions ${state} trigger payment_session_transition`;
  const client = await service.db.pool.connect();
  await client.query('begin');
  await client.query(guard('disable'));
  await client.query(`update payment_sessions set status = 'FAILED', closed_at = created_at where id = $1`, [
    session.id,
  ]);
  await client.query(guard('enable'));
  await client.query('commit');
  client.release();
  return { ...session, status: 'FAILED' };
}

/** Types of the events of a session, oldest first. */
export async function eventsOf(service: Service, session: SessionBody): Promise<string[]> {
  const rows = await service.rows<{ type: string }>(
    'select type from events where object_id = $1 order by sequence',
    [session.id],
  );
  return rows.map(({ type }) => type);
}

/** Causes of the ledger's transfers of a session. */
export async function transfersOf(service: Service, session: SessionBody): Promise<string[]> {
  const rows = await service.rows<{ cause: string }>(
    'select cause from ledger_transfers where cause_id = $1',
    [session.id],
  );
  return rows.map(({ cause }) => cause);
}

/** Waits until the sweeper has looked at everything that is due at this moment of the clock. */
export async function swept(service: Service, key: string): Promise<void> {
  const due = await service.client.session(key, { amount: 31 });
  await service.rows('update collection_holds set due_at = $2 where session_id = $1', [
    due.id,
    service.clock.now(),
  ]);
  await service.until(
    1,
    `select count(*)::int as n from payment_sessions where id = $1 and status = 'EXPIRED'`,
    [due.id],
  );
}
