import type { Operator } from '../../domain/operator.ts';
import { readSms } from '../../sms/read.ts';
import type { SmsReading } from '../../sms/reading.ts';
import { USUAL_SENDERS } from '../../sms/senders.ts';
import { TEMPLATES } from '../../sms/templates/all.ts';
import { readsLive, type Template, templateKey } from '../../sms/templates/template.ts';
import { listTemplateReadings, listUnreadTexts, type TemplateReading } from '../../store/templates.ts';
import type { Services } from '../services.ts';
import { UNREAD_MAX } from './draft.ts';

/** A text with what became of it; `ok` when that is what should. */
export type TemplateCheck = { about: string; text: string; read_as: string; ok: boolean };

/** What `id@version` names among these; null for nothing. */
export function findTemplate(templates: readonly Template[], name: string): Template | null {
  return templates.find((template) => templateKey(template) === name) ?? null;
}

/** Whether a template takes each of its samples and none of the texts it must reject. Pure. */
export function checkTemplate(template: Template): TemplateCheck[] {
  const samples = template.samples.map(({ about, text }): TemplateCheck => {
    const reading = read(template, text);
    return { about, text, read_as: nameOf(reading), ok: isTakenBy(template, reading) };
  });
  return [
    ...samples,
    ...template.rejects.map(({ text, kind }): TemplateCheck => {
      const reading = read(template, text);
      return { about: `must be ${kind}`, text, read_as: nameOf(reading), ok: kindOf(reading) === kind };
    }),
  ];
}

/** How a text of the template's operator is read, and whether by this template. Pure. */
export function tryTemplate(template: Template, text: string): { reading: SmsReading; taken: boolean } {
  const reading = read(template, text);
  return { reading, taken: isTakenBy(template, reading) };
}

/**
 * The latest live texts that it has read, or, where it reads nothing live before it is confirmed, that it would read of those
 * which nobody understands: what a person confirms it by.
 */
export async function latestReadings(
  services: Services,
  template: Template,
  limit: number,
): Promise<TemplateReading[]> {
  if (readsLive(template))
    return listTemplateReadings(services.pool, {
      template_id: template.id,
      version: template.version,
      limit,
    });
  const unread = await listUnreadTexts(services.pool, { limit: UNREAD_MAX });
  const read = unread
    .filter(({ operator }) => operator === template.operator)
    .flatMap(({ notice_id, received_at, body, msisdn }): TemplateReading[] => {
      const { reading, taken } = tryTemplate(template, body);
      const [first] = reading.readings;
      if (!taken || first === undefined) return [];
      const { amount_xaf, doubts } = first;
      const told = { ...(amount_xaf !== undefined && { amount_xaf }), doubts: [...doubts] };
      return [{ notice_id, received_at, body, msisdn, reading: told }];
    });
  return read.slice(0, limit);
}

/** A template of any operator is tried with the first. */
function operatorOf({ operator }: Template): Operator {
  return operator === 'ANY' ? 'AIRTEL' : operator;
}

/** By the template and all that ship. */
function read(template: Template, text: string): SmsReading {
  const operator = operatorOf(template);
  const templates = TEMPLATES.some(({ id }) => id === template.id) ? TEMPLATES : [...TEMPLATES, template];
  return readSms({ operator, sender: USUAL_SENDERS[operator][0] ?? '', text, templates });
}

function isTakenBy({ id, version }: Template, { readings: [first] }: SmsReading): boolean {
  return first?.template_id === id && first.template_version === version;
}

const kindOf = ({ readings: [first] }: SmsReading): string => first?.kind ?? 'UNKNOWN';

function nameOf(reading: SmsReading): string {
  const [first] = reading.readings;
  if (first === undefined || first.template_id === null) return kindOf(reading);
  return `${first.kind} by ${templateKey({ id: first.template_id, version: first.template_version ?? 0 })}`;
}
