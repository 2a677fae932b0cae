import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PaymentSession } from '../../src/domain/session/session.ts';
import { settleNotices } from '../../src/engine/book/settle.ts';
import { settleWaitingNotices } from '../../src/engine/book/settle-waiting.ts';
import { receiveNotices } from '../../src/engine/notices.ts';
import { cancelSessions } from '../../src/engine/sessions/cancel.ts';
import { expireSessions } from '../../src/engine/sessions/expire.ts';
import { prove } from './proof.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let merchant: string;
beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  merchant = await world.merchant();
});
afterAll(() => world.close());

const sweep = () => expireSessions(world.services, { limit: 1000 });
const status = async (session: PaymentSession) => (await world.again(session)).status;
const from = (moment: Date, seconds: number) => new Date(moment.getTime() + seconds * 1000);

describe('in time', () => {
  test('money sent in the last millisecond counts, one later is late', async () => {
    const [one, other] = [await world.session(merchant), await world.session(merchant)];
    world.pass(11 * 60);
    const last = await world.pay(one, { occurred_at: one.expires_at });
    expect(last.verdict?.rule).toBe('unique_in_time');
    const late = await world.pay(other, { occurred_at: new Date(other.expires_at.getTime() + 1) });
    expect(late.verdict).toMatchObject({ rule: 'late', verdict: 'REVIEW' });
    expect([await status(one), await status(other)]).toEqual(['SUCCESS', 'UNDER_REVIEW']);
  });

  test('an SMS that arrives in the grace period about a payment made in time confirms it', async () => {
    const session = await world.session(merchant);
    world.pass(12 * 60 - 1);
    await sweep();
    expect((await world.pay(session, { occurred_at: from(session.created_at, 60) })).verdict?.rule).toBe(
      'unique_in_time',
    );
  });

  test('an SMS that comes after the session expired waits in suspense, whenever the money was sent', async () => {
    const session = await world.session(merchant);
    world.pass(12 * 60);
    await sweep();
    const { verdict } = await world.pay(session, { occurred_at: from(session.created_at, 60) });
    expect(verdict).toMatchObject({ verdict: 'SUSPENSE', rule: 'session_closed', session_ids: [session.id] });
    expect(await status(session)).toBe('EXPIRED');
  });

  test('money sent up to two minutes before the session was made may be for it, and not earlier', async () => {
    const [one, other] = [await world.session(merchant), await world.session(merchant)];
    expect((await world.pay(one, { occurred_at: from(one.created_at, -120) })).verdict?.verdict).toBe(
      'SETTLE',
    );
    expect((await world.pay(other, { occurred_at: from(other.created_at, -121) })).verdict?.rule).toBe(
      'unmatched',
    );
    expect(await status(other)).toBe('AWAITING_PAYMENT');
  });

  /** An operator's text that prints its time to the minute; the session expires at 30 seconds past it. */
  test('a time printed to the minute counts from that minute’s beginning: in time while the minute lasts', async () => {
    world.pass(30);
    const session = await world.session(merchant);
    const expiry = new Date(session.expires_at.getTime() + 3_600_000).toISOString();
    world.pass(11 * 60);
    const time = `${expiry.slice(11, 13)}${expiry.slice(14, 16)}`;
    const day = `${expiry.slice(2, 4)}${expiry.slice(5, 7)}${expiry.slice(8, 10)}`;
    const text = `Trans.ID : MP${day}.${time}.B72794. Vous avez recu 5000 FCFA du 66123456. Votre solde disponible est 12410 FCFA.`;
    const [kept] = await receiveNotices(world.services, [
      {
        environment: 'test',
        merchant_id: merchant,
        operator: 'AIRTEL',
        collection_number: session.assigned_collection_number,
        source: 'SANDBOX_SMS',
        sender: null,
        body: text,
        received_at: world.now,
      },
    ]);
    if (kept?.kind !== 'kept') throw new Error('not kept');
    const [outcome] = await settleNotices(world.services, [kept.notice_id]);
    expect(outcome).toMatchObject({ outcome: 'CREDIT', verdict: { rule: 'unique_in_time' } });
  });
});

