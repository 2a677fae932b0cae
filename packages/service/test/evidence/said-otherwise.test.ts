import { expect, test } from 'vitest';
import { explainSteps } from '../../src/engine/desk/book/explain.ts';
import { confirmPortals } from '../statements/play.ts';
import { bringListed, by, explainAll, servicesOf } from './desk.ts';
import { firstSim, perform, type Stage, stagesOfFile } from './play.ts';

const scene = stagesOfFile();

/** Two people say what a step of this sum was; what came of it. */
async function say(stage: Stage, sum_xaf: number, meaning: 'credit' | 'write_off'): Promise<string[]> {
  const [step] = await stage.world.service.rows<{ id: string }>(
    'select id from book_steps where collection_number_id = $1 and after_xaf - before_xaf = $2',
    [firstSim(stage), sum_xaf],
  );
  const said: string[] = [];
  for (const actor of ['Awa', 'Brahim']) {
    const command = { step_id: step?.id ?? '', meaning, ...by(actor) };
    said.push(...(await explainSteps(servicesOf(stage), [command])).map(({ kind }) => kind));
  }
  return said;
}

/** They say that it was a payment. */
async function sayPaid(stage: Stage, sum_xaf: number): Promise<void> {
  expect(await say(stage, sum_xaf, 'credit')).toEqual(['proposed', 'explained']);
}

/** A text of anybody says that `p` was taken back; the book goes on past it, so it is refuted. */
const forgedUndone = (stage: Stage, name: string, balance_xaf: number): string =>
  `sms ${name} told "Le transfert ${stage.messages.get('p')?.sms.id} de 30000 FCFA recu de 66777001 a ete annule. Solde: ${balance_xaf} FCFA."
  wait 5min
  sms z${name} credit 100
  wait 5min
  anchor
  wait 5min`;

// An insider has told of it as his before the true message, which is lost. The incident says `payer`, and the money may be sent to him all the same.
test('Money is not sent back to the payer of whom the operator’s own list says that he is not who paid it', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(
      stage,
      `wait 5min
      late p credit 40000 from 66777001
      sms f forged 40000 off -40000 from 66999001 like p
      wait 5min`,
    );
    await bringListed(stage, (moved) => moved.map((row) => ({ ...row, party: '66777001' })));
    await perform(stage, 'wait 31s\nincidents -> statement_differs\nrefund f as Awa -> refused');
  }));

// The second message hides digits, so it contests the first (that is known). Two people look at the operator's list and say that the step is a payment. They can't
// truthfully disown a message that tells of it.
test('A payment that two messages tell differently is sent back once two people have said that it was paid', () =>
  scene(async (stage) => {
    await perform(stage, 'wait 5min\nsms p credit 30000 from 66777001\nwait 10s');
    await perform(
      stage,
      `sms q told "Trans. ID : ${stage.messages.get('p')?.sms.id}. Vous avez reçu 30.000,00 FCFA de 235667770••. Le solde de votre compte Airtel Money est de 92.410,00 FCFA."
      wait 5min
      anchor
      wait 5min`,
    );
    expect(await explainAll(stage, ['CREDIT'], 'credit')).toBe(1);
    await perform(stage, 'wait 5min\nanchor\nwait 5min\nincidents -> none\nrefund p as Awa -> refunded');
  }));

// The message is refuted: no incident tells of it and no page lists it, so nobody can name it to disown it. The refusal says: say first what that step was.
test('A payment of which one forged SMS says that it was taken back can be sent back once two people have done what the refusal asks for', () =>
  scene(async (stage) => {
    await perform(stage, 'wait 5min\nsms p credit 30000 from 66777001\nwait 5min\nanchor\nwait 5min');
    await perform(stage, `${forgedUndone(stage, 'r', 5)}\nincidents -> none\nrefund p as Awa -> refused`);
    await sayPaid(stage, 30_000);
    await perform(stage, 'refund p as Awa -> refunded');
  }));

// Whoever can send one such SMS can send two. There is no other way out for its payer than that people look it up again.
test('A payment of which a second forged SMS says after their word that it was taken back can be sent back once two people have done the same again', () =>
  scene(async (stage) => {
    await perform(stage, 'wait 5min\nsms p credit 30000 from 66777001\nwait 5min\nanchor\nwait 5min');
    await perform(stage, forgedUndone(stage, 'r', 5));
    await sayPaid(stage, 30_000);
    await perform(stage, `wait 1min\n${forgedUndone(stage, 's', 7)}\nrefund p as Awa -> refused`);
    // What they have said of it stays on record: it can't have been false all the while.
    expect(await say(stage, 30_000, 'write_off')).toEqual(['said_paid_before', 'said_paid_before']);
    await sayPaid(stage, 30_000);
    expect(await say(stage, 30_000, 'credit')).toEqual(['explained_before', 'explained_before']);
    await perform(stage, 'refund p as Awa -> refunded');
  }));

test('A payment that two lists, the second brought after their word, say to be of somebody else can be sent back once two people have said again that it was paid', () =>
  scene(async (stage) => {
    const otherParty = () =>
      bringListed(stage, (moved) =>
        moved.map((row) => (row.delta_xaf === 30_000 ? { ...row, party: '66999001' } : row)),
      );
    await confirmPortals(stage);
    await perform(stage, 'wait 5min\nsms p credit 30000 from 66777001\nwait 5min');
    await otherParty();
    await perform(stage, 'wait 31s\nrefund p as Awa -> refused');
    await sayPaid(stage, 30_000);
    await perform(stage, 'wait 5min\nsms z credit 100\nwait 5min');
    await otherParty();
    await perform(stage, 'wait 31s\nrefund p as Awa -> refused');
    await sayPaid(stage, 30_000);
    await perform(stage, 'refund p as Awa -> refunded');
  }));

// Two people have truthfully said that it was paid, since two messages told of it. Whatever is said of it afterwards is asked no more.
test('A payment of which two people have said that it was paid is not sent back while the message that the operator has taken it back since waits for a late one', () =>
  scene(async (stage) => {
    await perform(stage, 'wait 5min\nsms p credit 40000 from 66777001\nwait 10s');
    await perform(
      stage,
      `sms q told "Trans. ID : ${stage.messages.get('p')?.sms.id}. Vous avez reçu 40.000,00 FCFA de 235667770••. Le solde de votre compte Airtel Money est de 102.410,00 FCFA."
      wait 5min
      anchor
      wait 5min`,
    );
    await sayPaid(stage, 40_000);
    await perform(
      stage,
      `wait 1h
      late lost credit 700
      wait 1min
      sms r reversal p 40000
      wait 1min
      refund p as Awa -> refused`,
    );
  }));
