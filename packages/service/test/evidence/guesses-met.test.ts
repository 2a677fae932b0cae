import { describe, expect, test } from 'vitest';
import { inOneSet } from './batch.ts';
import { explainAll, sweep } from './desk.ts';
import { GUESSES, guessed, lines, perform, type Stage, stagesOfFile, taken } from './play.ts';

const scene = stagesOfFile();

const HUB_XAF = 10_000;
/** One debit from each balance that he takes as likely, all to one balance, of which the thirteenth is right. */
const DEBITS = lines(GUESSES, (n) => `sms g${n} forged ${HUB_XAF - guessed(n)} balance ${HUB_XAF}`);
/** Sessions that declare nobody, each of which one of his small payments would pay. */
const SMALL = lines(4, (n) => `session v${n} ${1000 * (n + 1)} by rival${n} ttl 60`);
/** Payments of them that go on from one another. */
const paidFrom = (from_xaf: number): string =>
  lines(4, (n) => `sms p${n} forged ${1000 * (n + 1)} balance ${from_xaf + 500 * (n + 1) * (n + 2)}`);

/** The texts of messages that are kept back, of these names. */
const bodies = (stage: Stage, names: readonly string[]): string[] =>
  names.map((name) => stage.messages.get(name)?.sms.text ?? '');
const named = (letter: string, count: number): string[] =>
  Array.from({ length: count }, (_, n) => `${letter}${n}`);

describe('Who knows the balance to 12,000 and leads from each to one is paid nothing from there, however small', () => {
  test.each([
    ['by debits', DEBITS, HUB_XAF],
    [
      'by money in unknown words',
      lines(
        GUESSES,
        (n) => `sms g${n} told "Remboursement de ${100_000 - guessed(n)} F. Solde 100000 F. Ref: ID"`,
      ),
      100_000,
    ],
    [
      'by airtime',
      lines(
        GUESSES,
        (n) => `sms g${n} told "Recharge de ${guessed(n) - HUB_XAF} FCFA reussie. Solde: ${HUB_XAF} FCFA."`,
      ),
      HUB_XAF,
    ],
  ])('%s', (_by, guesses, hub_xaf) =>
    scene(async (stage) => {
      await perform(stage, `wait 5min\n${SMALL}\n${guesses}\n${paidFrom(hub_xaf)}\nwait 1min`);
      expect(await taken(stage)).toBe(0);
    }),
  );

  test('by debits of which the right one comes first', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `wait 5min
        ${SMALL}
        sms first forged ${HUB_XAF - guessed(12)} balance ${HUB_XAF}
        ${DEBITS}
        ${paidFrom(HUB_XAF)}
        wait 1min`,
      );
      expect(await taken(stage)).toBe(0);
    }));

  test('by debits, all of which come in one batch with what pays him', () =>
    scene(async (stage) => {
      const late = (table: string) => table.replaceAll('sms ', 'late ');
      await perform(stage, `wait 5min\n${SMALL}\n${late(DEBITS)}\n${late(paidFrom(HUB_XAF))}`);
      await inOneSet(stage, bodies(stage, [...named('g', GUESSES), ...named('p', 4)]));
      await perform(stage, 'wait 1min');
      expect(await taken(stage)).toBe(0);
    }));

  test('by debits, all of which come in one batch with what makes each of them a place', () =>
    scene(async (stage) => {
      const wrong = Array.from({ length: GUESSES }, (_, n) => n).filter((n) => n !== 12);
      const late = (table: string) => table.replaceAll('sms ', 'late ');
      await perform(
        stage,
        `wait 5min
        ${SMALL}
        ${late(DEBITS)}
        ${wrong.map((n) => `late r${n} forged ${guessed(n) - HUB_XAF} balance ${guessed(n)} from 66777001`).join('\n')}
        ${late(paidFrom(HUB_XAF))}`,
      );
      await inOneSet(
        stage,
        bodies(stage, [...named('g', GUESSES), ...wrong.map((n) => `r${n}`), ...named('p', 4)]),
      );
      await perform(stage, 'wait 1min');
      expect(await taken(stage)).toBe(0);
    }));

  test('by debits, each of which gets a place behind the right one, and by one more of his own', () =>
    scene(async (stage) => {
      const wrong = Array.from({ length: GUESSES }, (_, n) => n).filter((n) => n !== 12);
      await perform(
        stage,
        `wait 5min
        ${SMALL}
        ${DEBITS}
        wait 5s
        ${wrong.map((n) => `sms r${n} told "Remboursement de ${guessed(n) - HUB_XAF} F. Solde ${guessed(n)} F."`).join('\n')}
        wait 10min
        sms m forged -10 balance ${HUB_XAF - 10}
        ${paidFrom(HUB_XAF - 10)}
        wait 1min`,
      );
      expect(await taken(stage)).toBe(0);
    }));

  test('by debits, of which people have disowned all that wait', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `wait 5min
        ${SMALL}
        ${DEBITS}
        wait 1min
        ${named('g', GUESSES)
          .filter((name) => name !== 'g12')
          .map((name) => `disown ${name}`)
          .join('\n')}
        wait 10min
        ${paidFrom(HUB_XAF)}
        wait 1min`,
      );
      expect(await taken(stage)).toBe(0);
    }));

  test('by debits, also where a balance is read at which the book stood a moment ago', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `wait 5min\n${SMALL}\n${DEBITS}\nwait 30s\nanchor\n${paidFrom(HUB_XAF)}\nwait 1min`,
      );
      expect(await taken(stage)).toBe(0);
    }));
});

