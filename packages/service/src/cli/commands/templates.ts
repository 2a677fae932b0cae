import type { Command } from 'commander';
import { confirmTemplates } from '../../engine/templates/confirm.ts';
import { listTemplates } from '../../engine/templates/list.ts';
import { checkTemplate, findTemplate, latestReadings, tryTemplate } from '../../engine/templates/test.ts';
import { describeReading } from '../../sms/describe.ts';
import { CommandFailure } from '../failure.ts';
import { leaf, wholeNumber } from '../options.ts';
import { answer, moment, table } from '../output.ts';
import { withServices } from '../run.ts';
import { type Signed, staffLeaf } from '../staff.ts';

type TestOptions = { recent?: number; json?: boolean };

export function addTemplateCommands(program: Command): void {
  const templates = program.command('templates').description('how operator SMS are read');
  leaf(templates, 'list', 'every template and whether real messages have proven it').action(list);
  leaf(templates, 'test <template> [text]', 'try a template, named id@version, on its samples and on a text')
    .option(
      '--recent <count>',
      'show the latest live texts that it has read (needs the database)',
      wholeNumber(1, 100),
    )
    .action(test);
  staffLeaf(
    templates,
    'confirm <template>',
    'say that real messages have proven it; named id@version',
  ).action(confirm);
}

async function list(options: { json?: boolean }): Promise<void> {
  const templates = await withServices(({ services }) => listTemplates(services));
  const rows = templates.map((t) => [
    `${t.template_id}@${t.template_version}`,
    t.kind,
    t.operator,
    isMoney(t.kind) ? (t.confirmed_at === null ? 'unconfirmed' : 'confirmed') : 'needs no confirmation',
    moment(t.confirmed_at),
    t.confirmed_by ?? '-',
  ]);
  const heading = ['template', 'kind', 'operator', 'state', 'since', 'by'];
  answer(options.json === true, { templates }, table(heading, rows, 'There is no template.'));
}

async function test(name: string, text: string | undefined, options: TestOptions): Promise<void> {
  const template = findTemplate(name);
  if (template === null) throw unknownTemplate(name);
  const checks = checkTemplate(template);
  const tried = text === undefined ? null : tryTemplate(template, text);
  const { recent } = options;
  const readings =
    recent === undefined
      ? []
      : await withServices(({ services }) => latestReadings(services, template, recent));
  const lines = [
    ...checks.map(({ ok, about, read_as }) => `${ok ? 'ok    ' : 'WRONG '}${about}: ${read_as}`),
    ...(tried === null
      ? []
      : [`${tried.taken ? 'taken' : 'not taken'} by ${name}:`, ...describeReading(tried.reading)]),
    ...readings.map(
      ({ received_at, msisdn, body, reading }) =>
        `${moment(received_at)} ${msisdn} ${reading.amount_xaf ?? '-'} XAF, doubts ${reading.doubts?.join(', ') || 'none'}: ${body}`,
    ),
    ...(recent !== undefined && readings.length === 0 ? ['It has read no live text lately.'] : []),
  ];
  answer(options.json === true, { template: name, checks, tried, readings }, lines);
  if (checks.some(({ ok }) => !ok) || tried?.taken === false) process.exitCode = 1;
}

async function confirm(name: string, options: Signed): Promise<void> {
  const template = findTemplate(name.replace('/', '@'));
  if (template === null) throw unknownTemplate(name);
  const { as: confirmed_by, note } = options;
  const command = { template_id: template.id, template_version: template.version, confirmed_by, note };
  const [outcome] = await withServices(({ services }) => confirmTemplates(services, [command]));
  if (outcome?.kind === 'not_a_credit_template') {
    throw new CommandFailure(`${name} reads no money, so there is nothing to confirm.`);
  }
  if (outcome?.kind !== 'confirmed') throw unknownTemplate(name);
  const { confirmation, before } = outcome;
  answer(options.json === true, confirmation, [
    `${name} ${before ? 'was confirmed before' : 'is confirmed'}, by ${confirmation.confirmed_by} on ${moment(confirmation.confirmed_at)}.`,
  ]);
}

function unknownTemplate(name: string): CommandFailure {
  return new CommandFailure(
    `There is no template ${name}: npx chari templates list shows them as id@version.`,
  );
}

function isMoney(kind: string): boolean {
  return kind === 'CREDIT' || kind === 'CASH_IN';
}
