import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { order, SESSIONS, type SessionBody } from './client.ts';
import { airtelText } from './live.ts';
import { type Merchant, openService, type Service } from './service.ts';
import { eventsOf, transfersOf } from './statuses.ts';

let service: Service;
let merchant: Merchant;
let key: string;
beforeAll(async () => {
  service = await openService();
  merchant = await service.merchant();
  key = merchant.test_key;
});
afterAll(() => service.close());

const placeOf = ({ operator, assigned_collection_number }: SessionBody) => ({
  operator,
  collection_number: assigned_collection_number,
});
const send = async (path: string, body: object, with_key = key) => {
  const answer = await service.client.post(`/v1/sandbox/${path}`, with_key, body);
  return { ...answer.body, status: answer.status };
};
const simulate = (session: SessionBody, scenario: string) =>
  send(`payment-sessions/${session.id}/simulate`, { scenario });
const statusOf = async ({ id }: SessionBody) =>
  (await service.client.get(`${SESSIONS}/${id}`, key)).body.status;
const opaque = () => String(Math.floor(1e11 + Math.random() * 8e11));

describe('POST /v1/sandbox/payment-sessions/:id/simulate, the eight scenarios', () => {
  const phone = { customer_phone: '+23566123456' };
  it.each([
    ['paid', {}, 'SUCCESS', [['SETTLE', 'unique_in_time']]],
    ['paid', phone, 'SUCCESS', [['SETTLE', 'unique_in_time']]],
    [
      'paid_twice',
      {},
      'SUCCESS',
      [
        ['SETTLE', 'unique_in_time'],
        ['SUSPENSE', 'second_payment'],
      ],
    ],
    ['late', {}, 'UNDER_REVIEW', [['REVIEW', 'late']]],
    ['ambiguous', {}, 'UNDER_REVIEW', [['REVIEW', 'ambiguous']]],
    ['underpaid', {}, 'UNDER_REVIEW', [['REVIEW', 'amount_mismatch']]],
    ['underpaid', phone, 'UNDER_REVIEW', [['REVIEW', 'amount_mismatch']]],
    ['overpaid', {}, 'UNDER_REVIEW', [['REVIEW', 'amount_mismatch']]],
    ['overpaid', phone, 'UNDER_REVIEW', [['REVIEW', 'amount_mismatch']]],
    ['wrong_payer', phone, 'UNDER_REVIEW', [['REVIEW', 'payer_mismatch']]],
    ['expire', {}, 'EXPIRED', []],
  ] as const)('%s with %j: %s', async (scenario, fields, status, verdicts) => {
    for (const operator of ['AIRTEL', 'MOOV']) {
      const session = await service.client.session(key, { ...fields, operator });
      const answer = await simulate(session, scenario);
      expect([answer.status, answer.scenario]).toEqual([200, scenario]);
      expect(answer.payment_session).toEqual({
        ...session,
        status,
        expires_at: expect.any(String),
        instructions: expect.any(String),
      });
      expect(
        answer.notices.map((one: { verdict: { verdict: string; rule: string } }) => [
          one.verdict.verdict,
          one.verdict.rule,
        ]),
      ).toEqual(verdicts);
      expect(await eventsOf(service, session)).toEqual([
        `payment_session.${{ SUCCESS: 'succeeded', UNDER_REVIEW: 'under_review', EXPIRED: 'expired' }[status]}`,
      ]);
      expect(await transfersOf(service, session)).toEqual(status === 'SUCCESS' ? ['SESSION_SUCCESS'] : []);
    }
  });

  it('wrong_payer on a session without customer_phone gets a 400 that says so', async () => {
    const session = await service.client.session(key);
    const answer = await simulate(session, 'wrong_payer');
    expect(answer.status).toBe(400);
    expect(answer.error.fields.scenario).toContain('customer_phone');
    expect(await statusOf(session)).toBe('AWAITING_PAYMENT');
  });

  it.each([
    ['underpaid', 1],
    ['overpaid', 1_000_000_000],
    ['ambiguous', 1_000_000_000],
  ])('%s a session of %i XAF gets a 400 that says why', async (scenario, amount) => {
    const answer = await simulate(await service.client.session(key, { amount }), scenario);
    expect([answer.status, Object.keys(answer.error.fields)]).toEqual([400, ['scenario']]);
  });

  it('runs many at once without one disturbing another', async () => {
    const sessions = await Promise.all(Array.from({ length: 40 }, () => service.client.session(key)));
    const answers = await Promise.all(
      sessions.map((session, i) => simulate(session, i % 2 ? 'paid' : 'late')),
    );
    expect(answers.map(({ payment_session }) => payment_session.status)).toEqual(
      sessions.map((_, i) => (i % 2 ? 'SUCCESS' : 'UNDER_REVIEW')),
    );
  });

  it('a suite that creates the same 5,000 XAF session all day never runs out', async () => {
    const created = async () => {
      const session = await service.client.session(key);
      return service.client.post(`${SESSIONS}/${session.id}/cancel`, key);
    };
    for (let round = 0; round < 12; round += 1) {
      const answers = await Promise.all(Array.from({ length: 100 }, created));
      expect(answers.every(({ status }) => status === 200)).toBe(true);
    }
  });
});

