import { describe, expect, test } from 'vitest';
import { lines, perform, playsOfFile, scene } from './play.ts';

const play = playsOfFile();

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

test('A payer on the wrong SIM confirms no stranger, though the operator prints a mask of seven places', () =>
  play(`
    sim two
    session v 5000 by rival on two ttl 60
    session h 5000 payer 66777001 on one
    sms p credit 5000 from "66 •• • 01" on two
    unpaid v -> yes
  `));

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
