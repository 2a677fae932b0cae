import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listAlerts } from '../../src/engine/alerts.ts';
import { replayNotices } from '../../src/engine/book/settle-waiting.ts';
import { tendBooks } from '../../src/engine/book/tend.ts';
import { closeAlerts } from '../../src/engine/desk/book/close.ts';
import { trustSenders } from '../../src/engine/desk/book/trust-senders.ts';
import { watchFeeds } from '../../src/engine/feeds.ts';
import { expireSessions } from '../../src/engine/sessions/expire.ts';
import { prove } from '../collection/proof.ts';
import { hearGateway } from './gateway.ts';
import { type Sim, type Sms, simsOfFile } from './world.ts';

const NEW_NAME = 'AIRTEL-TD';

const nextSim = simsOfFile();
let sim: Sim;
/** The last message that was read before this scene. */
let before: number;
beforeEach(async () => {
  sim = await nextSim();
  await sim.say();
  const [last] = await sim.world.rows<{ id: number }>(
    'select coalesce(max(id), 0)::int as id from notice_readings',
  );
  before = last?.id ?? 0;
});
afterEach(() => prove(sim.world));

const open = async () =>
  (await sim.incidents()).filter((one) => one.closed_by === null).map(({ kind }) => kind);
const alerts = async () =>
  (await listAlerts(sim.world.services, { environment: 'live', open: true, limit: 100 })).filter(
    ({ msisdn }) => msisdn === sim.msisdn,
  );
const replay = () => replayNotices(sim.world.services, { after: before, limit: 100 });
const signed = (sms: Sms, sender = NEW_NAME): Sms => ({ ...sms, sender });
/** Two people put the new name beside the old one. */
const listNewName = () =>
  trustSenders(
    sim.world.services,
    ['Awa', 'Brahim'].map((actor) => ({
      number: sim.msisdn,
      senders: ['AirtelMoney', NEW_NAME],
      actor,
      note: 'as the SIM shows it',
    })),
  );
/** The operator's own message in words that no template knows. */
const reworded = ({ id, text }: Sms): Sms => ({ id, text: text.replace('Vous avez recu', 'Versement de') });

async function pass(minutes: number): Promise<void> {
  sim.world.pass(minutes * 60);
  await hearGateway(sim.world.db.pool, sim.gateway_id, { last_seen_at: sim.world.now, clock_skew_ms: 0 });
  await watchFeeds(sim.world.services);
  await tendBooks(sim.world.services, null);
  await expireSessions(sim.world.services, { limit: 500 });
}

describe('The operator signs by a new name', () => {
  it('nothing is confirmed, no session of it expires, and staff are told why', async () => {
    const [session, other] = [await sim.session(5000), await sim.session(800)];
    expect(await sim.take(signed(sim.credit(5000)))).toEqual(['UNTRUSTED_SENDER']);
    expect(await alerts()).toMatchObject([{ kind: 'unlisted_sender', detail: { sender: NEW_NAME } }]);
    await pass(60);
    expect([await sim.statusOf(session), await sim.statusOf(other)]).toEqual(['AWAITING_PAYMENT', 'EXPIRED']);
    expect([await open(), await sim.feedStatus()]).toEqual([['claim'], 'DOUBTED']);
  });

  it('once the name is listed, what came under it is settled as of when the money moved', async () => {
    const [first, second] = [await sim.session(5000), await sim.session(1200)];
    await sim.take(signed(sim.credit(5000)), signed(sim.credit(1200)));
    await pass(60);
    expect((await replay()).understood).toEqual([]);
    await listNewName();
    expect((await replay()).understood.map((one) => one.verdict?.rule)).toEqual([
      'unique_in_time',
      'unique_in_time',
    ]);
    expect([await sim.statusOf(first), await sim.statusOf(second)]).toEqual(['SUCCESS', 'SUCCESS']);
    await pass(1);
    expect([await open(), await sim.feedStatus()]).toEqual([[], 'HEALTHY']);
    expect((await replay()).understood).toEqual([]);
  });

  it('also when messages under the old name came between', async () => {
    const [hidden, seen] = [await sim.session(5000), await sim.session(1200)];
    await sim.take(signed(sim.credit(5000)));
    expect(await sim.take(sim.credit(1200))).toEqual(['CLAIMED']);
    await listNewName();
    await replay();
    expect([await sim.statusOf(hidden), await sim.statusOf(seen)]).toEqual(['SUCCESS', 'SUCCESS']);
  });

  it('and by the old one too, of the same payment: it counts once', async () => {
    const session = await sim.session(5000);
    const paid = sim.credit(5000);
    await sim.take(signed(paid));
    expect(await sim.take(paid)).toEqual(['unique_in_time']);
    expect(await sim.statusOf(session)).toBe('SUCCESS');
    expect(await sim.take(signed(paid))).toEqual(['UNTRUSTED_SENDER']);
    await sim.take({ ...sim.credit(300) });
    await pass(2);
    expect([await open(), await sim.feedStatus()]).toEqual([[], 'HEALTHY']);
  });
});

