import { describe, expect, test } from 'vitest';
import { GUESSES, guessed, idOf, lines, perform, rechargeOf, stagesOfFile, taken } from './play.ts';

const scene = stagesOfFile();

/** Thirty guesses at the balance, one of which is right; each would lead to 10,000. */
const WAYS_TO_GUESS: [string, (n: number) => string][] = [
  ['money that was sent', (n) => `sms f${n} forged ${-37_410 - 1000 * n} balance 10000`],
  ['airtime', (n) => `sms f${n} told "Recharge de ${37_410 + 1000 * n} FCFA reussie. Solde: 10000 FCFA."`],
  [
    'reversals',
    (n) =>
      `sms f${n} told "Le transfert MP261121.1100.B${n} de ${37_410 + 1000 * n} FCFA recu de 66123456 a ete annule. Solde: 10000 FCFA."`,
  ],
];

describe('Who does not know the balance', () => {
  test.each(WAYS_TO_GUESS)(
    'and guesses by messages of %s is paid nothing from where they lead',
    (_of, guess) =>
      scene(async (stage) => {
        await perform(
          stage,
          `session v 190000 by rival
         ${lines(30, guess)}
         sms g forged 190000 balance 200000
         wait 2min
         v -> AWAITING_PAYMENT`,
        );
        expect(await stage.world.ledgerProblems()).toEqual([]);
      }),
  );
});

describe('Who knows the balance to 30,000', () => {
  test('is paid nothing for sixty texts about airtime just before a reading, and 100 francs of his own', () =>
    scene((stage) =>
      perform(
        stage,
        `wait 5min
        session v 190000 by rival
        ${lines(60, (n) => `sms f${n} ${rechargeOf(62_410 + 100 + 1000 * (n - 30), 20_000)}`)}
        wait 10s
        anchor
        sms own credit 100
        sms g forged 190000 balance 210000
        wait 10s
        unpaid v -> yes`,
      ),
    ));
});

describe('Who knows the balance to 30,000, and forges where the last message is late', () => {
  const ENDS = 62_410 + 195_000;
  const guesses = (amount: number, off = 0) =>
    lines(60, (n) => `sms f${n} forged ${amount} balance ${ENDS + off + 1000 * (n - 30)}`);

  test('is paid nothing by a reading', () =>
    scene((stage) =>
      perform(
        stage,
        `wait 5min
        session h 195300
        session v 190000 by rival
        late p credit 195300
        ${guesses(190_000, 300)}
        wait 1min
        anchor
        unpaid v -> yes`,
      ),
    ));

  test('nor after it', () =>
    scene((stage) =>
      perform(
        stage,
        `wait 5min
        session h 195000 payer 66777001 ttl 60
        session v 195000 payer 66123456 by rival ttl 60
        late p credit 195000 from 66777001
        wait 1min
        anchor
        ${guesses(195_000)}
        wait 10s
        unpaid v -> yes
        wait 10min
        anchor
        unpaid v -> yes`,
      ),
    ));
});

describe('Who knows the balance to 30,000', () => {
  /** Four ways each from two balances: 120 guesses at multiples of 500 by fifteen messages. */
  const [ONE, TWO] = [46_910, 76_910];
  const guesses = (off: number) =>
    lines(
      15,
      (n) =>
        `sms f${n} told "Operation ${1000 * n + 500} F et ${1000 * n + 1000} F. Solde ${ONE + off} F. Solde ${TWO + off} F."`,
    );
  const behind = (sum: number, off: number) => `sms g forged ${sum} balance ${ONE + off + sum}
    sms h forged ${sum} balance ${TWO + off + sum}`;

  test('is paid nothing for seventeen messages in words of many figures', () =>
    scene((stage) =>
      perform(
        stage,
        `session v 30000 by rival
        ${guesses(0)}
        ${behind(30_000, 0)}
        wait 1min
        unpaid v -> yes`,
      ),
    ));

  test('nor for sixty guesses at once, which a reading of the SIM does not forget', () =>
    scene((stage) =>
      perform(
        stage,
        `wait 5min
        session v 190000 by rival
        ${lines(60, (n) => `sms f${n} forged 190000 balance ${62_410 + 190_000 + 1000 * (n - 30) + 100}`)}
        wait 10s
        anchor
        v -> AWAITING_PAYMENT
        sms own credit 100
        wait 10s
        unpaid v -> yes`,
      ),
    ));

  test('nor for seventeen of them, a reading, and 100 francs of his own', () =>
    scene((stage) =>
      perform(
        stage,
        `wait 5min
        session v 190000 by rival
        ${guesses(100)}
        ${behind(190_000, 100)}
        wait 10s
        anchor
        sms own credit 100
        wait 10s
        unpaid v -> yes`,
      ),
    ));
});

// One forged bonus of a million lifts the tip beyond ten times all of them.
test('Sixty debits that guessed at the balance still count once the tip is lifted far above them', () =>
  scene((stage) =>
    perform(
      stage,
      `wait 10min
      session v 190000 by rival ttl 60
      ${lines(60, (n) => `sms f${n} forged -${57_410 + 1000 * (n - 30)} balance 5000`)}
      sms u told "Trans.Id: ID. Vous avez recu 1000000 FCFA de bonus. Solde: 1005000 FCFA."
      sms g forged 190000 balance 1195000
      unpaid v -> yes`,
    ),
  ));

