import type { Command } from 'commander';
import { isUuid } from '../../domain/keys.ts';
import type { Environment } from '../../domain/operator.ts';
import { listAlerts } from '../../engine/alerts.ts';
import { closeAlerts } from '../../engine/desk/book/close.ts';
import { closeAlertTold } from '../../engine/desk/book/sentences.ts';
import type { ListedAlert } from '../../store/alerts.ts';
import { answer, leaf, limitOption, table, utcMoment } from '../output.ts';
import { withServices } from '../run.ts';
import {
  addWithdraw,
  environmentOption,
  type Seen,
  type SignedOptions,
  seenOption,
  staffLeaf,
  tell,
  withStaff,
} from '../staff.ts';

export function addAlertCommands(program: Command): void {
  const alerts = program.command('alerts').description('what asks somebody to look');
  leaf(alerts, 'list', 'open alerts, the newest first')
    .option('--all', 'closed ones too')
    .option(...environmentOption)
    .option(...limitOption)
    .action(list);
  staffLeaf(alerts, 'close <alert>', 'say that somebody has looked, and what was found')
    .option(...seenOption('of a reversal: when it was last told'))
    .action(close);
  addWithdraw(alerts, 'alert');
}

async function list(options: {
  all?: boolean;
  env: Environment;
  limit: number;
  json?: boolean;
}): Promise<void> {
  const { env: environment, limit } = options;
  const query = { environment, limit, open: options.all !== true };
  const alerts = await withServices(({ services }) => listAlerts(services, query));
  const rows = alerts.map((one) => [
    one.id,
    one.kind,
    meaning(one),
    one.msisdn ?? '-',
    utcMoment(one.opened_at),
    toldOf(one),
    one.closed_at === null ? 'open' : `closed by ${one.closed_by}: ${one.note}`,
  ]);
  const heading = ['alert', 'kind', 'what', 'number', 'opened', 'told', 'state'];
  answer(
    options.json === true,
    { alerts },
    table(heading, rows, `No alert is open in ${environment}.`, limit),
  );
}

/** Of a reversal to the millisecond: whoever closes it says that moment. */
function toldOf({ kind, times, last_at }: ListedAlert): string {
  if (kind === 'reversal') return `${times === 1 ? 'once' : `${times} times`}, last ${last_at.toISOString()}`;
  return times === 1 ? 'once' : `${times} times, last ${utcMoment(last_at)}`;
}

function meaning({ kind, subject, detail, credit_state, ...paid }: ListedAlert): string {
  const seen = detail as Record<string, unknown>;
  const { matched_session_id: session, matched_transaction_id: transaction } = paid;
  const whose =
    session === null
      ? transaction === null
        ? ''
        : `, paid transaction ${transaction}`
      : `, paid session ${session}`;
  switch (kind) {
    case 'wording':
      return `operator wording may have changed: a text is close to ${subject} and not understood`;
    case 'unlisted_sender':
      return `words of a payment from ${JSON.stringify(seen.sender)}, who is not on the number's list: a lookalike, or the operator's new name`;
    case 'statement_stuck':
      return `statement ${subject} can't be gone on with: what it lists hasn't all come to the book`;
    case 'statement_unagreed':
      return `statement ${subject} brings more by now than was agreed to: it waits until it is settled again`;
    case 'settlement_stuck':
      return `the settlement of merchant ${subject} can't be drafted: what it is owed waits`;
    case 'notice_stuck':
      return 'a message of this number can’t be processed: it stays in the inbox, and may be a payment';
    case 'paid_otherwise':
      return `the operator says that transaction ${subject} was paid, and names another ${seen.differs} than was asked for: it is not believed`;
    case 'documents_full':
      return `documents of merchants that were never approved fill ${seen.used_mib} of ${seen.limit_mib} MiB (CHARI_UNDECIDED_DOCUMENTS_MIB)`;
    case 'reversal':
      if (credit_state === null)
        return `the operator has undone ${seen.operator_transaction_id}: ${seen.amount_xaf} XAF that we sent to ${seen.announced_to ?? 'somebody'} for ${seen.cause_id ?? 'our own wallet'} are back on the SIM`;
      return `the operator has undone ${seen.operator_transaction_id}: credit ${subject}, ${seen.amount_xaf} XAF, ${credit_state}${whose}`;
    case 'conflicting_notice':
      return `a second message of ${seen.operator_transaction_id} says ${seen.told_xaf} XAF, not ${seen.held_xaf}: credit ${subject}, ${credit_state}${whose}`;
  }
}

async function close(alert_id: string, options: SignedOptions & Seen): Promise<void> {
  const { seen: seen_at = null } = options;
  const [outcome] = isUuid(alert_id)
    ? await withStaff(options, ({ services, by }) => closeAlerts(services, [{ alert_id, seen_at, ...by }]))
    : [];
  tell(options.json, outcome, closeAlertTold({ alert_id }, outcome ?? { kind: 'alert_not_found' }));
}
