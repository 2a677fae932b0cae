import type { SettlementDetail } from '../../src/engine/settlements/show.ts';
import type { Verbs } from '../../src/http/deps.ts';

/** The one settlement that the desk knows, as its sessions. */
const ID = '0198c5a2-7d1e-7c3a-9f4e-2b6d8a1c0e5f';
const AT = new Date('2026-06-27T15:44:00.000Z');

function settlementOf(): SettlementDetail {
  return {
    id: ID,
    merchant_id: '0198c5a2-0000-7000-8000-000000000001',
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
  };
}

/** Verbs of an engine that has it, and remembers its commands. */
export function settlementVerbs(commands: unknown[]): Pick<Verbs, 'settlements'> {
  return {
    settlements: {
      retrieve: async ({ settlement_id }) => (settlement_id === ID ? settlementOf() : null),
      list: async (query) => {
        commands.push(query);
        return { rows: [settlementOf()], next_cursor: null };
      },
      lines: async (query) => {
        commands.push(query);
        const line = { line: 1, cause: 'SESSION_SUCCESS', cause_id: ID, amount_xaf: 5000 };
        const rows = [{ ...line, occurred_at: AT, reference: 'ORDER-1' }];
        return query.settlement_id === ID ? { rows, next: null } : null;
      },
      settle_test: async (command) => {
        commands.push(command);
        return { kind: 'drafted', settlement: settlementOf(), replayed: false };
      },
    },
  };
}
