import { type Static, Type } from 'typebox';
import { AmountXaf, Id, Operator, Phone, RULE, SentTimestamp } from './fields.ts';
import { LIMITS } from './limits.ts';
import { PAYMENT_SESSION_EXAMPLE, PaymentSessionBody } from './payment-session.ts';

const CollectionNumber = Type.String({
  ...Phone,
  description: 'The assigned_collection_number of one of your test sessions.',
});

/** The body of POST /v1/sandbox/sms: an operator's text, as a gateway would bring it. */
export const InjectSms = Type.Object(
  {
    operator: Operator,
    collection_number: CollectionNumber,
    text: Type.String({
      minLength: 1,
      maxLength: LIMITS.sms_characters,
      description: 'The text of the SMS, exactly as the operator writes it.',
      [RULE]: 'Must be a text of 1 to 4,000 characters.',
    }),
    sender: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: LIMITS.sender_characters,
        description: 'The sender the SMS shows. Left out: the operator’s own.',
        [RULE]: 'Must be a text of 1 to 50 characters.',
      }),
    ),
    received_at: Type.Optional(
      Type.String({ ...SentTimestamp, description: 'When the phone received it. Left out: now.' }),
    ),
  },
  { additionalProperties: false, title: 'InjectSms' },
);
export type InjectSms = Static<typeof InjectSms>;

/** The body of POST /v1/sandbox/credits: a credit already read. */
export const InjectCredit = Type.Object(
  {
    operator: Operator,
    collection_number: CollectionNumber,
    amount: AmountXaf,
    payer_phone: Type.Optional(Type.String({ ...Phone, description: 'Who paid.' })),
    operator_transaction_id: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9._:/-]{1,64}$',
        description: 'The operator’s own id: the same id twice is one credit. Left out: a fresh one.',
        examples: ['MP260627.1644.B72794'],
        [RULE]: 'Must be 1 to 64 characters, each a letter, a digit, or one of . _ : / - and no other.',
      }),
    ),
    occurred_at: Type.Optional(
      Type.String({ ...SentTimestamp, description: 'When the money moved. Left out: now.' }),
    ),
    motif: Type.Optional(
      Type.String({
        maxLength: LIMITS.description_characters,
        description: 'What the payer wrote, for example the ticket.',
        [RULE]: 'Must be a text of at most 255 characters.',
      }),
    ),
  },
  { additionalProperties: false, title: 'InjectCredit' },
);
export type InjectCredit = Static<typeof InjectCredit>;

/** The nine outcomes that can be acted out on a test session. */
export const SCENARIOS = {
  paid: 'The customer pays the exact amount in time. The session becomes SUCCESS.',
  paid_twice: 'The customer pays twice. The first makes it SUCCESS, the second waits in suspense.',
  late: 'The customer pays after expires_at. The session goes UNDER_REVIEW.',
  ambiguous: 'The payment could be for more than one session. It goes UNDER_REVIEW, never to SUCCESS.',
  underpaid: 'The customer pays less than the amount. The session goes UNDER_REVIEW.',
  overpaid: 'The customer pays more than the amount. The session goes UNDER_REVIEW.',
  wrong_payer: 'Somebody else than customer_phone pays. The session goes UNDER_REVIEW; needs customer_phone.',
  unproven:
    'A message tells of the payment and is not proven yet. The session stays AWAITING_PAYMENT and its instructions say that a payment is checked; then play paid, and it is SUCCESS, or expire, and it goes UNDER_REVIEW.',
  expire: 'Nobody pays and the deadlines pass. The session becomes EXPIRED.',
} as const;
export type Scenario = keyof typeof SCENARIOS;
export const SCENARIO_NAMES = Object.keys(SCENARIOS) as Scenario[];

export const SimulateScenario = Type.Object(
  {
    scenario: Type.Enum(SCENARIO_NAMES, {
      title: 'Scenario',
      description: 'The outcome to act out.',
      [RULE]: `Must be one of ${SCENARIO_NAMES.join(', ')}.`,
    }),
  },
  { additionalProperties: false, title: 'SimulateScenario' },
);
export type SimulateScenario = Static<typeof SimulateScenario>;

/**
 * Test only: a `customer_phone` that asks for a refusal which a sandbox never gives by itself. Numbers
 * beginning with 00 belong to no network of Chad, so no real payer is among them.
 */
export const MAGIC_CUSTOMER_PHONES = {
  '+23500000001': 'COLLECTION_NUMBER_UNAVAILABLE',
  '+23500000002': 'PROVIDER_RAIL_NOT_READY',
} as const;

const NOTICE_OUTCOMES = [
  'CREDIT',
  'DUPLICATE',
  'CLAIMED',
  'NOT_A_CREDIT',
  'UNPARSED',
  'UNTRUSTED_SENDER',
] as const;

/** What became of an injected notice. */
export const NoticeReceipt = Type.Object(
  {
    notice_id: Id,
    credit_id: Type.Union([Id, Type.Null()], { description: 'Null when the notice is no credit.' }),
    outcome: Type.Enum(NOTICE_OUTCOMES, { title: 'NoticeOutcome', description: 'How the notice was read.' }),
    verdict: Type.Union(
      [
        Type.Object(
          {
            verdict: Type.Enum(['SETTLE', 'REVIEW', 'SUSPENSE']),
            rule: Type.String({ description: 'The rule that decided.' }),
            reason: Type.String({ description: 'Why, in its words.' }),
            session_ids: Type.Array(Id, { description: 'The sessions it touched.' }),
          },
          { additionalProperties: false, title: 'NoticeVerdict' },
        ),
        Type.Null(),
      ],
      { description: 'Null when there was nothing to decide.' },
    ),
  },
  { additionalProperties: false, title: 'NoticeReceipt' },
);
export type NoticeReceipt = Static<typeof NoticeReceipt>;

export const SimulationBody = Type.Object(
  {
    scenario: Type.Enum(SCENARIO_NAMES, { title: 'Scenario' }),
    notices: Type.Array(NoticeReceipt),
    payment_session: PaymentSessionBody,
  },
  { additionalProperties: false, title: 'Simulation' },
);
export type SimulationBody = Static<typeof SimulationBody>;

export const NOTICE_RECEIPT_EXAMPLE: NoticeReceipt = {
  notice_id: '0198c5a5-3d4e-7f50-a162-7c8d9e0f1a2b',
  credit_id: '0198c5a5-3d4f-7a61-b273-8d9e0f1a2b3c',
  outcome: 'CREDIT',
  verdict: {
    verdict: 'SETTLE',
    rule: 'unique_in_time',
    reason: 'one open session in time has this number and amount',
    session_ids: [PAYMENT_SESSION_EXAMPLE.id],
  },
};

export const SIMULATION_EXAMPLE: SimulationBody = {
  scenario: 'paid',
  notices: [NOTICE_RECEIPT_EXAMPLE],
  payment_session: { ...PAYMENT_SESSION_EXAMPLE, status: 'SUCCESS' },
};

export const INJECT_SMS_EXAMPLE: InjectSms = {
  operator: 'AIRTEL',
  collection_number: '+23566000001',
  text: 'Trans.ID : MP260627.1644.B72794. Vous avez recu 5000 FCFA du 66123456. Votre solde disponible est 12410 FCFA.',
};

export const INJECT_CREDIT_EXAMPLE: InjectCredit = {
  operator: 'AIRTEL',
  collection_number: '+23566000001',
  amount: 5000,
  payer_phone: '+23566123456',
};
