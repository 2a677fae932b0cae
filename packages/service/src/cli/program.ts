import { Command } from 'commander';
import { addCreditCommands } from './commands/credits.ts';
import { addDoctorCommand } from './commands/doctor.ts';
import { addKeyCommands } from './commands/keys.ts';
import { addLedgerCommands } from './commands/ledger.ts';
import { addListenCommand } from './commands/listen.ts';
import { addMerchantCommands } from './commands/merchants.ts';
import { addMigrateCommand } from './commands/migrate.ts';
import { addNoticeCommands } from './commands/notices.ts';
import { addNumberCommands } from './commands/numbers.ts';
import { addServeCommand } from './commands/serve.ts';
import { addSmsCommands } from './commands/sms.ts';
import { addTemplateCommands } from './commands/templates.ts';
import { addTriggerCommand } from './commands/trigger.ts';
import { addWebhookCommands } from './commands/webhooks.ts';

const GROUPS = [
  addServeCommand,
  addMigrateCommand,
  addDoctorCommand,
  addMerchantCommands,
  addKeyCommands,
  addListenCommand,
  addTriggerCommand,
  addNumberCommands,
  addSmsCommands,
  addNoticeCommands,
  addCreditCommands,
  addTemplateCommands,
  addLedgerCommands,
  addWebhookCommands,
];

/** The whole command line. Every command knows `--json` and works beside a running server. */
export function createProgram(): Command {
  const program = new Command('chari');
  program
    .description('Mobile Money collection for Chad: run the service and look after it.')
    .helpOption('-h, --help', 'say what a command does')
    .showHelpAfterError('(--help says how the command is used)')
    // Inherited by every command added below: errors are thrown here, and main.ts gives the exit code.
    .exitOverride();
  for (const add of GROUPS) add(program);
  return program;
}
