import { expect, test } from 'vitest';
import { closeAlerts } from '../../src/engine/desk/book/close.ts';
import { showReview } from '../../src/engine/desk/waiting.ts';
import { bring, confirmPortals } from '../statements/play.ts';
import { csvOf, statementCells } from '../statements/portal.ts';
import { by, explainAll, servicesOf, sessionOf } from './desk.ts';
import { firstSim, lines, perform, type Stage, stagesOfFile, taken } from './play.ts';

const scene = stagesOfFile();

/** He forges a payment and, under the id of another, the message that takes its sum back; two people say that it never did. */
async function forgeAndReverse(
  stage: Stage,
  n: number,
  undone: () => string | undefined,
  payer = '66123456',
): Promise<void> {
  const sum_xaf = 190_000 - n;
  await perform(
    stage,
    `session v${n} ${sum_xaf} by rival${n} ttl 60
    sms f${n} forged ${sum_xaf} off +0
    wait 1min`,
  );
  const { balance_xaf } = stage.world.at('one').sim;
  await perform(
    stage,
    `sms r${n} told "Le transfert ${undone()} de ${sum_xaf} FCFA recu de ${payer} a ete annule. Solde: ${balance_xaf} FCFA."
    wait 6min
    anchor
    wait 1min`,
  );
  await explainAll(stage, ['REVERSAL'], 'write_off');
  await perform(stage, 'wait 6min\nanchor\nwait 1min');
}

// People write each off as never made, which is true. A reading had once found as much, of which no message came, and people said that it was a payment: that
// may be what each of them takes back, so that none counts.
test('Who reads the messages of a SIM, and takes back what he forges by reversals of no payment, takes no more than the bound where a payment was once lost there', () =>
  scene(async (stage) => {
    await perform(stage, 'wait 5min\nlate lost credit 195000 from 66777001\nwait 5min\nanchor\nwait 5min');
    expect(await explainAll(stage, ['UNEXPLAINED'], 'credit')).toBe(1);
    await perform(stage, 'wait 5min\nanchor\nwait 5min');
    for (let n = 0; n < 7; n += 1) {
      await forgeAndReverse(stage, n, () => `MP261121.0${n}00.B7777${n}`);
    }
    expect(await taken(stage)).toBe(379_999);
  }));

// Each names the same true payment, of which he has but one.
test('Who reads the messages of a SIM, and takes back what he forges by many reversals of one payment of his, takes no more than the bound', () =>
  scene(async (stage) => {
    await perform(stage, 'wait 5min\nsms own credit 195000 from 66777001\nwait 5min\nanchor\nwait 5min');
    for (let n = 0; n < 7; n += 1) {
      await forgeAndReverse(stage, n, () => stage.messages.get('own')?.sms.id, '66777001');
    }
    expect(await taken(stage)).toBe(379_999);
  }));

// Each reversal names a payment of the book, which has paid a session: forged as well.
test('Who reads the messages of a SIM, and takes each payment that he forges back by a reversal of that very payment, takes no more than the bound', () =>
  scene(async (stage) => {
    await perform(stage, 'wait 5min\nanchor\nwait 5min');
    for (let n = 0; n < 8; n += 1) {
      await forgeAndReverse(stage, n, () => stage.messages.get(`f${n}`)?.sms.id);
    }
    expect(await taken(stage)).toBe(949_990);
  }));

const WAYS: [string, (id: string) => string][] = [
  ['', (id) => `Le transfert ${id} de 40000 FCFA recu de 66777001 a ete annule. Solde: BALANCE FCFA.`],
  [
    ', also where the message of it has an id of its own',
    (id) => `Ref: ID. La transaction ${id} de 40000 FCFA a ete annulee. Solde: BALANCE FCFA.`,
  ],
  [
    ', also where the message of it prints no sum',
    (id) => `Le transfert ${id} a ete annule. Solde: BALANCE FCFA.`,
  ],
];

// The operator's message of it has no place then: a debit was told from and to the very balances. It names a payment that waits to be sent back, and nobody asks it.
test.each(WAYS)(
  'A payment that the operator has taken back is not sent back again, though an insider has told of that first as a debit%s',
  (_what, words) =>
    scene(async (stage) => {
      await perform(stage, 'wait 5min\nsms p credit 40000 from 66777001\nwait 5min\nanchor\nwait 5min');
      await perform(stage, `late r moved -40000 "${words(stage.messages.get('p')?.sms.id ?? '')}"`);
      const reversal = stage.messages.get('r')?.sms;
      const id = reversal?.text.includes(reversal.id) ? reversal.id : 'PP261121.1215.B77001';
      await perform(
        stage,
        `sms f told "Trans.ID: ${id}. Vous avez envoye 40000 FCFA au 66123456. Votre solde disponible est 62410 FCFA."
        wait 10s
        deliver r
        wait 5min
        anchor
        wait 1min
        refund p as Awa -> refused`,
      );
    }),
);

