import { PAYER_CLAIM_DAYS } from '../../domain/checkout/state.ts';
import { INCIDENT_EFFECTS, INCIDENT_KINDS, type IncidentKind } from '../../domain/feed/incident.ts';
import { CATCHES_UP_MOST_MS, CAUGHT_UP_BY_MS } from '../../domain/feed/unheard.ts';
import type { Operator } from '../../domain/operator.ts';
import { DAY_MS } from '../../domain/time.ts';
import { heardAt, interval, isSilentAt, speaksFor } from '../gateways/lives.ts';
import { idStatement, setStatement, statement } from '../statement.ts';

export type OpenedIncident = {
  id: string;
  collection_number_id: string;
  kind: IncidentKind;
  /** The step or the statement that it is about; empty where one of its kind is enough on a number. */
  about: string;
  opened_at: Date;
  detail: unknown;
  /** What was seen now replaces what the same incident has, where it is open already. */
  renews: boolean;
};

/**
 * Locks numbers in order before their incidents change: the status that follows from all of a number's open
 * incidents is then computed by one transaction after the other.
 */
export const lockNumbers = idStatement<{ id: string }>(
  'lock_collection_numbers',
  'select id from collection_numbers where id = any ($1::uuid[]) order by id for no key update',
);

/**
 * Opens incidents; of a kind that is open already on that number, about the same, none is written, but what is seen on it may be renewed.
 * Returns those opened.
 */
export const insertIncidents = setStatement<OpenedIncident, { id: string }>(
  'insert_feed_incidents',
  `with i as materialized (
    select * from json_to_recordset($1::json)
      as x (id uuid, collection_number_id uuid, kind text, about text, opened_at timestamptz, detail json, renews boolean)),
  renewed as (
    update feed_incidents f set detail = i.detail from i
    where i.renews and f.collection_number_id = i.collection_number_id and f.kind = i.kind and f.about = i.about
      and f.closed_at is null)
  insert into feed_incidents (id, collection_number_id, kind, about, opened_at, detail)
  select i.id, i.collection_number_id, i.kind, i.about, i.opened_at, i.detail from i
  order by i.collection_number_id, i.kind, i.about
  on conflict (collection_number_id, kind, about) where closed_at is null do nothing
  returning id`,
);

/**
 * Closes what is open of a kind on a number, about the same, with what somebody has proposed of it and no other has agreed to; returns the
 * incidents closed.
 */
export const closeOpenIncidents = setStatement<
  {
    collection_number_id: string;
    kind: IncidentKind;
    about?: string;
    closed_at: Date;
    closed_by: string;
    note: string;
  },
  { id: string; collection_number_id: string }
>(
  'close_feed_incidents',
  `with closed as (
    update feed_incidents f set closed_at = i.closed_at, closed_by = i.closed_by, note = i.note
    from json_to_recordset($1::json)
      as i (collection_number_id uuid, kind text, about text, closed_at timestamptz, closed_by text, note text)
    where f.collection_number_id = i.collection_number_id and f.kind = i.kind and f.about = coalesce(i.about, '')
      and f.closed_at is null
    returning f.id, f.collection_number_id, f.closed_at),
  withdrawn as (
    update staff_proposals p set outcome = 'WITHDRAWN', settled_by = 'chari', settled_at = c.closed_at
    from closed c where p.subject_id = c.id::text and p.settled_at is null)
  select id, collection_number_id from closed`,
);

const STATUS_OF_KIND = Object.entries(INCIDENT_EFFECTS)
  .map(([kind, effect]) => `when '${kind}' then '${effect.feed_status}'`)
  .join(' ');

const GRAVEST_FIRST = INCIDENT_KINDS.map((kind) => `'${kind}'`).join(', ');

/** Sets the feed status of locked numbers to the gravest of their open incidents. */
export const refreshFeedStatus = idStatement(
  'refresh_feed_status',
  `update collection_numbers c set feed_status = s.feed_status
  from (
    select n.id, coalesce(
      (select case f.kind ${STATUS_OF_KIND} end from feed_incidents f
       where f.collection_number_id = n.id and f.closed_at is null
       order by array_position(array[${GRAVEST_FIRST}], f.kind) limit 1),
      (select 'UNANCHORED' where n.environment = 'live' and not exists (
        select from books t where t.collection_number_id = n.id and t.tip_xaf is not null)),
      'HEALTHY') as feed_status
    from collection_numbers n where n.id = any ($1::uuid[])) s
  where c.id = s.id and c.feed_status <> s.feed_status`,
);

