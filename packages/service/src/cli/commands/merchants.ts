import { type Command, Option } from 'commander';
import type { ReturnAddressProblem } from '../../domain/checkout/view.ts';
import { type Environment, OPERATORS, type Operator } from '../../domain/operator.ts';
import { ALLOWANCE_MAX } from '../../domain/reservation/allowance.ts';
import { unfreezeSubject } from '../../domain/review/subjects.ts';
import { setAllowances } from '../../engine/desk/merchants/allow.ts';
import { setCheckoutFor } from '../../engine/desk/merchants/on-behalf.ts';
import { freezeTold } from '../../engine/desk/merchants/sentences.ts';
import { freezeMerchants } from '../../engine/desk/merchants/stop-merchants.ts';
import { approveKyc, createMerchants, listMerchants } from '../../engine/merchants.ts';
import { answer, CommandFailure, leaf, limitOption, table, utcMoment, wholeNumber } from '../output.ts';
import { withServices } from '../run.ts';
import { addWithdraw, environmentOption, type SignedOptions, staffLeaf, tell, withStaff } from '../staff.ts';

type AllowanceOptions = SignedOptions & { operator: Operator; sessions: number | typeof EARNED };
/** Commander takes an option whose value is null for one that is missing. */
const EARNED = 'earned';
type Freezing = SignedOptions & { env: Environment };
type CheckoutOptions = SignedOptions & { returnUrl?: string; description?: 'shown' | 'hidden' };
const NONE = 'none';
type CreateOptions = { name: string; feeBasisPoints?: number; json?: boolean };

export function addMerchantCommands(program: Command): void {
  const merchants = program.command('merchants').description('who collects with us');
  leaf(merchants, 'create', 'open a merchant; KYC is pending at first')
    .requiredOption('--name <name>', 'its name, 1 to 200 characters')
    .option(
      '--fee-basis-points <n>',
      'development only: our fee, hundredths of a percent; else the default: npx chari fees list',
      wholeNumber(0, 10_000),
    )
    .action(create);
  leaf(
    merchants,
    'approve-kyc <id>',
    'development only: allow live payments without anything handed in',
  ).action(approve);
  leaf(merchants, 'list', 'the newest first')
    .option(...limitOption)
    .action(list);
  staffLeaf(merchants, 'checkout <id>', 'what the checkout page says of it, and where it leads back to')
    .option(
      '--return-url <address>',
      'the shop, https://…, or none; the parameters added are for display only',
    )
    .addOption(
      new Option(
        '--description <shown>',
        "a session's description on the page: its address is no secret",
      ).choices(['shown', 'hidden']),
    )
    .action(checkout);
  staffLeaf(merchants, 'allowance <id>', 'how many live sessions of an operator it may have open')
    .addOption(new Option('--operator <operator>', 'whose network').choices(OPERATORS).makeOptionMandatory())
    .requiredOption(
      '--sessions <n>',
      'so many; "earned": 30, and two more for each paid in the last day',
      (text) => (text === EARNED ? EARNED : wholeNumber(0, ALLOWANCE_MAX)(text)),
    )
    .action(allow);
  staffLeaf(
    merchants,
    'freeze [id]',
    'its keys may read and change nothing; what is open goes on; one merchant, or --all',
  )
    .option('--all', 'every merchant: after an older copy was restored')
    .option(...environmentOption)
    .action((id: string | undefined, options: Freezing & { all?: boolean }) => {
      if ((id === undefined) === (options.all !== true))
        throw new CommandFailure('Say which: the id of a merchant, or --all.', 2);
      return id === undefined ? freezeAll(options) : freeze(id, options, true);
    });
  staffLeaf(
    merchants,
    'unfreeze <id>',
    'it may go on; two people in live where an approved settlement of it waits',
  )
    .option(...environmentOption)
    .action((id, options) => freeze(id, options, false));
  addWithdraw(merchants, 'merchant', async (_services, id) => [unfreezeSubject.of(id.toLowerCase())]);
}

/** More than there will ever be: none is left out. */
const EVERY_MERCHANT = 10_000_000;

async function freezeAll(options: Freezing): Promise<void> {
  const { env: environment, json } = options;
  const outcomes = await withStaff(options, async ({ services, by }) => {
    const merchants = await listMerchants(services, { limit: EVERY_MERCHANT });
    const all = merchants.map(({ id }) => ({ merchant_id: id, environment, freezes: true, ...by }));
    return freezeMerchants(services, all);
  });
  const frozen = outcomes.filter(({ kind }) => kind === 'frozen').length;
  const before = outcomes.filter(({ kind }) => kind === 'as_before').length;
  answer(json === true, { environment, frozen, as_before: before }, [
    `All ${frozen + before} merchants are frozen in ${environment}; ${before} of them were so already.`,
  ]);
}

