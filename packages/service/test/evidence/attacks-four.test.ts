import { describe, expect, test } from 'vitest';
import { firstSim, perform, stagesOfFile, taken } from './play.ts';

const scene = stagesOfFile();

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

describe('Somebody who reads every SMS and waits until one is lost', () => {
  test('leads past it and past the honest payments behind it, and takes the bound once all the same', () =>
    scene(async (stage) => {
      for (let n = 0; n < 8; n += 1)
        await perform(
          stage,
          `session v${n} ${195_010 - n} by rival${n}
          session h${n} ${195_000 - n} by shop${n}
          late lost${n} credit 10
          paid h${n}
          sms f${n} forged ${195_010 - n} off -${195_010 - n}
          wait 3min
          sms t${n} credit 300
          anchor`,
        );
      expect(await taken(stage)).toBeLessThanOrEqual(1_000_000);
      await perform(stage, 'wait 31s\nincidents -> contested');
    }));

  test('gets no large payment that waits for the reading by telling it and the lost one in one', () =>
    scene((stage) =>
      perform(
        stage,
        `session v 407000 by rival
        session h 400000
        paid h
        late lost credit 7000
        sms f forged 407000 off -407000
        anchor
        unpaid v -> yes`,
      ),
    ));

  test('nor by another that makes the reading short of a little', () =>
    scene(async (stage) => {
      for (let n = 0; n < 8; n += 1) {
        await perform(
          stage,
          `session v${n} ${190_000 - n} by rival${n}
          session h${n} ${195_000 - n} by shop${n}
          sms f${n} forged ${190_000 - n} off +0
          sms g${n} forged 7000 off +${190_000 - n}
          paid h${n}
          wait 2min
          late lost${n} credit 10
          anchor`,
        );
        await stage.world.service.rows(
          'update books set suspected_at = null where collection_number_id = $1',
          [firstSim(stage)],
        );
      }
      expect(await taken(stage)).toBeLessThanOrEqual(1_000_000);
    }));
});
