import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listAlerts } from '../../src/engine/alerts/list.ts';
import { closeIncidents } from '../../src/engine/feeds/close.ts';
import { listIncidents } from '../../src/engine/feeds/list.ts';
import { watchFeeds } from '../../src/engine/feeds/watch.ts';
import { replayNotices } from '../../src/engine/notices/replay.ts';
import { trustSenders } from '../../src/engine/numbers/trust.ts';
import { expireSessions } from '../../src/engine/sessions/expire.ts';
import { prove } from '../collection/proof.ts';
import { hearGateway } from './gateway.ts';
import { MSISDN, openSim, type Sim, type Sms } from './world.ts';

const NEW_NAME = 'AIRTEL-TD';

let sim: Sim;
beforeEach(async () => {
  sim = await openSim();
  await sim.say();
});
afterEach(async () => {
  await prove(sim.world);
  await sim.world.close();
});

const open = async () =>
  (await sim.incidents()).filter((one) => one.closed_by === null).map(({ kind }) => kind);
const alerts = () => listAlerts(sim.world.services, { environment: 'live', open: true, limit: 10 });
const replay = () => replayNotices(sim.world.services, { after: 0, limit: 100 });
const signed = (sms: Sms, sender = NEW_NAME): Sms => ({ ...sms, sender });
/** The operator's own message in words that no template knows. */
const reworded = ({ id, text }: Sms): Sms => ({ id, text: text.replace('Vous avez recu', 'Versement de') });

async function pass(minutes: number): Promise<void> {
  sim.world.pass(minutes * 60);
  await hearGateway(sim.world.db.pool, sim.gateway_id, { last_seen_at: sim.world.now, clock_skew_ms: 0 });
  await watchFeeds(sim.world.services);
  await expireSessions(sim.world.services, { limit: 500 });
}

async function close(): Promise<void> {
  const ids = (await sim.incidents()).filter((one) => one.closed_by === null).map(({ id }) => id);
  await closeIncidents(
    sim.world.services,
    ids.map((incident_id) => ({ incident_id, actor: 'Awa', note: 'looked at the SIM' })),
  );
}

describe('The operator signs by a new name', () => {
  it('nothing is confirmed, nobody is given the number, no session expires, and staff are told why', async () => {
    const session = await sim.session(5000);
    expect(await sim.take(signed(sim.credit(5000)))).toEqual(['UNTRUSTED_SENDER']);
    expect([await open(), await sim.feedStatus()]).toEqual([['unlisted_sender'], 'GAP']);
    const [incident] = await listIncidents(sim.world.services, { open: true, limit: 10 });
    expect(incident?.detail).toMatchObject({ sender: NEW_NAME, tip_xaf: 50_000, after_xaf: 55_000 });
    expect(await alerts()).toMatchObject([{ kind: 'unlisted_sender', detail: { sender: NEW_NAME } }]);
    await pass(60);
    expect(await sim.statusOf(session)).toBe('AWAITING_PAYMENT');
  });

  it('once the name is listed, what came under it is settled as of when the money moved', async () => {
    const [first, second] = [await sim.session(5000), await sim.session(1200)];
    await sim.take(signed(sim.credit(5000)), signed(sim.credit(1200)));
    await pass(60);
    expect((await replay()).understood).toEqual([]);
    await trustSenders(sim.world.services, [MSISDN], ['AirtelMoney', NEW_NAME]);
    expect((await replay()).understood.map((one) => one.verdict?.rule)).toEqual([
      'unique_in_time',
      'unique_in_time',
    ]);
    expect([await sim.statusOf(first), await sim.statusOf(second)]).toEqual(['SUCCESS', 'SUCCESS']);
    expect([await open(), await sim.feedStatus()]).toEqual([[], 'HEALTHY']);
    expect((await replay()).understood).toEqual([]);
  });

  it('also when messages under the old name came between', async () => {
    const [hidden, seen] = [await sim.session(5000), await sim.session(1200)];
    await sim.take(signed(sim.credit(5000)));
    expect(await sim.take(sim.credit(1200))).toEqual(['PARKED']);
    await trustSenders(sim.world.services, [MSISDN], ['AirtelMoney', NEW_NAME]);
    await replay();
    expect([await sim.statusOf(hidden), await sim.statusOf(seen)]).toEqual(['SUCCESS', 'SUCCESS']);
    expect([await open(), await sim.feedStatus()]).toEqual([[], 'HEALTHY']);
  });

  it('where the chain goes on without its message, that is on record as missed and its session waits for it', async () => {
    const hidden = await sim.session(5000);
    await sim.session(1200);
    await sim.session(700);
    await sim.take(signed(sim.credit(5000)));
    await sim.take(sim.credit(1200));
    await sim.wait(31);
    await sim.take(sim.credit(700));
    expect(await sim.incidents()).toContainEqual(
      expect.objectContaining({ kind: 'balance_gap', note: expect.stringContaining(hidden.id) }),
    );
    expect([await open(), await sim.feedStatus()]).toEqual([[], 'HEALTHY']);
    await pass(60);
    expect(await sim.statusOf(hidden)).toBe('AWAITING_PAYMENT');
    await trustSenders(sim.world.services, [MSISDN], ['AirtelMoney', NEW_NAME]);
    await replay();
    expect([await sim.statusOf(hidden), await open()]).toEqual(['SUCCESS', []]);
  });

  it('and by the old one too, of the same payment: the incident explains itself', async () => {
    const session = await sim.session(5000);
    const paid = sim.credit(5000);
    await sim.take(signed(paid));
    expect(await open()).toEqual(['unlisted_sender']);
    expect(await sim.take(paid)).toEqual(['unique_in_time']);
    expect([await sim.statusOf(session), await open(), await sim.feedStatus()]).toEqual([
      'SUCCESS',
      [],
      'HEALTHY',
    ]);
    expect(await sim.take(signed(paid))).toEqual(['UNTRUSTED_SENDER']);
    expect(await open()).toEqual([]);
  });

  it('while the balance that staff read on the SIM ends the incident too', async () => {
    await sim.take(signed(sim.credit(5000)));
    await sim.say();
    expect([await open(), await sim.feedStatus()]).toEqual([[], 'HEALTHY']);
    await sim.take(signed(sim.credit(300)));
    expect(await open()).toEqual(['unlisted_sender']);
    await close();
    expect([await open(), await sim.feedStatus()]).toEqual([[], 'HEALTHY']);
  });
});

