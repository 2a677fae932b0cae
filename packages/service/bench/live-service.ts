import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { openCluster } from '@chari/postgres';
import type { Pool } from 'pg';
import type { PaymentSession } from '../src/domain/session/session.ts';
import { createSessions } from '../src/engine/sessions/create.ts';
import { connect } from '../src/store/connect/connect.ts';
import { type Service, startService } from './children.ts';
import { type Medium, makeFolder, removeFolder } from './database.ts';
import { type LiveCountry, type LiveServices, openLiveCountry } from './live.ts';
import type { PhonesLoad } from './load/phones.ts';
import { eachOf, portions } from './measure.ts';
import { servicesOf } from './shop.ts';

const SET = 256;

/** The service as `serve` runs it, live, with an engine beside it that does what staff and merchants do beforehand. */
export type LiveService = {
  service: Service;
  pool: Pool;
  url: string;
  services: LiveServices;
  country: LiveCountry;
};

/** Its books have no bound: what is measured is the way of a payment, not waiting for staff. Null without the medium. */
export async function withLiveService<T>(
  medium: Medium,
  size: { merchants: number; numbers: number },
  work: (live: LiveService) => Promise<T>,
): Promise<T | null> {
  const folder = await makeFolder(medium);
  if (folder === null) return null;
  const data_dir = join(folder, 'data');
  const secret_key = randomBytes(32);
  const env = {
    CHARI_SECRET_KEY: secret_key.toString('hex'),
    CHARI_UNANCHORED_LIMIT_XAF: '0',
    CHARI_ANCHOR_ABOVE_XAF: '0',
    CHARI_ALLOW_PRIVATE_WEBHOOKS: 'true',
  };
  const service = await startService({ data_dir, env });
  try {
    // Joins the running server: opening it again gives its address.
    const silent = { data_dir_is_explicit: true, log: () => undefined, randomBytes };
    const cluster = await openCluster({ name: 'chari', data_dir, ...silent });
    const pool = await connect(cluster.url, { max_connections: 4 });
    try {
      const base = servicesOf({ pool });
      const services = { ...base, secret_key, policy: { ...base.policy, second_person_xaf: null } };
      const country = await openLiveCountry(services, size);
      return await work({ service, pool, url: cluster.url, services, country });
    } finally {
      await pool.end();
      await cluster.stop();
    }
  } finally {
    await service.stop();
    await removeFolder(folder);
  }
}

/** Of tens of thousands on ten numbers one or another finds its sum taken on each: a merchant would ask again. */
const ASKED_MOST = 3;

/** So many sessions, made in the engine; customers don't pay in the order in which they were asked. */
export async function sell({ services, country }: LiveService, count: number): Promise<PaymentSession[]> {
  const sessions: PaymentSession[] = [];
  for (let asked = 0; sessions.length < count && asked < ASKED_MOST; asked += 1)
    await eachOf(portions(country.commands(count - sessions.length), SET), 2, async (commands) => {
      for (const outcome of await createSessions(services, commands))
        if (outcome.kind === 'created') sessions.push(outcome.session);
    });
  if (sessions.length < count)
    throw new Error(`${count - sessions.length} of ${count} sessions were refused`);
  return sessions.sort(() => Math.random() - 0.5);
}

/** What the phones post when these sessions are paid, each text named as its session; one SIM's in their order. */
export function phonesOf(
  { service, country }: LiveService,
  sessions: readonly PaymentSession[],
  seconds: number | null,
): PhonesLoad {
  const texts = country.payments(sessions).map(({ body, sender, collection_number }, place) => ({
    collection_number,
    text: { name: sessions[place]?.id ?? '', body, sender: sender ?? '' },
  }));
  const bySim = Map.groupBy(texts, ({ collection_number }) => collection_number);
  return {
    port: service.port,
    path: `/gateways/${country.gateway.id}/inbound`,
    secret: country.gateway.secret,
    seconds,
    phones: [...bySim].map(([device_id, own]) => ({ device_id, texts: own.map(({ text }) => text) })),
  };
}
