import { describe, expect, test } from 'vitest';
import { dryUp, flood } from './flood.ts';
import {
  GUESSES,
  guessed,
  idOf,
  lines,
  perform,
  rechargeOf,
  stagesOfFile,
  taken,
  undatedOf,
} from './play.ts';

const scene = stagesOfFile();

/** Five sessions that nobody pays, and the forged payments of them, which go on from one another from `from_xaf` on. */
const sum = (n: number): number => 190_000 - n;
const SESSIONS = lines(5, (n) => `session v${n} ${sum(n)} payer 6612345${n} by rival${n} ttl 60`);
const paidFrom = (from_xaf: number): string => {
  const end = (n: number): number => (n < 0 ? from_xaf : end(n - 1) + sum(n));
  return lines(5, (n) => `sms f${n} forged ${sum(n)} balance ${end(n)} from 6612345${n}`);
};
/** Those of the guesses that are wrong: the SIM holds what the twelfth says. */
const WRONG = Array.from({ length: GUESSES }, (_, n) => n).filter((n) => n !== 12);

describe('Who guesses at the balance is paid nothing once a guess is right', () => {
  test('and was one of eight that one text told', () =>
    scene(async (stage) => {
      const [one, two] = [guessed(8) + 1500, guessed(12) + 1500];
      await perform(
        stage,
        `wait 5min
        ${SESSIONS}
        sms t told "Operation 500 F et 1500 F. Solde ${one} F. Solde ${two} F."
        sms w forged 190000 balance ${one + 190_000} from 66123450
        ${paidFrom(two)}
        wait 1min`,
      );
      expect(await taken(stage)).toBe(0);
    }));

  test('and a place is made for each that was wrong, by money that is no customer’s', () =>
    scene(async (stage) => {
      const hub_xaf = 10_000;
      await perform(
        stage,
        `wait 5min
        ${SESSIONS}
        ${lines(GUESSES, (n) => `sms g${n} forged ${hub_xaf - guessed(n)} balance ${hub_xaf}`)}
        ${WRONG.map((n) => `sms b${n} told "Remboursement de ${guessed(n) - hub_xaf} F. Solde ${guessed(n)} F."`).join('\n')}
        ${paidFrom(hub_xaf)}
        wait 1min`,
      );
      expect(await taken(stage)).toBe(0);
    }));

  test('and a place is made for each that was wrong, by money that looks like a customer’s', () =>
    scene(async (stage) => {
      const hub_xaf = 10_000;
      await perform(
        stage,
        `wait 5min
        ${SESSIONS}
        ${lines(GUESSES, (n) => `sms g${n} forged ${hub_xaf - guessed(n)} balance ${hub_xaf}`)}
        ${WRONG.map((n) => `sms b${n} forged ${guessed(n) - hub_xaf} balance ${guessed(n)} from 66777001`).join('\n')}
        ${paidFrom(hub_xaf)}
        wait 1min`,
      );
      expect(await taken(stage)).toBe(0);
    }));

  test('and a place is made for each by small payments of his own sessions, one rung after the other', () =>
    scene(async (stage) => {
      const above = WRONG.filter((n) => n > 12);
      const below = WRONG.filter((n) => n < 12);
      const rung = (n: number) => `sms b${n} forged 900 balance ${guessed(n)} from 66777001`;
      await perform(
        stage,
        `wait 5min
        ${SESSIONS}
        ${lines(GUESSES, (n) => `sms g${n} forged 100 balance ${guessed(n) + 100} from 66777001`)}
        ${above.map(rung).join('\n')}
        sms down forged ${guessed(0) - guessed(GUESSES - 1) - 100} balance ${guessed(0)}
        ${below
          .filter((n) => n > 0)
          .map(rung)
          .join('\n')}
        ${paidFrom(guessed(11) + 100)}
        wait 1min`,
      );
      expect(await taken(stage)).toBe(0);
    }));

  test('and people have disowned all of a flood of small payments, of which one had paid', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `wait 5min
        session s 100 payer 66777001 by rival ttl 60
        session v 195000 by rival ttl 60
        ${lines(GUESSES, (n) => `sms g${n} forged 100 balance ${guessed(n) + 100} from 66777001`)}
        wait 1min
        ${WRONG.map((n) => `disown g${n}`).join('\n')}
        wait 1min
        sms f forged 195000 balance ${guessed(12) + 195_100}
        wait 1min
        unpaid v -> yes`,
      );
    }));

  test('and people have disowned all of the flood that waits', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `wait 5min
        session v 195000 by rival ttl 60
        ${lines(GUESSES, (n) => `sms g${n} forged ${10_000 - guessed(n)} balance 10000`)}
        wait 1min
        ${WRONG.map((n) => `disown g${n}`).join('\n')}
        wait 1min
        sms f forged 195000 balance 205000
        wait 1min
        unpaid v -> yes`,
      );
      expect(await taken(stage)).toBe(0);
    }));

  test('and his large payments wait already where one small one leads to them, and to all of his guesses', () =>
    scene(async (stage) => {
      const top_xaf = guessed(GUESSES);
      const end_xaf =
        top_xaf + 900 + Array.from({ length: 5 }, (_, n) => sum(n)).reduce((all, one) => all + one, 0);
      await perform(
        stage,
        `wait 5min
        ${SESSIONS}
        ${paidFrom(top_xaf + 900)}
        sms d forged ${guessed(0) - end_xaf} balance ${guessed(0)}
        ${lines(GUESSES, (n) => `sms g${n} forged 1000 balance ${guessed(n + 1)} from 66777001`)}
        sms m forged 900 balance ${top_xaf + 900} from 66777001
        wait 1min`,
      );
      expect(await taken(stage)).toBe(0);
    }));

  test('and the SIM was read right before, so that one of them went on from the reading', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `wait 5min
        ${SESSIONS}
        ${lines(GUESSES, (n) => `sms g${n} ${rechargeOf(guessed(n) + 100, 20_000)}`)}
        wait 10s
        anchor
        sms own credit 100
        wait 4min
        sms k forged 100 balance 20100 from 66777001
        ${paidFrom(20_100)}
        wait 1min`,
      );
      expect(await taken(stage)).toBe(0);
    }));

  test('and a balance is read at which the book stood a moment ago', () =>
    scene(async (stage) => {
      const hub_xaf = 10_000;
      await perform(
        stage,
        `wait 5min
        ${SESSIONS}
        ${lines(GUESSES, (n) => `sms g${n} forged ${hub_xaf - guessed(n)} balance ${hub_xaf}`)}
        ${WRONG.map((n) => `sms b${n} told "Remboursement de ${guessed(n) - hub_xaf} F. Solde ${guessed(n)} F."`).join('\n')}
        wait 30s
        anchor
        ${paidFrom(hub_xaf)}
        wait 1min`,
      );
      expect(await taken(stage)).toBe(0);
    }));

  test('on a SIM that was swept, and which one text lifts far above where he guessed', () =>
    scene(async (stage) => {
      const at = (n: number) => 2410 + 50 * (n - 12);
      await perform(
        stage,
        `sms w debit 60000
        wait 5min
        ${SESSIONS}
        ${lines(GUESSES, (n) => `sms g${n} forged ${1500 - at(n)} balance 1500`)}
        ${WRONG.map((n) => `sms b${n} told "Remboursement de ${at(n) - 1500} F. Solde ${at(n)} F."`).join('\n')}
        sms up told "Remboursement de 60000 F. Solde 61500 F."
        ${paidFrom(61_500)}
        wait 1min`,
      );
      expect(await taken(stage)).toBe(0);
    }));
});

