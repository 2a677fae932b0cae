import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PaymentSession } from '../../src/domain/session/session.ts';
import { showSuspenseCase } from '../../src/engine/desk/case.ts';
import { listClaims, listSuspended, showReview } from '../../src/engine/desk/waiting.ts';
import { readPaymentLife } from '../../src/engine/payments/life.ts';
import { expireSessions } from '../../src/engine/sessions/expire.ts';
import { prove } from '../collection/proof.ts';
import { Checkout, openCheckout, pathOf, stateOf } from './checkout.ts';

/** Long enough that no ticket or tag of a page holds it by chance. */
const WORDS = { transaction: 'PP261121.1201.A77012', phone: '66 12 34 56' };

let checkout: Checkout;
let merchant: string;
beforeAll(async () => {
  checkout = await openCheckout();
  merchant = await checkout.world.merchant();
});
afterAll(async () => {
  await prove(checkout.world);
  await checkout.close();
});

async function expired(): Promise<PaymentSession> {
  const session = await checkout.world.session(merchant);
  checkout.world.pass(60 * 10 + 121);
  await expireSessions(checkout.world.services, { limit: 100 });
  checkout.world.pass(1);
  return session;
}

const tell = (session: PaymentSession, fields: Record<string, string> = WORDS, headers = {}) =>
  checkout.post(`${pathOf(session)}/claims?lang=en`, fields, headers);

const kept = (session: PaymentSession) =>
  checkout.world.rows<{ operator_transaction_id: string; payer_phone: string }>(
    'select operator_transaction_id, payer_phone from payer_claims where session_id = $1 order by ordinal',
    [session.id],
  );

