import { describe, expect, test } from 'vitest';
import { inOneSet } from './batch.ts';
import { GUESSES, guessed, lines, perform, rechargeOf, type Stage, stagesOfFile, taken } from './play.ts';

const scene = stagesOfFile();

const HUB_XAF = 10_000;
/** Where the book stands when the first of them comes. */
const RIGHT = 12;
/** One debit from each balance that he takes as likely, all to one balance, of which the thirteenth is right. */
const DEBITS = lines(GUESSES, (n) => `sms g${n} forged ${HUB_XAF - guessed(n)} balance ${HUB_XAF}`);
const AIRTIME = lines(GUESSES, (n) => `sms g${n} ${rechargeOf(guessed(n), HUB_XAF)}`);
/** Sessions that declare nobody, each of which one of his small payments would pay. */
const SMALL = lines(4, (n) => `session v${n} ${1000 * (n + 1)} by rival${n} ttl 60`);
/** Payments of them that go on from one another. */
const paidFrom = (from_xaf: number): string =>
  lines(4, (n) => `sms p${n} forged ${1000 * (n + 1)} balance ${from_xaf + 500 * (n + 1) * (n + 2)}`);
const late = (table: string) => table.replaceAll('sms ', 'late ');
const WRONG = Array.from({ length: GUESSES }, (_, n) => n).filter((n) => n !== RIGHT);

/** The texts of messages that are kept back, of these names. */
const bodies = (stage: Stage, names: readonly string[]): string[] =>
  names.map((name) => stage.messages.get(name)?.sms.text ?? '');
const named = (letter: string, numbers: readonly number[]): string[] => numbers.map((n) => `${letter}${n}`);
const upTo = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

/** Small money from each likely balance to the next, and a debit from above the last to the first. */
const LADDER = [
  lines(GUESSES, (n) => `sms t${n} forged 100 balance ${guessed(n) + 100} from 66123450`),
  lines(GUESSES, (n) => `sms r${n} forged 900 balance ${guessed(n + 1)} from 66123450`),
  `sms down forged ${guessed(0) - guessed(GUESSES)} balance ${guessed(0)}`,
].join('\n');

/** Debits by which each two of the balances that may be meet, until one is left. */
function pairs(from: readonly number[], lowest_xaf: number): string[] {
  if (from.length === 1) return [];
  const next = upTo(Math.ceil(from.length / 2)).map((n) => lowest_xaf + 10 * n);
  const told = from.map((one, n) => {
    const to_xaf = next[n >> 1] ?? 0;
    return `sms q${lowest_xaf}x${n} forged ${to_xaf - one} balance ${to_xaf}`;
  });
  return [...told, ...pairs(next, lowest_xaf - 1000)];
}
const lastOf = (text: string): number => Number(text.split(' ').at(-1));

/**
 * That none of his sessions is paid.
 * @param at_once messages that are kept back, and come in one set then
 */
const isPaidNothing = (table: string, at_once: readonly string[] = []) =>
  scene(async (stage) => {
    await perform(stage, table);
    if (at_once.length > 0) await inOneSet(stage, bodies(stage, at_once));
    await perform(stage, 'wait 1min');
    expect(await taken(stage)).toBe(0);
  });

