import { test } from 'vitest';
import { settleAtOnce } from './batch.ts';
import { perform, stagesOfFile } from './play.ts';

const scene = stagesOfFile();

test('A reversal that prints no sum and comes again with the late payment that it undoes keeps nobody waiting', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `late p credit 5000
      session a 300
      paid a
      sms r moved -5000 "La transaction {p id} a ete annulee. Solde: BALANCE FCFA."
      session q 700
      paid q
      wait 1min`,
    );
    const body = (name: string) => stage.messages.get(name)?.sms.text ?? '';
    await settleAtOnce(
      stage,
      ['p', 'r'].map((name) => ({ sim: 'one', body: body(name), ago_ms: 60_000 })),
    );
    await perform(stage, 'a -> SUCCESS\nq -> SUCCESS');
  }));

test('A forged reversal with another balance does not take the place of the true one, though neither prints a sum', () =>
  scene(async (stage) => {
    await perform(stage, 'late p credit 5000');
    const id = stage.messages.get('p')?.sms.id;
    await perform(
      stage,
      `sms f told "La transaction ${id} a ete annulee. Solde: 7 FCFA."
      session a 300
      paid a
      sms r moved -5000 "La transaction ${id} a ete annulee. Solde: BALANCE FCFA."
      session q 700
      paid q
      deliver p
      sms z credit 300
      wait 10s
      q -> SUCCESS`,
    );
  }));
