import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { instructionsFor, type PaymentSession, presentSession } from '../../src/domain/session/session.ts';
import { showTicket } from '../../src/domain/ticket/ticket.ts';
import { rejectReviews } from '../../src/engine/desk/payments/decide-review.ts';
import { refundCredits } from '../../src/engine/desk/payments/refund-credit.ts';
import { watchFeeds } from '../../src/engine/feeds.ts';
import { lookAtTill } from '../../src/engine/payments/till.ts';
import { cancelSessions } from '../../src/engine/sessions/cancel.ts';
import { expireSessions } from '../../src/engine/sessions/expire.ts';
import { hearGateway, routeNumber } from '../book/gateway.ts';
import { type Checkout, openCheckout, pathOf, stateOf } from './checkout.ts';

const SIGNED = { actor: 'Awa', note: 'looked at the SIM' };
const PAST_GRACE_S = 60 * 10 + 121;

let checkout: Checkout;
let merchant: string;
beforeAll(async () => {
  checkout = await openCheckout();
  merchant = await checkout.world.merchant();
});
afterAll(() => checkout.close());

const open = (fields: Parameters<typeof checkout.world.session>[1] = {}) =>
  checkout.world.session(merchant, fields);

async function expire(session: PaymentSession): Promise<void> {
  checkout.world.pass(PAST_GRACE_S);
  await expireSessions(checkout.world.services, { limit: 100 });
  expect((await checkout.world.again(session)).status).toBe('EXPIRED');
}

test('checkout_url leads to the page of its session', async () => {
  const session = await open({ amount_xaf: 5100 });
  const { policy, now } = checkout.world.services;
  const { checkout_url } = presentSession(session, policy.dashboard_url, now());
  const answer = await checkout.get(`${new URL(checkout_url).pathname}?lang=en`);
  expect([answer.statusCode, stateOf(answer)]).toEqual([200, 'waiting']);
  for (const part of ['5\u00a0100', session.assigned_collection_number.slice(-2), showTicket(session.ticket)])
    expect(answer.body).toContain(part);
});

