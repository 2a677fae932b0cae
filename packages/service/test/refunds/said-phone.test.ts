import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Refund } from '../../src/domain/refund/refund.ts';
import { explainSteps } from '../../src/engine/desk/book/explain.ts';
import { assignCredits } from '../../src/engine/desk/payments/assign-credit.ts';
import { refundCredits } from '../../src/engine/desk/payments/refund-credit.ts';
import { refundCreditTold } from '../../src/engine/desk/payments/sentences.ts';
import { listMarkedUnsent } from '../../src/engine/desk/queue.ts';
import { sendRefunds } from '../../src/engine/desk/refunds/send-refund.ts';
import { concludeRefunds } from '../../src/engine/refunds/conclude.ts';
import { openSim, type Sim } from '../book/world.ts';
import { again, asked, balance, made } from './world.ts';

/** Whose phone the text prints, and what is typed of it. */
const [PAYER, SLIP, STRANGER] = ['66777777', '66777778', '99123456'];

let sim: Sim;
beforeEach(async () => {
  sim = await openSim();
  await sim.say();
});
afterEach(() => sim.world.close());

const by = (actor: string) => ({ actor, note: 'as its text says' });

/** Money comes in words that nobody knows: a person reads whose phone they print, and no template does. */
async function inUnknownWords(amount_xaf: number): Promise<string> {
  sim.balance_xaf += amount_xaf;
  const id = 'MP261121.1300.B88888';
  const text = `Encaisse ${amount_xaf} FCFA de NOM ${PAYER} par ${id}. Solde ${sim.balance_xaf} FCFA.`;
  await sim.take({ id, text });
  sim.world.pass(600);
  await sim.say();
  const [row] = await sim.world.rows<{ id: string }>(`select id from credits where kind = 'UNREAD'`);
  return row?.id ?? '';
}

async function mark(credit_id: string, to: string) {
  const [outcome] = await refundCredits(sim.world.services, [{ credit_id, to, ...by('Awa') }]);
  return outcome;
}

/** What two people say that the last debit was; the second one's outcome. */
async function explained(actors: readonly string[] = ['Awa', 'Brahim']) {
  const [step] = await sim.world.rows<{ id: string }>(
    `select id from book_steps where kind = 'DEBIT' order by ordinal desc limit 1`,
  );
  let outcome: { kind: string } | undefined;
  for (const actor of actors)
    [outcome] = await explainSteps(sim.world.services, [
      { step_id: step?.id ?? '', meaning: 'refund', ...by(actor) },
    ]);
  return outcome?.kind;
}

/** A day and a reading later: what the desk lists as marked. */
async function listedADayLater() {
  sim.world.pass(25 * 3600);
  await sim.say();
  return listMarkedUnsent(sim.world.services, { environment: 'live', limit: 10 });
}

const unexplained = () => balance(sim.world, 'UNEXPLAINED', sim.number_id);

describe('Money whose payer nothing shows, sent to the phone of its text after another was typed', () => {
  it('is called sent back by two people, who mean the phone that got it', async () => {
    await mark(await inUnknownWords(4000), SLIP);
    await sim.take(sim.debit(4000, PAYER));
    expect(await unexplained()).toBe(-4000);
    expect(await explained(['Awa'])).toBe('proposed');
    expect(await explained(['Awa'])).toBe('same_person');
    const terms = await sim.world.rows(`select terms ->> 'to' as to from staff_proposals`);
    expect(terms).toEqual([{ to: PAYER }]);
    expect(await explained(['Brahim'])).toBe('explained');
    expect(await unexplained()).toBe(0);
  });

  it('is never listed to be sent again before they have said so', async () => {
    await mark(await inUnknownWords(4000), SLIP);
    await sim.take(sim.debit(4000, PAYER));
    expect(await listedADayLater()).toMatchObject([{ reason: 'may_have_left' }]);
    await explained();
    expect(await listedADayLater()).toEqual([]);
  });

  it('ends the refund of a merchant, which was sent to a phone that was typed as well', async () => {
    const session = await sim.session(5000);
    const credit_id = await inUnknownWords(5000);
    const to = { kind: 'session', session_id: session.id } as const;
    await assignCredits(sim.world.services, [{ credit_id, to, ...by('Awa') }]);
    const one: Refund = await made(sim.world.services, asked(session));
    const send = { refund_id: one.id, does: 'send', to: SLIP, ...by('Awa') } as const;
    expect((await sendRefunds(sim.world.services, [send]))[0]?.kind).toBe('sending');
    await sim.take(sim.debit(5000, PAYER));
    expect(await explained()).toBe('explained');
    await concludeRefunds(sim.world.services, { limit: 100 });
    expect((await again(sim.world.services, one)).state).toBe('SUCCEEDED');
  });
});

it('What went to a phone that a hidden payer can’t have is nobody’s refund, whatever two people say', async () => {
  await sim.take(sim.credit(4000, '6• •• •• ••'));
  const [credit] = await sim.world.rows<{ id: string }>('select id from credits');
  await mark(credit?.id ?? '', SLIP);
  await sim.take(sim.debit(4000, STRANGER));
  expect(await explained()).toBe('other_recipient');
  await sim.take(sim.debit(4000, PAYER));
  expect(await explained()).toBe('explained');
});

it('What goes back to a phone that a message shows is sent while nothing has gone there, whatever has gone elsewhere', async () => {
  await sim.take(sim.credit(4000, PAYER));
  const [credit] = await sim.world.rows<{ id: string }>('select id from credits');
  await mark(credit?.id ?? '', PAYER);
  await sim.take(sim.debit(4000, STRANGER));
  expect(await explained()).toBe('other_recipient');
  expect(await listedADayLater()).toMatchObject([{ reason: 'unsent' }]);
});

it('The phone to which money goes back is said to whoever marks it, and stands where it waits to be sent', async () => {
  const credit_id = await inUnknownWords(4000);
  const outcome = await mark(credit_id, PAYER);
  expect(outcome).toMatchObject({ kind: 'refunded', to_phone: PAYER });
  if (outcome === undefined) return;
  expect(refundCreditTold({ credit_id, amount_xaf: 4000 }, outcome).sentences[0]).toContain(
    `are marked as sent back to ${PAYER}`,
  );
  expect(await listedADayLater()).toMatchObject([{ reason: 'unsent', to_phone: PAYER }]);
});
