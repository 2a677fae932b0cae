import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LANGUAGES } from '../../src/domain/account/person.ts';
import { DAY_MS } from '../../src/domain/time.ts';
import { anchorNumbers } from '../../src/engine/desk/book/anchor.ts';
import { assignCredits } from '../../src/engine/desk/payments/assign-credit.ts';
import { confirmReviews, rejectReviews } from '../../src/engine/desk/payments/decide-review.ts';
import { sendRefunds } from '../../src/engine/desk/refunds/send-refund.ts';
import { decideSettlements } from '../../src/engine/desk/settlements/approve.ts';
import { decidePayoutAccounts } from '../../src/engine/desk/settlements/decide-payout-account.ts';
import { endSettlements } from '../../src/engine/desk/settlements/end.ts';
import { setSettlementTerms } from '../../src/engine/desk/settlements/rules.ts';
import { sendSettlements } from '../../src/engine/desk/settlements/send.ts';
import { withdrawProposals } from '../../src/engine/desk/withdraw.ts';
import { OUTCOME_WORDS } from '../../src/web/office/outcomes/outcome.ts';
import { type Known, openSite, type Site, textOf } from '../account/site.ts';
import { asked, made } from '../refunds/world.ts';
import { brings, draft, payOutTo, verify } from '../settlements/shop.ts';
import { hire, type Person } from './people.ts';

let site: Site;
/** One of the staff, who is in a merchant's team too. */
let inside: Person;
let outside: Person;
let merchant: string;
beforeAll(async () => {
  site = await openSite();
  merchant = await site.world.merchant();
  inside = await hire(site.services, 'Awa', 'administrator');
  outside = await hire(site.services, 'Brahim', 'administrator');
  await site.join(inside.account_id, merchant, 'cashier');
});
afterAll(() => site.close());

const REFUSED = 'Awa is, or lately was, in the team of Shop';

/** A session under review, with one credit that covers it. */
async function review(of = merchant) {
  const session = await site.world.session(of, { customer_phone: '+23566000001' });
  await site.world.pay(session, { payer_phone: '+23566000002' });
  return session.id;
}

