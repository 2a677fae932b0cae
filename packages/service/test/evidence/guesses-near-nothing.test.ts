import { expect, test } from 'vitest';
import { sweep } from './desk.ts';
import { GUESSES, guessed, idOf, lines, perform, stagesOfFile, taken } from './play.ts';

const scene = stagesOfFile();

// Staff sweep the SIM to less than 5,000, which everybody may suspect. Until the sweep's own message comes the book holds 62,410, so that debits
// below 5,000 are no guesses; then it goes on from the swept balance, and one of 100 leads to an unpaid 190,000, that nobody ever reads.
test('Who knows only that a sweep leaves less than 5,000 on a SIM, and tries each of 100 balances before its message comes, is paid nothing by that', () =>
  scene(async (stage) => {
    await perform(stage, 'wait 5min\nsession v 190000 payer 66123456 by rival ttl 60');
    await sweep(stage, 59_960);
    await perform(
      stage,
      `late s debit 59960
      ${lines(100, (n) => `sms l${n} forged -${50 * (n + 1) - 3} balance 3`)}
      sms f forged 190000 balance 190003
      deliver s
      wait 31s`,
    );
    expect(await taken(stage)).toBe(0);
  }));

// The same at the gap of a late payment whose balances he knows to 12,000: 48 debits are counted, 50 small ones below 5,000 are not, and all of
// those on the way are taken off.
test('Who knows the ends of a gap to 12,000, and tries each balance by debits before and behind a chain of small ones below 5,000, is paid nothing', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `wait 5min
      session v 190000 payer 66123456 by rival ttl 60
      late p credit 5000 from 66777001
      wait 8min
      anchor
      wait 1min`,
    );
    const debit = (n: number, kind: string, from_xaf: number, to_xaf: number) =>
      `sms ${kind}${n} told "Trans.ID: ${idOf(stage, 'PP', 10, `${kind.toUpperCase()}88${100 + n}`)}. Vous avez envoye ${from_xaf - to_xaf - 1} FCFA au 66123456. Frais: 1 FCFA. Votre solde disponible est ${to_xaf} FCFA."`;
    await perform(
      stage,
      `${lines(GUESSES, (n) => debit(n, 'a', guessed(n, 62_410), 4900))}
      ${lines(50, (n) => debit(n, 'l', 4900 - 10 * n, 4890 - 10 * n))}
      sms f told "Trans.ID : ${idOf(stage, 'MP', 10, 'B88999')}. Vous avez recu 190000 FCFA du 66123456. Votre solde disponible est 194400 FCFA."
      ${lines(GUESSES, (n) => debit(n, 'b', 194_400, guessed(n, 67_410)))}
      wait 31s`,
    );
    expect(await taken(stage)).toBe(0);
  }));

// Staff sweep all that is there, which is what he knows of where the way ends; where it begins he tries. One of 24 debits begins there, and tells
// of another sum than the other 23, so that none of those counts as a try at what the reading is right by.
test('Who knows to 12,000 what a SIM held, and that a sweep whose message is late has left nothing, is paid nothing by the reading', () =>
  scene(async (stage) => {
    await perform(stage, 'wait 5min\nsession v 190000 payer 66123456 by rival ttl 60');
    await sweep(stage, 62_410);
    await perform(
      stage,
      `late s debit 62410
      ${lines(GUESSES, (n) => `sms a${n} forged -${guessed(n) - 1000} balance 1000`)}
      sms f forged 190000 balance 191000
      sms b forged -191000 balance 0
      wait 5min
      anchor
      wait 31s`,
    );
    expect(await taken(stage)).toBe(0);
  }));

// The same by twelve debits that hide a fee: whatever the SIM held between 49,400 and 78,000, to the franc, one of them begins there. He tries
// nothing that anybody counts, with 14 SMS and no balance known.
test('Who knows only that a sweep whose message is late has left nothing, and begins by debits that hide a fee, is paid nothing by the reading', () =>
  scene(async (stage) => {
    await perform(stage, 'wait 5min\nsession v 190000 payer 66123456 by rival ttl 60');
    await sweep(stage, 62_410);
    await perform(
      stage,
      `late s debit 62410
      ${lines(12, (n) => `sms a${n} forged -${49_000 + 2300 * n} balance 400`)}
      sms f forged 190000 balance 190400
      sms b forged -190400 balance 0
      wait 5min
      anchor
      wait 31s`,
    );
    expect(await taken(stage)).toBe(0);
  }));

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

// The end is known since everything is swept; where the way begins he tries. Each try leads on its own way, with sums of its own, up to the last debit,
// which hides its fee and so begins wherever one of them ends: none touches the way of another, and none is counted.
test('Who knows only that a sweep whose message is late has left nothing, and leads each try on a way of its own to one debit that hides its fee, is paid nothing by the reading', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `wait 5min\n${lines(12, (n) => `session v${n} ${189_000 - 170 * n} payer 66123456 by rival ttl 60`)}`,
    );
    await sweep(stage, 62_410);
    await perform(
      stage,
      `late s debit 62410
      ${lines(12, (n) => `sms a${n} forged -${49_300 + 2500 * n} balance ${400 + 131 * n}`)}
      ${lines(12, (n) => `sms f${n} forged ${189_000 - 170 * n} balance ${189_400 - 39 * n}`)}
      sms b forged -186000 balance 0
      wait 5min
      anchor
      wait 31s`,
    );
    expect(await taken(stage)).toBe(0);
  }));

// Whoever tries sixteen balances joins his ways two by two: at each join one other message touches the way that is right by luck, so that four are
// counted where fifteen were wrong.
test('Who joins sixteen tries two by two before they lead to the balance that he knows is counted by all of them', () =>
  scene(async (stage) => {
    await perform(stage, 'wait 5min\nsession v 89000 payer 66123456 by rival ttl 60');
    await sweep(stage, 62_410);
    const at = (level: number, n: number) => 700 + 37 * n + 1000 * level;
    await perform(
      stage,
      `late s debit 62410
      ${lines(16, (n) => `sms a${n} forged -${guessed(n) - at(0, n)} balance ${at(0, n)}`)}
      ${[1, 2, 3, 4]
        .map((level) =>
          lines(16 >> (level - 1), (n) => {
            const [from_xaf, to_xaf] = [at(level - 1, n), at(level, n >> 1)];
            return `sms j${level}x${n} forged ${to_xaf - from_xaf} balance ${to_xaf} from 66777002`;
          }),
        )
        .join('\n')}
      sms f forged 89000 balance ${89_000 + at(4, 0)}
      sms b forged -${89_000 + at(4, 0)} balance 0
      wait 5min
      anchor
      wait 31s`,
    );
    expect(await taken(stage)).toBe(0);
  }));
