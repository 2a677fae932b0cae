import { closeAlerts } from '../src/engine/alerts/close.ts';
import { listAlerts } from '../src/engine/alerts/list.ts';
import { anchorFeeds } from '../src/engine/feeds/anchor.ts';
import { closeIncidents } from '../src/engine/feeds/close.ts';
import { listIncidents } from '../src/engine/feeds/list.ts';
import { type ReplayedNotices, replayNotices } from '../src/engine/notices/replay.ts';
import { trustSenders } from '../src/engine/numbers/trust.ts';
import { confirmReviews } from '../src/engine/review/confirm.ts';
import { listReviews } from '../src/engine/review/list.ts';
import { rejectReviews } from '../src/engine/review/reject.ts';
import type { Services } from '../src/engine/services.ts';
import { listSuspended } from '../src/engine/suspense/list.ts';
import { refundCredits } from '../src/engine/suspense/refund.ts';
import type { ListedReview } from '../src/store/review/list.ts';
import { waitingCreditsOf } from './judge.ts';
import type { Network } from './network.ts';
import { NEW_SENDER, SENDERS } from './sms.ts';
import type { Truth } from './truth.ts';

/** A person with the SIMs in hand, who looks up what really came and decides by it. */
export type Staff = {
  /** One round: incidents, then reviews, then what stands in suspense. */
  work: () => Promise<void>;
  decided: { confirmed: number; rejected: number; refunded: number; incidents: number };
};

const ROUND = 500;
const SIGNED = { actor: 'Simulated staff', note: 'Looked up on the SIM.' };

type Desk = {
  services: Services;
  truth: Truth;
  network: Network;
  msisdns: ReadonlyMap<string, string>;
  decided: Staff['decided'];
};

/** @param desk the numbers by id, and what only the simulation knows */
export function openStaff(desk: Omit<Desk, 'decided'>): Staff {
  const decided = { confirmed: 0, rejected: 0, refunded: 0, incidents: 0 };
  return {
    decided,
    // One after the other on purpose: a person does one thing at a time.
    async work() {
      await explain({ ...desk, decided });
      await review({ ...desk, decided });
      await sendBack({ ...desk, decided });
    },
  };
}

/** Reads the balance on the SIM of each number whose balances do not follow. */
async function explain({ services, network, msisdns, decided }: Desk): Promise<void> {
  const open = await listIncidents(services, { open: true, limit: ROUND });
  const gaps = open.filter(({ kind }) => kind === 'balance_gap');
  const others = open.filter(({ kind }) => kind === 'wording');
  const renamed = open.filter(({ kind }) => kind === 'unlisted_sender');
  decided.incidents += gaps.length + others.length + renamed.length;
  await list(
    services,
    renamed.map(({ msisdn }) => msisdn),
  );
  await answerAlerts(services);
  await anchorFeeds(
    services,
    gaps.map(({ collection_number_id }) => {
      const msisdn = msisdns.get(collection_number_id) ?? '';
      return { number: msisdn, balance_xaf: network.balanceOf(msisdn), ...SIGNED };
    }),
  );
  await closeIncidents(
    services,
    others.map(({ id }) => ({ incident_id: id, ...SIGNED })),
  );
}

/** Where no balance shows it, as after a lost message, an alert tells of the operator's new name. */
async function answerAlerts(services: Services): Promise<void> {
  const alerts = await listAlerts(services, { environment: 'live', open: true, limit: ROUND });
  const senders = alerts.filter(({ kind }) => kind === 'unlisted_sender');
  await list(
    services,
    senders.flatMap(({ msisdn }) => msisdn ?? []),
  );
  await closeAlerts(
    services,
    senders.map(({ id }) => ({ alert_id: id, ...SIGNED })),
  );
}

/** Lists the operator's new name beside the old one, and has read again what came under it. */
async function list(services: Services, numbers: readonly string[]): Promise<void> {
  if (numbers.length === 0) return;
  await trustSenders(services, numbers, [SENDERS.AIRTEL, NEW_SENDER]);
  // Page after page on purpose, as the command does.
  for (let after: number | null = 0; after !== null; ) {
    const { last, failed }: ReplayedNotices = await replayNotices(services, { after, limit: ROUND });
    if (failed.length > 0) throw new Error(`replay failed: ${JSON.stringify(failed[0])}`);
    after = last;
  }
}

async function review({ services, truth, decided }: Desk): Promise<void> {
  const reviews = await listReviews(services, { environment: 'live', limit: ROUND });
  const ids = reviews.map(({ session_id }) => session_id);
  const credits = Map.groupBy(await waitingCreditsOf(services.pool, ids), (row) => row.session_id);
  const confirm = reviews.flatMap((one) => {
    const paid = (credits.get(one.session_id) ?? []).find((credit) => isPaidBy(truth, one, credit));
    return paid ? [{ session_id: one.session_id, credit_id: paid.credit_id, ...SIGNED }] : [];
  });
  const confirmed = new Set(confirm.map(({ session_id }) => session_id));
  const outcomes = await confirmReviews(services, confirm);
  const failed = outcomes.find(({ kind }) => kind !== 'confirmed');
  if (failed !== undefined) throw new Error(`staff could not confirm: ${JSON.stringify(failed)}`);
  decided.confirmed += confirm.length;
  const reject = ids.filter((session_id) => !confirmed.has(session_id));
  const rejected = await rejectReviews(
    services,
    reject.map((session_id) => ({ session_id, ...SIGNED })),
  );
  decided.rejected += rejected.filter(({ kind }) => kind === 'rejected').length;
}

async function sendBack({ services, decided }: Desk): Promise<void> {
  const waiting = await listSuspended(services, { environment: 'live', limit: ROUND });
  const outcomes = await refundCredits(
    services,
    waiting.map(({ credit_id }) => ({ credit_id, ...SIGNED })),
  );
  decided.refunded += outcomes.filter(({ kind }) => kind === 'refunded').length;
}

function isPaidBy(
  truth: Truth,
  review: ListedReview,
  credit: { operator_transaction_id: string | null; amount_xaf: number },
): boolean {
  const payment = truth.paymentOf(credit.operator_transaction_id ?? '');
  return payment?.session_id === review.session_id && credit.amount_xaf >= review.amount_xaf;
}
