import { describe, expect, test } from 'vitest';
import { perform, playsOfFile, type Stage, scene, taken } from './play.ts';
import type { Sms } from './world.ts';

const play = playsOfFile();
const lines = (count: number, line: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => line(n)).join('\n');

/** Airtime that would begin at `begins` and end at `ends`. */
const airtime = (begins: number, ends: number): string =>
  `told "Trans.ID: ID. Recharge de ${begins - ends} FCFA reussie. Solde: ${ends} FCFA."`;

describe('Who knows the balance to 30,000', () => {
  test('is paid nothing for sixty texts about airtime just before a reading, and 100 francs of his own', () =>
    scene((stage) =>
      perform(
        stage,
        `wait 5min
        session v 190000 by rival
        ${lines(60, (n) => `sms f${n} ${airtime(62_410 + 100 + 1000 * (n - 30), 20_000)}`)}
        wait 10s
        anchor
        sms own credit 100
        sms g forged 190000 balance 210000
        wait 10s
        unpaid v -> yes`,
      ),
    ));
});

describe.each([
  ['airtime', 'told "Trans.ID: ID. Recharge de 9000000 FCFA reussie. Solde: 9000000 FCFA."'],
  [
    'a reversal',
    'told "Le transfert MP261121.1100.B77777 de 9000000 FCFA a ete annule. Solde: 9000000 FCFA."',
  ],
])('One forged message about %s, of somebody who knows nothing', (_what, WIDE) => {
  test('sends no payment to review that a reading has found', () =>
    play(`
      session a 1200000 ttl 60
      paid a
      sms f ${WIDE}
      wait 1min
      anchor
      wait 25h
      a -> SUCCESS
    `));

  test('makes nobody wait who pays after a reading', () =>
    play(`
      sms f ${WIDE}
      ${lines(5, (n) => `session a${n} ${190_000 + n}\npaid a${n}`)}
      wait 1min
      anchor
      wait 2h
      session b 100000
      paid b
      b -> SUCCESS
    `));
});

describe('A message that prints no time and comes hours late', () => {
  const UNDATED =
    '"Trans. id : 2611211582330. Vous avez reçu 5.000,00 FCFA de 23566777001. Le solde de votre compte Airtel Money est de BALANCE,00 FCFA."';

  test('of a transaction that timed out confirms no stranger who owes the same by then', () =>
    scene((stage) =>
      perform(
        stage,
        `transaction t 5000 payer 66777001
        late m moved 5000 ${UNDATED}
        wait 2h
        t -> TIMEOUT
        session b 5000 by rival
        deliver m
        unpaid b -> yes`,
      ),
    ));

  test('of a session that was cancelled since confirms no stranger who owes the same by then', () =>
    scene((stage) =>
      perform(
        stage,
        `session t 5000 payer 66777001
        late m moved 5000 ${UNDATED}
        cancel t
        wait 2h
        session b 5000 by rival
        deliver m
        unpaid b -> yes`,
      ),
    ));

  test('of a session under review confirms no stranger', () =>
    scene((stage) =>
      perform(
        stage,
        `session t 5000 payer 66777001
        sms p credit 4900 from 66777001 on one
        t -> UNDER_REVIEW amount_mismatch
        late m moved 5000 ${UNDATED}
        wait 25h
        session b 5000 by rival
        deliver m
        t -> UNDER_REVIEW amount_mismatch
        unpaid b -> yes`,
      ),
    ));
});

test('A payment whose message prints five sums is not called expired', () =>
  play(`
    session a 5000
    sms m moved 5000 "Encaisse 5000 FCFA de NOM. Frais 0 FCFA. Bonus 10 FCFA. Points 20 FCFA. Cadeau 30 FCFA. Ref: ID. Solde BALANCE FCFA."
    wait 2h
    a -> AWAITING_PAYMENT
    anchor
    wait 23h
    a -> UNDER_REVIEW unproven
  `));

describe('A message that prints no time and comes hours late', () => {
  test('of a payer whose own session on another SIM is over confirms no stranger', () =>
    scene((stage) =>
      perform(
        stage,
        `sim two
        session a 5000 payer 66777001 ttl 5 on two
        late m moved 5000 "Trans. id : 2611211582330. Vous avez reçu 5.000,00 FCFA de 23566777001. Le solde de votre compte Airtel Money est de BALANCE,00 FCFA."
        wait 2h
        a -> EXPIRED
        session b 5000 by rival on one
        deliver m
        unpaid b -> yes`,
      ),
    ));
});