/** An SMS in the words of Airtel, with a balance; the sandbox does not ask which. */
const airtelSms = (amount: number) => airtelText(service.clock.now(), amount).replace('BALANCE', '60 000');

describe('POST /v1/sandbox/sms', () => {
  it.each([
    ['AIRTEL', (amount: number) => airtelSms(amount)],
    [
      'AIRTEL',
      (amount: number) =>
        airtelSms(amount).replace('Vous avez recu', 'VOUS AVEZ REÇU').replace('FCFA', 'F CFA'),
    ],
    [
      'MOOV',
      (amount: number) =>
        `Vous avez recu ${amount} FCFA de 23592000000. Nouveau solde: 60 000 FCFA.Ref: ${opaque()}.`,
    ],
    [
      'MOOV',
      (amount: number) =>
        `Transfert recu de NOM (94123456). Montant: ${amount} FCFA. ID Transaction: ${opaque()}. Nouveau solde: 60 000 FCFA.`,
    ],
  ])('%s: the SMS of a payment is read, matched and confirms the session (%#)', async (operator, textOf) => {
    const session = await service.client.session(key, { operator, amount: 7_350 });
    const answer = await send('sms', { ...placeOf(session), text: textOf(7_350) });
    expect(answer).toMatchObject({
      status: 202,
      notice_id: expect.any(String),
      credit_id: expect.any(String),
      outcome: 'CREDIT',
      verdict: { verdict: 'SETTLE', rule: 'unique_in_time', session_ids: [session.id] },
    });
    expect(await statusOf(session)).toBe('SUCCESS');
  });

  it.each([
    ['airtime', 'Vous avez recu 5000 F de credit', 'NOT_A_CREDIT'],
    [
      'an outgoing transfer',
      'Vous avez envoye 5000 FCFA a 66123456. Solde: 10 FCFA. Ref: MP261121.1200.B11111',
      'NOT_A_CREDIT',
    ],
    ['a withdrawal', 'Retrait de 5000 FCFA effectue. Solde: 10 FCFA.', 'NOT_A_CREDIT'],
    ['a one-time code', 'Votre code de verification est 5000. Ne le partagez avec personne.', 'NOT_A_CREDIT'],
    ['a greeting', 'Salut, tu as bien dormi ?', 'UNPARSED'],
    ['a promise', 'Je vous envoie 5000 FCFA demain', 'UNPARSED'],
    ['Arabic', 'لقد استلمت 5000 فرنك', 'UNPARSED'],
    ['markup', '<script>alert(5000)</script>', 'UNPARSED'],
  ])('%s is no credit: kept, listed, and the session waits on', async (_what, text, outcome) => {
    const session = await service.client.session(key);
    const answer = await send('sms', { ...placeOf(session), text });
    expect(answer).toEqual({
      status: 202,
      notice_id: expect.any(String),
      credit_id: null,
      outcome,
      verdict: null,
    });
    const kept = await service.rows('select body from notices where id = $1', [answer.notice_id]);
    expect(kept).toEqual([{ body: text }]);
    expect(await statusOf(session)).toBe('AWAITING_PAYMENT');
  });

  it('from a sender that is not the operator is no evidence', async () => {
    const session = await service.client.session(key);
    const text = airtelSms(session.amount);
    const answer = await send('sms', { ...placeOf(session), text, sender: 'A1rtelMoney' });
    expect([answer.outcome, answer.verdict]).toEqual(['UNTRUSTED_SENDER', null]);
    expect(await statusOf(session)).toBe('AWAITING_PAYMENT');
  });

  it('the same transaction id twice is one credit, also when a credit of that id was injected', async () => {
    const session = await service.client.session(key);
    // A payer for whom nothing of another test is under review.
    const text = airtelSms(session.amount).replace('66123456', '66123999');
    const first = await send('sms', { ...placeOf(session), text });
    const again = await send('sms', { ...placeOf(session), text: `${text} Gagnez des bonus!` });
    const operator_transaction_id = /MP[0-9]{6}\.[0-9]{4}\.B[0-9]+/.exec(text)?.[0];
    const injected = await send('credits', {
      ...placeOf(session),
      amount: session.amount,
      operator_transaction_id,
    });
    for (const other of [again, injected]) {
      expect([other.outcome, other.credit_id]).toEqual(['DUPLICATE', first.credit_id]);
      expect(other.verdict).toEqual(first.verdict);
      expect(other.notice_id).not.toBe(first.notice_id);
    }
    expect(await transfersOf(service, session)).toEqual(['SESSION_SUCCESS']);
    expect(await eventsOf(service, session)).toHaveLength(1);
  });

  it("an agent's cash-in shows the agent, never the payer: it is not held against customer_phone", async () => {
    const session = await service.client.session(key, {
      operator: 'MOOV',
      amount: 4_000,
      customer_phone: '+23599000001',
    });
    const text = `Depot d'argent reussi aupres de: NOM\nCode agent: 1101381\nMontant: 4 000,00 FCFA\nTID: DH58HF9X${Math.floor(10 + Math.random() * 89)}\nSolde: 4 022,75 FCFA`;
    const answer = await send('sms', { ...placeOf(session), text });
    expect(answer).toMatchObject({ outcome: 'CREDIT', verdict: { session_ids: [session.id] } });
    expect(answer.verdict.rule).not.toBe('payer_mismatch');
  });
});

