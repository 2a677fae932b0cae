import { expect, test } from 'vitest';
import { explainSteps } from '../../src/engine/desk/book/explain.ts';
import { confirmPortals } from '../statements/play.ts';
import { bringListed, by, explainAll, servicesOf } from './desk.ts';
import { firstSim, perform, type Stage, stagesOfFile } from './play.ts';

const scene = stagesOfFile();

/** Two people say that a step of this sum was a payment. */
async function sayPaid(stage: Stage, sum_xaf: number) {
  const [step] = await stage.world.service.rows<{ id: string }>(
    'select id from book_steps where collection_number_id = $1 and after_xaf - before_xaf = $2',
    [firstSim(stage), sum_xaf],
  );
  for (const actor of ['Awa', 'Brahim'])
    await explainSteps(servicesOf(stage), [{ step_id: step?.id ?? '', meaning: 'credit', ...by(actor) }]);
}

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
    await perform(
      stage,
      `sms r told "Le transfert ${stage.messages.get('p')?.sms.id} de 30000 FCFA recu de 66777001 a ete annule. Solde: 5 FCFA."
      wait 5min
      sms z credit 100
      wait 5min
      anchor
      wait 5min
      incidents -> none
      refund p as Awa -> refused`,
    );
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
