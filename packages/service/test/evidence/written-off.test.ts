import { describe, expect, test } from 'vitest';
import { closeAll, explainAll, forgeAndTakeBack, statement, sweep } from './desk.ts';
import { firstSim, idOf, lines, perform, type Stage, stagesOfFile, taken } from './play.ts';

const scene = stagesOfFile();

/** Words of the operator that it has taken a payment of this sum back, which no list of it shows; so much is left. */
const takenBack = (stage: Stage, sum_xaf: number, left_xaf: number): string =>
  `"Le transfert ${idOf(stage, 'MP', 5, 'B55555')} de ${sum_xaf} FCFA recu de 66123456 a ete annule. Solde: ${left_xaf} FCFA."`;

// The balance is right, since a forged debit takes each forged credit back. Two people find no such debit on the operator's list and
// say what is true, that it was never made: then something else in the book was not there either.
test('An insider whose forged debits two people truthfully write off takes no more than the bound', () =>
  scene(async (stage) => {
    for (let n = 0; n < 6; n += 1) {
      await forgeAndTakeBack(stage, n, 190_000 - n);
      await explainAll(stage, ['DEBIT'], 'write_off');
      await perform(stage, 'anchor\nwait 31s');
    }
    expect(await taken(stage)).toBe(190_000);
  }));

// As docs/incidents.md says: the false step and what is missing are written off, and the incident is closed.
test('An insider takes the bound once, though people write off what each reading was short of and close it', () =>
  scene(async (stage) => {
    for (let n = 0; n < 8; n += 1) {
      await perform(
        stage,
        `session v${n} ${190_000 - n} by rival${n}
        sms f${n} forged ${190_000 - n} off +0
        wait 5min
        anchor
        wait 31s`,
      );
      await explainAll(stage, ['CREDIT', 'UNEXPLAINED'], 'write_off');
      await closeAll(stage);
      await perform(stage, 'wait 31s');
    }
    expect(await taken(stage)).toBe(949_990);
  }));

// Each reading finds more than the book says, since a debit was forged. Two people truthfully write that off, nothing has left then, and
// what fills the gap counts for nothing, though no reading vouches there for anything.
test.each([
  ['before they close that takes nothing', false, 0],
  ['after they close that takes the bound once', true, 949_990],
])(
  'An insider whose forged debits, that people truthfully write off, make gaps that he fills %s',
  (_when, is_closed, taken_xaf) =>
    scene(async (stage) => {
      await perform(
        stage,
        'sms t credit 900000 from 66777002\nsms u credit 10 from 66777002\nwait 5min\nanchor',
      );
      for (let n = 0; n < 8; n += 1) {
        const sum_xaf = 190_000 - n;
        await perform(
          stage,
          `session v${n} ${sum_xaf} by rival${n}
        sms d${n} forged -${sum_xaf} off +0
        wait 5min
        anchor`,
        );
        await explainAll(stage, ['DEBIT'], 'write_off');
        if (is_closed) {
          await perform(stage, 'wait 31s\nincidents -> short');
          // What filled the gaps before is suspected too, and was paid to merchants: two close that.
          await closeAll(stage);
          await closeAll(stage, null, 'Brahim');
        }
        await perform(stage, `sms f${n} forged ${sum_xaf} off -${sum_xaf}\nwait 31s`);
      }
      expect(await taken(stage)).toBe(taken_xaf);
    }),
);

// Here a person closes what the write-off has opened.
test.each([
  ['the debits alone', ['DEBIT'], 190_000],
  ['the credits too', ['DEBIT', 'CREDIT'], 759_988],
])(
  'An insider whose forged debits two people truthfully write off, %s, takes no more than the bound, though a person closes that',
  (_what, kinds, taken_xaf) =>
    scene(async (stage) => {
      for (let n = 0; n < 8; n += 1) {
        await forgeAndTakeBack(stage, n, 190_000 - n);
        await explainAll(stage, kinds, 'write_off');
        await perform(stage, 'anchor\nwait 31s\nincidents -> short');
        await closeAll(stage);
      }
      expect(await taken(stage)).toBe(taken_xaf);
    }),
);