describe('POST /v1/sandbox/credits', () => {
  it('says what was decided, and by which rule', async () => {
    const session = await service.client.session(key);
    const answer = await send('credits', { ...placeOf(session), amount: session.amount });
    expect(answer).toMatchObject({ status: 202, outcome: 'CREDIT', verdict: { verdict: 'SETTLE' } });
    expect(await statusOf(session)).toBe('SUCCESS');
  });

  it('of another amount, tied by nothing but the number, waits in suspense and touches no session', async () => {
    const session = await service.client.session(key, { amount: 6_111 });
    const answer = await send('credits', { ...placeOf(session), amount: 6_112 });
    expect(answer.verdict).toMatchObject({ verdict: 'SUSPENSE', rule: 'unmatched' });
    expect(await statusOf(session)).toBe('AWAITING_PAYMENT');
  });

  it('of another amount that quotes the ticket goes to review', async () => {
    const session = await service.client.session(key, { amount: 6_211 });
    const answer = await send('credits', {
      ...placeOf(session),
      amount: 6_212,
      motif: `commande ${session.ticket.toLowerCase()}`,
    });
    expect(answer.verdict).toMatchObject({
      verdict: 'REVIEW',
      rule: 'amount_mismatch',
      session_ids: [session.id],
    });
  });

  it('from the declared payer confirms, from another goes to review', async () => {
    const declared = { customer_phone: '+23566777001' };
    const [right, wrong] = [
      await service.client.session(key, declared),
      await service.client.session(key, declared),
    ];
    const pay = (session: SessionBody, payer_phone: string) =>
      send('credits', { ...placeOf(session), amount: session.amount, payer_phone });
    expect((await pay(right, '+23566777001')).verdict.verdict).toBe('SETTLE');
    expect((await pay(wrong, '+23566777002')).verdict.rule).toBe('payer_mismatch');
  });

  it('the same transaction id twice is one credit, whatever the amount says', async () => {
    const session = await service.client.session(key);
    const body = { ...placeOf(session), operator_transaction_id: 'TWICE-1' };
    const first = await send('credits', { ...body, amount: session.amount });
    const again = await send('credits', { ...body, amount: session.amount + 1 });
    expect([again.outcome, again.credit_id]).toEqual(['DUPLICATE', first.credit_id]);
  });

  it('the same transaction id in the sandboxes of two merchants is two credits', async () => {
    const other = await service.merchant();
    const id = { operator_transaction_id: 'SHARED-1' };
    const [mine, theirs] = [await service.client.session(key), await service.client.session(other.test_key)];
    const first = await send('credits', { ...placeOf(mine), amount: mine.amount, ...id });
    const second = await send(
      'credits',
      { ...placeOf(theirs), amount: theirs.amount, ...id },
      other.test_key,
    );
    expect([first.verdict.verdict, second.verdict.verdict]).toEqual(['SETTLE', 'SETTLE']);
  });
});

