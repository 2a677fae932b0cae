import { describe, expect, test } from 'vitest';
import { type VoidOutcome, voidCredits } from '../../src/engine/desk/payments/void-credit.ts';
import { confirmPortals } from '../statements/play.ts';
import { bookOf, bringListed, by, creditsOf, explainAll, servicesOf } from './desk.ts';
import { firstSim, perform, type Stage, stagesOfFile } from './play.ts';

const scene = stagesOfFile();

/** Behind a motif the id may be the payer's own words: the payment is one without an id. */
const paid = (name: string, sum_xaf: number, last = 'x. Ref: ID'): string =>
  `sms ${name} moved ${sum_xaf} "Vous avez recu ${sum_xaf} FCFA du 66777001. Solde: BALANCE FCFA. Reference: ${last}."`;

/** The operator takes it back. */
const takenBack = (name: string, sum_xaf: number, id = `{${name} id}`): string =>
  `sms r${name} moved -${sum_xaf} "Le transfert ${id} de ${sum_xaf} FCFA recu de 66777001 a ete annule. Solde: BALANCE FCFA."`;

const alertsOf = (stage: Stage) =>
  stage.world.service.rows<{ amount_xaf: number }>(
    `select c.amount_xaf from staff_alerts a join credits c on c.id = a.credit_id
    where a.kind = 'reversal' and a.closed_at is null and c.collection_number_id = $1`,
    [firstSim(stage)],
  );

const voided = async (stage: Stage): Promise<VoidOutcome | undefined> => {
  const [credit] = await creditsOf(stage);
  return (await voidCredits(servicesOf(stage), [{ credit_id: credit?.id ?? '', ...by('Awa') }]))[0];
};

describe('Whoever writes a motif, so that nobody knows the id of his payment, and has the operator take it back,', () => {
  test('does not get it once more, and what it was is voided', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `${paid('p', 40_000)}\nwait 5min\nanchor\n${takenBack('p', 40_000)}\nwait 1min\nrefund p as Awa -> refused`,
      );
      expect(await alertsOf(stage)).toEqual([{ amount_xaf: 40_000 }]);
      expect(await voided(stage)).toEqual({ kind: 'voided', amount_xaf: 40_000 });
    }));

  // Of two that may be his id the operator's is the one that it prints.
  test('does not get it either where he writes an id himself', () =>
    scene(async (stage) => {
      const last = 'Txn AAAAAAAAA1. Transaction No: DH58HF9XG8';
      await perform(
        stage,
        `${paid('p', 40_000, last)}\nwait 5min\nanchor\n${takenBack('p', 40_000, 'DH58HF9XG8')}\nwait 1min\nrefund p as Awa -> refused`,
      );
      expect(await alertsOf(stage)).toEqual([{ amount_xaf: 40_000 }]);
    }));

  test('does not get it either where the operator prints the id of the payment as that of the reversal', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `${paid('p', 40_000)}
        wait 5min
        sms r moved -40000 "Ref: {p id}. La transaction {p id} de 40000 FCFA a ete annulee. Solde: BALANCE FCFA."
        wait 5min
        anchor
        wait 1min
        refund p as Awa -> refused`,
      );
      expect(await alertsOf(stage)).toEqual([{ amount_xaf: 40_000 }]);
    }));

  test('has his session looked at', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `session a 40000 payer 66777001\n${paid('p', 40_000)}\na -> SUCCESS\n${takenBack('p', 40_000)}\nwait 1min`,
      );
      expect(await alertsOf(stage)).toEqual([{ amount_xaf: 40_000 }]);
      const [cases] = await stage.world.service.rows<{ count: number }>(
        'select count(*)::int as count from review_cases where session_id = $1',
        [stage.sessions.get('a')?.id],
      );
      expect(cases).toEqual({ count: 1 });
    }));

  test('keeps nobody waiting where the operator prints no sum', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `${paid('p', 100)}
        wait 1min
        sms r moved -100 "Le transfert {p id} a ete annule. Solde: BALANCE FCFA."
        session q 7000
        paid q
        q -> SUCCESS
        refund p as Awa -> refused`,
      );
    }));

  test('has nothing count as forged, once two people have written that off', () =>
    scene(async (stage) => {
      await perform(stage, `${paid('p', 90_000)}\nwait 1min\n${takenBack('p', 90_000)}\nwait 1min`);
      expect(await explainAll(stage, ['REVERSAL'], 'write_off')).toBe(1);
      expect((await bookOf(stage))?.suspected_at).toBeNull();
      await perform(stage, 'refund p as Awa -> refused');
    }));

  test('confirms nothing by it where it waits for a reading meanwhile', () =>
    scene((stage) =>
      perform(
        stage,
        `session big 250000
        session small 5000
        ${paid('p', 250_000)}
        paid small
        ${takenBack('p', 100_000)}
        anchor
        wait 1min
        small -> SUCCESS
        unpaid big -> yes
        refund p as Awa -> refused`,
      ),
    ));

  test('does not get it either where he has stated its id once more, and the operator’s words are new', () =>
    scene((stage) =>
      perform(
        stage,
        `${paid('p', 40_000)}
        wait 1min
        ${paid('o', 100, 'x. Ref: {p id}')}
        wait 5min
        sms r moved -40000 "Transaction {p id} annulee. Montant: 40000 FCFA. Solde: BALANCE FCFA."
        wait 5min
        anchor
        wait 1min
        refund p as Awa -> refused`,
      ),
    ));

  test.each([
    [
      'in words that nobody knows',
      'moved -40000 "Transaction {p id} annulee. Montant: 40000 FCFA. Solde: BALANCE FCFA."',
    ],
    [
      'in a message that has no place yet',
      'told "Le transfert {p id} de 40000 FCFA recu de 66777001 a ete annule. Solde: 7 FCFA."',
    ],
  ])('is not sent it by one person %s either', (_how, words) =>
    scene((stage) =>
      perform(
        stage,
        `${paid('p', 40_000)}\nwait 5min\nanchor\nsms r ${words}\nwait 1min\nrefund p as Awa -> refused`,
      ),
    ),
  );
});

