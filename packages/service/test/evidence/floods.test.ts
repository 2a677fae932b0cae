import { describe, expect, test } from 'vitest';
import { DEFAULT_BOOK_POLICY } from '../../src/domain/book/bound.ts';
import type { WeighedStep } from '../../src/domain/doubt/contesting.ts';
import { triedSteps } from '../../src/domain/doubt/tries.ts';
import { announceSweeps } from '../../src/engine/desk/book/announce-sweep.ts';
import { bookOf, contested } from './desk.ts';
import { expectWhole, lines, openStage, perform, playsOfFile, type Stage, stagesOfFile } from './play.ts';

const scene = stagesOfFile();
const play = playsOfFile();

/** What no operator sends. */
const ODD: [string, string][] = [
  [
    'characters that are none',
    'Trans.ID : ID. Vous avez recu 5000 FCFA \u0000 du 66123456\ud83d. Solde: 999 FCFA.',
  ],
  [
    'sums beyond any number',
    'Trans.ID : ID. Vous avez recu 99999999999999999999 FCFA du 66123456. Votre solde disponible est 9999999999999999999999 FCFA.',
  ],
  [
    'sums beyond what a column holds',
    'Trans.ID : ID. Vous avez envoye 9007199254740991 FCFA au 66123456. Frais: 9007199254740991 FCFA. Votre solde disponible est 9007199254740991 FCFA.',
  ],
  [
    'a credit of nothing',
    'Trans.ID : ID. Vous avez recu 0 FCFA du 66123456. Votre solde disponible est 62410 FCFA.',
  ],
  ['nothing in words that nobody knows', 'Encaisse 0 FCFA. Solde 62410 FCFA.'],
];

/** Texts of two sums and two balances each, that lead on from one another in all ways, far from the balance. */
const maze = (count: number): string =>
  lines(count, (n) => {
    const [from, to] = [n % 8, (n + 1 + Math.floor(n / 8)) % 8];
    return `sms m${n} told "Releve Ref: ID. 1000 FCFA, 2000 FCFA. Solde ${300_000 + 1000 * from} FCFA ou solde ${300_000 + 1000 * to} FCFA."`;
  });

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

test.each(ODD)('a message of %s stops nobody', (_of, text) =>
  play(`
    session a 5000
    sms f told "${text}"
    paid a
    a -> SUCCESS
    float -> 5000
  `),
);

test('A true message is found under five hundred forged ones that came after it, once the one before it comes', async () => {
  const stage = await openStage();
  try {
    await perform(
      stage,
      `late m credit 3100
       session b 4000
       paid b
       wait 5s
       ${lines(520, (n) => `late f${n} forged 1000 off +${100_000 + n}`)}`,
    );
    await stage.world.deliver(
      ...[...stage.messages].flatMap(([name, message]) => (name.startsWith('f') ? [message] : [])),
    );
    await perform(
      stage,
      `b -> AWAITING_PAYMENT
       deliver m
       b -> SUCCESS`,
    );
    await expectWhole(stage.world);
  } finally {
    await stage.world.close();
  }
});

/** Of somebody who knows nothing, of far more than is there, from nothing to far beyond the balance. */
describe.each([
  ['money', 'forged 9000000 balance 9000007'],
  ['airtime', 'told "Trans.ID: ID. Recharge de 9000000 FCFA reussie. Solde: 9000000 FCFA."'],
  [
    'a reversal',
    'told "Le transfert MP261121.1100.B77777 de 9000000 FCFA a ete annule. Solde: 9000000 FCFA."',
  ],
])('One forged message about %s', (_what, WIDE) => {
  test('sends no payment to review that a reading has found', () =>
    play(`
      session a 1200000 ttl 60
      paid a
      sms f ${WIDE}
      wait 1min
      anchor
      wait 25h
      a -> SUCCESS
    `));

  test('makes nobody wait who pays after a reading', () =>
    play(`
      sms f ${WIDE}
      ${lines(5, (n) => `session a${n} ${190_000 + n}\npaid a${n}`)}
      wait 1min
      anchor
      wait 2h
      session b 100000
      paid b
      b -> SUCCESS
    `));
});

describe('One forged message of somebody who knows nothing', () => {
  test('that begins where the book stood the day before keeps no unpaid session a day, nor sends it to review', () =>
    play(`
      sms out debit 62410
      wait 24h
      anchor
      sms x credit 7000
      wait 3min
      anchor
      wait 1min
      session h 5000
      session i 6000
      wait 3min
      sms f forged 5000 balance 5000
      wait 3min
      paid i
      i -> SUCCESS
      wait 2min
      sms z credit 300
      wait 2h
      h -> EXPIRED
    `));
});

test('A message of a sender who is not on the list, who knows that the SIM was just emptied, sends no payment to review', () =>
  play(`
    sms out debit 62410
    wait 24h
    anchor
    wait 5min
    session a 250000 ttl 60
    sms f stranger 5000
    paid a
    wait 1min
    anchor
    wait 25h
    a -> SUCCESS
  `));

