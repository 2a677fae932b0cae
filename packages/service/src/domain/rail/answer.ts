/**
 * What a rail says when it is asked. What it does not know is `unknown`, a value like the others: nobody
 * upstream may turn it into a failure.
 */
export type RailAnswer =
  /**
   * The payer has been asked. `rail`: the rail will know what became of it. `credit`: the operator's credit
   * notice will; with `ask_again_ms` the rail wants to be asked even so.
   */
  | { kind: 'asked'; waits_for: 'rail' | 'credit'; ask_again_ms?: number }
  /** The rail's final word: paid; or, to a refund, sent back. `rail_transaction_id` is the operator's own id. */
  | {
      kind: 'success';
      rail_transaction_id: string | null;
      /** The sandbox only: it sends the money back by itself after that. */
      refund_after_ms?: number;
    }
  /** The rail's final refusal. */
  | { kind: 'failed'; reason: string }
  | { kind: 'pending'; ask_again_ms?: number }
  | {
      kind: 'unknown';
      /** For a person; never a secret, a phone number or an operator's whole answer. */
      detail: string;
      /** Whether the operator may have heard the request. False: it may safely be sent again. */
      sent: boolean;
      /** A fault of the network or the operator's system, which the breaker counts. */
      fault: boolean;
      ask_again_ms?: number;
    };

/** Whether an answer shows that the rail itself is out of order. */
export function isFault(answer: RailAnswer): boolean {
  return answer.kind === 'unknown' && answer.fault;
}
