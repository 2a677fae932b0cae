import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Refund } from '../../src/domain/refund/refund.ts';
import { explainSteps } from '../../src/engine/desk/book/explain.ts';
import { assignCredits } from '../../src/engine/desk/payments/assign-credit.ts';
import { refundCredits } from '../../src/engine/desk/payments/refund-credit.ts';
import { decideRefunds } from '../../src/engine/desk/payments/refund-transaction.ts';
import { sendRefunds } from '../../src/engine/desk/refunds/send-refund.ts';
import { concludeRefunds } from '../../src/engine/refunds/conclude.ts';
import { letGatewaysSend } from '../book/gateway.ts';
import { openSecond, openSim, type Sim } from '../book/world.ts';
import { start } from '../collection/transactions.ts';
import { again, asked, balance, made } from './world.ts';

/** The phone of somebody on the staff. */
const HIS_OWN = '66999999';

let sim: Sim;
beforeEach(async () => {
  sim = await openSim();
  await sim.say();
});
afterEach(() => sim.world.close());

const by = (actor: string) => ({ actor, note: 'asked for by the shop' });

/** A payment of this payer that its merchant gives back; its SIM is about to send it. */
async function sent(payer = '66123456', amount_xaf = 5000, paid_xaf = amount_xaf): Promise<Refund> {
  const session = await sim.session(paid_xaf);
  await sim.take(sim.credit(paid_xaf, payer));
  const one = await made(sim.world.services, asked(session, amount_xaf));
  expect(await send(one)).toBe('sending');
  return one;
}

async function send({ id: refund_id }: Refund, to?: string): Promise<string | undefined> {
  const command = { refund_id, does: 'send' as const, ...by('Awa'), ...(to !== undefined && { to }) };
  return (await sendRefunds(sim.world.services, [command]))[0]?.kind;
}

async function stateOf(one: Refund): Promise<string> {
  await concludeRefunds(sim.world.services, { limit: 100 });
  return (await again(sim.world.services, one)).state;
}

/** What two people say that the last debit was; the second one's outcome. */
async function explained(meaning: 'refund' | 'sweep') {
  const [step] = await sim.world.rows<{ id: string }>(
    `select id from book_steps where kind = 'DEBIT' order by ordinal desc limit 1`,
  );
  const said = { step_id: step?.id ?? '', meaning };
  const [first] = await explainSteps(sim.world.services, [{ ...said, ...by('Awa') }]);
  const [second] = await explainSteps(sim.world.services, [{ ...said, ...by('Brahim') }]);
  return first?.kind === 'proposed' ? second : first;
}

const unexplained = () => balance(sim.world, 'UNEXPLAINED', sim.number_id);
const incident = () =>
  sim.world.rows<{ kind: string; detail: Record<string, unknown> }>(
    `select kind, detail from feed_incidents where kind = 'misdirected'`,
  );

/** Money comes in words that nobody knows: a person reads whose phone they print, and no template does. */
async function inUnknownWords(amount_xaf: number): Promise<string> {
  sim.balance_xaf += amount_xaf;
  const id = 'MP261121.1300.B88888';
  const text = `Encaisse ${amount_xaf} FCFA de NOM 66777777 par ${id}. Solde ${sim.balance_xaf} FCFA.`;
  await sim.take({ id, text });
  sim.world.pass(600);
  await sim.say();
  const [row] = await sim.world.rows<{ id: string }>(`select id from credits where kind = 'UNREAD'`);
  return row?.id ?? '';
}

