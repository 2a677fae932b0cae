import { beforeEach, describe, expect, it } from 'vitest';
import type { PaymentSession } from '../../src/domain/session/session.ts';
import { tendBooks } from '../../src/engine/book/tend.ts';
import { watchFeeds } from '../../src/engine/feeds.ts';
import { expireSessions } from '../../src/engine/sessions/expire.ts';
import { hearGateway } from './gateway.ts';
import { type Sim, simsOfFile } from './world.ts';

const nextSim = simsOfFile();
let sim: Sim;
beforeEach(async () => {
  sim = await nextSim();
  await sim.say();
  await hear();
});

const hear = (clock_skew_ms = 0) =>
  hearGateway(sim.world.db.pool, sim.gateway_id, { last_seen_at: sim.world.now, clock_skew_ms });

/** The clock goes on, the phone says what it says, the sweeper does its rounds. */
async function pass(minutes: number, is_heard: boolean): Promise<void> {
  sim.world.pass(minutes * 60);
  if (is_heard) await hear();
  await watchFeeds(sim.world.services);
  await tendBooks(sim.world.services, null);
  await expireSessions(sim.world.services, { limit: 500 });
}

const statusOf = (session: PaymentSession) => sim.statusOf(session);
const open = async () =>
  (await sim.incidents()).filter((one) => one.closed_by === null).map(({ kind }) => kind);

describe('A live session', () => {
  it('expires after its grace when its phone is heard', async () => {
    const session = await sim.session(1000);
    await pass(11, true);
    expect(await statusOf(session)).toBe('AWAITING_PAYMENT');
    await pass(2, true);
    expect(await statusOf(session)).toBe('EXPIRED');
  });

  it('is not given up before its phone was asked, once, what it still has', async () => {
    const session = await sim.session(1000);
    const asks: { collection_number_id: string; since: Date; until: Date }[] = [];
    for (let minutes = 1; minutes <= 20; minutes += 1) {
      sim.world.pass(60);
      await hear();
      await tendBooks(sim.world.services, async (more) => asks.push(...more));
    }
    const own = asks.filter((one) => one.collection_number_id === sim.number_id);
    expect(own).toMatchObject([{ collection_number_id: session.collection_number_id }]);
    const [{ since, until }] = own as [(typeof own)[number]];
    expect(since.getTime()).toBeLessThan(session.created_at.getTime());
    expect(until.getTime()).toBeGreaterThan(session.created_at.getTime() + 8 * 60_000);
    expect(until.getTime()).toBeLessThan(session.expires_at.getTime());
    expect(await open()).toEqual([]);
  });

  it('waits while its phone is silent, also before anybody has noticed, and expires once it is heard', async () => {
    const session = await sim.session(1000);
    await pass(13, false);
    expect([await statusOf(session), await open()]).toEqual(['AWAITING_PAYMENT', []]);
    await pass(7, false);
    expect([await statusOf(session), await open(), await sim.feedStatus()]).toEqual([
      'AWAITING_PAYMENT',
      ['silent'],
      'SILENT',
    ]);
    await pass(60, true);
    expect([await statusOf(session), await open(), await sim.feedStatus()]).toEqual([
      'EXPIRED',
      [],
      'HEALTHY',
    ]);
    expect(await sim.incidents()).toMatchObject([{ closed_by: 'feed', note: 'its gateway is heard again' }]);
  });

  it('paid while its phone was silent becomes SUCCESS when the message comes', async () => {
    const session = await sim.session(1000);
    const paid = sim.credit(1000);
    await pass(120, false);
    expect(await sim.take(paid)).toEqual(['unique_in_time']);
    expect(await statusOf(session)).toBe('SUCCESS');
  });

  it('waits a day at most', async () => {
    const session = await sim.session(1000);
    await pass(24 * 60 + 9, false);
    expect(await statusOf(session)).toBe('AWAITING_PAYMENT');
    await pass(2, false);
    expect(await statusOf(session)).toBe('EXPIRED');
  });

  it('waits for a message of its payment that is not proven, and expires once that is refuted', async () => {
    const session = await sim.session(5000);
    await sim.take(sim.words(5000, 9_999));
    await pass(13, true);
    expect([await statusOf(session), await open()]).toEqual(['AWAITING_PAYMENT', ['claim']]);
    await sim.take(sim.credit(700));
    await pass(0, true);
    expect([await statusOf(session), await open()]).toEqual(['EXPIRED', []]);
  });

  it('whose payment was told of and never proven goes to review after a day, and never to EXPIRED', async () => {
    const [told, other] = [await sim.session(5000), await sim.session(4444)];
    sim.credit(300);
    await sim.take(sim.credit(5000));
    await pass(13, true);
    expect([await statusOf(told), await statusOf(other)]).toEqual(['AWAITING_PAYMENT', 'EXPIRED']);
    await pass(24 * 60, true);
    const [row] = await sim.world.rows('select status, review_reason from payment_sessions where id = $1', [
      told.id,
    ]);
    expect(row).toEqual({ status: 'UNDER_REVIEW', review_reason: 'unproven' });
  });

  it('whose payment is proven after its expiry, by a balance read on the SIM, is SUCCESS as of when it was paid', async () => {
    const session = await sim.session(5000);
    const lost = sim.credit(300);
    await sim.take(sim.credit(5000));
    await pass(90, true);
    expect(await statusOf(session)).toBe('AWAITING_PAYMENT');
    expect(await sim.say()).toMatchObject({ proven: 1, unexplained_xaf: 300 });
    expect(await statusOf(session)).toBe('SUCCESS');
    expect(await sim.take(lost)).toEqual(['unmatched']);
  });

  it('of test expires whatever happens to live', async () => {
    const session = await sim.world.session(sim.merchant, { amount_xaf: 1000 });
    await pass(13, false);
    expect(await statusOf(session)).toBe('EXPIRED');
  });
});

describe('A phone whose clock is wrong', () => {
  it('stops being assigned, and what only its clock dates goes to review', async () => {
    const [dated, undated] = [await sim.session(1000), await sim.session(2000)];
    await hear(300_000);
    await watchFeeds(sim.world.services);
    expect([await open(), await sim.feedStatus()]).toEqual([['clock_skew'], 'LAGGING']);
    expect(await sim.take(sim.credit(1000))).toEqual(['unique_in_time']);
    const { id, text } = sim.credit(2000);
    expect(await sim.take({ id, text: text.replace(/^Trans.ID : \S+ /, '') })).toEqual(['unproven']);
    expect([await statusOf(dated), await statusOf(undated)]).toEqual(['SUCCESS', 'UNDER_REVIEW']);
    await hear(0);
    await watchFeeds(sim.world.services);
    expect([await open(), await sim.feedStatus()]).toEqual([[], 'HEALTHY']);
  });
});

it('Two looks at once open an incident once', async () => {
  const processes = await sim.world.processes(3);
  await pass(0, true);
  sim.world.pass(3600);
  await Promise.all(processes.map((services) => watchFeeds(services)));
  expect((await sim.incidents()).map((one) => one.kind)).toEqual(['silent']);
});
