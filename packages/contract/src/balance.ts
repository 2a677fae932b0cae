import { type Static, Type } from 'typebox';
import { Currency, Environment } from './fields.ts';
import type { Operation } from './operation.ts';

const sum = (description: string) => Type.Integer({ description, examples: [48_250] });

/** What a merchant has with the service, in the environment of the key. */
export const BalanceBody = Type.Object(
  {
    environment: Environment,
    currency: Currency,
    payable: sum(
      'What you were paid less fees, their tax, refunds and settlements, as of now. Below zero when an operator took back what you had been sent already.',
    ),
    on_hold: sum('The part of `payable` that settlements leave until its days of hold are over.'),
    reserve: sum('What is kept apart as agreed, and is yours.'),
    in_flight: sum(
      'What has left `payable` in refunds and settlements, whatever was asked for or drafted included, and no operator or bank has proven yet.',
    ),
    settled: sum('All that settlements have brought you.'),
  },
  { additionalProperties: false, title: 'Balance' },
);
export type BalanceBody = Static<typeof BalanceBody>;

const BALANCE_EXAMPLE: BalanceBody = {
  environment: 'test',
  currency: 'XAF',
  payable: 48_250,
  on_hold: 0,
  reserve: 0,
  in_flight: 0,
  settled: 0,
};

export const BALANCE_OPERATIONS = {
  retrieve_balance: {
    tag: 'Balance',
    summary: 'Retrieve the balance',
    description:
      'Added up to the franc at the moment of the request. Money of the sandbox never stands in the balance of live.',
    method: 'GET',
    path: '/v1/balance',
    scope: 'balance:read',
    writes: false,
    body: null,
    answer: { status: 200, schema: BalanceBody, example: BALANCE_EXAMPLE, description: 'The balance.' },
    errors: [],
  },
} as const satisfies Record<string, Operation>;