describe('The debit that proves a refund', () => {
  it('goes to its payer: what somebody sends to his own phone proves nothing, and says to whom it went', async () => {
    const one = await sent();
    await sim.take(sim.debit(5000, HIS_OWN));
    expect(await stateOf(one)).toBe('SENDING');
    expect(await unexplained()).toBe(-5000);
    expect(await balance(sim.world, 'REFUND_IN_FLIGHT', one.id)).toBe(5000);
    const seen = { amount_xaf: 5000, went_to: HIS_OWN, announced_to: '66123456' };
    expect(await incident()).toMatchObject([{ kind: 'misdirected', detail: seen }]);
    await sim.wait(60);
    expect(await sim.incidents()).toContainEqual(
      expect.objectContaining({ kind: 'misdirected', closed_by: null }),
    );
    await sim.take(sim.debit(5000));
    expect(await stateOf(one)).toBe('SUCCEEDED');
    expect(await unexplained()).toBe(-5000);
  });

  it('goes, where nothing shows whose phone paid, to the phone that whoever sends it has said', async () => {
    const session = await sim.session(5000);
    const credit_id = await inUnknownWords(5000);
    const to = { kind: 'session', session_id: session.id } as const;
    const [given] = await assignCredits(sim.world.services, [{ credit_id, to, ...by('Awa') }]);
    expect(given?.kind).toBe('assigned');
    const one = await made(sim.world.services, asked(session));
    expect([await send(one), await send(one, '6677777')]).toEqual(['payer_unknown', 'payer_unknown']);
    expect(await send(one, '+235 66 77 77 77')).toBe('sending');
    await sim.take(sim.debit(5000, HIS_OWN));
    expect(await stateOf(one)).toBe('SENDING');
    const seen = { amount_xaf: 5000, went_to: HIS_OWN, announced_to: '66777777' };
    expect(await incident()).toMatchObject([{ kind: 'misdirected', detail: seen }]);
    await sim.take(sim.debit(5000, '66777777'));
    expect(await stateOf(one)).toBe('SUCCEEDED');
    expect(await unexplained()).toBe(-5000);
  });

  it('has gone from the SIM that has sent it to the phone that is said now, also where nothing showed that phone', async () => {
    await sim.take(sim.credit(5000, '6• •• •• ••'));
    const session = await sim.session(5000);
    const [credit] = await sim.world.rows<{ id: string }>(`select id from credits`);
    const to = { kind: 'session', session_id: session.id } as const;
    await assignCredits(sim.world.services, [{ credit_id: credit?.id ?? '', to, ...by('Awa') }]);
    const one = await made(sim.world.services, asked(session));
    const second = await openSecond(sim);
    await second.take(second.debit(5000, '66777777'));
    expect(await send(one, '66777777')).toBe('sent_elsewhere');
    expect(await send(one, '66777778')).toBe('sending');
  });

  it('may be somebody’s invention: the operator’s own of that moment, to another phone, is told to staff', async () => {
    const one = await sent();
    const balance_xaf = sim.balance_xaf;
    // Who has the SIM, and knows what it holds, writes that the payer has got it.
    await sim.take(sim.debit(5000));
    expect(await stateOf(one)).toBe('SUCCEEDED');
    sim.balance_xaf = balance_xaf;
    await sim.take(sim.debit(5000, HIS_OWN));
    const seen = { amount_xaf: 5000, went_to: HIS_OWN, announced_to: '66123456', cause_id: one.id };
    expect(await incident()).toMatchObject([{ kind: 'misdirected', detail: seen }]);
    sim.world.pass(600);
    await sim.say();
    expect(await incident()).toHaveLength(1);
  });

  it('is not known by what a reading misses where two messages tell of it, and one names another phone', async () => {
    const one = await sent();
    const balance_xaf = sim.balance_xaf;
    const forged = sim.debit(5000);
    sim.balance_xaf = balance_xaf;
    await sim.take(forged, sim.debit(5000, HIS_OWN));
    sim.world.pass(600);
    await sim.say();
    await sim.say(sim.balance_xaf, 'Brahim');
    expect(await stateOf(one)).toBe('SENDING');
    expect(await unexplained()).toBe(-5000);
  });

  it('is to the phone that its session declares, where the operator hides a part of it and the rest is the same', async () => {
    const session = await sim.session(5000, { customer_phone: '+23566123456' });
    await sim.take(sim.credit(5000, '66XXXX56'));
    const one = await made(sim.world.services, asked(session, 5000));
    expect(one.to_phone).toBe('+23566123456');
  });

  it('is the one to the same phone however the operator writes it', async () => {
    const one = await sent('23566123456');
    await sim.take(sim.debit(5000, '+235 66 12 34 56'));
    expect(await stateOf(one)).toBe('SUCCEEDED');
    expect(await incident()).toEqual([]);
  });

  it('is compared by the digits that a mask leaves to be seen', async () => {
    const [one, other] = [await sent('66123456', 5000), await sent('66123456', 6000)];
    await sim.take(sim.debit(5000, '66XXXX99'));
    expect(await stateOf(one)).toBe('SENDING');
    await sim.take(sim.debit(6000, '66XXXX56'));
    expect(await stateOf(other)).toBe('SUCCEEDED');
  });

  it('ends, of two refunds of one sum, the one of the payer whom it names', async () => {
    const [first, second] = [await sent('66123456'), await sent('66777777', 5000, 6000)];
    await sim.take(sim.debit(5000, '66777777'));
    expect([await stateOf(first), await stateOf(second)]).toEqual(['SENDING', 'SUCCEEDED']);
    await sim.take(sim.debit(5000, '66123456'));
    expect(await stateOf(first)).toBe('SUCCEEDED');
  });

  it('ends the refund of the phone that it prints whole, and not an older one whose mask it fits', async () => {
    const masked = await sent('66XXXX56');
    const whole = await sent('66123456', 5000, 6000);
    await sim.take(sim.debit(5000, '66123456'));
    expect([await stateOf(masked), await stateOf(whole)]).toEqual(['SENDING', 'SUCCEEDED']);
    await sim.take(sim.debit(5000, '66999956'));
    expect(await stateOf(masked)).toBe('SUCCEEDED');
  });

  it('is known by its sum where the operator names nobody', async () => {
    const one = await sent();
    await sim.take(sim.withdrawal(5000));
    expect(await stateOf(one)).toBe('SUCCEEDED');
  });

  it('went to its payer also where it came before somebody said so', async () => {
    const session = await sim.session(5000);
    await sim.take(sim.credit(5000));
    const one = await made(sim.world.services, asked(session));
    await sim.take(sim.debit(5000, HIS_OWN), sim.debit(5000));
    await send(one);
    expect(await stateOf(one)).toBe('SUCCEEDED');
    expect(await unexplained()).toBe(-5000);
    const [met] = await sim.world.rows<{ recipient: string }>(
      `select s.recipient from announced_debits d join book_steps s on s.id = d.step_id`,
    );
    expect(met).toEqual({ recipient: '66123456' });
  });

  it('is none that two people call the refund, if the operator names another phone', async () => {
    const one = await sent();
    await sim.take(sim.debit(5000, HIS_OWN));
    expect(await explained('refund')).toEqual({
      kind: 'other_recipient',
      went_to: HIS_OWN,
      announced_to: '66123456',
    });
    expect(await stateOf(one)).toBe('SENDING');
    expect(await explained('sweep')).toMatchObject({ kind: 'explained' });
  });

  it('is not what a reading of the SIM misses, where a message that waits names another phone', async () => {
    const one = await sent();
    sim.world.pass(600);
    sim.balance_xaf -= 5000;
    const id = 'CO261121.1300.B77777';
    await sim.take({
      id,
      text: `Depot d argent effectue vers ${HIS_OWN}. Montant: 5000 FCFA. Ref: ${id}.`,
    });
    await sim.say();
    await sim.say(sim.balance_xaf, 'Brahim');
    expect(await stateOf(one)).toBe('SENDING');
    expect(await unexplained()).toBe(-5000);
  });
});