const UNPRINTED = `"Le transfert {a's id} a ete annule. Solde: BALANCE FCFA."`;

test('The message of a reversal that prints no sum takes back what it names, asks people about its session, and the next payer goes on from it', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `session a 5000
      paid a
      a -> SUCCESS
      sms r moved -5000 ${UNPRINTED}
      session b 7000
      paid b
      b -> SUCCESS
      float -> 7000`,
    );
    const { id } = sessionOf(stage, 'a');
    expect(await showReview(servicesOf(stage), id)).toMatchObject({ credits: [{ is_reversed: true }] });
    const alerts = await stage.world.service.rows(
      `select detail ->> 'session_id' as session_id from staff_alerts where kind = 'reversal' and closed_at is null and detail ->> 'session_id' = $1`,
      [id],
    );
    expect(alerts).toHaveLength(1);
  }));

test('The message of a reversal that prints no sum waits for that of its payment, and both have their place once that has come', () =>
  scene((stage) =>
    perform(
      stage,
      `late p credit 5000
      wait 10s
      sms q credit 100
      sms r moved -5000 "Le transfert {p id} a ete annule. Solde: BALANCE FCFA."
      session b 7000
      paid b
      wait 10s
      b -> AWAITING_PAYMENT
      deliver p
      wait 10s
      b -> SUCCESS
      float -> 7100`,
    ),
  ));

test('The message of a reversal that prints no sum gives money back that a SIM had sent, and tells again of what is told already', () =>
  scene((stage) =>
    perform(
      stage,
      `sms m credit 9000
      sms d debit 3000 fee 100
      sms r moved 3100 "Le transfert {d id} a ete annule. Solde: BALANCE FCFA."
      sms x told "Le transfert {d id} a ete annule. Solde: 9000 FCFA."
      session b 7000
      paid b
      wait 10s
      b -> SUCCESS
      float -> 16000`,
    ),
  ));

test('The message of a reversal of a transaction that nobody knows, without its sum, is a claim', () =>
  scene(async (stage) => {
    await perform(
      stage,
      'sms r told "Le transfert PP261121.1215.B77001 a ete annule. Solde: 100 FCFA."\nwait 10s',
    );
    const claims = await stage.world.service.rows(
      `select state from book_claims where collection_number_id = $1`,
      [firstSim(stage)],
    );
    expect(claims).toEqual([{ state: 'CLAIMED' }]);
  }));

// Nobody has forged anything: the SMS of another payment is late, so that the reversal waits for it. He is given his money twice.
test('A payment that the operator has taken back is not sent back again while the message of that waits for a late one', () =>
  scene((stage) =>
    perform(
      stage,
      `wait 5min
      sms p credit 40000 from 66777001
      wait 5min
      late lost credit 700
      wait 1min
      sms r reversal p 40000
      wait 1min
      refund p as Awa -> refused`,
    ),
  ));

// Both messages have come: one of the two payers is somebody's invention, and the SIM has not been read.
test('Money in suspense is not sent to the payer whom a message names, while another message of that very payment names somebody else', () =>
  scene((stage) =>
    perform(
      stage,
      `wait 5min
      late p credit 40000 from 66777001
      sms f forged 40000 off -40000 from 66999001 like p
      wait 10s
      deliver p
      wait 1min
      refund f as Awa -> refused`,
    ),
  ));

// "Once" is asked of the steps of this book whose ordinal is above the payment's. His payment is in another book, which is longer: nothing lies between.
test('Who reads the messages of a SIM, and takes back what he forges there by many reversals of one payment of his on another SIM, takes no more than the bound', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `sim two
      wait 5min
      ${lines(45, (n) => `sms x${n} credit 10 from 66777002 on two`)}
      sms own credit 195000 from 66777001 on two
      wait 5min
      anchor two
      anchor
      wait 5min`,
    );
    for (let n = 0; n < 7; n += 1) {
      const sum_xaf = 190_000 - n;
      await perform(
        stage,
        `session v${n} ${sum_xaf} by rival${n} on one ttl 60
        sms f${n} forged ${sum_xaf} off +0
        wait 1min
        sms r${n} told "Le transfert ${stage.messages.get('own')?.sms.id} de ${sum_xaf} FCFA recu de 66777001 a ete annule. Solde: ${stage.world.sims.get('one')?.sim.balance_xaf} FCFA."
        wait 6min
        anchor
        wait 1min`,
      );
      await explainAll(stage, ['REVERSAL'], 'write_off');
      await perform(stage, 'wait 6min\nanchor\nwait 1min');
    }
    expect(await taken(stage)).toBe(190_000);
  }));