describe('A payment whose id was made in the minute before that of the payment which it goes on from', () => {
  const EARLIER =
    '"Trans.Id : MP261121.1159.B77777. Vous avez recu 6000 FCFA du 66123456. Votre solde disponible est BALANCE FCFA."';

  test('is paid, and keeps nobody behind it waiting', () =>
    scene((stage) =>
      perform(
        stage,
        `session b 6000
        session c 7000
        sms x credit 100
        sms m moved 6000 ${EARLIER}
        paid c
        wait 10s
        c -> SUCCESS
        b -> SUCCESS`,
      ),
    ));

  test('does not go to review where somebody has read the SIM', () =>
    scene((stage) =>
      perform(
        stage,
        `session b 6000
        sms x credit 100
        sms m moved 6000 ${EARLIER}
        wait 1min
        anchor
        wait 25h
        b -> SUCCESS`,
      ),
    ));
});

/** One message by the phone of `one`, whose clock is so many seconds ahead. */
async function byWrongClock(stage: Stage, sms: Sms, ahead_s: number): Promise<void> {
  const one = stage.world.sims.get('one');
  if (one === undefined) throw new Error('no SIM');
  const body = JSON.parse(one.phone.received(sms.text));
  body.payload.receivedAt = new Date(stage.world.now.getTime() + 1000 * ahead_s).toISOString();
  expect((await one.phone.post(JSON.stringify(body))).status).toBe(200);
  one.sim.told(sms);
  await perform(stage, 'wait 2s');
}

test('A payment in time is not late because the clock of the phone, whose message prints no time, is a minute and a half ahead', () =>
  scene(async (stage) => {
    await perform(stage, 'session a 5000 ttl 10\nwait 9min');
    const sms = stage.world.sims
      .get('one')
      ?.sim.movement(
        5000,
        'Trans. id : 2611211582330. Vous avez reçu 5.000,00 FCFA de 23566123456. Le solde de votre compte Airtel Money est de BALANCE,00 FCFA.',
      );
    await byWrongClock(stage, sms as Sms, 90);
    await perform(stage, 'a -> SUCCESS');
  }));