/** Two wrong ones more and the right one, behind the reading. */
const thenAt = (balance_xaf: number) => `${SESSIONS}
  ${[3, 7].map((n) => `sms w${n} forged 190000 balance ${guessed(n, balance_xaf) + 190_000} from 66123450`).join('\n')}
  ${paidFrom(balance_xaf)}
  wait 1min`;

/** Two wrong guesses, which a payment refutes. */
const FIRST = `wait 5min
  ${lines(2, (n) => `sms u${n} forged 190000 balance ${guessed(n) + 190_000} from 66123450`)}
  wait 2min
  sms own credit 1000 from 66777002`;

/** These wrong guesses and the right one, of 100 francs each. People disown some; then comes what goes on from that. */
const disownThen = (balance_xaf: number, disowned: number[], others: number[] = []) => `${SESSIONS}
  session s 100 payer 66777001 by rival ttl 60
  ${[...disowned, ...others, 12].map((n) => `sms w${n} forged 100 balance ${guessed(n, balance_xaf) + 100} from 66777001`).join('\n')}
  wait 1min
  s -> SUCCESS
  ${disowned.map((n) => `disown w${n}`).join('\n')}
  ${paidFrom(balance_xaf + 100)}
  wait 1min`;

describe('Two wrong guesses are forgiven once a week, and not once more after each reading', () => {
  const THEN = `wait 10min
    ${thenAt(63_410)}`;

  test('by messages that were refuted', () =>
    scene(async (stage) => {
      await perform(stage, `${FIRST}\nwait 10min\nanchor\n${THEN}`);
      expect(await taken(stage)).toBe(0);
    }));

  test('by messages that people have disowned', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `${FIRST}
        wait 5min
        disown u0
        disown u1
        wait 5min
        anchor
        ${THEN}`,
      );
      expect(await taken(stage)).toBe(0);
    }));

  test('by messages that people disown since the reading, once the right one is in the book', () =>
    scene(async (stage) => {
      await perform(stage, `${FIRST}\nwait 10min\nanchor\nwait 10min\n${disownThen(63_410, [3, 7])}`);
      expect(await taken(stage)).toBe(0);
    }));

  test('though a thousand texts about airtime came after those that were refuted', () =>
    scene(async (stage) => {
      await perform(stage, FIRST);
      await flood(stage, { count: 1000, begins_xaf: 1400, ends_xaf: 1200 });
      await perform(stage, `wait 10min\nanchor\n${THEN}`);
      await dryUp(stage);
      expect(await taken(stage)).toBe(0);
    }));
});

