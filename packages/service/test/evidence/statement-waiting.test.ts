import { expect, test } from 'vitest';
import { confirmPortals, statementPlaysOfFile } from '../statements/play.ts';
import { bare, bringListed } from './desk.ts';
import { perform, type Stage, stagesOfFile, withoutIdOf } from './play.ts';

const scene = stagesOfFile();
const playStatements = statementPlaysOfFile(scene);

// The message of p is lost, whom nobody was asked for. An hour later q pays b the same price, in words without an id, and waits
// behind p. The portal lists p alone, and prints no balances: so q begins exactly where p's row ends, at the tip.
test('A payment without an id settles when a list without balances proves a row of the same sum before it', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(
      stage,
      `late p credit 5000 from 66777001
      wait 1h
      session b 5000 payer 66777002
      wait 1min
      sms q moved 5000 ${withoutIdOf(5000, '66777002')}
      wait 3min`,
    );
    await bringListed(stage, (moved) => bare(moved.slice(0, 1)));
    await perform(
      stage,
      `wait 25h
      b -> SUCCESS`,
    );
  }));

// d is a sweep that staff had announced, and its message is late. The list brings it, and it is explained by the announcement. q
// brings the SIM back to the balance at which d began; then the operator takes p back, which begins there too.
test('A true reversal takes back at once, though an announced sweep of that sum began at the same balance and was told by a list', () =>
  playStatements(`
    sms p credit 5000 from 66777001
    wait 5min
    announce 5000 -> announced
    late d debit 5000
    wait 5min
    statement s -> new 1
    unexplained -> nothing
    wait 5min
    sms q credit 5000 from 66777002
    wait 5min
    sms r reversal p 5000
    wait 1min
    session h 3000
    paid h
    wait 25h
    h -> SUCCESS
  `));

/** Both messages are late: p's comes six minutes after its money moved, and r's, which takes p back, once the list is there. */
async function takenBackLate(stage: Stage): Promise<void> {
  await confirmPortals(stage);
  await perform(stage, 'sim two moov');
  const sim = stage.world.at('two').sim;
  // Moov's words of 2026, with an id of twelve digits: they print no time, so p is dated by when it came.
  const { text: balance, ...moved } = sim.movement(5000, 'BALANCE');
  const text = `Transfert recu de NOM (94777001). Montant: 5000 FCFA. ID Transaction: ${moved.id}. Nouveau solde: ${balance} FCFA.`;
  const p = { ...moved, text };
  await stage.world.pass(120);
  const r = sim.movement(
    -5000,
    `Le transfert ${p.id} de 5000 FCFA recu de 94777001 a ete annule. Solde: BALANCE FCFA.`,
  );
  await stage.world.pass(240);
  await stage.world.deliver({ sim: 'two', sms: p });
  await stage.world.pass(300);
  // The list has both, p as the same.
  expect(await bringListed(stage, (moved) => moved, { on: 'two' })).toBe('new 1');
  await perform(
    stage,
    'float two -> 0\nwait 2min\nsms q credit 5000 from 94777002 on two\nwait 1min\nfloat two -> 5000',
  );
  await stage.world.deliver({ sim: 'two', sms: r });
  await stage.world.pass(600);
}

test('A reversal takes nothing back again where the payment that it undoes is dated by its own late message', () =>
  scene(async (stage) => {
    await takenBackLate(stage);
    await perform(stage, 'float two -> 5000');
  }));

test('The next payer doesn’t wait where a payment was taken back that its own late message dates', () =>
  scene(async (stage) => {
    await takenBackLate(stage);
    await perform(
      stage,
      'session h 3000 payer 94777003 on two\npaid h from 94777003\nwait 1min\nh -> SUCCESS',
    );
  }));

/**
 * p comes in words without an id; x is lost, and so is the message of r, by which the operator takes p back. The list of the
 * afternoon has x and r. q brings the SIM back to the balance at which r began, and then r's message comes.
 */
async function takenBack(stage: Stage, forged: boolean): Promise<void> {
  await confirmPortals(stage);
  await perform(stage, 'sim two moov');
  const sim = stage.world.at('two').sim;
  const p = sim.movement(5000, 'Encaisse 5000 FCFA de NOM. Solde disponible BALANCE FCFA.');
  await stage.world.deliver({ sim: 'two', sms: p });
  await stage.world.pass(300);
  await perform(stage, 'late x credit 100 from 94000009 on two\nwait 1min');
  const r = sim.movement(
    -5000,
    `Le transfert ${p.id} de 5000 FCFA recu de 94777001 a ete annule. Solde: BALANCE FCFA.`,
  );
  await stage.world.pass(120);
  expect(await bringListed(stage, (moved) => moved.slice(1), { on: 'two' })).toBe('new 2');
  await perform(stage, 'wait 2min\nsms q credit 5000 from 94777002 on two\nwait 1min');
  // p's payer knows its id by his own SMS, and no balance.
  if (forged)
    await perform(
      stage,
      `sms f told "Transfert recu de NOM (94777001). Montant: 1 FCFA. ID Transaction: ${p.id}. Nouveau solde: 900000 FCFA." on two`,
    );
  await stage.world.deliver({ sim: 'two', sms: r });
  await stage.world.pass(600);
  await perform(stage, 'float two -> 5100');
}

test('A reversal that was told by a list takes nothing back again', () =>
  scene((stage) => takenBack(stage, false)));

test('A reversal that was told by a list takes nothing back again once a forged message of one franc bears the id of the payment that it undoes', () =>
  scene((stage) => takenBack(stage, true)));