// Any other reversal since then, of whatever payment, is taken for the one that took the lost payment back. People write off both, which is true.
test('A SIM whose lost payment people have found, and which the operator takes back after another one, goes on', () =>
  scene(async (stage) => {
    await perform(stage, 'wait 5min\nlate lost credit 5000 from 66777001\nwait 5min\nanchor\nwait 5min');
    expect(await explainAll(stage, ['UNEXPLAINED'], 'credit')).toBe(1);
    await perform(
      stage,
      `sms q credit 3000 from 66777002
      wait 1min
      sms rq reversal q 3000
      wait 1min
      sms r reversal lost 5000
      wait 5min`,
    );
    expect(await explainAll(stage, ['REVERSAL'], 'write_off')).toBe(2);
    await perform(
      stage,
      `wait 5min
      anchor
      session b 6000
      paid b from 66777010
      wait 1min
      incidents -> none
      b -> SUCCESS`,
    );
  }));

// A reversal that fills a gap has no ordinal of its own, so that no sum of what was taken back is known: NULL, not false.
test('A SIM on which the operator has taken a payment back, whose message came late and filled what a reading had found missing, goes on once people have written that off', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `wait 5min
      sms p credit 5000 from 66777001
      wait 5min
      late lost credit 20000 from 66777002
      wait 1min
      late r reversal p 5000
      wait 5min
      anchor
      wait 1min
      deliver lost
      deliver r
      wait 1min`,
    );
    expect(await explainAll(stage, ['REVERSAL'], 'write_off')).toBe(1);
    await perform(
      stage,
      `wait 5min
      anchor
      session b 6000
      paid b from 66777010
      wait 1min
      incidents -> none
      b -> SUCCESS`,
    );
  }));

test('A session under review, of whose two payments the operator took one back, is confirmed by the other unasked', () =>
  scene((stage) =>
    perform(
      stage,
      `session a 5000 payer 66000001 ttl 60
      sms m credit 5000 from 66000002
      a -> UNDER_REVIEW payer_mismatch
      sms r reversal m 5000
      confirm a -> credit_reversed
      sms n credit 5000 from 66000001
      confirm a -> confirmed
      a -> SUCCESS
      float -> 5000`,
    ),
  ));

// People can't confirm by it, whatever was found: so its page says so, and not only until somebody has closed the alert.
test('A case shows that its payment was called undone also once somebody has looked into that', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `session a 5000 payer 66000001 ttl 60
      sms m credit 5000 from 66000002
      a -> UNDER_REVIEW payer_mismatch
      sms r reversal m 5000`,
    );
    const [alert] = await stage.world.service.rows<{ id: string }>(
      `select id from staff_alerts where kind = 'reversal' and closed_at is null order by opened_at desc`,
    );
    await closeAlerts(servicesOf(stage), [{ alert_id: alert?.id ?? '', ...by('Awa') }]);
    await perform(stage, 'confirm a -> credit_reversed');
    const { id: session_id } = sessionOf(stage, 'a');
    expect(await showReview(servicesOf(stage), session_id)).toMatchObject({
      credits: [{ is_reversed: true }],
    });
  }));

// The operator's list may hold a row of nothing. What is undone with it moves nothing, which is no step of a book.
test('The message of a reversal without a sum, of a transaction that moved nothing by the list, is a claim, and the next payer is confirmed', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(stage, 'sms x credit 3000\nwait 2min\nsms z credit 2000\nwait 2min');
    const { sim } = stage.world.at('one');
    const [x, ...more] = sim.movements;
    if (x === undefined) throw new Error('the SIM moved nothing');
    const nothing = { ...x, id: 'PP261121.1155.B00009', delta_xaf: 0, at: new Date(x.at.getTime() + 1000) };
    const { said } = await bring(
      stage,
      csvOf(statementCells(sim.operator, sim.number, [x, nothing, ...more])),
    );
    expect(said).toContain('new 0');
    await perform(
      stage,
      `session b 7000
      sms r told "Le transfert ${nothing.id} a ete annule. Solde: ${sim.balance_xaf} FCFA."
      paid b
      wait 10s
      b -> SUCCESS
      float -> 12000`,
    );
    const claims = await stage.world.service.rows(
      `select state, told -> 'readings' -> 0 ->> 'kind' as kind from book_claims where collection_number_id = $1 and state = 'CLAIMED'`,
      [firstSim(stage)],
    );
    expect(claims).toEqual([{ state: 'CLAIMED', kind: 'REVERSAL' }]);
  }));
