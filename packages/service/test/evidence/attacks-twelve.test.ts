import { expect, test } from 'vitest';
import { setTariffs } from '../../src/engine/desk/book/set-tariff.ts';
import { statementPlaysOfFile } from '../statements/play.ts';
import { closeAll, explainAll, sweep } from './desk.ts';
import { scene as alone, GUESSES, guessed, idOf, lines, perform, stagesOfFile, taken } from './play.ts';

const scene = stagesOfFile();
const playStatements = statementPlaysOfFile();

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
    expect(await taken(stage)).toBeLessThanOrEqual(1_000_000);
  }));

// The sweep's own message prints no fee. The forged one prints as much as any operator could take, so that it ends exactly at what is
// read; nobody has set a tariff. The true one finds no place any more, and nothing has left unexplained.
test.each([
  ['before the SIM is read', true],
  ['once it was short', false],
])(
  'An insider who tells of an announced sweep, with a printed fee, %s, before its late message comes takes the bound once',
  (_when, is_before) =>
    scene(async (stage) => {
      for (let n = 0; n < 7; n += 1) {
        const sum_xaf = 190_000 - n;
        await perform(
          stage,
          `sms t${n} credit 4000000 from 66777002
          sms u${n} credit 10 from 66777002
          wait 5min
          anchor
          session v${n} ${sum_xaf} by rival${n}
          sms f${n} forged ${sum_xaf} off +0
          wait 1min`,
        );
        await sweep(stage, 4_000_000);
        await perform(stage, `late s${n} debit 4000000`);
        const left_xaf = stage.world.sims.get('one')?.sim.balance_xaf;
        const id = idOf(stage, 'PP', 0, `C7770${n}`);
        const forged = `sms e${n} told "Trans.ID: ${id}. Vous avez envoye 4000000 FCFA au 66123456. Frais: ${sum_xaf} FCFA. Votre solde disponible est ${left_xaf} FCFA."`;
        await perform(
          stage,
          `${is_before ? forged : ''}
          wait 5min
          anchor
          ${is_before ? '' : forged}
          wait 31s
          deliver s${n}
          wait 31s`,
        );
      }
      expect(await taken(stage)).toBeLessThanOrEqual(1_000_000);
    }),
);

// A gap that nobody has explained keeps the lucky guess alive, and after a day nobody remembers the others.
test('Who knew the balance to 12,000 and guessed more than a day before a reading, where an older gap keeps the lucky one alive, is paid nothing by the message behind it', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `wait 5min
      session v 195000 payer 66123456 by rival ttl 60
      late p credit 5300 from 66777001
      ${lines(
        GUESSES,
        (n) => `sms s${n} forged -300000 balance ${guessed(n, 67_710)}
        sms c${n} forged 195000 balance ${guessed(n, 67_710) + 195_000}`,
      )}
      wait 70min
      anchor
      wait 22h
      wait 55min
      late q credit 195000 from 66777001
      wait 8min
      anchor
      unpaid v -> yes
      sms z credit 100 from 66777002
      wait 31s`,
    );
    expect(await taken(stage)).toBe(0);
  }));

// The sweep has left a thirtieth of what the book still holds: debits from below a tenth of that count as no guesses, and end where the
// reading may be.
test('Who knows to 12,000 what a sweep has left, whose message is late, and guesses by debits is paid nothing by the reading', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `sms t credit 2000000 from 66777002
      sms u credit 10 from 66777002
      wait 5min
      anchor
      wait 5min
      session v 190000 payer 66123456 by rival ttl 60`,
    );
    await sweep(stage, 2_000_000);
    await perform(
      stage,
      `late s debit 2000000
      sms x forged -2099000 balance 1000
      sms f forged 190000 balance 191000
      ${lines(GUESSES, (n) => `sms d${n} forged -${191_000 - guessed(n, 62_420)} balance ${guessed(n, 62_420)}`)}
      wait 5min
      anchor`,
    );
    expect(await taken(stage)).toBe(0);
  }));

// The gap lies at a thirtieth of what the book holds by now: debits that begin there count as no guesses at it.
test('Who knew the balance to 12,000 and guesses by debits at a gap of the morning, once the SIM holds ten times as much, is paid nothing', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `wait 5min
      session v 190000 payer 66123456 by rival ttl 60
      late p credit 5000 from 66777001
      wait 8min
      anchor
      wait 1min
      sms t credit 2000000 from 66777002
      sms u credit 10 from 66777002
      wait 5min
      anchor
      wait 1min`,
    );
    const debit = (n: number, kind: string, from_xaf: number, to_xaf: number) =>
      `sms ${kind}${n} told "Trans.ID: ${idOf(stage, 'PP', 10, `${kind.toUpperCase()}88${100 + n}`)}. Vous avez envoye ${from_xaf - to_xaf} FCFA au 66123456. Votre solde disponible est ${to_xaf} FCFA."`;
    await perform(
      stage,
      `${lines(GUESSES, (n) => debit(n, 'a', guessed(n, 62_410), 1000))}
      sms f told "Trans.ID : ${idOf(stage, 'MP', 10, 'B88999')}. Vous avez recu 190000 FCFA du 66123456. Votre solde disponible est 191000 FCFA."
      ${lines(GUESSES, (n) => debit(n, 'b', 191_000, guessed(n, 67_410)))}
      wait 31s`,
    );
    expect(await taken(stage)).toBe(0);
  }));