test('A payment of which the operator prints the time is paid, though the clock of the phone is two and a half minutes slow', () =>
  scene(async (stage) => {
    await perform(stage, 'session a 5000 ttl 10\nwait 1min');
    await byWrongClock(stage, stage.world.sims.get('one')?.sim.credit(5000) as Sms, -150);
    await perform(stage, 'a -> SUCCESS');
  }));

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
        unpaid v -> yes`,
      ),
    ));
});

describe('Five million francs in words that nobody knows, by an insider, before anybody has read the SIM', () => {
  const FORGED =
    'sms f told "Encaisse 5000000 FCFA de NOM 66123456. Ref: ID. Solde disponible 5062410 FCFA."';

  test('are not sent back', () =>
    scene((stage) =>
      perform(
        stage,
        `${FORGED}
        refund f as Awa -> refused
        refund f as Brahim -> refused`,
      ),
    ));

  test('pay no session by the hand of staff', () =>
    scene((stage) =>
      perform(
        stage,
        `session v 5000000 by rival
        ${FORGED}
        assign f to v as Awa -> refused
        assign f to v as Brahim -> refused
        unpaid v -> yes`,
      ),
    ));
});

test('A payer on the wrong SIM confirms no stranger, though the operator prints a mask of seven places', () =>
  play(`
    sim two
    session v 5000 by rival on two ttl 60
    session h 5000 payer 66777001 on one
    sms p credit 5000 from "66 •• • 01" on two
    unpaid v -> yes
  `));

test('Words that nobody knows, told by an insider in the place of an honest payment, are contested by its message and not sent back to him', () =>
  scene((stage) =>
    perform(
      stage,
      `session h 50000
      late p credit 50000
      sms f told "Encaisse 50000 FCFA de NOM 66999999. Ref: ID. Solde disponible 112410 FCFA."
      deliver p
      wait 3min
      anchor
      wait 31s
      refund f as Brahim -> refused
      incidents -> contested`,
    ),
  ));

describe('Money in suspense that an insider made up, once a reading has found less than the book', () => {
  test.each([
    ['in the words of the operator', 'sms f forged 90000 off +0'],
    [
      'in words that nobody knows',
      'sms f told "Encaisse 90000 FCFA de NOM 66123456. Ref: ID. Solde disponible 152410 FCFA."',
    ],
  ])('%s, is not sent back', (_how, forged) =>
    scene((stage) =>
      perform(
        stage,
        `${forged}
        wait 5min
        anchor
        wait 31s
        incidents -> short
        refund f as Awa -> refused
        refund f as Brahim -> refused`,
      ),
    ),
  );
});

describe('A step that a short reading found to be false', () => {
  test.each([
    ['a credit that nobody claimed', '', 'sms f forged 90000 off +0'],
    ['a credit that paid a session', 'session v 90000 by rival', 'sms f forged 90000 off +0'],
    [
      'words that nobody knows',
      '',
      'sms f told "Encaisse 90000 FCFA de NOM 66123456. Ref: ID. Solde disponible 152410 FCFA."',
    ],
  ])('is written off by two people, as the page of incidents says: %s', (_what, session, forged) =>
    scene(async (stage) => {
      await perform(stage, `${session}\n${forged}\nwait 5min\nanchor\nwait 31s\nincidents -> short`);
      const [step] = await stage.world.service.rows<{ id: string }>(
        "select id from book_steps where kind in ('CREDIT', 'UNREAD')",
      );
      await stage.world.explain(step?.id ?? '', 'write_off', 'Awa');
      expect(await stage.world.explain(step?.id ?? '', 'write_off', 'Brahim')).toBe('explained');
    }),
  );
});

test('A merchant whose session an insider has paid gives nothing back by its key once a reading was short', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `session v 90000 by rival
      sms f forged 90000 off +0
      v -> SUCCESS
      wait 5min
      anchor
      wait 31s
      incidents -> short`,
    );
    const v = stage.sessions.get('v');
    if (v === undefined) throw new Error('no session');
    const body = { payment_session_id: v.id };
    const said = await stage.world.service.client.post('/v1/refunds', v.merchant.live_key, body);
    expect(said.status).toBe(409);
  }));

test('A text of two readings that comes by two ways is one message, and waits for nothing', () =>
  scene(async (stage) => {
    await perform(
      stage,
      'sms m moved -500 "Trans.Id: ID. Vous avez recu 500 FCFA de credit. Solde: BALANCE FCFA."\nfloat -> -500',
    );
    const one = stage.world.sims.get('one');
    if (one === undefined) throw new Error('no SIM');
    const body = JSON.parse(one.phone.received(stage.messages.get('m')?.sms.text ?? ''));
    body.payload.messageId = 'another way';
    expect((await one.phone.post(JSON.stringify(body))).body.kept).toBe(1);
    await perform(stage, 'wait 40s\nincidents -> none\nsession a 500\nwait 2h\na -> EXPIRED');
  }));

describe('A SIM that was swept to nothing', () => {
  test.each([
    ['a prize', 'Gagnez 1000000 FCFA avec Airtel Money! Rechargez et jouez.'],
    ['a price', 'Forfait internet 2 Go a 500 FCFA seulement. Composez *211#.'],
    ['a prize that was won', 'Felicitations! Vous avez gagne 1 000 000 FCFA. Appelez vite.'],
  ])('has nothing after an advertisement of %s, and its next payer is confirmed', (_of, words) =>
    scene((stage) =>
      perform(
        stage,
        `sms out debit 62410
        wait 5min
        anchor
        sms ad told "${words}"
        session a 6000
        paid a
        a -> SUCCESS
        float -> -56410`,
      ),
    ),
  );
});

describe('A payer whose name ends in digits before his number', () => {
  test('is the one who was declared', () =>
    scene((stage) =>
      perform(
        stage,
        `session a 5000 payer 66123456
        paid a from 66123456 name "BOUTIQUE 12"
        a -> SUCCESS`,
      ),
    ));

  test('confirms no stranger on the wrong SIM', () =>
    scene((stage) =>
      perform(
        stage,
        `sim two
        session a 5000 payer 66123456 on one
        session v 5000 by rival on two
        sms p credit 5000 on two from 66123456 name "BOUTIQUE 12"
        unpaid v -> yes`,
      ),
    ));

  test('is another SIM of ours, and nobody’s payment', () =>
    scene((stage) =>
      perform(
        stage,
        `sim two
        session v 5000 by rival on two
        sms p credit 5000 on two from 66800001 name "CHARI 2"
        unpaid v -> yes`,
      ),
    ));
});

test('A customer who pays at the end of quarantine, his message seconds late, confirms no stranger who was given number and sum meanwhile', () =>
  scene((stage) =>
    perform(
      stage,
      `session a 5000 ttl 5
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

