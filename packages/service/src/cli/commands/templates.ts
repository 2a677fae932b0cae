import { userInfo } from 'node:os';
import type { Command } from 'commander';
import { confirmTemplates } from '../../engine/templates/confirm.ts';
import { listTemplates } from '../../engine/templates/list.ts';
import { CommandFailure } from '../failure.ts';
import { leaf } from '../options.ts';
import { answer, moment, table } from '../output.ts';
import { withServices } from '../run.ts';

export function addTemplateCommands(program: Command): void {
  const templates = program.command('templates').description('how operator SMS are read');
  leaf(templates, 'list', 'every template and whether real messages have proven it').action(list);
  leaf(templates, 'confirm <template>', 'say that real messages have proven it; named id@version')
    .option('--by <name>', 'who answers for it; default your login name')
    .action(confirm);
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

async function confirm(name: string, options: { by?: string; json?: boolean }): Promise<void> {
  const [, id = '', version = ''] = /^([a-z0-9._-]{1,100})[/@]([0-9]{1,6})$/i.exec(name) ?? [];
  const confirmed_by = (options.by ?? userInfo().username).slice(0, 200);
  const command = { template_id: id, template_version: Number(version), confirmed_by };
  const [outcome] = await withServices(({ services }) => confirmTemplates(services, [command]));
  if (outcome?.kind === 'not_a_credit_template') {
    throw new CommandFailure(`${name} reads no money, so there is nothing to confirm.`);
  }
  if (outcome?.kind !== 'confirmed') {
    throw new CommandFailure(
      `There is no template ${name}: npx chari templates list shows them as id@version.`,
    );
  }
  const { confirmation, before } = outcome;
  answer(options.json === true, confirmation, [
    `${name} ${before ? 'was confirmed before' : 'is confirmed'}, by ${confirmation.confirmed_by} on ${moment(confirmation.confirmed_at)}.`,
  ]);
}

function isMoney(kind: string): boolean {
  return kind === 'CREDIT' || kind === 'CASH_IN';
}
