import { describe, expect, test } from 'vitest';
import { DEFAULT_BOOK_POLICY } from '../../src/domain/book/bound.ts';
import { goOn } from '../../src/domain/book/go-on.ts';
import type { Claim } from '../../src/domain/movement/claim.ts';
import { EMPTY_BOOK, EMPTY_GAP, likely } from '../book/chains.ts';
import { GUESSES, guessed, idOf, lines, perform, stagesOfFile, taken } from './play.ts';

const scene = stagesOfFile();

const bonus = (sum_xaf: number, balance_xaf: number): string =>
  `"Trans.Id: ID. Vous avez recu ${sum_xaf} FCFA de bonus. Solde: ${balance_xaf} FCFA."`;

describe('Whoever knows the two ends of a gap that a reading found', () => {
  test('fills it with no more than is missing, and no forged debit that makes up for the rest', () =>
    scene((stage) =>
      perform(
        stage,
        `session v 5000000 by rival
        late lost credit 100
        wait 2min
        sms c credit 300
        wait 31s
        anchor
        sms f forged 5000000 off -400
        sms g forged -4999900 off +4999600
        unpaid v -> yes`,
      ),
    ));
});

// A reversal without a payer has a reading by which money came.
test('A reversal that somebody guesses fills no gap', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `wait 5min
      session h 195000 payer 66777001 ttl 60
      late p credit 195000 from 66777001
      wait 1min
      anchor
      ${lines(60, (n) => `sms f${n} told "Le transfert PP261121.0900.B0${1000 + n} de 195000 FCFA a ete annule. Solde: ${62_410 + 195_000 + 1000 * (n - 30)} FCFA."`)}
      deliver p`,
    );
    expect(await stage.world.service.rows("select kind from book_steps where kind = 'REVERSAL'")).toEqual([]);
  }));

// The gap has counted sixty guesses before the set came, and none of the set.
test('A lucky guess at a gap fills it no sooner because many true payments come in one set', () => {
  const claim = (key: string, before_xaf: number, amount_xaf: number, at_ms: number): Claim => ({
    key,
    moves: [
      {
        ...{ kind: 'CREDIT', amount_xaf, fee_xaf: 0, before_xaf, after_xaf: before_xaf + amount_xaf },
        ...{ hidden_fee_max_xaf: 0, reading: 0 },
      },
    ],
    ...{ operator_transaction_id: key, occurred_at_ms: at_ms, precision_ms: 60_000, arrived_at_ms: at_ms },
    is_stored: false,
  });
  const gap = {
    ...{ ...EMPTY_GAP, before_xaf: 62_410, after_xaf: 257_410, until_ms: 1_000_000 },
    ...{ guesses: 60, guesses_anywhere: 60, guesses_of_sum: 60 },
  };
  const book = {
    ...EMPTY_BOOK,
    ...{ tip_xaf: 257_410, went_on_at_ms: 1_600_000, gaps: [gap] },
    // As `keepBooks` counts those that came just now.
    ...likely(60),
  };
  const lucky = claim('lucky', 62_410, 195_000, 900_000);
  const true_ones = Array.from({ length: 60 }, (_, n) =>
    claim(`t${n}`, 257_410 + 100 * n, 100, 2_000_000 + n),
  );
  const filling = (claims: Claim[]) =>
    goOn(book, claims, DEFAULT_BOOK_POLICY).proven.flatMap(({ gap: filled, claim: { key } }) =>
      filled ? [key] : [],
    );
  expect(filling([lucky])).toEqual([]);
  expect(filling([lucky, ...true_ones])).toEqual([]);
});