describe('“I have sent it”', () => {
  test('is kept, shown as received, and confirms nothing', async () => {
    const session = await expired();
    const answer = await tell(session);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `${pathOf(session)}?lang=en`]);
    expect(await kept(session)).toEqual([
      { operator_transaction_id: 'PP261121.1201.A77012', payer_phone: '+23566123456' },
    ]);
    const page = await checkout.get(`${pathOf(session)}?lang=en`);
    expect(stateOf(page)).toBe('expired');
    expect(page.body).toContain('has arrived');
    expect(page.body).toContain('confirms nothing by itself');
    // What was told is for staff, not for whoever has the address.
    expect(page.body).not.toMatch(/A77012|66\s12\s34\s56|66123456/);
    expect((await checkout.world.again(session)).status).toBe('EXPIRED');
  });

  test('says before it is sent who will see what: staff both, and the shop the transaction id, which its page shows', async () => {
    const session = await expired();
    const said = {
      en: 'Our staff see both; the shop sees the transaction id, not your number.',
      fr: 'Notre équipe voit les deux ; la boutique voit le numéro de transaction, pas votre numéro de téléphone.',
      ar: 'يرى فريقنا الاثنين؛ ويرى المتجر رقم العملية، لا رقم هاتفك.',
    };
    for (const [language, sentence] of Object.entries(said))
      expect((await checkout.get(`${pathOf(session)}?lang=${language}`)).body).toContain(sentence);
    await tell(session);
    const asked = { merchant_id: merchant, environment: 'test', payment_id: session.id } as const;
    const life = await readPaymentLife(checkout.world.services, asked);
    expect(life?.steps.find(({ name }) => name === 'claimed')).toEqual({
      name: 'claimed',
      at: checkout.world.now,
      operator_transaction_id: 'PP261121.1201.A77012',
    });
  });

  test('told again is kept once; five different ones are all that a session takes', async () => {
    const session = await expired();
    for (const serial of [1, 1, 2, 3, 4, 5, 6, 7])
      expect((await tell(session, { ...WORDS, transaction: `PP261121.1201.A7${serial}` })).statusCode).toBe(
        303,
      );
    expect((await kept(session)).map((one) => one.operator_transaction_id.at(-1))).toEqual([
      '1',
      '2',
      '3',
      '4',
      '5',
    ]);
    const page = await checkout.get(`${pathOf(session)}?lang=en`);
    expect(page.body).toContain('several messages about this payment');
    expect(page.body).not.toContain('<form');
  });

  test('told again with the phone corrected is kept beside the first, and staff find both', async () => {
    const session = await expired();
    const id = 'PP261121.1201.A78';
    const phones = ['66 12 34 57', '66 12 34 57', '66 12 34 56'];
    const times: string[] = [];
    for (const phone of phones) {
      await tell(session, { transaction: id, phone });
      const page = await checkout.get(`${pathOf(session)}?lang=en`);
      expect(page.body).toContain('has arrived');
      times.push(/Your message of (.*?) has arrived/.exec(page.body)?.[1] ?? '');
      checkout.world.pass(60);
    }
    expect((await kept(session)).map((one) => one.payer_phone)).toEqual(['+23566123457', '+23566123456']);
    expect(times[0]).toBe(times[1]);
    expect(times[2]).not.toBe(times[1]);
    await checkout.world.pay(session, { operator_transaction_id: id, occurred_at: checkout.world.now });
    const review = await showReview(checkout.world.services, session.id);
    expect(review?.claims.map((one) => one.payer_phone)).toEqual(['+23566123457', '+23566123456']);
    const suspended = await listSuspended(checkout.world.services, { environment: 'test', limit: 100 });
    expect(suspended.find((one) => one.operator_transaction_id === id)?.claimed_for).toEqual([session.id]);
  });

  test('with one id and ever another phone is kept five times and no more', async () => {
    const session = await expired();
    for (const end of [1, 2, 3, 4, 5, 6, 7]) await tell(session, { ...WORDS, phone: `66 12 34 0${end}` });
    expect(await kept(session)).toHaveLength(5);
  });

  test('told by many at once is kept as if they had come one by one', async () => {
    const session = await expired();
    const told = Array.from({ length: 20 }, (_, at) =>
      tell(session, { ...WORDS, transaction: `MP2611210${at % 10}` }),
    );
    expect(new Set((await Promise.all(told)).map(({ statusCode }) => statusCode))).toEqual(new Set([303]));
    expect(await kept(session)).toHaveLength(5);
  });

  test('with a slip is shown again with what was typed, and a sentence beside each wrong field', async () => {
    const session = await expired();
    const typed = { transaction: '<b>PP"', phone: "'123" };
    const answer = await tell(session, typed);
    expect([answer.statusCode, stateOf(answer)]).toEqual([422, 'expired']);
    expect(answer.body).toContain('value="&lt;b&gt;PP&quot;"');
    expect(answer.body).toContain('2 fields need correcting.');
    expect(answer.body.match(/aria-invalid="true"/g)).toHaveLength(2);
    expect(answer.body).toContain('<details id="claim" open>');
    expect(await kept(session)).toEqual([]);
  });

  test('is taken from many payers behind one address, each of a session of its own, up to what one address may send', async () => {
    const limited = new Checkout(checkout.world, { is_limited: true });
    const from = { 'x-forwarded-for': '41.78.0.1' };
    const send = (id: string, fields: Record<string, string> = WORDS) =>
      limited.post(`${pathOf({ id })}/claims`, fields, from);
    const sessions: PaymentSession[] = [];
    for (let n = 0; n < 14; n += 1) sessions.push(await expired());
    const told = await Promise.all(sessions.map(({ id }) => send(id)));
    expect(told.map(({ statusCode }) => statusCode)).toEqual(sessions.map(() => 303));
    const ids = Array.from({ length: 90 }, () => checkout.world.services.newId());
    const more = await Promise.all(ids.map((id) => send(id)));
    expect(more.filter(({ statusCode }) => statusCode === 404)).toHaveLength(86);
    expect(more.filter(({ statusCode }) => statusCode === 429)).toHaveLength(4);
    await limited.server.close();
  });

  test('is taken neither of a session that waits nor of one that is paid', async () => {
    const waits = await checkout.world.session(merchant, { amount_xaf: 6100 });
    const paid = await checkout.world.session(merchant, { amount_xaf: 6200 });
    await checkout.world.pay(paid);
    for (const session of [waits, paid]) {
      expect((await tell(session)).statusCode).toBe(303);
      expect(await kept(session)).toEqual([]);
    }
  });

  test('is refused from another site, as another type, too long, and for what is not there', async () => {
    const session = await expired();
    for (const site of ['cross-site', 'same-site'])
      expect((await tell(session, WORDS, { 'sec-fetch-site': site })).statusCode).toBe(403);
    expect((await tell(session, WORDS, { 'content-type': 'application/json' })).statusCode).toBe(413);
    expect((await tell(session, { ...WORDS, more: 'x'.repeat(5000) })).statusCode).toBe(413);
    const nobody = { ...session, id: '01890000-0000-7000-8000-000000000000' };
    expect((await tell(nobody)).statusCode).toBe(404);
    expect(await kept(session)).toEqual([]);
    expect((await tell(session, WORDS, { 'sec-fetch-site': 'same-origin' })).statusCode).toBe(303);
    expect(await kept(session)).toHaveLength(1);
  });

  test('is there for staff: with its session, and beside the money that it names', async () => {
    const session = await expired();
    const id = 'PP261121.1259.A99';
    await tell(session, { transaction: id.toLowerCase(), phone: '66 99 88 77' });
    const before = await showReview(checkout.world.services, session.id);
    expect(before?.claims).toMatchObject([{ operator_transaction_id: id, credit_id: null }]);
    await checkout.world.pay(session, { operator_transaction_id: id, occurred_at: checkout.world.now });
    const after = await showReview(checkout.world.services, session.id);
    expect(after?.claims).toMatchObject([
      { payer_phone: '+23566998877', credit_amount_xaf: 5000, credit_state: 'SUSPENSE' },
    ]);
    const portion = { environment: 'test', limit: 100 } as const;
    const suspended = await listSuspended(checkout.world.services, portion);
    expect(suspended.find((one) => one.operator_transaction_id === id)?.claimed_for).toEqual([session.id]);
    // Somebody else may name the same payment: staff see by whose page each was told.
    const other = await expired();
    await tell(other, { transaction: id, phone: '66 99 88 77' });
    const credit_id = suspended.find((one) => one.operator_transaction_id === id)?.credit_id ?? '';
    const found = await showSuspenseCase(checkout.world.services, credit_id);
    expect(found?.claims.map((one) => one.session_id).sort()).toEqual([session.id, other.id].sort());
    const newest = (await listClaims(checkout.world.services, portion)).find(
      (one) => one.session_id === session.id,
    );
    expect(newest).toMatchObject({ session_id: session.id, status: 'EXPIRED', merchant: 'Shop' });
    // The desk decides; nothing was decided by the telling.
    expect(await checkout.state(session)).toBe('late_money');
  });

  test('is never changed or taken away', async () => {
    await tell(await expired());
    for (const sql of ['delete from payer_claims', "update payer_claims set payer_phone = '+23566000000'"])
      await expect(checkout.world.rows(sql)).rejects.toThrow('append-only');
  });
});
