import { after } from '../evidence/play.ts';
import type { PayerWords, Sim } from '../evidence/sim.ts';
import { LEFT_OUT, type Play } from './movements.ts';

/** What a forger knows of a true movement, and how he tells of it. */
type Copied = { id: string; sum_xaf: number; balance_xaf: number; words: PayerWords };

/**
 * `forge x of m hidden`: a message under the id of m, of its sum and to its balance, that hides the payer whole; `agent`: that makes it a
 * deposit by the hand of an agent; `bare`: without the ticket in m; `ticket s1`: with that of s1; `payer 66000001`: from another phone.
 */
export const forge: Play = async ({ stage, sim, on }, [, name = '', , of = '', ...how]) => {
  const { id, place } = stage.messages.get(of)?.sms ?? {};
  const { delta_xaf = 0, balance_xaf = 0, party } = sim.movements[place ?? -1] ?? {};
  // Of a movement of another SIM the place is none of this one's.
  if (id === undefined || sim.movements[place ?? -1]?.id !== id || delta_xaf <= 0) return LEFT_OUT;
  const ticket = stage.sessions.get(after(how, 'ticket') ?? '')?.ticket;
  if (how.includes('ticket') && ticket === undefined) return LEFT_OUT;
  const payer = how.includes('hidden')
    ? `${sim.operator === 'AIRTEL' ? '6' : '9'}• •• •• ••`
    : after(how, 'payer');
  const words = { payer: payer ?? party, motif: ticket };
  const copied = { id, sum_xaf: delta_xaf, balance_xaf, words };
  const sms = how.includes('agent') ? agents(sim, copied) : sim.wordCredit(delta_xaf, balance_xaf, words, id);
  stage.messages.set(name, { sms, sim: on });
  await stage.world.deliver({ sim: on, sms });
  return '';
};

function agents(sim: Sim, { id, sum_xaf, balance_xaf, words: { payer, motif } }: Copied) {
  const reason = motif === undefined ? '' : ` Motif: ${motif}.`;
  return sim.invented(
    `Depot de ${sum_xaf} FCFA effectue par l'agent NOM (${payer}).${reason} Trans.ID: ID. Solde: ${balance_xaf} FCFA.`,
    id,
  );
}
