import { AWAY_MS, CATCHES_UP_LEAST_MS, CATCHES_UP_MOST_MS } from '../../domain/feed/unheard.ts';
import type { SmsGatewaySignalRow } from '../rows.generated.ts';
import { setStatement } from '../statement.ts';

/** A sign of life of a phone. */
export type Signal = Omit<SmsGatewaySignalRow, 'back_at' | 'heard_before'>;

const interval = (ms: number): string => `interval '${ms} milliseconds'`;

/** Until when the phone of the signal `of` tells of what came while it was away, as long as that was; null where it never was. */
export const catchesUpUntil = (of: string): string =>
  `${of}.back_at + least(greatest(${of}.back_at - ${of}.heard_before, ${interval(CATCHES_UP_LEAST_MS)}), ${interval(CATCHES_UP_MOST_MS)})`;

/** Whether a phone that was last heard at `heard_at` was away at that moment. */
export const IS_AWAY_AT = (at: string, heard_at: string): string =>
  `${at} - ${heard_at} > ${interval(AWAY_MS)}`;

/**
 * Writes signs of life; a later one stands, and what it does not say stays as it was. One that ends an absence is kept as such, with
 * until when the phone had been heard before; where it had not caught up yet from another, with that before the first.
 */
export const putSignals = setStatement<Signal>(
  'put_gateway_signals',
  `insert into sms_gateway_signals as s (gateway_id, device_id, last_seen_at, clock_skew_ms, last_received_at, lag_ms)
  select gateway_id, device_id, last_seen_at, clock_skew_ms, last_received_at, lag_ms
  from json_to_recordset($1::json) as i (gateway_id uuid, device_id text, last_seen_at timestamptz,
    clock_skew_ms bigint, last_received_at timestamptz, lag_ms bigint)
  order by gateway_id, device_id
  on conflict (gateway_id, device_id) do update
    set last_seen_at = excluded.last_seen_at,
      back_at = case when ${IS_AWAY_AT('excluded.last_seen_at', 's.last_seen_at')} then excluded.last_seen_at else s.back_at end,
      heard_before = case when not ${IS_AWAY_AT('excluded.last_seen_at', 's.last_seen_at')} then s.heard_before
        when ${catchesUpUntil('s')} > excluded.last_seen_at then s.heard_before else s.last_seen_at end,
      clock_skew_ms = coalesce(excluded.clock_skew_ms, s.clock_skew_ms),
      last_received_at = coalesce(excluded.last_received_at, s.last_received_at),
      lag_ms = coalesce(excluded.lag_ms, s.lag_ms)
    where s.last_seen_at <= excluded.last_seen_at`,
);
