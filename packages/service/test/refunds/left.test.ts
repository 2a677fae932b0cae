import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Refund } from '../../src/domain/refund/refund.ts';
import { explainSteps } from '../../src/engine/desk/book/explain.ts';
import { sendRefunds } from '../../src/engine/desk/refunds/send-refund.ts';
import { concludeRefunds } from '../../src/engine/refunds/conclude.ts';
import { listRefundsToSend, listRefundsUnderWay } from '../../src/engine/refunds/under-way.ts';
import { Site, textOf } from '../account/site.ts';
import { openSecond, openSim, type Sim } from '../book/world.ts';
import { again, asked, made, paidOn, refund, desk as says } from './world.ts';

let sim: Sim;
beforeEach(async () => {
  sim = await openSim();
  await sim.say();
});
afterEach(() => sim.world.close());

const by = (actor: string) => ({ actor, note: 'asked for by the shop' });

const paid = (amount_xaf?: number) => paidOn(sim, amount_xaf);
const desk = (does: 'send' | 'fail', one: Refund, actor?: string) => says(sim.world, does, one, actor);
const debitId = async () =>
  (await sim.world.rows<{ id: string }>(`select id from book_steps where kind = 'DEBIT'`))[0]?.id ?? '';

describe('A refund that people called failed, and that left after all', () => {
  const failed = async () => {
    const session = await paid();
    const one = await made(sim.world.services, asked(session));
    await desk('send', one);
    sim.world.pass(300);
    await sim.say();
    expect(await desk('fail', one)).toBe('failed');
    sim.world.pass(60);
    return session;
  };

  test('keeps its payment from going back once more until two people have said what left', async () => {
    const session = await failed();
    await sim.take(sim.debit(5000));
    sim.world.pass(3600);
    expect(await refund(sim.world.services, asked(session))).toBe('payment_doubted');
    for (const actor of ['Awa', 'Brahim'])
      await explainSteps(sim.world.services, [{ step_id: await debitId(), meaning: 'sweep', ...by(actor) }]);
    expect(await refund(sim.world.services, asked(session))).toBe('PENDING 5000');
  });

  test('leaves no form on the page of its payment, which says why, until they have', async () => {
    const { id, merchant_id } = await failed();
    await sim.take(sim.debit(5000));
    const owner = await new Site(sim.world).member('owner', merchant_id);
    const page = async () => (await owner.get(`/dashboard/live/payments/${id}`)).body;
    expect(textOf(await page())).toContain('This payment is being looked into');
    expect(await page()).not.toContain('name="amount"');
    for (const actor of ['Awa', 'Brahim'])
      await explainSteps(sim.world.services, [{ step_id: await debitId(), meaning: 'sweep', ...by(actor) }]);
    expect(await page()).toContain('name="amount"');
  });

  test('keeps back what was asked for before it left as well', async () => {
    const session = await failed();
    const next = await made(sim.world.services, asked(session));
    await sim.take(sim.debit(5000));
    sim.world.pass(3600);
    expect(await desk('send', next, 'Brahim')).toBe('payment_doubted');
  });

  test('keeps its payment from going back also while its message waits behind a lost one', async () => {
    const session = await failed();
    sim.balance_xaf -= 100;
    await sim.take(sim.debit(5000));
    expect(await refund(sim.world.services, asked(session))).toBe('payment_doubted');
  });

  test('does not seem unsent where its message, in words that nobody knows, reads as money that came', async () => {
    const session = await paid();
    // Its message never comes: from the balance of the book, the debit behind it is half as much that came.
    sim.credit(10_000);
    const one = await made(sim.world.services, asked(session));
    await desk('send', one);
    sim.world.pass(20);
    const { text, ...sms } = sim.debit(5000, '66000002');
    await sim.take({
      ...sms,
      text: text.replace('Vous avez envoye', 'Operation faite:').replace('Trans.ID : ', ''),
    });
    sim.world.pass(300);
    await sim.say();
    const read = `select kind, state from credits where amount_xaf = 5000 and matched_session_id is null`;
    expect(await sim.world.rows(read)).toEqual([{ kind: 'UNREAD', state: 'SUSPENSE' }]);
    expect(await desk('fail', one)).toBe('may_have_gone');
  });

  test('and where another SIM than was said has sent it', async () => {
    const session = await failed();
    const second = await openSecond(sim);
    await second.take(second.debit(5000));
    expect(await refund(sim.world.services, asked(session))).toBe('payment_doubted');
  });

  test('keeps its payment from going back also where its fee is told within its sum, on its SIM or another', async () => {
    const session = await failed();
    const second = await openSecond(sim);
    await second.take(second.debit(5200));
    expect(await refund(sim.world.services, asked(session))).toBe('payment_doubted');
    for (const actor of ['Awa', 'Brahim'])
      await explainSteps(sim.world.services, [{ step_id: await debitId(), meaning: 'sweep', ...by(actor) }]);
    await sim.take(sim.debit(5200));
    expect(await refund(sim.world.services, asked(session))).toBe('payment_doubted');
  });

  test('keeps nothing back where another phone got that sum', async () => {
    const session = await failed();
    await sim.take(sim.debit(5000, '66999999'));
    sim.world.pass(3600);
    expect(await refund(sim.world.services, asked(session))).toBe('PENDING 5000');
  });
});