// What was overtaken by a minute may go on from the reading, and is no guess at it.
test('Who knows the balance to 12,000 and guesses three minutes before a reading is paid nothing by it', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `wait 5min
      session v 190000 payer 66123456 by rival ttl 60
      ${lines(GUESSES, (n) => `sms f${n} forged 190000 balance ${guessed(n) + 190_000}`)}
      wait 3min
      unpaid v -> yes
      anchor`,
    );
    expect(await taken(stage)).toBe(0);
  }));

// As in made-up.test.ts, but in words that no template takes: one of sixty fits the gap, and names the forger's phone.
describe('Who knows the balance to 30,000 and forges in words that nobody knows, where the last message is late', () => {
  const ENDS = 62_410 + 95_000;
  const guesses = (amount: number, off = 0) =>
    lines(
      60,
      (n) =>
        `sms f${n} told "Encaisse ${amount} FCFA de NOM 66999999. Ref: ID. Solde disponible ${ENDS + off + 1000 * (n - 30)} FCFA."`,
    );

  test('is sent nothing back after a reading', () =>
    scene((stage) =>
      perform(
        stage,
        `wait 5min
        session h 95000 payer 66777001 ttl 60
        late p credit 95000 from 66777001
        wait 1min
        anchor
        ${guesses(95_000)}
        deliver p
        wait 10s
        refund f30 as Awa -> nothing`,
      ),
    ));
});

describe('Reversals that print no sum get it from a message that anybody may have forged', () => {
  const undone = (of: string, n: number) =>
    `sms r${n} told "Trans.ID: ID. La transaction ${of} a ete annulee. Solde: ${guessed(n + 1)} FCFA."`;
  const told = (name: string, of: string) =>
    `sms ${name} told "Trans.ID: ${of}. Vous avez envoye 1000 FCFA au 66999001. Votre solde disponible est 100 FCFA."`;

  test('and are guesses at the balance once they have one: a ladder of them pays nobody', () =>
    scene(async (stage) => {
      const of = idOf(stage, 'PP', 0, 'A00001');
      await perform(
        stage,
        `session v 195000 by rival ttl 60
        ${lines(GUESSES, (n) => undone(of, n))}
        sms f forged 195000 balance ${guessed(GUESSES) + 195_000}
        ${told('x', of)}
        wait 2min
        unpaid v -> yes
        incidents -> claim`,
      );
      expect(await taken(stage)).toBe(0);
    }));

  test('nor where each undoes another, and they had been told of long before', () =>
    scene(async (stage) => {
      const of = (n: number) => idOf(stage, 'PP', 0, `A${String(n).padStart(5, '0')}`);
      await perform(
        stage,
        `session v 195000 by rival ttl 60
        ${lines(GUESSES, (n) => undone(of(n), n))}
        sms f forged 195000 balance ${guessed(GUESSES) + 195_000}
        wait 2min
        ${lines(GUESSES, (n) => told(`x${n}`, of(n)))}
        wait 2min
        unpaid v -> yes`,
      );
      expect(await taken(stage)).toBe(0);
    }));
});

// Somebody else's payment is what is missing, and one of three forged messages tells of it.
describe('Who guesses where the last message is late, and of whom two wrong guesses were refuted in the week before', () => {
  const BEFORE = `wait 5min
    ${lines(2, (n) => `sms u${n} forged 190000 balance ${guessed(n) + 190_000} from 66123450`)}
    wait 2min
    sms own credit 1000 from 66777002
    wait 10min
    anchor
    wait 10min`;
  /** Two wrong ones and the right one, each telling of this sum and ending at a likely balance. */
  const three = (sum_xaf: number, ends_xaf: number) =>
    [3, 7, 12]
      .map((n) => `sms f${n} forged ${sum_xaf} balance ${guessed(n, ends_xaf)} from 66123450`)
      .join('\n');

  test('is paid nothing by a reading, though one of three more ends in it', () =>
    scene((stage) =>
      perform(
        stage,
        `${BEFORE}
        session v 100000 payer 66123450 by rival ttl 60
        session h 150000 payer 66777001 ttl 60
        late p credit 150000 from 66777001
        wait 1min
        ${three(100_000, 213_410)}
        wait 31s
        anchor
        unpaid v -> yes
        deliver p
        wait 1min
        disown f3
        disown f7
        disown f12
        wait 1min
        anchor
        h -> SUCCESS`,
      ),
    ));

  test('nor after it, though one of three more tells of what is missing', () =>
    scene((stage) =>
      perform(
        stage,
        `${BEFORE}
        session v 150000 payer 66123450 by rival ttl 60
        session h 150000 payer 66777001 ttl 60
        late p credit 150000 from 66777001
        wait 1min
        anchor
        ${three(150_000, 213_410)}
        wait 10s
        unpaid v -> yes`,
      ),
    ));
});
