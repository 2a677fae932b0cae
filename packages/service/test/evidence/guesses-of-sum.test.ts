import { describe, test } from 'vitest';
import { lines, perform, stagesOfFile } from './play.ts';

const scene = stagesOfFile();

/** Each a thousand above the next balance that is likely; the book has 62,410. */
const guesses = (count: number, amount: number): string =>
  lines(count, (n) => `sms f${n} forged ${amount} balance ${62_410 + amount + 1000 * (n + 1)}`);

describe('Who wants one session paid, and tells of its sum from one likely balance after the other', () => {
  test('is paid nothing by the tenth, which is right', () =>
    scene((stage) =>
      perform(
        stage,
        `session v 25000 by rival
        ${guesses(9, 25_000)}
        sms g forged 25000 balance 87410
        wait 1min
        unpaid v -> yes`,
      ),
    ));

  test('nor once the wrong ones are refuted', () =>
    scene((stage) =>
      perform(
        stage,
        `session v 25000 by rival
        ${guesses(9, 25_000)}
        wait 5min
        sms own credit 100
        wait 5min
        sms own2 credit 100
        wait 10s
        sms g forged 25000 balance 87610
        wait 1min
        unpaid v -> yes`,
      ),
    ));

  test('nor by one behind a true payment, which needs no reading', () =>
    scene((stage) =>
      perform(
        stage,
        `session h 12000 payer 66777001
        session v 25000 by rival
        ${guesses(9, 25_000)}
        sms p credit 12000 from 66777001
        wait 10s
        h -> SUCCESS
        sms g forged 25000 balance 99410
        wait 1min
        unpaid v -> yes`,
      ),
    ));

  test('holds up nobody who pays another sum, however near', () =>
    scene((stage) =>
      perform(
        stage,
        `session v 25000 by rival
        session h 25500 payer 66777001
        ${guesses(9, 25_000)}
        sms p credit 25500 from 66777001
        wait 10s
        h -> SUCCESS
        v -> AWAITING_PAYMENT`,
      ),
    ));

  test('nor who pays the same sum beside a few texts that find no place', () =>
    scene((stage) =>
      perform(
        stage,
        `session h 25000 payer 66777001
        ${guesses(4, 25_000)}
        sms p credit 25000 from 66777001
        wait 10s
        h -> SUCCESS`,
      ),
    ));

  test('nor the next payment of a price of which several waited behind a late message', () =>
    scene((stage) =>
      perform(
        stage,
        `late l credit 300
        ${lines(5, (n) => `sms p${n} credit 50000 from 6677700${n}`)}
        wait 1min
        deliver l
        wait 10s
        session h 50000 payer 66777010
        sms p credit 50000 from 66777010
        wait 10s
        h -> SUCCESS`,
      ),
    ));
});