test('A refund is called failed by the second of two once its SIM was read since the first spoke: until then somebody may have sent it', async () => {
  const { services } = sim.world;
  services.policy = { ...services.policy, second_person_xaf: 100_000 };
  const one = await made(services, asked(await paid(150_000)));
  const read = async () => {
    sim.world.pass(600);
    for (const actor of ['Awa', 'Brahim']) await sim.say(sim.balance_xaf, actor);
    sim.world.pass(300);
  };
  await read();
  expect(await desk('send', one)).toBe('proposed');
  expect(await desk('send', one, 'Brahim')).toBe('sending');
  await read();
  expect(await desk('fail', one)).toBe('proposed');
  sim.world.pass(3600);
  expect(await desk('fail', one, 'Brahim')).toBe('may_have_gone');
  expect(await desk('fail', one)).toBe('same_person');
  await read();
  expect(await desk('fail', one, 'Brahim')).toBe('failed');
});

test('What one person has said of a refund waits for nobody once its SIM has told that it has gone', async () => {
  const { services } = sim.world;
  services.policy = { ...services.policy, second_person_xaf: 100_000 };
  const one = await made(services, asked(await paid(150_000)));
  for (const actor of ['Awa', 'Brahim']) await desk('send', one, actor);
  sim.world.pass(300);
  await sim.say();
  expect(await desk('fail', one)).toBe('proposed');
  await sim.take(sim.debit(150_000));
  expect(await concludeRefunds(services, { limit: 100 })).toBe(1);
  expect(await sim.world.rows('select action from staff_proposals where settled_at is null')).toEqual([]);
});

test('A refund that somebody has sent from the list, and not said so yet, isn’t called failed by another: its SIM has told', async () => {
  const one = await made(sim.world.services, asked(await paid()));
  sim.world.pass(60);
  await sim.take(sim.debit(5000));
  expect(await desk('fail', one)).toBe('may_have_gone');
  // He is told to send nothing: it would leave twice.
  expect(await desk('send', one, 'Brahim')).toBe('left_already');
  await concludeRefunds(sim.world.services, { limit: 100 });
  expect(await again(sim.world.services, one)).toMatchObject({ state: 'SUCCEEDED' });
});

