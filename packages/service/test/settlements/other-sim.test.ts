import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { explainSteps } from '../../src/engine/desk/book/explain.ts';
import { proveMet } from '../../src/engine/settlements/rounds.ts';
import { openSecond, type Sim } from '../book/world.ts';
import { expectToldAsItIs } from '../evidence/told.ts';
import { hire, type Person } from '../office/people.ts';
import { deskOf, drafted, openSimAndShop, type Said, sent } from './desk.ts';
import { agree, shop, standing } from './shop.ts';

let sim: Sim;
let second: Sim;
let merchant: string;
beforeEach(async () => {
  ({ sim, merchant } = await openSimAndShop());
  second = await openSecond(sim);
});
afterEach(async () => {
  await expectToldAsItIs(sim.world.db.pool);
  await sim.world.close();
});

/** Staff say that it leaves the first SIM; the second sends it. The first is read again. */
async function sentByTheSecond(to?: string, left_xaf = 20_000): Promise<string> {
  const id = await sent(sim.world, merchant, 20_000);
  sim.world.pass(60);
  await second.take(second.debit(left_xaf, to));
  sim.world.pass(300);
  await sim.say();
  return id;
}

async function explained(
  meaning: 'sweep' | 'settlement',
  kind = 'DEBIT',
  cause_id: string | null = null,
): Promise<string[]> {
  const latest = 'select id from book_steps where kind = $1 order by ordinal desc limit 1';
  const [step] = await sim.world.rows<{ id: string }>(latest, [kind]);
  const say = async (actor: string) =>
    (
      await explainSteps(sim.world.services, [
        { step_id: step?.id ?? '', meaning, cause_id, actor, note: 'looked' },
      ])
    ).map(({ kind }) => kind);
  return [...(await say('Awa')), ...(await say('Brahim'))];
}

describe('A settlement that was said to be sent from one SIM, and that another of ours has sent to its payout number', () => {
  test('isn’t called failed, by a person or by two, before people have said what that was', async () => {
    const id = await sentByTheSecond();
    const desk = deskOf(sim.world);
    const absent = { does: 'prove', source: 'statement', source_id: 'of today', amount_xaf: null } as const;
    const says: Said[] = [
      { does: 'prove', source: 'book' },
      { does: 'fail' },
      { ...absent, happened_at: sim.world.now },
    ];
    for (const said of says)
      for (const actor of ['Awa', 'Brahim']) expect(await desk.end(id, said, actor)).toBe('book_leaves_room');
    expect(await explained('sweep')).toEqual(['proposed', 'explained']);
    expect(await desk.endByTwo(id, { does: 'prove', source: 'book' })).toBe('ended');
  });

  test('nor where the message of that is in words that nobody knows', async () => {
    const id = await sent(sim.world, merchant, 20_000);
    sim.world.pass(60);
    const { text, ...sms } = second.debit(20_000);
    await second.take({ ...sms, text: text.replace('Vous avez envoye', 'Operation faite:') });
    sim.world.pass(300);
    await sim.say();
    const desk = deskOf(sim.world);
    expect(await desk.end(id, { does: 'prove', source: 'book' })).toBe('book_leaves_room');
    // Nobody else's number stands in it, so two people may say that it is this.
    expect(await explained('settlement', 'UNREAD')).toEqual(['proposed', 'explained']);
    expect(await proveMet(sim.world.services, { limit: 10 })).toBe(1);
    expect(await standing(sim.world, merchant)).toEqual({ PAID: 20_000 });
  });

  test('nor is such a message it where it prints another phone', async () => {
    await sent(sim.world, merchant, 20_000);
    sim.world.pass(60);
    const { text, ...sms } = second.debit(20_000, '66999999');
    await second.take({ ...sms, text: text.replace('Vous avez envoye', 'Operation faite:') });
    expect(await explained('settlement', 'UNREAD')).toEqual(['no_settlement_is_due', 'no_settlement_is_due']);
  });

  test.each([
    ['66••••56', 'book_leaves_room'],
    ['66••••57', 'ended'],
  ])('nor where the operator hides digits of its phone: to %s, %s', async (printed, said) => {
    const id = await sentByTheSecond(printed);
    expect(await deskOf(sim.world).endByTwo(id, { does: 'prove', source: 'book' })).toBe(said);
  });

  test('nor where that message waits behind a lost one', async () => {
    const id = await sent(sim.world, merchant, 20_000);
    sim.world.pass(60);
    second.credit(100);
    await second.take(second.debit(20_000));
    sim.world.pass(300);
    await sim.say();
    const desk = deskOf(sim.world);
    expect(await desk.end(id, { does: 'prove', source: 'book' })).toBe('book_leaves_room');
  });

  test('nor where its fee is told within its sum, and is PAID once two people have said that this debit is it', async () => {
    const id = await sentByTheSecond(undefined, 20_100);
    const desk = deskOf(sim.world);
    expect(await desk.end(id, { does: 'prove', source: 'book' })).toBe('book_leaves_room');
    expect(await explained('settlement')).toEqual(['proposed', 'explained']);
    expect(await proveMet(sim.world.services, { limit: 10 })).toBe(1);
    expect(await standing(sim.world, merchant)).toEqual({ PAID: 20_000 });
  });

  test('is PAID once two people have said that this debit is it', async () => {
    await sentByTheSecond();
    expect(await explained('settlement')).toEqual(['proposed', 'explained']);
    expect(await proveMet(sim.world.services, { limit: 10 })).toBe(1);
    expect(await standing(sim.world, merchant)).toEqual({ PAID: 20_000 });
  });

  test('is explained as that by nobody who is in its merchant’s team', async () => {
    await sentByTheSecond();
    const { services } = sim.world;
    const [inside, outside] = [await hire(services, 'Eve'), await hire(services, 'Fatime')];
    await sim.world.rows(
      `insert into members (id, account_id, merchant_id, role, created_at) values ($1, $2, $3, 'owner', $4)`,
      [services.newId(), inside.account_id, merchant, sim.world.now],
    );
    const [step] = await sim.world.rows<{ id: string }>(`select id from book_steps where kind = 'DEBIT'`);
    const say = (by: Person) =>
      explainSteps(services, [{ step_id: step?.id ?? '', meaning: 'settlement', ...by }]);
    await expect(say(inside)).rejects.toThrow('in the team of');
    expect(await say(outside)).toMatchObject([{ kind: 'proposed' }]);
    await expect(say(inside)).rejects.toThrow('in the team of');
  });

  test('fails as before where that money went to another phone', async () => {
    const id = await sentByTheSecond('66999999');
    expect(await deskOf(sim.world).endByTwo(id, { does: 'prove', source: 'book' })).toBe('ended');
    expect(await explained('settlement')).toEqual(['no_settlement_is_due', 'no_settlement_is_due']);
  });
});

