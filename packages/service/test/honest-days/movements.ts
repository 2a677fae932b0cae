import { sweepOn } from '../evidence/desk.ts';
import { act, after } from '../evidence/play.ts';
import type { Days } from './days.ts';

export type Play = (days: Days, words: string[], session?: string) => Promise<string>;

export const LEFT_OUT = 'left out';

/** The operator's words about money that somebody sends. */
export const sentTo = (phone: string, amount_xaf: number): string =>
  `Trans.ID: ID. Vous avez envoye ${amount_xaf} FCFA au ${phone}. Votre solde disponible est BALANCE FCFA.`;

/** `sms m credit 1000 from 66000001 # s1`: something moves; nobody pays for a session that there is not, or spends what the SIM does not hold. */
export const moves: Play = async (days, said_words, session) => {
  if (said_words[2] === 'forged') return forged(days, said_words);
  const words = said_words.map((one) => one.replace('WORD', days.word));
  const { stage, sim, now_ms } = days;
  const [verb, name = '', kind, first = '', second] = words;
  const undone = kind === 'reversal' ? stage.messages.get(first)?.sms : undefined;
  if (session !== undefined && !days.asked.has(session)) return LEFT_OUT;
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

/** `transfer m 1000 from two late alone`: staff move money from one SIM of ours to another, of which nobody tells the other. */
export const transfer: Play = async (days, [, name = '', sum, way, other = '', ...how]) => {
  const { stage, sim: own, on } = days;
  const amount_xaf = Number(sum);
  const { sim: others } = stage.world.at(other);
  const comes = way === 'from';
  const [from, to] = comes ? [others, own] : [own, others];
  if (amount_xaf > from.balance_xaf) return LEFT_OUT;
  const { out, come } = from.sendTo(to, amount_xaf);
  if (comes) days.own.add(own.movements.length - 1);
  const [told, told_other] = comes ? [come, out] : [out, come];
  stage.messages.set(name, { sms: told, sim: on });
  if (!how.includes('late')) await stage.world.deliver({ sms: told, sim: on });
  if (!how.includes('alone')) await stage.world.deliver({ sms: told_other, sim: other });
  return sum ?? '';
};

/** `copy n of m "words with ID and BALANCE" late`: the operator tells of the movement of a message a second time, in other words. */
export const copy: Play = async ({ stage, sim, on, word }, [, name = '', , of = '', words = '', ...how]) => {
  const { place = -1, id = '' } = stage.messages.get(of)?.sms ?? {};
  const movement = sim.movements[place];
  if (movement === undefined) return LEFT_OUT;
  const balance = String(movement.balance_xaf);
  const text = words.replace('WORD', word).replace('ID', id).replace('BALANCE', balance);
  const told = { sms: { text, id, place }, sim: on };
  stage.messages.set(name, told);
  if (!how.includes('late')) await stage.world.deliver(told);
  return '';
};
