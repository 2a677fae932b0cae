import { expect } from 'vitest';
import { assignRead } from '../../src/engine/desk/payments/assign-read.ts';
import { confirmTemplates } from '../../src/engine/desk/templates/decide-template.ts';
import { addTemplates } from '../../src/engine/desk/templates/teach-template.ts';
import type { TemplateKind } from '../../src/sms/templates/template.ts';
import { by, servicesOf } from './desk.ts';
import type { Stage } from './play.ts';
import type { Operator } from './sim.ts';

/** Words of the operator that no template takes yet, for a table. */
export const newWords = (
  sum_xaf: number,
  { payer = '66123456', id = 'ID', word = 'Encaissement' } = {},
): string => `"${word} de ${sum_xaf} FCFA par ${payer}, ref ${id} fin. il vous reste BALANCE FCFA."`;

/** The wording that takes them. */
export const wordingOf = (word = 'Encaissement'): string =>
  `${word} de {amount} par {phone}, ref {id} fin. il vous reste {balance}.`;

type Taught = { template_id: string; wording: string; kind?: TemplateKind; of?: string; operator?: Operator };

/** One person on the staff teaches the words of the message `m`, or of another one, as somebody's payment or as what else is said. */
export async function teachWords(
  stage: Stage,
  { kind = 'CREDIT', of = 'm', operator = 'AIRTEL', ...taught }: Taught,
): Promise<void> {
  const text = stage.messages.get(of)?.sms.text ?? '';
  const draft = { ...taught, kind, text, operator };
  const [said] = await addTemplates(servicesOf(stage), [{ ...draft, ...by('Awa') }]);
  expect(said?.kind).toBe('added');
  stage.world.service.clock.pass(5);
}

/** What comes of it when these people confirm the first version, one after the other. */
export async function confirmWords(
  stage: Stage,
  template_id: string,
  people: readonly string[] = ['Awa', 'Brahim'],
): Promise<string[]> {
  const said = await confirmTemplates(
    servicesOf(stage),
    people.map((actor) => ({ template_id, template_version: 1, ...by(actor) })),
  );
  stage.world.service.clock.pass(5);
  return said.map(({ kind }) => kind);
}

/** One person teaches `newWords` as they are, and so many confirm them. */
export async function teach(
  stage: Stage,
  { confirmed_by, word = 'Encaissement' }: { confirmed_by?: string[]; word?: string } = {},
): Promise<void> {
  const template_id = `taught-${word.toLowerCase()}`;
  await teachWords(stage, { template_id, wording: wordingOf(word) });
  await confirmWords(stage, template_id, confirmed_by);
}

/** A person has money in suspense read again; what became of each payment that is read by now. */
export async function readSuspenseAgain(stage: Stage, actor = 'Awa'): Promise<string[]> {
  const read = await assignRead(servicesOf(stage), by(actor));
  return read.map((one) => `${one.amount_xaf} ${one.to?.what ?? 'nobody'} ${one.outcome.kind}`);
}
