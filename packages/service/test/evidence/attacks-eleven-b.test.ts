import { expect, test } from 'vitest';
import { DEFAULT_BOOK_POLICY } from '../../src/domain/book/book.ts';
import type { Past } from '../../src/domain/book/contest.ts';
import { triedSteps } from '../../src/domain/book/tries.ts';
import { announceSweeps } from '../../src/engine/desk/book/announce-sweep.ts';
import { lines, perform, stagesOfFile } from './play.ts';

const scene = stagesOfFile();

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

// Under the lock of a book. The stretches of the way are told apart before anybody asks whether there are messages at all that could
// have tried them.
test('A thousand payments behind a lost message, of which nobody has tried one, keep no reading for a second', () => {
  const way: Past[] = Array.from({ length: 1000 }, (_, n) => ({
    step_id: `${n}`,
    before_xaf: 62_410 + (37 * n * (n + 1)) / 2,
    after_xaf: 62_410 + (37 * (n + 1) * (n + 2)) / 2,
    is_weighed: true,
    is_pending: true,
  }));
  const from_ms = performance.now();
  expect(triedSteps(way, [], DEFAULT_BOOK_POLICY).size).toBe(0);
  expect(performance.now() - from_ms).toBeLessThan(1000);
});

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
