import { expect, test } from 'vitest';
import { confirmTemplates } from '../../src/engine/desk/templates/decide-template.ts';
import { addTemplates } from '../../src/engine/desk/templates/teach-template.ts';
import type { TemplateKind } from '../../src/sms/templates/template.ts';
import { by, explainAll, servicesOf } from './desk.ts';
import { perform, type Stage, scene } from './play.ts';
import { confirmWords, newWords, wordingOf } from './taught.ts';

const NAME = 'taught-wrong';
const words = (sum_xaf: number) => newWords(sum_xaf);

async function taught(stage: Stage, wording: string, kind: TemplateKind = 'CREDIT') {
  const text = stage.messages.get('m')?.sms.text ?? '';
  const [said] = await addTemplates(servicesOf(stage), [
    { template_id: NAME, operator: 'AIRTEL', kind, wording, text, ...by('Awa') },
  ]);
  return said?.kind === 'refused' ? said.problem.kind : said?.kind;
}

const WRONG: [string, string, TemplateKind?][] = [
  ['money that left', wordingOf(), 'DEBIT'],
  [
    'a credit whose sum is the balance',
    'Encaissement de {balance} par {phone}, ref {id} fin. il vous reste {amount}.',
  ],
  [
    'a credit without its balance, which a motif swallows',
    'Encaissement de {amount} par {phone}, ref {id} fin. il vous {motif}.',
  ],
];

test.each(WRONG)(
  'Words that the book knows as money that came can’t be taught as %s: the next payment in them would stop it',
  (_, wording, kind) =>
    scene(async (stage) => {
      await perform(stage, `sms m moved 4000 ${words(4000)}\nfloat -> 4000`);
      expect(await taught(stage, wording, kind)).toBe('contradicts_book');
      expect(await taught(stage, wordingOf())).toBe('added');
    }),
);

test.each(WRONG)(
  'Words that the book knows as money that came can’t be confirmed as %s once a message has shown it, whoever taught them before',
  (_, wording, kind) =>
    scene(async (stage) => {
      await perform(stage, `late m moved 4000 ${words(4000)}`);
      expect(await taught(stage, wording, kind)).toBe('added');
      await perform(stage, `deliver m\nwait 1min`);
      const [said] = await confirmTemplates(servicesOf(stage), [
        { template_id: NAME, template_version: 1, ...by('Awa') },
      ]);
      expect(said?.kind).toBe('contradicts_book');
    }),
);

test.each(WRONG.slice(0, 2))(
  'Words that the book knows as money that came can’t be taught as %s by another version of what has read them since',
  (_, wording, kind) =>
    scene(async (stage) => {
      await perform(stage, `late m moved 4000 ${words(4000)}`);
      expect(await taught(stage, wordingOf())).toBe('added');
      await confirmWords(stage, NAME);
      await perform(
        stage,
        `deliver m\nwait 1min\nsession a 5000\nsms n moved 5000 ${words(5000)}\nwait 1min\na -> SUCCESS`,
      );
      expect(await taught(stage, wording, kind)).toBe('contradicts_book');
    }),
);

test('A forged message in their words, which people have written off, keeps none from being taught', () =>
  scene(async (stage) => {
    await perform(stage, `sms m moved 4000 ${words(4000)}`);
    await explainAll(stage, ['UNREAD'], 'write_off');
    expect(await taught(stage, wordingOf(), 'DEBIT')).toBe('added');
  }));