test('A settlement that another SIM has sent, of which nobody has said so, is said to be sent from that one only', async () => {
  const desk = deskOf(sim.world);
  const id = await drafted(sim.world, merchant, 20_000);
  expect(await desk.decide(id, 'approve')).toBe('approved');
  sim.world.pass(60);
  await second.take(second.debit(20_000));
  sim.world.pass(300);
  // It would leave twice.
  expect(await desk.send(id)).toBe('sent_elsewhere');
  expect(await desk.send(id, { kind: 'wallet', name: 'AIRTEL' })).toBe('sent_elsewhere');
  expect(await desk.send(id, { kind: 'number', name: second.msisdn })).toBe('left_already');
  expect(await proveMet(sim.world.services, { limit: 10 })).toBe(1);
  expect(await standing(sim.world, merchant)).toEqual({ PAID: 20_000 });
});

test('A settlement isn’t kept back by what went to another phone, or by what people have said was something else', async () => {
  const desk = deskOf(sim.world);
  const id = await drafted(sim.world, merchant, 20_000);
  expect(await desk.decide(id, 'approve')).toBe('approved');
  await second.take(second.debit(20_000, '66999999'));
  await second.take(second.debit(20_000));
  sim.world.pass(300);
  expect(await desk.send(id)).toBe('sent_elsewhere');
  for (const step of await sim.world.rows<{ id: string }>(`select id from book_steps where kind = 'DEBIT'`))
    for (const actor of ['Awa', 'Brahim'])
      await explainSteps(sim.world.services, [{ step_id: step.id, meaning: 'sweep', actor, note: 'looked' }]);
  expect(await desk.send(id)).toBe('sending');
});

test('One whose own SIM has told of it before, in words that nobody knows, is said to be sent with a warning, and is PAID by those words', async () => {
  const desk = deskOf(sim.world);
  const id = await drafted(sim.world, merchant, 20_000);
  expect(await desk.decide(id, 'approve')).toBe('approved');
  sim.world.pass(60);
  const { text, ...sms } = sim.debit(20_000);
  await sim.take({ ...sms, text: text.replace('Vous avez envoye', 'Operation faite:') });
  sim.world.pass(300);
  expect(await desk.send(id)).toBe('perhaps_sent');
  expect(await proveMet(sim.world.services, { limit: 10 })).toBe(0);
  expect(await explained('settlement', 'UNREAD')).toEqual(['proposed', 'explained']);
  expect(await proveMet(sim.world.services, { limit: 10 })).toBe(1);
  expect(await standing(sim.world, merchant)).toEqual({ PAID: 20_000 });
});

test('One whose own SIM has told of it before, by a debit, has left already: who sends it is told to send nothing, and it is PAID', async () => {
  const desk = deskOf(sim.world);
  const id = await drafted(sim.world, merchant, 20_000);
  expect(await desk.decide(id, 'approve')).toBe('approved');
  sim.world.pass(60);
  await sim.take(sim.debit(20_000));
  sim.world.pass(300);
  expect(await desk.send(id)).toBe('left_already');
  expect(await proveMet(sim.world.services, { limit: 10 })).toBe(1);
  expect(await standing(sim.world, merchant)).toEqual({ PAID: 20_000 });
});

