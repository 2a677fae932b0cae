import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Refund } from '../../src/domain/refund/refund.ts';
import { disownMessages } from '../../src/engine/desk/book/disown.ts';
import { explainSteps } from '../../src/engine/desk/book/explain.ts';
import { setTariffs } from '../../src/engine/desk/book/set-tariff.ts';
import { createRefundsForMerchants } from '../../src/engine/desk/refunds/create-refund.ts';
import { sendRefunds } from '../../src/engine/desk/refunds/send-refund.ts';
import { showBalances } from '../../src/engine/ledger/balances.ts';
import { concludeRefunds } from '../../src/engine/refunds/conclude.ts';
import { Site, textOf } from '../account/site.ts';
import { MSISDN, openSim, type Sim } from '../book/world.ts';
import { expectToldAsItIs } from '../evidence/told.ts';
import { again, asked, balance, made, paidOn, refund, desk as says } from './world.ts';

let sim: Sim;
beforeEach(async () => {
  sim = await openSim();
  await sim.say();
});
afterEach(async () => {
  await expectToldAsItIs(sim.world.db.pool);
  await sim.world.close();
});

const by = (actor: string) => ({ actor, note: 'asked for by the shop' });

const paid = (amount_xaf?: number) => paidOn(sim, amount_xaf);
const desk = (does: 'send' | 'fail', one: Refund, actor?: string) => says(sim.world, does, one, actor);
const stateOf = async (one: Refund) => (await again(sim.world.services, one)).state;
const sweep = () => concludeRefunds(sim.world.services, { limit: 100 });
const has = () => balance(sim.world, 'PAYABLE', sim.merchant);

