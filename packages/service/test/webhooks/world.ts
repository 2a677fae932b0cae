import { createHmac, randomBytes } from 'node:crypto';
import { vi } from 'vitest';
import type { OutboxEvent } from '../../src/domain/event/event.ts';
import type { Environment } from '../../src/domain/operator.ts';
import { createEndpoints } from '../../src/engine/webhook-endpoints/create.ts';
import type { EndpointServices } from '../../src/engine/webhook-endpoints/secrets.ts';
import { publishEvents } from '../../src/store/webhooks/deliveries.ts';
import { type Delivery, type DeliveryDeps, startDelivery } from '../../src/webhooks/deliver.ts';
import type { UpkeepDeps } from '../../src/webhooks/upkeep.ts';
import { openTestDatabase, type TestDatabase } from '../database/open.ts';

export const SECRET_KEY = Buffer.alloc(32, 9);

/** A UUIDv7 of this moment. */
export function newId(): string {
  const hex = Date.now().toString(16).padStart(12, '0') + randomBytes(10).toString('hex');
  const version = `7${hex.slice(13, 16)}`;
  const variant = `8${hex.slice(17, 20)}`;
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${version}-${variant}-${hex.slice(20, 32)}`;
}

export type Logged = { level: string; fields: object; sentence: string };

/** A database, a clock that tests move, and short ways to what a delivery test needs. */
export class World {
  readonly db: TestDatabase;
  readonly logged: Logged[] = [];
  /** Added to the machine's clock. */
  ahead_ms = 0;
  #stopped_at_ms: number | null = null;
  readonly #loops: Delivery[] = [];

  constructor(db: TestDatabase) {
    this.db = db;
  }

  now = (): Date => new Date((this.#stopped_at_ms ?? Date.now()) + this.ahead_ms);

  /**
   * From now on time passes by `ahead_ms` alone, so that what failed comes again when the test says so. A busy machine takes longer
   * than the 5 s of the first retry for what a test counts until then.
   */
  stopClock(): void {
    this.#stopped_at_ms = Date.now();
  }

  get services(): EndpointServices {
    return {
      pool: this.db.pool,
      now: this.now,
      newId,
      randomBytes,
      secret_key: SECRET_KEY,
      allow_private_webhooks: true,
    };
  }

  async merchant(): Promise<string> {
    const id = newId();
    await this.db.pool.query(`insert into merchants (id, name, created_at) values ($1, 'Shop', now())`, [id]);
    return id;
  }

  async endpoint(
    merchant_id: string,
    url: string,
    options: { environment?: Environment; events?: string[] } = {},
  ): Promise<{ id: string; secret: string }> {
    const [outcome] = await createEndpoints(this.services, [
      {
        merchant_id,
        environment: options.environment ?? 'test',
        url,
        events: options.events ?? null,
        description: null,
        idempotency: null,
      },
    ]);
    if (outcome?.kind !== 'created') throw new Error(`not created: ${JSON.stringify(outcome)}`);
    return { id: outcome.endpoint.id, secret: outcome.secret };
  }

  /** Writes events and their deliveries, as the engine does. */
  async events(
    merchant_id: string,
    count: number,
    options: { environment?: Environment; type?: string } = {},
  ): Promise<OutboxEvent[]> {
    const environment = options.environment ?? 'test';
    const type = options.type ?? 'payment_session.succeeded';
    const events = Array.from({ length: count }, () => {
      const id = newId();
      const body = JSON.stringify({ id, event: type, environment, data: { note: 'payé à N’Djaména' } });
      const about = { object_id: newId(), sequence: 1, created_at: this.now() };
      return { id, merchant_id, environment, type, body, ...about };
    });
    await publishEvents(this.db.pool, events);
    return events;
  }

  /** What the upkeep is handed. */
  upkeep(): UpkeepDeps {
    const record = (level: string) => (fields: object, sentence: string) => {
      this.logged.push({ level, fields, sentence });
    };
    const log = { info: record('info'), warn: record('warn'), error: record('error') };
    return { pool: this.db.pool, now: this.now, log };
  }

  /** Starts a delivery loop; `end` stops it. Jitter is off. */
  deliver(options: Partial<DeliveryDeps> = {}): Delivery {
    const loop = startDelivery({
      ...this.upkeep(),
      random: () => 0,
      secret_key: SECRET_KEY,
      allow_private_webhooks: true,
      ...options,
    });
    this.#loops.push(loop);
    return loop;
  }

  async rows<Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.db.pool.query<Row>(sql, values)).rows;
  }

  /** Waits until no delivery of this database is PENDING. */
  async settled(): Promise<void> {
    await this.until('select count(*)::int as n from webhook_deliveries where state = $1', ['PENDING'], 0);
  }

  async until(sql: string, values: unknown[], n: number): Promise<void> {
    await vi.waitFor(
      async () => {
        const [row] = await this.rows<{ n: number }>(sql, values);
        if (row?.n !== n) throw new Error(`${row?.n} instead of ${n}: ${sql}`);
      },
      { timeout: 100_000, interval: 10 },
    );
  }

  async stopLoops(): Promise<void> {
    await Promise.all(this.#loops.splice(0).map((loop) => loop.stop()));
  }

  /** After each test. */
  async end(): Promise<void> {
    await this.stopLoops();
    await this.db.drop();
  }
}

export async function openWorld(): Promise<World> {
  return new World(await openTestDatabase({ max_connections: 20 }));
}

/** What a merchant computes: the hex HMAC of the raw body with the secret as it was shown. */
export function merchantSignature(secret: string, body: Buffer): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}