describe('Who knows the balance to 12,000, where a message is late', () => {
  // A debit leads to each, so the reading takes the text for money that came; its sum is another each time.
  test('and tells of other sums in words that nobody knows, is sent nothing back after the reading', () =>
    scene((stage) =>
      perform(
        stage,
        `wait 5min
        session h 195000 payer 66777001 ttl 60
        late p credit 195000 from 66777001
        ${lines(GUESSES, (n) => {
          const sum_xaf = 150_000 + n;
          const end_xaf = guessed(n) + 195_000;
          return `sms d${n} forged -10 balance ${end_xaf - sum_xaf}
          sms f${n} told "Encaisse ${sum_xaf} FCFA de NOM 66999999. Ref: ID. Solde disponible ${end_xaf} FCFA."`;
        })}
        wait 1min
        anchor
        wait 1min
        refund f12 as Awa -> nothing
        refund f12 as Brahim -> nothing`,
      ),
    ));

  // One of them ends in what is read: the gap that is left has no place for the true message.
  test('and tells of debits, does not keep the late payment from its place', () =>
    scene((stage) =>
      perform(
        stage,
        `wait 5min
        session h 5000 payer 66777001 ttl 60
        late p credit 5000 from 66777001
        ${lines(GUESSES, (n) => `sms d${n} forged -${100_000 + n} balance ${guessed(n) + 5000}`)}
        wait 1min
        anchor
        wait 1min
        deliver p
        wait 1min
        h -> SUCCESS`,
      ),
    ));
});

describe('Who knows the balance to 12,000', () => {
  // The payments that the reading proves are older than the guesses, and are taken off them all the same. All bonuses lead to
  // 200,000, so one credit goes on from the lucky one.
  test('and guesses by texts about airtime just before a reading that proves fifty payments is paid nothing by it', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `wait 5min
        late z credit 700
        ${lines(50, (n) => `sms t${n} credit 10 from 66777002`)}
        wait 8min
        session v 190000 payer 66123456 by rival ttl 60
        ${lines(GUESSES, (n) => `sms a${n} told ${bonus(200_000 - guessed(n) - 1200, 200_000)}`)}
        sms f forged 190000 balance 390000
        anchor`,
      );
      expect(await taken(stage)).toBe(0);
    }));

  // One of the first messages lies in the gap, and through the 900,000 each of the others is joined to it: they outlive the
  // reading, which counts no guesses of before.
  test('and guesses by messages that a gap keeps alive is paid nothing by the reading after the next', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `wait 5min
        ${lines(GUESSES, (n) => `session v${n} ${150_000 + n} payer 66123456 by rival ttl 60`)}
        late p credit 5000
        ${lines(GUESSES, (n) => {
          const end_xaf = guessed(n) + 200_000;
          const begin_xaf = end_xaf - 150_000 - n;
          return `sms s${n} forged 1000 balance ${guessed(n) + 1500}
          sms x${n} forged ${900_000 - guessed(n) - 1500} balance 900000
          sms d${n} forged -${900_000 - begin_xaf} balance ${begin_xaf}
          sms e${n} forged -${900_000 - begin_xaf} balance ${begin_xaf}
          sms c${n} forged ${150_000 + n} balance ${end_xaf}`;
        })}
        wait 8min
        anchor
        late q credit 195000 from 66777001
        wait 5min
        anchor`,
      );
      expect(await taken(stage)).toBe(0);
    }));

  // With a gap open the texts of two hours ago are looked at where they begin at the balance; the others are not, so that the
  // credits behind them tell of no sum that was tried.
  test('and guesses by texts about airtime of hours ago is paid nothing by a reading behind a late message', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `wait 5min
        late p credit 5000
        wait 5min
        anchor
        ${lines(GUESSES, (n) => `sms a${n} told ${bonus(1000 + 10 * n, guessed(n) + 11_300 + 10 * n)}`)}
        wait 2h
        anchor
        sms x credit 5300
        wait 5min
        ${lines(GUESSES, (n) => `session v${n} ${194_000 - 10 * n} payer 66123456 by rival ttl 60`)}
        late q credit 195000 from 66777001
        ${lines(GUESSES, (n) => `sms c${n} forged ${194_000 - 10 * n} balance ${guessed(n) + 205_300}`)}
        wait 1min
        anchor`,
      );
      expect(await taken(stage)).toBe(0);
    }));
});