describe('A live payment that its merchant gives back', () => {
  it('is in flight by the balance until the SIM’s own SMS proves it, or it has failed', async () => {
    const own = async () =>
      (await showBalances(sim.world.services, [{ merchant_id: sim.merchant, environment: 'live' }]))[0];
    const one = await made(sim.world.services, asked(await paid()));
    await made(sim.world.services, asked(await paid(6000), 2000));
    expect(await own()).toMatchObject({ payable_xaf: 4000, in_flight_xaf: 7000 });
    await desk('send', one);
    expect(await own()).toMatchObject({ in_flight_xaf: 7000 });
    await sim.take(sim.debit(5000));
    await sweep();
    expect(await own()).toMatchObject({ payable_xaf: 4000, in_flight_xaf: 2000 });
  });

  it('is sent by a person from the SIM that was paid, and the SIM’s own SMS ends it', async () => {
    const session = await paid();
    const one = await made(sim.world.services, asked(session));
    expect(one).toMatchObject({
      via: 'sim',
      state: 'PENDING',
      to_phone: '66123456',
      collection_number_id: sim.number_id,
    });
    expect(await has()).toBe(0);
    expect(await desk('send', one)).toBe('sending');
    await sweep();
    expect(await stateOf(one)).toBe('SENDING');
    expect(await balance(sim.world, 'REFUND_IN_FLIGHT', one.id)).toBe(5000);
    await sim.take(sim.debit(5000));
    await sweep();
    expect(await stateOf(one)).toBe('SUCCEEDED');
    expect(await balance(sim.world, 'REFUND_IN_FLIGHT', one.id)).toBe(0);
    expect(await sim.book()).toMatchObject({ tip_xaf: 50_000 });
  });

  it('is proven by a debit that came before the person said so', async () => {
    const session = await paid();
    const one = await made(sim.world.services, asked(session));
    await sim.take(sim.debit(5000));
    expect(await desk('send', one)).toBe('left_already');
    await sweep();
    expect(await stateOf(one)).toBe('SUCCEEDED');
    expect(await balance(sim.world, 'REFUND_IN_FLIGHT', one.id)).toBe(0);
  });

  it('is not proven by a debit that had left before anybody asked for it: one person alone explains no old debit', async () => {
    const session = await paid();
    await sim.take(sim.debit(5000));
    sim.world.pass(600);
    const one = await made(sim.world.services, asked(session));
    expect(await desk('send', one)).toBe('sending');
    await sweep();
    expect(await stateOf(one)).toBe('SENDING');
    expect(await balance(sim.world, 'UNEXPLAINED', sim.number_id)).toBe(-5000);
    await sim.take(sim.debit(5000));
    await sweep();
    expect(await stateOf(one)).toBe('SUCCEEDED');
    expect(await balance(sim.world, 'UNEXPLAINED', sim.number_id)).toBe(-5000);
  });

  it('that had perhaps gone before anybody asked for it is said to be so to whoever sends it, and two people can say that it was this', async () => {
    const send = async ({ id: refund_id }: Refund) =>
      (await sendRefunds(sim.world.services, [{ refund_id, does: 'send', ...by('Awa') }]))[0];
    const other = await made(sim.world.services, asked(await paid(6000)));
    await sim.take(sim.debit(6000, '66777777'));
    const session = await paid();
    await sim.take(sim.debit(5000));
    sim.world.pass(600);
    const one = await made(sim.world.services, asked(session));
    expect(await send(one)).toMatchObject({ kind: 'sending', left_before_xaf: 5000 });
    // What went to somebody else is no reason not to send it.
    expect(await send(other)).toEqual({
      kind: 'sending',
      msisdn: MSISDN,
      to_phone: '66123456',
      amount_xaf: 6000,
    });
    const [step] = await sim.world.rows<{ id: string }>(
      `select id from book_steps where kind = 'DEBIT' and before_xaf - after_xaf = 5000`,
    );
    const explain = { step_id: step?.id ?? '', meaning: 'refund', cause_id: one.id } as const;
    for (const actor of ['Awa', 'Brahim'])
      await explainSteps(sim.world.services, [{ ...explain, ...by(actor) }]);
    await sweep();
    expect(await stateOf(one)).toBe('SUCCEEDED');
  });

  it('is UNKNOWN after a day without a word, and not FAILED before the SIM was read', async () => {
    const session = await paid();
    const one = await made(sim.world.services, asked(session));
    await desk('send', one);
    expect(await desk('fail', one)).toBe('may_have_gone');
    sim.world.pass(86_400);
    await sweep();
    expect(await stateOf(one)).toBe('UNKNOWN');
    expect(await desk('fail', one)).toBe('may_have_gone');
    await sim.say();
    expect(await desk('fail', one)).toBe('failed');
    expect(await has()).toBe(5000);
    // A debit that comes after all is nobody's: it waits for a word.
    await sim.take(sim.debit(5000));
    await sweep();
    expect(await stateOf(one)).toBe('FAILED');
    expect(await balance(sim.world, 'UNEXPLAINED', sim.number_id)).toBe(-5000);
  });

  it('has gone once the SIM has reported it, though nobody has written that yet', async () => {
    const session = await paid();
    const one = await made(sim.world.services, asked(session));
    await desk('send', one);
    await sim.take(sim.debit(5000));
    sim.world.pass(60);
    await sim.say();
    expect(await desk('fail', one)).toBe('may_have_gone');
    await sweep();
    expect(await stateOf(one)).toBe('SUCCEEDED');
    expect(await has()).toBe(0);
    expect(await balance(sim.world, 'REFUND_IN_FLIGHT', one.id)).toBe(0);
  });

  it('may have gone while a message of it waits for its place, though the SIM was read before that came', async () => {
    const one = await made(sim.world.services, asked(await paid()));
    await desk('send', one);
    sim.world.pass(60);
    await sim.say();
    sim.balance_xaf -= 100;
    expect(await sim.take(sim.debit(5000))).toEqual(['CLAIMED']);
    expect(await desk('fail', one)).toBe('may_have_gone');
    sim.world.pass(300);
    await sim.say();
    await sweep();
    expect(await stateOf(one)).toBe('SUCCEEDED');
    expect(await balance(sim.world, 'UNEXPLAINED', sim.number_id)).toBe(0);
  });

  it('may have gone while as much has left the SIM unexplained, and two people can say that it was this', async () => {
    const session = await paid();
    const one = await made(sim.world.services, asked(session));
    await desk('send', one);
    sim.world.pass(86_401);
    await sweep();
    sim.balance_xaf -= 5050;
    await sim.say();
    await sim.say(sim.balance_xaf, 'Brahim');
    expect(await desk('fail', one)).toBe('may_have_gone');
    const [step] = await sim.world.rows<{ id: string }>(
      `select id from book_steps where kind = 'UNEXPLAINED'`,
    );
    expect(step).toBeDefined();
  });

  it('may have gone while the SIM was looked at too soon after it was sent', async () => {
    const one = await made(sim.world.services, asked(await paid()));
    await desk('send', one);
    sim.world.pass(60);
    await sim.say();
    expect(await desk('fail', one)).toBe('may_have_gone');
    sim.world.pass(120);
    await sim.say();
    expect(await desk('fail', one)).toBe('failed');
  });

  it('may have gone where more came at the same time, and the SIM holds more than its book', async () => {
    const one = await made(sim.world.services, asked(await paid()));
    await desk('send', one);
    sim.world.pass(600);
    const [sent, came] = [sim.debit(5000), sim.credit(6000, '66777777')];
    await sim.say();
    await sim.say(sim.balance_xaf, 'Brahim');
    expect(await desk('fail', one)).toBe('may_have_gone');
    await sim.take(sent, came);
    await sweep();
    expect(await stateOf(one)).toBe('SUCCEEDED');
  });

  it('may have gone while a message that has no place says so, until two people have disowned it', async () => {
    const one = await made(sim.world.services, asked(await paid()));
    await desk('send', one);
    sim.world.pass(600);
    // As much came meanwhile, and of that no message told.
    sim.credit(5000, '66777777');
    await sim.take(sim.debit(5000));
    await sim.say();
    expect(await desk('fail', one)).toBe('may_have_gone');
    const [claim] = await sim.world.rows<{ notice_id: string }>('select notice_id from book_claims');
    for (const actor of ['Awa', 'Brahim'])
      await disownMessages(sim.world.services, [{ notice_id: claim?.notice_id ?? '', ...by(actor) }]);
    expect(await desk('fail', one)).toBe('failed');
  });

  it('is not sent once the operator has taken the payment back', async () => {
    const session = await paid();
    const one = await made(sim.world.services, asked(session));
    const [credit] = await sim.world.rows<{ id: string }>('select id from credits');
    await sim.world.rows(
      `insert into staff_alerts (id, environment, kind, subject, opened_at, last_at) values ($1, 'live', 'reversal', $2, $3, $3)`,
      [sim.world.services.newId(), credit?.id, sim.world.now],
    );
    expect(await desk('send', one)).toBe('payment_reversed');
    expect(await desk('fail', one)).toBe('failed');
    expect(await refund(sim.world.services, asked(session))).toBe('payment_reversed');
  });

  it('waits for a second person from the configured amount on', async () => {
    sim.world.services.policy = { ...sim.world.services.policy, second_person_xaf: 5000 };
    const session = await paid();
    const one = await made(sim.world.services, asked(session));
    expect(await desk('send', one)).toBe('proposed');
    expect(await desk('send', one, 'AWA')).toBe('same_person');
    expect(await desk('send', one, 'Brahim')).toBe('sending');
  });
});