// Of every two rounds one ends with a credit that two people find on no list, the other with a debit that they find on none: of the two sums
// only the greater counts, though each stands for money of its own.
test('An insider some of whose forged credits, and others of whose forged debits, two people truthfully write off takes the bound once', () =>
  scene(async (stage) => {
    for (let n = 0; n < 10; n += 1) {
      const sum_xaf = 190_000 - n;
      const is_taken_back = n % 2 === 1;
      await perform(
        stage,
        `session v${n} ${sum_xaf} by rival${n}
        sms f${n} forged ${sum_xaf} off +0
        ${is_taken_back ? `sms d${n} forged -${sum_xaf} off +${sum_xaf}` : ''}
        wait 5min`,
      );
      if (is_taken_back) await explainAll(stage, ['DEBIT'], 'write_off');
      await perform(stage, 'anchor\nwait 31s');
      if (!is_taken_back) await explainAll(stage, ['CREDIT', 'UNEXPLAINED'], 'write_off');
      await closeAll(stage);
      await perform(stage, 'wait 31s');
    }
    expect(await taken(stage)).toBe(949_984);
  }));

// One forged message of a debit that was never made, and two people who truthfully say so.
test('Payments settle again at once, when a forged debit is written off and that is closed', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `sms t credit 4000000 from 66777002
      sms u credit 10 from 66777002
      wait 5min
      anchor
      wait 5min
      sms d forged -2000000 balance 2062420
      wait 5min
      anchor`,
    );
    await explainAll(stage, ['DEBIT', 'UNEXPLAINED'], 'write_off');
    await perform(stage, 'wait 31s\nincidents -> short');
    await closeAll(stage);
    await perform(
      stage,
      `${lines(
        9,
        (n) => `wait 5min
        sms m${n} credit ${110_000 + n} from 66777001
        wait 5min
        anchor`,
      )}
      session a 50000 ttl 60
      paid a
      wait 1min
      a -> SUCCESS`,
    );
  }));

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

// While it is short nothing is released once all that left is explained; a hundred francs that are not, and it is again. What the two
// people say is true: nothing of that sum was ever on the operator's list.
test('A forged credit of millions is released by no reading of a number that is short by it, once two people have written off what was missing, and nobody has closed that', () =>
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
    expect(await explainAll(stage, ['UNEXPLAINED'], 'write_off')).toBe(1);
    await perform(stage, 'wait 31s\nincidents -> short\nwait 5min\nanchor\nwait 31s\nunpaid v -> yes');
  }));

// The credit is beyond the bound, and in the book since ten francs go on from it. Two people write off what is missing, and have yet to find
// the false step; the number is short still.
test('A forged credit of millions settles at no reading while its number is short, though people have written off what is missing', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `wait 5min
      session v 4000000 by rival ttl 60
      sms f forged 4000000 off +0
      sms g forged 10 off +4000000
      wait 5min
      anchor
      wait 31s
      unpaid v -> yes`,
    );
    expect(await explainAll(stage, ['UNEXPLAINED'], 'write_off')).toBe(1);
    await perform(stage, 'wait 5min\nincidents -> short\nanchor\nwait 31s\nunpaid v -> yes');
  }));

describe('A debit that two people write off', () => {
  test('and that the statement itself has proven suspects nobody', () =>
    scene(async (stage) => {
      await perform(stage, 'sms m credit 60000\nwait 5min\nlate d debit 1000\nwait 5min');
      await statement(stage);
      await explainAll(stage, ['DEBIT'], 'write_off');
      await perform(stage, 'wait 1min\nincidents -> none\nsession b 5000\npaid b\nb -> SUCCESS');
    }));

  // As the staff of docs/year.md say of each: what else should they call it?
  test('since the operator took a payment back suspects nobody', () =>
    scene(async (stage) => {
      await perform(
        stage,
        "session a 9000\npaid a\na -> SUCCESS\nwait 5min\nsms r reversal a's 9000\nwait 5min\nanchor",
      );
      await explainAll(stage, ['REVERSAL'], 'write_off');
      await perform(stage, 'wait 1min\nincidents -> none\nsession b 5000\npaid b\nb -> SUCCESS');
    }));
});

describe('A debit that two people write off', () => {
  test('suspects nobody, where the statement lists what its message told', () =>
    scene(async (stage) => {
      await perform(stage, 'sms m credit 60000\nwait 5min\nsms d debit 1000\nwait 5min');
      await statement(stage);
      await explainAll(stage, ['DEBIT'], 'write_off');
      await perform(stage, 'wait 1min\nincidents -> none\nsession b 5000\npaid b\nb -> SUCCESS');
    }));
});

describe('A true loss that two people write off', () => {
  // It was no forgery: nothing of the bound is used by it once a person has closed what it suspects.
  test('leaves its SIM the whole bound, where the statement lists what its message told', () =>
    scene(async (stage) => {
      const morning = `${lines(7, () => 'sms m credit 140000\nwait 1min')}\nwait 5min\nanchor\nwait 5min`;
      await perform(stage, morning);
      await perform(stage, 'sms d debit 1000000\nwait 5min');
      await statement(stage);
      await explainAll(stage, ['DEBIT'], 'write_off');
      await closeAll(stage, 'short');
      await perform(stage, morning);
      await perform(stage, 'session b 50000\npaid b\nb -> SUCCESS');
    }));
});

