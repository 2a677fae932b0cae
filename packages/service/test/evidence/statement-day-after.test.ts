import { describe, expect, test } from 'vitest';
import { confirmPortals } from '../statements/play.ts';
import type { Listed } from '../statements/portal.ts';
import { bare, bringListed, nameless, paidByItsRow } from './desk.ts';
import { perform, stagesOfFile } from './play.ts';

const scene = stagesOfFile();

// The rows of the day before are still known when their own messages have waited for a day.
describe('A message that came after its row', () => {
  const REVERSED = `sms p credit 5000 from 66777001
    wait 5min
    late x credit 100 from 66000009
    wait 1min
    late r reversal p 5000
    wait 5min`;
  const TOLD_LATE = `wait 2min
    sms q credit 5000 from 66777002
    wait 1min
    deliver r
    wait 10min
    float -> 5100`;

  test.each([
    ['with balances', (moved: readonly Listed[]) => moved],
    ['without', bare],
  ])('takes nothing back again when the list of the next day is brought, %s', (_which, listed) =>
    scene(async (stage) => {
      await confirmPortals(stage);
      await perform(stage, REVERSED);
      await bringListed(stage, listed);
      await perform(stage, `${TOLD_LATE}\nwait 24h`);
      await bringListed(stage, listed);
      await perform(stage, 'wait 1min\nfloat -> 5100');
    }),
  );

  test('takes nothing back again when any text comes the next day, and the next payer is paid', () =>
    scene(async (stage) => {
      await confirmPortals(stage);
      await perform(stage, REVERSED);
      await bringListed(stage);
      await perform(
        stage,
        `${TOLD_LATE}
        wait 25h
        sms g forged 100 balance 900000
        wait 1min
        float -> 5100
        session h 700 payer 66000009
        paid h from 66000009
        wait 1min
        h -> SUCCESS`,
      );
    }));

  test('is no second payment when the list of the next day is brought', () =>
    scene(async (stage) => {
      const named = (moved: readonly Listed[]) => moved.map((row) => ({ ...row, party: '66000003' }));
      await paidByItsRow(stage, named);
      await perform(
        stage,
        `wait 1min
        a -> SUCCESS
        deliver m
        wait 1min
        sms x debit 5000
        wait 24h`,
      );
      await bringListed(stage, named);
      await perform(stage, 'wait 1min\nfloat -> 0');
    }));

  // p comes half an hour late in words without a time; r took it back after two minutes and is lost. A reading finds p's money
  // gone, and the list explains that by r. q brings the SIM back.
  test('takes nothing back again where its row explained what a reading had missed', () =>
    scene(async (stage) => {
      await confirmPortals(stage);
      await perform(stage, 'sim two moov');
      const { sim } = stage.world.at('two');
      const { text: balance, ...moved } = sim.movement(5000, 'BALANCE');
      const text = `Transfert recu de NOM (94777001). Montant: 5000 FCFA. ID Transaction: ${moved.id}. Nouveau solde: ${balance} FCFA.`;
      await stage.world.pass(120);
      const r = sim.movement(
        -5000,
        `Le transfert ${moved.id} de 5000 FCFA recu de 94777001 a ete annule. Solde: BALANCE FCFA.`,
      );
      await stage.world.pass(28 * 60);
      await stage.world.deliver({ sim: 'two', sms: { ...moved, text } });
      await perform(stage, 'wait 4min\nfloat two -> 5000\nanchor two\nwait 5min');
      expect(await bringListed(stage, nameless, { on: 'two' })).toMatch(/^new/);
      await perform(
        stage,
        'float two -> 0\nwait 2min\nsms q credit 5000 from 94777002 on two\nwait 1min\nfloat two -> 5000',
      );
      await stage.world.deliver({ sim: 'two', sms: r });
      await perform(stage, 'wait 10min\nfloat two -> 5000');
    }));
});