describe('A lookalike', () => {
  it('does not know the balance: it stops nothing, and an alert tells of it once a number and hour', async () => {
    const session = await sim.session(5000);
    await sim.take(signed(sim.words(5000, 25_000), 'A1rtelMoney'), signed(sim.words(700, 9), '66554433'));
    await sim.take(signed(sim.words(900, 1_000), 'Airtel M0ney'));
    expect([await open(), await sim.feedStatus()]).toEqual([[], 'HEALTHY']);
    expect(await alerts()).toMatchObject([{ kind: 'unlisted_sender', times: 1 }]);
    sim.world.pass(3601);
    await sim.take(signed(sim.words(900, 1_000), 'Airtel M0ney'));
    expect(await alerts()).toMatchObject([{ times: 2, detail: { sender: 'Airtel M0ney' } }]);
    expect(await sim.statusOf(session)).toBe('AWAITING_PAYMENT');
  });

  it('that is listed by mistake still confirms nothing', async () => {
    const session = await sim.session(5000);
    await sim.take(signed(sim.words(5000, 25_000)));
    await trustSenders(sim.world.services, [MSISDN], ['AirtelMoney', NEW_NAME]);
    await replay();
    await sim.wait(31);
    expect(await sim.statusOf(session)).toBe('UNDER_REVIEW');
  });

  it('with advertising raises no alert', async () => {
    await sim.take({ id: 'x', text: 'Bonne fete a tous nos clients', sender: 'PROMO' });
    expect([await open(), await alerts()]).toEqual([[], []]);
  });
});

describe('The operator words a payment anew', () => {
  it('the number rests and its sessions wait, until another message tells of the same step', async () => {
    const session = await sim.session(5000);
    const paid = sim.credit(5000);
    expect(await sim.take(reworded(paid))).toEqual(['UNPARSED']);
    expect([await open(), await sim.feedStatus()]).toEqual([['wording'], 'GAP']);
    await pass(60);
    expect(await sim.statusOf(session)).toBe('AWAITING_PAYMENT');
    expect(await sim.take(paid)).toEqual(['unique_in_time']);
    expect([await sim.statusOf(session), await open(), await sim.feedStatus()]).toEqual([
      'SUCCESS',
      [],
      'HEALTHY',
    ]);
  });

  it('while a text close to a template, of somebody who does not know the balance, stops nothing', async () => {
    expect(await sim.take(reworded(sim.words(5000, 25_000)))).toEqual(['UNPARSED']);
    expect([await open(), await sim.feedStatus()]).toEqual([[], 'HEALTHY']);
    expect(await alerts()).toMatchObject([{ kind: 'wording' }]);
  });
});