it('A refund that the operator undoes after it has gone is told to staff, and its money waits for their word', async () => {
  const one = await sent();
  const debit = sim.debit(5000);
  await sim.take(debit);
  expect(await stateOf(one)).toBe('SUCCEEDED');
  sim.world.pass(600);
  sim.balance_xaf += 5000;
  const { id } = debit;
  await sim.take({
    id,
    text: `Le transfert ${id} de 5000 FCFA a ete annule. Solde: ${sim.balance_xaf} FCFA.`,
  });
  const detail = {
    operator_transaction_id: id,
    amount_xaf: 5000,
    announced_to: '66123456',
    cause_id: one.id,
  };
  expect(await sim.world.rows('select kind, credit_id, detail from staff_alerts')).toEqual([
    { kind: 'reversal', credit_id: null, detail },
  ]);
  expect(await unexplained()).toBe(5000);
});

describe('Money out of suspense', () => {
  async function suspended(amount_xaf = 4000): Promise<string> {
    await sim.take(sim.credit(amount_xaf, '66777777'));
    const [row] = await sim.world.rows<{ id: string }>(
      `select id from credits where state = 'SUSPENSE' order by received_at desc, id desc limit 1`,
    );
    return row?.id ?? '';
  }
  const mark = async (credit_id: string, to?: string, actor = 'Awa') =>
    (
      await refundCredits(sim.world.services, [{ credit_id, ...by(actor), ...(to !== undefined && { to }) }])
    )[0]?.kind;
  const met = () =>
    sim.world.rows<{ to_phone: string; is_met: boolean }>(
      'select to_phone, step_id is not null as is_met from announced_debits',
    );

  it('is not sent back by a debit that had left before anybody asked for it', async () => {
    const credit_id = await suspended();
    await sim.take(sim.debit(4000, '66777777'));
    sim.world.pass(600);
    expect(await mark(credit_id)).toBe('refunded');
    expect(await met()).toEqual([{ to_phone: '66777777', is_met: false }]);
    expect(await unexplained()).toBe(-4000);
  });

  it('goes to whoever paid it, and not to another phone', async () => {
    const credit_id = await suspended();
    expect(await mark(credit_id)).toBe('refunded');
    await sim.take(sim.debit(4000, HIS_OWN));
    expect(await met()).toEqual([{ to_phone: '66777777', is_met: false }]);
    await sim.take(sim.debit(4000, '66777777'));
    expect(await met()).toEqual([{ to_phone: '66777777', is_met: true }]);
    expect(await unexplained()).toBe(-4000);
  });

  it('goes, where nothing shows whose phone paid, to the phone that whoever sends it has said, and to no other', async () => {
    const credit_id = await inUnknownWords(4000);
    expect([await mark(credit_id), await mark(credit_id, '6677777')]).toEqual([
      'payer_unknown',
      'payer_unknown',
    ]);
    expect(await mark(credit_id, '66 77 77 77')).toBe('refunded');
    await sim.take(sim.debit(4000, HIS_OWN));
    expect(await met()).toEqual([{ to_phone: '66777777', is_met: false }]);
    expect(await unexplained()).toBe(-4000);
    expect(await incident()).toHaveLength(1);
    await sim.take(sim.debit(4000, '66777777'));
    expect(await met()).toEqual([{ to_phone: '66777777', is_met: true }]);
  });

  it('takes two who say the same phone, and what was proposed before anybody was asked for one is said anew', async () => {
    sim.world.services.policy = { ...sim.world.services.policy, second_person_xaf: 4000 };
    const credit_id = await inUnknownWords(4000);
    await sim.world.rows(
      `insert into staff_proposals (id, action, subject_id, terms, amount_xaf, proposed_by, note, proposed_at)
      values ($1, 'suspense.refund', $2, '{"surplus": "false", "payer": null}', 4000, 'Awa', 'before', $3)`,
      [sim.world.services.newId(), credit_id, sim.world.now],
    );
    expect(await mark(credit_id, '66777777', 'Brahim')).toBe('proposed');
    expect(await mark(credit_id, HIS_OWN)).toBe('other_proposal');
    expect(await mark(credit_id, '+235 66777777')).toBe('refunded');
    expect(await met()).toEqual([{ to_phone: '66777777', is_met: false }]);
  });

  it('names the phone that its message shows: another can’t be said, and whoever says that one agrees with who does not', async () => {
    sim.world.services.policy = { ...sim.world.services.policy, second_person_xaf: 4000 };
    const credit_id = await suspended();
    expect(await mark(credit_id, HIS_OWN)).toBe('other_payer');
    expect(await mark(credit_id)).toBe('proposed');
    expect(await mark(credit_id, '66777777', 'Brahim')).toBe('refunded');
  });

  it('may have left since the first of two people asked for it', async () => {
    sim.world.services.policy = { ...sim.world.services.policy, second_person_xaf: 4000 };
    const credit_id = await suspended();
    expect(await mark(credit_id)).toBe('proposed');
    sim.world.pass(300);
    await sim.take(sim.debit(4000, '66777777'));
    sim.world.pass(600);
    const [outcome] = await refundCredits(sim.world.services, [{ credit_id, ...by('Brahim') }]);
    expect(outcome?.kind).toBe('refunded');
    expect(await met()).toEqual([{ to_phone: '66777777', is_met: true }]);
    expect(await unexplained()).toBe(0);
  });
});

