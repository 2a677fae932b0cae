import { type Static, Type } from 'typebox';
import { EVENT_NAMES } from './events.ts';
import { Description, Environment, Id, RULE, Timestamp } from './fields.ts';
import { LIMITS } from './limits.ts';

export const WEBHOOK_ENDPOINT_STATUSES = ['enabled', 'degraded', 'disabled'] as const;

/** The body of POST /v1/webhook-endpoints. */
export const CreateWebhookEndpoint = Type.Object(
  {
    url: Type.String({
      minLength: 1,
      maxLength: LIMITS.webhook_url_characters,
      description: 'The address of yours that receives events by POST.',
      examples: ['https://shop.example.com/webhooks/chari'],
      [RULE]:
        'Must be an https address (http in development) of at most 2,048 characters, without user name, password or fragment.',
    }),
    events: Type.Optional(
      Type.Array(Type.Enum(EVENT_NAMES), {
        minItems: 1,
        uniqueItems: true,
        description: 'The events to receive. Left out: every event, those to come included.',
        [RULE]: `Must be a list of different event names, of these: ${EVENT_NAMES.join(', ')}.`,
      }),
    ),
    description: Type.Optional(Description),
  },
  { additionalProperties: false, title: 'CreateWebhookEndpoint' },
);
export type CreateWebhookEndpoint = Static<typeof CreateWebhookEndpoint>;

const properties = {
  id: Id,
  url: Type.String({ format: 'uri' }),
  events: Type.Union([Type.Array(Type.Enum(EVENT_NAMES)), Type.Null()], {
    description: 'The events it receives; null is every event.',
  }),
  description: Type.Union([Type.String(), Type.Null()]),
  status: Type.Enum(WEBHOOK_ENDPOINT_STATUSES),
  environment: Environment,
  created_at: Timestamp,
};

/** What list and retrieve return; never with the secret. */
export const WebhookEndpointBody = Type.Object(properties, {
  additionalProperties: false,
  title: 'WebhookEndpoint',
});
export type WebhookEndpointBody = Static<typeof WebhookEndpointBody>;

export const CreatedWebhookEndpointBody = Type.Object(
  {
    ...properties,
    secret: Type.String({
      description: 'Signs your deliveries. Shown only here: keep it on your server.',
      examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw8s2vJ1xQf0E='],
    }),
  },
  { additionalProperties: false, title: 'CreatedWebhookEndpoint' },
);
export type CreatedWebhookEndpointBody = Static<typeof CreatedWebhookEndpointBody>;

export const WebhookEndpointList = Type.Object(
  { webhook_endpoints: Type.Array(WebhookEndpointBody) },
  { additionalProperties: false, title: 'WebhookEndpointList' },
);

export const WEBHOOK_ENDPOINT_EXAMPLE: WebhookEndpointBody = {
  id: '0198c5a4-2c3d-7e4f-9051-6b7c8d9e0f1a',
  url: 'https://shop.example.com/webhooks/chari',
  events: ['payment_session.succeeded'],
  description: 'The shop’s server',
  status: 'enabled',
  environment: 'test',
  created_at: '2026-06-27T15:40:00.000Z',
};

export const CREATED_WEBHOOK_ENDPOINT_EXAMPLE: CreatedWebhookEndpointBody = {
  ...WEBHOOK_ENDPOINT_EXAMPLE,
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw8s2vJ1xQf0E=',
};
