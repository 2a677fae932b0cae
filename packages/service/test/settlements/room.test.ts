import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../src/domain/time.ts';
import { explainSteps } from '../../src/engine/desk/book/explain.ts';
import { endSettlements } from '../../src/engine/desk/settlements/end.ts';
import { takeSendingList } from '../../src/engine/desk/settlements/take-file.ts';
import { DOUBT_HOURS, doubtOverdue, proveMet } from '../../src/engine/settlements/rounds.ts';
import { openSecond, type Sim, type Sms } from '../book/world.ts';
import { deskOf, drafted, openSimAndShop, sent } from './desk.ts';
import { draft, standing } from './shop.ts';

let sim: Sim;
let merchant: string;
beforeEach(async () => {
  ({ sim, merchant } = await openSimAndShop());
});
afterEach(() => sim.world.close());

const BOOK = { does: 'prove', source: 'book' } as const;

describe('The book of a SIM leaves room for a settlement that was sent from it', () => {
  test.each([
    ['less is missing, for customers paid meanwhile', 5_000],
    ['more is there than the book knows, for customers paid more', 30_000],
  ])('while messages are lost: %s', async (_, paid_xaf) => {
    const id = await sent(sim.world, merchant, 20_000);
    sim.world.pass(60);
    const [debit, credit] = [sim.debit(20_000), sim.credit(paid_xaf)];
    sim.world.pass(60);
    await sim.say();
    expect(await deskOf(sim.world).end(id, BOOK)).toBe('book_leaves_room');
    // They come after all.
    await sim.take(debit, credit);
    await proveMet(sim.world.services, { limit: 10 });
    expect(await standing(sim.world, merchant)).toEqual({ PAID: 20_000 });
  });

  test('while a message of the SIM about that very debit waits for those before it', async () => {
    const id = await sent(sim.world, merchant, 20_000);
    sim.world.pass(60);
    sim.credit(5_000);
    await sim.take(sim.debit(20_000));
    for (const actor of ['Awa', 'Brahim'])
      expect(await deskOf(sim.world).end(id, { does: 'fail' }, actor)).toBe('book_leaves_room');
    await sim.say();
    await proveMet(sim.world.services, { limit: 10 });
    expect(await standing(sim.world, merchant)).toEqual({ PAID: 20_000 });
  });
});

describe('A settlement that was paid from a list an hour before anybody said that it is sent', () => {
  const by = (actor: string) => ({ actor, note: 'looked' });

  async function paidFromList(pays: () => unknown): Promise<string> {
    const desk = deskOf(sim.world);
    const id = await drafted(sim.world, merchant, 20_000);
    expect(await desk.decide(id, 'approve')).toBe('approved');
    await takeSendingList(sim.world.services, { ...by('Chan'), file: 'sending.pdf' });
    sim.world.pass(60);
    await pays();
    sim.world.pass(3600);
    expect(await desk.send(id)).toBe('sending');
    sim.world.pass((DOUBT_HOURS * HOUR_MS) / 1000 + 1);
    expect(await doubtOverdue(sim.world.services, { limit: 10 })).toBe(1);
    return id;
  }

  test('is not called failed while a difference of that hour may hide it, and both who do so are told of the list', async () => {
    const id = await paidFromList(async () => {
      sim.debit(20_000);
      sim.credit(30_000);
      sim.world.pass(60);
      await sim.say();
    });
    await sim.say();
    const desk = deskOf(sim.world);
    expect(await desk.endByTwo(id, BOOK)).toBe('book_leaves_room');
    const [gap] = await sim.world.rows<{ id: string }>(
      `select id from book_steps where kind = 'UNEXPLAINED'`,
    );
    for (const actor of ['Awa', 'Brahim'])
      await explainSteps(sim.world.services, [{ step_id: gap?.id ?? '', meaning: 'credit', ...by(actor) }]);
    const prove = async (actor: string) => {
      sim.world.pass(300);
      await sim.say();
      return (await endSettlements(sim.world.services, [{ settlement_id: id, ...BOOK, ...by(actor) }]))[0];
    };
    const on_file = { bank: null, taken_by: 'Chan' };
    expect(await prove('Awa')).toMatchObject({ kind: 'proposed', on_file });
    expect(await prove('Brahim')).toMatchObject({ kind: 'ended', on_file });
  });

  test.each<[string, () => Promise<{ from: Sim; late: Sms }>]>([
    ['of its own SIM, which names nobody', async () => ({ from: sim, late: sim.withdrawal(20_000) })],
    [
      'of another SIM',
      async () => {
        const from = await openSecond(sim);
        return { from, late: from.debit(20_000) };
      },
    ],
  ])(
    'keeps the next one back where it was called failed and its message, of that hour, comes after all: %s',
    async (_, pays) => {
      const paid: Awaited<ReturnType<typeof pays>>[] = [];
      const id = await paidFromList(async () => paid.push(await pays()));
      const absent = { source: 'statement', source_id: 'of today', amount_xaf: null } as const;
      const desk = deskOf(sim.world);
      expect(await desk.endByTwo(id, { does: 'prove', ...absent, happened_at: sim.world.now })).toBe('ended');
      for (const { from, late } of paid) expect(await from.take(late)).toEqual(['STEP']);
      const next = await draft(sim.world, merchant);
      if (next.kind !== 'drafted') throw new Error(next.kind);
      expect(await desk.decide(next.settlement_id, 'approve')).toBe('left_after_all');
    },
  );
});