// Nobody ever paid the 4,000,000, four times the bound. The forged reversal names no payment of ours, so that nothing is doubted by it; two
// people truthfully write it off, no number is short by that, and the next reading vouches for money that was never there.
test('A forged credit of millions, which a forged reversal of a payment that nobody knows took back, settles at no reading once that is written off', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `wait 5min
      session v 4000000 by rival ttl 60
      sms f forged 4000000 off +0
      sms r told ${takenBack(stage, 4_000_000, 62_410)}
      wait 5min
      anchor
      wait 31s
      unpaid v -> yes`,
    );
    expect(await explainAll(stage, ['REVERSAL'], 'write_off')).toBe(1);
    await perform(stage, 'wait 5min\nanchor\nwait 31s\nunpaid v -> yes');
  }));

// Both pairs of people say the truth, of what is missing first and of the false steps then, as the incident tells them to. The moment between
// frees the bound for good, because nothing stands unexplained in it: said the other way round he takes the bound once.
test('An insider takes the bound once where two people write off what a reading was short of before they write off the false steps', () =>
  scene(async (stage) => {
    for (let round = 0; round < 2; round += 1) {
      const sum_xaf = (n: number) => 190_000 - 10 * round - n;
      const before_xaf = (n: number) =>
        Array.from({ length: n }, (_, m) => sum_xaf(m)).reduce((a, b) => a + b, 0);
      await perform(
        stage,
        `${lines(
          5,
          (n) => `session v${round}${n} ${sum_xaf(n)} by rival${round}${n}
          sms f${round}${n} forged ${sum_xaf(n)} off +${before_xaf(n)}`,
        )}
        wait 5min
        anchor
        wait 31s`,
      );
      await explainAll(stage, ['UNEXPLAINED'], 'write_off');
      await explainAll(stage, ['CREDIT'], 'write_off');
      await closeAll(stage, 'short');
      await perform(stage, 'wait 31s');
    }
    expect(await taken(stage)).toBe(949_990);
  }));

// What a reading finds too much is taken off what was forged; the forged reversal that it answers is not counted. So one text for each period,
// truthfully written off with what the reading found, makes room for the whole bound again.
test('An insider whose forged debits two people write off takes the bound once, though he tells of a reversal that they write off as well', () =>
  scene(async (stage) => {
    await perform(
      stage,
      'sms t credit 4000000 from 66777002\nsms u credit 10 from 66777002\nwait 5min\nanchor\nwait 5min',
    );
    for (let round = 0; round < 2; round += 1) {
      const sum_xaf = (n: number) => 190_000 - 10 * round - n;
      const before_xaf = (n: number) =>
        Array.from({ length: n }, (_, m) => sum_xaf(m)).reduce((a, b) => a + b, 0);
      const all_xaf = before_xaf(5);
      await perform(
        stage,
        `${lines(
          5,
          (n) => `session v${round}${n} ${sum_xaf(n)} by rival${round}${n}
          sms f${round}${n} forged ${sum_xaf(n)} off +${before_xaf(n)}`,
        )}
        sms d${round} forged -${all_xaf} off +${all_xaf}
        wait 5min
        anchor`,
      );
      await explainAll(stage, ['DEBIT'], 'write_off');
      await perform(stage, 'wait 31s');
      await closeAll(stage, 'short');
      await perform(
        stage,
        `wait 5min
        anchor
        wait 5min
        sms r${round} told ${takenBack(stage, all_xaf, 4_062_420 - all_xaf)}
        wait 5min
        anchor`,
      );
      await explainAll(stage, ['REVERSAL', 'UNEXPLAINED'], 'write_off');
      await closeAll(stage);
      await perform(stage, 'wait 5min\nanchor\nwait 31s');
    }
    expect(await taken(stage)).toBe(949_990);
  }));

// Its message was lost, so its id is not known; two people have said what it was. The operator's list shows the reversal.
test('A payment whose message was lost, and which the operator takes back the day after, makes no number short when people write that off', () =>
  scene(async (stage) => {
    await perform(stage, 'wait 5min\nlate p credit 5000\nwait 5min\nanchor\nwait 31s');
    await explainAll(stage, ['UNEXPLAINED'], 'credit');
    await perform(stage, 'wait 20h\nsms r reversal p 5000\nwait 31s');
    await explainAll(stage, ['REVERSAL'], 'write_off');
    await perform(stage, 'wait 31s\nincidents -> none\nsession a 5000\npaid a\na -> SUCCESS');
  }));
