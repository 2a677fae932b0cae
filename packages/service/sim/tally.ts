import type { Pool } from 'pg';
import type { PaymentSession } from '../src/domain/session/session.ts';
import type { Sale } from './demand.ts';
import { allCredits } from './judge.ts';
import type { Payment } from './network.ts';
import type { Post } from './post.ts';
import type { SeenCredit, Truth } from './truth.ts';

/** What a run came to, counted by payments that customers really made. */
export type Tally = {
  sold: (sale: Sale, session: PaymentSession | null) => void;
  forged: () => void;
  /** Counts how every payment ended, and judges every credit once more. */
  close: (pool: Pool, truth: Truth, post: Post) => Promise<string[]>;
  counts: () => Counts;
};

export type Counts = {
  sessions: number;
  /** Sales for which no number was free. */
  refused: number;
  payments: number;
  forged: number;
  automatic: number;
  /** By why: the customer's or the network's doing, and where the money was found. */
  by_person: Record<string, number>;
  events: number;
  delivered: number;
  digest: number;
};

export function createTally(): Tally {
  const behaviours = new Map<string, Sale['behaviour']>();
  const counts: Counts = {
    sessions: 0,
    refused: 0,
    payments: 0,
    forged: 0,
    automatic: 0,
    by_person: {},
    events: 0,
    delivered: 0,
    digest: 0,
  };
  const note = (why: string): void => {
    counts.by_person[why] = (counts.by_person[why] ?? 0) + 1;
  };

  return {
    counts: () => counts,
    sold(sale, session) {
      if (session === null) {
        counts.refused += 1;
        return;
      }
      counts.sessions += 1;
      if (sale.behaviour !== 'abandons') behaviours.set(session.id, sale.behaviour);
    },
    forged: () => {
      counts.forged += 1;
    },
    async close(pool, truth, post) {
      const broken: string[] = [];
      const found = new Map<string, SeenCredit>();
      for await (const page of allCredits(pool)) {
        broken.push(...truth.judge(page));
        for (const credit of page) found.set(credit.operator_transaction_id, credit);
      }
      const unread = new Set(await unreadTexts(pool));
      for (const payment of truth.payments()) {
        counts.payments += 1;
        const credit = found.get(payment.operator_transaction_id);
        counts.digest = mixed(
          counts.digest,
          `${payment.operator_transaction_id} ${credit?.state} ${credit?.reason}`,
        );
        if (credit?.state === 'MATCHED' && credit.automatic) counts.automatic += 1;
        else note(whyPerson(payment, behaviours.get(payment.session_id), credit));
        broken.push(...lostMoney(truth, payment, credit, unread));
      }
      const { rows } = await pool.query<{ events: number; missing: number }>(UNDELIVERED);
      counts.events = rows[0]?.events ?? 0;
      counts.delivered = post.received.size;
      if ((rows[0]?.missing ?? 0) > 0)
        broken.push(`${rows[0]?.missing} events are marked delivered and nobody has them`);
      broken.push(...(await unreceived(pool, post)));
      return broken;
    },
  };
}

const UNDELIVERED = `select (select count(*)::int from events) as events,
  (select count(*)::int from webhook_deliveries d where d.state = 'DELIVERED'
    and not exists (select from webhook_attempts a where a.delivery_id = d.id and a.outcome = 'delivered')) as missing`;

/** Deliveries that the service counts as made must be in a receiver's hands. */
async function unreceived(pool: Pool, post: Post): Promise<string[]> {
  const { rows } = await pool.query<{ event_id: string }>(
    `select event_id from webhook_deliveries where state = 'DELIVERED'`,
  );
  const missing = rows.filter(({ event_id }) => !post.received.has(event_id));
  return missing.slice(0, 5).map(({ event_id }) => `event ${event_id} counts as delivered and never arrived`);
}

/** A message that came must be a credit, or be listed for staff among those that nobody understood. */
function lostMoney(
  truth: Truth,
  payment: Payment,
  credit: SeenCredit | undefined,
  unread: ReadonlySet<string>,
): string[] {
  const { operator_transaction_id: id } = payment;
  if (credit !== undefined || !truth.wasHeard(id) || unread.has(id)) return [];
  return [`the message of ${id}, ${payment.amount_xaf} XAF, came and is nowhere`];
}

async function unreadTexts(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select substring(n.body from 'No ([A-Z0-9.]+)$') as id from notice_readings r join notices n on n.id = r.notice_id
    where r.outcome = 'UNPARSED'`,
  );
  return rows.map(({ id }) => id);
}

function whyPerson(
  payment: Payment,
  behaviour: Sale['behaviour'] | undefined,
  credit: SeenCredit | undefined,
): string {
  if (payment.message === 'lost') return 'its message was lost by the network';
  if (payment.message === 'reworded') return 'its message was in unknown words';
  if (behaviour === 'pays_late') return 'the customer paid late';
  if (behaviour === 'pays_wrong_amount') return 'the customer sent another amount';
  if (credit === undefined) return 'its message never came';
  return `paid well, but ${credit.state.toLowerCase()}: ${credit.reason}`;
}

/** FNV-1a: two runs of a seed must end in the same number. */
function mixed(digest: number, text: string): number {
  let hash = digest ^ 0x811c9dc5;
  for (let n = 0; n < text.length; n += 1) hash = Math.imul(hash ^ text.charCodeAt(n), 0x01000193);
  return hash >>> 0;
}
