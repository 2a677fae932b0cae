import { act } from '../evidence/play.ts';
import type { Days } from './days.ts';
import { LEFT_OUT, type Play } from './movements.ts';

const TABLES = { sessions: 'payment_sessions', transactions: 'transactions' } as const;

/** Somebody orders, on the SIM that the days are played on. */
export const session: Play = (days, words) => ask(days, words, 'sessions');

/** `transaction t 1000 payer 66000001 by rival`: a merchant asks this payer for money, on the same SIM. */
export const transaction: Play = (days, words) => ask(days, words, 'transactions');

/** Who was refused a number has asked for nothing. */
async function ask(days: Days, words: string[], kind: keyof typeof TABLES): Promise<string> {
  const { stage } = days;
  const said = await act(stage, [...words, 'on', days.on]);
  const [, name = '', amount] = words;
  const [row] = await stage.world.service.rows<{ expires_at: Date }>(
    `select expires_at from ${TABLES[kind]} where id = $1`,
    [stage[kind].get(name)?.id],
  );
  if (row === undefined) return said;
  const expires_ms = row.expires_at.getTime();
  days.asked.set(name, { amount_xaf: Number(amount), asked_ms: days.now_ms, expires_ms });
  return said;
}

/** `paid s1 from 66000001`, `cancel s1`: what its customer does, where he was given a number. */
export const ofSession: Play = async ({ stage }, words) =>
  stage.sessions.has(words[1] ?? '') ? act(stage, words) : LEFT_OUT;
