import type { MobileOperator } from '../../domain/msisdn/prefixes.ts';
import { parseNotice } from '../../sms/parse.ts';
import type { Reading } from '../../sms/reading.ts';
import { USUAL_SENDERS } from '../../sms/senders.ts';
import { TEMPLATES, templateKey } from '../../sms/templates/all.ts';
import type { Template } from '../../sms/templates/template.ts';
import { listTemplateReadings, type TemplateReading } from '../../store/templates/readings.ts';
import type { Services } from '../services.ts';

/** A text with what became of it; `ok` when that is what should. */
export type TemplateCheck = { about: string; text: string; read_as: string; ok: boolean };

/** What `id@version` names; null for nothing. */
export function findTemplate(name: string): Template | null {
  return TEMPLATES.find((template) => templateKey(template) === name) ?? null;
}

/** Whether a template takes each of its samples and none of the texts it must reject. Pure. */
export function checkTemplate(template: Template): TemplateCheck[] {
  const operator = operatorOf(template);
  const samples = template.samples.map(({ about, text }): TemplateCheck => {
    const reading = read(operator, text);
    return { about, text, read_as: nameOf(reading), ok: takes(template, reading) };
  });
  const rejected = 'rejects' in template ? template.rejects : [];
  return [
    ...samples,
    ...rejected.map(({ text, kind }): TemplateCheck => {
      const reading = read(operator, text);
      return { about: `must be ${kind}`, text, read_as: nameOf(reading), ok: reading.kind === kind };
    }),
  ];
}

/** How a text of the template's operator is read, and whether by this template. Pure. */
export function tryTemplate(template: Template, text: string): { reading: Reading; taken: boolean } {
  const reading = read(operatorOf(template), text);
  return { reading, taken: takes(template, reading) };
}

/** The latest live texts that it has read: what a person confirms it by. */
export function latestReadings(
  services: Services,
  { id, version }: Template,
  limit: number,
): Promise<TemplateReading[]> {
  return listTemplateReadings(services.pool, id, version, limit);
}

/** A template of any operator is tried with the first. */
function operatorOf({ operator }: Template): MobileOperator {
  return operator === 'ANY' ? 'AIRTEL' : operator;
}

function read(operator: MobileOperator, text: string): Reading {
  return parseNotice({ operator, sender: USUAL_SENDERS[operator][0] ?? '', text });
}

function takes({ id, version }: Template, reading: Reading): boolean {
  return reading.template_id === id && reading.template_version === version;
}

function nameOf({ kind, template_id, template_version: version }: Reading): string {
  return template_id === null
    ? kind
    : `${kind} by ${templateKey({ id: template_id, version: version ?? 0 })}`;
}
