import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PaymentSession } from '../../src/domain/session/session.ts';
import { settleNotices } from '../../src/engine/book/settle.ts';
import { explainCredit } from '../../src/engine/credits/explain.ts';
import { anchorNumbers } from '../../src/engine/desk/book/anchor.ts';
import { checkLedger } from '../../src/engine/ledger/check.ts';
import { receiveNotices } from '../../src/engine/notices.ts';
import { loadSeenCredits } from '../../src/store/checkout/views.ts';
import { loadLifeCredits } from '../../src/store/payments/life.ts';
import { prove } from './proof.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let merchant: string;
beforeAll(async () => {
  world = await openWorld();
  merchant = await world.merchant();
});
afterAll(() => world.close());

const status = async (session: PaymentSession) => (await world.again(session)).status;
const caseOf = (session: PaymentSession) =>
  world.rows<{ reason: string }>(
    'select reason from review_cases where session_id = $1 order by opened_at, credit_id',
    [session.id],
  );
const creditOf = async (credit_id: string | null) =>
  (
    await world.rows<{ state: string; reason: string }>('select state, reason from credits where id = $1', [
      credit_id,
    ])
  )[0];

/** Settles an SMS on a session's number. */
async function sms(session: PaymentSession, body: string, sender: string | null = null) {
  const [kept] = await receiveNotices(world.services, [
    {
      environment: session.environment,
      merchant_id: session.environment === 'test' ? session.merchant_id : null,
      operator: session.operator,
      collection_number: session.assigned_collection_number,
      source: session.environment === 'test' ? 'SANDBOX_SMS' : 'MANUAL_SMS',
      sender,
      body,
      received_at: world.now,
    },
  ]);
  if (kept?.kind !== 'kept') throw new Error('not kept');
  return (await settleNotices(world.services, [kept.notice_id]))[0];
}

test('each further credit that points to a session under review joins its case, with one event in all', async () => {
  const session = await world.session(merchant, { customer_phone: '+23566000001' });
  expect((await world.pay(session, { payer_phone: '+23566000002' })).verdict?.rule).toBe('payer_mismatch');
  expect((await world.pay(session, { payer_phone: '+23566000001' })).verdict?.rule).toBe('joins_review');
  expect((await world.pay(session, { amount: 4000, motif: session.ticket })).verdict?.rule).toBe(
    'amount_mismatch',
  );
  expect((await caseOf(session)).map((one) => one.reason).sort()).toEqual([
    'amount_mismatch',
    'payer_mismatch',
    'second_payment',
  ]);
  expect(await world.again(session)).toMatchObject({
    status: 'UNDER_REVIEW',
    review_reason: 'payer_mismatch',
    event_sequence: 1,
  });
  await prove(world);
});

test('credits that come in one batch are decided in the order the money moved, each seeing the one before', async () => {
  const session = await world.session(merchant);
  const later = await world.keepCredit(session, { occurred_at: new Date(world.now.getTime() + 2000) });
  const earlier = await world.keepCredit(session, { occurred_at: world.now });
  const outcomes = await settleNotices(world.services, [later, earlier]);
  expect(outcomes.map((one) => one.verdict?.rule)).toEqual(['second_payment', 'unique_in_time']);
  await prove(world);
});

test('a second payment waits in suspense and is never given to somebody else’s session', async () => {
  const paid = await world.session(merchant, { customer_phone: '+23566000001' });
  await world.pay(paid, { payer_phone: '+23566000001' });
  const neighbour = await world.session(merchant, { customer_phone: '+23566000002' });
  const second = await world.pay(paid, { payer_phone: '+23566000001' });
  expect(second.verdict).toMatchObject({
    verdict: 'SUSPENSE',
    rule: 'second_payment',
    session_ids: [paid.id],
  });
  expect(await creditOf(second.credit_id)).toEqual({ state: 'SUSPENSE', reason: 'second_payment' });
  expect(await status(neighbour)).toBe('AWAITING_PAYMENT');
});