it('A refund has not failed by a look at the SIM from before it was sent, however long the page of that look lay open', async () => {
  const one = await made(sim.world.services, asked(await paid()));
  const supervisor = await new Site(sim.world).staff('supervisor');
  const page = `/office/numbers/${sim.number_id}/anchor`;
  const { body } = await supervisor.get(`${page}?balance_xaf=${sim.balance_xaf}`);
  const [, looked_at = ''] = /name="looked_at" value="([0-9]+)"/.exec(body) ?? [];
  sim.world.pass(60);
  expect(await desk('send', one)).toBe('sending');
  sim.world.pass(230);
  const said = await supervisor.submit(page, { balance_xaf: String(sim.balance_xaf), looked_at });
  expect(await desk('fail', one)).toBe('may_have_gone');
  expect(textOf(said.body)).toContain('too old by now');
});

describe('Staff who give a payment back for its merchant', () => {
  const create = async (session: { id: string }, amount_xaf: number | null, actor: string) => {
    const payment = { kind: 'session' as const, id: session.id };
    const own = { merchant_id: sim.merchant, environment: 'live' as const };
    const [outcome] = await createRefundsForMerchants(sim.world.services, [
      { ...own, payment, amount_xaf, ...by(actor) },
    ]);
    return outcome?.kind;
  };

  it('make one refund where one of them says the same sum again within two minutes, having seen no answer', async () => {
    const session = await paid();
    expect(await create(session, 1000, 'Awa')).toBe('created');
    expect(await create(session, 1000, 'Awa')).toBe('created_before');
    expect(await create(session, 1000, 'Brahim')).toBe('created');
    expect(await create(session, 900, 'Awa')).toBe('created');
    sim.world.pass(121);
    expect(await create(session, 1000, 'Awa')).toBe('created');
    expect(await has()).toBe(1100);
  });

  it('make another within those two minutes once the first is known not to have gone', async () => {
    const session = await paid();
    expect(await create(session, 1000, 'Awa')).toBe('created');
    const [row] = await sim.world.rows<Refund>('select * from refunds');
    expect(await desk('fail', row as Refund)).toBe('failed');
    expect(await create(session, 1000, 'Awa')).toBe('created');
  });

  it('need a second person for much, and nothing is set aside before', async () => {
    sim.world.services.policy = { ...sim.world.services.policy, second_person_xaf: 3000 };
    const session = await paid();
    expect(await create(session, 2000, 'Awa')).toBe('created');
    expect(await create(session, null, 'Awa')).toBe('proposed');
    expect(await has()).toBe(3000);
    expect(await create(session, null, 'Brahim')).toBe('created');
    expect(await has()).toBe(0);
    expect(await create(session, 1, 'Brahim')).toBe('too_much');
  });

  it('need a second person for much in small parts too, to ask for it and to send it', async () => {
    const policy = sim.world.services.policy;
    sim.world.services.policy = { ...policy, second_person_xaf: 3000 };
    const session = await paid();
    expect(await create(session, 2000, 'Awa')).toBe('created');
    expect(await create(session, 1000, 'Awa')).toBe('proposed');
    expect(await create(session, 1000, 'Brahim')).toBe('created');
    const rows = await sim.world.rows<Refund>('select * from refunds order by id');
    expect(rows).toHaveLength(2);
    for (const one of rows) expect(await desk('send', one)).toBe('proposed');
    for (const one of rows) expect(await desk('send', one, 'Brahim')).toBe('sending');
  });
});