describe('Who is in the team of a merchant', () => {
  test('decides none of its reviews, alone or as one of two, and everybody’s else', async () => {
    const session_id = await review();
    const confirm = (by: Person, of = session_id) =>
      confirmReviews(site.services, [{ session_id: of, credit_id: null, ...by }]);
    await expect(confirm(inside)).rejects.toThrow(REFUSED);
    await expect(rejectReviews(site.services, [{ session_id, ...inside }])).rejects.toThrow(REFUSED);
    const { policy } = site.services;
    site.services.policy = { ...policy, second_person_xaf: 1000 };
    await expect(confirm(inside)).rejects.toThrow(REFUSED);
    expect(await confirm(outside)).toMatchObject([{ kind: 'proposed' }]);
    await expect(confirm(inside)).rejects.toThrow(REFUSED);
    site.services.policy = policy;
    expect(await confirm(outside)).toMatchObject([{ kind: 'confirmed' }]);
    expect(await confirm(inside, await review(await site.world.merchant()))).toMatchObject([
      { kind: 'confirmed' },
    ]);
  });

  test('decides none of them either for ninety days after leaving the team, and then like anybody', async () => {
    const left = await hire(site.services, 'Idriss', 'administrator');
    await site.join(left.account_id, merchant, 'owner');
    await site.world.rows('update members set ended_at = $2 where account_id = $1', [
      left.account_id,
      site.world.now,
    ]);
    const reject = async () => rejectReviews(site.services, [{ session_id: await review(), ...left }]);
    await expect(reject()).rejects.toThrow('Idriss is, or lately was, in the team of Shop');
    site.world.pass(90 * 86_400 - 1);
    await expect(reject()).rejects.toThrow('Idriss is, or lately was, in the team of Shop');
    site.world.pass(1);
    expect(await reject()).toMatchObject([{ kind: 'rejected' }]);
  });

  test('gives it no money that is in suspense', async () => {
    const session = await site.world.session(merchant);
    await site.world.pay(session, { amount: 3000 });
    const [credit] = await site.world.rows<{ id: string }>(
      `select id from credits where merchant_id = $1 and state = 'SUSPENSE' order by id desc limit 1`,
      [merchant],
    );
    const credit_id = credit?.id ?? '';
    const to = { kind: 'merchant' as const, merchant_id: merchant };
    await expect(assignCredits(site.services, [{ credit_id, to, ...inside }])).rejects.toThrow(REFUSED);
    expect(await assignCredits(site.services, [{ credit_id, to, ...outside }])).toMatchObject([
      { kind: 'assigned' },
    ]);
  });

  test('neither freezes nor favours it, and is told so on its page', async () => {
    const known: Known = {
      account_id: inside.account_id,
      email: inside.email,
      name: 'Inside',
      merchant_id: merchant,
    };
    const browser = await site.signedIn(known, { is_staff: true });
    const here = `/office/merchants/${merchant}`;
    const tries: [string, Record<string, string>][] = [
      ['allowance', { operator: 'AIRTEL', 'sessions-AIRTEL': '7', 'note-allowance-AIRTEL': 'because' }],
      ['freeze', { environment: 'live', 'note-freeze-live': 'because' }],
    ];
    for (const [verb, fields] of tries) {
      await browser.get(`${here}?lang=en`);
      const answer = await browser.submit(`${here}/${verb}`, fields);
      expect([
        verb,
        answer.statusCode,
        textOf(answer.body).includes('You are in the team of this merchant'),
      ]).toEqual([verb, 200, true]);
    }
    const done = await site.world.rows('select 1 from staff_actions where subject_id = $1', [merchant]);
    expect(done).toEqual([]);
  });

  test('neither proposes nor takes back what two people say of its settlements and terms', async () => {
    const { policy } = site.services;
    site.services.policy = { ...policy, second_person_xaf: 1000, settlement_second_person_xaf: 1000 };
    await verify(site.world, merchant);
    await payOutTo(site.world, merchant);
    await brings(site.world, merchant, [5000], { at: new Date(site.world.now.getTime() - 5 * DAY_MS) });
    const one = await draft(site.world, merchant);
    const settlement_id = one.kind === 'drafted' ? one.settlement_id : one.kind;
    const approve = (by: Person) =>
      decideSettlements(site.services, [{ settlement_id, does: 'approve', ...by }]);
    await expect(approve(inside)).rejects.toThrow(REFUSED);
    const terms = { merchant_id: merchant, environment: 'live', hold_days: 0, reserve_xaf: 0 } as const;
    await expect(setSettlementTerms(site.services, [{ ...terms, ...inside }])).rejects.toThrow(REFUSED);
    expect(await approve(outside)).toMatchObject([{ kind: 'proposed' }]);
    const withdraw = withdrawProposals(site.services, [{ subject_id: settlement_id, ...inside }]);
    await expect(withdraw).rejects.toThrow(REFUSED);
    expect(await approve(await hire(site.services, 'Chantal'))).toMatchObject([{ kind: 'approved' }]);
    await site.world.liveNumber('+23566001008');
    const from = { kind: 'number' as const, name: '+23566001008' };
    expect(await sendSettlements(site.services, [{ settlement_id, from, ...outside }])).toMatchObject([
      { kind: 'sending' },
    ]);
    site.world.pass(300);
    await anchorNumbers(site.services, [{ number: from.name, balance_xaf: 0, ...outside }]);
    const fail = endSettlements(site.services, [{ settlement_id, does: 'fail', ...inside }]);
    await expect(fail).rejects.toThrow(REFUSED);
    site.services.policy = policy;
  });

  test('confirms no payout account of it', async () => {
    const payout_account_id = site.services.newId();
    const owner = await site.member('owner', merchant);
    await site.world.rows(
      `insert into payout_accounts (id, merchant_id, kind, operator, msisdn, holder_name, asked_by, asked_at, frozen_until)
      values ($1, $2, 'number', 'AIRTEL', '+23566654321', 'Awa Mahamat', $4, $3, $3::timestamptz + interval '72 hours')`,
      [payout_account_id, merchant, site.world.now, owner.known.email],
    );
    const confirm = (by: Person) =>
      decidePayoutAccounts(site.services, [{ payout_account_id, does: 'confirm', ...by }]);
    await expect(confirm(inside)).rejects.toThrow(REFUSED);
    expect(await confirm(outside)).toMatchObject([{ kind: 'confirmed' }]);
  });

  test('neither sends its refunds nor calls them failed', async () => {
    const number = '+23566001009';
    await site.world.liveNumber(number);
    site.world.pass(5);
    const session = await site.world.session(merchant, { environment: 'live' });
    await site.world.pay(session, { payer_phone: '+23566000002' });
    const { id: refund_id } = await made(site.services, asked(session, 500));
    const send = (by: Person) => sendRefunds(site.services, [{ refund_id, does: 'send', number, ...by }]);
    await expect(send(inside)).rejects.toThrow(REFUSED);
    const fail = sendRefunds(site.services, [{ refund_id, does: 'fail', ...inside }]);
    await expect(fail).rejects.toThrow(REFUSED);
    expect(await send(outside)).toMatchObject([{ kind: 'sending' }]);
  });

  test.each(LANGUAGES)('reads on its page in the office, in %s, why he may not decide', async (language) => {
    const browser = await site.staff('supervisor');
    await site.join(browser.known.account_id, merchant, 'cashier');
    const at = `/office/merchants/${merchant}`;
    await browser.get(`${at}?lang=${language}`);
    const told = await browser.submit(`${at}/freeze?lang=${language}`, {
      environment: 'live',
      'note-freeze-live': 'I saw it',
    });
    const sentence = OUTCOME_WORDS[language].kinds.own_merchant;
    expect(textOf(told.body)).toContain(sentence);
    expect(textOf(told.body)).not.toContain('is, or lately was, in the team');
  });
});
