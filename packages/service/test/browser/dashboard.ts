import type { AddressInfo } from 'node:net';
import type { PaymentSession } from '../../src/domain/session/session.ts';
import type { Browser } from '../account/browser.ts';
import { type Known, Site } from '../account/site.ts';
import { openWorld } from '../collection/world.ts';
import { emptyPayments, fillPayments } from '../payments/history.ts';

/** A shop with a fortnight of payments behind it, its pages on a port of this machine. */
export interface Shop {
  url: string;
  site: Site;
  merchant_id: string;
  /** The cookie of a browser in which somebody of this role is signed in. */
  cookieOf: (role: 'owner' | 'cashier') => Promise<{ name: string; value: string; url: string }>;
  paid: PaymentSession;
  late: PaymentSession;
  waiting: PaymentSession;
  close: () => Promise<void>;
}

export async function openShop(): Promise<Shop> {
  const world = await openWorld();
  // Over plain http, as on a developer's machine: a cookie that asks for more would not come back.
  world.services.policy = { ...world.services.policy, dashboard_url: 'http://127.0.0.1' };
  const site = new Site(world);
  const merchant_id = await world.merchant();
  await world.rows("update merchants set name = 'Alimentation du Chari' where id = $1", [merchant_id]);
  const filled = { merchant_id, size: 1500, before: world.now, every_s: 777 };
  await fillPayments(world.db.pool, filled);
  const paid = await world.session(merchant_id, {
    reference: 'PANIER-1024',
    description: '2 sacs de riz, 1 huile',
    customer_phone: '+23566001122',
  });
  world.pass(48);
  await world.pay(paid, { payer_phone: '+23566001122', operator_transaction_id: 'PP261121.1200.A12345' });
  await addWebhook(site, merchant_id, paid);
  const late = await world.session(merchant_id, { reference: 'PANIER-1025', amount_xaf: 12_500 });
  world.pass(10 * 60 + 40);
  await world.pay(late);
  const waiting = await world.session(merchant_id, { reference: 'PANIER-1026', amount_xaf: 7_500 });
  await site.server.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(site.server.server.address() as AddressInfo).port}`;
  return {
    url,
    site,
    merchant_id,
    paid,
    late,
    waiting,
    cookieOf: async (role) => {
      const member: Browser & { known: Known } = await site.member(role, merchant_id);
      return { name: 'chari-session', value: member.cookie('session') ?? '', url };
    },
    close: async () => {
      await emptyPayments(world.db.pool);
      await site.close();
    },
  };
}

async function addWebhook(
  { world, services }: Site,
  merchant_id: string,
  paid: PaymentSession,
): Promise<void> {
  const endpoint_id = services.newId();
  const delivery_id = services.newId();
  const { now } = world;
  await world.rows(
    `insert into webhook_endpoints (id, merchant_id, environment, url, secret_sealed, created_at)
     values ($1, $2, 'test', 'https://boutique.example.com/webhooks/chari', '\\x00', $3)`,
    [endpoint_id, merchant_id, now],
  );
  await world.rows(
    `insert into webhook_deliveries (id, event_id, endpoint_id, state, attempt_count, created_at, finished_at)
     select $1, id, $2, 'DELIVERED', 2, $4, $4 from events where object_id = $3`,
    [delivery_id, endpoint_id, paid.id, now],
  );
  await world.rows(
    `insert into webhook_attempts (delivery_id, attempt, started_at, duration_ms, outcome, status_code, answer)
     values ($1, 1, $2, 10001, 'timed_out', null, null), ($1, 2, $2, 84, 'delivered', 200, 'ok')`,
    [delivery_id, now],
  );
}