// The same id, sum, balance and payer, so that the two are one message; but the words of the reference are the ticket of a session on
// another SIM.
test('A payment whose message an insider has read and sends first, with another ticket in it, does not expire', () =>
  scene((stage) =>
    perform(
      stage,
      `sim two
      session h 5000 payer 66777001 on one ttl 15
      session v 5000 by rival on two ttl 15
      late p credit 5000 from 66777001
      sms f forged 5000 off -5000 from 66777001 like p motif "{v}"
      deliver p
      wait 3h
      h -> AWAITING_PAYMENT`,
    ),
  ));

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

// A withdrawal costs more than a transfer, as everywhere, and both tariffs are set. What a message hides is believed by either.
test('An insider who forges before each sweep what a dearer service would have cost takes the bound once', () =>
  alone(async (stage) => {
    const { services } = stage.world.service.first;
    for (const [service, percent] of [
      ['transfer', 1],
      ['withdrawal', 3],
    ])
      for (const actor of ['Awa', 'Brahim'])
        await setTariffs(services, [
          {
            operator: 'AIRTEL',
            service: `${service}`,
            brackets: [`1-100000000=${percent}%`],
            actor,
            note: 'printed',
          },
        ]);
    await perform(
      stage,
      'sms a credit 3000000 from 66777002\nsms b credit 10 from 66777002\nwait 5min\nanchor',
    );
    for (let n = 0; n < 7; n += 1) {
      const sum_xaf = 8_000_000 - 100 * n;
      await perform(
        stage,
        `sms t${n} credit 8000000 from 66777002
        sms u${n} credit ${10 + n} from 66777002
        wait 5min
        anchor
        session v${n} ${sum_xaf / 50} by rival${n}
        sms f${n} forged ${sum_xaf / 50} off +0
        wait 1min`,
      );
      await sweep(stage, sum_xaf);
      await perform(
        stage,
        `sms s${n} moved -${sum_xaf + sum_xaf / 100} "Trans.Id: ID. Vous avez envoye ${sum_xaf} FCFA au 66123456. Votre solde disponible est BALANCE FCFA."
        wait 5min
        anchor
        wait 31s`,
      );
    }
    expect(await taken(stage)).toBeLessThanOrEqual(1_000_000);
  }));

// Debits that hide a fee begin anywhere within a twentieth, so that four of them begin at each balance within 6,000; those that end at each
// begin above ten times the balance, where no gap counts them, and come before it is found.
test('Who knows the balance to 6,000 and guesses by debits from far above it, before and after a reading, at the gap that a lost payment leaves, is paid nothing', () =>
  scene(async (stage) => {
    const before = [56_000, 58_800, 61_740, 64_827];
    await perform(
      stage,
      `wait 5min
      session v 690000 payer 66123456 by rival ttl 60
      late p credit 5000 from 66777001
      ${lines(12, (n) => `sms b${n} forged -${690_500 - 67_410 - 1000 * (n - 6)} balance ${67_410 + 1000 * (n - 6)}`)}
      wait 8min
      anchor
      sms f forged 690000 balance 690500
      ${lines(before.length, (n) => `sms a${n} forged -${before[n]} balance 500`)}
      wait 1min`,
    );
    expect(await taken(stage)).toBe(0);
  }));

// A forged debit fills the first gap, which is forgotten then; late messages of what was announced explain the second.
test('What the first of two readings found short stays suspected, though a forged debit has filled it and true messages explain the second', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `session v 90000 by rival
      sms f forged 90000 off +0
      wait 5min
      anchor
      sms e forged -90000 balance 62410
      wait 1min
      incidents -> short`,
    );
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

// He has seen the receipt, and knows whose phone it was; the statement prints no balances.
test('A payment whose message is lost is paid by the statement, though somebody who knows its id and its payer has told of it with another ticket', () =>
  playStatements(`
    sim two
    session h 5000 payer 66123456 on one ttl 60
    session v 5000 by rival on two ttl 60
    late p credit 5000 from 66123456
    sms f forged 5000 balance 999999 from 66123456 like p motif "{v}"
    wait 1min
    statement s unprinted -> new 1
    wait 1min
    h -> SUCCESS
  `));