/** A payment of this sum, and that it settles at once. */
const paid = (sum_xaf: number): string => `session a ${sum_xaf} ttl 60\npaid a\nwait 1min\na -> SUCCESS`;
const WRONG = lines(
  3,
  (n) => `sms f${n} forged 190000 balance ${guessed(n, 59_410) + 190_000} from 66123450`,
);

describe('An honest payment settles', () => {
  test('where all that was forged leads elsewhere, though much of it was', () =>
    scene((stage) =>
      perform(
        stage,
        `wait 5min
        ${lines(GUESSES, (n) => (n === 12 ? '' : `sms g${n} forged ${HUB_XAF - guessed(n)} balance ${HUB_XAF}`))}
        wait 1min
        ${paid(4000)}`,
      ),
    ));

  test('behind a debit that nobody announced, where no more than two messages wait', () =>
    scene((stage) =>
      perform(
        stage,
        `wait 5min
        ${WRONG.split('\n').slice(0, 2).join('\n')}
        sms d debit 3000
        wait 1min
        ${paid(150_000)}`,
      ),
    ));

  test('behind a debit that was announced, though three others wait', () =>
    scene(async (stage) => {
      await perform(stage, `wait 5min\n${WRONG}`);
      await sweep(stage, 3000);
      await perform(stage, `sms d debit 3000\nwait 1min\n${paid(30_000)}`);
    }));

  test('behind a debit that nobody announced, where three others came ten minutes later', () =>
    scene((stage) => perform(stage, `sms d debit 3000\nwait 10min\n${WRONG}\nwait 1min\n${paid(30_000)}`)));

  test('behind a true text of two sums and two balances in unknown words', () =>
    scene((stage) =>
      perform(
        stage,
        `wait 5min
        sms t moved -500 "Operation 500 F et 1500 F. Solde BALANCE F. Solde 91000 F."
        wait 1min
        ${paid(4000)}`,
      ),
    ));
});

describe('A true debit that nobody announced, while three others wait, holds payments', () => {
  const held = `wait 5min
    ${WRONG}
    sms d debit 3000
    wait 1min
    session a 5000 ttl 60
    paid a
    wait 1min
    a -> AWAITING_PAYMENT`;

  test('until the SIM is read', () =>
    scene((stage) => perform(stage, `${held}\nwait 10min\nanchor\na -> SUCCESS\n${paid(6000)}`)));

  test('until people explain it', () =>
    scene(async (stage) => {
      await perform(stage, held);
      await explainAll(stage, ['DEBIT'], 'sweep');
      await perform(stage, `wait 1min\na -> SUCCESS\n${paid(6000)}`);
    }));
});