/** When a silence began: a phone may be off from its last word on, and it counts as silent only a while later. */
const beganAt = (of: string): string =>
  `coalesce(to_timestamp((${of}.detail ->> 'heard_at_ms')::bigint / 1000.0), ${of}.opened_at)`;

/**
 * When the number `x`, which had fallen silent by `ended`, has told of all that came by then: once its phone was heard again, and has had
 * the time to tell it. Where it was silent again soon after, it may have told nothing. Null where it had not fallen silent.
 */
const caughtUpAt = (ended: string): string => `(
        select coalesce(min(f.closed_at + ${interval(CATCHES_UP_MOST_MS)}) filter (where not exists (
          select from feed_incidents g
          where g.collection_number_id = x.id and g.kind = 'silent'
            and g.opened_at between f.closed_at and f.closed_at + ${interval(CAUGHT_UP_BY_MS)}
            and ${beganAt('g')} < f.closed_at + ${interval(CATCHES_UP_MOST_MS)})), 'infinity')
        from feed_incidents f
        where f.collection_number_id = x.id and f.kind = 'silent'
          and (f.closed_at is null or f.closed_at > ${ended} - ${interval(CATCHES_UP_MOST_MS)})
        having bool_or(${beganAt('f')} <= ${ended}))`;

/**
 * Whether what was paid for the row `of` by `ended` may lie in a phone that had the SIM of the number `x` and was silent when that went into
 * another: of what was made until it fell silent.
 */
const isInPastPhone = (of: string, ended: string, now: string): string => `exists (
        select from sms_gateway_past_sims z
        cross join lateral (
          select max(${heardAt(now)}) as heard_at from sms_gateway_signals s
          where s.gateway_id = z.gateway_id and ${speaksFor('z')}) h
        where z.collection_number_id = x.id and ${isSilentAt('z.ended_at', 'h.heard_at')} and h.heard_at < ${ended}
          and not ${isSilentAt(`${of}.created_at`, 'h.heard_at')})`;

/**
 * How the messages about the number of the row `of` reach us at `now`: its feed status; and of what has `ended` without money, whether what
 * came by then may lie in a phone that has not told it, for as long as its payer may say that money was sent.
 */
export const feedStatusOf = (of: string, ended: string, now: string): string => `(select case
      when ${ended} is null or ${of}.status in ('SUCCESS', 'UNDER_REVIEW', 'REFUNDED') then x.feed_status
      when ${ended} < ${now} - ${interval(PAYER_CLAIM_DAYS * DAY_MS)} then 'HEALTHY'
      when ${caughtUpAt(ended)} > ${now} or ${isInPastPhone(of, ended, now)} then 'SILENT'
      else 'HEALTHY' end
    from collection_numbers x where x.id = ${of}.collection_number_id)`;

export type IncidentRow = {
  id: string;
  collection_number_id: string;
  operator: Operator;
  msisdn: string;
  feed_status: string;
  kind: IncidentKind;
  about: string;
  opened_at: Date;
  closed_at: Date | null;
  closed_by: string | null;
  note: string | null;
  detail: Record<string, unknown>;
};

const INCIDENT_COLUMNS = `f.id, f.collection_number_id, n.operator, n.msisdn, n.feed_status, f.kind, f.about, f.opened_at,
  f.closed_at, f.closed_by, f.note, f.detail`;

/** Incidents, the newest first. `open`: only open ones; at most `limit`. */
export const listIncidentRows = statement<{ open: boolean; limit: number }, IncidentRow>(
  'list_feed_incidents',
  `select ${INCIDENT_COLUMNS} from feed_incidents f join collection_numbers n on n.id = f.collection_number_id
  where not $open::boolean or f.closed_at is null
  order by f.id desc limit $limit`,
);

export const loadIncidents = idStatement<IncidentRow>(
  'load_feed_incidents',
  `select ${INCIDENT_COLUMNS} from feed_incidents f join collection_numbers n on n.id = f.collection_number_id
  where f.id = any ($1::uuid[])`,
);
