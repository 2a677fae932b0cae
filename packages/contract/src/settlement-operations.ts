import type { Operation } from './operation.ts';
import {
  ListSettlements,
  ListSettlementTransfers,
  SETTLEMENT_EXAMPLE,
  SETTLEMENT_TRANSFER_EXAMPLE,
  SettlementBody,
  SettlementList,
  SettlementTransferList,
} from './settlement.ts';

const SETTLEMENT = { schema: SettlementBody, example: SETTLEMENT_EXAMPLE };

export const SETTLEMENT_OPERATIONS = {
  list_settlements: {
    tag: 'Settlements',
    summary: 'List settlements',
    description: 'What was paid out to you, or is on its way, newest first.',
    method: 'GET',
    path: '/v1/settlements',
    scope: 'settlements:read',
    writes: false,
    query: ListSettlements,
    body: null,
    answer: {
      status: 200,
      schema: SettlementList,
      example: { settlements: [SETTLEMENT_EXAMPLE], next_cursor: null },
      description: 'A page of the list.',
    },
    errors: [],
  },
  retrieve_settlement: {
    tag: 'Settlements',
    summary: 'Retrieve a settlement',
    description: 'The settlement as it is at this moment, with what each kind of transfer comes to.',
    method: 'GET',
    path: '/v1/settlements/:id',
    scope: 'settlements:read',
    writes: false,
    body: null,
    answer: { status: 200, ...SETTLEMENT, description: 'The settlement.' },
    errors: ['NOT_FOUND'],
  },
  list_settlement_transfers: {
    tag: 'Settlements',
    summary: 'List the transfers of a settlement',
    description:
      'Every franc of it, oldest first. The set was frozen when it was drafted, so the pages never move. Their amounts add up to that of the settlement.',
    method: 'GET',
    path: '/v1/settlements/:id/transfers',
    scope: 'settlements:read',
    writes: false,
    query: ListSettlementTransfers,
    body: null,
    answer: {
      status: 200,
      schema: SettlementTransferList,
      example: { transfers: [SETTLEMENT_TRANSFER_EXAMPLE], next_cursor: null },
      description: 'A page of the list.',
    },
    errors: ['NOT_FOUND'],
  },
  settle_test_balance: {
    tag: 'Sandbox',
    summary: 'Settle the test balance',
    description:
      'Drafts a settlement of all that your test payments have come to. It pays nobody: it becomes PAID by itself within seconds, and `settlement.paid` is sent.',
    method: 'POST',
    path: '/v1/sandbox/settlements',
    scope: 'sandbox:write',
    writes: true,
    body: 'none',
    answer: {
      status: 201,
      schema: SettlementBody,
      example: { ...SETTLEMENT_EXAMPLE, status: 'DRAFT' },
      description: 'The settlement, DRAFT.',
    },
    errors: ['NOTHING_TO_SETTLE'],
  },
} as const satisfies Record<string, Operation>;
