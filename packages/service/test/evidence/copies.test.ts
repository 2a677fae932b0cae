import { describe, expect, test } from 'vitest';
import { sweep } from './desk.ts';
import { perform, type Stage, stagesOfFile, taken } from './play.ts';

const scene = stagesOfFile();

/** The text of a message that is kept back. */
const textOf = ({ messages }: Stage, name: string): string => messages.get(name)?.sms.text ?? '';

// The receiver's message names our own number, and pays nobody. Written so that it names somebody abroad it pays v; with a hyphen nobody is
// clearly named, and people look at v. The true message is a copy of it, since its letters are the same, or the last eight digits: it contests nothing.
test.each([
  [
    'writes the payer’s number with a hyphen takes nothing',
    (own: string) => `${own.slice(0, 4)}-${own.slice(4)}`,
    { taken_xaf: 0, first: 'UNDER_REVIEW unproven' },
  ],
  [
    'puts the code of Cameroon before the payer’s number takes no more than the bound',
    (own: string) => `2376${own}`,
    { taken_xaf: 949_990, first: 'SUCCESS' },
  ],
])(
  'Who reads the messages of a SIM before us and %s of what staff move to it from another of ours',
  (_what, written, { taken_xaf, first }) =>
    scene(async (stage) => {
      await perform(
        stage,
        'sim two\nsms t credit 4000000 from 66777002 on one\nsms u credit 10 from 66777002 on one\nwait 5min\nanchor\nwait 5min',
      );
      const own = stage.world.sims.get('one')?.sim.number.slice(4) ?? '';
      for (let n = 0; n < 7; n += 1) {
        const sum_xaf = 190_000 - n;
        await sweep(stage, sum_xaf);
        await perform(
          stage,
          `sms s${n} debit ${sum_xaf} on one
          late t${n} credit ${sum_xaf} from ${own} on two
          session v${n} ${sum_xaf} by rival${n} on two ttl 60`,
        );
        await perform(
          stage,
          `sms f${n} told "${textOf(stage, `t${n}`).replace(own, written(own))}" on two
          deliver t${n}
          wait 5min
          anchor
          anchor two
          wait 1min`,
        );
      }
      expect(await taken(stage)).toBe(taken_xaf);
      // All of it has come, by his message or by the true one.
      await perform(stage, `v0 -> ${first}\nfloat two -> 1329979\nincidents two -> contested`);
    }),
);

// The ticket is h's, on another SIM. With a point in it nobody reads it, and v is paid.
test('A payment on the wrong SIM, whose message an insider has read and sends first with a point in its ticket, is contested', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `sim two
      session h 5000 on two ttl 60
      session v 5000 by rival on one ttl 60
      late p credit 5000 from 66777001 motif "{h}"`,
    );
    const ticket = stage.sessions.get('h')?.ticket ?? '';
    const told = textOf(stage, 'p').replace(ticket, `${ticket.slice(0, 6)}.${ticket.slice(6)}`);
    await perform(
      stage,
      `sms f told "${told}"\ndeliver p\nwait 5min\nanchor\nwait 31s\nincidents one -> contested`,
    );
  }));

// Nothing but a look at the whole text finds such a ticket, and a session of another SIM speaks by it against v. Without it v is paid at once, or with the payment
// of 100 francs that is late.
const PLACES: [string, (ticket: string) => string, string][] = [
  ['behind the balance', (ticket) => `Motif: ${ticket}.`, ''],
  ['behind the balance, in two halves', (ticket) => `Motif: ${ticket.slice(0, 4)}. ${ticket.slice(4)}.`, ''],
  ['glued to a word', (ticket) => `Motif: commande${ticket}.`, 'Motif: commande.'],
];
describe.each(PLACES)(
  'A payment on the wrong SIM, whose message quotes a ticket %s and is sent first without it,',
  (_where, quoted, left) => {
    const wordsOf = (told: string, id = 'ID', balance = 'BALANCE') =>
      `Trans. id : ${id}. Vous avez recu 5000 FCFA du 66777001. Votre solde disponible est ${balance} FCFA. ${told}`;
    /** The forged message, and then the true one, which `is_quoting` the ticket or has the very words. */
    async function tellBoth(stage: Stage, between: string, is_quoting = true): Promise<void> {
      const ticket = (stage.sessions.get('h')?.ticket ?? '').replace('-', '');
      await perform(stage, `late p moved 5000 "${wordsOf(is_quoting ? quoted(ticket) : left)}"`);
      const id = stage.messages.get('p')?.sms.id;
      const balance = String(stage.world.sims.get('one')?.sim.balance_xaf);
      await perform(stage, `sms f told "${wordsOf(left, id, balance)}"\n${between}\ndeliver p`);
    }
    const SESSIONS = 'sim two\nsession h 5000 on two ttl 60\nsession v 5000 by rival on one ttl 60';

    test('is contested', () =>
      scene(async (stage) => {
        await perform(stage, SESSIONS);
        await tellBoth(stage, '');
        await perform(stage, 'wait 5min\nanchor\nwait 31s\nincidents one -> contested');
      }));

    test('pays no stranger where both wait behind a late message', () =>
      scene(async (stage) => {
        await perform(stage, `${SESSIONS}\nlate gap credit 100`);
        await tellBoth(stage, 'wait 10s');
        await perform(stage, 'wait 10s\ndeliver gap\nwait 31s\nv -> AWAITING_PAYMENT');
        await perform(stage, 'float one -> 100\nincidents one -> claim');
      }));

    test('pays him where neither quotes it', () =>
      scene(async (stage) => {
        await perform(stage, `${SESSIONS}\nlate gap credit 100`);
        await tellBoth(stage, 'wait 10s', false);
        await perform(stage, 'wait 10s\ndeliver gap\nwait 31s\nv -> SUCCESS\nfloat one -> 5100');
      }));
  },
);

test('A message that comes twice, by two ways that differ in blanks and accents, contests nothing, whatever it quotes behind its balance', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `session a 5000
      sms p moved 5000 "Trans. id : ID. Vous avez recu 5000 FCFA du 66777001. Votre solde disponible est BALANCE FCFA. Motif: {a}."
      a -> SUCCESS`,
    );
    const told = textOf(stage, 'p').replace('recu', 'reçu').replaceAll('. ', '.  ');
    await perform(stage, `sms q told "${told}"\nwait 5min\nanchor\nwait 31s\nincidents one -> none`);
  }));

// It waits for a reading and is a step of the book already, since another payment goes on from it.
test('A large payment of which the operator tells in two wordings, each with its payer, is settled by the reading', () =>
  scene(async (stage) => {
    await perform(
      stage,
      'session a 300000 ttl 60\nsession b 500\nsms p credit 300000 from 66777001\npaid b\nwait 10s',
    );
    const id = stage.messages.get('p')?.sms.id;
    await perform(
      stage,
      `sms q told "Trans. ID : ${id}. Vous avez reçu 300.000,00 FCFA de 23566777001. Le solde de votre compte Airtel Money est de 362.410,00 FCFA."
      wait 5min
      anchor
      a -> SUCCESS`,
    );
  }));
