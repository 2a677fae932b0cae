import {
  AWAY_MS,
  CATCHES_UP_LEAST_MS,
  CATCHES_UP_MOST_MS,
  CAUGHT_UP_BY_MS,
  PINGS_WITHIN_MS,
} from '../../domain/feed/unheard.ts';
import { ONLY_DEVICE } from '../../domain/gateway/gateway.ts';
import type { SmsGatewaySignalRow } from '../rows.generated.ts';
import { setStatement } from '../statement.ts';

/** A sign of life of a phone. */
export type Signal = Omit<SmsGatewaySignalRow, 'back_at' | 'back_again_at' | 'heard_before'>;

export const interval = (ms: number): string => `interval '${ms} milliseconds'`;

/**
 * Whether the sign of life `s` of a gateway is one of the phone of the row `of`: what names no phone, and says only that the gateway
 * lives, is one of each of its phones.
 */
export const speaksFor = (of: string): string =>
  `(s.device_id = ${of}.device_id or s.device_id = '${ONLY_DEVICE}' and s.pinged_at is not null)`;

/**
 * Whether the phone of the signal `s` still tells at `at` of what came while it was away: until it has been there for as long as it was
 * away. One that pings has to have been heard so long. Null where it never was away.
 */
const catchesUp = (at: string): string => `s.back_again_at + least(
      greatest(s.back_at - s.heard_before, ${interval(CATCHES_UP_LEAST_MS)}), ${interval(CATCHES_UP_MOST_MS)})
      > case when s.pinged_at is null then ${at} else s.last_seen_at end
    and s.back_at + ${interval(CAUGHT_UP_BY_MS)} > ${at}`;

/** Until when the phone of the signal `s` has told of everything, as one sees it at `at`. */
export const heardAt = (at: string): string =>
  `case when ${catchesUp(at)} then s.heard_before else s.last_seen_at end`;

/** Whether a phone that was last heard at `heard_at` may have been silent at that moment. */
export const isSilentAt = (at: string, heard_at: string): string =>
  `${at} > ${heard_at} + ${interval(PINGS_WITHIN_MS)}`;

const IS_BACK = `excluded.last_seen_at - s.last_seen_at > ${interval(AWAY_MS)}`;
const IS_BACK_ANEW = `${IS_BACK} and not coalesce(${catchesUp('excluded.last_seen_at')}, false)`;

/**
 * Writes signs of life; a later one stands, and what it does not say stays as it was. One that ends an absence is kept as such, with
 * until when the phone had been heard before; where it had not caught up yet from another, with that before the first.
 */
export const putSignals = setStatement<Signal>(
  'put_gateway_signals',
  `insert into sms_gateway_signals as s (gateway_id, device_id, last_seen_at, pinged_at, clock_skew_ms, last_received_at, lag_ms)
  select gateway_id, device_id, last_seen_at, pinged_at, clock_skew_ms, last_received_at, lag_ms
  from json_to_recordset($1::json) as i (gateway_id uuid, device_id text, last_seen_at timestamptz, pinged_at timestamptz,
    clock_skew_ms bigint, last_received_at timestamptz, lag_ms bigint)
  order by gateway_id, device_id
  on conflict (gateway_id, device_id) do update
    set last_seen_at = excluded.last_seen_at,
      pinged_at = coalesce(excluded.pinged_at, s.pinged_at),
      heard_before = case when ${IS_BACK_ANEW} then s.last_seen_at else s.heard_before end,
      back_at = case when ${IS_BACK_ANEW} then excluded.last_seen_at else s.back_at end,
      back_again_at = case when ${IS_BACK} then excluded.last_seen_at else s.back_again_at end,
      clock_skew_ms = coalesce(excluded.clock_skew_ms, s.clock_skew_ms),
      last_received_at = coalesce(excluded.last_received_at, s.last_received_at),
      lag_ms = coalesce(excluded.lag_ms, s.lag_ms)
    where s.last_seen_at <= excluded.last_seen_at`,
);
