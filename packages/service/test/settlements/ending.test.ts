import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../src/domain/time.ts';
import { explainSteps } from '../../src/engine/desk/book/explain.ts';
import { freezeMerchants } from '../../src/engine/desk/merchants/stop-merchants.ts';
import { addBankAccounts } from '../../src/engine/desk/settlements/rules.ts';
import type { SettlementSource } from '../../src/engine/desk/settlements/send.ts';
import { DOUBT_HOURS, doubtOverdue, payTestDrafts, proveMet } from '../../src/engine/settlements/rounds.ts';
import type { Sim } from '../book/world.ts';
import { expectToldAsItIs } from '../evidence/told.ts';
import { deskIn, deskOf, drafted as draftedAt, openSimAndShop, type Said, sent as sentFrom } from './desk.ts';
import { draft, payOutToBank, standing } from './shop.ts';

let sim: Sim;
let merchant: string;
beforeEach(async () => {
  ({ sim, merchant } = await openSimAndShop());
});
afterEach(async () => {
  await expectToldAsItIs(sim.world.db.pool);
  await sim.world.close();
});

const by = (actor: string) => ({ actor, note: 'looked' });
const { decide, send, end } = deskIn(() => sim.world);
const drafted = (amount_xaf: number) => draftedAt(sim.world, merchant, amount_xaf);
const sent = (amount_xaf: number, from?: SettlementSource) => sentFrom(sim.world, merchant, amount_xaf, from);
const prove = () => proveMet(sim.world.services, { limit: 10 });
const events = () =>
  sim.world.rows<{ type: string; amount: number }>(
    `select type, (body::jsonb #>> '{data,amount}')::int as amount from events where type like 'settlement.%'`,
  );

