// All that the shop has to do with Chari: ask for a payment, hear of its result, and ask when it heard nothing.
import { Chari } from '@chari/sdk';

const EVENTS = ['payment_session.succeeded', 'payment_session.under_review', 'payment_session.expired'];

/**
 * @param settings `{ api_key, chari_url, shop_url }`
 * @param orders `Orders`
 */
export async function openPayments({ api_key, chari_url, shop_url }, orders) {
  const chari = new Chari({ apiKey: api_key, baseUrl: chari_url });
  const secret = await webhookSecret(chari, orders, `${shop_url}/webhooks`);

  /** The payment session of an order. The order's id is the reference: asked for twice, it is the same session. */
  async function ask({ id, amount_xaf, operator }) {
    const order = { reference: id, amount: amount_xaf, currency: 'XAF', operator };
    const session = await chari.paymentSessions.createOrGet(order);
    orders.keepSession(session);
    orders.follow(session);
    return session;
  }

  /**
   * Takes a webhook: each event once.
   * @throws WebhookSignatureError when it is not Chari's
   */
  async function receive(raw_body, headers) {
    const event = await chari.webhooks.verify(raw_body, headers, secret);
    const is_new = orders.once(event.id, () => {
      if (EVENTS.includes(event.event)) orders.follow(event.data);
    });
    console.log(is_new ? `${event.event} ${event.data.reference}` : `again: ${event.id}`);
  }

  /** Asks about every order whose payment is open: for what was sent while the shop was down. */
  async function catchUp() {
    for (const { id, session_id } of orders.open()) {
      await chari.paymentSessions.retrieve(session_id).then(
        (session) => orders.follow(session),
        (error) => {
          console.error(`nothing is known of order ${id} for now: ${error.message}`);
        },
      );
    }
  }

  return { ask, receive, catchUp };
}

/**
 * The secret of the shop's webhook endpoint, which is made at the first start. It is shown once, when it is made:
 * one that is lost is replaced. In production take it from wherever you keep your other secrets.
 */
async function webhookSecret(chari, orders, url) {
  const { webhook_endpoints } = await chari.webhookEndpoints.list();
  const existing = webhook_endpoints.find((endpoint) => endpoint.url === url);
  const kept = existing && orders.secretOf(existing.id);
  if (kept) return kept;
  const { id, secret } = existing
    ? await chari.webhookEndpoints.rotateSecret(existing.id)
    : await chari.webhookEndpoints.create({ url, events: EVENTS });
  orders.keepSecret(id, secret);
  return secret;
}
