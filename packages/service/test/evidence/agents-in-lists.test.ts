import { test } from 'vitest';
import { confirmPortals } from '../statements/play.ts';
import { bringListed } from './desk.ts';
import { perform, stagesOfFile } from './play.ts';

const scene = stagesOfFile();

test('An agent’s number in the operator’s list is no payer’s', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(
      stage,
      `session v 5000 payer 66112233 by rival ttl 60
      session h 5000 payer 66777001 ttl 60
      late c cash-in 5000
      wait 2min`,
    );
    await bringListed(stage);
    await perform(stage, 'wait 1min\nunpaid v -> yes');
  }));

test('An agent’s number in the operator’s list is no payer’s where the deposit’s own message waits and names him without his number', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(
      stage,
      `session v 5000 payer 66112233 by rival ttl 60
      session h 5000 payer 66777001 ttl 60
      late lost credit 700
      sms c moved 5000 "Depot de 5000 FCFA effectue par l'agent MAHAMAT. Ref: ID. Solde: BALANCE FCFA."
      wait 1min`,
    );
    await bringListed(stage, (moved) => moved.map((row) => ({ ...row, party: '66112233' })));
    await perform(stage, 'wait 1min\nunpaid v -> yes');
  }));

test('A deposit that an agent made for the only one who waits for its sum pays him by the list', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(stage, 'session h 5000 payer 66777001 ttl 60\nlate c cash-in 5000\nwait 2min');
    await bringListed(stage);
    await perform(stage, 'wait 1min\nh -> SUCCESS');
  }));
