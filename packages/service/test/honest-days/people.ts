import { confirmLateTransactions } from '../../src/engine/desk/payments/confirm-late.ts';
import { by, explainOn, servicesOf } from '../evidence/desk.ts';
import { act } from '../evidence/play.ts';
import type { Days } from './days.ts';
import { LEFT_OUT, moves, type Play, sentTo } from './movements.ts';

/** `confirm s1`, `reject s1`, `confirm t1`: a person decides of whoever asked for money, rightly or not. */
export const decide: Play = async (days, words) => {
  const [verb, name = ''] = words;
  if (!days.asked.has(name)) return LEFT_OUT;
  const id = days.stage.transactions.get(name)?.id;
  if (id === undefined) return decided(days, name, await act(days.stage, words));
  return verb === 'confirm' ? decided(days, name, await confirmLate(days, id)) : LEFT_OUT;
};

/** `assign m to s1`: a person gives him that money. */
export const assign: Play = async (days, words) => {
  const { stage } = days;
  const [, message = '', , name = ''] = words;
  const sms = stage.messages.get(message)?.sms;
  if (sms === undefined || !days.asked.has(name)) return LEFT_OUT;
  const id = stage.transactions.get(name)?.id;
  if (id === undefined) return decided(days, name, await act(stage, words));
  const said = [];
  for (const credit_id of await stage.world.namesOf(sms)) said.push(await confirmLate(days, id, credit_id));
  return decided(days, name, said.includes('confirmed') ? 'confirmed' : said.join(' '));
};

async function confirmLate({ stage }: Days, transaction_id: string, credit_id?: string): Promise<string> {
  const command = { transaction_id, ...(credit_id !== undefined && { credit_id }), ...by('Awa') };
  const [said] = await confirmLateTransactions(servicesOf(stage), [command]);
  return said?.kind ?? 'nothing';
}

/** What people have done is not the service's fault. */
function decided(days: Days, name: string, said: string): string {
  if (['confirmed', 'rejected', 'assigned'].includes(said)) days.decided.add(name);
  return said;
}

/** `refund m`: a person says that he sends it back. What the operator is known to have taken back nobody may send. */
export const refund: Play = async (days, words) => {
  const [, message = ''] = words;
  const { sms } = days.stage.messages.get(message) ?? {};
  if (sms === undefined) return LEFT_OUT;
  const undone = [...days.taken_back].some(([place, id]) => id === sms.id && days.knows(place));
  const said = await act(days.stage, words);
  if (said === 'refunded') days.put_away.add(message);
  if (said === 'refunded' && undone && sms.text.includes(sms.id))
    days.wrong.push(`${message} is sent back, though the operator has taken it back`);
  return said;
};

/** `repay r m late`: a person says that he sends it back, and does; the message of that comes late, or not at all. */
export const repay: Play = async (days, [, name = '', message = '', ...how]) => {
  const said = await refund(days, ['refund', message, 'as', 'Awa']);
  const { place = -1 } = days.stage.messages.get(message)?.sms ?? {};
  const movement = days.sim.movements[place];
  if (said !== 'refunded' || movement === undefined) return said;
  // Where digits are hidden people have asked the operator.
  const { delta_xaf, party = '66123456' } = movement;
  const verb = how.includes('late') ? 'late' : 'sms';
  await moves(days, [verb, name, 'moved', `-${delta_xaf}`, sentTo(party, delta_xaf)]);
  return said;
};

/** `disown m`: two people say that the operator's list doesn't show it, though it may. */
export const disown: Play = async (days, words) => {
  const [, message = ''] = words;
  if (!days.stage.messages.has(message)) return LEFT_OUT;
  const said = await act(days.stage, words);
  if (said.includes('disowned')) days.put_away.add(message);
  return said;
};

/** Two people say of what nobody has explained that it was payments whose messages never came, or money that they took off the SIM. */
export const explain: Play = async (days, [, meaning]) => {
  const { stage, sim_id } = days;
  const came = meaning === 'credit';
  const unsaid = { sim_id, kinds: ['UNEXPLAINED', 'DEBIT'], came };
  const { found, done } = await explainOn(stage, unsaid, came ? 'credit' : 'sweep');
  // What comes of a message that tells of a part of it is theirs to say, if it wasn't all money that left.
  const is_mixed = days.sim.movements.some(({ delta_xaf }, place) => delta_xaf > 0 && !days.knows(place));
  if ((came || is_mixed) && done > 0)
    for (const { message, place } of days.payments) if (!days.isReached(place)) days.put_away.add(message);
  return `${done} of ${found}`;
};