describe('Whoever paid by a text without an id', () => {
  const AD = 'Jouez avec AIRTEL2026!';
  const motif = (name: string, words: string) =>
    `sms ${name} moved 40000 "Vous avez recu 40000 FCFA du 66777001. Solde: BALANCE FCFA. ${words}"`;

  test.each([
    ['its advertising', AD, AD],
    ['what customers write', 'Reference: x. Ref: COMMANDE12.', 'Reference: x. Ref: COMMANDE12.'],
  ])('gets it back though an SMS that nobody knows has %s as well', (_what, printed, ends) =>
    scene((stage) =>
      perform(
        stage,
        `${motif('o', printed)}
        wait 1min
        ${motif('p', printed)}
        wait 5min
        sms d moved -5000 "Vous avez envoye 5000 FCFA au 66777002. Motif: caution. Solde: BALANCE FCFA. ${ends}"
        wait 5min
        anchor
        wait 1min
        refund p as Awa -> refunded`,
      ),
    ),
  );

  test('does not get it back twice by stating its id once more, in a small payment behind it', () =>
    scene((stage) =>
      perform(
        stage,
        `${motif('p', 'Reference: x. Ref: 123456789012.')}
        wait 1min
        ${motif('q', 'Reference: x. Ref: 123456789012.')}
        wait 5min
        sms d moved -40000 "Transaction 123456789012 vue et reprise. Montant: 40000 FCFA. Solde: BALANCE FCFA."
        wait 5min
        anchor
        wait 1min
        refund p as Awa -> refused
        refund q as Awa -> refunded`,
      ),
    ));

  test('gets it back though a message that waits has what he and others wrote', () =>
    scene((stage) =>
      perform(
        stage,
        `${motif('o', 'Reference: x. Ref: COMMANDE12.')}
        wait 1min
        ${motif('p', 'Reference: x. Ref: COMMANDE12.')}
        wait 5min
        anchor
        sms w told "Transaction COMMANDE12 vue. Montant: 40000 FCFA. Solde: 7 FCFA."
        wait 1min
        refund p as Awa -> refunded`,
      ),
    ));
});

test('A payment that only states its id is the row of a list that has it, as any without an id', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(stage, `${paid('p', 40_000)}\nwait 5min`);
    expect(await bringListed(stage)).toMatch(/^new 0/);
    await perform(stage, 'float -> 40000');
  }));

describe('A payment whose motif is the id of another', () => {
  test('is not taken back with that other', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `sms o credit 40000 from 66777001
        wait 1min
        ${paid('p', 30_000, 'x. Ref: {o id}')}
        wait 5min
        sms r reversal o 40000
        wait 1min`,
      );
      expect(await alertsOf(stage)).toEqual([{ amount_xaf: 40_000 }]);
      await explainAll(stage, ['REVERSAL'], 'write_off');
      await perform(
        stage,
        'wait 5min\nanchor\nwait 1min\nrefund o as Awa -> refused\nrefund p as Awa -> refunded',
      );
    }));

  test('is not taken back by what stands before it in the book', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `${paid('o', 40_000)}
        wait 1min
        ${takenBack('o', 40_000)}
        wait 1min
        ${paid('p', 30_000, 'x. Ref: {o id}')}
        wait 5min
        anchor
        wait 1min`,
      );
      expect(await alertsOf(stage)).toEqual([{ amount_xaf: 40_000 }]);
      await perform(stage, 'refund o as Awa -> refused\nrefund p as Awa -> refunded');
    }));
});
