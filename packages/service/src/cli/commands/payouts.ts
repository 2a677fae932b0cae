import { type FileHandle, open, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Command } from 'commander';
import { isUuid } from '../../domain/keys.ts';
import { formatXaf, SUM_XAF_MAX } from '../../domain/money.ts';
import { readIban } from '../../domain/settlement/payout-account.ts';
import { HOLD_DAYS_MAX } from '../../domain/settlement/terms.ts';
import { localDay } from '../../domain/time.ts';
import { decidePayoutAccounts } from '../../engine/desk/settlements/decide-payout-account.ts';
import { addBankAccounts, setSettlementTerms } from '../../engine/desk/settlements/rules.ts';
import { bankTold, payoutAccountTold, termsTold } from '../../engine/desk/settlements/sentences.ts';
import { takeBankOrder } from '../../engine/desk/settlements/take-file.ts';
import { banksOf, waitingAccounts } from '../../engine/settlements/destination.ts';
import type { BankOrderOutcome } from '../../engine/settlements/orders.ts';
import { UnfitOrder } from '../../files/pain001/unfit.ts';
import {
  answer,
  CommandFailure,
  flush,
  leaf,
  limitOption,
  table,
  utcMoment,
  wholeNumber,
} from '../output.ts';
import { withServices } from '../run.ts';
import { environmentOption, type SignedOptions, staffLeaf, tell, withStaff } from '../staff.ts';

/** Where money goes and where it comes from: commands of `chari settlements`. */
export function addPayoutCommands(settlements: Command): void {
  leaf(settlements, 'accounts', 'payout accounts that wait for staff')
    .option(...limitOption)
    .action(accounts);
  for (const does of ['confirm', 'refuse'] as const)
    staffLeaf(
      settlements,
      `${does} <payout-account>`,
      `${does} a payout account that an owner asked for`,
    ).action((id: string, options: SignedOptions) => decide(id, does, options));
  staffLeaf(settlements, 'terms <merchant>', 'how long payments are held, and what is kept in reserve')
    .requiredOption('--hold-days <days>', 'from 0 to 30', wholeNumber(0, HOLD_DAYS_MAX))
    .requiredOption('--reserve <xaf>', 'kept with us', wholeNumber(0, SUM_XAF_MAX))
    .option(...environmentOption)
    .action(terms);
  leaf(settlements, 'banks', 'the bank accounts that we pay from').action(banks);
  staffLeaf(settlements, 'add-bank <name> <iban>', 'add a bank account that we pay from')
    .requiredOption('--bank <text>', 'the bank')
    .requiredOption('--holder <text>', 'in whose name it is')
    .action(addBank);
  staffLeaf(
    settlements,
    'order <bank>',
    'write an order (pain.001) for all that is approved and goes to bank accounts',
  )
    .requiredOption('--to <file>', 'where to write it')
    .action(order);
}

async function accounts({ limit, json }: { limit: number; json?: boolean }): Promise<void> {
  const waiting = await withServices(({ services }) => waitingAccounts(services, limit));
  const rows = waiting.map(
    ({ id, merchant_name, destination, holder_name, asked_by, asked_at, frozen_until, ...more }) => [
      id,
      merchant_name,
      destination.kind === 'number'
        ? `${destination.operator} ${destination.msisdn}`
        : `${destination.bank_name} ${destination.iban}`,
      holder_name,
      asked_by,
      utcMoment(asked_at),
      utcMoment(frozen_until),
      more.team_changes.length === 0 ? 'as before' : `${more.team_changes.length} changes (--json)`,
      more.unreached.length === 0 ? '-' : more.unreached.join(' '),
    ],
  );
  const heading = [
    'payout account',
    'merchant',
    'where',
    'holder',
    'asked by',
    'at',
    'frozen until',
    'team, 14 days',
    'owners without a mail',
  ];
  answer(json === true, { accounts: waiting }, table(heading, rows, 'No payout account waits.', limit));
}

async function decide(
  payout_account_id: string,
  does: 'confirm' | 'refuse',
  options: SignedOptions,
): Promise<void> {
  if (!isUuid(payout_account_id))
    throw new CommandFailure(`${payout_account_id} is no id of a payout account.`, 2);
  const [outcome] = await withStaff(options, ({ services, by }) =>
    decidePayoutAccounts(services, [{ payout_account_id, does, ...by }]),
  );
  if (outcome === undefined) throw new Error('bug: one command has one outcome');
  tell(options.json, { payout_account_id, ...outcome }, payoutAccountTold({ payout_account_id }, outcome));
}

