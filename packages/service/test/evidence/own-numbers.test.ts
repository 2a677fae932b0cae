import { describe, expect, test } from 'vitest';
import { useNumbers } from '../../src/engine/desk/book/use-number.ts';
import { callCapital } from '../../src/engine/desk/payments/capital-credit.ts';
import { callCapitalTold } from '../../src/engine/desk/payments/sentences.ts';
import { by, explainAll, servicesOf } from './desk.ts';
import { GUESSES, guessed, lines, perform, type Stage, scene } from './play.ts';

/** Of the first SIM of a scene. */
const OWN = '66800001';

describe('Money that staff move from one SIM of ours to another', () => {
  test('confirms no session of its sum, though its SMS comes first; and the customer is confirmed after it', () =>
    scene((stage) =>
      perform(
        stage,
        `sim two
        session a 20000 on two
        sms in credit 20000 on two from ${OWN}
        a -> AWAITING_PAYMENT
        sms out debit 20000
        paid a
        a -> SUCCESS
        float two -> 40000
        float one -> -20000`,
      ),
    ));

  test('nor one whose merchant declared our number as its customer’s, or that its words name', () =>
    scene((stage) =>
      perform(
        stage,
        `sim two
        session a 20000 payer ${OWN} by rival on two
        session b 30000 on two
        sms in credit 20000 on two from ${OWN}
        sms more credit 30000 on two from +235${OWN} motif "{b}"
        a -> AWAITING_PAYMENT
        b -> AWAITING_PAYMENT
        float two -> 50000`,
      ),
    ));

  test('nor the transaction of a rival who asks our own number for it', () =>
    scene((stage) =>
      perform(
        stage,
        `transaction t 20000 payer ${OWN} by rival
        sms in credit 20000 from ${OWN}
        t -> PENDING`,
      ),
    ));

  test.each([
    ['leaves', 'out', 'in'],
    ['comes', 'in', 'out'],
  ])(
    'is one transaction to the operator, whose id both SMS print: first of what %s',
    (_what, first, second) =>
      scene((stage) => {
        const told: Record<string, string> = {
          out: 'sms out moved -20000 "Ref: PP261121.1201.B77777. Vous avez envoye 20000 FCFA au 66800002. Votre solde disponible est BALANCE FCFA."',
          in: `sms in moved 20000 "Ref: PP261121.1201.B77777. Vous avez recu 20000 FCFA du ${OWN}. Votre solde disponible est BALANCE FCFA." on two`,
        };
        return perform(
          stage,
          `sim two
        session a 20000 on two
        wait 2min
        ${told[first]}
        ${told[second]}
        incidents one -> none
        incidents two -> none
        a -> AWAITING_PAYMENT
        paid a
        a -> SUCCESS
        float one -> -20000
        float two -> 40000`,
        );
      }),
  );

  test('is our own as soon as two people say so, whoever waits for as much', () =>
    scene(async (stage) => {
      await perform(stage, `sim two\nsession a 20000 on two\nsms in credit 20000 on two from ${OWN}`);
      expect(await calledCapital(stage)).toEqual(['proposed', 'called_capital']);
      await perform(stage, 'a -> AWAITING_PAYMENT\npaid a\na -> SUCCESS');
    }));

  test('also where somebody had asked that number for as much, once he waits no more', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `sim two
        session a 20000 payer ${OWN} by rival on two
        sms in credit 20000 on two from ${OWN}`,
      );
      expect(await calledCapital(stage)).toEqual(['may_be_a_payment', 'may_be_a_payment']);
      await perform(stage, 'wait 65min\na -> EXPIRED');
      expect(await calledCapital(stage)).toEqual(['proposed', 'called_capital']);
    }));

  test('but of a number at rest it may be the payment of whoever was given that since: of who was asked for just that', () =>
    scene(async (stage) => {
      const number_id = stage.world.sims.get('one')?.id ?? '';
      const use = (what: 'pause' | 'resume') =>
        useNumbers(servicesOf(stage), [{ number_id, what, ...by('Awa') }]);
      await perform(stage, `sim two\nsession a 20000 payer ${OWN} on two`);
      await use('pause');
      await perform(stage, `sms in credit 20000 on two from ${OWN}\nwait 65min\na -> EXPIRED`);
      expect(await calledCapital(stage)).toEqual(['may_be_a_payment', 'may_be_a_payment']);
      await use('resume');
      expect(await calledCapital(stage)).toEqual(['proposed', 'called_capital']);
    }));
});

describe('Money that may be forged is not called our own, however many people say so', () => {
  const credit_id = 'c';

  test('where somebody has tried the balance of its SIM, until that is read', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `wait 5min
        ${lines(5, (n) => `sms g${n} forged 5000 balance ${guessed(n) + 5000}`)}
        sms m credit 3000
        wait 1min`,
      );
      expect(await calledCapital(stage)).toEqual(['credit_not_vouched', 'credit_not_vouched']);
      const [told] = callCapitalTold({ credit_id }, { kind: 'credit_not_vouched' }).sentences;
      expect(told).toContain('read the SIM (npx chari feeds anchor), then say that it is ours');
      await perform(stage, 'anchor');
      expect(await calledCapital(stage)).toEqual(['proposed', 'called_capital']);
    }));

  test('where one of many tries was right, until two people have said that it was paid', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `wait 5min
        ${lines(GUESSES, (n) => `sms g${n} forged 5500 balance ${guessed(n) + 5500} from 66777001`)}
        wait 1min
        anchor`,
      );
      expect(await calledCapital(stage)).toEqual(['credit_not_vouched', 'credit_not_vouched']);
      expect(await explainAll(stage, ['CREDIT'], 'credit')).toBe(1);
      expect(await calledCapital(stage)).toEqual(['proposed', 'called_capital']);
    }));

  test('where words that nobody knows may say that it was taken back', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `sms m credit 3000
        sms r moved -3000 "Transaction {m id} annulee. Montant: 3000 FCFA. Solde: BALANCE FCFA."
        wait 1min`,
      );
      expect(await calledCapital(stage)).toEqual(['credit_doubted', 'credit_doubted']);
      const [told] = callCapitalTold({ credit_id }, { kind: 'credit_doubted' }).sentences;
      expect(told).toContain('npx chari suspense void c');
    }));
});

/** What two people are told who say of the only money in suspense that it is ours. */
async function calledCapital(stage: Stage): Promise<(string | undefined)[]> {
  const [credit] = await stage.world.service.rows<{ id: string }>(
    `select id from credits where state = 'SUSPENSE'`,
  );
  const say = async (actor: string) =>
    (await callCapital(servicesOf(stage), [{ credit_id: credit?.id ?? '', ...by(actor) }]))[0]?.kind;
  return [await say('Awa'), await say('Brahim')];
}