test('One whose own SIM has told of its sum before, and not to whom, is sent with a warning, and is not PAID by that', async () => {
  const desk = deskOf(sim.world);
  const id = await drafted(sim.world, merchant, 20_000);
  expect(await desk.decide(id, 'approve')).toBe('approved');
  sim.world.pass(60);
  await sim.take(sim.withdrawal(20_000));
  expect(await desk.send(id)).toBe('perhaps_sent');
  expect(await proveMet(sim.world.services, { limit: 10 })).toBe(0);
  expect(await standing(sim.world, merchant)).toEqual({ SENDING: 20_000, in_flight: 20_000 });
});

test('One whose own SIM tells of it by a message that waits behind a lost one is sent with a warning', async () => {
  const desk = deskOf(sim.world);
  const id = await drafted(sim.world, merchant, 20_000);
  expect(await desk.decide(id, 'approve')).toBe('approved');
  sim.world.pass(60);
  sim.balance_xaf -= 100;
  await sim.take(sim.debit(20_000));
  sim.world.pass(300);
  expect(await desk.send(id)).toBe('perhaps_sent');
});

test('Who sends a settlement isn’t warned of words that nobody knows where they name another phone, or once people have said what they were', async () => {
  const desk = deskOf(sim.world);
  const id = await drafted(sim.world, merchant, 20_000);
  expect(await desk.decide(id, 'approve')).toBe('approved');
  sim.world.pass(60);
  const unread = ({ text, ...sms }: ReturnType<Sim['debit']>) =>
    sim.take({ ...sms, text: text.replace('Vous avez envoye', 'Operation faite:') });
  await unread(sim.debit(20_000));
  expect(await explained('sweep', 'UNREAD')).toEqual(['proposed', 'explained']);
  await unread(sim.debit(20_000, '66999999'));
  sim.world.pass(300);
  expect(await desk.send(id)).toBe('sending');
});

describe('A settlement that was said to leave one SIM, while another has sent its sum to nobody knows whom', () => {
  const gone = (left_xaf: number) => {
    second.balance_xaf -= left_xaf;
    return second.say();
  };
  const ways: [string, () => Promise<unknown>][] = [
    ['by words that name nobody', () => second.take(second.withdrawal(20_000))],
    ['as a reading found it gone', () => gone(20_000)],
    ['as a reading found it gone with its fee', () => gone(20_100)],
  ];
  const kindOfLast = async () => {
    const sql = 'select kind from book_steps where collection_number_id = $1 order by ordinal desc limit 1';
    return (await sim.world.rows<{ kind: string }>(sql, [second.number_id]))[0]?.kind;
  };

  test.each(ways)('isn’t called failed before people have said what that was: %s', async (_, leaves) => {
    const id = await sent(sim.world, merchant, 20_000);
    sim.world.pass(300);
    await leaves();
    await sim.say();
    const desk = deskOf(sim.world);
    expect(await desk.end(id, { does: 'prove', source: 'book' })).toBe('book_leaves_room');
    expect(await explained('sweep', await kindOfLast())).toEqual(['proposed', 'explained']);
    expect(await desk.endByTwo(id, { does: 'prove', source: 'book' })).toBe('ended');
  });

  test.each(ways)('is PAID once two people have said that it was this: %s', async (_, leaves) => {
    await sent(sim.world, merchant, 20_000);
    sim.world.pass(300);
    await leaves();
    expect(await explained('settlement', await kindOfLast())).toEqual(['proposed', 'explained']);
    expect(await proveMet(sim.world.services, { limit: 10 })).toBe(1);
    expect(await standing(sim.world, merchant)).toEqual({ PAID: 20_000 });
  });

  test('is that where two of that sum are to leave once two people have named it', async () => {
    const first = await sent(sim.world, merchant, 20_000);
    const other = await shop(sim.world);
    await agree(sim.world, other);
    const named = await sent(sim.world, other, 20_000);
    sim.world.pass(300);
    await second.take(second.withdrawal(20_000));
    expect(await explained('settlement')).toEqual(['several_due', 'several_due']);
    expect(await explained('settlement', 'DEBIT', sim.world.services.newId())).toEqual([
      'no_settlement_is_due',
      'no_settlement_is_due',
    ]);
    expect(await explained('settlement', 'DEBIT', named)).toEqual(['proposed', 'explained']);
    expect(await proveMet(sim.world.services, { limit: 10 })).toBe(1);
    const states = await sim.world.rows('select id, state from settlements order by id');
    expect(states).toEqual([
      { id: first, state: 'SENDING' },
      { id: named, state: 'PAID' },
    ]);
  });
});