// Debits that lead from each balance to 500 francs, and from 500,000 to where the reading may be, are counted by no gap, since they came
// before it was found and tell of no sum that came; the one message between them is no guess.
test('Who knows the balance to 12,000 and guesses by debits before a reading, at the gap that a lost payment leaves, is paid nothing by a message behind it', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `wait 5min
      session v 499500 payer 66123456 by rival ttl 60
      late p credit 5000 from 66777001
      ${lines(
        GUESSES,
        (n) => `sms d${n} forged -${guessed(n) - 500} balance 500
        sms e${n} forged -${500_000 - guessed(n) - 5000} balance ${guessed(n) + 5000}`,
      )}
      wait 8min
      anchor
      sms f forged 499500 balance 500000
      wait 1min`,
    );
    expect(await taken(stage)).toBe(0);
  }));

// The first reading refutes all but the one that its gap keeps, and more than an hour before it they are known to no other reading.
test('Who knows the balance to 12,000 and guesses more than an hour before a reading, whose gap keeps the lucky one alive, is paid nothing by the next', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `wait 5min
      session v 195000 payer 66123456 by rival ttl 60
      late p credit 5300 from 66777001
      ${lines(
        GUESSES,
        (n) => `sms s${n} forged -300000 balance ${guessed(n) + 5300}
        sms c${n} forged 195000 balance ${guessed(n) + 200_300}`,
      )}
      wait 70min
      anchor
      wait 30min
      late q credit 195000 from 66777001
      wait 5min
      anchor`,
    );
    expect(await taken(stage)).toBe(0);
  }));

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

// Of what came a moment before a reading and prints an older time nothing is counted as a guess, and all of it may lead to the next one.
test('Who knows to 12,000 what a late payment leads to, and tries each balance by debits ten minutes old just before the reading of before, is paid nothing', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `wait 5min
      session v 190000 payer 66123456 by rival ttl 60
      wait 15min`,
    );
    const debit = (n: number) =>
      `sms d${n} told "Trans.ID: ${idOf(stage, 'PP', 8, `B88${100 + n}`)}. Vous avez envoye ${290_000 - guessed(n, 67_410)} FCFA au 66123456. Votre solde disponible est ${guessed(n, 67_410)} FCFA."`;
    await perform(
      stage,
      `sms f told "Trans.ID : ${idOf(stage, 'MP', 8, 'B88999')}. Vous avez recu 190000 FCFA du 66123456. Votre solde disponible est 290000 FCFA."
      ${lines(GUESSES, debit)}
      wait 1min
      anchor
      wait 5min
      late p credit 5000 from 66777001
      wait 5min
      anchor
      wait 31s`,
    );
    expect(await taken(stage)).toBe(0);
  }));

// Where a message fills a gap together with others all that it may begin at is taken off the guesses; but where it may begin above a million was
// never counted. Each text of words that nobody knows hides two of his guesses so.
test('Who knows the ends of a gap to 12,000, and tries each balance by debits around a chain of texts that may begin at millions, is paid nothing', () =>
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
      `${lines(GUESSES, (n) => debit(n, 'a', guessed(n, 62_410), 50_400))}
      ${lines(24, (n) => `sms l${n} told "Encaisse 10 FCFA, 5000000 FCFA, 6000000 FCFA. Solde ${50_390 - 10 * n} FCFA."`)}
      sms f told "Trans.ID : ${idOf(stage, 'MP', 10, 'B88999')}. Vous avez recu 190000 FCFA du 66123456. Votre solde disponible est 240160 FCFA."
      ${lines(GUESSES, (n) => debit(n, 'b', 240_160, guessed(n, 67_410)))}
      wait 31s`,
    );
    expect(await taken(stage)).toBe(0);
  }));
