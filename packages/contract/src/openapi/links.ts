import type { TSchema } from 'typebox';
import type { Operation } from '../operation.ts';

/** Where the ids of things stand in an answer, by its title: the segment of their addresses, and a JSON pointer. */
const IDS: Readonly<Record<string, readonly (readonly [noun: string, pointer: string])[]>> = {
  PaymentSession: [['payment-sessions', '/id']],
  Simulation: [['payment-sessions', '/payment_session/id']],
  CreatedTransaction: [['transactions', '/id']],
  TransactionList: [['transactions', '/transactions/0/id']],
  CreatedWebhookEndpoint: [['webhook-endpoints', '/id']],
  WebhookEndpointList: [['webhook-endpoints', '/webhook_endpoints/0/id']],
  WebhookDelivery: [
    ['webhook-deliveries', '/id'],
    ['events', '/event_id'],
  ],
  WebhookDeliveryList: [['webhook-deliveries', '/deliveries/0/id']],
  Refund: [['refunds', '/id']],
  RefundList: [['refunds', '/refunds/0/id']],
  Settlement: [['settlements', '/id']],
  SettlementList: [['settlements', '/settlements/0/id']],
  EventList: [['events', '/events/0/id']],
  EventDetail: [['webhook-deliveries', '/deliveries/0/id']],
};

/**
 * What can be asked next with what this operation answers: OpenAPI's links, which tools follow to test a service in
 * the order in which it is used.
 */
export function linksOf(
  { answer }: Operation,
  operations: Readonly<Record<string, Operation>>,
): Record<string, unknown> {
  const title = (answer.schema as (TSchema & { title?: string }) | null)?.title ?? '';
  const links = (IDS[title] ?? []).flatMap(([noun, pointer]) =>
    Object.entries(operations)
      .filter(([, { path }]) => path.includes(`/${noun}/:id`))
      .map(([name]) => [name, { operationId: name, parameters: { id: `$response.body#${pointer}` } }]),
  );
  return Object.fromEntries(links);
}
