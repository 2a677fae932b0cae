import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Refund } from '../../src/domain/refund/refund.ts';
import { type RefundOutcome, refundCredits } from '../../src/engine/desk/payments/refund-credit.ts';
import { refundCreditTold } from '../../src/engine/desk/payments/sentences.ts';
import {
  type SendRefund,
  type SendRefundOutcome,
  sendRefunds,
} from '../../src/engine/desk/refunds/send-refund.ts';
import { sendRefundTold } from '../../src/engine/desk/refunds/sentences.ts';
import { takeRefundList } from '../../src/engine/desk/refunds/take-list.ts';
import { openSecond, openSim, type Sim } from '../book/world.ts';
import { again, asked, made, paidOn } from './world.ts';

let sim: Sim;
let second: Sim;
let one: Refund;
/** A refund of a payment to the first SIM stands on a list that Cora has taken. */
beforeEach(async () => {
  sim = await openSim();
  await sim.say();
  const paid = await paidOn(sim, 5000);
  second = await openSecond(sim);
  sim.world.pass(3600);
  for (const each of [sim, second]) await each.say();
  sim.world.pass(3600);
  one = await made(sim.world.services, asked(paid));
  const list = await takeRefundList(sim.world.services, {
    actor: 'Cora',
    note: 'sends them',
    file: 'refunds.pdf',
  });
  expect(list.map(({ id }) => id)).toEqual([one.id]);
  sim.world.pass(60);
});
afterEach(() => sim.world.close());

async function say(
  actor: string,
  said: Pick<SendRefund, 'does' | 'number'>,
): Promise<SendRefundOutcome | undefined> {
  const command = { refund_id: one.id, actor, note: 'as the shop asked', ...said };
  const [outcome] = await sendRefunds(sim.world.services, [command]);
  sim.world.pass(60);
  return outcome;
}
const sendFromSecond = () => say('Awa', { does: 'send', number: second.msisdn });

/** Two people call it failed, each after those SIMs were read. */
async function failAfter(...read: Sim[]): Promise<(string | undefined)[]> {
  const said = [];
  for (const actor of ['Awa', 'Brahim']) {
    sim.world.pass(600);
    for (const each of read) await each.say();
    sim.world.pass(60);
    said.push((await say(actor, { does: 'fail' }))?.kind);
  }
  return said;
}

const MAY_HAVE_GONE = ['may_have_gone', 'may_have_gone'];

describe('A refund on a list that somebody has taken, which another SIM is said to send,', () => {
  const ways: [string, () => unknown][] = [
    ['and whose message is lost', () => sim.debit(5000)],
    [
      'and whose message is lost among others, before a reading',
      async () => {
        sim.debit(5000);
        sim.credit(8000);
        sim.world.pass(300);
        await sim.say();
      },
    ],
    [
      'to nobody knows whom, by a message that waits',
      () => {
        sim.balance_xaf -= 100;
        return sim.take(sim.withdrawal(5000));
      },
    ],
  ];

  test.each(ways)(
    'is not called failed where the SIM on the list has paid it before, %s',
    async (_how, leaves) => {
      await leaves();
      sim.world.pass(60);
      await sendFromSecond();
      expect(await failAfter(second)).toEqual(MAY_HAVE_GONE);
      expect((await again(sim.world.services, one)).state).toBe('SENDING');
    },
  );

  test.each(ways)(
    'is not called failed where the SIM on the list pays it afterwards, %s',
    async (_how, leaves) => {
      await sendFromSecond();
      await leaves();
      expect(await failAfter(second, sim)).toEqual(MAY_HAVE_GONE);
    },
  );

  test('fails by two once both SIMs were read since the first of two spoke, and show that neither has sent it', async () => {
    await sendFromSecond();
    expect(await failAfter(second)).toEqual(MAY_HAVE_GONE);
    expect(await failAfter(sim)).toEqual(['proposed', 'may_have_gone']);
    expect(await failAfter(second, sim)).toEqual(['same_person', 'failed']);
  });

  test('is not said to be sent from there where the SIM on the list has told that it has gone', async () => {
    await sim.take(sim.debit(5000));
    expect(await sendFromSecond()).toEqual({ kind: 'sent_elsewhere' });
    expect(await say('Awa', { does: 'send' })).toMatchObject({ kind: 'left_already' });
  });

  test.each([
    ['to nobody knows whom', () => sim.take(sim.withdrawal(5000))],
    [
      'by a message that waits',
      () => {
        sim.balance_xaf -= 100;
        return sim.take(sim.debit(5000));
      },
    ],
  ])(
    'is not sent before somebody has looked where the SIM on the list has told of as much %s',
    async (_how, leaves) => {
      await leaves();
      const outcome = (await sendFromSecond()) as SendRefundOutcome;
      expect(outcome).toMatchObject({ kind: 'perhaps_sent', msisdn: second.msisdn, told_by: sim.msisdn });
      const told = sendRefundTold({ refund_id: one.id, does: 'send' }, outcome).sentences.join(' ');
      expect(told).toContain(`${sim.msisdn} has told of`);
    },
  );
});

