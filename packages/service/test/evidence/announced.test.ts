import { describe, expect, test } from 'vitest';
import { setTariffs } from '../../src/engine/desk/book/set-tariff.ts';
import { explainAll, sweep } from './desk.ts';
import { scene as alone, firstSim, idOf, perform, type Stage, stagesOfFile, taken } from './play.ts';

const scene = stagesOfFile();

/** Announcements for which no debit has come. */
const open = (stage: Stage) =>
  stage.world.service.rows<{ amount_xaf: number }>(
    'select amount_xaf from announced_debits where step_id is null and collection_number_id = $1',
    [firstSim(stage)],
  );

/** What people, or an announcement, said of the steps of its SIM. */
const meanings = (stage: Stage) =>
  stage.world.service.rows<{ meaning: string }>(
    `select e.meaning from book_explanations e join book_steps s on s.id = e.step_id where s.collection_number_id = $1`,
    [firstSim(stage)],
  );

describe('An announced debit', () => {
  test('explains what left and no fee that no operator takes', () =>
    scene(async (stage) => {
      await sweep(stage, 100);
      await perform(
        stage,
        `session v 900000 by rival
         sms c forged 900000 off +0
         sms d told "Trans.ID: ID. Vous avez envoye 100 FCFA au 66999999. Frais: 899900 FCFA. Votre solde disponible est 62410 FCFA."
         anchor
         v -> AWAITING_PAYMENT`,
      );
    }));

  test('whose SMS comes after the reading is announced no more', () =>
    scene(async (stage) => {
      await perform(stage, 'sms in credit 150000\nlate out debit 100000 fee 100');
      await sweep(stage, 100_000);
      await perform(stage, 'wait 5min\nanchor\nwait 1min\ndeliver out');
      expect(await open(stage)).toEqual([]);
      expect(await meanings(stage)).toEqual(expect.arrayContaining([{ meaning: 'sweep' }]));
    }));

  test('that people explain after its day is over is open no more', () =>
    scene(async (stage) => {
      await perform(stage, 'sms in credit 50000');
      await sweep(stage, 20_000);
      await perform(stage, 'wait 25h\nsms out debit 20000 fee 100');
      expect(await open(stage)).toHaveLength(1);
      await explainAll(stage, ['DEBIT'], 'sweep');
      expect(await open(stage)).toEqual([]);
    }));

  test('that was a refund is explained as one, once, where its SMS came after its day', () =>
    scene(async (stage) => {
      await perform(stage, 'sms m credit 3000\nrefund m -> refunded');
      await perform(stage, 'wait 25h\nsms out debit 3000 fee 50\nsms out2 debit 3000 fee 50');
      await explainAll(stage, ['DEBIT'], 'refund');
      expect(await open(stage)).toEqual([]);
      expect(await meanings(stage)).toEqual([{ meaning: 'refund' }]);
    }));

  test('whose SMS printed its fee and came first is found, and the fee is booked once', () =>
    scene(async (stage) => {
      await perform(stage, 'sms in credit 50000\nsms out debit 20000 fee 100');
      await sweep(stage, 20_000);
      expect(await open(stage)).toEqual([]);
    }));
});

describe('A debit that prints its fee', () => {
  test('is explained without the fee, which is booked already', () =>
    scene(async (stage) => {
      await perform(stage, 'sms in credit 50000\nsms out debit 20000 fee 100');
      await explainAll(stage, ['DEBIT'], 'sweep');
    }));
});

test('A step is explained also where five hundred before it are not', () =>
  scene(async (stage) => {
    const many = Array.from({ length: 510 }, (_, n) => `d${n}`);
    await perform(stage, many.map((name) => `late ${name} debit 1`).join('\n'));
    await stage.world.deliver(...stage.messages.values());
    const [last] = await stage.world.service.rows<{ id: string }>(
      'select id from book_steps where collection_number_id = $1 order by ordinal desc limit 1',
      [firstSim(stage)],
    );
    expect(await stage.world.explain(last?.id ?? '', 'write_off', 'Awa')).toBe('proposed');
  }));

// No tariff is set. A true sweep is announced by two people, and its message prints no fee: behind a forged credit of no more than
// a twentieth of it, the reading takes what is too much in the book for the operator's fee.
test('An insider who forges credits before announced sweeps, whose messages print no fee, takes the bound once', () =>
  scene(async (stage) => {
    for (let n = 0; n < 6; n += 1) {
      await perform(
        stage,
        `sms t${n} credit 4000000 from 66777002
        sms u${n} credit 10 from 66777002
        wait 5min
        anchor
        session v${n} ${190_000 - n} by rival${n}
        sms f${n} forged ${190_000 - n} off +0
        wait 1min`,
      );
      await sweep(stage, 4_000_000);
      await perform(stage, `sms s${n} debit 4000000\nwait 5min\nanchor\nwait 31s`);
    }
    expect(await taken(stage)).toBe(949_990);
  }));

// The sweep's own message prints no fee. The forged one prints as much as any operator could take, so that it ends exactly at what is
// read; nobody has set a tariff. The true one finds no place any more, and nothing has left unexplained.
test.each([
  ['before the SIM is read', true, 949_990],
  ['once it was short', false, 190_000],
])(
  'An insider who tells of an announced sweep, with a printed fee, %s, before its late message comes takes no more than the bound',
  (_when, is_before, taken_xaf) =>
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
      expect(await taken(stage)).toBe(taken_xaf);
    }),
);

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
    expect(await taken(stage)).toBe(959_970);
  }));

// The sweep hides its fee. He tells of a payment that ends where the sweep would have begun without one: the true payment, which ends
// at the balance above, has no place then.
test('A late payment before a late sweep that hides its fee is not given to who has read it and tells of one that is smaller by the fee', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `wait 5min
      session h 60000 payer 66777001 ttl 60
      session v 59500 payer 66123456 by rival ttl 60
      late p credit 60000 from 66777001
      wait 5min`,
    );
    await sweep(stage, 50_000);
    await perform(
      stage,
      `late s moved -50500 "Trans.Id: ID. Vous avez envoye 50000 FCFA au 66123456. Votre solde disponible est BALANCE FCFA."
      wait 5min
      anchor
      wait 1min
      sms f forged 59500 balance 121910
      deliver p
      deliver s
      wait 1min
      unpaid v -> yes
      sms m credit 100 from 66777002
      wait 20min
      sms n credit 100 from 66777002
      wait 5h
      h -> AWAITING_PAYMENT`,
    );
  }));

// 62,410 and 37,090 are 99,500, from where the sweep of 50,000 leads to 49,500 too: the payment of 500 is left out.
test('A late payment of just the fee that the late sweep behind it hides is paid', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `wait 5min
      session b 500 ttl 60
      late x credit 37090
      wait 1min
      late y credit 500 motif "{b}"
      wait 5min`,
    );
    await sweep(stage, 50_000);
    await perform(
      stage,
      `late s moved -50500 "Trans.Id: ID. Vous avez envoye 50000 FCFA au 66123456. Votre solde disponible est BALANCE FCFA."
      wait 5min
      anchor
      wait 5min
      deliver x
      deliver y
      deliver s
      wait 1min
      b -> SUCCESS`,
    );
  }));
