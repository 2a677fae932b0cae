import { expect } from 'vitest';
import { assignRead } from '../../src/engine/desk/payments/assign-read.ts';
import { confirmTemplates } from '../../src/engine/desk/templates/decide-template.ts';
import { addTemplates } from '../../src/engine/desk/templates/teach-template.ts';
import { by, servicesOf } from './desk.ts';
import type { Stage } from './play.ts';

/** Words of the operator that no template takes yet, for a table. */
export const newWords = (
  sum_xaf: number,
  { payer = '66123456', id = 'ID', word = 'Encaissement' } = {},
): string => `"${word} de ${sum_xaf} FCFA par ${payer}, ref ${id} fin. il vous reste BALANCE FCFA."`;

/** One person on the staff teaches them by the message `m`, and so many confirm them. */
export async function teach(
  stage: Stage,
  {
    confirmed_by = ['Awa', 'Brahim'],
    word = 'Encaissement',
  }: { confirmed_by?: string[]; word?: string } = {},
): Promise<void> {
  const text = stage.messages.get('m')?.sms.text ?? '';
  const template_id = `taught-${word.toLowerCase()}`;
  const wording = `${word} de {amount} par {phone}, ref {id} fin. il vous reste {balance}.`;
  const draft = { template_id, operator: 'AIRTEL' as const, kind: 'CREDIT' as const, text, wording };
  const [said] = await addTemplates(servicesOf(stage), [{ ...draft, ...by('Awa') }]);
  expect(said?.kind).toBe('added');
  await confirmTemplates(
    servicesOf(stage),
    confirmed_by.map((actor) => ({ template_id, template_version: 1, ...by(actor) })),
  );
  stage.world.service.clock.pass(5);
}

/** A person has money in suspense read again; what became of each payment that is read by now. */
export async function readAgain(stage: Stage, actor = 'Awa'): Promise<string[]> {
  const read = await assignRead(servicesOf(stage), by(actor));
  return read.map((one) => `${one.amount_xaf} ${one.to?.what ?? 'nobody'} ${one.outcome.kind}`);
}
