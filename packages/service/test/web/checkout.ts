import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { openPages } from '../../src/cli/serve/pages.ts';
import { createVerbs } from '../../src/cli/serve/verbs.ts';
import type { PaymentSession } from '../../src/domain/session/session.ts';
import { httpMetrics } from '../../src/http/metrics.ts';
import { createServer } from '../../src/http/server.ts';
import { openWorld, type World } from '../collection/world.ts';

/** The pages on the engine of a world, wired as `serve` wires them. */
export class Checkout {
  readonly world: World;
  readonly server: FastifyInstance;

  constructor(world: World, { is_limited = false } = {}) {
    this.world = world;
    const { services } = world;
    const log = pino({ level: 'silent' });
    const sealing = {
      secret_key: new Uint8Array(32),
      allow_private_webhooks: true,
      mailing: { is_set_up: true, newest: null },
    };
    const verbs = createVerbs(services, sealing);
    this.server = createServer({
      services,
      authenticate: () => null,
      rate_limit_per_second: 0,
      public_url: services.policy.dashboard_url,
      verbs,
      pages: openPages(services, verbs, { is_limited, log, ...sealing }),
      trusted_proxies: 'loopback',
      metrics: httpMetrics(new Registry()),
      readiness: async () => ({ ready: true, checks: {} }),
      log,
    });
  }

  get(path: string, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> {
    return this.send({ method: 'GET', url: path, headers });
  }

  /** A form as a browser sends it. */
  post(
    path: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<LightMyRequestResponse> {
    return this.send({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: new URLSearchParams(fields).toString(),
    });
  }

  send(options: InjectOptions): Promise<LightMyRequestResponse> {
    return this.server.inject(options);
  }

  /** The state that a session's page is in, a second after whatever happened last. */
  async state(session: Pick<PaymentSession, 'id'>): Promise<string> {
    this.world.pass(1);
    const answer = await this.get(pathOf(session));
    return stateOf(answer);
  }

  async close(): Promise<void> {
    await this.server.close();
    await setImmediate();
    await this.world.close();
  }
}

export async function openCheckout(options: { is_limited?: boolean } = {}): Promise<Checkout> {
  return new Checkout(await openWorld(), options);
}

export const pathOf = ({ id }: Pick<PaymentSession, 'id'>): string => `/pay/payment-sessions/${id}`;

/** What `<main>` says that it shows. */
export function stateOf({ body }: Pick<LightMyRequestResponse, 'body'>): string {
  return /<main [^>]*data-state="([a-z_]+)"/.exec(body)?.[1] ?? 'no page';
}
