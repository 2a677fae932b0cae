import { expect, test } from 'vitest';
import { type Book, DEFAULT_BOOK_POLICY } from '../../src/domain/book/book.ts';
import { goOn } from '../../src/domain/book/go-on.ts';
import type { Claim } from '../../src/domain/book/path.ts';
import { lines, perform, scene } from './play.ts';

// They fill no gap: the true message has its place there.
test('Words that nobody knows, told by an insider in the gap that an honest payment left, are not sent back to him once its message has come', () =>
  scene((stage) =>
    perform(
      stage,
      `session h 50000
      late p credit 50000
      wait 3min
      anchor
      sms f told "Encaisse 50000 FCFA de NOM 66999999. Ref: MP261121.1200.B99999. Solde disponible 112410 FCFA."
      deliver p
      wait 3min
      anchor
      wait 31s
      refund f as Brahim -> refused`,
    ),
  ));

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

// An insider's credit made the number short; he forges a debit of the same sum. Whatever waits, a person looks first.
test('A forged debit of what a short reading found missing lets nothing settle before a person has looked', () =>
  scene((stage) =>
    perform(
      stage,
      `sms f forged 90000 off +0
      wait 5min
      anchor
      wait 31s
      incidents -> short
      sms e told "Trans.ID: PP261121.1200.B99999. Vous avez envoye 90000 FCFA au 66999999. Votre solde disponible est 62410 FCFA."
      session v 80000 by rival
      sms g forged 80000 off +0
      wait 31s
      unpaid v -> yes`,
    ),
  ));

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
  });
  const gap = {
    step_id: 'gap',
    before_xaf: 62_410,
    after_xaf: 257_410,
    until_ms: 1_000_000,
    is_contested: false,
    guesses: 60,
    guesses_of_sum: 60,
  };
  const book: Book = {
    ...{
      tip_xaf: 257_410,
      went_on_at_ms: 1_600_000,
      unanchored_xaf: 0,
      outflow_xaf: 0,
      contested_xaf: 0,
      is_suspected: false,
    },
    ...{ pending: [], stood: [], past: [], otherwise: [], announced: [], gaps: [gap] },
    // As `keepBooks` counts those that came just now.
    guesses: 60,
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

// The rival's session ends last, and its payer is another.
test('A customer who pays at the end of quarantine confirms no stranger, though the stranger has cancelled a session of that sum before', () =>
  scene((stage) =>
    perform(
      stage,
      `session r 5000 payer 66000001 ttl 60 by rival on one
      cancel r
      wait 31min
      session a 5000 ttl 5 on one
      wait 8min
      a -> EXPIRED
      wait 29min
      wait 50s
      late p credit 5000
      wait 15s
      session b 5000 by rival
      deliver p
      unpaid b -> yes`,
    ),
  ));
