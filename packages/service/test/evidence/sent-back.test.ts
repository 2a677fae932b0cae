import { describe, test } from 'vitest';
import { GUESSES, guessed, lines, perform, stagesOfFile } from './play.ts';

const scene = stagesOfFile();

const GUESSING = lines(GUESSES, (n) => `sms g${n} forged 5500 balance ${guessed(n) + 5500} from 66777001`);

describe('Money in suspense on a SIM whose balance somebody has tried', () => {
  test('is not sent back to whoever forged the message with the right one', () =>
    scene((stage) =>
      perform(
        stage,
        `wait 5min
        ${GUESSING}
        wait 1min
        refund g12 as Awa -> refused
        anchor
        refund g12 as Awa -> refused`,
      ),
    ));

  test('is not sent back either once people have disowned the wrong ones', () =>
    scene((stage) =>
      perform(
        stage,
        `wait 5min
        ${GUESSING}
        wait 1min
        ${lines(GUESSES, (n) => (n === 12 ? 'wait 1s' : `disown g${n}`))}
        refund g12 as Awa -> refused`,
      ),
    ));

  test('goes back to its payer once a reading has vouched for it', () =>
    scene((stage) =>
      perform(
        stage,
        `wait 5min
        ${lines(5, (n) => `sms g${n} forged 5000 balance ${guessed(n) + 5000}`)}
        sms m credit 3000
        wait 1min
        refund m as Awa -> refused
        anchor
        refund m as Awa -> refunded`,
      ),
    ));

  test('goes back at once where only two messages wait, as behind a lost one', () =>
    scene((stage) =>
      perform(
        stage,
        `wait 5min
        sms m credit 3000
        ${lines(2, (n) => `sms g${n} forged 5000 balance ${guessed(n) + 5000}`)}
        wait 1min
        refund m as Awa -> refunded`,
      ),
    ));
});