describe('A settlement that is sent from a SIM', () => {
  test('is PAID when the SIM reports the debit, and its merchant is told what is in it', async () => {
    await sent(20_000);
    expect([await prove(), await events()]).toEqual([0, []]);
    expect(await sim.take(sim.debit(20_000))).toEqual(['STEP']);
    expect(await standing(sim.world, merchant)).toEqual({ SENDING: 20_000 });
    expect([await prove(), await prove()]).toEqual([1, 0]);
    expect(await standing(sim.world, merchant)).toEqual({ PAID: 20_000 });
    expect(await events()).toEqual([{ type: 'settlement.paid', amount: 20_000 }]);
  });

  test('has gone once the SIM has reported it, whatever people say before that is written', async () => {
    const id = await sent(20_000);
    expect(await sim.take(sim.debit(20_000))).toEqual(['STEP']);
    sim.world.pass(60);
    await sim.say();
    const absent = { does: 'prove', source: 'statement', source_id: 'of today', amount_xaf: null } as const;
    const says = { ...absent, happened_at: sim.world.now };
    expect(await end(id, { does: 'prove', source: 'book' })).toBe('book_leaves_room');
    for (const said of [{ does: 'fail' } as const, says])
      for (const actor of ['Awa', 'Brahim']) expect(await end(id, said, actor)).toBe('has_left');
    await prove();
    expect(await standing(sim.world, merchant)).toEqual({ PAID: 20_000 });
  });

  test('is not proven by another debit: not by a franc', async () => {
    await sent(20_000);
    expect(await sim.take(sim.debit(19_999))).toEqual(['STEP']);
    expect(await prove()).toBe(0);
    expect(await standing(sim.world, merchant)).toEqual({ SENDING: 20_000, in_flight: 20_000 });
  });

  test('is not proven by what somebody sends to another phone than the payout account', async () => {
    const id = await sent(20_000);
    expect(await sim.take(sim.debit(20_000, '66999999'))).toEqual(['STEP']);
    expect(await prove()).toBe(0);
    expect(await standing(sim.world, merchant)).toEqual({ SENDING: 20_000, in_flight: 20_000 });
    const [step] = await sim.world.rows<{ id: string }>(`select id from book_steps where kind = 'DEBIT'`);
    const named = { step_id: step?.id ?? '', meaning: 'settlement' } as const;
    expect((await explainSteps(sim.world.services, [{ ...named, ...by('Awa') }]))[0]).toEqual({
      kind: 'other_recipient',
      went_to: '66999999',
      announced_to: '66123456',
    });
    expect(await sim.take(sim.debit(20_000, '23566123456'))).toEqual(['STEP']);
    expect(await prove()).toBe(1);
    expect(await standing(sim.world, merchant)).toEqual({ PAID: 20_000 });
    const [proof] = await sim.world.rows(`select settlement_id, source from settlement_proofs`);
    expect(proof).toEqual({ settlement_id: id, source: 'step' });
  });

  test('is UNKNOWN after a day, which only proof leaves: the message that came late, once it is named', async () => {
    const id = await sent(20_000);
    sim.world.pass(60);
    const late = sim.debit(20_000);
    sim.world.pass((DOUBT_HOURS * HOUR_MS) / 1000 + 1);
    expect(await doubtOverdue(sim.world.services, { limit: 10 })).toBe(1);
    expect(await end(id, { does: 'fail' })).toBe('not_in_state');
    expect(await sim.take(late)).toEqual(['STEP']);
    expect(await prove()).toBe(0);
    const [step] = await sim.world.rows<{ id: string }>(`select id from book_steps where kind = 'DEBIT'`);
    const named = { step_id: step?.id ?? '', meaning: 'settlement' } as const;
    const [one] = await explainSteps(sim.world.services, [{ ...named, ...by('Awa') }]);
    const [other] = await explainSteps(sim.world.services, [{ ...named, ...by('Brahim') }]);
    expect([one?.kind, other?.kind]).toEqual(['proposed', 'explained']);
    await prove();
    expect(await standing(sim.world, merchant)).toEqual({ PAID: 20_000 });
  });

  test('is FAILED when the SIM’s book leaves no room for it, and its money comes with the next one', async () => {
    const id = await sent(20_000);
    expect(await end(id, { does: 'doubt' })).toBe('doubted');
    expect(await end(id, { does: 'prove', source: 'book' })).toBe('book_leaves_room');
    sim.world.pass(60);
    await sim.say();
    // Whoever said it may have looked before it was sent.
    expect(await end(id, { does: 'prove', source: 'book' })).toBe('book_leaves_room');
    sim.world.pass(120);
    await sim.say();
    expect(await end(id, { does: 'prove', source: 'book' })).toBe('proposed');
    // Somebody may send it now, as the desk asks for, and its message be late.
    expect(await end(id, { does: 'prove', source: 'book' }, 'Brahim')).toBe('book_leaves_room');
    expect(await end(id, { does: 'prove', source: 'book' })).toBe('same_person');
    sim.world.pass(300);
    await sim.say();
    expect(await end(id, { does: 'prove', source: 'book' }, 'Brahim')).toBe('ended');
    expect(await standing(sim.world, merchant)).toEqual({
      payable: 20_000,
      unsettled: 20_000,
      FAILED: 20_000,
    });
    // A debit of that sum later is somebody else's matter.
    expect(await sim.take(sim.debit(20_000))).toEqual(['STEP']);
    expect(await prove()).toBe(0);
    expect(await draft(sim.world, merchant)).toMatchObject({
      kind: 'drafted',
      amount_xaf: 20_000,
      transfers: 1,
    });
  });

  test('is PAID by the reading that finds the sum gone, though no message told of it', async () => {
    await sent(20_000);
    sim.balance_xaf -= 20_000;
    await sim.say();
    await prove();
    expect(await standing(sim.world, merchant)).toEqual({ PAID: 20_000 });
  });

  test('is not PAID by what one person alone says of the SIM where it is much: another reads it too', async () => {
    sim.world.services.policy = { ...sim.world.services.policy, second_person_xaf: 20_000 };
    await sent(20_000);
    const missing_xaf = sim.balance_xaf - 20_000;
    expect(await sim.say(missing_xaf)).toMatchObject({ kind: 'proposed', moved_xaf: 20_000 });
    expect(await prove()).toBe(0);
    expect(await standing(sim.world, merchant)).toEqual({ SENDING: 20_000, in_flight: 20_000 });
    sim.balance_xaf = missing_xaf;
    expect(await sim.say(missing_xaf, 'Brahim')).toMatchObject({ kind: 'anchored' });
    await prove();
    expect(await standing(sim.world, merchant)).toEqual({ PAID: 20_000 });
  });

  test('that never left fails by two people’s word, once the SIM was read after each thing that they go by', async () => {
    const id = await sent(20_000);
    // The phone may have refused it, and whoever holds the SIM may have sent it then.
    expect(await end(id, { does: 'fail' })).toBe('book_leaves_room');
    sim.world.pass(300);
    await sim.say();
    expect(await end(id, { does: 'fail' })).toBe('proposed');
    expect(await end(id, { does: 'fail' })).toBe('same_person');
    // Somebody may send it now, and its message be late.
    expect(await end(id, { does: 'fail' }, 'Brahim')).toBe('book_leaves_room');
    sim.world.pass(300);
    await sim.say();
    expect(await end(id, { does: 'fail' }, 'Brahim')).toBe('ended');
    expect(await standing(sim.world, merchant)).toEqual({
      payable: 20_000,
      unsettled: 20_000,
      FAILED: 20_000,
    });
  });
});