async function freeze(merchant_id: string, options: Freezing, freezes: boolean): Promise<void> {
  const { env: environment, json } = options;
  const [outcome] = await withStaff(options, ({ services, by }) =>
    freezeMerchants(services, [{ merchant_id, environment, freezes, ...by }]),
  );
  if (outcome === undefined) throw new Error('no outcome');
  tell(json, outcome, freezeTold(merchant_id, environment, outcome));
}

async function allow(merchant_id: string, options: AllowanceOptions): Promise<void> {
  const { operator, json } = options;
  const sessions = options.sessions === EARNED ? null : options.sessions;
  const [outcome] = await withStaff(options, ({ services, by }) =>
    setAllowances(services, [{ merchant_id, operator, sessions, ...by }]),
  );
  if (outcome?.kind !== 'set') throw new CommandFailure(unknownMerchant(merchant_id));
  const may =
    sessions === null ? 'what it earns' : `${sessions} ${operator} session${sessions === 1 ? '' : 's'}`;
  answer(json === true, { merchant_id, operator, sessions }, [
    `It may have ${may} open or in quarantine (before: ${outcome.sessions_before ?? 'what it earned'}).`,
  ]);
}

async function checkout(merchant_id: string, options: CheckoutOptions): Promise<void> {
  const { returnUrl, description, json } = options;
  const command = {
    merchant_id,
    ...(returnUrl === undefined ? {} : { return_url: returnUrl === NONE ? null : returnUrl }),
    ...(description === undefined ? {} : { shows_description: description === 'shown' }),
  };
  const outcome = await withStaff(options, ({ services, config, by }) =>
    setCheckoutFor(services, by, command, { allows_http: config.mode === 'development' }),
  );
  if (outcome.kind === 'address_unusable') throw new CommandFailure(ADDRESS_PROBLEMS[outcome.problem], 2);
  if (outcome.kind !== 'set') throw new CommandFailure(unknownMerchant(merchant_id));
  const { return_url, shows_description } = outcome.merchant;
  answer(json === true, outcome.merchant, [
    return_url === null
      ? 'The checkout page leads back to no shop.'
      : `The checkout page leads back to ${return_url} after success and after expiry.`,
    `Descriptions of sessions are ${shows_description ? 'shown' : 'not shown'} on it.`,
  ]);
}

const ADDRESS_PROBLEMS: Readonly<Record<ReturnAddressProblem, string>> = {
  no_address: 'The return address must be a whole address: https://shop.example.com/thanks, or none.',
  too_long: 'The return address may have 2000 characters at most.',
  with_password: 'The return address must not hold a user name or a password: every payer would read it.',
  not_https: 'The return address must begin with https://: http is for development only.',
};

async function create(options: CreateOptions): Promise<void> {
  const { name, feeBasisPoints: fee_basis_points = null } = options;
  const command = { name, fee_basis_points };
  const [outcome] = await withServices(({ services, config }) => {
    // Two people agree on what a merchant pays, by name: here nobody signs.
    if (fee_basis_points !== null && config.mode === 'production')
      throw new CommandFailure(
        'In production two people agree on a fee: open the merchant without one, then npx chari fees set MERCHANT session TERMS --from DAY.',
      );
    return createMerchants(services, [command]);
  });
  if (outcome?.kind !== 'created') {
    throw new CommandFailure("A merchant's name must have 1 to 200 characters.", 2);
  }
  const { merchant } = outcome;
  answer(options.json === true, merchant, [
    `Merchant ${merchant.name} is open: ${merchant.id}`,
    `A test key: npx chari keys create --merchant ${merchant.id} --env test`,
  ]);
}

async function approve(id: string, options: { json?: boolean }): Promise<void> {
  const [outcome] = await withServices(({ services, config }) => {
    if (config.mode === 'production')
      throw new CommandFailure(
        `In production a merchant is approved by what it handed in: npx chari kyc show ${id}, then npx chari kyc approve.`,
      );
    return approveKyc(services, [id]);
  });
  if (outcome?.kind !== 'approved') throw new CommandFailure(unknownMerchant(id));
  const { merchant } = outcome;
  answer(options.json === true, merchant, [
    `KYC of ${merchant.name} is approved since ${utcMoment(merchant.kyc_approved_at)}.`,
  ]);
}

async function list(options: { limit: number; json?: boolean }): Promise<void> {
  const merchants = await withServices(({ services }) => listMerchants(services, { limit: options.limit }));
  const rows = merchants.map((m) => [
    m.id,
    m.name,
    m.frozen_live_at === null ? m.kyc_status : 'FROZEN',
    utcMoment(m.created_at),
  ]);
  const heading = ['id', 'name', 'KYC', 'created'];
  const nothing = 'There is no merchant yet: npx chari merchants create --name NAME';
  answer(options.json === true, { merchants }, table(heading, rows, nothing, options.limit));
}

export function unknownMerchant(id: string): string {
  return `There is no merchant ${id}: npx chari merchants list shows them.`;
}
