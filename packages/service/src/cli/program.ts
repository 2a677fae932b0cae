import { Command, CommanderError } from 'commander';
import { isDatabaseFailure, isRetryable, wasUndone } from '../store/connect/errors.ts';
import { CommandFailure, tellPerson } from './output.ts';

type Add = (program: Command) => void;

// In the order of the help. Each is loaded only when it is asked for: most of a command's start is loading code.
const GROUPS: Readonly<Record<string, () => Promise<Add>>> = {
  serve: async () => (await import('./commands/serve.ts')).addServeCommand,
  migrate: async () => (await import('./commands/migrate.ts')).addMigrateCommand,
  doctor: async () => (await import('./commands/doctor.ts')).addDoctorCommand,
  staff: async () => (await import('./commands/staff.ts')).addStaffCommands,
  mails: async () => (await import('./commands/mails.ts')).addMailCommands,
  merchants: async () => (await import('./commands/merchants.ts')).addMerchantCommands,
  kyc: async () => (await import('./commands/kyc.ts')).addKycCommands,
  keys: async () => (await import('./commands/keys.ts')).addKeyCommands,
  links: async () => (await import('./commands/links.ts')).addLinkCommands,
  listen: async () => (await import('./commands/listen.ts')).addListenCommand,
  trigger: async () => (await import('./commands/trigger.ts')).addTriggerCommand,
  gateways: async () => (await import('./commands/gateways.ts')).addGatewayCommands,
  numbers: async () => (await import('./commands/numbers.ts')).addNumberCommands,
  feeds: async () => (await import('./commands/feeds.ts')).addFeedCommands,
  statements: async () => (await import('./commands/statements.ts')).addStatementCommands,
  custodians: async () => (await import('./commands/custodians.ts')).addCustodianCommands,
  fees: async () => (await import('./commands/fees.ts')).addFeeCommands,
  tariffs: async () => (await import('./commands/tariffs.ts')).addTariffCommands,
  sms: async () => (await import('./commands/sms.ts')).addSmsCommands,
  notices: async () => (await import('./commands/notices.ts')).addNoticeCommands,
  credits: async () => (await import('./commands/credits.ts')).addCreditCommands,
  review: async () => (await import('./commands/review.ts')).addReviewCommands,
  transactions: async () => (await import('./commands/transactions.ts')).addTransactionCommands,
  proof: async () => (await import('./commands/proof.ts')).addProofCommands,
  reports: async () => (await import('./commands/reports.ts')).addReportCommands,
  refunds: async () => (await import('./commands/refunds.ts')).addRefundCommands,
  settlements: async () => (await import('./commands/settlements.ts')).addSettlementCommands,
  suspense: async () => (await import('./commands/suspense.ts')).addSuspenseCommands,
  alerts: async () => (await import('./commands/alerts.ts')).addAlertCommands,
  templates: async () => (await import('./commands/templates.ts')).addTemplateCommands,
  retention: async () => (await import('./commands/retention.ts')).addRetentionCommand,
  ledger: async () => (await import('./commands/ledger.ts')).addLedgerCommands,
  rails: async () => (await import('./commands/rails.ts')).addRailCommands,
  webhooks: async () => (await import('./commands/webhooks.ts')).addWebhookCommands,
};

/**
 * The command line as far as these arguments need it: the group that the first names, or all of them for the help
 * and for a mistyped name. Every command knows `--json` and works beside a running server.
 */
export async function createProgram(args: readonly string[]): Promise<Command> {
  const program = new Command('chari');
  program
    .description('Mobile Money collection for Chad: run the service and look after it.')
    .helpOption('-h, --help', 'say what a command does')
    .showHelpAfterError('(--help says how the command is used)')
    // Inherited by every command added below: errors are thrown here, and main.ts gives the exit code.
    .exitOverride();
  const named = Object.entries(GROUPS).filter(([name]) => name === args[0]);
  const wanted = named.length === 0 ? Object.entries(GROUPS) : named;
  for (const add of await Promise.all(wanted.map(([, load]) => load()))) add(program);
  return program;
}

/**
 * Runs one command and says on stderr what went wrong.
 *
 * @returns the exit code: 0 done, 1 it could not be done, 2 the command line was wrong
 */
export async function runCommandLine(args: readonly string[]): Promise<number> {
  try {
    const program = await createProgram(args);
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    // Commander has written its own sentence, or the help that was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    tellPerson(sentenceOf(error));
    return error instanceof CommandFailure ? error.exit_code : 1;
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof CommandFailure || isDatabaseFailure(error)) return error.message;
  const what = error instanceof Error ? error.message : String(error);
  if (wasUndone(error)) return `Nothing was done, since others held what it needs (${what}): say it again.`;
  if (isRetryable(error))
    return `The connection was lost before the answer came (${what}), so it may be done: look whether it is before you say it again.`;
  // Unexpected, so whoever mends it needs the place; a person is not shown a stack unasked.
  const stack = process.env.LOG_LEVEL === 'debug' && error instanceof Error ? `\n${error.stack}` : '';
  return `It failed unexpectedly: ${what} (LOG_LEVEL=debug shows where).${stack}`;
}