/** What one has said that waits for a second. */
const waiting = () =>
  sim.world.rows<{ action: string }>('select action from staff_proposals where settled_at is null');

test('What one person has said of a settlement waits for nobody once its SIM has told that it has gone', async () => {
  const id = await sent(20_000);
  sim.world.pass(300);
  await sim.say();
  expect(await end(id, { does: 'fail' })).toBe('proposed');
  expect(await waiting()).toEqual([{ action: 'settlement.fail' }]);
  await sim.take(sim.debit(20_000));
  expect(await prove()).toBe(1);
  expect(await waiting()).toEqual([]);
});

describe('Before it is sent', () => {
  test('one person may ask for it to be cancelled, which waits for nobody once it is sent', async () => {
    const id = await drafted(5000);
    await decide(id, 'approve');
    expect(await decide(id, 'cancel')).toBe('proposed');
    expect(await waiting()).toEqual([{ action: 'settlement.cancel' }]);
    expect(await send(id)).toBe('sending');
    expect(await waiting()).toEqual([]);
  });

  test('two people approve a large one; one is enough below', async () => {
    const large = await drafted(1_000_000);
    expect(await decide(large, 'approve')).toBe('proposed');
    expect(await decide(large, 'approve')).toBe('same_person');
    expect(await send(large)).toBe('not_in_state');
    expect(await decide(large, 'approve', 'Brahim')).toBe('approved');
    const small = await drafted(999_999);
    expect(await decide(small, 'approve')).toBe('approved');
  });

  test('it may be cancelled, and its money is payable again', async () => {
    const [one, other] = [await drafted(700), await drafted(300)];
    await decide(other, 'approve');
    expect(await decide(one, 'cancel')).toBe('cancelled');
    expect(await deskOf(sim.world).takeBack(other)).toBe('cancelled');
    expect(await decide(one, 'approve')).toBe('not_in_state');
    expect(await standing(sim.world, merchant)).toEqual({ payable: 1000, unsettled: 1000, CANCELLED: 1000 });
  });

  test('it goes nowhere when its payout account is no longer in force', async () => {
    const id = await drafted(5000);
    await sim.world.rows(`update payout_accounts set state = 'WITHDRAWN' where merchant_id = $1`, [merchant]);
    expect(await decide(id, 'approve')).toBe('account_changed');
    expect(await decide(id, 'cancel')).toBe('cancelled');
  });

  test('it waits while its merchant is frozen, and may be cancelled', async () => {
    const freeze = async (freezes: boolean) => {
      const said = { merchant_id: merchant, environment: 'live', freezes } as const;
      await freezeMerchants(sim.world.services, [{ ...said, ...by('Awa') }]);
      await freezeMerchants(sim.world.services, [{ ...said, ...by('Brahim') }]);
    };
    const [id, approved] = [await drafted(5000), await drafted(300)];
    await decide(approved, 'approve');
    await freeze(true);
    expect([await decide(id, 'approve'), await send(approved)]).toEqual(['stopped', 'stopped']);
    await freeze(false);
    expect([await decide(id, 'approve'), await send(approved)]).toEqual(['approved', 'sending']);
    await freeze(true);
    expect(await deskOf(sim.world).takeBack(id)).toBe('cancelled');
  });

  test('it goes out of nothing whose day is not proven, and to nothing that it can’t reach', async () => {
    const id = await drafted(5000);
    await decide(id, 'approve');
    expect(await send(id, { kind: 'number', name: '+23566009009' })).toBe('source_not_found');
    expect(await send(id, { kind: 'wallet', name: 'MOOV' })).toBe('other_source');
    const hold = `insert into held_accounts (account_id, reason, held_at) select id, 'the 20th is not proven', now()
      from ledger_accounts where owner_id = $1 and kind = 'FLOAT'`;
    await sim.world.rows(hold, [sim.number_id]);
    expect(await send(id)).toBe('held');
    await sim.world.rows('delete from held_accounts');
    expect(await send(id)).toBe('sending');
  });
});

