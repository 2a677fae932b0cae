import { expect } from 'vitest';
import type { Conclusion } from '../../src/domain/transaction/transitions.ts';
import { advanceTransactions } from '../../src/engine/rails/advance.ts';
import { concludeTransactions } from '../../src/engine/rails/conclude.ts';
import type { Service } from './service.ts';

export const TRANSACTIONS = '/v1/transactions';
/** In the sandbox the silent payer: PROCESSING until TIMEOUT, so that a test decides what becomes of it. */
export const PAYER = '+23500000030';

export type CreatedBody = {
  id: string;
  internal_ref: string;
  status: string;
  is_test: boolean;
  environment: string;
  expires_at: string;
};

let count = 0;

/** The body of a transaction that can be created, under a reference of its own. */
export function purchase(fields: object = {}): Record<string, unknown> {
  count += 1;
  const body = { reference: `PAY-${count}`, amount: 5000, currency: 'XAF', operator: 'AIRTEL' };
  return { ...body, phone_number: PAYER, ...fields };
}

/** Starts a transaction, which must be accepted. */
export async function started(service: Service, key: string, fields: object = {}): Promise<CreatedBody> {
  const answer = await service.client.post(TRANSACTIONS, key, purchase(fields));
  expect(answer.status, answer.text).toBe(201);
  return answer.body as CreatedBody;
}

/** What the rail says in the end, as the rails' own loop hands it in. */
export async function concluded(service: Service, id: string, kind: Conclusion['kind']): Promise<void> {
  const { services } = service.first;
  const proof = { source: 'rail', detail: {} } as const;
  const [outcome] = await concludeTransactions(services, [
    { transaction_id: id, kind, at: services.now(), proof },
  ]);
  if (outcome?.kind !== 'concluded') throw new Error(`${kind} was ${outcome?.kind}`);
}

/** Brings a new transaction to a status. */
export async function inStatus(service: Service, id: string, status: string): Promise<void> {
  const { services } = service.first;
  const steps = { PROCESSING: ['PROCESSING'], WAITING_SMS: ['PROCESSING', 'WAITING_SMS'] } as const;
  if (status === 'PROCESSING' || status === 'WAITING_SMS')
    await advanceTransactions(
      services,
      steps[status].map((to) => ({ transaction_id: id, to })),
    );
  if (status === 'SUCCESS' || status === 'REFUNDED') await concluded(service, id, 'success');
  if (status === 'REFUNDED') await concluded(service, id, 'refunded');
  if (status === 'FAILED') await concluded(service, id, 'failed');
  if (status === 'TIMEOUT') {
    service.clock.pass(12 * 60 + 1);
    await service.until(
      1,
      `select count(*)::int as n from transactions where id = $1 and status = 'TIMEOUT'`,
      [id],
    );
  }
}