describe('Who knows the balance to 12,000 and leads from each to one is paid nothing from there, however small', () => {
  const halved = pairs(
    upTo(GUESSES).map((n) => guessed(n)),
    HUB_XAF,
  );
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
    ['by airtime', AIRTIME, HUB_XAF],
    ['by small money that looks like a customer’s', LADDER, guessed(GUESSES)],
    ['by pairs of debits that meet', halved.join('\n'), lastOf(halved.at(-1) ?? '')],
  ])('%s', (_by, guesses, hub_xaf) =>
    isPaidNothing(`wait 5min\n${SMALL}\n${guesses}\n${paidFrom(hub_xaf)}\nwait 1min`),
  );

  test('by airtime behind payments that wait for it', () =>
    isPaidNothing(`wait 5min
        ${SMALL}
        ${paidFrom(HUB_XAF)}
        ${AIRTIME}
        wait 1min`));

  test('by debits, of which the right one comes in one batch with what pays him', () =>
    isPaidNothing(
      `wait 5min
        ${SMALL}
        ${WRONG.map((n) => `sms g${n} forged ${HUB_XAF - guessed(n)} balance ${HUB_XAF}`).join('\n')}
        late g${RIGHT} forged ${HUB_XAF - guessed(RIGHT)} balance ${HUB_XAF}
        ${late(paidFrom(HUB_XAF))}`,
      [`g${RIGHT}`, ...named('p', upTo(4))],
    ));

  test('by debits, all of which come in one batch with what pays him', () =>
    isPaidNothing(`wait 5min\n${SMALL}\n${late(DEBITS)}\n${late(paidFrom(HUB_XAF))}`, [
      ...named('g', upTo(GUESSES)),
      ...named('p', upTo(4)),
    ]));

  test('by debits, all of which come in one batch with what makes each of them a place', () =>
    isPaidNothing(
      `wait 5min
        ${SMALL}
        ${late(DEBITS)}
        ${WRONG.map((n) => `late r${n} forged ${guessed(n) - HUB_XAF} balance ${guessed(n)} from 66777001`).join('\n')}
        ${late(paidFrom(HUB_XAF))}`,
      [...named('g', upTo(GUESSES)), ...named('r', WRONG), ...named('p', upTo(4))],
    ));

  test('by debits, each of which gets a place behind the right one, and by one more of his own', () =>
    isPaidNothing(`wait 5min
        ${SMALL}
        ${DEBITS}
        wait 5s
        ${WRONG.map((n) => `sms r${n} told "Remboursement de ${guessed(n) - HUB_XAF} F. Solde ${guessed(n)} F."`).join('\n')}
        wait 10min
        sms m forged -10 balance ${HUB_XAF - 10}
        ${paidFrom(HUB_XAF - 10)}
        wait 1min`));

  test('by debits, of which people have disowned all that wait', () =>
    isPaidNothing(`wait 5min
        ${SMALL}
        ${DEBITS}
        wait 1min
        ${named('g', WRONG)
          .map((name) => `disown ${name}`)
          .join('\n')}
        wait 10min
        ${paidFrom(HUB_XAF)}
        wait 1min`));

  test('by debits, also where a balance is read at which the book stood a moment ago', () =>
    isPaidNothing(`wait 5min\n${SMALL}\n${DEBITS}\nwait 30s\nanchor\n${paidFrom(HUB_XAF)}\nwait 1min`));
});

/** A payment of this sum, and that it settles at once. */
const paid = (sum_xaf: number): string => `session a ${sum_xaf} ttl 60\npaid a\nwait 1min\na -> SUCCESS`;

describe('An honest payment settles', () => {
  test('where all that was forged leads elsewhere, though much of it was', () =>
    scene((stage) =>
      perform(
        stage,
        `wait 5min
        ${WRONG.map((n) => `sms g${n} forged ${HUB_XAF - guessed(n)} balance ${HUB_XAF}`).join('\n')}
        wait 1min
        ${paid(4000)}`,
      ),
    ));

  test.each([
    ['six texts of the operator that print the balance and a price', 6, 'internet a 500 FCFA'],
    [
      'three texts of the operator that print the balance and two prices',
      3,
      'internet a 500 FCFA ou 1500 FCFA',
    ],
  ])('beside %s', (_texts, count, offer) =>
    scene((stage) =>
      perform(
        stage,
        `wait 5min
        ${lines(count, (n) => `sms o${n} told "Offre ${n}: ${offer}. Votre solde est de BALANCE FCFA."`)}
        wait 1min
        ${paid(4000)}`,
      ),
    ),
  );

  test('where seven messages waited behind a late one that has come', () =>
    scene((stage) =>
      perform(
        stage,
        `wait 5min
        late l credit 700
        ${lines(7, (n) => `sms c${n} credit ${100 * (n + 1)}`)}
        deliver l
        wait 1min
        ${paid(4000)}`,
      ),
    ));
});

describe('An honest payment where somebody has led the book', () => {
  test('waits until the SIM is read', () =>
    scene((stage) =>
      perform(
        stage,
        `wait 5min
        ${lines(7, (n) => `sms g${n} forged ${-10_000 - n} balance ${guessed(RIGHT) + 4000}`)}
        session a 4000 ttl 60
        paid a
        wait 1min
        a -> AWAITING_PAYMENT
        wait 10min
        anchor
        a -> SUCCESS
        ${paid(6000)}`,
      ),
    ));
});
