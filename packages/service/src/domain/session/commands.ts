import type { ByPerson } from '../account/actions.ts';
import type { LinkRefusal } from '../link/link.ts';
import type { Environment, Operator } from '../operator.ts';
import type { PaymentSession, SessionStatus } from './session.ts';

/** Who asks: the merchant and environment that the API key selected. */
export type Caller = { merchant_id: string; environment: Environment };

/** An `Idempotency-Key` with the SHA-256 of the parsed command, as 64 hex digits. */
export type IdempotencyKey = { key: string; request_hash: string };

/** What a key itself is refused for: it was used for another request, or the first request with it still runs. */
export type KeyRefusal = { kind: 'idempotency_key_reused' } | { kind: 'idempotency_key_in_use' };

/** A link, and 32 bits of a hash of its merchant and the address of whoever asks by it. */
export type ByLink = { link_id: string; address_hash: number };

/** A request whose shape the contract has already checked. */
export type CreateSession = Caller &
  ByPerson & {
    reference: string;
    amount_xaf: number;
    operator: Operator;
    customer_phone: string | null;
    description: string | null;
    /** JSON text of at most 16 KiB, or null. */
    metadata: string | null;
    ttl_minutes: number;
    idempotency: IdempotencyKey | null;
    /** The link by which a payer asks for it; absent: the merchant asks. */
    by_link?: ByLink;
  };

/** One reason a session could not be served; the flat 503's `failed_checks`. */
export type FailedCheck = { name: string; ready: boolean; reason: string; count: number };

/** A merchant that has as many sessions open as it may, and when the next place may be free. */
export type HeldBack = { open_count: number; allowance: number; retry_after_s: number };

export type CreateOutcome =
  | { kind: 'created'; session: PaymentSession; replayed: boolean }
  | { kind: 'link_refused'; refusal: LinkRefusal }
  | { kind: 'reference_already_used'; existing_payment_session_id: string; replayed: boolean }
  | ({ kind: 'too_many_open_sessions' } & HeldBack)
  | { kind: 'no_collection_number'; failed_checks: FailedCheck[] }
  | { kind: 'rail_not_ready'; failed_checks: FailedCheck[] }
  | KeyRefusal;

export type CancelSession = Caller & ByPerson & { session_id: string; idempotency: IdempotencyKey | null };

export type CancelOutcome =
  | { kind: 'cancelled'; session: PaymentSession; replayed: boolean }
  | { kind: 'not_found' }
  | { kind: 'not_awaiting_payment'; status: SessionStatus; replayed: boolean }
  | KeyRefusal;

export type RetrieveSession = Caller & { session_id: string };