describe('A transaction that staff send back by hand', () => {
  async function paid(): Promise<string> {
    await letGatewaysSend(sim.world.db.pool);
    const fields = { environment: 'live', amount_xaf: 3000, phone_number: '+23566123456' } as const;
    const transaction = await start(sim.world, sim.merchant, fields);
    await sim.take(sim.credit(3000));
    return transaction.id;
  }
  const done = async (transaction_id: string) =>
    (await decideRefunds(sim.world.services, [{ transaction_id, by: 'done', ...by('Awa') }]))[0]?.kind;
  const met = () => sim.world.rows('select to_phone, step_id is not null as is_met from announced_debits');

  it('is proven by the debit to its payer that leaves once it is said, and by none to another phone', async () => {
    const id = await paid();
    expect(await done(id)).toBe('confirmed');
    await sim.take(sim.debit(3000, HIS_OWN));
    expect(await met()).toEqual([{ to_phone: '66123456', is_met: false }]);
    await sim.take(sim.debit(3000));
    expect(await met()).toEqual([{ to_phone: '66123456', is_met: true }]);
    expect(await unexplained()).toBe(-3000);
  });

  it('is not proven by a debit that had left before anybody asked for it', async () => {
    const id = await paid();
    await sim.take(sim.debit(3000));
    sim.world.pass(600);
    expect(await done(id)).toBe('confirmed');
    expect(await met()).toEqual([{ to_phone: '66123456', is_met: false }]);
    expect(await unexplained()).toBe(-3000);
    expect(await explained('refund')).toMatchObject({ kind: 'explained' });
    expect(await met()).toEqual([{ to_phone: '66123456', is_met: true }]);
  });

  it('may have left since it was first asked for, though its end is said later', async () => {
    const id = await paid();
    await sim.world.rows(
      `insert into rail_refunds (transaction_id, rail, state, asked_by, note, asked_at, changed_at)
      select id, rail, 'UNKNOWN', 'Awa', 'asked for', $2, $2 from transactions where id = $1`,
      [id, sim.world.now],
    );
    sim.world.pass(300);
    await sim.take(sim.debit(3000));
    sim.world.pass(600);
    expect(await done(id)).toBe('confirmed');
    expect(await met()).toEqual([{ to_phone: '66123456', is_met: true }]);
  });
});
