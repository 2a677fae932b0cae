import { describe, expect, test } from 'vitest';
import { bookOf, statement, sweep } from './desk.ts';
import { firstSim, perform, type Stage, stagesOfFile, taken } from './play.ts';

const scene = stagesOfFile();

/** A person has looked at what the reading was short of, and closes it. */
const believeAgain = (stage: Stage) =>
  stage.world.service.rows('update books set suspected_at = null where collection_number_id = $1', [
    firstSim(stage),
  ]);

describe('Somebody who reads every SMS of a SIM and truly pays a little', () => {
  test.each([
    ['a large sum, beyond the bound', 9_000_000],
    ['a sum within the bound', 900_000],
  ])('gets %s by no reading: another message leads past it', (_what, sum_xaf) =>
    scene((stage) =>
      // His franc takes the place of his own true 100, so that what came is more than what left, they say.
      perform(
        stage,
        `session v ${sum_xaf} by rival
         sms f forged 1 off +0
         sms own credit 100
         sms c forged ${sum_xaf} off -99
         sms d forged -${sum_xaf - 99} off +${sum_xaf - 99}
         float -> 100
         anchor
         v -> AWAITING_PAYMENT
         wait 24h
         wait 31min
         v -> UNDER_REVIEW unproven`,
      ),
    ),
  );
});

describe('Somebody who reads every SMS puts a payment of his own before an honest one', () => {
  test('gets no more than the bound by it, though staff read the SIM after each and believe its book again', () =>
    scene(async (stage) => {
      for (let n = 0; n < 8; n += 1) {
        await perform(
          stage,
          `session v${n} ${190000 - n} by rival${n}
          session h${n} ${195000 - n} by shop${n}
          sms f${n} forged ${190000 - n} off +0
          paid h${n}
          anchor`,
        );
        await believeAgain(stage);
      }
      expect(await taken(stage)).toBe(949_990);
    }));

  test('nor by a second one that brings the book back to where the SIM is', () =>
    scene(async (stage) => {
      for (let n = 0; n < 8; n += 1)
        await perform(
          stage,
          `session v${n} ${190000 - 3000 * n} by rival${n}
          session h${n} ${195000 - 3000 * n} by shop${n}
          sms f${n} forged ${190000 - 3000 * n} off +0
          sms g${n} forged ${5000} off +${190000 - 3000 * n}
          paid h${n}
          wait 2min
          sms t${n} credit 300
          anchor`,
        );
      expect(await taken(stage)).toBe(561_000);
      expect(await bookOf(stage)).toMatchObject({ suspected_at: null });
      await perform(stage, 'wait 31s\nincidents -> contested');
    }));

  test('nor by one more that ends where the honest one does, so that no single way leads there', () =>
    scene(async (stage) => {
      for (let n = 0; n < 8; n += 1) {
        await perform(
          stage,
          `session v${n} ${190000 - n} by rival${n}
          session h${n} ${195000 - n} by shop${n}
          sms f${n} forged ${190000 - n} off +0
          paid h${n}
          sms g${n} forged 77 off -77
          anchor`,
        );
        await believeAgain(stage);
      }
      expect(await taken(stage)).toBe(379_999);
    }));

  test('nor beyond it at once, by a large one behind a small one', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `session v 890000 by rival
        session h 900100
        sms f forged 100 off +0
        paid h
        sms g forged 890000 off -900000
        anchor
        v -> AWAITING_PAYMENT`,
      );
      expect(await taken(stage)).toBe(0);
    }));

  test('and where other messages are missing too, what he took counts on', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `session v 190000 by rival
        session h 195000
        sms f forged 190000 off +0
        paid h
        late lost credit 700
        wait 2min
        sms c credit 300
        anchor`,
      );
      expect(await bookOf(stage)).toMatchObject({ unanchored_xaf: 190_000 });
    }));
});

describe('One forged franc of somebody who reads every SMS', () => {
  test('costs no honest payment behind it its session', () =>
    scene((stage) =>
      perform(
        stage,
        `session h 5000
        session h2 6000
        sms f forged 1 off +0
        wait 2min
        paid h
        wait 2min
        paid h2
        wait 2min
        anchor
        h -> SUCCESS
        h2 -> SUCCESS
        float -> 11000
        incidents -> short`,
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
      expect(await taken(stage)).toBe(390_019);
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
      expect(await taken(stage)).toBe(569_997);
    }));
});

