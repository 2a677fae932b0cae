import { describe, expect, test } from 'vitest';
import { expectWhole, merchantOf, openStage, perform, playsOfFile, type Stage } from './play.ts';

const play = playsOfFile();

describe('Money that quotes the ticket of another session confirms no stranger', () => {
  test.each([
    ['of another SIM', 'session a 5000 on two by shop'],
    ['of another amount on this SIM', 'session a 9000 on one by shop'],
    ['of another amount on another SIM', 'session a 900 on two by shop'],
    ['that was cancelled', 'session a 5000 on two by shop\ncancel a'],
    ['that was paid', 'session a 5000 on two by shop\npaid a'],
    ['that has just expired', 'session a 5000 on two by shop\nwait 13min'],
    ['that expired an hour ago', 'session a 5000 on two by shop\nwait 75min'],
    ['that expired ten days ago', 'session a 5000 on two by shop\nwait 240h'],
    ['that was cancelled two hours ago', 'session a 5000 on two by shop\ncancel a\nwait 2h'],
    ['that was paid two hours ago', 'session a 5000 on two by shop\npaid a\nwait 2h'],
    ['that expired on this very SIM two hours ago', 'session a 5000 on one by shop\nwait 2h'],
  ])('a ticket %s', (_what, before) =>
    play(`
      sim two
      ${before}
      session b 5000 on one by stranger
      sms m credit 5000 on one from 66000001 motif "{a}"
      unpaid b -> yes
      session c 7000 on one by stranger
      paid c motif "{c}"
      c -> SUCCESS
    `),
  );

  test('a ticket of its own confirms, whoever pays', () =>
    play(`
      sim two
      session a 5000 on two by shop
      session b 5000 on one by stranger
      paid b motif "{b}"
      b -> SUCCESS
      a -> AWAITING_PAYMENT
    `));

  test('eight characters that are no ticket of ours say nothing', () =>
    play(`
      session b 5000
      paid b motif "ABCD-EFGH"
      b -> SUCCESS
    `));
});

describe('The ticket of a customer, quoted by a stranger who pays little', () => {
  test.each([
    ['with a session that knows its payer', 'session a 5000 payer 66000001 by shop'],
    ['with one that knows none', 'session a 5000 by shop'],
  ])('%s spoils nothing: the customer is served', (_what, session) =>
    play(`
      ${session}
      sms m credit 2 from 66777777 motif "{a}"
      a -> AWAITING_PAYMENT
      paid a from 66000001 motif "{a}"
      a -> SUCCESS
    `),
  );

  test('nor beside a ticket of his own, or one more of somebody else', () =>
    play(`
      session a 5000 by shop
      session b 3000 by another
      session own 1 by rival
      sms m credit 1 from 66777777 motif "{own} {a}"
      sms n credit 2 from 66777777 motif "{a} {b}"
      a -> AWAITING_PAYMENT
      b -> AWAITING_PAYMENT
      paid a from 66000001
      a -> SUCCESS
      paid b from 66000002
      b -> SUCCESS
    `));

  test('nor three tickets beside that of an order of his own, whose price he pays himself', () =>
    play(`
      sim two
      sim three
      session a 5000 payer 66000001 on two by shop
      session b 5000 on three by another
      session c 5000 payer 66000003 on one by third
      session d 4500 on one by fourth
      session own 2600 on one by rival
      sms m credit 2600 on one from 66777777 motif "{own} {a} {b} {c}"
      session more 2800 payer 66777777 on one by rival2
      sms n credit 2800 on one from 66777777 motif "{more} {d}"
      own -> UNDER_REVIEW ambiguous
      more -> UNDER_REVIEW ambiguous
      paid a from 66000001
      paid b from 66000002
      paid c from 66000003
      paid d from 66000004
      a -> SUCCESS
      b -> SUCCESS
      c -> SUCCESS
      d -> SUCCESS
    `));

  test('nor anything less than the price, where a session has declared another phone than his', () =>
    play(`
      session a 5000 payer 66000001 by shop
      sms m credit 4950 from 66777777 motif "{a}"
      a -> AWAITING_PAYMENT
      paid a from 66000001
      a -> SUCCESS
    `));

  test('nor by a name that holds another number, so that nobody can tell which of the two is his', () =>
    play(`
      session a 5000 payer 66000001 by shop
      sms m credit 500 from 66777777 name "BOUTIQUE 66123456" motif "{a}"
      a -> AWAITING_PAYMENT
      paid a from 66000001
      a -> SUCCESS
    `));

  test('nor does who quotes two orders of his own by mistake spoil that which he pays afterwards', () =>
    play(`
      session a 5000 on one by shop
      session b 3000 on one by shop
      sms m credit 5000 from 66000001 motif "{b} {a}"
      a -> UNDER_REVIEW ambiguous
      paid b from 66000001 motif "{b}"
      b -> SUCCESS
      confirm a -> confirmed
      a -> SUCCESS
    `));

  test('but a relative who pays the whole price from another phone than was declared is looked at', () =>
    play(`
      session a 5000 payer 66000001 by shop
      sms m credit 5000 from 66777777 motif "{a}"
      a -> UNDER_REVIEW payer_mismatch
      confirm a -> confirmed
      a -> SUCCESS
    `));

  test('and half of the price, or a zero too few, could be the customer who has declared no phone: a person looks', () =>
    play(`
      session a 5000 by shop
      session b 7000 by shop
      sms m credit 2500 from 66777777 motif "{a}"
      sms n credit 700 from 66777777 motif "{b}"
      a -> UNDER_REVIEW amount_mismatch
      b -> UNDER_REVIEW amount_mismatch
    `));

  test('and the money of a customer whose phone was declared is his, however little', () =>
    play(`
      session a 5000 payer 66000001 by shop
      sms m credit 100 from 66000001
      a -> UNDER_REVIEW amount_mismatch
    `));
});

