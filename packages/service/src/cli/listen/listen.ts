import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OutboxEvent } from '../../domain/event/event.ts';
import { readInstant } from '../../domain/time.ts';
import { followEvents, type Replay } from '../../engine/events.ts';
import type { Services } from '../../engine/services.ts';
import { SECRET_PREFIX, secretOf } from '../../engine/webhook-endpoints/secrets.ts';
import type { FollowFilter } from '../../store/events.ts';
import { openPoster } from '../../webhooks/post.ts';
import { forwardEvent, type Teller } from './forward.ts';

const POLL_MS = 200;
const PAGE = 100;
/** As many as the service sends to one endpoint at once. */
const IN_FLIGHT_MAX = 8;
/** Beyond this many that wait for their turn or for their retry no more are read. */
const WAITING_MAX = 1_000;
const AWAY_MS = 1_000;

export type Listening = {
  filter: FollowFilter;
  replay: Replay;
  /** Null: print only. */
  to: { url: string; secret: string } | null;
  teller: Teller;
  /** Brings the embedded server back, or joins it where it is now; null: the database is somebody else's. */
  revive: (() => Promise<unknown>) | null;
  /** For sentences that are not about an event. */
  tell: (sentence: string) => void;
  /** Ends the listening. */
  signal: AbortSignal;
};

/**
 * Prints events as they are committed, and forwards them, until the signal. What is under way then is
 * finished; retries that wait are not waited for.
 * @returns how many events were not delivered
 */
export async function listen(services: Services, listening: Listening): Promise<number> {
  const { filter, replay, to, teller, tell, signal } = listening;
  const forwarder = to === null ? null : openForwarder(services, to, listening);
  const followed = await followEvents(services, filter, replay);
  teller.listening(to, filter);
  let away = false;
  while (!signal.aborted) {
    let found: OutboxEvent[] = [];
    try {
      if (forwarder === null || forwarder.unfinished() < WAITING_MAX) found = await followed.next(PAGE);
      if (away) tell('The database answers again.');
      away = false;
    } catch (error) {
      if (!away) tell(`The database does not answer (${messageOf(error)}); trying again until it does.`);
      away = true;
      await listening.revive?.().catch(() => undefined);
    }
    for (const event of found) {
      teller.event(event);
      forwarder?.take(event);
    }
    if (found.length < PAGE) await pause(away ? AWAY_MS : POLL_MS, signal);
  }
  return (await forwarder?.close()) ?? 0;
}

type Forwarder = {
  take: (event: OutboxEvent) => void;
  /** Events taken and neither delivered nor given up. */
  unfinished: () => number;
  /**
   * Waits for exchanges under way.
   * @returns how many events were not delivered
   */
  close: () => Promise<number>;
};

function openForwarder(
  services: Services,
  to: { url: string; secret: string },
  { teller, signal }: Listening,
): Forwarder {
  // The developer names the target: a laptop's own address is what this is for.
  const poster = openPoster({ allow_private: true });
  const queue: OutboxEvent[] = [];
  const running = new Set<Promise<void>>();
  let in_flight = 0;
  let undelivered = 0;

  /** A retry that waits leaves its place to others. */
  const wait = async (wait_ms: number): Promise<void> => {
    in_flight -= 1;
    fill();
    await sleep(wait_ms, undefined, { signal }).finally(() => {
      in_flight += 1;
    });
  };
  const { now, newId, random } = services;
  const deps = { ...to, post: poster.post, now, newId, random, wait, tell: teller.attempt };

  const forward = async (event: OutboxEvent): Promise<void> => {
    const delivered = await forwardEvent(deps, event).catch((error: unknown) => {
      if (signal.aborted) return false;
      throw error;
    });
    if (!delivered) undelivered += 1;
    in_flight -= 1;
    fill();
  };
  function fill(): void {
    while (!signal.aborted && in_flight < IN_FLIGHT_MAX) {
      const event = queue.shift();
      if (event === undefined) return;
      in_flight += 1;
      const one = forward(event).finally(() => running.delete(one));
      running.add(one);
    }
  }
  return {
    take: (event) => {
      queue.push(event);
      fill();
    },
    unfinished: () => queue.length + running.size,
    close: async () => {
      await Promise.all(running);
      await poster.close();
      return undelivered + queue.length;
    },
  };
}

async function pause(wait_ms: number, signal: AbortSignal): Promise<void> {
  await sleep(wait_ms, undefined, { signal }).catch(() => undefined);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const COUNT_MAX = 100_000;
const UNITS_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * `--replay`: a whole number is a count of events, `15m`, `2h`, `3d` is how long ago, anything else a moment
 * in ISO 8601 with an offset or a UTC day. Null when it is none of these.
 */
export function parseReplay(text: string, now: Date): Replay | null {
  if (/^[0-9]{1,9}$/.test(text)) {
    const count = Number(text);
    return count >= 1 && count <= COUNT_MAX ? { kind: 'count', count } : null;
  }
  const unit_ms = UNITS_MS[text.at(-1) ?? ''];
  const amount = text.slice(0, -1);
  if (unit_ms !== undefined && /^[0-9]{1,6}$/.test(amount)) {
    return { kind: 'since', since: new Date(Math.max(0, now.getTime() - Number(amount) * unit_ms)) };
  }
  const is_moment = /^[0-9]{4}-[0-9]{2}-[0-9]{2}(?:T[0-9:.]{5,12}(?:Z|[+-][0-9]{2}:[0-9]{2}))?$/.test(text);
  const since = is_moment ? readInstant(text) : null;
  return since === null ? null : { kind: 'since', since };
}

/** What Standard Webhooks allows, in bytes. */
const BYTES_MIN = 24;
const BYTES_MAX = 64;

/**
 * The secret that `chari listen` signs with: the same at every start on one installation, so that a receiver
 * on a laptop is set up once. Made from the key that seals the endpoints' secrets, and no way back to it.
 */
export function listenSecret(secret_key: Uint8Array): string {
  return secretOf(createHmac('sha256', secret_key).update('chari listen').digest());
}

/** Whether a text is a signing secret as Standard Webhooks writes them: `whsec_` and 24 to 64 bytes in base64. */
export function isSecret(text: string): boolean {
  if (!text.startsWith(SECRET_PREFIX)) return false;
  const base64 = text.slice(SECRET_PREFIX.length);
  const bytes = Buffer.from(base64, 'base64');
  return bytes.toString('base64') === base64 && bytes.length >= BYTES_MIN && bytes.length <= BYTES_MAX;
}
