import { sweepOn } from '../evidence/desk.ts';
import { act, after } from '../evidence/play.ts';
import type { Days } from './days.ts';

export type Play = (days: Days, words: string[], session?: string) => Promise<string>;

export const LEFT_OUT = 'left out';

/** Somebody orders, on the SIM that the days are played on. */
export const session: Play = async (days, words) => {
  const { stage } = days;
  const said = await act(stage, [...words, 'on', days.on]);
  const [, name = '', amount] = words;
  const id = stage.sessions.get(name)?.id;
  const [row] = await stage.world.service.rows<{ expires_at: Date }>(
    'select expires_at from payment_sessions where id = $1',
    [id],
  );
  if (row === undefined) return said;
  const expires_ms = row.expires_at.getTime();
  days.asked.set(name, { amount_xaf: Number(amount), asked_ms: days.now_ms, expires_ms });
  return said;
};

/** `sms m credit 1000 from 66000001 # s1`: something moves; nobody pays for a session that there is not, or spends what the SIM does not hold. */
export const moves: Play = async (days, words, session) => {
  if (words[2] === 'forged') return forged(days, words);
  const { stage, sim, now_ms } = days;
  const [verb, name = '', kind, first = '', second] = words;
  const undone = kind === 'reversal' ? stage.messages.get(first)?.sms : undefined;
  if (session !== undefined && !stage.sessions.has(session)) return LEFT_OUT;
  if (kind === 'reversal' && undone === undefined) return LEFT_OUT;
  const fee = words.includes('fee') ? Number(words.at(-1)) : 0;
  if (leaves(kind, Number(first), Number(second), fee) > sim.balance_xaf) return LEFT_OUT;
  const said = await act(stage, [...words, 'on', days.on]);
  const place = sim.movements.length - 1;
  if (fee > 0) days.fees.set(place, fee);
  if (undone !== undefined) days.taken_back.set(place, undone.id);
  if (session !== undefined) {
    const never_ms = Number.POSITIVE_INFINITY;
    const payment = { session, message: name, place, paid_ms: now_ms, heard_ms: never_ms, told_ms: never_ms };
    days.payments.push(payment);
    if (verb === 'sms') days.told(name);
  }
  return said;
};

function leaves(kind: string | undefined, first: number, second: number, fee: number): number {
  if (kind === 'debit') return first + fee;
  if (kind === 'moved') return -first;
  return kind === 'reversal' ? second : 0;
}

/** It comes for the first time, or once more. */
export const deliver: Play = async (days, words) => {
  const [, message = ''] = words;
  if (!days.stage.messages.has(message)) return LEFT_OUT;
  const said = await act(days.stage, words);
  days.told(message);
  return said;
};

/** `sms x forged 1000 off 0 like m`: no money at all, perhaps under the id of another message. */
const forged: Play = async ({ stage, on }, words) => {
  const like = after(words, 'like');
  if (like !== undefined && !stage.messages.has(like)) return LEFT_OUT;
  return act(stage, [...words, 'on', on]);
};

/** `paid s1 from 66000001`, `cancel s1`: what its customer does, where he was given a number. */
export const ofSession: Play = async ({ stage }, words) =>
  stage.sessions.has(words[1] ?? '') ? act(stage, words) : LEFT_OUT;

export const sweep: Play = async (days, [, name = '', sum, ...how]) => {
  const { balance_xaf } = days.sim;
  const amount_xaf = sum === 'all' ? balance_xaf : Number(sum);
  if (amount_xaf <= 0 || amount_xaf > balance_xaf) return LEFT_OUT;
  if (how.includes('announced')) await sweepOn(days.stage, days.on, amount_xaf);
  if (how.includes('announced')) days.announced.add(days.sim.movements.length);
  const verb = how.includes('late') ? 'late' : 'sms';
  await act(days.stage, [verb, name, 'debit', String(amount_xaf), 'on', days.on]);
  return String(amount_xaf);
};