describe('grace and quarantine', () => {
  test('a session expires when its grace has passed, not a second before, and its number comes free a quarantine later', async () => {
    const session = await world.session(merchant);
    world.pass(12 * 60 - 1);
    await sweep();
    expect(await status(session)).toBe('AWAITING_PAYMENT');
    world.pass(1);
    await sweep();
    expect(await status(session)).toBe('EXPIRED');
    const hold = () => world.rows('select state from collection_holds where session_id = $1', [session.id]);
    world.pass(59);
    await sweep();
    expect(await hold()).toEqual([{ state: 'QUARANTINE' }]);
    world.pass(1);
    await sweep();
    expect(await hold()).toEqual([]);
  });

  test.each([
    ['paid', 'thirty minutes more', 30],
    ['cancelled', 'thirty minutes more', 30],
    ['under review', 'a day more, for further credits to join its case', 24 * 60],
  ])('a live session that is %s keeps its number and amount for %s', async (how, _for, minutes) => {
    await world.rows(`update collection_numbers set status = 'PAUSED' where environment = 'live'`);
    await world.liveNumber(`+2356600${1000 + ['paid', 'cancelled', 'under review'].indexOf(how)}`);
    world.pass(2);
    const session = await world.session(merchant, { environment: 'live' });
    if (how === 'cancelled') {
      await cancelSessions(world.services, [{ ...session, session_id: session.id, idempotency: null }]);
    } else if (how === 'paid') await world.pay(session);
    else await world.pay(session, { amount: 4999, motif: session.ticket });
    const again = async () =>
      (await world.create([world.command(merchant, { environment: 'live' })]))[0]?.kind;
    world.pass(minutes * 60 - 1);
    await sweep();
    expect(await again()).toBe('no_collection_number');
    world.pass(1);
    await sweep();
    expect(await again()).toBe('created');
  });

  test('several sweepers at once expire each session once and release each hold once', async () => {
    const processes = await world.processes(4, 4);
    world.pass(3600);
    await sweep();
    await sweep();
    const commands = Array.from({ length: 400 }, () => world.command(merchant));
    await world.create(commands);
    world.pass(12 * 60);
    const total = { expired: 0, released: 0 };
    const sweepAll = async (limit: number) => {
      const steps = await Promise.all(
        [...processes, ...processes].map((services) => expireSessions(services, { limit })),
      );
      for (const step of steps) {
        total.expired += step.expired;
        total.released += step.released;
      }
      return steps.some((step) => step.expired + step.released > 0);
    };
    while (await sweepAll(60));
    expect(total).toEqual({ expired: 400, released: 0 });
    world.pass(60);
    while (await sweepAll(60));
    expect(total).toEqual({ expired: 400, released: 400 });
    await prove(world);
  });
});

