import { describe, test } from 'vitest';
import { statementPlaysOfFile } from '../statements/play.ts';
import { sweep } from './desk.ts';
import { scene as alone, firstSim, lines, perform, type Stage, stagesOfFile } from './play.ts';

const scene = stagesOfFile();

/** Texts of two sums and two balances each, that lead on from one another in all ways, far from the balance. */
const maze = (count: number): string =>
  lines(count, (n) => {
    const [from, to] = [n % 8, (n + 1 + Math.floor(n / 8)) % 8];
    return `sms m${n} told "Releve Ref: ID. 1000 FCFA, 2000 FCFA. Solde ${300_000 + 1000 * from} FCFA ou solde ${300_000 + 1000 * to} FCFA."`;
  });

// Nobody names them, so nobody can disown them: two people would have to say of each payment that it was paid.
test('Twenty-four texts that lead to and fro, far from the balance, keep no small payment behind a lost message from its reading', () =>
  scene((stage) =>
    perform(
      stage,
      `wait 5min
      late z credit 700
      session a 5000 ttl 60
      session b 3000 ttl 60
      paid a
      paid b
      ${maze(24)}
      wait 1min
      anchor
      a -> SUCCESS
      b -> SUCCESS`,
    ),
  ));

// The operator prints a day and no hour: the first payment on a swept SIM is often of the same price.
test('A payment without a time is paid, though days before one of the same sum got lost at the same balance', () =>
  alone((stage) =>
    perform(
      stage,
      `wait 5min
      late z credit 5000
      wait 5min
      anchor
      wait 5min
      sms d debit 5000
      wait 72h
      session a 5000 ttl 60
      wait 1min
      sms m moved 5000 "Trans. id : 2611241582330. Vous avez reçu 5.000,00 FCFA de 23566123456. Le solde de votre compte Airtel Money est de BALANCE,00 FCFA."
      wait 1min
      a -> SUCCESS`,
    ),
  ));

/** Words of an Airtel credit whose id was made five minutes ago by the operator's clock. */
function creditBehind(stage: Stage, amount_xaf: number, serial: string): string {
  const at = new Date(stage.world.now.getTime() + 3_600_000 - 300_000).toISOString();
  const id = `MP${at.slice(2, 10).replaceAll('-', '')}.${at.slice(11, 16).replace(':', '')}.${serial}`;
  return `"Trans.Id : ${id}. Vous avez recu ${amount_xaf} FCFA du 66123456. Votre solde disponible est BALANCE FCFA."`;
}

// As in honest-payers.test.ts, but two pay: the second begins where the first ends, and the first waits.
test('Two who pay one after the other by an operator whose clock is five minutes behind are both paid by the next reading', () =>
  scene(async (stage) => {
    await perform(stage, 'session a 5000 ttl 60\nsession b 3000 ttl 60\nwait 10min\nanchor\nwait 20s');
    await perform(
      stage,
      `sms m moved 5000 ${creditBehind(stage, 5000, 'B77771')}
      sms n moved 3000 ${creditBehind(stage, 3000, 'B77772')}
      wait 1min
      anchor
      a -> SUCCESS
      b -> SUCCESS`,
    );
  }));

// Without a reading: the money was sent, and its message begins where the first one ends.
test('The session of the second of them does not expire', () =>
  scene(async (stage) => {
    await perform(stage, 'session a 5000 ttl 15\nsession b 3000 ttl 15\nwait 10min\nanchor\nwait 20s');
    await perform(
      stage,
      `sms m moved 5000 ${creditBehind(stage, 5000, 'B77771')}
      sms n moved 3000 ${creditBehind(stage, 3000, 'B77772')}
      wait 3h
      a -> AWAITING_PAYMENT
      b -> AWAITING_PAYMENT`,
    );
  }));

describe('What a statement explains', () => {
  const playStatements = statementPlaysOfFile();

  test('is believed again at once, and what waits at the tip goes on', () =>
    playStatements(`
      wait 5min
      late d debit 3000
      wait 5min
      anchor
      wait 1min
      session b 2000 ttl 60
      paid b
      wait 1min
      b -> AWAITING_PAYMENT
      statement s until d -> new 1
      wait 1min
      b -> SUCCESS
    `));
});

