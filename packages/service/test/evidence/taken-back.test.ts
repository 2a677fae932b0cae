import { describe, expect, test } from 'vitest';
import { closeAlerts } from '../../src/engine/desk/book/close.ts';
import { callCapital } from '../../src/engine/desk/payments/capital-credit.ts';
import { refundCredits } from '../../src/engine/desk/payments/refund-credit.ts';
import { voidCreditTold } from '../../src/engine/desk/payments/sentences.ts';
import { type VoidOutcome, voidCredits } from '../../src/engine/desk/payments/void-credit.ts';
import { sendRefunds } from '../../src/engine/desk/refunds/send-refund.ts';
import { correctTransfers } from '../../src/engine/desk/transfers/correct-transfer.ts';
import { asked, made } from '../refunds/world.ts';
import { confirmPortals } from '../statements/play.ts';
import { bringListed, by, creditsOf, explainAll, numberOf, servicesOf, sessionOf } from './desk.ts';
import { firstSim, guessed, lines, perform, type Stage, stagesOfFile } from './play.ts';

const scene = stagesOfFile();

/** Who is asked for 5,000 pays 8,000, and people confirm it: 3,000 are left over. */
const CONFIRMED = `confirm a -> confirmed
  a -> SUCCESS`;
const PAID = `wait 5min
  session a 5000 payer 66000001
  sms m credit 8000 from 66000001
  wait 1min
  a -> UNDER_REVIEW amount_mismatch`;

const creditOf = async (stage: Stage): Promise<string> => (await creditsOf(stage))[0]?.id ?? '';

/** What comes of sending back what waits of the only credit of a SIM. */
async function sentBack(stage: Stage): Promise<string | undefined> {
  const [said] = await refundCredits(servicesOf(stage), [{ credit_id: await creditOf(stage), ...by('Awa') }]);
  return said?.kind;
}

/** Somebody closes the alert of what was taken back. */
async function lookedInto(stage: Stage): Promise<void> {
  const open = await stage.world.service.rows<{ id: string }>(
    `select a.id from staff_alerts a join credits c on c.id = a.credit_id
    where a.kind = 'reversal' and a.closed_at is null and c.collection_number_id = $1`,
    [firstSim(stage)],
  );
  const said = await closeAlerts(
    servicesOf(stage),
    open.map(({ id: alert_id }) => ({ alert_id, ...by('Awa') })),
  );
  expect(said.map(({ kind }) => kind)).toEqual(['closed']);
}

describe('What was left over of a payment goes to nobody', () => {
  test('where the operator has taken the payment back', () =>
    scene(async (stage) => {
      await perform(stage, `${PAID}\n${CONFIRMED}\nsms r reversal m 8000\nwait 1min`);
      expect(await sentBack(stage)).toBe('credit_reversed');
    }));

  test('where words that nobody knows may say so', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `${PAID}\n${CONFIRMED}\nsms r moved -8000 "Transaction {m id} annulee. Montant: 8000 FCFA. Solde: BALANCE FCFA."`,
      );
      expect(await sentBack(stage)).toBe('credit_doubted');
    }));

  // Who tries balances asks for a small sum, and for the rest of what his right guess brought.
  test('where somebody has tried the balance of its SIM, until that is read', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `${PAID}\n${lines(5, (n) => `sms g${n} forged 5000 balance ${guessed(n) + 5000}`)}\nwait 1min\n${CONFIRMED}`,
      );
      expect(await sentBack(stage)).toBe('credit_not_vouched');
      await perform(stage, 'anchor\nwait 1min');
      expect(await sentBack(stage)).toBe('refunded');
    }));
});

describe('What was left over of a payment goes back to its payer, also where as much of it left for its merchant’s refund', () => {
  const PAID_TWICE = `wait 5min
    session a 5000 payer 66000001
    sms m credit 10000 from 66000001
    wait 1min
    confirm a -> confirmed
    a -> SUCCESS`;

  /** The merchant gives its 5,000 back, and Awa says that she sends it from the SIM. */
  async function giveBack(stage: Stage): Promise<void> {
    const { id, merchant } = sessionOf(stage, 'a');
    const services = servicesOf(stage);
    const paid = { id, merchant_id: merchant.id, environment: 'live' } as const;
    const { id: refund_id } = await made(services, asked(paid, 5000));
    const [said] = await sendRefunds(services, [
      { refund_id, does: 'send', number: numberOf(stage), ...by('Awa') },
    ]);
    expect(said?.kind).toBe('sending');
  }

  test.each([
    [
      'by words that nobody knows',
      'moved -5000 "Envoi fait: 5000 F vers 66000001, ref {m id}. Solde BALANCE F."',
    ],
    ['by the operator’s own reversal', 'reversal m 5000'],
  ])('%s, once two people have said so', (_how, words) =>
    scene(async (stage) => {
      await perform(stage, PAID_TWICE);
      await giveBack(stage);
      await perform(stage, `wait 1min\nsms d ${words}\nwait 1min\nrefund m -> refused`);
      expect(await explainAll(stage, ['UNREAD', 'REVERSAL'], 'refund')).toBe(1);
      const command = { credit_id: await creditOf(stage), ...by('Awa') };
      const voided = async () => (await voidCredits(servicesOf(stage), [command]))[0] as VoidOutcome;
      if (words.startsWith('reversal')) {
        const said = await voided();
        expect(said).toEqual({ kind: 'left_for_merchant' });
        expect(voidCreditTold(command, said).sentences.join(' ')).toContain('close its alert');
        await lookedInto(stage);
      }
      expect(await voided()).toEqual({ kind: 'not_reversed' });
      expect(await sentBack(stage)).toBe('refunded');
    }),
  );
});

