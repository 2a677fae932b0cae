import type { RailAnswer } from '../../domain/rail/order.ts';
import { type AirtelAnswer, COUNTRY, CURRENCY, member, textIn } from './answers.ts';
import type { Ask, Exchanged } from './http.ts';

/** Airtel's tokens live 180 s; ours are renewed this much earlier. */
const EARLY_MS = 30_000;
const LIFE_MS = 180_000;

export type TokenOutcome = { kind: 'token'; token: string } | { kind: 'none'; detail: string };

export type Tokens = {
  /** The token in use, or a fresh one. Whoever asks while it is being fetched waits for the same answer. */
  get: () => Promise<TokenOutcome>;
  /** Says that the API refuses this token: the next `get` fetches another, once for all who noticed. */
  refused: (token: string) => void;
};

export type Credentials = { client_id: string; client_secret: string };

/** OAuth2 client credentials. The token is held in memory only and written nowhere. */
export function openTokens(
  ask: (ask: Ask) => Promise<Exchanged>,
  { client_id, client_secret }: Credentials,
  now_ms: () => number,
): Tokens {
  let held: { token: string; until_ms: number } | null = null;
  let under_way: Promise<TokenOutcome> | null = null;

  const fetchToken = async (): Promise<TokenOutcome> => {
    const asked_ms = now_ms();
    const body = { client_id, client_secret, grant_type: 'client_credentials' };
    const exchanged = await ask({ method: 'POST', path: '/auth/oauth2/token', headers: {}, body });
    if (exchanged.kind !== 'answered') return { kind: 'none', detail: `token: ${exchanged.detail}` };
    const token = textIn(exchanged.body, 'access_token');
    if (exchanged.status !== 200 || token === null) {
      return { kind: 'none', detail: `token: HTTP ${exchanged.status}` };
    }
    const life_ms = lifeOf(exchanged.body);
    held = { token, until_ms: asked_ms + Math.max(life_ms - EARLY_MS, life_ms / 2) };
    return { kind: 'token', token };
  };

  return {
    get: () => {
      if (held !== null && now_ms() < held.until_ms) {
        return Promise.resolve({ kind: 'token', token: held.token });
      }
      under_way ??= fetchToken().finally(() => {
        under_way = null;
      });
      return under_way;
    },
    refused: (token) => {
      if (held?.token === token) held = null;
    },
  };
}

function lifeOf(body: unknown): number {
  const expires_in = Number(member(body, 'expires_in'));
  return expires_in > 0 && expires_in <= 86_400 ? expires_in * 1_000 : LIFE_MS;
}

/** The call was answered, or what that leaves us knowing. */
export type Called = { kind: 'answered'; answered: AirtelAnswer } | { kind: 'unknown'; answer: RailAnswer };

/**
 * Calls with a token. One that is refused in mid-flight is renewed and the call made once more: the refusal
 * says that nothing was done.
 */
export function createCaller(
  ask: (ask: Ask) => Promise<Exchanged>,
  tokens: Tokens,
): (ask: Omit<Ask, 'headers'>) => Promise<Called> {
  const call = async (question: Omit<Ask, 'headers'>, again: boolean): Promise<Called> => {
    const got = await tokens.get();
    if (got.kind === 'none') return unknown(got.detail, false);
    const headers = { authorization: `Bearer ${got.token}`, 'x-country': COUNTRY, 'x-currency': CURRENCY };
    const exchanged = await ask({ ...question, headers });
    if (exchanged.kind !== 'answered') return unknown(exchanged.detail, exchanged.kind === 'no_answer');
    if (exchanged.status !== 401) return { kind: 'answered', answered: exchanged };
    tokens.refused(got.token);
    return again ? unknown('HTTP 401 with a fresh token', false) : call(question, true);
  };
  return (question) => call(question, false);
}

function unknown(detail: string, sent: boolean): Called {
  return { kind: 'unknown', answer: { kind: 'unknown', detail, sent, fault: true } };
}
