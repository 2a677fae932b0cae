import { settleNotices } from '../../src/engine/book/settle.ts';
import { receiveNotices } from '../../src/engine/notices.ts';
import { createRefunds } from '../../src/engine/refunds/create.ts';
import { createSessions } from '../../src/engine/sessions/create.ts';
import { draftSettlements } from '../../src/engine/settlements/draft.ts';
import { count, rowsOf, type Year } from './world.ts';

const LIVE = `select a.id, account_balance(a.id) as balance_xaf,
    (select count(*)::int from unsettled_transfers u where u.account_id = a.id) as unsettled
  from ledger_accounts a where a.environment = 'live' order by a.id`;

/** Developers try things out in test: sessions, payments, refunds, a settlement. Nothing of live may move by it. */
export async function playInTest(year: Year): Promise<void> {
  const { services, shops, chance } = year;
  const before = JSON.stringify(await rowsOf(year, LIVE));
  const { merchant_id } = chance.pick(shops);
  const own = { merchant_id, environment: 'test' as const };
  const created = await createSessions(services, [
    {
      ...own,
      reference: `TRY-${chance.between(0, 1_000_000_000)}`,
      amount_xaf: 5000,
      operator: 'AIRTEL',
      customer_phone: null,
      description: null,
      metadata: null,
      ttl_minutes: 10,
      idempotency: null,
    },
  ]);
  for (const { kind } of created) if (kind !== 'created') count(year, `refused in test: ${kind}`);
  const sessions = created.flatMap((one) => (one.kind === 'created' ? [one.session] : []));
  const kept = await receiveNotices(
    services,
    sessions.map((session) => ({
      ...own,
      operator: session.operator,
      collection_number: session.assigned_collection_number,
      source: 'SANDBOX_CREDIT' as const,
      sender: null,
      body: JSON.stringify({ amount: session.amount_xaf }),
      received_at: services.now(),
    })),
  );
  await settleNotices(
    services,
    kept.flatMap((one) => (one.kind === 'kept' ? [one.notice_id] : [])),
  );
  await createRefunds(
    services,
    sessions.map(({ id }) => ({
      ...own,
      payment: { kind: 'session' as const, id },
      amount_xaf: 1000,
      reason: null,
      asked_by: 'a developer',
      idempotency: null,
    })),
  );
  await draftSettlements(services, [{ ...own, by: 'a developer' }]);
  count(year, 'payments played in test', sessions.length);
  if (JSON.stringify(await rowsOf(year, LIVE)) !== before)
    year.broken.push('what was played in test has moved something of live');
}