describe('Money in suspense that is marked as sent back', () => {
  /** Words that no template takes. */
  const inUnknownWords = (from: Sim, phone: string) => {
    from.balance_xaf -= 3000;
    const text = `Sortie de 3000 FCFA, numero ${phone}, terminee. Reste ${from.balance_xaf} FCFA.`;
    return from.take({ id: '', text });
  };
  /** 3,000 nobody waits for, and then what leaves. */
  const markedAfter = async (leaves: () => unknown) => {
    await sim.take(sim.credit(3000));
    sim.world.pass(3600);
    await leaves();
    for (const each of [sim, second]) await each.say();
    sim.world.pass(3600);
    const [credit] = await sim.world.rows<{ id: string }>(
      `select id from credits where state = 'SUSPENSE' and amount_xaf = 3000 and kind = 'CREDIT'`,
    );
    const command = { credit_id: credit?.id ?? '', actor: 'Brahim', note: 'sends it back' };
    const [outcome] = await refundCredits(sim.world.services, [command]);
    return outcome as RefundOutcome;
  };

  test.each([
    ['another SIM has sent as much to its payer', () => second.take(second.debit(3000)), () => second],
    ['another SIM has told so in unknown words', () => inUnknownWords(second, '66123456'), () => second],
    ['its own SIM has told so in unknown words', () => inUnknownWords(sim, '66123456'), () => sim],
  ])('is to be looked up before it is sent where %s since it came', async (_how, leaves, from) => {
    const outcome = await markedAfter(leaves);
    const { msisdn } = from();
    expect(outcome).toMatchObject({ kind: 'refunded', left_before_xaf: 3000, left_from: msisdn });
    const told = refundCreditTold({ credit_id: 'c', amount_xaf: 3000 }, outcome).sentences.join(' ');
    expect(told).toContain(`npx chari feeds show ${msisdn}`);
  });

  test('is warned of by itself: of two payments of one payer and sum only where as much has left since it came', async () => {
    const older = sim.credit(3000);
    await sim.take(older);
    sim.world.pass(3600);
    await second.take(second.debit(3000));
    sim.world.pass(3600);
    const newer = sim.credit(3000);
    await sim.take(newer);
    for (const each of [sim, second]) await each.say();
    sim.world.pass(3600);
    const credits = await sim.world.rows<{ id: string }>(
      `select id from credits where operator_transaction_id = any ($1) order by occurred_at`,
      [[older.id, newer.id]],
    );
    const said = { actor: 'Brahim', note: 'sends it back' };
    const outcomes = await refundCredits(
      sim.world.services,
      credits.map(({ id: credit_id }) => ({ credit_id, ...said })),
    );
    const refunded = { kind: 'refunded', refunded_xaf: 3000, surplus: false, to_phone: '66123456' };
    expect(outcomes).toEqual([{ ...refunded, left_before_xaf: 3000, left_from: second.msisdn }, refunded]);
  });

  /** Who marks the only credit, and what they are told. */
  const marked = async (actor: string) => {
    const [credit] = await sim.world.rows<{ id: string }>('select id from credits where amount_xaf = 3000');
    const command = { credit_id: credit?.id ?? '', amount_xaf: 3000, actor, note: 'sends it back' };
    const [outcome] = (await refundCredits(sim.world.services, [command])) as [RefundOutcome];
    return { outcome, told: refundCreditTold(command, outcome).sentences.join(' ') };
  };

  test('by two people is sent by nobody any more where the first has sent it before the second agrees', async () => {
    await sim.take(sim.credit(3000));
    sim.world.pass(3600);
    sim.world.services.policy = { ...sim.world.services.policy, second_person_xaf: 3000 };
    const first = await marked('Awa');
    expect(first.outcome).toEqual({ kind: 'proposed' });
    expect(first.told).toContain('Send nothing before they have agreed.');
    sim.world.pass(300);
    await sim.take(sim.debit(3000));
    sim.world.pass(3300);
    const other = await marked('Brahim');
    const [step] = await sim.world.rows<{ occurred_at: Date; meaning: string }>(
      'select s.occurred_at, e.meaning from book_steps s join book_explanations e on e.step_id = s.id',
    );
    expect(step?.meaning).toBe('refund');
    expect(other.outcome).toMatchObject({ kind: 'refunded', left_at: step?.occurred_at });
    expect(other.told).toMatch(/^Send nothing: .* left its SIM at 2026-/);
  });

  test('is to be looked up before it is sent where a message that waits on its own SIM tells of as much', async () => {
    await sim.take(sim.credit(3000));
    sim.world.pass(3600);
    // It hides its fee, so it has no place in the book.
    sim.balance_xaf -= 30;
    expect(await sim.take(sim.debit(3000))).toEqual(['CLAIMED']);
    const { outcome, told } = await marked('Awa');
    expect(outcome).toMatchObject({ kind: 'refunded', told_by: sim.msisdn });
    expect(told).toContain(`npx chari feeds show ${sim.msisdn}`);
  });

  test.each([
    ['another phone has got as much', () => second.take(second.debit(3000, '66777777'))],
    ['another phone has got as much by unknown words', () => inUnknownWords(second, '66777777')],
    ['its payer has got another sum', () => second.take(second.debit(4000))],
    ['nothing has left', () => undefined],
  ])('is sent without a warning where %s', async (_how, leaves) => {
    expect(await markedAfter(leaves)).toEqual({
      kind: 'refunded',
      refunded_xaf: 3000,
      surplus: false,
      to_phone: '66123456',
    });
  });
});