describe('An insider who copies a payment whose message is late, with its id and balances, under another payer', () => {
  test('takes the bound once', () =>
    scene(async (stage) => {
      for (let n = 0; n < 8; n += 1)
        await perform(
          stage,
          `session h${n} ${195_000 + n} payer 66777001 by shop${n}
          session v${n} ${195_000 + n} payer 66123456 by rival${n}
          late p${n} credit ${195_000 + n} from 66777001
          sms f${n} forged ${195_000 + n} off -${195_000 + n} like p${n}
          deliver p${n}
          wait 3min
          anchor`,
        );
      expect(await taken(stage)).toBeLessThanOrEqual(1_000_000);
    }));

  test('is paid no million by a reading', () =>
    scene((stage) =>
      perform(
        stage,
        `session h 1900000 payer 66777001 by shop ttl 60
        session v 1900000 payer 66123456 by rival ttl 60
        late p credit 1900000 from 66777001
        sms f forged 1900000 off -1900000 like p
        deliver p
        sms t credit 300 from 66000009
        wait 3min
        anchor
        unpaid v -> yes`,
      ),
    ));

  test('leaves the session of who has paid unexpired', () =>
    scene((stage) =>
      perform(
        stage,
        `session h 5000 payer 66777001 by shop
        session v 5000 payer 66123456 by rival
        late p credit 5000 from 66777001
        sms f forged 5000 off -5000 like p
        deliver p
        wait 2h
        h -> AWAITING_PAYMENT`,
      ),
    ));
});

test('A refund that went to another phone is told to staff, though a copy of its late message with its id and balances names the right one', () =>
  scene(async (stage) => {
    await perform(stage, 'sms m credit 5000\nwait 5min\nrefund m as Awa -> refunded');
    const sim = stage.world.sims.get('one')?.sim;
    const sent = sim?.movement(
      -5000,
      'Trans.Id: ID. Vous avez envoye 5000 FCFA au 66999999. Votre solde disponible est BALANCE FCFA.',
    ) as Sms;
    await stage.world.deliver({
      sim: 'one',
      sms: { id: sent.id, text: sent.text.replace('66999999', '66123456') },
    });
    await stage.world.deliver({ sim: 'one', sms: sent });
    await perform(stage, 'wait 31s\nincidents -> claim misdirected');
  }));

const AIRTIME = 'moved -500 "Trans.Id: ID. Recharge de 500 FCFA reussie. Solde: BALANCE FCFA."';

describe('Airtime that goes on from a message which is late', () => {
  test('twice in a row keeps nobody behind it waiting once that comes', () =>
    scene((stage) =>
      perform(
        stage,
        `late lost credit 5000
        sms air ${AIRTIME}
        sms more ${AIRTIME}
        session b 6000
        paid b
        wait 3min
        deliver lost
        b -> SUCCESS
        float -> 10000`,
      ),
    ));

  test('leaves that its place, though somebody has read the SIM', () =>
    scene((stage) =>
      perform(
        stage,
        `session a 5000
        late lost credit 5000
        sms air ${AIRTIME}
        wait 5min
        anchor
        deliver lost
        a -> SUCCESS`,
      ),
    ));
});

describe('A payment behind a message that is lost is proven by a reading of the SIM', () => {
  test.each([
    [
      'a payment in words that nobody knows',
      'moved 100 "Encaisse 100 FCFA de NOM. Ref: ID. Solde BALANCE FCFA."',
    ],
    ['a payment under a name with a date in it', 'credit 100 name "NOM 01/01/26 a 10:10"'],
    ['airtime', AIRTIME],
  ])('though %s and another lie between', (_what, words) =>
    scene((stage) =>
      perform(
        stage,
        `late lost credit 700
        session c 7000
        paid c
        sms x ${words}
        session b 6000
        paid b
        wait 3min
        anchor
        b -> SUCCESS
        c -> SUCCESS`,
      ),
    ),
  );
});