describe('The page follows what really happens', () => {
  test('from waiting over the last minutes to listening and expired', async () => {
    const session = await open();
    expect(await checkout.state(session)).toBe('waiting');
    checkout.world.pass(60 * 5);
    expect(await checkout.state(session)).toBe('last_minutes');
    checkout.world.pass(60 * 5);
    expect(await checkout.state(session)).toBe('listening');
    await expire(session);
    expect(await checkout.state(session)).toBe('expired');
  });

  test('to a receipt with the operator’s id, which stays', async () => {
    const session = await open({ reference: 'SHOES-7' });
    await checkout.world.pay(session, { operator_transaction_id: 'PP261121.1201.A77' });
    expect(await checkout.state(session)).toBe('paid');
    checkout.world.pass(3_600 * 24 * 400);
    const { body } = await checkout.get(`${pathOf(session)}?lang=en`);
    for (const part of ['Payment received', 'PP261121.1201.A77', 'SHOES-7', '5\u00a0000', '21 November 2026'])
      expect(body).toContain(part);
    expect(body).not.toContain('Copy the number');
  });

  test('and says of its shop that it sees the payment, not that somebody has told it: many have no webhook, or a broken one', async () => {
    const session = await open({ amount_xaf: 5200 });
    await checkout.world.pay(session);
    expect(await checkout.state(session)).toBe('paid');
    for (const [language, sees, told] of [
      ['en', 'The shop sees this payment at Chari. If it asks, show it this page.', /has been told/],
      ['fr', 'La boutique voit ce paiement chez Chari.', /prévenue/],
      ['ar', 'يرى المتجر هذا الدفع لدى شاري.', /أُبلغ/],
    ] as const) {
      const { body } = await checkout.get(`${pathOf(session)}?lang=${language}`);
      expect(body).toContain(sees);
      expect(body).not.toMatch(told);
    }
  });

  test.each([
    ['late', {}, { after_expiry: true }, 'It was sent after the time was over'],
    ['less', { customer_phone: '+23566000001' }, { amount: 4000, payer_phone: '+23566000001' }, '4\u00a0000'],
    ['more', { customer_phone: '+23566000002' }, { amount: 9000, payer_phone: '+23566000002' }, '9\u00a0000'],
    ['another payer', { customer_phone: '+23566000003' }, { payer_phone: '+23566000004' }, 'another number'],
  ])('to “being checked” in the words of its reason: %s', async (_why, fields, payment, words) => {
    const session = await open({ amount_xaf: 7700, ...fields });
    const { after_expiry, ...credit } = payment as { after_expiry?: boolean };
    if (after_expiry === true) checkout.world.pass(60 * 10 + 30);
    await checkout.world.pay(session, { ...credit, occurred_at: checkout.world.now });
    expect(await checkout.state(session)).toBe('checking');
    const { body } = await checkout.get(`${pathOf(session)}?lang=en`);
    expect(body).toContain(words);
    expect(body).toContain('Do not send money again');
  });

  test('to what staff decided: not taken, with staff, then sent back', async () => {
    const session = await open({ amount_xaf: 7800, customer_phone: '+23566000005' });
    const { credit_id } = await checkout.world.pay(session, { payer_phone: '+23566000006' });
    const [rejected] = await rejectReviews(checkout.world.services, [{ session_id: session.id, ...SIGNED }]);
    expect(rejected?.kind).toBe('rejected');
    expect(await checkout.state(session)).toBe('not_taken');
    expect((await checkout.get(`${pathOf(session)}?lang=en`)).body).toContain('nobody’s yet');
    const refund = { credit_id: credit_id as string, amount_xaf: 7800, ...SIGNED };
    const [refunded] = await refundCredits(checkout.world.services, [refund]);
    expect(refunded?.kind).toBe('refunded');
    checkout.world.pass(1);
    expect((await checkout.get(`${pathOf(session)}?lang=en`)).body).toContain('It was sent back');
  });

  test('to money that came after the end, which nobody confirms', async () => {
    const cancelled = await open({ amount_xaf: 7900 });
    const [outcome] = await cancelSessions(checkout.world.services, [
      { merchant_id: merchant, environment: 'test', session_id: cancelled.id, idempotency: null },
    ]);
    expect(outcome?.kind).toBe('cancelled');
    expect(await checkout.state(cancelled)).toBe('cancelled');
    await checkout.world.pay(cancelled);
    expect(await checkout.state(cancelled)).toBe('late_money');

    const paid = await open({ amount_xaf: 7950 });
    await checkout.world.pay(paid);
    await checkout.world.pay(paid);
    expect(await checkout.state(paid)).toBe('paid');
    expect((await checkout.get(`${pathOf(paid)}?lang=en`)).body).toContain('Another payment came');
  });

  test('to a silent phone, of which who has not paid is told to wait', async () => {
    const session = await open({ amount_xaf: 8100 });
    await checkout.world.rows(
      `update collection_numbers set feed_status = 'SILENT' where id = '${session.collection_number_id}'`,
    );
    checkout.world.pass(1);
    expect((await checkout.get(`${pathOf(session)}?lang=en`)).body).toContain(
      'If you have not paid yet, wait',
    );
  });

  describe('to a phone that falls silent', () => {
    const phone = async ({ collection_number_id }: PaymentSession): Promise<string> => {
      const [row] = await checkout.world.rows<{ gateway_id: string }>(
        'select gateway_id from sms_gateway_sims where collection_number_id = $1',
        [collection_number_id],
      );
      return row?.gateway_id ?? '';
    };
    const live = async (msisdn: string, amount_xaf: number) => {
      await checkout.world.liveNumber(msisdn);
      // Processes know the numbers for a second.
      checkout.world.pass(2);
      return open({ environment: 'live', amount_xaf });
    };
    /** The phone was last heard so many seconds ago, and the sweeper looks. */
    const hear = async (session: PaymentSession, seconds_ago = 0) => {
      const { world } = checkout;
      const last_seen_at = new Date(world.now.getTime() - seconds_ago * 1000);
      await hearGateway(world.db.pool, await phone(session), { last_seen_at });
      await watchFeeds(world.services);
    };
    const passAndLook = async (seconds: number) => {
      checkout.world.pass(seconds);
      await watchFeeds(checkout.world.services);
    };
    const said = async (session: PaymentSession) => {
      const { world } = checkout;
      world.pass(1);
      const payment = { merchant_id: merchant, environment: 'live', payment_id: session.id } as const;
      const till = await lookAtTill(world.services, payment);
      const { body } = await checkout.get(`${pathOf(session)}?lang=en`);
      const instructions = instructionsFor(await world.again(session), world.now);
      return { body, instructions, till: `${till?.state} ${till?.is_unheard}` };
    };
    const NOT_AGAIN = 'do not pay again';
    const FINAL = /<main [^>]*data-final/;
    const PAY_ANEW = /ask the shop for a new payment|We have seen no money/;
    const UNHEARD = /ne recevons pas les messages.*ne payez pas de nouveau/;

    test('of which nobody is told to wait and pay, nor to pay anew, until it has told what came meanwhile', async () => {
      const { world } = checkout;
      const session = await live('+23566001001', 8200);
      await hear(session, 60 * 14);
      await passAndLook(60 * 2);
      const waits = await said(session);
      expect(waits.body).toContain('Wait before you send the money');
      expect(waits.instructions).toMatch(UNHEARD);
      expect(waits.till).toBe('waiting true');
      world.pass(60 * 9);
      const listens = await said(session);
      expect(listens.body).toContain('If you have paid, do not pay again');
      expect(listens.body).not.toContain('If you have not paid yet, wait');
      expect(listens.instructions).toMatch(UNHEARD);
      expect(listens.till).toBe('listening true');
      await passAndLook(3_600 * 25);
      await expireSessions(world.services, { limit: 100 });
      const unheard = async () => {
        const ended = await said(session);
        expect(stateOf(ended)).toBe('expired');
        expect(ended.body).toContain(NOT_AGAIN);
        expect(ended.body).not.toMatch(PAY_ANEW);
        expect(ended.body).not.toMatch(FINAL);
        expect(ended.instructions).toMatch(UNHEARD);
        expect(ended.till).toBe('over true');
      };
      await unheard();
      // It pings once, and is off again before it has told anything.
      await hear(session);
      await unheard();
      await passAndLook(60 * 16);
      await unheard();
      await passAndLook(3_600);
      await unheard();
      await hear(session);
      await passAndLook(60 * 14);
      await hear(session);
      await passAndLook(60 * 14);
      await hear(session);
      await unheard();
      await passAndLook(60 * 3);
      const heard = await said(session);
      expect(heard.body).toMatch(PAY_ANEW);
      // The operator itself may be late with a message, and no phone tells of that.
      expect(heard.body).toContain(NOT_AGAIN);
      expect(heard.body).toMatch(FINAL);
      expect(heard.instructions).not.toMatch(UNHEARD);
      expect(heard.till).toBe('over false');
      // A phone that falls silent long afterwards had told of all that was sent by then.
      world.pass(3_600 * 2);
      await hear(session);
      await passAndLook(60 * 16);
      expect((await said(session)).body).toMatch(PAY_ANEW);
    });

    test('of which nobody knew yet when the shop cancelled: it was silent all the same', async () => {
      const { world } = checkout;
      const session = await live('+23566001002', 16_000);
      await hear(session);
      world.pass(60 * 5);
      const [outcome] = await cancelSessions(world.services, [
        { merchant_id: merchant, environment: 'live', session_id: session.id, idempotency: null },
      ]);
      expect(outcome?.kind).toBe('cancelled');
      await passAndLook(60 * 11);
      const ended = await said(session);
      expect(ended.body).toContain(NOT_AGAIN);
      expect(ended.body).not.toMatch(FINAL);
      expect(ended.till).toBe('cancelled true');
    });

    test('and whose SIM staff put into another one, until it has told what it had', async () => {
      const { world } = checkout;
      const session = await live('+23566001004', 57_000);
      await hear(session);
      const old = await phone(session);
      world.pass(60 * 5);
      await world.rows(
        `with gone as (delete from sms_gateway_sims where collection_number_id = $1 returning *)
        insert into sms_gateway_past_sims (collection_number_id, gateway_id, device_id, sim_slot, started_at, ended_at)
        select collection_number_id, gateway_id, device_id, sim_slot, least(created_at, $2), $2 from gone`,
        [session.collection_number_id, world.now],
      );
      await routeNumber(world.db.pool, world.services.newId(), session.collection_number_id);
      await passAndLook(60 * 20);
      const later = await open({ environment: 'live', amount_xaf: 99_000 });
      for (const { id: session_id } of [session, later])
        await cancelSessions(world.services, [
          { merchant_id: merchant, environment: 'live', session_id, idempotency: null },
        ]);
      const ended = await said(session);
      expect(ended.body).toContain(NOT_AGAIN);
      expect(ended.till).toBe('cancelled true');
      expect((await said(later)).till).toBe('cancelled false');
      await hearGateway(world.db.pool, old, { last_seen_at: world.now });
      expect((await said(session)).till).toBe('cancelled false');
    });

    test('only once the session had ended, as one that had told of all that was sent by then', async () => {
      const { world } = checkout;
      const session = await live('+23566001003', 31_000);
      await hear(session);
      await cancelSessions(world.services, [
        { merchant_id: merchant, environment: 'live', session_id: session.id, idempotency: null },
      ]);
      world.pass(60);
      await hear(session);
      await passAndLook(60 * 16);
      const ended = await said(session);
      expect(ended.body).not.toContain(NOT_AGAIN);
      expect(ended.till).toBe('cancelled false');
    });
  });
});

describe('What a page shows of a merchant', () => {
  test('is that merchant’s setting alone: description and return address', async () => {
    const other = await checkout.world.merchant();
    await checkout.world.rows(
      `update merchants set return_url = 'https://alpha.example/back', shows_description = true where id = '${merchant}'`,
    );
    const fields = { description: 'Six yards of wax' };
    const ours = await open(fields);
    const theirs = await checkout.world.session(other, fields);
    await checkout.world.pay(ours);
    await checkout.world.pay(theirs);
    expect([await checkout.state(ours), await checkout.state(theirs)]).toEqual(['paid', 'paid']);
    const shown = await checkout.get(pathOf(ours));
    expect(shown.body).toContain('Six yards of wax');
    expect(shown.body).toContain(
      `https://alpha.example/back?payment_session_id=${ours.id}&amp;reference=${ours.reference}&amp;status=SUCCESS`,
    );
    const hidden = await checkout.get(pathOf(theirs));
    expect(hidden.body).not.toMatch(/Six yards|alpha\.example/);
  });
});