describe('The walls of the sandbox', () => {
  it.each([
    ['+23500000001', 'COLLECTION_NUMBER_UNAVAILABLE'],
    ['+23500000002', 'PROVIDER_RAIL_NOT_READY'],
  ])('the magic customer_phone %s asks for %s', async (customer_phone, code) => {
    const body = order({ customer_phone });
    const answer = await service.client.post(SESSIONS, key, body);
    expect([answer.status, answer.body.code, answer.body.environment]).toEqual([503, code, 'test']);
    expect(
      (await service.client.post(SESSIONS, key, { ...body, customer_phone: '+23566000001' })).status,
    ).toBe(201);
  });

  it.each([
    ['+23500000001', 'COLLECTION_NUMBER_UNAVAILABLE'],
    ['+23500000002', 'PROVIDER_RAIL_NOT_READY'],
  ])(
    '%s is answered as in live: behind a key that was used, and a reference that is',
    async (customer_phone, code) => {
      const body = order({ customer_phone: '+23566000001' });
      const under = { 'Idempotency-Key': `first-${customer_phone.slice(-1)}` };
      const { id } = (await service.client.post(SESSIONS, key, body, under)).body;
      const magic = { ...body, customer_phone };
      const reused = await service.client.post(SESSIONS, key, magic, under);
      expect([reused.status, reused.body.error?.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
      const taken = await service.client.post(SESSIONS, key, magic);
      expect([taken.status, taken.body.error?.code]).toEqual([409, 'DUPLICATE_REFERENCE']);
      expect(taken.body.error.existing_payment_session_id).toBe(id);
      // A refusal that says "try again" is kept under no key, as in live.
      const own = { 'Idempotency-Key': `own-${customer_phone.slice(-1)}` };
      for (let attempt = 0; attempt < 2; attempt += 1) {
        const refused = await service.client.post(
          SESSIONS,
          key,
          order({ customer_phone, reference: `M-${code}` }),
          own,
        );
        expect([refused.status, refused.body.code]).toEqual([503, code]);
        expect(refused.headers['idempotent-replayed']).toBeUndefined();
      }
    },
  );

  it.each(['sms', 'credits', 'payment-sessions/0198c5a2-7d1e-7c3a-9f4e-2b6d8a1c0e5f/simulate'])(
    'a live key gets 403 on %s',
    async (path) => {
      const answer = await send(path, {}, merchant.live_key);
      expect([answer.status, answer.error.code]).toEqual([403, 'API_KEY_PERMISSION_DENIED']);
      expect(answer.error.message).toContain('test key');
    },
  );

  it("another merchant's number is nobody's, though it may have the same digits", async () => {
    const other = await service.merchant();
    const session = await service.client.session(key);
    const body = { ...placeOf(session), amount: session.amount };
    const answer = await send('credits', body, other.test_key);
    expect([answer.status, Object.keys(answer.error.fields)]).toEqual([400, ['collection_number']]);
    const theirs = await service.client.session(other.test_key);
    await send('credits', { ...placeOf(theirs), amount: theirs.amount }, other.test_key);
    expect(await statusOf(session)).toBe('AWAITING_PAYMENT');
  });

  it('a number of the other operator is none of this sandbox', async () => {
    const session = await service.client.session(key);
    const answer = await send('credits', { ...placeOf(session), operator: 'MOOV', amount: session.amount });
    expect([answer.status, Object.keys(answer.error.fields)]).toEqual([400, ['collection_number']]);
  });
});