test('Two wrong guesses are forgiven, and not two more where people have disowned some of them, once the right one is in the book', () =>
  scene(async (stage) => {
    await perform(stage, `wait 5min\n${disownThen(62_410, [3, 7], [9, 15])}`);
    expect(await taken(stage)).toBe(0);
  }));

/** Airtel's words of 2017, which name no hour, of a payment that would begin here. */
const undatedAt = (begins_xaf: number, sum_xaf: number, id: string) =>
  `told ${undatedOf('66123450', sum_xaf, id).replace('BALANCE', `${begins_xaf + sum_xaf}`)}`;
// They were wrong when the SIM was read, but nothing had refuted them yet, or not so long before.
describe('Two wrong guesses are forgiven once a week, and not once more after each reading, where the SIM was read', () => {
  test('six minutes after they came, and they print no time', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `wait 30min
        ${lines(2, (n) => `sms u${n} ${undatedAt(guessed(n), 190_000, `261121158233${n}`)}`)}
        wait 6min
        anchor
        ${thenAt(62_410)}`,
      );
      expect(await taken(stage)).toBe(0);
    }));

  test('four minutes after they came, and they print an older time', () =>
    scene(async (stage) => {
      await perform(stage, 'wait 30min');
      const words = (n: number) =>
        `told "Trans.ID : ${idOf(stage, 'MP', 10, `B7700${n}`)}. Vous avez recu 190000 FCFA du 66123450. Votre solde disponible est ${guessed(n) + 190_000} FCFA."`;
      await perform(
        stage,
        `${lines(2, (n) => `sms u${n} ${words(n)}`)}
        wait 4min
        anchor
        ${thenAt(62_410)}`,
      );
      expect(await taken(stage)).toBe(0);
    }));

  // A debit between the gap and what one lost payment comes to widens what the way through the gap may reach.
  test('and what it found missing stays so, in which they may lie', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `late z1 credit 100
        wait 1min
        sms own credit 1000 from 66777002
        wait 5min
        anchor
        wait 1h
        sms d told "Remboursement de 250000 F. Solde 5000 F."
        sms u0 ${undatedAt(51_510, 175_000, '2611211582331')}
        wait 8h
        sms own2 credit 10 from 66777002
        anchor
        wait 1h
        anchor
        ${thenAt(63_520)}`,
      );
      expect(await taken(stage)).toBe(0);
    }));
});

describe('An honest payment settles', () => {
  test('of 190,000 where two messages of the week were refuted, and no other since the SIM was read', () =>
    scene((stage) =>
      perform(
        stage,
        `${FIRST}
        wait 10min
        anchor
        wait 10min
        session a 190000
        paid a
        wait 1min
        a -> SUCCESS`,
      ),
    ));

  test('where people have disowned one forged message since another payment came', () =>
    scene((stage) =>
      perform(
        stage,
        `wait 5min
        sms x forged 5000 balance 99999
        session a 700
        paid a
        wait 1min
        disown x
        session b 190000
        paid b
        wait 1min
        b -> SUCCESS`,
      ),
    ));

  // They are among those of the week before, and no guesses at where the book has stood since the reading.
  test('where people have disowned two forged messages of before the reading since another payment came', () =>
    scene((stage) =>
      perform(
        stage,
        `${FIRST}
        wait 10min
        anchor
        wait 10min
        session a 700
        paid a
        wait 1min
        disown u0
        disown u1
        session b 190000
        paid b
        wait 1min
        b -> SUCCESS`,
      ),
    ));

  test('where five texts about airtime came, each in its place', () =>
    scene((stage) =>
      perform(
        stage,
        `wait 5min
        ${lines(5, (n) => `sms t${n} moved -200 "Trans.ID: ID. Recharge de 200 FCFA reussie. Solde: BALANCE FCFA."`)}
        session a 190000
        paid a
        wait 1min
        a -> SUCCESS`,
      ),
    ));
});
