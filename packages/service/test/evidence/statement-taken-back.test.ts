import { expect, test } from 'vitest';
import { closeAlerts } from '../../src/engine/desk/book/close.ts';
import { confirmPortals } from '../statements/play.ts';
import { bringListed, by, explainAll, servicesOf } from './desk.ts';
import { firstSim, perform, type Stage, stagesOfFile } from './play.ts';

const scene = stagesOfFile();

// A customer pays what nobody asked for and has the operator take it back; the message of that is lost. Airtel's list has no column of what a row undoes, so the row is a
// debit of 40,000 that nobody announced or has explained. Staff, asked by the customer, send him the 40,000 a second time.
test('A payment is not sent back while the statement lists a debit of its very sum since, which nobody announced and nobody has explained', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(
      stage,
      `wait 5min
      sms p credit 40000 from 66777001
      wait 5min
      anchor
      wait 5min
      late r reversal p 40000
      wait 5min`,
    );
    await bringListed(stage, (moved) => moved.map((row) => ({ ...row, party: '66777001' })));
    await perform(stage, 'wait 31s\nrefund p as Awa -> refused');
  }));

const reversalsOf = (stage: Stage) =>
  stage.world.service.rows<{ id: string; times: number; is_open: boolean }>(
    `select a.id, a.times, a.closed_at is null as is_open from staff_alerts a join credits c on c.id = a.credit_id
    where a.kind = 'reversal' and c.collection_number_id = $1 order by a.id`,
    [firstSim(stage)],
  );

// The phone is off until the list is there. Its message, with an id of its own, is the only one who says what that debit was, and it brings no step any more.
test('The message that says what such a debit took back holds its payment also where it comes after its row, and is told once', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(
      stage,
      `wait 5min
      sms p credit 40000 from 66777001
      wait 5min
      anchor
      wait 5min
      late r moved -40000 "Ref: ID. La transaction {p id} de 40000 FCFA a ete annulee. Solde: BALANCE FCFA."
      wait 5min`,
    );
    await bringListed(stage, (moved) => moved.map((row) => ({ ...row, party: '66777001' })));
    await perform(stage, 'wait 31s\ndeliver r\nwait 1min');
    const [alert] = await reversalsOf(stage);
    expect(alert).toMatchObject({ times: 1, is_open: true });
    await explainAll(stage, ['DEBIT'], 'write_off');
    await perform(stage, 'refund p as Awa -> refused\ndeliver r\nwait 1min');
    expect(await reversalsOf(stage)).toEqual([alert]);
    await closeAlerts(servicesOf(stage), [{ alert_id: alert?.id ?? '', ...by('Awa') }]);
    await perform(stage, 'deliver r\nwait 1min');
    expect(await reversalsOf(stage)).toEqual([{ ...alert, is_open: false }]);
  }));

const undoing = (name: string, part_xaf: number): string =>
  `late ${name} moved -${part_xaf} "Ref: ID. La transaction {p id} de ${part_xaf} FCFA a ete annulee. Solde: BALANCE FCFA."`;

// The operator takes the payment back in two parts, a day apart; the phone is off each time until the list is there.
test('A second part of it that is told after its own row opens the alert again, or renews it where it is open, and holds the payment', () =>
  scene(async (stage) => {
    const list = () => bringListed(stage, (moved) => moved.map((row) => ({ ...row, party: '66777001' })));
    await confirmPortals(stage);
    await perform(stage, 'wait 5min\nsms p credit 40000 from 66777001\nwait 5min\nanchor\nwait 5min');
    await perform(stage, `${undoing('r1', 15_000)}\nwait 5min`);
    await list();
    await perform(stage, 'wait 31s\ndeliver r1\nwait 1min');
    const [first] = await reversalsOf(stage);
    await explainAll(stage, ['DEBIT'], 'write_off');
    await closeAlerts(servicesOf(stage), [{ alert_id: first?.id ?? '', ...by('Awa') }]);
    await perform(stage, `wait 1h\n${undoing('r2', 20_000)}\nwait 5min`);
    await list();
    await perform(stage, 'wait 31s\ndeliver r2\nwait 1min\ndeliver r1\nwait 1min');
    const [, second] = await reversalsOf(stage);
    expect(second).toMatchObject({ times: 1, is_open: true });
    await explainAll(stage, ['DEBIT'], 'write_off');
    await perform(stage, `refund p as Awa -> refused\nwait 1h\n${undoing('r3', 5000)}\nwait 5min`);
    await list();
    await perform(stage, 'wait 31s\ndeliver r3\nwait 1min\ndeliver r2\nwait 1min');
    expect(await reversalsOf(stage)).toEqual([
      { ...first, is_open: false },
      { ...second, times: 2 },
    ]);
  }));

// Who can write in the operator's name knows the id of his own payment, and of what was sent to him. Both are rows of the list by now.
test('A message that gives the id of a listed payment, or of a listed debit of another sum, takes back nobody else’s payment', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(
      stage,
      `wait 5min
      sms p credit 5000 from 66777001
      late his credit 5000 from 66777002
      late sent debit 700
      wait 5min`,
    );
    await bringListed(stage);
    await perform(
      stage,
      `wait 31s
      sms f1 told "Ref: {his id}. La transaction {p id} de 5000 FCFA a ete annulee. Solde: 1 FCFA."
      sms f2 told "Ref: {sent id}. La transaction {p id} de 5000 FCFA a ete annulee. Solde: 1 FCFA."
      wait 1min`,
    );
    expect(await reversalsOf(stage)).toEqual([]);
  }));