async function terms(
  merchant_id: string,
  options: SignedOptions & { holdDays: number; reserve: number; env: 'test' | 'live' },
): Promise<void> {
  const { holdDays: hold_days, reserve: reserve_xaf, env: environment } = options;
  const [outcome] = await withStaff(options, ({ services, by }) =>
    setSettlementTerms(services, [{ merchant_id, environment, hold_days, reserve_xaf, ...by }]),
  );
  if (outcome === undefined) throw new Error('bug: one command has one outcome');
  const command = `terms ${merchant_id} --hold-days ${hold_days} --reserve ${reserve_xaf} --env ${environment}`;
  tell(options.json, outcome, termsTold({ merchant_id, command }, outcome));
}

async function banks({ json }: { json?: boolean }): Promise<void> {
  const ours = await withServices(({ services }) => banksOf(services));
  const rows = ours.map(({ name, bank_name, iban, holder_name, balance_xaf }) => [
    name,
    bank_name,
    iban,
    holder_name,
    formatXaf(balance_xaf),
  ]);
  const heading = ['name', 'bank', 'IBAN', 'holder', 'booked'];
  answer(json === true, { banks: ours }, table(heading, rows, 'There is no bank account of ours.'));
}

async function addBank(
  name: string,
  text: string,
  options: SignedOptions & { bank: string; holder: string },
): Promise<void> {
  const iban = readIban(text);
  if (typeof iban !== 'string')
    throw new CommandFailure(`${text} is no account of Chad: check its digits.`, 2);
  const { bank: bank_name, holder: holder_name } = options;
  const [outcome] = await withStaff(options, ({ services, by }) =>
    addBankAccounts(services, [{ name, bank_name, iban, holder_name, ...by }]),
  );
  if (outcome === undefined) throw new Error('bug: one command has one outcome');
  tell(options.json, outcome, bankTold({ name }, outcome));
}

async function order(bank: string, options: SignedOptions & { to: string }): Promise<void> {
  // Where no file can be, nothing goes on an order that no bank gets. Who has it, and what is in it, stands in the audit trail
  // before there is anything in the file, as on its page.
  const file = await openNew(options.to);
  let outcome: Taken | null = null;
  try {
    outcome = await takeOrder(bank, options);
    await writeWhole(file, options.to, outcome);
  } finally {
    await file.close();
    if (outcome === null) await rm(options.to, { force: true });
  }
  const { references, sum_xaf, left_off, listed } = outcome;
  answer(options.json === true, { file: options.to, references, sum_xaf, left_off, listed }, [
    `${options.to}: ${references.length} transfers, ${formatXaf(sum_xaf)}. Once the bank has it: npx chari settlements send SETTLEMENT --from bank:${bank} for each.`,
    ...(left_off.length === 0 ? [] : [orderedBefore(left_off)]),
    ...listed.map(onList),
  ]);
}

/** Who has the list goes to the counter with it. */
const onList = ({ reference, taken_by, taken_at }: Taken['listed'][number]): string =>
  `${reference} stands on a sending list too, which ${taken_by} took on ${localDay(taken_at)}: tell them that this order pays it. Paid at the counter as well, it leaves twice.`;

async function openNew(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx', 0o600);
  } catch (error) {
    if ((error as { code?: string }).code === 'EEXIST')
      throw new CommandFailure(`${path} is there already, and nothing is on a new order: name another file.`);
    throw new CommandFailure(
      `${path} can't be written, and nothing is on a new order: ${error instanceof Error ? error.message : error}`,
    );
  }
}

type Taken = Extract<BankOrderOutcome, { kind: 'order' }>;

/** The whole order, on the disk; or no file, with what to do about an order that somebody has taken and no bank can have. */
async function writeWhole(file: FileHandle, path: string, { xml, references }: Taken): Promise<void> {
  try {
    await file.writeFile(xml);
    await flush(file);
  } catch (error) {
    await rm(path, { force: true });
    throw new CommandFailure(
      `${path} could not be written (${error instanceof Error ? error.message : error}), so it is not there, but its order is taken. Give this command once more today and name another file: it is the same order. ${orderedBefore(references)}`,
    );
  }
}

async function takeOrder(bank: string, options: SignedOptions & { to: string }): Promise<Taken> {
  const file = basename(options.to).slice(0, 200);
  const outcome = await withStaff(options, ({ services, by }) =>
    takeBankOrder(services, { ...by, file, bank }),
  ).catch((error: unknown) => {
    throw error instanceof UnfitOrder ? new CommandFailure(error.message) : error;
  });
  switch (outcome.kind) {
    case 'order':
      return outcome;
    case 'bank_not_found':
      throw new CommandFailure(
        `There is no bank account of ours called ${bank}: npx chari settlements banks.`,
      );
    case 'nothing_to_send':
      throw new CommandFailure(
        'Nothing that is approved may go to a bank account now: none is to, or it is stopped, or somebody wants to take it back.',
      );
    case 'ordered_before':
      throw new CommandFailure(orderedBefore(outcome.references));
  }
}

const orderedBefore = (references: readonly string[]): string =>
  `On an order that somebody has taken, so on no other one: ${references.join(', ')}. Say that each is sent; where no bank has had that order, two people cancel them, and they are drafted again.`;