it('A debit that two people call a refund is the one that waits for its word, and ends it', async () => {
  const session = await paid();
  const one = await made(sim.world.services, asked(session));
  await desk('send', one);
  sim.world.pass(90_000);
  await sweep();
  await sim.take(sim.debit(5000));
  await sweep();
  expect(await stateOf(one)).toBe('UNKNOWN');
  const [step] = await sim.world.rows<{ id: string }>(`select id from book_steps where kind = 'DEBIT'`);
  for (const actor of ['Awa', 'Brahim'])
    await explainSteps(sim.world.services, [{ step_id: step?.id ?? '', meaning: 'refund', ...by(actor) }]);
  await sweep();
  expect(await stateOf(one)).toBe('SUCCEEDED');
  expect(await balance(sim.world, 'REFUND_IN_FLIGHT', one.id)).toBe(0);
  expect(MSISDN).toBeDefined();
});

describe('A refund whose SMS never came, and for which the operator took a fee', () => {
  const fees = () =>
    sim.world.rows<{ balance_xaf: number }>(
      `select -account_balance(id) as balance_xaf from ledger_accounts where kind = 'OPERATOR_FEE' and environment = 'live'`,
    );
  const tariff = { operator: 'AIRTEL' as const, service: 'transfer', brackets: ['1-1000000=50'] };

  it('is ended by the reading that finds both gone, by the tariff', async () => {
    for (const actor of ['Awa', 'Brahim'])
      await setTariffs(sim.world.services, [{ ...tariff, ...by(actor) }]);
    const one = await made(sim.world.services, asked(await paid()));
    await desk('send', one);
    sim.balance_xaf -= 5050;
    await sim.say();
    await sweep();
    expect(await stateOf(one)).toBe('SUCCEEDED');
    expect(await balance(sim.world, 'UNEXPLAINED', sim.number_id)).toBe(0);
    expect(await fees()).toEqual([{ balance_xaf: 50 }]);
  });

  it('is ended by two people’s word where no tariff is known, and not by one that leaves too much', async () => {
    const one = await made(sim.world.services, asked(await paid()));
    await desk('send', one);
    const explain = async (left_xaf: number) => {
      sim.balance_xaf -= left_xaf;
      await sim.say();
      await sim.say(sim.balance_xaf, 'Brahim');
      const [step] = await sim.world.rows<{ id: string }>(
        `select id from book_steps where kind = 'UNEXPLAINED' order by ordinal desc limit 1`,
      );
      const said = { step_id: step?.id ?? '', meaning: 'refund' as const };
      await explainSteps(sim.world.services, [{ ...said, ...by('Awa') }]);
      return (await explainSteps(sim.world.services, [{ ...said, ...by('Brahim') }]))[0]?.kind;
    };
    expect(await explain(5501)).toBe('no_refund_is_due');
    expect(await explain(5050)).toBe('explained');
    await sweep();
    expect(await stateOf(one)).toBe('SUCCEEDED');
    expect(await balance(sim.world, 'UNEXPLAINED', sim.number_id)).toBe(-5501);
    expect(await fees()).toEqual([{ balance_xaf: 50 }]);
  });
});

it('A refund isn’t sent from a SIM of the other operator, which doesn’t reach its payer', async () => {
  const one = await made(sim.world.services, asked(await paid()));
  await sim.world.liveNumber('+23599002002', { operator: 'MOOV' });
  const from = async (number: string) => {
    const command = { refund_id: one.id, does: 'send', number, ...by('Awa') } as const;
    return (await sendRefunds(sim.world.services, [command]))[0]?.kind;
  };
  expect(await from('+23599002002')).toBe('other_source');
  expect(await from(MSISDN)).toBe('sending');
});
