import { expect, test } from 'vitest';
import { explainAll, sweep } from './desk.ts';
import { lines, perform, type Stage, stagesOfFile, taken } from './play.ts';

const scene = stagesOfFile();

/** A transaction id that the operator would have made so many minutes ago. */
function idOf(stage: Stage, kind: 'MP' | 'PP', minutes_ago: number, serial: string): string {
  const at = new Date(stage.world.now.getTime() + 3_600_000 - minutes_ago * 60_000).toISOString();
  return `${kind}${at.slice(2, 10).replaceAll('-', '')}.${at.slice(11, 16).replace(':', '')}.${serial}`;
}

// While it is short nothing is released once all that left is explained; one franc that is not, or that people found forged, and it is again.
// What people write off is true: neither was on the operator's list.
test.each([
  ['what was missing', ['UNEXPLAINED']],
  ['what was missing, and the forged debit behind it', ['UNEXPLAINED', 'DEBIT']],
])(
  'A forged credit of millions is released by no reading of a number that is short by it, once two people have written off %s, and nobody has closed that',
  (_what, kinds) =>
    scene(async (stage) => {
      await perform(
        stage,
        `wait 5min
        session v 4000000 by rival ttl 60
        sms f forged 4000000 off +0
        sms d forged -100 off +4000000
        wait 5min
        anchor
        unpaid v -> yes`,
      );
      expect(await explainAll(stage, kinds, 'write_off')).toBe(kinds.length);
      await perform(
        stage,
        `wait 31s
        incidents -> short
        wait 5min
        anchor
        wait 31s
        unpaid v -> yes`,
      );
    }),
);

// What pays nobody and lies below 5,000 is no guess, so that he may try each balance there; and a chain that comes down from above leads to it.
test('Who knows only that a sweep, whose message is late, has left less than 5,000 on a SIM, and tries each of 400 balances, is paid nothing by the reading', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `wait 5min
      session v 190000 payer 66123456 by rival ttl 60`,
    );
    await sweep(stage, 60_000);
    await perform(
      stage,
      `late s debit 60000
      sms f forged 190000 balance 290000
      sms d forged -285100 balance 4900
      ${lines(400, (n) => `sms d${n} forged -${4900 - 10 * (n + 1)} balance ${10 * (n + 1)}`)}
      wait 5min
      anchor
      wait 31s`,
    );
    expect(await taken(stage)).toBe(0);
  }));

// The gap lies below 5,000, where no debit is a guess: one of those of each step leads from where it begins, another to where it ends.
test('Who knows of a gap only that both its ends lie below 5,000, and tries each of 200 balances, is paid nothing', () =>
  scene(async (stage) => {
    await sweep(stage, 60_000);
    await perform(
      stage,
      `sms s debit 60000
      wait 5min
      anchor
      session v 190000 payer 66123456 by rival ttl 60
      late p credit 500 from 66777001
      wait 8min
      anchor
      wait 1min
      sms t credit 90000 from 66777002
      sms u credit 10 from 66777002
      wait 5min
      anchor
      wait 1min`,
    );
    const debit = (n: number, kind: string, from_xaf: number, to_xaf: number) =>
      `sms ${kind}${n} told "Trans.ID: ${idOf(stage, 'PP', 10, `${kind.toUpperCase()}88${100 + n}`)}. Vous avez envoye ${from_xaf - to_xaf - 1} FCFA au 66123456. Frais: 1 FCFA. Votre solde disponible est ${to_xaf} FCFA."`;
    await perform(
      stage,
      `${lines(200, (n) => debit(n, 'a', 1010 + 10 * n, 3))}
      sms f told "Trans.ID : ${idOf(stage, 'MP', 10, 'B88999')}. Vous avez recu 190000 FCFA du 66123456. Votre solde disponible est 190003 FCFA."
      ${debit(0, 'e', 190_003, 4999)}
      ${lines(200, (n) => debit(n, 'b', 4999, 1010 + 10 * n))}
      wait 31s`,
    );
    expect(await taken(stage)).toBe(0);
  }));
