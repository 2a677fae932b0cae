import { act } from '../evidence/play.ts';
import type { Days } from './days.ts';
import { LEFT_OUT, type Play } from './movements.ts';

/** Somebody orders, on the SIM that the days are played on. */
export const session: Play = async (days, words) => {
  const said = await act(days.stage, [...words, 'on', days.on]);
  const id = days.stage.sessions.get(words[1] ?? '')?.id;
  return asked(days, words, said, await expiryOf(days, 'payment_sessions', id));
};

/** `transaction t 1000 payer 66000001 by rival`: a merchant asks this payer for money, on the same SIM. */
export const transaction: Play = async (days, words) => {
  const said = await act(days.stage, [...words, 'on', days.on]);
  const id = days.stage.transactions.get(words[1] ?? '')?.id;
  return asked(days, words, said, await expiryOf(days, 'transactions', id));
};

/** `paid s1 from 66000001`, `cancel s1`: what its customer does, where he was given a number. */
export const ofSession: Play = async ({ stage }, words) =>
  stage.sessions.has(words[1] ?? '') ? act(stage, words) : LEFT_OUT;

/** Who was refused a number has asked for nothing. */
function asked(days: Days, [, name = '', amount]: string[], said: string, expires_at: Date | null): string {
  if (expires_at !== null)
    days.asked.set(name, {
      amount_xaf: Number(amount),
      asked_ms: days.now_ms,
      expires_ms: expires_at.getTime(),
    });
  return said;
}

async function expiryOf(
  { stage }: Days,
  table: 'payment_sessions' | 'transactions',
  id: string | undefined,
): Promise<Date | null> {
  const [row] = await stage.world.service.rows<{ expires_at: Date }>(
    `select expires_at from ${table} where id = $1`,
    [id],
  );
  return row?.expires_at ?? null;
}
