import { CLAIM_DAYS } from '../../domain/movement/clocks.ts';
import { setStatement } from '../statement.ts';
import { type ClaimantSource, type Clue, READ_MOST } from './clue.ts';
import { EXPECTING } from './expecting.ts';
import { LAPSED } from './lapsed.ts';

export type FoundClaimant = {
  position: number;
  source: ClaimantSource;
  owner_kind: 'session' | 'transaction';
  owner_id: string;
};

/**
 * Most messages come within these minutes. The money of one that prints no time may have moved earlier, but not before the
 * last step of its SIM that is older than that.
 */
const PROMPT_MINUTES = 10;

/**
 * The sessions of the tickets that the credit `i` names in one way or the other. A ticket is asked for as a range, in its own order,
 * which only its own index gives: before there are statistics, another one that leads to the environment seems as good to the
 * planner, and walks through all sessions.
 */
const ofTickets = (source: 'ticket' | 'told', tickets: 'tickets' | 'told_tickets'): string =>
  `(select '${source}' as source, 'session' as owner_kind, s.id as owner_id from unnest(i.${tickets}) as k (ticket) cross join lateral (
      select s.id from payment_sessions s
      where s.ticket >= k.ticket and s.ticket <= k.ticket and s.created_at >= i.tickets_since and s.environment = i.environment
        and (i.merchant_id is null or s.merchant_id = i.merchant_id)
      order by s.ticket limit ${READ_MOST[source] + 1}) s
    where i.${tickets} <> '{}' limit ${READ_MOST[source] + 1})`;

/** What holds the number of the credit `i` for its amount; `host` has been read. */
const HOLDING = `select 'host', host.owner_kind, host.owner_id where host.state = 'OPEN' or host.due_at > i.ended_by
    union all
    select 'payer', owner_kind, owner_id from collection_holds
    where collection_number_id = i.collection_number_id and amount_xaf = i.amount_xaf
      and i.customer_phone is not null and customer_phone = i.customer_phone
    union all
    (select 'guest', owner_kind, owner_id from collection_holds
    where collection_number_id = i.collection_number_id and amount_xaf = i.amount_xaf and is_guest
      and (i.phone_like is null or customer_phone like i.phone_like)
    limit ${READ_MOST.guest + 1})
    union all
    (select 'other_guest', owner_kind, owner_id from collection_holds
    where collection_number_id = i.collection_number_id and amount_xaf = i.amount_xaf and is_guest
      and customer_phone not like i.phone_like
    limit ${READ_MOST.guest + 1})`;

/** What holds its number and has declared its payer, for the amounts nearest to it. */
const NEAR = `(select 'near', owner_kind, owner_id from collection_holds
    where i.customer_phone is not null and collection_number_id = i.collection_number_id
      and customer_phone = i.customer_phone and amount_xaf > i.amount_xaf
    order by amount_xaf limit ${READ_MOST.near / 2})
    union all
    (select 'near', owner_kind, owner_id from collection_holds
    where i.customer_phone is not null and collection_number_id = i.collection_number_id
      and customer_phone = i.customer_phone and amount_xaf < i.amount_xaf
    order by amount_xaf desc limit ${READ_MOST.near / 2})`;

/**
 * Sessions and transactions that something ties to a credit. Each source is a range of an index, and no more than its limit is
 * read of it, so that what a decision costs doesn't grow with what a rival has opened; of tickets, guests and who is expecting
 * one further, so that the caller knows that there are more.
 * - ticket: the message quotes its ticket; on whatever number, and whether or not its hold is long gone. told: the same, where
 *   the ticket stands elsewhere in the words. A motif quotes four at most, so that no other ticket crowds one of them out.
 * - host, guest: it holds this number and amount. payer: it does, and declares this payer. Where the operator hides digits of the
 *   payer, guests who may be he come first, and those who can't be are `other_guest`: else a rival's guests would hide the one
 *   that counts. To know which, all guests of that sum are looked through.
 * - expecting: it declares this payer and an amount like this one (`expecting.ts`).
 * - lapsed: it asked for this amount on this number, and was closed or is under review (`lapsed.ts`).
 * - near: this number and payer, with the two next amounts above and the two below.
 */
export const findClaimants = setStatement<Clue, FoundClaimant>(
  'find_claimants',
  `select i.position, h.source, h.owner_kind, h.owner_id
  from json_to_recordset($1::json) as i
    (position int, environment text, merchant_id uuid, scope_id uuid, collection_number_id uuid, amount_xaf int,
     customer_phone text, phone_like text, like_xaf int[], occurred_at timestamptz, occurred_by timestamptz, moved_by timestamptz, ended_by timestamptz, freed_by timestamptz, is_undated boolean, tickets text[], told_tickets text[], tickets_since timestamptz)
  cross join lateral (
    select case when i.is_undated then greatest(i.occurred_at - interval '${CLAIM_DAYS} days', (
      select max(t.occurred_at) from book_steps t where t.collection_number_id = i.collection_number_id
        and t.occurred_at <= i.occurred_at - interval '${PROMPT_MINUTES} minutes'))
      else i.ended_by end as moved_since offset 0) m
  left join lateral (
    select h.owner_kind, h.owner_id, h.state, h.due_at, coalesce(s.created_at, t.created_at) as asked_at from collection_holds h
    left join payment_sessions s on s.id = h.session_id left join transactions t on t.id = h.transaction_id
    where h.collection_number_id = i.collection_number_id and h.amount_xaf = i.amount_xaf and not h.is_guest limit 1) host on true
  cross join lateral (
    ${ofTickets('ticket', 'tickets')}
    union all
    ${ofTickets('told', 'told_tickets')}
    union all
    ${HOLDING}
    union all
    ${EXPECTING}
    union all
    ${LAPSED}
    union all
    ${NEAR}) h`,
);

/** For credits that nothing ties to anybody: the holds of the number with the nearest amounts. */
export const findNeighbours = setStatement<
  Pick<Clue, 'position' | 'collection_number_id' | 'amount_xaf'>,
  Pick<FoundClaimant, 'position' | 'owner_kind' | 'owner_id'>
>(
  'find_neighbours',
  `select i.position, h.owner_kind, h.owner_id
  from json_to_recordset($1::json) as i (position int, collection_number_id uuid, amount_xaf int)
  cross join lateral (
    (select owner_kind, owner_id from collection_holds
     where collection_number_id = i.collection_number_id and not is_guest and amount_xaf > i.amount_xaf
     order by amount_xaf limit 3)
    union all
    (select owner_kind, owner_id from collection_holds
     where collection_number_id = i.collection_number_id and not is_guest and amount_xaf < i.amount_xaf
     order by amount_xaf desc limit 3)) h`,
);
