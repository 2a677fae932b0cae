import type pg from 'pg';

/** Stands for one that never goes silent: heard again after any time that a test lets pass. */
export const ALWAYS = new Date('2099-01-01T00:00:00.000Z');

/** A gateway with this one number, last heard at `heard_at`. */
export async function routeNumber(
  pool: pg.Pool,
  gateway_id: string,
  collection_number_id: string,
  heard_at: Date | null = ALWAYS,
): Promise<void> {
  await pool.query(
    `insert into sms_gateways (id, name, adapter, secret_sealed, created_at)
     values ($1::uuid, 'Phone ' || $1::uuid, 'sms-gate', '\\x00', now())`,
    [gateway_id],
  );
  await pool.query(
    `insert into sms_gateway_sims (gateway_id, device_id, sim_slot, collection_number_id, created_at)
     values ($1, 'phone', 1, $2, now())`,
    [gateway_id, collection_number_id],
  );
  if (heard_at !== null) await hearGateway(pool, gateway_id, { last_seen_at: heard_at });
}

/** What a gateway's last word said. */
export async function hearGateway(
  pool: pg.Pool,
  gateway_id: string,
  signal: { last_seen_at: Date; clock_skew_ms?: number },
): Promise<void> {
  await pool.query(
    `insert into sms_gateway_signals (gateway_id, device_id, last_seen_at, clock_skew_ms)
     values ($1, 'phone', $2, $3)
     on conflict (gateway_id, device_id) do update
     set last_seen_at = excluded.last_seen_at, clock_skew_ms = excluded.clock_skew_ms`,
    [gateway_id, signal.last_seen_at, signal.clock_skew_ms ?? null],
  );
}

/** Lets every gateway take messages to send, in worlds where no rail is worked: the login opens nothing. */
export async function letGatewaysSend(pool: pg.Pool): Promise<void> {
  await pool.query(
    `update sms_gateways set send_url = 'https://phone.example', send_credentials_sealed = '\\x00'
     where send_url is null`,
  );
}
