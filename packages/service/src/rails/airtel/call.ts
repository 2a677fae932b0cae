import type { RailAnswer } from '../../domain/rail/answer.ts';
import type { Answered } from './answers.ts';
import type { Ask, Exchanged } from './http.ts';
import type { Tokens } from './tokens.ts';

/** The call was answered, or what that leaves us knowing. */
export type Called = { kind: 'answered'; answered: Answered } | { kind: 'unknown'; answer: RailAnswer };

export const COUNTRY = 'TD';
export const CURRENCY = 'XAF';

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
