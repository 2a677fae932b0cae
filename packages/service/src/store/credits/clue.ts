import { MATCHING_POLICY } from '../../domain/matching/case.ts';

/** What ties a credit to sessions and transactions; the credit `i` of the statements that look for these. */
export type Clue = {
  position: number;
  environment: string;
  /** In test, the merchant whose sandbox it is: nothing outside it is found. */
  merchant_id: string | null;
  /** The same where a key needs a value: all zeros in live. */
  scope_id: string;
  collection_number_id: string;
  amount_xaf: number;
  /** The payer's phone where it is fully known. */
  customer_phone: string | null;
  /** What it looks like where its operator hides digits of it, for SQL's `like`. */
  phone_like: string | null;
  /** The amount and those easily mistaken for it. */
  like_xaf: number[];
  tickets: string[];
  /** Tickets anywhere else in the words about it. */
  told_tickets: string[];
  /** When the money moved: who was expected then may have expired since. */
  occurred_at: Date;
  /** By when it had moved for sure: a time printed to the minute stands for the whole of it. */
  occurred_by: Date;
  /** By our own clock it had moved by then: who asked later is none of those that it may be for. Null: nothing says so. */
  moved_by: Date | null;
  /** Who had ended by then had surely ended when it moved. */
  ended_by: Date;
  /** Who had ended by then had surely given his number back when it moved. */
  freed_by: Date;
  /** Its message prints no time: the money may have moved earlier. */
  is_undated: boolean;
  /** Tickets of sessions made before it are forgotten. */
  tickets_since: Date;
};

/** For each reason why a session or transaction is found: how many are read at most; 64 in all. */
export const READ_MOST = {
  ticket: 4,
  told: 4,
  host: 1,
  payer: 2,
  guest: 23,
  lapsed: 2,
  expecting: 24,
  near: 4,
} as const;

/** `other_guest`: one who can't be the payer, by the digits that his operator shows; read as far as guests who may be leave room. */
export type ClaimantSource = keyof typeof READ_MOST | 'other_guest';

/** How long before a session is made the money for it may seem to have moved. */
const SKEW = `${MATCHING_POLICY.skew_ms} milliseconds`;
/**
 * By when somebody had asked for the money of the credit `i`, if he had when it moved. Few are read of those that ended: what was
 * asked for afterwards, and cancelled, would hide them.
 */
export const ASKED_BY = `least(i.occurred_by + interval '${SKEW}', i.moved_by)`;
/** Whose time ended longer before the money moved, or behind it, was not expected then: no range reads his whole past. */
export const ABOUT = '1 day';

/**
 * Whether the payer of the credit `i` may be the declared one. Few closed sessions are read: without this, those of somebody
 * who declares other payers would hide the one that counts.
 */
export const mayHavePaid = (declared: string): string =>
  `(${declared} is null or case when i.customer_phone is not null then ${declared} = i.customer_phone
          when i.phone_like is not null then ${declared} like i.phone_like else true end)`;