// The late messages tell of 3,000 that staff had announced: nothing of what people wrote off.
test('What people have written off as never paid keeps its number suspected until a person closes that, though late messages explain a later reading', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `session v 90000 by rival
      sms f forged 90000 off +0
      wait 5min
      anchor
      wait 31s
      incidents -> short`,
    );
    const steps = await stage.world.service.rows<{ id: string }>(
      "select id from book_steps where collection_number_id = $1 and kind in ('CREDIT', 'UNEXPLAINED')",
      [firstSim(stage)],
    );
    for (const { id } of steps)
      for (const actor of ['Awa', 'Brahim']) await stage.world.explain(id, 'write_off', actor);
    await perform(stage, 'wait 31s\nincidents -> short');
    await sweep(stage, 3000);
    await perform(
      stage,
      `late d debit 3000
      late z credit 700
      wait 5min
      anchor
      wait 31s
      deliver d
      deliver z
      wait 31s
      session w 80000 by rival
      sms g forged 80000 off +0
      wait 31s
      unpaid w -> yes`,
    );
  }));

/**
 * By who knows the balance to 30,000: at readings and in gaps a debit that hides its fee may begin up to a twentieth higher, so
 * that one of these goes on from the balance, whatever it is; all end at 10 francs, from where ten others lead to and fro.
 */
const snare = (): string => {
  const entries: number[] = [];
  for (let start_xaf = 32_000; start_xaf < 93_000; start_xaf += Math.floor((start_xaf - 10) / 20))
    entries.push(start_xaf);
  return [
    ...entries.map((start_xaf) => `sms e${start_xaf} forged -${start_xaf - 10} balance 10`),
    lines(5, (n) => `sms up${n} forged 1000 balance 1010\nsms down${n} forged -1000 balance 10`),
  ].join('\n');
};

describe('Thirty-two forged messages that lead to and fro, from any balance to nowhere', () => {
  test('keep no late message from the gap that it left', () =>
    scene((stage) =>
      perform(
        stage,
        `wait 5min
        session h 5000 ttl 60
        late p credit 5000
        ${snare()}
        wait 1min
        anchor
        wait 1min
        deliver p
        wait 1min
        h -> SUCCESS`,
      ),
    ));

  test('keep no large payment from the reading that finds it', () =>
    scene((stage) =>
      perform(
        stage,
        `wait 5min
        session h 250000 ttl 60
        ${snare()}
        paid h
        wait 1min
        anchor
        h -> SUCCESS`,
      ),
    ));
});

// Two people had announced the sweep, and no tariff is set: what is too much in the book by the forged credit looks like its fee.
test('The late message of an announced sweep, which prints no fee, does not end a suspicion by a forged credit that was never there', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `sms t credit 2000000 from 66777002
      sms u credit 10 from 66777002
      wait 5min
      anchor
      session v 90000 by rival
      sms f forged 90000 off +0
      v -> SUCCESS
      wait 1min`,
    );
    await sweep(stage, 2_000_000);
    await perform(
      stage,
      `late s debit 2000000
      wait 5min
      anchor
      wait 31s
      incidents -> short
      deliver s
      wait 31s
      incidents -> outflow short`,
    );
  }));

// One of them ends where the first payment behind the lost one begins, and begins below the book: the whole chain is dropped.
test.each([
  ['Twenty-four forged messages by who knows the balance to 12,000', 24],
  ['One forged message by an insider', 1],
])('%s keep no payment behind a lost message from its reading by ending where that begins', (_who, count) =>
  scene((stage) =>
    perform(
      stage,
      `wait 5min
      late z credit 700
      session a 5300 ttl 60
      session b 3400 ttl 60
      paid a
      paid b
      ${lines(count, (n) => `sms f${n} forged 20000 balance ${63_110 + 1000 * (n - Math.floor(count / 2))}`)}
      wait 1min
      anchor
      a -> SUCCESS
      b -> SUCCESS`,
    ),
  ),
);