test('a second payment is shown to who was paid, and to nobody who declares the same phone on another number', async () => {
  const declared = { customer_phone: '+23566000041' };
  const paid = await world.session(merchant, declared);
  await world.pay(paid, { payer_phone: declared.customer_phone });
  const elsewhere = await world.session(merchant, declared);
  expect(elsewhere.assigned_collection_number).not.toBe(paid.assigned_collection_number);
  const { verdict } = await world.pay(paid, { payer_phone: declared.customer_phone });
  expect(verdict).toMatchObject({ rule: 'second_payment', session_ids: [paid.id, elsewhere.id] });
  const seen = await loadSeenCredits(world.services.pool, [paid.id, elsewhere.id]);
  expect(seen.map(({ session_id, role }) => [session_id, role])).toEqual([
    [paid.id, 'paid'],
    [paid.id, 'aside'],
  ]);
  const lives = [paid.id, elsewhere.id].map((payment_id) =>
    loadLifeCredits(world.services.pool, { payment_id }),
  );
  expect((await Promise.all(lives)).map((rows) => rows.map(({ role }) => role))).toEqual([
    ['paid', 'aside'],
    [],
  ]);
});

test('the ticket of another number confirms nothing, neither there nor here', async () => {
  const [here, there] = [await world.session(merchant), await world.session(merchant)];
  expect(here.assigned_collection_number).not.toBe(there.assigned_collection_number);
  const { verdict } = await world.pay(here, { motif: `ticket ${there.ticket}` });
  expect(verdict).toMatchObject({
    verdict: 'SUSPENSE',
    rule: 'ticket_of_another_number',
    session_ids: [there.id],
  });
  expect([await status(here), await status(there)]).toEqual(['AWAITING_PAYMENT', 'AWAITING_PAYMENT']);
});

test('a stranger’s amount touches no session and lists the nearest ones for staff', async () => {
  const session = await world.session(merchant, { amount_xaf: 123_456 });
  const { verdict, credit_id } = await world.pay(session, { amount: 123_450, payer_phone: '+23599000009' });
  expect(verdict).toMatchObject({ verdict: 'SUSPENSE', rule: 'unmatched' });
  expect(verdict?.session_ids[0]).toBe(session.id);
  expect(await status(session)).toBe('AWAITING_PAYMENT');
  const explained = await explainCredit(world.services, credit_id ?? '');
  expect(explained?.lines.join('\n')).toContain(session.id);
});

test('a masked payer never puts a session of another amount under review', async () => {
  const session = await world.session(merchant, { amount_xaf: 7777, customer_phone: '+23566123456' });
  const outcome = await sms(
    session,
    'Trans.ID : MP261121.1200.M77770. Vous avez recu 7000 FCFA du 66XXXX56. Votre solde disponible est 12410 FCFA.',
  );
  expect(outcome).toMatchObject({ outcome: 'CREDIT', verdict: { verdict: 'SUSPENSE', rule: 'unmatched' } });
  expect(await status(session)).toBe('AWAITING_PAYMENT');
});

test('in the sandbox no credit reaches another merchant’s session, by number, ticket or transaction id', async () => {
  const other = await world.merchant();
  const [mine, theirs] = [
    await world.session(merchant, { amount_xaf: 900 }),
    await world.session(other, { amount_xaf: 900 }),
  ];
  const operator_transaction_id = 'MP261121.1200.X00001';
  const quoted = await world.pay(
    { ...mine, amount_xaf: 901 },
    { motif: theirs.ticket, operator_transaction_id },
  );
  expect(quoted.verdict?.verdict).toBe('SUSPENSE');
  expect(quoted.verdict?.session_ids).not.toContain(theirs.id);
  expect(await status(theirs)).toBe('AWAITING_PAYMENT');
  // The same transaction id in another sandbox is another credit.
  expect(await world.pay(theirs, { operator_transaction_id })).toMatchObject({
    outcome: 'CREDIT',
    verdict: { rule: 'unique_in_time' },
  });
  expect(await status(mine)).toBe('AWAITING_PAYMENT');
  const [kept] = await receiveNotices(world.services, [
    {
      environment: 'test',
      merchant_id: merchant,
      operator: 'MOOV',
      collection_number: theirs.assigned_collection_number,
      source: 'SANDBOX_CREDIT',
      sender: null,
      body: '{"amount":900}',
      received_at: world.now,
    },
  ]);
  expect(kept).toEqual({ kind: 'unknown_collection_number' });
  await prove(world);
});

