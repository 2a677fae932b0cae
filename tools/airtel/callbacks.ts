import { createHmac } from 'node:crypto';
import type { Payment } from './ledger.ts';

export type CallbackSender = {
  /** HTTP statuses that callbacks were answered with; 0 where there was no answer. */
  statuses: number[];
  send: (payment: Payment) => Promise<void>;
  /** Says that it was paid, with a hash that anybody could make. */
  forge: (id: string) => Promise<void>;
};

/** Posts callbacks; a failure is only counted, as the operator would not tell us either. */
export function openCallbackSender(url: string | null, secret: string): CallbackSender {
  const statuses: number[] = [];
  const post = async (body: string): Promise<void> => {
    if (url === null) return;
    const sent = fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    statuses.push(
      await sent.then(
        (response) => response.status,
        () => 0,
      ),
    );
  };
  return {
    statuses,
    send: ({ id, status, airtel_money_id }) =>
      post(callbackBody({ id, message: 'said', status_code: status, airtel_money_id }, secret)),
    forge: (id) =>
      post(callbackBody({ id, message: 'paid', status_code: 'TS', airtel_money_id: 'MP0' }, 'a guess')),
  };
}

/** A callback as Airtel writes it: the hash is made of the transaction part. */
export function callbackBody(transaction: Record<string, unknown>, secret: string): string {
  const hash = createHmac('sha256', secret).update(JSON.stringify(transaction)).digest('base64');
  return JSON.stringify({ transaction, hash });
}