describe('Who says that he sends a refund which its own SIM may have sent already is told to look first:', () => {
  const unread = ({ text, ...sms }: ReturnType<Sim['debit']>) => ({
    ...sms,
    text: text.replace('Vous avez envoye', 'Operation faite:'),
  });
  const ways: [string, () => Promise<unknown>][] = [
    ['by words that nobody knows', () => sim.take(unread(sim.debit(5000)))],
    ['by its sum with a fee in it', () => sim.take(sim.debit(5200))],
    [
      'by a message that waits behind a lost one',
      () => {
        sim.balance_xaf -= 100;
        return sim.take(sim.debit(5000));
      },
    ],
  ];

  test.each(ways)('%s', async (_, leaves) => {
    const one = await made(sim.world.services, asked(await paid()));
    sim.world.pass(60);
    await leaves();
    expect(await desk('send', one, 'Brahim')).toBe('perhaps_sent');
    await concludeRefunds(sim.world.services, { limit: 100 });
    expect(await again(sim.world.services, one)).toMatchObject({ state: 'SENDING' });
  });

  test('as two people say, who then end it by what those words told of', async () => {
    const one = await made(sim.world.services, asked(await paid()));
    sim.world.pass(60);
    await sim.take(unread(sim.debit(5000)));
    expect(await desk('send', one, 'Brahim')).toBe('perhaps_sent');
    const [step] = await sim.world.rows<{ id: string }>(`select id from book_steps where kind = 'UNREAD'`);
    for (const actor of ['Awa', 'Brahim'])
      await explainSteps(sim.world.services, [{ step_id: step?.id ?? '', meaning: 'refund', ...by(actor) }]);
    await concludeRefunds(sim.world.services, { limit: 100 });
    expect(await again(sim.world.services, one)).toMatchObject({ state: 'SUCCEEDED' });
  });

  test('by a debit that names nobody, which is another’s perhaps, or one forged SMS, until two people say that it was it', async () => {
    const one = await made(sim.world.services, asked(await paid()));
    sim.world.pass(60);
    await sim.take(sim.withdrawal(5000));
    expect(await desk('send', one, 'Brahim')).toBe('perhaps_sent');
    await concludeRefunds(sim.world.services, { limit: 100 });
    expect(await again(sim.world.services, one)).toMatchObject({ state: 'SENDING' });
    for (const actor of ['Awa', 'Brahim'])
      await explainSteps(sim.world.services, [{ step_id: await debitId(), meaning: 'refund', ...by(actor) }]);
    await concludeRefunds(sim.world.services, { limit: 100 });
    expect(await again(sim.world.services, one)).toMatchObject({ state: 'SUCCEEDED' });
  });

  test('and isn’t warned of what went to another phone, or is of another sum', async () => {
    const one = await made(sim.world.services, asked(await paid()));
    sim.world.pass(60);
    await sim.take(sim.debit(5000, '66999999'));
    await sim.take(unread(sim.debit(5000, '66999999')));
    await sim.take(sim.debit(4000));
    sim.balance_xaf -= 100;
    await sim.take(sim.debit(5000, '66999999'));
    await sim.take(sim.debit(9000));
    expect(await desk('send', one, 'Brahim')).toBe('sending');
  });

  test('of two of one sum to one payer that are sent at once the one has left, and the other perhaps', async () => {
    const session = await paid();
    const halves = [
      await made(sim.world.services, asked(session, 2500)),
      await made(sim.world.services, asked(session, 2500)),
    ];
    sim.world.pass(60);
    await sim.take(sim.debit(2500));
    const sends = halves.map(({ id: refund_id }) => ({ refund_id, does: 'send', ...by('Awa') }) as const);
    const outcomes = await sendRefunds(sim.world.services, sends);
    expect(outcomes.map(({ kind }) => kind)).toEqual(['left_already', 'perhaps_sent']);
    expect(await concludeRefunds(sim.world.services, { limit: 100 })).toBe(1);
  });
});

test('One that its SIM may have sent is on no paper, and its row on the page says why', async () => {
  const [one, other] = [
    await made(sim.world.services, asked(await paid())),
    await made(sim.world.services, asked(await paid(4000))),
  ];
  sim.world.pass(60);
  await sim.take(sim.debit(5000));
  const { rows } = await listRefundsUnderWay(sim.world.services, { limit: 10 });
  expect(rows.map(({ id, may_have_left }) => [id, may_have_left])).toEqual([
    [one.id, true],
    [other.id, false],
  ]);
  expect((await listRefundsToSend(sim.world.services, { limit: 10 })).map(({ id }) => id)).toEqual([
    other.id,
  ]);
  const agent = await new Site(sim.world).staff('agent');
  const page = textOf((await agent.get('/office/refunds')).body);
  expect(page.match(/A SIM may have sent it: look at its book first\./g)).toHaveLength(1);
  await desk('send', one, 'Brahim');
  expect(textOf((await agent.get('/office/refunds')).body)).not.toContain('A SIM may have sent it');
});

