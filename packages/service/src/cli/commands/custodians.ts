import type { Command } from 'commander';
import { custodianSubject } from '../../domain/review/subjects.ts';
import { custodianTold, setCustodians } from '../../engine/desk/transfers/set-custodian.ts';
import { custodyHistory, showCustody } from '../../engine/ledger/custody.ts';
import { answer, leaf, limitOption, table } from '../output.ts';
import { withServices } from '../run.ts';
import { addWithdraw, type SignedOptions, staffLeaf, tell, withStaff } from '../staff.ts';

export function addCustodianCommands(program: Command): void {
  const custodians = program
    .command('custodians')
    .description('who answers by law for the money of wallets and bank accounts');
  leaf(custodians, 'list', 'each wallet and bank account, and who holds it today').action(list);
  leaf(custodians, 'history', 'all that was ever said of it, the newest first')
    .option(...limitOption)
    .action(history);
  staffLeaf(
    custodians,
    'set <account>',
    'who holds the money of SWEPT, WALLET_AIRTEL, WALLET_MOOV or a bank account, from a day on',
  )
    .requiredOption('--institution <text>', 'the licensed institution')
    .requiredOption('--licence <text>', 'what its authority calls its licence')
    .requiredOption('--since <day>', 'such as 2026-01-31; never in the future')
    .action(set);
  addWithdraw(custodians, 'account', async (_services, name) => [custodianSubject.of(name)]);
}

const namesOf = (...names: (string | null)[]): string => names.filter((name) => name !== null).join(', ');

async function list({ json }: { json?: boolean }): Promise<void> {
  const accounts = await withServices(({ services }) => showCustody(services));
  const rows = accounts.map(({ name, institution, licence, held_since, proposed_by, set_by }) => [
    name,
    institution ?? 'NONE NAMED',
    licence ?? '-',
    held_since ?? '-',
    namesOf(proposed_by, set_by),
  ]);
  const heading = ['account', 'custodian', 'licence', 'since', 'set by'];
  answer(json === true, { accounts }, table(heading, rows, 'There is no account yet.'));
}

async function history({ limit, json }: { limit: number; json?: boolean }): Promise<void> {
  const custodians = await withServices(({ services }) => custodyHistory(services, limit));
  const rows = custodians.map(({ name, institution, licence, held_since, proposed_by, set_by, note }) => [
    name,
    institution,
    licence,
    held_since,
    namesOf(proposed_by, set_by),
    note,
  ]);
  const heading = ['account', 'custodian', 'licence', 'since', 'set by', 'why'];
  answer(json === true, { custodians }, table(heading, rows, 'Nobody was ever named.', limit));
}

async function set(
  account: string,
  options: SignedOptions & { institution: string; licence: string; since: string },
): Promise<void> {
  const { institution, licence, since: held_since } = options;
  const command = { account, institution, licence, held_since };
  const [outcome] = await withStaff(options, ({ services, by }) =>
    setCustodians(services, [{ ...command, ...by }]),
  );
  if (outcome === undefined) throw new Error('bug: no outcome');
  tell(options.json, outcome, custodianTold(command, outcome));
}
