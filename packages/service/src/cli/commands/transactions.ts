import type { Command } from 'commander';
import { isUuid } from '../../domain/keys.ts';
import { formatXaf } from '../../domain/money.ts';
import type { Environment } from '../../domain/operator.ts';
import { confirmLateTransactions } from '../../engine/desk/payments/confirm-late.ts';
import { confirmLateTold } from '../../engine/desk/payments/sentences.ts';
import { listLateTransactions } from '../../engine/desk/waiting.ts';
import { answer, leaf, limitOption, table, utcMoment } from '../output.ts';
import { withServices } from '../run.ts';
import { addWithdraw, environmentOption, type SignedOptions, staffLeaf, tell, withStaff } from '../staff.ts';

export function addTransactionCommands(program: Command): void {
  const transactions = program
    .command('transactions')
    .description('payments that only a person can give to their transaction');
  leaf(transactions, 'late', 'what waits, the oldest first')
    .option(...environmentOption)
    .option(...limitOption)
    .action(late);
  staffLeaf(
    transactions,
    'confirm <transaction>',
    'it was paid, late or in a way the engine doubts: SUCCESS',
  ).action(confirm);
  addWithdraw(transactions, 'transaction');
}

async function late(options: { env: Environment; limit: number; json?: boolean }): Promise<void> {
  const { env: environment, limit } = options;
  const transactions = await withServices(({ services }) =>
    listLateTransactions(services, { environment, limit }),
  );
  const rows = transactions.map((one) => [
    one.transaction_id,
    one.merchant,
    one.reference,
    formatXaf(one.amount_xaf),
    one.status,
    one.reason ?? one.kind,
    utcMoment(one.opened_at),
    one.credit_id === null ? 'by its rail' : `by credit ${one.credit_id}`,
    one.proposed_by === null ? '-' : one.proposed_by,
  ]);
  const heading = [
    'transaction',
    'merchant',
    'reference',
    'amount',
    'status',
    'why',
    'since',
    'proven',
    'proposed by',
  ];
  answer(
    options.json === true,
    { transactions },
    table(heading, rows, `Nothing waits in ${environment}.`, limit),
  );
}

async function confirm(transaction_id: string, options: SignedOptions): Promise<void> {
  const [outcome] = isUuid(transaction_id)
    ? await withStaff(options, ({ services, by }) =>
        confirmLateTransactions(services, [{ transaction_id, ...by }]),
      )
    : [];
  tell(options.json, outcome, confirmLateTold({ transaction_id }, outcome ?? { kind: 'not_found' }));
}