describe('Money that the operator has taken back', () => {
  test('makes no transaction SUCCESS that people name for it', () =>
    scene((stage) =>
      perform(
        stage,
        `transaction t 5000 payer 66777001
        sms m credit 8000 from 66777009
        sms r reversal m 8000
        wait 1min
        assign m to t as Awa -> refused
        t -> PENDING`,
      ),
    ));

  test('is not called our own, however many people say so', () =>
    scene(async (stage) => {
      await perform(stage, 'sms m credit 5000\nsms r reversal m 5000\nwait 1min');
      const credit_id = await creditOf(stage);
      const said = await Promise.all([
        callCapital(servicesOf(stage), [{ credit_id, ...by('Awa') }]),
        callCapital(servicesOf(stage), [{ credit_id, ...by('Brahim') }]),
      ]);
      expect(said.flat().map(({ kind }) => kind)).toEqual(['credit_reversed', 'credit_reversed']);
      expect(await creditsOf(stage)).toMatchObject([{ state: 'SUSPENSE' }]);
    }));
});

describe('A payment that the operator takes back', () => {
  const part = (id: string, sum_xaf: number) =>
    `sms ${id} moved ${sum_xaf} "Ref: ID. La transaction {in id} de ${Math.abs(sum_xaf)} FCFA a ete annulee. Solde: BALANCE FCFA."`;

  test('in part goes back to its payer, and not before two people have said what that was and somebody has looked into it', () =>
    scene(async (stage) => {
      await perform(
        stage,
        'sms in credit 50000\nsms back reversal in 30000\nwait 1min\nrefund in -> refused',
      );
      await explainAll(stage, ['REVERSAL'], 'write_off');
      await perform(stage, 'refund in -> refused');
      await lookedInto(stage);
      await perform(stage, 'refund in -> refunded');
    }));

  test('in part stays held where its alert is closed first', () =>
    scene(async (stage) => {
      await perform(stage, 'sms in credit 50000\nsms back reversal in 30000\nwait 1min');
      await lookedInto(stage);
      await perform(stage, 'refund in -> refused');
      await explainAll(stage, ['REVERSAL'], 'write_off');
      await perform(stage, 'refund in -> refunded');
    }));

  const voidIn = async (stage: Stage) =>
    (await voidCredits(servicesOf(stage), [{ credit_id: await creditOf(stage), ...by('Awa') }]))[0];

  test('in two parts is voided by both, and goes back to nobody', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `sms in credit 50000\n${part('one', -30_000)}\n${part('two', -20_000)}\nwait 1min`,
      );
      await lookedInto(stage);
      await perform(stage, 'refund in -> refused');
      expect(await voidIn(stage)).toEqual({ kind: 'voided', amount_xaf: 50_000 });
      expect(await explainAll(stage, ['REVERSAL'], 'write_off')).toBe(0);
    }));

  test('in two parts, of which people have said what one was, is voided once they have said it of the other', () =>
    scene(async (stage) => {
      await perform(stage, `sms in credit 50000\n${part('one', -30_000)}\nwait 1min`);
      await explainAll(stage, ['REVERSAL'], 'write_off');
      await perform(stage, `${part('two', -20_000)}\nwait 1min`);
      expect(await voidIn(stage)).toEqual({ kind: 'reversal_unexplained' });
      await explainAll(stage, ['REVERSAL'], 'write_off');
      await lookedInto(stage);
      await perform(stage, 'refund in -> refused');
      expect(await voidIn(stage)).toEqual({ kind: 'voided', amount_xaf: 50_000 });
    }));

  /** Where the books have put what was voided. */
  const voidedTo = async (stage: Stage) =>
    stage.world.service.rows<{ kind: string }>(
      `select a.kind from ledger_transfers t join ledger_accounts a on a.id = t.credit_account_id
      where t.cause = 'CREDIT_REVERSED' and t.cause_id = $1`,
      [await creditOf(stage)],
    );

  /** Two people say of the only open reversal what it was. */
  const saidOf = async (stage: Stage, line: string, meaning: 'fee' | 'write_off'): Promise<void> => {
    await perform(stage, `${line}\nwait 1min`);
    expect(await explainAll(stage, ['REVERSAL'], meaning)).toBe(1);
  };

  test('in two parts, of which people have called one something else than the other, is voided by neither until one is corrected', () =>
    scene(async (stage) => {
      await perform(stage, 'sms in credit 50000');
      await saidOf(stage, part('one', -30_000), 'write_off');
      await saidOf(stage, part('two', -20_000), 'fee');
      await lookedInto(stage);
      const refused = await voidIn(stage);
      expect(refused).toMatchObject({ kind: 'reversals_differ' });
      const [, id = ''] = refused?.kind === 'reversals_differ' ? refused.step_ids : [];
      for (const actor of ['Awa', 'Brahim'])
        await correctTransfers(servicesOf(stage), [
          { what: 'step', id, to: { kind: 'write_off' }, ...by(actor) },
        ]);
      expect(await voidIn(stage)).toEqual({ kind: 'voided', amount_xaf: 50_000 });
      expect(await voidedTo(stage)).toEqual([{ kind: 'WRITE_OFF' }]);
    }));

  // Whoever knows the balance of the SIM has told of a franc first, and people have called that something else.
  test('whole is voided by what people have called the movement of its very sum, whatever else was told of', () =>
    scene(async (stage) => {
      await perform(stage, 'sms in credit 50000');
      await saidOf(stage, part('f', -1), 'fee');
      await saidOf(stage, 'sms back reversal in 50000', 'write_off');
      expect(await voidIn(stage)).toEqual({ kind: 'voided', amount_xaf: 50_000 });
      expect(await voidedTo(stage)).toEqual([{ kind: 'WRITE_OFF' }]);
    }));

  // Whoever knows the balance of the SIM tells of a franc more.
  test('whole is voided also where a franc more is told of', () =>
    scene(async (stage) => {
      await perform(stage, `sms in credit 50000\n${part('f', -1)}\nsms back reversal in 50000\nwait 1min`);
      expect(await voidIn(stage)).toEqual({ kind: 'voided', amount_xaf: 50_000 });
      expect(await explainAll(stage, ['REVERSAL'], 'write_off')).toBe(1);
    }));

  test('is not taken back by a message that brings money', () =>
    scene(async (stage) => {
      await perform(stage, `sms in credit 50000\n${part('up', 100)}\nwait 1min\nrefund in -> refused`);
      expect(await voidIn(stage)).toEqual({ kind: 'reversed_elsewhere' });
      await lookedInto(stage);
      await perform(stage, 'refund in -> refunded');
    }));
});