describe('A lookalike', () => {
  it('does not know the balance: it stops nothing, and an alert tells of it once a number and hour', async () => {
    const session = await sim.session(5000);
    await sim.take(signed(sim.words(5000, 25_000), 'A1rtelMoney'), signed(sim.words(700, 9), '66554433'));
    await sim.take(signed(sim.words(900, 1_000), 'Airtel M0ney'));
    await pass(1);
    expect([await open(), await sim.feedStatus()]).toEqual([[], 'HEALTHY']);
    expect(await alerts()).toMatchObject([{ kind: 'unlisted_sender', times: 1 }]);
    sim.world.pass(3601);
    await sim.take(signed(sim.words(900, 1_000), 'Airtel M0ney'));
    expect(await alerts()).toMatchObject([{ times: 2, detail: { sender: 'Airtel M0ney' } }]);
    // What staff have closed hides nothing that comes after it.
    const [told] = await alerts();
    await closeAlerts(sim.world.services, [{ alert_id: told?.id ?? '', actor: 'Awa', note: 'a forger' }]);
    expect(await alerts()).toEqual([]);
    await sim.take(signed(sim.words(900, 1_000), 'AIRTEL-TD'));
    expect(await alerts()).toMatchObject([{ times: 1, detail: { sender: 'AIRTEL-TD' } }]);
    expect(await sim.statusOf(session)).toBe('AWAITING_PAYMENT');
  });

  it('that is listed by mistake still confirms nothing', async () => {
    const session = await sim.session(5000);
    await sim.take(signed(sim.words(5000, 25_000)));
    await listNewName();
    await replay();
    await sim.wait(31);
    expect(await sim.statusOf(session)).toBe('AWAITING_PAYMENT');
  });

  it('with advertising raises no alert', async () => {
    await sim.take({ id: 'x', text: 'Bonne fete a tous nos clients', sender: 'PROMO' });
    expect([await open(), await alerts()]).toEqual([[], []]);
  });
});

describe('The operator words a payment anew', () => {
  it('the book goes on by its figures, its money stands in suspense, and the next payment is confirmed', async () => {
    const [session, next] = [await sim.session(5000), await sim.session(1200)];
    expect(await sim.take(reworded(sim.credit(5000)))).toEqual(['unread']);
    expect(await sim.take(sim.credit(1200))).toEqual(['unique_in_time']);
    expect([await sim.statusOf(session), await sim.statusOf(next)]).toEqual(['AWAITING_PAYMENT', 'SUCCESS']);
    const rows = await sim.world.rows(
      'select kind, state, reason, amount_xaf from credits where amount_xaf = 5000 and collection_number_id = $1',
      [sim.number_id],
    );
    expect(rows).toEqual([{ kind: 'UNREAD', state: 'SUSPENSE', reason: 'unread', amount_xaf: 5000 }]);
    expect(await sim.feedStatus()).toBe('HEALTHY');
  });

  it('while a text close to a template, of somebody who does not know the balance, is a claim like any', async () => {
    expect(await sim.take(reworded(sim.words(5000, 25_000)))).toEqual(['CLAIMED']);
    expect(await sim.take(sim.credit(300))).toEqual(['unmatched']);
  });
});
