import { describe, expect, test } from 'vitest';
import { confirmPortals } from '../statements/play.ts';
import { bringListed, explainAll } from './desk.ts';
import { perform, type Stage, stagesOfFile, type Verb } from './play.ts';

const scene = stagesOfFile();

/** Staff send back what nobody had asked for, from the SIM that it came to. */
const SENT_BACK = `sms m credit 5000 from 66123456
  wait 1min
  refund m as Awa -> refunded`;

/** The SIM tells of it in words that no template takes. */
const UNREAD = 'moved -5000 "Envoi fait: 5000 F vers 66123456. Solde BALANCE F."';

/** `explain refund`: two people say what that was. */
const explain: Verb = async (stage, [, meaning]) =>
  String(await explainAll(stage, ['UNREAD'], meaning as Parameters<typeof explainAll>[2]));

type Back = { before: string; session?: string; from?: string; behind?: string };

/** As much comes under an id of its own, and no message tells of it; staff bring the operator's list. */
async function comesBack(
  stage: Stage,
  { before, session = SILENT, from = '66123456', behind = '' }: Back,
): Promise<void> {
  await confirmPortals(stage);
  await perform(
    stage,
    `${before}\nwait 10min\n${session}\nlate r credit 5000 from ${from}\nwait 2min\n${behind}`,
    { explain },
  );
  expect(await bringListed(stage)).toMatch(/^new/);
  await perform(stage, 'wait 1min');
}

const SILENT = 'session v 5000 by rival ttl 60';

describe('Money that a list shows to come from a phone to which as much was sent from that SIM pays nobody by itself, as the operator may have given it back', () => {
  test.each([
    ['nobody is declared by who waits for that sum', `${SENT_BACK}\nsms d debit 5000`, SILENT],
    [
      'who waits for that sum declares that phone',
      `${SENT_BACK}\nsms d debit 5000`,
      `${SILENT} payer 66123456`,
    ],
    ['the message told of its fee', `${SENT_BACK}\nsms d debit 5000 fee 50`, SILENT],
    ['the same list tells of both', `${SENT_BACK}\nlate d debit 5000`, SILENT],
    ['no template takes the words of the message', `${SENT_BACK}\nsms d ${UNREAD}`, SILENT],
    [
      'no template takes the words of the message, which told of its fee',
      `${SENT_BACK}\nsms d moved -5050 "Envoi fait: 5000 F vers 66123456. Frais: 50 F. Solde BALANCE F."`,
      SILENT,
    ],
    [
      'two people have said what the message told in words that no template takes',
      `${SENT_BACK}\nsms d ${UNREAD}\nwait 1min\nexplain refund -> 1`,
      SILENT,
    ],
    [
      'a reading found the refund gone, of which no message came',
      `${SENT_BACK}\nwait 1min\nlate d debit 5000\nwait 1min\nanchor`,
      SILENT,
    ],
    [
      'it was sent days ago, and nobody had announced it',
      'sms m credit 9000 from 66000001\nwait 1min\nsms d debit 5000\nwait 50h',
      SILENT,
    ],
  ])('where %s', (_where, before, session) =>
    scene(async (stage) => {
      await comesBack(stage, { before, session });
      await perform(stage, 'v -> UNDER_REVIEW unproven');
    }),
  );

  test('where nobody waits for it: it stands in suspense', () =>
    scene(async (stage) => {
      await comesBack(stage, {
        before: `${SENT_BACK}\nsms d debit 5000`,
        session: 'session v 7000 by rival ttl 60',
      });
      const [credit] = await stage.world.service.rows<{ state: string; rule: string; reason: string }>(
        `select c.state, d.rule, d.reason from credits c join decisions d on d.credit_id = c.id where c.operator_transaction_id = $1`,
        [stage.messages.get('r')?.sms.id],
      );
      expect(credit).toMatchObject({
        state: 'SUSPENSE',
        rule: 'unproven',
        reason: expect.stringContaining('may_be_given_back'),
      });
      await perform(stage, 'v -> AWAITING_PAYMENT');
    }));
});

describe('A payment that only the list tells of settles at once', () => {
  test.each<[string, Back]>([
    [
      'from another phone than the refund went to',
      { before: `${SENT_BACK}\nsms d debit 5000`, from: '66123457' },
    ],
    ['of another sum than was sent to that phone', { before: `${SENT_BACK}\nsms d debit 4000` }],
    ['from a phone to which it goes back a minute later', { before: '', behind: 'late d debit 5000' }],
    [
      'from a phone that words print by which as much left, where two people have said that nobody had sent it',
      { before: `${SENT_BACK}\nsms d ${UNREAD}\nwait 1min\nexplain fee -> 1` },
    ],
    [
      'from a phone to which as much was sent more than a week ago',
      { before: `${SENT_BACK}\nsms d debit 5000\nwait 170h` },
    ],
  ])('%s', (_which, back) =>
    scene(async (stage) => {
      await comesBack(stage, back);
      await perform(stage, 'v -> SUCCESS');
    }),
  );

  test('and so does one from a phone to which as much was sent, where its own message tells of it', () =>
    scene((stage) =>
      perform(
        stage,
        `${SENT_BACK}
        sms d debit 5000
        wait 10min
        session v 5000 payer 66123456
        sms r credit 5000 from 66123456
        v -> SUCCESS`,
      ),
    ));
});