describe('A payer who declared a session on another SIM', () => {
  test('of the same amount confirms no stranger here', () =>
    play(`
      sim two
      session a 5000 payer 66000001 on two by shop
      session b 5000 on one by stranger
      sms m credit 5000 on one from 66000001
      unpaid b -> yes
    `));

  test.each([50_000, 500, 5100])('of %i, which is easily mistaken, confirms no stranger here', (amount) =>
    play(`
      sim two
      session a ${amount} payer 66000001 on two by shop
      session b 5000 on one by stranger
      sms m credit 5000 on one from 66000001
      unpaid b -> yes
    `),
  );

  test('of the same amount, printed with the code of the country, confirms none either', () =>
    play(`
      sim two
      sim three
      session a 5000 payer 66000001 on three by shop
      session x 5000 payer 66000002 on two by another
      session b 5000 on one by stranger
      sms m credit 5000 on one from 23566000001
      unpaid b -> yes
      sms m credit 5000 on two from 66000002
      x -> SUCCESS
    `));

  test('of an amount that nobody mistakes points nowhere: the session here is paid', () =>
    play(`
      sim two
      session a 1 payer 66000001 on two by rival
      session b 5000 on one by shop
      paid b from 66000001
      b -> SUCCESS
      a -> AWAITING_PAYMENT
    `));

  test('and cancelled it points nowhere: the session here is paid', () =>
    play(`
      sim two
      session a 5000 payer 66000001 on two by rival
      cancel a
      session b 5000 on one by shop
      paid b from 66000001
      b -> SUCCESS
    `));
});

describe('The session of a rival', () => {
  test.each([
    ['of 1 XAF, cancelled', 'session r 1 payer 66000001 by rival\ncancel r'],
    ['of 1 XAF, expired', 'session r 1 payer 66000001 by rival ttl 1\nwait 4min'],
    ['of 1 XAF, open', 'session r 1 payer 66000001 by rival'],
    ['of 77,000 XAF, cancelled', 'session r 77000 payer 66000001 by rival\ncancel r'],
  ])('%s, which names its payer, stops no honest payment', (_what, before) =>
    play(`
      ${before}
      session a 5000
      paid a from 66000001
      a -> SUCCESS
    `),
  );

  test('stops no payer who was declared either', () =>
    play(`
      session r 1 payer 66000001 by rival
      cancel r
      session a 5000 payer 66000001
      paid a from 66000001
      a -> SUCCESS
    `));
});

/** What nobody tells from 1,000 francs, declared by two rivals for one phone, on a SIM each: more than one decision touches. */
const DECOYS = ['one', 'two'].flatMap((on) =>
  [950, 1050, 900, 1100, 10_000].map(
    (sum_xaf) => `session v${on}${sum_xaf} ${sum_xaf} payer 66000001 on ${on} by rival-${on} ttl 60`,
  ),
);

describe('Sessions of a rival by which a payer cannot be told from others, more than people look through', () => {
  test('let his own session wait while his money does, and then people look at it', () =>
    play(`
      sim two
      ${DECOYS.join('\n')}
      session a 1000 on one
      paid a from 66000001
      wait 65min
      a -> AWAITING_PAYMENT
      wait 24h
      a -> UNDER_REVIEW unproven
    `));

  test('keep none whose money people have sent back', () =>
    play(`
      sim two
      ${DECOYS.join('\n')}
      session a 1000 on one
      paid a from 66000001
      wait 65min
      refund a's as Awa -> refunded
      wait 5min
      a -> EXPIRED
    `));
});

test('One payment of 100 XAF pays the session of that sum, and touches none of three hundred that declare its payer', async () => {
  const stage = await openStage();
  try {
    await perform(stage, 'session bait 100 by rival');
    expect(await open300(stage)).toBe(300);
    await perform(stage, 'sms m credit 100 from 66000001');
    const rows = await stage.world.service.rows<{ status: string; n: number }>(
      'select status, count(*)::int as n from payment_sessions group by status',
    );
    const counts = Object.fromEntries(rows.map(({ status, n }) => [status, n]));
    expect(counts).toEqual({ SUCCESS: 1, AWAITING_PAYMENT: 300 });
    await perform(stage, 'bait -> SUCCESS');
    await expectWhole(stage.world);
  } finally {
    await stage.world.close();
  }
});

/** Sessions of twelve shops that all declare one payer; their amounts are nobody's else. */
async function open300(stage: Stage): Promise<number> {
  const shops = await Promise.all(Array.from({ length: 12 }, (_, n) => merchantOf(stage, `shop-${n}`)));
  const answers = await Promise.all(
    shops.flatMap((shop, s) =>
      Array.from({ length: 25 }, (_, n) =>
        stage.world.create(shop, { amount: 7000 + 37 * (25 * s + n), customer_phone: '+23566000001' }),
      ),
    ),
  );
  return answers.filter(({ status }) => status === 201).length;
}
