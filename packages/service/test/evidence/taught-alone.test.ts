import { expect, test } from 'vitest';
import { revokeTemplates } from '../../src/engine/desk/templates/decide-template.ts';
import type { TemplateKind } from '../../src/sms/templates/template.ts';
import { by, creditsOf, servicesOf } from './desk.ts';
import { perform, type Stage, scene } from './play.ts';
import { confirmWords, newWords, teachWords, wordingOf } from './taught.ts';

const NEW_WORDS = newWords(5000);
/** What such words are shows only once they are taught: 5,000 francs that came, in suspense. */
const BEGINNING = `late m moved 5000 ${NEW_WORDS}`;
const THEN = 'deliver m\nwait 1min';
const template_id = 'taught-alone';

const RIGHT = wordingOf();
/** The balance for the sum, and the fee for it. */
const WRONG = [
  'Encaissement de {balance} par {phone}, ref {id} fin. il vous reste {amount}.',
  'Encaissement de {fee} par {phone}, ref {id} fin. il vous reste {amount}.',
];

/** One person on the staff teaches them, as something that they are not. */
const teachAlone = (stage: Stage, kind: TemplateKind, wording = RIGHT) =>
  teachWords(stage, { template_id, kind, wording });
const confirm = (stage: Stage, ...people: string[]) => confirmWords(stage, template_id, people);

const moneyOf = async (stage: Stage) =>
  (await creditsOf(stage)).map(({ amount_xaf, state }) => `${amount_xaf} ${state}`);

const PAID = `${THEN}
  session a 5000
  sms n moved 5000 ${NEW_WORDS}
  wait 1h`;

test.each<TemplateKind>(['AIRTIME', 'DEBIT', 'FEE', 'BALANCE', 'PROMO', 'OTP'])(
  'What one person teaches as %s takes no customer’s money out of suspense, nor is its session called expired, nor does the next payer wait',
  (kind) =>
    scene(async (stage) => {
      await perform(stage, BEGINNING);
      await teachAlone(stage, kind);
      expect(await confirm(stage, 'Awa', 'Awa')).toEqual(['proposed', 'same_person']);
      await perform(stage, PAID);
      expect(await moneyOf(stage)).toEqual(['5000 SUSPENSE', '5000 SUSPENSE']);
      await perform(stage, 'a -> AWAITING_PAYMENT\nsession h 3000\npaid h\nwait 1min\nh -> SUCCESS');
    }),
);

test.each(
  WRONG.flatMap((wording): [TemplateKind, string][] => [
    ['CREDIT', wording],
    ['CASH_IN', wording],
  ]),
)('What one person teaches as %s with its sums in the wrong slots hides no payment: %s', (kind, wording) =>
  scene(async (stage) => {
    await perform(stage, BEGINNING);
    await teachAlone(stage, kind, wording);
    await perform(stage, PAID);
    expect(await moneyOf(stage)).toEqual(['5000 SUSPENSE', '5000 SUSPENSE']);
    await perform(stage, 'a -> AWAITING_PAYMENT\nsession h 3000\npaid h\nwait 1min\nh -> SUCCESS');
  }),
);

test.each<[TemplateKind, string]>([
  ['AIRTIME', RIGHT],
  ['CREDIT', WRONG[0] ?? ''],
])(
  'One person who teaches another version of confirmed words, as %s, takes them from nobody',
  (kind, wording) =>
    scene(async (stage) => {
      await perform(stage, BEGINNING);
      await teachAlone(stage, 'CREDIT');
      expect(await confirm(stage, 'Awa', 'Brahim')).toEqual(['proposed', 'confirmed']);
      await teachAlone(stage, kind, wording);
      await perform(stage, `${THEN}\nsession a 5000\nsms n moved 5000 ${NEW_WORDS}\nwait 1min\na -> SUCCESS`);
    }),
);

test('Two people who confirm words that say of money that it was no customer’s are believed, until one takes it back', () =>
  scene(async (stage) => {
    await perform(stage, `${BEGINNING}\n${THEN}`);
    await teachAlone(stage, 'AIRTIME');
    expect(await confirm(stage, 'Awa', 'Brahim')).toEqual(['proposed', 'confirmed']);
    await perform(stage, `sms n moved 5000 ${NEW_WORDS}\nwait 1min`);
    expect(await moneyOf(stage)).toEqual(['5000 SUSPENSE']);
    const [said] = await revokeTemplates(servicesOf(stage), [
      { template_id, template_version: 1, ...by('Chantal') },
    ]);
    expect(said?.kind).toBe('revoked');
    stage.world.service.clock.pass(5);
    // What was called airtime of a phone has moved no book: what goes on from it waits, and the SIM is to be read.
    await perform(stage, `sms o moved 5000 ${NEW_WORDS}\nwait 1min\nincidents -> claim`);
    expect(await moneyOf(stage)).toEqual(['5000 SUSPENSE']);
  }));