test('A refund isn’t called failed where the message of its debit waits behind a lost one, or comes from another SIM', async () => {
  const one = await made(sim.world.services, asked(await paid()));
  const other = await made(sim.world.services, asked(await paid(4000)));
  const second = await openSecond(sim);
  sim.world.pass(60);
  await second.take(second.debit(5000));
  expect(await desk('fail', one)).toBe('may_have_gone');
  sim.balance_xaf -= 100;
  await sim.take(sim.debit(4000));
  expect(await desk('fail', other)).toBe('may_have_gone');
});

// He says the one SIM and sends from the other: the one that he named has nothing missing, and two people would give the merchant back what has gone.
test('A refund that was said to be sent from one SIM, and that another of ours has sent to its payer, isn’t called failed', async () => {
  const one = await made(sim.world.services, asked(await paid()));
  await desk('send', one);
  const second = await openSecond(sim);
  sim.world.pass(60);
  await second.take(second.debit(5000));
  sim.world.pass(300);
  await sim.say();
  expect(await desk('fail', one)).toBe('may_have_gone');
  for (const actor of ['Awa', 'Brahim'])
    await explainSteps(sim.world.services, [{ step_id: await debitId(), meaning: 'sweep', ...by(actor) }]);
  expect(await desk('fail', one)).toBe('failed');
});

test('A refund that another SIM has sent ends once two people have said that this was it', async () => {
  const one = await made(sim.world.services, asked(await paid()));
  await desk('send', one);
  const second = await openSecond(sim);
  sim.world.pass(60);
  await second.take(second.debit(5000));
  const said = [];
  for (const actor of ['Awa', 'Brahim'])
    said.push(
      ...(await explainSteps(sim.world.services, [
        { step_id: await debitId(), meaning: 'refund', ...by(actor) },
      ])),
    );
  expect(said.map(({ kind }) => kind)).toEqual(['proposed', 'explained']);
  await concludeRefunds(sim.world.services, { limit: 100 });
  expect(await again(sim.world.services, one)).toMatchObject({ state: 'SUCCEEDED' });
});

test('A refund isn’t called failed while another SIM has sent its sum to nobody knows whom; and it ends once two people say that this was it', async () => {
  const one = await made(sim.world.services, asked(await paid()));
  await desk('send', one);
  const second = await openSecond(sim);
  sim.world.pass(60);
  await second.take(second.withdrawal(5000));
  sim.world.pass(300);
  await sim.say();
  expect(await desk('fail', one)).toBe('may_have_gone');
  for (const actor of ['Awa', 'Brahim'])
    await explainSteps(sim.world.services, [{ step_id: await debitId(), meaning: 'refund', ...by(actor) }]);
  await concludeRefunds(sim.world.services, { limit: 100 });
  expect(await again(sim.world.services, one)).toMatchObject({ state: 'SUCCEEDED' });
});

test.each([
  ['in words that nobody knows', 0, 'Operation faite:'],
  ['that waits behind a lost one', 100, 'Vous avez envoye'],
])(
  'A refund isn’t called failed where another SIM has told of it by a message %s',
  async (_how, lost_xaf, words) => {
    const one = await made(sim.world.services, asked(await paid()));
    await desk('send', one);
    const second = await openSecond(sim);
    sim.world.pass(60);
    if (lost_xaf > 0) second.credit(lost_xaf);
    const { text, ...sms } = second.debit(5000);
    await second.take({ ...sms, text: text.replace('Vous avez envoye', words) });
    sim.world.pass(300);
    await sim.say();
    expect(await desk('fail', one)).toBe('may_have_gone');
  },
);

test('A refund that another SIM has sent, of which nobody has said so, is said to be sent from that one only', async () => {
  const one = await made(sim.world.services, asked(await paid()));
  const second = await openSecond(sim);
  sim.world.pass(60);
  await second.take(second.debit(5000));
  sim.world.pass(300);
  // It would leave twice.
  expect(await desk('send', one)).toBe('sent_elsewhere');
  const from_it = { refund_id: one.id, does: 'send', number: second.msisdn, ...by('Awa') } as const;
  expect((await sendRefunds(sim.world.services, [from_it]))[0]?.kind).toBe('left_already');
  expect(await concludeRefunds(sim.world.services, { limit: 10 })).toBe(1);
  expect((await again(sim.world.services, one)).state).toBe('SUCCEEDED');
});
