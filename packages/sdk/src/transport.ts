import { Answered, judge, lost } from './answer.ts';
import type { Operations } from './contract.generated.ts';
import { ChariError } from './error.ts';
import { type CallOptions, type Parameters, type Request, requestOf } from './request.ts';
import { delayMs, doubtOf, isRepeatable, sleep, tellsNothing } from './retry.ts';

export interface Settings {
  apiKey: string;
  /** Without a slash at its end. */
  baseUrl: string;
  timeoutMs: number;
  maxRetries: number;
  fetch: typeof globalThis.fetch;
}

/** Makes a call; what the resources are given. */
export type Call = <Name extends keyof Operations>(
  name: Name,
  parameters: Parameters<Name>,
  options?: CallOptions,
) => Promise<Operations[Name]['answer']>;

const TIMER_MAX_MS = 2 ** 31 - 1;

/** Sends a request until it is answered or that is hopeless, under one idempotency key. */
export function openTransport(settings: Settings): Call {
  const answered = new Answered();
  return async (name, parameters, options = {}) => {
    const { maxRetries = settings.maxRetries, timeoutMs = settings.timeoutMs, signal } = options;
    checkPatience({ timeoutMs, maxRetries });
    const request = requestOf(settings, name, parameters, options);
    for (let attempt = 1, doubt = 0; ; attempt += 1) {
      signal?.throwIfAborted();
      const answer = await exchange(settings.fetch, request, answered, timeoutMs, signal);
      if (!(answer instanceof ChariError)) return answer as never;
      // The attempt before has deleted it.
      if (doubt && answer.code === 'NOT_FOUND' && request.init.method === 'DELETE') return undefined as never;
      if (attempt > maxRetries || !isRepeatable(answer)) {
        // What came before the key was looked at doesn't say what an attempt before it did.
        throw request.idempotencyKey && doubt > doubtOf(answer) && tellsNothing(answer)
          ? lost(request, answer.message, answer)
          : answer;
      }
      doubt = Math.max(doubt, doubtOf(answer));
      await sleep(delayMs(attempt, answer.retryAfter, Math.random()), signal);
    }
  };
}

/** @throws TypeError when a number is none that a timer or a count can be */
export function checkPatience({ timeoutMs, maxRetries }: { timeoutMs: number; maxRetries: number }): void {
  if (!(timeoutMs >= 1 && timeoutMs <= TIMER_MAX_MS)) {
    throw new TypeError(`timeoutMs must be from 1 to ${TIMER_MAX_MS} milliseconds.`);
  }
  if (!(maxRetries >= 0)) throw new TypeError('maxRetries must be 0 or more.');
}

/**
 * One attempt.
 * @returns the answer, or why there is none; rejects only when the caller's signal is aborted
 */
async function exchange(
  fetch: typeof globalThis.fetch,
  request: Request,
  answered: Answered,
  timeout_ms: number,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const { url, init } = request;
  const controller = new AbortController();
  const stop = () => controller.abort();
  signal?.addEventListener('abort', stop, { once: true });
  let is_late = false;
  const timer = setTimeout(() => {
    is_late = true;
    stop();
  }, timeout_ms);
  // The time-out holds for the body too, and where a given fetch does not heed its signal.
  const ended = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason), { once: true });
  });
  const read = async () => {
    const response = await fetch(url, { ...init, signal: controller.signal });
    return [response, await response.arrayBuffer()] as const;
  };
  try {
    const [response, bytes] = await Promise.race([ended, read()]);
    return judge(request, response, bytes, answered);
  } catch (cause) {
    if (signal?.aborted) throw signal.reason;
    if (is_late) return lost(request, `${url} did not answer within ${timeout_ms} ms.`);
    return lost(request, `${url} could not be reached, or its answer was cut off.`, cause);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}