test('test money never reaches a live account, and every account of each environment is told apart', async () => {
  const before = await checkLedger(world.services);
  const sum = (check: typeof before, environment: string, kind: string) =>
    check.balances.find((one) => one.environment === environment && one.kind === kind)?.balance_xaf ?? 0;
  await world.liveNumber('+23566001001');
  world.pass(2);
  const live = await world.session(merchant, { environment: 'live', amount_xaf: 640 });
  const sandbox = await world.session(merchant, { amount_xaf: 320 });
  await world.pay(sandbox);
  const middle = await checkLedger(world.services);
  for (const kind of ['FLOAT', 'PAYABLE', 'REVENUE', 'SUSPENSE'])
    expect(sum(middle, 'live', kind)).toBe(sum(before, 'live', kind));
  expect(sum(middle, 'test', 'PAYABLE')).toBe(sum(before, 'test', 'PAYABLE') + 320);
  await world.pay(live);
  const after = await checkLedger(world.services);
  expect(sum(after, 'live', 'PAYABLE')).toBe(sum(before, 'live', 'PAYABLE') + 640);
  expect(sum(after, 'test', 'PAYABLE')).toBe(sum(middle, 'test', 'PAYABLE'));
  await prove(world);
});

test('in live, a message by a template that nobody confirmed goes to a person; once confirmed, it decides', async () => {
  const number = await world.liveNumber('+23566001009');
  await world.rows(`update collection_numbers set sender_allow_list = '{AirtelMoney}' where id = $1`, [
    number,
  ]);
  await world.rows(
    `update collection_numbers set status = 'PAUSED' where environment = 'live' and id <> $1`,
    [number],
  );
  world.pass(2);
  const live = { environment: 'live', amount_xaf: 5100 } as const;
  const [weak, strong] = [
    await world.session(merchant, live),
    await world.session(merchant, { ...live, amount_xaf: 6200 }),
  ];
  const said = { number, balance_xaf: 7310, actor: 'Awa', note: 'read on the SIM' };
  await anchorNumbers(world.services, [said]);
  const text = (amount_xaf: number, balance_xaf = 12_410) =>
    `Trans.ID : MP261121.1201.A0${amount_xaf}. Vous avez recu ${amount_xaf} FCFA du 66123456. Votre solde disponible est ${balance_xaf} FCFA.`;
  expect((await sms(weak, text(5100), 'Airtel M0ney'))?.outcome).toBe('UNTRUSTED_SENDER');
  await world.rows('delete from template_confirmations');
  world.pass(2);
  expect(await sms(weak, text(5100), 'AirtelMoney')).toMatchObject({
    outcome: 'CREDIT',
    verdict: { verdict: 'REVIEW', rule: 'unproven', session_ids: [weak.id] },
  });
  await world.liveNumber('+23566001010');
  world.pass(2);
  expect((await sms(strong, text(6200, 18_610), 'AirtelMoney'))?.verdict).toMatchObject({
    rule: 'unique_in_time',
  });
  expect([await status(weak), await status(strong)]).toEqual(['UNDER_REVIEW', 'SUCCESS']);
  await prove(world);
});

test('a second witness of a credit changes nothing, whatever it says of the amount', async () => {
  const session = await world.session(merchant, { amount_xaf: 5200 });
  const first = await world.pay(session, { operator_transaction_id: 'MP261121.1202.A00001' });
  const again = await world.pay(session, { operator_transaction_id: 'MP261121.1202.A00001', amount: 1 });
  expect(first.verdict?.verdict).toBe('SETTLE');
  expect(again).toEqual({ ...first, notice_id: again.notice_id, outcome: 'DUPLICATE' });
  const [row] = await world.rows<{ n: number }>(
    `select count(*)::int as n from credits where operator_transaction_id = 'MP261121.1202.A00001'`,
  );
  expect(row?.n).toBe(1);
});
