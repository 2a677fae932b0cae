import type { AnsweredRequest } from '../domain/request-log.ts';
import { setStatement, statement } from './statement.ts';

/** Writes what was answered: one statement for all that has gathered. */
export const insertRequests = setStatement<AnsweredRequest & { day_slot: number }>(
  'insert_requests',
  `insert into request_log (id, day_slot, merchant_id, environment, key_id, method, route, status, error_code,
    duration_us, at)
  select id, day_slot, merchant_id, environment, key_id, method, route, status, error_code, duration_us, at
  from json_to_recordset($1::json) as i (id uuid, day_slot smallint, merchant_id uuid, environment text, key_id uuid,
    method text, route text, status smallint, error_code text, duration_us int, at timestamptz)`,
);

/** Notes when keys were last used. */
export const noteKeyUse = setStatement<{ key_id: string; at: Date }>(
  'note_key_use',
  `with input as (select * from json_to_recordset($1::json) as i (key_id uuid, at timestamptz)),
  locked as (
    select id from api_keys where id in (select key_id from input) order by id for no key update skip locked)
  update api_keys k set last_used_at = i.at
  from locked join input i on i.key_id = locked.id
  where k.id = locked.id and (k.last_used_at is null or k.last_used_at < i.at)`,
);

/** Empties the part of the log that the requests of a day go into (one of 16, in turn), unless it holds that day already. */
export const emptyRequestLog = statement<{ day: string }, { emptied: boolean }>(
  'empty_request_log',
  'select empty_request_log($day::date) as emptied',
);

type RequestsAsked = {
  merchant_id: string;
  environment: string;
  before: string;
  /** None with a lower id: what is older is no longer shown. */
  from: string;
  /** So many are looked at, whatever matches. */
  scanned: number;
  limit: number;
  only_errors: boolean;
  key_id: string | null;
  method: string | null;
};

export type FoundRequest = { [Name in keyof AnsweredRequest]: AnsweredRequest[Name] | null } & {
  scanned_count: number;
  last_id: string | null;
};

/** A merchant's requests, newest first; where none matches, one row that says what was looked at. */
export const findRequests = statement<RequestsAsked, FoundRequest>(
  'select_requests',
  `with scanned as materialized (
    select * from request_log
    where merchant_id = $merchant_id and environment = $environment and id < $before and id >= $from
    order by id desc limit $scanned)
  select f.*, s.scanned_count, s.last_id
  from (select count(*)::int as scanned_count, (select id from scanned order by id limit 1) as last_id from scanned) s
  left join lateral (
    select id, merchant_id, environment, key_id, method, route, status, error_code, duration_us, at from scanned
    where (not $only_errors or status >= 400) and ($key_id::uuid is null or key_id = $key_id) and ($method::text is null or method = $method)
    order by id desc limit $limit) f on true
  order by f.id desc`,
);