describe('A settlement of which the SIM was read', () => {
  test('that a reading found gone, and whose message comes later and names another phone, is told of', async () => {
    const id = await sent(sim.world, merchant, 20_000);
    sim.world.pass(60);
    const late = sim.debit(20_000, '66999999');
    sim.world.pass(300);
    await sim.say();
    await proveMet(sim.world.services, { limit: 10 });
    expect(await standing(sim.world, merchant)).toEqual({ PAID: 20_000 });
    expect(await sim.take(late)).toEqual(['CLAIMED']);
    const told = await sim.world.rows<{ detail: object }>(
      `select detail from feed_incidents where kind = 'misdirected' and closed_at is null`,
    );
    const seen = { amount_xaf: 20_000, went_to: '66999999', announced_to: '66123456', cause_id: id };
    expect(told).toMatchObject([{ detail: seen }]);
  });

  test('that a reading found gone is no incident where its message comes later and names the right phone', async () => {
    await sent(sim.world, merchant, 20_000);
    sim.world.pass(60);
    const late = sim.debit(20_000);
    sim.world.pass(300);
    await sim.say();
    await proveMet(sim.world.services, { limit: 10 });
    expect(await sim.take(late)).toEqual(['CLAIMED']);
    expect(await sim.incidents()).toEqual([]);
  });

  test('may have gone while a message of it waits for its place, though the SIM was read before that came', async () => {
    const id = await sent(sim.world, merchant, 20_000);
    sim.world.pass(60);
    await sim.say();
    // A fee that no tariff knows: the message does not go on from the balance.
    sim.balance_xaf -= 100;
    expect(await sim.take(sim.debit(20_000))).toEqual(['CLAIMED']);
    expect(await deskOf(sim.world).end(id, BOOK)).toBe('book_leaves_room');
    sim.world.pass(300);
    await sim.say();
    expect(await deskOf(sim.world).end(id, BOOK)).toBe('book_leaves_room');
    await proveMet(sim.world.services, { limit: 10 });
    expect(await standing(sim.world, merchant)).toEqual({ PAID: 20_000 });
  });

  test('has not gone where such a message is an invention, once the SIM was read after it', async () => {
    const id = await sent(sim.world, merchant, 20_000);
    const invented = sim.debit(20_000);
    sim.balance_xaf += 20_000;
    const text = invented.text.replace(/est \d+/, 'est 11111');
    sim.world.pass(60);
    expect(await sim.take({ ...invented, text })).toEqual(['CLAIMED']);
    await sim.say();
    expect(await deskOf(sim.world).end(id, BOOK)).toBe('book_leaves_room');
    sim.world.pass(300);
    await sim.say();
    expect(await deskOf(sim.world).endByTwo(id, BOOK)).toBe('ended');
    expect(await standing(sim.world, merchant)).toMatchObject({ FAILED: 20_000, payable: 20_000 });
  });
});
