import { describe, expect, test } from 'vitest';
import { confirmTemplates } from '../../src/engine/desk/templates/decide-template.ts';
import { addTemplates } from '../../src/engine/desk/templates/teach-template.ts';
import type { TemplateKind } from '../../src/sms/templates/template.ts';
import { statementPlaysOfFile } from '../statements/play.ts';
import { inOneBatch } from './batch.ts';
import { lines, perform, playsOfFile, type Stage, scene, stagesOfFile } from './play.ts';

const play = playsOfFile();
const onStage = stagesOfFile();
/** Of somebody who knows nothing, of far more than is there, from nothing to far beyond the balance. */
describe.each([
  ['money', 'forged 9000000 balance 9000007'],
  ['airtime', 'told "Trans.ID: ID. Recharge de 9000000 FCFA reussie. Solde: 9000000 FCFA."'],
  [
    'a reversal',
    'told "Le transfert MP261121.1100.B77777 de 9000000 FCFA a ete annule. Solde: 9000000 FCFA."',
  ],
])('One forged message about %s', (_what, WIDE) => {
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

describe('One forged message of somebody who knows nothing', () => {
  test('that begins where the book stood the day before keeps no unpaid session a day, nor sends it to review', () =>
    play(`
      sms out debit 62410
      wait 24h
      anchor
      sms x credit 7000
      wait 3min
      anchor
      wait 1min
      session h 5000
      session i 6000
      wait 3min
      sms f forged 5000 balance 5000
      wait 3min
      paid i
      i -> SUCCESS
      wait 2min
      sms z credit 300
      wait 2h
      h -> EXPIRED
    `));
});

test('A message of a sender who is not on the list, who knows that the SIM was just emptied, sends no payment to review', () =>
  play(`
    sms out debit 62410
    wait 24h
    anchor
    wait 5min
    session a 250000 ttl 60
    sms f stranger 5000
    paid a
    wait 1min
    anchor
    wait 25h
    a -> SUCCESS
  `));

describe('Who knows the balance to 30,000', () => {
  /** Four ways each from two balances: 120 guesses at multiples of 500 by fifteen messages. */
  const [ONE, TWO] = [46_910, 76_910];
  const guesses = (off: number) =>
    lines(
      15,
      (n) =>
        `sms f${n} told "Operation ${1000 * n + 500} F et ${1000 * n + 1000} F. Solde ${ONE + off} F. Solde ${TWO + off} F."`,
    );
  const behind = (sum: number, off: number) => `sms g forged ${sum} balance ${ONE + off + sum}
    sms h forged ${sum} balance ${TWO + off + sum}`;

  test('is paid nothing for seventeen messages in words of many figures', () =>
    onStage((stage) =>
      perform(
        stage,
        `session v 30000 by rival
        ${guesses(0)}
        ${behind(30_000, 0)}
        wait 1min
        unpaid v -> yes`,
      ),
    ));

  test('nor for sixty guesses at once, which a reading of the SIM does not forget', () =>
    onStage((stage) =>
      perform(
        stage,
        `wait 5min
        session v 190000 by rival
        ${lines(60, (n) => `sms f${n} forged 190000 balance ${62_410 + 190_000 + 1000 * (n - 30) + 100}`)}
        wait 10s
        anchor
        v -> AWAITING_PAYMENT
        sms own credit 100
        wait 10s
        unpaid v -> yes`,
      ),
    ));

  test('nor for seventeen of them, a reading, and 100 francs of his own', () =>
    onStage((stage) =>
      perform(
        stage,
        `wait 5min
        session v 190000 by rival
        ${guesses(100)}
        ${behind(190_000, 100)}
        wait 10s
        anchor
        sms own credit 100
        wait 10s
        unpaid v -> yes`,
      ),
    ));
});

describe('Payments that wait under five hundred forged messages for one that is lost', () => {
  const flooded = (run: (stage: Stage) => Promise<void>) =>
    onStage(async (stage) => {
      await perform(
        stage,
        `late m credit 3100
        ${lines(4, (n) => `session b${n} ${4000 + n} ttl 60\npaid b${n}`)}
        wait 5s
        ${lines(520, (n) => `late f${n} forged 1000 off +${100_000 + n}`)}`,
      );
      await stage.world.deliver(
        ...[...stage.messages].flatMap(([name, one]) => (name.startsWith('f') ? [one] : [])),
      );
      await run(stage);
    });
  const PAID = lines(4, (n) => `b${n} -> SUCCESS`);

  test('settle when it comes, all of them', () => flooded((stage) => perform(stage, `deliver m\n${PAID}`)));

  test('settle by a reading of the SIM', () =>
    flooded((stage) => perform(stage, `wait 3min\nanchor\n${PAID}`)));
});

describe('A text without a transaction id that comes twice', () => {
  const TEXT = 'Vous avez recu 5000 FCFA du 66123456. Votre solde disponible est BALANCE FCFA.';
  const TWICE = `late lost credit 700
    session a 5000
    session b 6000
    late m moved 5000 "${TEXT}"
    deliver m
    wait 40s
    deliver m`;

  test('while another is missing before it is paid once that comes', () =>
    play(`${TWICE}
      deliver lost
      a -> SUCCESS
      paid b
      b -> SUCCESS
      float -> 11700`));

  test('while another is missing before it is paid by a reading of the SIM', () =>
    play(`${TWICE}
      paid b
      wait 3min
      anchor
      a -> SUCCESS
      b -> SUCCESS`));

  test('in words that nobody knows keeps nobody behind it waiting', () =>
    play(`
      late lost credit 700
      session b 6000
      late m moved 5000 "Encaisse 5000 FCFA de NOM. Solde BALANCE FCFA."
      deliver m
      wait 40s
      deliver m
      paid b
      wait 40s
      deliver lost
      b -> SUCCESS
      float -> 11700`));

  test('by two ways at one moment, whose clocks differ by a second, is paid', () =>
    onStage(async (stage) => {
      await perform(stage, `session a 5000\nlate m moved 5000 "${TEXT}"`);
      await inOneBatch(stage, 'm', [
        { sim: 'one', ago_ms: 0 },
        { sim: 'one', ago_ms: 1500 },
      ]);
      await perform(stage, 'a -> SUCCESS');
    }));
});

describe('The payer after a text of the operator that staff have taught', () => {
  test.each<[string, TemplateKind, string, string]>([
    [
      'as a fee',
      'FEE',
      'Frais de tenue {amount}. Solde {balance}',
      'Frais de tenue 100 FCFA. Solde BALANCE FCFA.',
    ],
    [
      'as a balance',
      'BALANCE',
      'Frais de gestion {sum}. Solde {balance}',
      'Frais de gestion 100 FCFA. Solde BALANCE FCFA.',
    ],
  ])('%s is confirmed as ever', (_what, kind, wording, words) =>
    scene(async (stage) => {
      const { services } = stage.world.service.first;
      await perform(stage, `sms m moved -100 "${words}"\nsession a 5000\npaid a\na -> SUCCESS`);
      const text = words.replace('BALANCE', '12345');
      const draft = { template_id: 'taught-fee', operator: 'AIRTEL' as const, kind, wording, text };
      const [said] = await addTemplates(services, [{ ...draft, actor: 'Awa', note: 'of November' }]);
      expect(said).toMatchObject({ kind: 'added' });
      for (const actor of ['Awa', 'Brahim'])
        await confirmTemplates(services, [
          { template_id: 'taught-fee', template_version: 1, actor, note: 'proven' },
        ]);
      await perform(
        stage,
        `wait 2s\nsms n moved -100 "${words}"\nsession b 6000\npaid b\nb -> SUCCESS\nfloat -> 10800`,
      );
    }),
  );
});

describe('The ticket of a session on another SIM', () => {
  test.each([
    ['with blanks about its hyphen', (t: string) => `${t.slice(0, 4)} - ${t.slice(4)}`],
    ['with a blank behind its hyphen', (t: string) => `${t.slice(0, 4)}- ${t.slice(4)}`],
    [
      'in full width',
      (t: string) => [...t].map((c) => String.fromCodePoint((c.codePointAt(0) ?? 0) + 0xfee0)).join(''),
    ],
    ['with an invisible character', (t: string) => `${t.slice(0, 3)}\u200b${t.slice(3)}`],
  ])('%s confirms no stranger', (_how, written) =>
    onStage(async (stage) => {
      await perform(stage, 'sim two\nsession a 5000 by rival on one\nsession b 5000 on two');
      const motif = written(stage.sessions.get('b')?.ticket.replace('-', '') ?? '');
      const sms = stage.world.sims.get('one')?.sim.credit(5000, { motif });
      if (sms !== undefined) await stage.world.deliver({ sim: 'one', sms });
      await perform(stage, 'unpaid a -> yes');
    }),
  );
});

describe('A payer on the wrong SIM confirms no stranger', () => {
  test('though the transaction that asked him has timed out when his message is proven', () =>
    play(`
      sim two moov
      session v 5000 by rival on two ttl 60
      transaction t 5000 payer 66777001
      late lost credit 700 on two
      sms p credit 5000 from 66777001 on two
      wait 30min
      t -> TIMEOUT
      anchor two
      unpaid v -> yes
    `));

  test('though the operator hides digits of his phone', () =>
    onStage((stage) =>
      perform(
        stage,
        `sim two
        session v 5000 by rival on two ttl 60
        session h 5000 payer 66777001 on one
        session i 7000 payer 66777001 on one
        session w 7050 on two
        sms p credit 5000 from "66 •• •• 01" on two
        v -> UNDER_REVIEW ambiguous
        sms q credit 7050 from "66 •• •• 01" on two
        w -> SUCCESS`,
      ),
    ));

  test('while his own session is under review', () =>
    play(`
      sim two moov
      session v 5000 by rival on two ttl 60
      session h 5000 payer 66777001 ttl 60
      sms p credit 4900 from 66777001 on one
      h -> UNDER_REVIEW amount_mismatch
      sms q credit 5000 from 66777001 on two
      unpaid v -> yes
    `));
});

test('A phone abroad that ends in the digits of a declared one is another phone', () =>
  play(`
    session a 5000 payer 66777001
    sms p credit 5000 from 237666777001
    unpaid a -> yes
  `));

test('A deposit that names no payer gives nobody leave to ask the same phone again and again', () =>
  onStage((stage) =>
    perform(
      stage,
      `${lines(3, (n) => `transaction a${n} ${100 + n} payer 66777001 by rival`)}
      sms p cash-in 100
      transaction d 104 payer 66777001 by rival -> 429 PAYER_ASKED_TOO_OFTEN`,
    ),
  ));

describe('A movement in words without an id that a statement lists too', () => {
  const statements = statementPlaysOfFile(onStage);
  test('without balances is booked once', () =>
    statements(`
      session a 5000
      sms m moved 5000 "Vous avez recu 5000 FCFA du 66123456. Votre solde disponible est BALANCE FCFA."
      sms u moved 300 "Encaisse 300 FCFA. Ref: ID. Solde BALANCE FCFA."
      a -> SUCCESS
      statement s unprinted -> new 0
      float -> 5300
    `));
});

test('A reversal that comes in two wordings, one with an id of its own, is one: who pays as much again moves nothing by it', () =>
  play(`
    sms m credit 3000
    sms r moved -3000 "Ref: RV261121.1200.B77778. La transaction MP261121.1100.B77777 de 3000 FCFA a ete annulee. Solde: BALANCE FCFA."
    sms s told "Le transfert MP261121.1100.B77777 de 3000 FCFA recu de 66123456 a ete annule. Solde: 62410 FCFA."
    sms n credit 3000
    float -> 3000
    session a 6000
    paid a
    a -> SUCCESS
  `));

test('A session that its merchant cancels while its payment waits for the book stays cancelled, and the next is paid', () =>
  play(`
    session a 5000
    late lost credit 700
    paid a
    cancel a
    deliver lost
    a -> CANCELLED
    session b 6000
    paid b
    b -> SUCCESS
    float -> 11700
  `));
