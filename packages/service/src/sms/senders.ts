import type { MobileOperator } from '../domain/msisdn/prefixes.ts';

/**
 * Sender ids used where a SIM has no list of its own. They are assumed, not captured in Chad: staff set each
 * SIM's list from its first real messages.
 */
export const USUAL_SENDERS: Readonly<Record<MobileOperator, readonly string[]>> = {
  AIRTEL: ['AirtelMoney', 'Airtel Money', 'Airtel'],
  MOOV: ['MoovMoney', 'Moov Money', 'Moov', 'Flooz', 'TigoCash'],
};

/**
 * Whether a text's sender is on the list. Letters match whatever their case; nothing else is folded, so that a
 * lookalike (`A1rtelMoney`, a Cyrillic `А`, a full-width letter) stays a stranger.
 */
export function isTrustedSender(sender: string, allowed: readonly string[]): boolean {
  const asked = sender.trim().toLowerCase();
  return asked !== '' && allowed.some((name) => name.trim().toLowerCase() === asked);
}