describe('A settlement that a bank sends', () => {
  const IBAN = 'TD8960002000010271091600153';
  const BANK: SettlementSource = { kind: 'bank', name: 'main' };
  const row = (source_id: string, amount_xaf: number): Said => ({
    does: 'prove',
    source: 'bank_row',
    source_id,
    amount_xaf,
    to: IBAN,
    happened_at: sim.world.now,
  });

  beforeEach(async () => {
    const account = {
      name: 'main',
      bank_name: 'Banque',
      iban: IBAN,
      holder_name: 'Banque',
    };
    await addBankAccounts(sim.world.services, [{ ...account, ...by('Awa') }]);
    await payOutToBank(sim.world, merchant, IBAN);
  });

  test('is PAID by a row of the bank’s own statement, which two people have read, and which pays one alone', async () => {
    const id = await sent(900_000, BANK);
    expect(await end(id, row('R-1', 899_999))).toBe('other_amount');
    expect(await end(id, row('R-1', 900_000))).toBe('proposed');
    expect(await end(id, row('R-2', 900_000), 'Brahim')).toBe('other_proposal');
    expect(await end(id, row('R-1', 900_000), 'Brahim')).toBe('ended');
    expect(await standing(sim.world, merchant)).toEqual({ PAID: 900_000 });
    const [bank] = await sim.world.rows<{ balance_xaf: number }>(
      `select account_balance(id) as balance_xaf from ledger_accounts where kind = 'BANK'`,
    );
    expect(bank).toEqual({ balance_xaf: 900_000 });
    sim.world.pass(24 * 3600);
    const other = await sent(900_000, BANK);
    for (const typed of ['R-1', ' r 1 ', 'Ｒ－1'])
      expect([typed, await end(other, row(typed, 900_000))]).toEqual([typed, 'spoken_before']);
  });

  test('is FAILED when nothing of it stands in the bank’s statement, also once it is UNKNOWN', async () => {
    const id = await sent(5000, BANK);
    await end(id, { does: 'doubt' });
    const today: Said = {
      does: 'prove',
      source: 'bank',
      source_id: 'S-2026-11',
      amount_xaf: null,
      happened_at: sim.world.now,
    };
    // The bank makes tomorrow what it was told in the evening.
    expect(await end(id, today)).toBe('other_day');
    sim.world.pass(24 * 3600);
    const nothing = { ...today, happened_at: sim.world.now } as Said;
    expect([await end(id, nothing), await end(id, nothing, 'Brahim')]).toEqual(['proposed', 'ended']);
    expect(await standing(sim.world, merchant)).toEqual({ payable: 5000, unsettled: 5000, FAILED: 5000 });
  });
});

