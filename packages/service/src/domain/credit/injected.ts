/** A credit injected through the sandbox: the body of a `SANDBOX_CREDIT` notice, checked by the contract. */
export type InjectedCredit = {
  amount: number;
  payer_phone?: string;
  operator_transaction_id?: string;
  occurred_at?: string;
  motif?: string;
  /** A message that waits for its proof, as a live one does; the scenario `unproven` alone makes it. */
  is_unproven?: true;
};

/** The body text that is kept as the raw notice, its members in one order. */
export function writeInjected(credit: InjectedCredit): string {
  const { amount, payer_phone, operator_transaction_id, occurred_at, motif, is_unproven } = credit;
  return JSON.stringify({ amount, payer_phone, operator_transaction_id, occurred_at, motif, is_unproven });
}

export function readInjected(body: string): InjectedCredit {
  return JSON.parse(body) as InjectedCredit;
}
