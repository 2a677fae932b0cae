import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { closeIncidents } from '../../src/engine/desk/book/close.ts';
import { explainSteps } from '../../src/engine/desk/book/explain.ts';
import type { Sim } from '../book/world.ts';
import { asked, refund } from '../refunds/world.ts';
import { deskOf, openSimAndShop } from './desk.ts';
import { agree, brings, draft, payOutTo, verify } from './shop.ts';

let sim: Sim;
beforeEach(async () => {
  ({ sim } = await openSimAndShop());
  await verify(sim.world, sim.merchant);
  await payOutTo(sim.world, sim.merchant);
  await agree(sim.world, sim.merchant);
  await brings(sim.world, sim.merchant, [7000]);
});
afterEach(() => sim.world.close());

const by = (actor: string) => ({ actor, note: 'looked' });
const drafted = async () => {
  const outcome = await draft(sim.world, sim.merchant);
  return outcome.kind === 'drafted' ? outcome : { settlement_id: '', amount_xaf: 0 };
};

/** Who knows the balance forges a payment, for a session that nobody pays. */
async function forge(amount_xaf: number) {
  const session = await sim.session(amount_xaf);
  await sim.take(sim.words(amount_xaf, sim.balance_xaf + amount_xaf));
  expect(await sim.statusOf(session)).toBe('SUCCESS');
  sim.world.pass(3600);
  return session;
}

/** The SIM is read, and holds less than its book. */
const readShort = async () =>
  expect(await sim.say(sim.balance_xaf, 'Awa')).toMatchObject({ kind: 'anchored', is_short: true });

async function close(): Promise<void> {
  const open = (await sim.incidents()).filter(
    ({ kind, closed_by }) => kind === 'short' && closed_by === null,
  );
  await closeIncidents(
    sim.world.services,
    open.map(({ id: incident_id }) => ({ incident_id, ...by('Awa') })),
  );
}

/** Two people say that the forged payment was never made. */
async function writeOff(): Promise<void> {
  const [step] = await sim.world.rows<{ id: string }>(`select id from book_steps where kind = 'CREDIT'`);
  for (const actor of ['Awa', 'Brahim'])
    await explainSteps(sim.world.services, [{ step_id: step?.id ?? '', meaning: 'write_off', ...by(actor) }]);
}

describe('A payment that may never have come', () => {
  test('by a short reading is paid out to nobody before somebody has looked into that, by no settlement and no refund', async () => {
    const session = await forge(90_000);
    await readShort();
    expect((await drafted()).amount_xaf).toBe(7000);
    expect(await refund(sim.world.services, asked(session))).toBe('payment_doubted');
    await close();
    expect((await drafted()).amount_xaf).toBe(90_000);
  });

  test('keeps a settlement back that was drafted before the reading', async () => {
    const desk = deskOf(sim.world);
    await forge(90_000);
    const { settlement_id: id, amount_xaf } = await drafted();
    expect([amount_xaf, await desk.decide(id, 'approve')]).toEqual([97_000, 'approved']);
    await readShort();
    expect(await desk.send(id)).toBe('payment_reversed');
    expect(await desk.takeBack(id)).toBe('cancelled');
    await close();
    expect((await drafted()).amount_xaf).toBe(97_000);
  });

  test('by the word of two people is paid out to nobody, also once its SIM is believed again', async () => {
    await forge(90_000);
    await readShort();
    await writeOff();
    await close();
    expect((await drafted()).amount_xaf).toBe(7000);
    expect((await drafted()).amount_xaf).toBe(0);
  });

  test('takes nothing of the honest payments with it that were in one draft with it, once that is cancelled', async () => {
    const desk = deskOf(sim.world);
    await forge(90_000);
    const { settlement_id: id, amount_xaf } = await drafted();
    expect(amount_xaf).toBe(97_000);
    await readShort();
    await writeOff();
    await close();
    expect(await desk.decide(id, 'approve')).toBe('payment_reversed');
    expect(await desk.decide(id, 'cancel')).toBe('cancelled');
    const next = await drafted();
    expect([next.amount_xaf, await desk.decide(next.settlement_id, 'approve')]).toEqual([7000, 'approved']);
    expect((await drafted()).amount_xaf).toBe(0);
  });

  test('takes nothing of what a failed settlement brought back either, nor of what is in the reserve', async () => {
    const desk = deskOf(sim.world);
    await agree(sim.world, sim.merchant, { reserve_xaf: 2000 });
    await forge(90_000);
    const first = await drafted();
    await desk.decide(first.settlement_id, 'cancel');
    const second = await drafted();
    expect([first.amount_xaf, second.amount_xaf]).toEqual([95_000, 95_000]);
    await readShort();
    await writeOff();
    await close();
    expect(await desk.decide(second.settlement_id, 'cancel')).toBe('cancelled');
    const { settlement_id: id, amount_xaf } = await drafted();
    expect([amount_xaf, await desk.decide(id, 'approve')]).toEqual([5000, 'approved']);
    expect((await drafted()).amount_xaf).toBe(0);
    await agree(sim.world, sim.merchant);
    expect((await drafted()).amount_xaf).toBe(2000);
  });
});
