import { expect, test } from 'vitest';
import { sweep } from './desk.ts';
import { GUESSES, guessed, idOf, lines, perform, stagesOfFile, taken } from './play.ts';

const scene = stagesOfFile();

// They print a time five minutes before the reading and come in its last minute: they are not counted after it, but lie in the chain that ends in what
// is read next, and each is taken off the guesses that are.
test('Who knows to 12,000 what will be read, and leads to his guesses by a chain of messages that came just before the reading before, is paid nothing', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `wait 20min\n${lines(GUESSES, (n) => `session v${n} ${190_000 - 170 * n} payer 66123456 by rival ttl 60`)}`,
    );
    const credit = (kind: string, n: number, amount_xaf: number, balance_xaf: number, minutes_ago: number) =>
      `sms ${kind}${n} told "Trans.ID : ${idOf(stage, 'MP', minutes_ago, `${{ C: 'B71', X: 'B72', F: 'B73' }[kind]}${100 + n}`)}. Vous avez recu ${amount_xaf} FCFA du 66123456. Votre solde disponible est ${balance_xaf} FCFA."`;
    await perform(
      stage,
      `${lines(80, (n) => credit('C', n, 3, 20_003 + 3 * n, 6))}
      wait 30s
      anchor
      wait 3min
      late p credit 5000 from 66777001
      wait 3min`,
    );
    const [start_xaf, at] = [20_000 + 240, (n: number) => 75_000 + 211 * n];
    await perform(
      stage,
      `${lines(GUESSES, (n) => credit('X', n, at(n) - start_xaf, at(n), 0))}
      ${lines(GUESSES, (n) => credit('F', n, 190_000 - 170 * n, at(n) + 190_000 - 170 * n, 0))}
      ${lines(GUESSES, (n) => `sms d${n} forged -${at(n) + 190_000 - 170 * n - guessed(n, 67_410)} balance ${guessed(n, 67_410)}`)}
      wait 1min
      anchor
      wait 31s`,
    );
    expect(await taken(stage)).toBe(0);
  }));

// A reading finds a late payment, the next one less, since a sweep is late. It looks at messages of before the first reading again; but of those it counts
// none that begin above a million, and none as a try, since they came before that reading.
test('Who knows to 12,000 what will be read, and has told of millions before a reading that found a late payment, is paid nothing by the next one that finds less', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `wait 5min
      session v 190000 payer 66123456 by rival ttl 60
      late p credit 5000 from 66777001
      wait 1min
      sms f forged 190000 balance 1190001
      ${lines(GUESSES, (n) => `sms d${n} forged -${1_190_001 - guessed(n, 65_410)} balance ${guessed(n, 65_410)}`)}
      wait 5min
      anchor
      wait 1min`,
    );
    await sweep(stage, 2000);
    await perform(stage, 'late s debit 2000\nwait 5min\nanchor\nwait 31s');
    expect(await taken(stage)).toBe(0);
  }));