/** The operator takes a payment, or a part of it, back in words that nobody knows. */
const takenBack = (name: string, sum_xaf: number): string =>
  `sms r moved -${sum_xaf} "Transaction {${name} id} annulee. Montant: ${sum_xaf} FCFA. Solde: BALANCE FCFA."`;

describe('A payment that words which nobody knows may have taken back before it settles pays no session by itself', () => {
  test('where both messages have their places at once', () =>
    scene((stage) =>
      perform(
        stage,
        `session a 5000
        late p credit 5000
        ${takenBack('p', 5000)}
        wait 1min
        deliver p
        wait 1min
        a -> UNDER_REVIEW unproven
        confirm a -> credit_doubted
        float -> 0`,
      ),
    ));

  // Less has left than it brought, so the reading alone would let it settle.
  test('where it waits for a reading meanwhile, until two people say what that was', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `session big 250000
        session small 5000
        paid big
        paid small
        ${takenBack("big's", 100_000)}
        anchor
        wait 1min
        small -> SUCCESS
        big -> UNDER_REVIEW unproven
        confirm big as Awa -> credit_doubted
        float -> 155000`,
      );
      expect(await explainAll(stage, ['UNREAD'], 'fee')).toBe(1);
      await perform(
        stage,
        'confirm big as Awa -> proposed\nconfirm big as Brahim -> confirmed\nbig -> SUCCESS',
      );
    }));

  // The list has no column of what a row undoes, and its row vouches for the payment.
  test('where a list that has it comes before a reading', () =>
    scene(async (stage) => {
      await confirmPortals(stage);
      await perform(
        stage,
        `session big 250000
        session small 5000
        paid big
        paid small
        ${takenBack("big's", 250_000)}
        wait 5min`,
      );
      await bringListed(stage);
      await perform(stage, 'wait 1min\nbig -> UNDER_REVIEW unproven\nconfirm big as Awa -> credit_doubted');
    }));

  // Somebody has met the balance, and knows the id. Nothing is taken back before it has come.
  test('but not where those stand in the book before it', () =>
    scene((stage) =>
      perform(
        stage,
        `session a 5000
        late p credit 5000
        sms f told "Transaction {p id} annulee. Montant: 100 FCFA. Solde: 62310 FCFA."
        wait 1min
        deliver p
        wait 5min
        anchor
        wait 1min
        a -> SUCCESS`,
      ),
    ));
});
