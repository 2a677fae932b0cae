import { createIds } from '../src/cli/services.ts';
import { DEFAULT_POLICY } from '../src/domain/policy.ts';
import type { CreateSession } from '../src/domain/session/commands.ts';
import type { PaymentSession } from '../src/domain/session/session.ts';
import { createMerchants } from '../src/engine/merchants.ts';
import type { RawNotice } from '../src/engine/notices.ts';
import type { Services } from '../src/engine/services.ts';
import type { BenchDatabase } from './database.ts';

/** Amounts vary so widely that numbers are not used up: what is measured is a busy day, not a collision. */
export const AMOUNT_MAX_XAF = 1_000_000;
let references = 0;

export const anyAmount = (): number => 1 + Math.floor(Math.random() * AMOUNT_MAX_XAF);

/** The engine as `serve` wires it, without its batchers. */
export function servicesOf(database: Pick<BenchDatabase, 'pool'>): Services {
  return {
    pool: database.pool,
    now: () => new Date(),
    newId: createIds(Date.now),
    random: Math.random,
    policy: DEFAULT_POLICY,
    onEvents: () => undefined,
  };
}

export async function openShop(services: Services): Promise<string> {
  const [made] = await createMerchants(services, [{ name: 'Bench shop', fee_basis_points: 150 }]);
  if (made?.kind !== 'created') throw new Error('the merchant was refused');
  return made.merchant.id;
}

export function newCommand(merchant_id: string): CreateSession {
  references += 1;
  return {
    merchant_id,
    environment: 'test',
    reference: `BENCH-${references}`,
    amount_xaf: anyAmount(),
    operator: references % 2 === 0 ? 'AIRTEL' : 'MOOV',
    customer_phone: null,
    description: null,
    metadata: null,
    ttl_minutes: 60,
    idempotency: null,
  };
}

export const newCommands = (merchant_id: string, count: number): CreateSession[] =>
  Array.from({ length: count }, () => newCommand(merchant_id));

/** The operator's notice that a session was paid, as the sandbox injects it. */
export function paymentOf(session: PaymentSession): RawNotice {
  return {
    environment: session.environment,
    merchant_id: session.merchant_id,
    operator: session.operator,
    collection_number: session.assigned_collection_number,
    source: 'SANDBOX_CREDIT',
    sender: null,
    body: JSON.stringify({ amount: session.amount_xaf }),
    received_at: new Date(),
  };
}