describe('a notice that was kept before its process ended', () => {
  test('is settled once, by the next sweep of whichever process', async () => {
    const processes = await world.processes(3, 4);
    const sessions = await Promise.all(Array.from({ length: 30 }, () => world.session(merchant)));
    const kept = await Promise.all(sessions.map((session) => world.keepCredit(session)));
    await Promise.all(
      processes.map((services) => settleWaitingNotices(services, { limit: 1000, patience_ms: 0 })),
    );
    await settleWaitingNotices(world.services, { limit: 1000, patience_ms: 0 });
    for (const session of sessions) expect(await status(session)).toBe('SUCCESS');
    // Asked again, by the request that was cut off, it answers with what was decided.
    const outcomes = await settleNotices(world.services, kept);
    expect(outcomes.map((one) => one.verdict?.session_ids)).toEqual(sessions.map((session) => [session.id]));
    const decisions = await world.rows(
      'select from decisions d join credits c on c.id = d.credit_id where c.merchant_id = $1',
      [merchant],
    );
    expect(decisions.length).toBe(30);
    await prove(world);
  });

  test('keeps its session from expiring until it is read', async () => {
    const [paid, unpaid] = [await world.session(merchant), await world.session(merchant)];
    await world.keepCredit(paid);
    world.pass(3600);
    await sweep();
    expect([await status(paid), await status(unpaid)]).toEqual(['AWAITING_PAYMENT', 'EXPIRED']);
    await settleWaitingNotices(world.services, { limit: 10 });
    await sweep();
    expect(await status(paid)).toBe('SUCCESS');
  });

  test('and that can’t be read never keeps the others waiting', async () => {
    const sessions = [
      await world.session(merchant),
      await world.session(merchant),
      await world.session(merchant),
    ];
    await world.keepCredit(sessions[0] as PaymentSession, { amount: 2_000_000_000 });
    for (const session of sessions) await world.keepCredit(session);
    const { settled, failed } = await settleWaitingNotices(world.services, { limit: 10, patience_ms: 0 });
    expect({ settled, failed: failed.length }).toEqual({ settled: 3, failed: 1 });
    for (const session of sessions) expect(await status(session)).toBe('SUCCESS');
    const waiting = await world.rows('select from notice_inbox');
    expect(waiting.length).toBe(1);
    // However many there are: the next look takes what came behind them.
    const later = await world.session(merchant);
    await world.keepCredit(later);
    await settleWaitingNotices(world.services, { limit: 1, patience_ms: 0 });
    expect(await status(later)).toBe('SUCCESS');
    world.pass(6);
    const again = await settleWaitingNotices(world.services, { limit: 1, patience_ms: 0 });
    expect(again).toMatchObject({ settled: 0, failed: [{}] });
    // Nor does it keep sessions from expiring for more than a day.
    const unpaid = await world.session(merchant);
    world.pass(25 * 3600);
    await sweep();
    expect(await status(unpaid)).toBe('EXPIRED');
  });

  test('and that can’t be read keeps none that was made later; for a day, it leaves those whose payment it may be to people, and staff are told', async () => {
    const paid = await world.session(merchant);
    const opened: PaymentSession[] = [];
    /** The next session that is given the same number, or another. */
    const opens = async (is_same: boolean): Promise<PaymentSession> => {
      const amount_xaf = 2000 + 500 * opened.length;
      const session = await world.session(merchant, { amount_xaf });
      opened.push(session);
      const is_on_it = session.assigned_collection_number === paid.assigned_collection_number;
      return is_on_it === is_same ? session : opens(is_same);
    };
    const [beside, elsewhere] = [await opens(true), await opens(false)];
    const notice_id = await world.keepCredit(paid, { amount: 2_000_000_000 });
    world.pass(1);
    const later = await opens(true);
    const statuses = () => Promise.all([paid, beside, elsewhere, later].map(status));
    await settleWaitingNotices(world.services, { limit: 10, patience_ms: 0 });
    expect(
      await world.rows('select kind, environment, times from staff_alerts where notice_id = $1', [notice_id]),
    ).toEqual([{ kind: 'notice_stuck', environment: 'test', times: 1 }]);
    const waits = 'AWAITING_PAYMENT';
    world.pass(12 * 60 - 1);
    await sweep();
    expect(await statuses()).toEqual([waits, waits, 'EXPIRED', waits]);
    world.pass(1);
    await sweep();
    expect(await statuses()).toEqual([waits, waits, 'EXPIRED', 'EXPIRED']);
    world.pass(24 * 3600 - 12 * 60 - 2);
    await sweep();
    expect(await statuses()).toEqual([waits, waits, 'EXPIRED', 'EXPIRED']);
    world.pass(2);
    await sweep();
    expect(await statuses()).toEqual(['UNDER_REVIEW', 'UNDER_REVIEW', 'EXPIRED', 'EXPIRED']);
  });
});
