import { Command } from 'commander';
import { addAlertCommands } from './commands/alerts.ts';
import { addCreditCommands } from './commands/credits.ts';
import { addDoctorCommand } from './commands/doctor.ts';
import { addFeedCommands } from './commands/feeds.ts';
import { addGatewayCommands } from './commands/gateways.ts';
import { addKeyCommands } from './commands/keys.ts';
import { addLedgerCommands } from './commands/ledger.ts';
import { addListenCommand } from './commands/listen.ts';
import { addMerchantCommands } from './commands/merchants.ts';
import { addMigrateCommand } from './commands/migrate.ts';
import { addNoticeCommands } from './commands/notices.ts';
import { addNumberCommands } from './commands/numbers.ts';
import { addRailCommands } from './commands/rails.ts';
import { addReviewCommands } from './commands/review.ts';
import { addServeCommand } from './commands/serve.ts';
import { addSmsCommands } from './commands/sms.ts';
import { addSuspenseCommands } from './commands/suspense.ts';
import { addTemplateCommands } from './commands/templates.ts';
import { addTransactionCommands } from './commands/transactions.ts';
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
  addGatewayCommands,
  addNumberCommands,
  addFeedCommands,
  addSmsCommands,
  addNoticeCommands,
  addCreditCommands,
  addReviewCommands,
  addTransactionCommands,
  addSuspenseCommands,
  addAlertCommands,
  addTemplateCommands,
  addLedgerCommands,
  addRailCommands,
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