test('What is approved is taken back by two, also where one may approve any sum', async () => {
  sim.world.services.policy = { ...sim.world.services.policy, settlement_second_person_xaf: null };
  const id = await drafted(20_000);
  expect(await decide(id, 'approve')).toBe('approved');
  expect(await decide(id, 'cancel')).toBe('proposed');
  expect(await decide(id, 'cancel')).toBe('same_person');
  expect(await decide(id, 'cancel', 'Brahim')).toBe('cancelled');
});

describe('A settlement of test', () => {
  test('pays nobody, ends by itself, and touches nothing of live: not the balance, no settlement, no sum', async () => {
    const live_before = await sim.world.rows(
      `select a.id, account_balance(a.id) from ledger_accounts a where a.environment = 'live' order by a.id`,
    );
    const session = await sim.world.session(merchant, { environment: 'test', amount_xaf: 5000 });
    await sim.world.pay(session);
    expect(await draft(sim.world, merchant, { environment: 'test' })).toMatchObject({ amount_xaf: 5000 });
    expect(await payTestDrafts(sim.world.services, { limit: 10 })).toBe(1);
    expect(await standing(sim.world, merchant, 'test')).toEqual({ PAID: 5000 });
    expect(await standing(sim.world, merchant)).toEqual({});
    expect(await events()).toEqual([{ type: 'settlement.paid', amount: 5000 }]);
    const [event] = await sim.world.rows<{ environment: string }>(
      `select environment from events where type = 'settlement.paid'`,
    );
    expect(event).toEqual({ environment: 'test' });
    const live_after = await sim.world.rows(
      `select a.id, account_balance(a.id) from ledger_accounts a where a.environment = 'live' order by a.id`,
    );
    expect(live_after).toEqual(live_before);
    expect(await sim.world.rows(`select from settlements where environment = 'live'`)).toEqual([]);
    const id = (await sim.world.rows<{ id: string }>('select id from settlements'))[0]?.id ?? '';
    expect(await decide(id, 'approve')).toBe('not_found');
  });
});

test('A row of the wallet’s statement that names another number than the payout account proves nothing', async () => {
  const id = await sent(20_000, { kind: 'wallet', name: 'AIRTEL' });
  const row = { does: 'prove', source: 'statement_row', source_id: 'PP1', amount_xaf: 20_000 } as const;
  const says = (to?: string): Said => ({
    ...{ ...row, happened_at: sim.world.now },
    ...(to !== undefined && { to }),
  });
  expect(await end(id, says('+235 66 99 99 99'))).toBe('other_recipient');
  expect(await end(id, says('66****99'))).toBe('other_recipient');
  // A digit that was lost, or a name, is compared with nothing: it is not left out in silence.
  for (const typed of ['6600000', 'ABAKAR', '6'])
    expect(await end(id, says(typed))).toBe('recipient_unreadable');
  expect(await standing(sim.world, merchant)).toEqual({ SENDING: 20_000, in_flight: 20_000 });
  // Who says whose number the row names agrees with who has left it out.
  expect([await end(id, says()), await end(id, says('66****56'), 'Brahim')]).toEqual(['proposed', 'ended']);
  expect(await standing(sim.world, merchant)).toEqual({ PAID: 20_000 });
});

test('What people have read proves nothing of a day before the settlement, or of one to come', async () => {
  const id = await sent(20_000, { kind: 'wallet', name: 'AIRTEL' });
  const at = (days: number) => new Date(sim.world.now.getTime() + days * 24 * HOUR_MS);
  const row = { does: 'prove', source: 'statement_row', source_id: 'PP1', amount_xaf: 20_000 } as const;
  for (const days of [-1, 1, 36_500])
    expect(await end(id, { ...row, happened_at: at(days) })).toBe('other_day');
  const nothing = {
    does: 'prove',
    source: 'statement',
    source_id: 'of yesterday',
    amount_xaf: null,
  } as const;
  expect(await end(id, { ...nothing, happened_at: at(-1) })).toBe('other_day');
  expect(await end(id, { ...row, happened_at: at(0) })).toBe('proposed');
});