describe('Payments that wait under five hundred forged messages for one that is lost', () => {
  const flooded = (run: (stage: Stage) => Promise<void>) =>
    scene(async (stage) => {
      await perform(
        stage,
        `late m credit 3100
        ${lines(4, (n) => `session b${n} ${4000 + n} ttl 60\npaid b${n}`)}
        wait 5s
        ${lines(520, (n) => `late f${n} forged 1000 off +${100_000 + n}`)}`,
      );
      await stage.world.deliver(
        ...[...stage.messages].flatMap(([name, one]) => (name.startsWith('f') ? [one] : [])),
      );
      await run(stage);
    });
  const PAID = lines(4, (n) => `b${n} -> SUCCESS`);

  test('settle when it comes, all of them', () => flooded((stage) => perform(stage, `deliver m\n${PAID}`)));

  test('settle by a reading of the SIM', () =>
    flooded((stage) => perform(stage, `wait 3min\nanchor\n${PAID}`)));
});

describe('Whoever does not know the balances', () => {
  test('holds up nothing, however many messages he sends and whatever is missing, and takes up the bound until people say so', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `session a 5000
        paid a
        sms f forged 5000 off +1
        sms g forged 4000 off -77
        sms i forged 12000 off -5200
        late lost credit 700
        wait 2min
        session b 6000
        paid b
        anchor
        a -> SUCCESS
        b -> SUCCESS`,
      );
      expect(await bookOf(stage)).toMatchObject({ unanchored_xaf: 11_000, suspected_at: null });
      await perform(stage, 'disown f\ndisown g\ndisown i\nincidents -> none');
      expect(await bookOf(stage)).toMatchObject({ unanchored_xaf: 0, suspected_at: null });
    }));

  test('contests by a lucky guess no more than what he says', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `session a 5000
        paid a
        session b 6000
        paid b
        sms f forged 5000 off -11000
        wait 2min
        session c 7000
        paid c
        anchor
        a -> SUCCESS
        b -> SUCCESS
        c -> SUCCESS`,
      );
      expect((await contested(stage)).map(({ amount_xaf }) => amount_xaf)).toEqual([5000]);
    }));
});

// Nobody could be lucky there.
test('Three forged messages of a price, millions above the balance, hold no payment of that price beyond the next reading', () =>
  scene((stage) =>
    perform(
      stage,
      `wait 5min
      ${lines(3, (n) => `sms f${n} forged 150000 balance ${9_000_000 + 1000 * n}`)}
      session a 150000 ttl 60
      paid a
      sms q credit 300 from 66777002
      wait 3min
      anchor
      wait 30min
      anchor
      a -> SUCCESS`,
    ),
  ));

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

// By who knows no balance at all. The debit hides its fee, so that it may begin at any balance of a range of 100,000: with three
// credits behind it, it begins three times for each sum of that range.
test.each([150_000, 190_000, 235_000])(
  'Four forged messages, thirty times the balance, keep no payment of %i from its reading',
  (sum_xaf) =>
    scene((stage) =>
      perform(
        stage,
        `wait 5min
        sms d forged -2000000 balance 10
        ${lines(3, (n) => `sms e${n} forged ${2_240_000 + n} balance ${2_240_010 + n}`)}
        wait 1h
        session a ${sum_xaf} ttl 60
        paid a
        wait 1min
        anchor
        a -> SUCCESS`,
      ),
    ),
);

// By who knows no balance. The way from the payment to the sweep comes back to where it began, as do these.
test('Four forged messages that lead to and fro, far above the balance, keep no payment from its reading that was swept again', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `wait 5min
      ${lines(2, (n) => `sms u${n} forged 500 balance ${305_500 + 2000 * n}\nsms d${n} forged -500 balance ${305_000 + 2000 * n}`)}
      wait 10min
      session a 250000 ttl 60
      paid a
      wait 1min`,
    );
    const number = stage.world.sims.get('one')?.sim.number ?? '';
    for (const actor of ['Awa', 'Brahim'])
      await announceSweeps(stage.world.service.first.services, [
        { number, amount_xaf: 250_000, actor, note: 'to the wallet' },
      ]);
    await perform(stage, 'sms t debit 250000\nwait 5min\nanchor\na -> SUCCESS');
  }));

// They pay nobody and begin below a tenth of the tip: the book counts none of them as a guess, the reading each.
test('Three texts in unknown words, about airtime of 100 francs, keep no payment behind a lost message from its reading', () =>
  scene((stage) =>
    perform(
      stage,
      `wait 5min
      ${lines(3, (n) => `sms t${n} told "Forfait internet active. Ref: ID. 100 FCFA. Solde ${50 + n} FCFA."`)}
      wait 10min
      late z credit 700
      session a 150000 ttl 60
      paid a
      wait 1min
      anchor
      a -> SUCCESS`,
    ),
  ));

// Under the lock of a book. The stretches of the way are told apart before anybody asks whether there are messages at all that could
// have tried them.
test('A thousand payments behind a lost message, of which nobody has tried one, keep no reading for a second', () => {
  const way: WeighedStep[] = Array.from({ length: 1000 }, (_, n) => ({
    step_id: `${n}`,
    before_xaf: 62_410 + (37 * n * (n + 1)) / 2,
    after_xaf: 62_410 + (37 * (n + 1) * (n + 2)) / 2,
    is_weighed: true,
    is_pending: true,
  }));
  // What it takes of a core, not of the clock, which goes on while others have the cores.
  const began = process.threadCpuUsage();
  expect(triedSteps(way, [], DEFAULT_BOOK_POLICY, 0).size).toBe(0);
  const { user, system } = process.threadCpuUsage(began);
  expect((user + system) / 1000).toBeLessThan(1000);
});
