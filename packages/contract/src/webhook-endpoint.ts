import { type Static, Type } from 'typebox';
import { EVENT_NAMES } from './events.ts';
import { Description, Environment, Id, RULE, Timestamp } from './fields.ts';
import { LIMITS } from './limits.ts';

export const WEBHOOK_DISABLED_REASONS = ['failing', 'merchant'] as const;
export const WEBHOOK_ENDPOINT_STATUSES = ['enabled', 'degraded', 'disabled'] as const;

const Url = Type.String({
  minLength: 1,
  maxLength: LIMITS.webhook_url_characters,
  description: 'The address of yours that receives events by POST.',
  examples: ['https://shop.example.com/webhooks/chari'],
  [RULE]:
    'Must be an https address (http in development) of at most 2,048 characters, without user name, password or fragment.',
});

const DIFFERENT = { minItems: 1, uniqueItems: true } as const;
const EVENTS_RULE = `a list of different event names, of these: ${EVENT_NAMES.join(', ')}.`;

/** The body of POST /v1/webhook-endpoints. */
export const CreateWebhookEndpoint = Type.Object(
  {
    url: Url,
    events: Type.Optional(
      Type.Array(Type.Enum(EVENT_NAMES, { title: 'EventName' }), {
        ...DIFFERENT,
        description: 'The events to receive. Left out: every event, those to come included.',
        [RULE]: `Must be ${EVENTS_RULE}`,
      }),
    ),
    description: Type.Optional(Description),
  },
  { additionalProperties: false, title: 'CreateWebhookEndpoint' },
);
export type CreateWebhookEndpoint = Static<typeof CreateWebhookEndpoint>;

/** The body of PATCH /v1/webhook-endpoints/:id: what is left out stays as it is. */
export const ChangeWebhookEndpoint = Type.Object(
  {
    url: Type.Optional(Url),
    events: Type.Optional(
      Type.Union([Type.Array(Type.Enum(EVENT_NAMES, { title: 'EventName' }), DIFFERENT), Type.Null()], {
        description: 'The events to receive from now on; null is every event.',
        [RULE]: `Must be null for every event, or ${EVENTS_RULE}`,
      }),
    ),
    description: Type.Optional(
      Type.Union([Description, Type.Null()], {
        description: 'A short description; null removes it.',
        [RULE]: 'Must be a text of at most 255 characters, or null.',
      }),
    ),
    status: Type.Optional(
      Type.Enum(['enabled', 'disabled'] as const, {
        description:
          '`disabled` holds its events; `enabled` sends what was held and forgets the failures so far.',
        [RULE]: 'Must be enabled or disabled.',
      }),
    ),
  },
  { additionalProperties: false, title: 'ChangeWebhookEndpoint' },
);
export type ChangeWebhookEndpoint = Static<typeof ChangeWebhookEndpoint>;

const properties = {
  id: Id,
  url: Type.String({ format: 'uri' }),
  events: Type.Union([Type.Array(Type.Enum(EVENT_NAMES, { title: 'EventName' })), Type.Null()], {
    description: 'The events it receives; null is every event.',
  }),
  description: Type.Union([Type.String(), Type.Null()]),
  status: Type.Enum(WEBHOOK_ENDPOINT_STATUSES, {
    title: 'WebhookEndpointStatus',
    description:
      '`degraded` after 5 failures in a row: one delivery at a time. `disabled`: nothing is sent, events are held.',
  }),
  disabled_reason: Type.Union(
    [Type.Enum(WEBHOOK_DISABLED_REASONS, { title: 'WebhookDisabledReason' }), Type.Null()],
    {
      description: '`merchant`: you disabled it. `failing`: 5 days without a 2xx.',
    },
  ),
  failing_since: Type.Union([Timestamp, Type.Null()], {
    description: 'When the present row of failures began; null while the last attempt was a success.',
  }),
  environment: Environment,
  created_at: Timestamp,
};

/** What list and retrieve return; never with the secret. */
export const WebhookEndpointBody = Type.Object(properties, {
  additionalProperties: false,
  title: 'WebhookEndpoint',
});
export type WebhookEndpointBody = Static<typeof WebhookEndpointBody>;

const Secret = Type.String({
  description: 'Signs your deliveries. Shown only here: keep it on your server.',
  examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw8s2vJ1xQf0E='],
});

export const CreatedWebhookEndpointBody = Type.Object(
  { ...properties, secret: Secret },
  { additionalProperties: false, title: 'CreatedWebhookEndpoint' },
);
export type CreatedWebhookEndpointBody = Static<typeof CreatedWebhookEndpointBody>;

export const RotatedWebhookEndpointBody = Type.Object(
  {
    ...properties,
    secret: Secret,
    previous_secret_until: Type.String({
      ...Timestamp,
      description: 'Until then the secret before this one signs too, in `X-Service-Signature-Previous`.',
    }),
  },
  { additionalProperties: false, title: 'RotatedWebhookEndpoint' },
);
export type RotatedWebhookEndpointBody = Static<typeof RotatedWebhookEndpointBody>;

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
  disabled_reason: null,
  failing_since: null,
  environment: 'test',
  created_at: '2026-06-27T15:40:00.000Z',
};

export const CREATED_WEBHOOK_ENDPOINT_EXAMPLE: CreatedWebhookEndpointBody = {
  ...WEBHOOK_ENDPOINT_EXAMPLE,
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw8s2vJ1xQf0E=',
};

export const ROTATED_WEBHOOK_ENDPOINT_EXAMPLE: RotatedWebhookEndpointBody = {
  ...CREATED_WEBHOOK_ENDPOINT_EXAMPLE,
  previous_secret_until: '2026-06-28T15:44:00.000Z',
};
