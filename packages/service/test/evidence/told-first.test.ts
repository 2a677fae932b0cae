import { describe, expect, test } from 'vitest';
import { statementPlaysOfFile } from '../statements/play.ts';
import { firstSim, perform, playsOfFile, type Stage, stagesOfFile } from './play.ts';

const scene = stagesOfFile();
const _play = playsOfFile();
const playStatements = statementPlaysOfFile();

// The same id, sum, balance and payer, so that the two are one message; but the words of the reference are the ticket of a session on
// another SIM.
test('A payment whose message an insider has read and sends first, with another ticket in it, does not expire: people look', () =>
  scene((stage) =>
    perform(
      stage,
      `sim two
      session h 5000 payer 66777001 on one ttl 15
      session v 5000 by rival on two ttl 15
      late p credit 5000 from 66777001
      sms f forged 5000 off -5000 from 66777001 like p motif "{v}"
      deliver p
      h -> UNDER_REVIEW ambiguous`,
    ),
  ));

// He has seen the receipt, and knows whose phone it was; the statement prints no balances.
test('A payment whose message is lost is paid by the statement, though somebody who knows its id and its payer has told of it with another ticket', () =>
  playStatements(`
    sim two
    session h 5000 payer 66123456 on one ttl 60
    session v 5000 by rival on two ttl 60
    late p credit 5000 from 66123456
    sms f forged 5000 balance 999999 from 66123456 like p motif "{v}"
    wait 1min
    statement s unprinted -> new 1 by two
    wait 1min
    h -> SUCCESS
  `));

// The statement prints no payer's words, so that the message seems to have another ticket than the step that it tells of.
test.each(['', ' unprinted'])(
  'The late message of a payment with a ticket, which a statement%s has proven, tells of it again and keeps no other session waiting',
  (unprinted) =>
    playStatements(`
      session a 5000 payer 66123456 ttl 15
      late m credit 5000 from 66123456 motif "{a}"
      wait 1min
      statement s${unprinted} -> new 1${unprinted === '' ? '' : ' by two'}
      wait 1min
      a -> SUCCESS
      wait 40min
      session b 5000 by other ttl 60
      deliver m
      wait 31s
      incidents -> none
      wait 3h
      b -> EXPIRED
    `),
);

// The money is not v's, by the ticket that its payer quotes or because he is who h declared. Until its own message comes nobody can know
// that; from then on two messages stand against each other, and no reading vouches for what he took.
describe('A payment on the wrong SIM whose message an insider has read and sends first', () => {
  const WAYS: [string, string, string, (stage: Stage) => string][] = [
    ['without its ticket', '', 'motif "{h}"', () => 'sms f forged 5000 off -5000 from 66777001 like p'],
    [
      'as an agent’s deposit, which names no payer',
      'payer 66777001',
      '',
      (stage) =>
        `sms f told "Depot de 5000 FCFA effectue par l'agent NOM (66112233). Trans.ID: ${stage.messages.get('p')?.sms.id}. Solde: 67410 FCFA."`,
    ],
  ];
  test.each(WAYS)('%s, is contested', (_way, declared, motif, tell) =>
    scene(async (stage) => {
      await perform(
        stage,
        `sim two
        session h 5000 ${declared} on two ttl 60
        session v 5000 by rival on one ttl 60
        late p credit 5000 from 66777001 ${motif}`,
      );
      await perform(
        stage,
        `${tell(stage)}\ndeliver p\nwait 5min\nanchor\nwait 31s\nincidents one -> contested`,
      );
    }),
  );
});

// The operator's own message names the phone that got it, which is not the payer's. The same id and balances in words that name nobody, or with
// the digits of that phone hidden, come first, and the true message is filed as a copy: the refund is done, and no incident says that the money went elsewhere.
test.each<[string, (id: string) => string]>([
  ['that name nobody', (id) => `Vous avez retire 30000 FCFA. Trans.ID: ${id}. Solde: 62410 FCFA.`],
  [
    'that hide the digits of that phone',
    (id) =>
      `Trans.ID: ${id}. Vous avez envoye 30000 FCFA au 6• •• •• ••. Votre solde disponible est 62410 FCFA.`,
  ],
])('A refund that went to another phone is noticed, though words %s have told of it first', (_words, told) =>
  scene(async (stage) => {
    await perform(
      stage,
      `wait 5min
      sms m credit 30000 from 66777001
      wait 5min
      anchor
      wait 1min
      refund m as Awa -> refunded
      wait 1min
      late r debit 30000`,
    );
    const id = stage.messages.get('r')?.sms.id ?? '';
    await perform(stage, `sms f told "${told(id)}"\ndeliver r\nwait 31s`);
    const open = await stage.world.service.rows<{ kind: string }>(
      "select kind from feed_incidents where closed_at is null and collection_number_id = $1 and kind = 'misdirected'",
      [firstSim(stage)],
    );
    expect(open).toHaveLength(1);
  }),
);

// The same id and balances, but all digits of the payer hidden except one: that is "unknown", and so no other person. It says less of whose the money is, as
// an agent's deposit does; the true message names h's payer and stands against it.
test('A payment on the wrong SIM, whose message an insider has read and sends first with the digits of its payer hidden, is contested', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `sim two
      session h 5000 payer 66777001 on two ttl 60
      session v 5000 by rival on one ttl 60
      late p credit 5000 from 66777001`,
    );
    await perform(
      stage,
      `sms f told "Trans.ID : ${stage.messages.get('p')?.sms.id}. Vous avez recu 5000 FCFA du 6• •• •• ••. Votre solde disponible est 67410 FCFA."
      deliver p
      v -> SUCCESS
      wait 5min
      anchor
      wait 31s
      incidents one -> contested`,
    );
  }));

// A bonus pays nobody. The true message tells of a customer's money by the same id and balances, and is filed as a copy of it.
test.each([
  ['about a bonus', (id: string) => `Trans.ID: ${id}. Recharge de 5000 FCFA reussie. Solde: 67410 FCFA.`],
  [
    'about a debit that is undone',
    (id: string) =>
      `Ref: ${id}. La transaction MP261121.1100.B77777 de 5000 FCFA a ete annulee. Solde: 67410 FCFA.`,
  ],
])('A payment whose message an insider has read and sends first as one %s does not expire', (_what, words) =>
  scene(async (stage) => {
    await perform(stage, 'session h 5000 payer 66777001 ttl 15\nlate p credit 5000 from 66777001');
    await perform(
      stage,
      `sms f told "${words(stage.messages.get('p')?.sms.id ?? '')}"
      deliver p
      wait 3h
      h -> AWAITING_PAYMENT`,
    );
  }),
);

// The same id, balances and payer, but an hour earlier: before h's session was made, so that it is nobody's. The true message is filed as a copy.
test('A payment whose message an insider has read and sends first with an earlier time does not expire', () =>
  scene(async (stage) => {
    await perform(
      stage,
      'sim two moov\nwait 90min\nsession h 5000 payer 94777001 on two ttl 15\nwait 1min\nlate p credit 5000 from 94777001 on two',
    );
    const [day = '', time = ''] = new Date(stage.world.now.getTime()).toISOString().split('T');
    await perform(
      stage,
      `sms f told "Vous avez recu 5000 FCFA de 23594777001 - NOM PRENOM, le ${day.slice(8)}/${day.slice(5, 7)}/${day.slice(2, 4)} a ${time.slice(0, 5)}. Nouveau solde: 67410 FCFA. Ref: ${stage.messages.get('p')?.sms.id}." on two
      deliver p
      wait 3h
      h -> AWAITING_PAYMENT`,
    );
  }));