describe('Somebody who waits until two messages are lost', () => {
  test('tells all that lies between them in one, and takes the bound once all the same', () =>
    scene(async (stage) => {
      for (let n = 0; n < 8; n += 1)
        await perform(
          stage,
          `session v${n} ${195_020 - n} by rival${n}
          session h${n} ${195_000 - n} by shop${n}
          late a${n} credit 10
          paid h${n}
          late b${n} credit 10
          sms f${n} forged ${195_020 - n} off -${195_020 - n}
          sms t${n} credit 300
          wait 3min
          anchor`,
        );
      expect(await taken(stage)).toBe(975_090);
      await perform(stage, 'wait 31s\nincidents -> contested');
    }));

  test('nor does it help to tell it in two, or after the reading', () =>
    scene(async (stage) => {
      for (let n = 0; n < 8; n += 1)
        await perform(
          stage,
          `session v${n} ${195_020 - n} by rival${n}
          session h${n} ${195_000 - n} by shop${n}
          late a${n} credit 10
          paid h${n}
          late b${n} credit 10
          wait 3min
          ${n % 2 === 0 ? '' : 'anchor'}
          sms w${n} forged 100000 off -${195_020 - n}
          sms f${n} forged ${95_020 - n} off -${95_020 - n}
          sms t${n} credit ${300 + n}
          anchor`,
        );
      expect(await taken(stage)).toBe(0);
    }));
});

// Each transfer is told of by its receiver's message, which names our own number and pays nobody. As an agent's deposit with the same id and
// balances it pays v, and all balances are right.
test('Who reads the messages of a SIM takes no more than the bound of what staff move to it from another of ours', () =>
  scene(async (stage) => {
    await perform(
      stage,
      'sim two\nsms t credit 4000000 from 66777002 on one\nsms u credit 10 from 66777002 on one\nwait 5min\nanchor\nwait 5min',
    );
    const number = stage.world.sims.get('one')?.sim.number.slice(4);
    for (let n = 0; n < 7; n += 1) {
      const sum_xaf = 190_000 - n;
      await sweep(stage, sum_xaf);
      await perform(
        stage,
        `sms s${n} debit ${sum_xaf} on one
        late t${n} credit ${sum_xaf} from ${number} on two
        session v${n} ${sum_xaf} by rival${n} on two ttl 60`,
      );
      const id = stage.messages.get(`t${n}`)?.sms.id;
      const left_xaf = stage.world.sims.get('two')?.sim.balance_xaf;
      await perform(
        stage,
        `sms f${n} told "Depot de ${sum_xaf} FCFA effectue par l'agent NOM (66112233). Trans.ID: ${id}. Solde: ${left_xaf} FCFA." on two
        deliver t${n}
        wait 5min
        anchor
        anchor two
        wait 1min`,
      );
    }
    expect(await taken(stage)).toBe(949_990);
  }));

// The receiver's message names our own number, and pays nobody. The same id and balances from a payer of whom one digit is shown pay v; "unknown"
// is no other person, so the true message is a copy of it, and nothing ever contests what he took.
test('Who reads the messages of a SIM and hides the digits of the payer takes no more than the bound of what staff move to it from another of ours', () =>
  scene(async (stage) => {
    await perform(
      stage,
      'sim two\nsms t credit 4000000 from 66777002 on one\nsms u credit 10 from 66777002 on one\nwait 5min\nanchor\nwait 5min',
    );
    const number = stage.world.sims.get('one')?.sim.number.slice(4);
    for (let n = 0; n < 7; n += 1) {
      const sum_xaf = 190_000 - n;
      await sweep(stage, sum_xaf);
      await perform(
        stage,
        `sms s${n} debit ${sum_xaf} on one
        late t${n} credit ${sum_xaf} from ${number} on two
        session v${n} ${sum_xaf} by rival${n} on two ttl 60`,
      );
      const id = stage.messages.get(`t${n}`)?.sms.id;
      const left_xaf = stage.world.sims.get('two')?.sim.balance_xaf;
      await perform(
        stage,
        `sms f${n} told "Trans.ID : ${id}. Vous avez recu ${sum_xaf} FCFA du 6• •• •• ••. Votre solde disponible est ${left_xaf} FCFA." on two
        deliver t${n}
        wait 5min
        anchor
        anchor two
        wait 1min`,
      );
    }
    expect(await taken(stage)).toBe(949_990);
  }));

// The true message names h's payer, as the row of the statement does. By its id the row is the forged message's, and vouched for what he took: each
// day the bound was free again, and no incident told of it.
test('Who reads the messages of a SIM, and tells of payments on it before us as somebody else’s, takes no more than the bound where staff bring the statement', () =>
  scene(async (stage) => {
    await perform(stage, 'sim two');
    for (let n = 0; n < 7; n += 1) {
      const sum_xaf = 190_000 - n;
      await perform(
        stage,
        `session h${n} ${sum_xaf} payer 66123456 on two ttl 60
        session v${n} ${sum_xaf} by rival${n} on one ttl 60
        late p${n} credit ${sum_xaf} from 66123456
        sms f${n} forged ${sum_xaf} off -${sum_xaf} from 66777001 like p${n}
        deliver p${n}
        wait 5min`,
      );
      await statement(stage);
      await perform(stage, 'wait 5min\nanchor\nwait 5min');
    }
    expect(await taken(stage)).toBe(949_990);
  }));
