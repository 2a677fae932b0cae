import type { CreateSession } from '../../domain/session/commands.ts';
import type { PaymentSession } from '../../domain/session/session.ts';
import { later, MINUTE_MS } from '../../domain/time.ts';
import type { SiteServices } from '../../engine/account/services.ts';
import { tendBooks } from '../../engine/book/tend.ts';
import { type DemoTrade, openDemoTrade } from '../../engine/demo.ts';
import { confirmReviews } from '../../engine/desk/payments/decide-review.ts';
import { watchFeeds } from '../../engine/feeds.ts';
import { addDocuments } from '../../engine/kyc/documents.ts';
import { saveProfiles, submitProfiles } from '../../engine/kyc/profiles.ts';
import { cancelSessions } from '../../engine/sessions/cancel.ts';
import { createSessions } from '../../engine/sessions/create.ts';
import { createIds } from '../services.ts';
import { DEMO_PROFILE, demoDocuments } from './demo-profile.ts';
import { type DemoSim, openDemoSims } from './demo-sims.ts';

/** Invented sessions stay open for an hour, so that nothing but these stories ends one. */
const TTL_MINUTES = 60;
/** When the first story happens, before now. */
const BEGINS_MS = -45 * MINUTE_MS;
/** The sweep at work may have taken a SIM for silent before its phone was set up; whoever looks again sees the phone. */
const RAIL_TRIES_MAX = 20;

/**
 * Leaves live cases of each kind on staff's desk: invented sessions on invented SIMs, whose phone tells of SMS as any phone
 * does, and a profile that was handed in. Whatever waits was made so by the service.
 */
export async function playDesk(services: SiteServices): Promise<void> {
  let now = later(services.now(), BEGINS_MS);
  const playing: SiteServices = { ...services, now: () => now, newId: createIds(() => now.getTime()) };
  const trade = await openDemoTrade(playing);
  const sims = await openDemoSims(playing, { colleagues: trade.colleagues, heard_at: services.now() });
  const stage = (sim: DemoSim): Stage => ({
    sim,
    order: orders(playing, trade.merchant_id),
    pass: (minutes) => {
      now = later(now, minutes * MINUTE_MS);
    },
  });
  await payOddly(stage(sims.airtel));
  await payNobody(playing, stage(sims.airtel));
  await proposeLarge(playing, stage(sims.airtel), trade);
  await missAMessage(stage(sims.moov));
  await handIn(playing, trade);
  // In words that no template takes.
  await sims.airtel.tell('Info client: {amount} F offerts a NOM. Ref: {id}. Solde: {balance} F', 250);
  now = services.now();
  await tendBooks(playing, null);
  await sims.retire();
}

type Stage = {
  sim: DemoSim;
  order: (fields: Partial<CreateSession>) => Promise<PaymentSession>;
  pass: (minutes: number) => void;
};

function orders(services: SiteServices, merchant_id: string): Stage['order'] {
  return async (fields) => {
    const reference = `STALL-${services.newId().slice(-6).toUpperCase()}`;
    const command: CreateSession = {
      ...{ merchant_id, environment: 'live', reference, amount_xaf: 5000, operator: 'AIRTEL' },
      ...{ customer_phone: null, description: null, metadata: null, idempotency: null },
      ...{ ttl_minutes: TTL_MINUTES, ...fields },
    };
    for (let tries = 1; ; tries += 1) {
      // What one engine has read of the rails it believes for a second, and here the clock stands still.
      const [outcome] = await createSessions({ ...services }, [command]);
      if (outcome?.kind === 'created') return outcome.session;
      if (outcome?.kind !== 'rail_not_ready' || tries === RAIL_TRIES_MAX)
        throw new Error(`an order of the demo was refused: ${outcome?.kind}`);
      await watchFeeds(services);
    }
  };
}

/** A payment as it should be, one by another phone, and one that is too little. */
async function payOddly({ order, sim, pass }: Stage): Promise<void> {
  // What was known of the rails a moment ago is as of before the SIMs were there.
  pass(1);
  await order({ amount_xaf: 12_500 });
  pass(2);
  await sim.pay(12_500, '66412207');
  pass(3);
  await order({ amount_xaf: 17_500, customer_phone: '+23566301144' });
  pass(2);
  await sim.pay(17_500, '66785530');
  pass(4);
  await order({ amount_xaf: 30_000, customer_phone: '+23566902218' });
  pass(3);
  await sim.pay(20_000, '66902218');
  pass(1);
}

/** Money that nothing ties to a session, and money for an order that was cancelled. */
async function payNobody(services: SiteServices, { order, sim, pass }: Stage): Promise<void> {
  await sim.pay(3_250, '66118820');
  pass(3);
  const { id: session_id, merchant_id, environment } = await order({ amount_xaf: 8_000 });
  pass(1);
  await cancelSessions(services, [{ session_id, merchant_id, environment, idempotency: null }]);
  pass(2);
  await sim.pay(8_000, '66540091');
  pass(2);
}

/** A large payment by another phone, of which one colleague has said that it is the customer's. */
async function proposeLarge(
  services: SiteServices,
  { order, sim, pass }: Stage,
  { colleagues: [first] }: DemoTrade,
): Promise<void> {
  const { id: session_id } = await order({ amount_xaf: 150_000, customer_phone: '+23566230019' });
  pass(2);
  await sim.pay(150_000, '66447702');
  pass(3);
  const note = 'le client a montré les deux téléphones';
  await confirmReviews(services, [{ ...first, session_id, credit_id: null, note }]);
  pass(1);
}

/** The phone has not told of one SMS, so the next one does not go on from the book, and its number waits. */
async function missAMessage({ order, sim, pass }: Stage): Promise<void> {
  await order({ amount_xaf: 9_500, operator: 'MOOV' });
  pass(3);
  sim.miss(4_000);
  await sim.pay(9_500, '99120033');
  pass(4);
}

/** A shop hands its profile in; its documents say that they are examples. */
async function handIn(services: SiteServices, { applicant }: DemoTrade): Promise<void> {
  await saveProfiles(services, [{ ...applicant, typed: DEMO_PROFILE }]);
  await addDocuments(
    services,
    demoDocuments().map((document) => ({ ...applicant, ...document })),
  );
  await submitProfiles(services, [applicant]);
}
