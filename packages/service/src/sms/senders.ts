import type { Operator } from '../domain/operator.ts';

/** An SMS of ten parts has 1,530 characters; a longer text is no operator's notice and is not read. */
export const MAX_TEXT_LENGTH = 2_000;

/**
 * Sender ids used where a SIM has no list of its own. They are assumed, not captured in Chad: staff set each
 * SIM's list from its first real messages.
 */
export const USUAL_SENDERS: Readonly<Record<Operator, readonly string[]>> = {
  AIRTEL: ['AirtelMoney', 'Airtel Money', 'Airtel'],
  MOOV: ['MoovMoney', 'Moov Money', 'Moov', 'Flooz', 'TigoCash'],
};

/**
 * Whether a text's sender is on the list: compared as Unicode compares names written in other forms (NFKC, case,
 * white space). Letters of other scripts stay what they are, so that a lookalike (`A1rtelMoney`, a Cyrillic `А`)
 * is a stranger.
 */
export function isTrustedSender(sender: string, allowed: readonly string[]): boolean {
  const asked = folded(sender);
  return asked !== '' && allowed.some((name) => folded(name) === asked);
}

function folded(name: string): string {
  return name.toWellFormed().normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
}
