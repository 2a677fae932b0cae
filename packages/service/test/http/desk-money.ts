import type { Refund } from '../../src/domain/refund/refund.ts';
import type { SettlementDetail } from '../../src/engine/settlements/show.ts';
import type { Verbs } from '../../src/http/deps.ts';
import { AT, MERCHANT_ID, SESSION_ID } from './desk.ts';

function refundOf(): Refund {
  return {
    id: SESSION_ID,
    merchant_id: MERCHANT_ID,
    environment: 'test',
    payment_session_id: SESSION_ID,
    transaction_id: null,
    amount_xaf: 2000,
    reason: null,
    via: 'sandbox',
    state: 'PENDING',
    to_phone: null,
    collection_number_id: null,
    failure: null,
    asked_by: 'key …abcd',
    created_at: AT,
    sent_at: null,
    ended_at: null,
  };
}

export function settlementOf(fields: Partial<SettlementDetail> = {}): SettlementDetail {
  return {
    id: SESSION_ID,
    merchant_id: MERCHANT_ID,
    merchant_name: 'Shop',
    environment: 'test',
    reference: 'ST2606270F4E2B6D8A',
    payout_account_id: null,
    amount_xaf: 4950,
    transfers: 2,
    until: AT,
    state: 'DRAFT',
    drafted_by: 'API',
    created_at: AT,
    sent_at: null,
    ended_at: null,
    returned_at: null,
    failure: null,
    from_kind: null,
    from_owner_id: null,
    kind: null,
    operator: null,
    msisdn: null,
    bank_name: null,
    iban: null,
    holder_name: null,
    destination: null,
    totals: [
      { cause: 'SESSION_SUCCESS', transfers: 1, amount_xaf: 5000 },
      { cause: 'SESSION_FEE', transfers: 1, amount_xaf: -50 },
    ],
    ...fields,
  };
}

/** Of an engine that does what it is told: what a merchant has, gives back and is paid out. */
export function moneyVerbs(commands: unknown[]): Pick<Verbs, 'balance' | 'refunds' | 'settlements'> {
  return {
    balance: {
      retrieve: async ({ environment }) => ({
        environment,
        payable_xaf: 48_250,
        on_hold_xaf: 0,
        reserve_xaf: 0,
        in_flight_xaf: 0,
        settled_xaf: 0,
      }),
    },
    refunds: {
      create: async (command) => {
        commands.push(command);
        return { kind: 'created', refund: refundOf(), replayed: false };
      },
      retrieve: async ({ refund_id }) => (refund_id === SESSION_ID ? refundOf() : null),
      list: async (query) => {
        commands.push(query);
        return { rows: [refundOf()], next_cursor: null };
      },
    },
    settlements: {
      retrieve: async ({ settlement_id }) => (settlement_id === SESSION_ID ? settlementOf() : null),
      list: async (query) => {
        commands.push(query);
        return { rows: [settlementOf()], next_cursor: null };
      },
      lines: async (query) => {
        commands.push(query);
        const line = { line: 1, cause: 'SESSION_SUCCESS', cause_id: SESSION_ID, amount_xaf: 5000 };
        const rows = [{ ...line, occurred_at: AT, reference: 'ORDER-1' }];
        return query.settlement_id === SESSION_ID ? { rows, next: null } : null;
      },
      settle_test: async (command) => {
        commands.push(command);
        return { kind: 'drafted', settlement: settlementOf(), replayed: false };
      },
    },
  };
}
