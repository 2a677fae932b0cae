import { randomBytes } from 'node:crypto';
import { type Command, Option } from 'commander';
import { isUuid } from '../../domain/keys.ts';
import { readTypedAmount, TOTAL_MAX } from '../../domain/link/forms.ts';
import { isCountedInPart } from '../../domain/link/link.ts';
import type { Environment } from '../../domain/operator.ts';
import { readZoned } from '../../domain/time.ts';
import { closeLinkFor, createLinkFor } from '../../engine/desk/merchants/on-behalf.ts';
import { createLinks, type LinkAsked, listLinks, setLinks } from '../../engine/links/links.ts';
import {
  answer,
  CommandFailure,
  idAsKept,
  leaf,
  limitOption,
  table,
  utcMoment,
  wholeNumber,
} from '../output.ts';
import { withServices } from '../run.ts';
import { liveStaffLeaf, type MaySign, withSigner } from '../staff.ts';
import { unknownMerchant } from './merchants.ts';

type Whose = { merchant: string; env: Environment } & MaySign;
type CreateOptions = Whose & {
  title: string;
  description?: string;
  amount?: string;
  min?: string;
  max?: string;
  payments?: number;
  total?: string;
  expires?: string;
};

export function addLinkCommands(program: Command): void {
  const links = program.command('links').description('payment links, for merchants without a dashboard');
  whose(liveStaffLeaf(links, 'create', 'make a link that anyone can pay'))
    .requiredOption('--title <text>', 'what payers read that it is for')
    .option('--description <text>', 'more about it')
    .option('--amount <xaf>', 'a fixed amount; without it --min and --max')
    .option('--min <xaf>', 'the least that a payer may choose')
    .option('--max <xaf>', 'the most that a payer may choose')
    .option('--payments <n>', 'good for so many payments; 1: once', wholeNumber(1, 10_000))
    .option('--total <xaf>', 'good for so much in all')
    .option('--expires <moment>', 'until then, such as 2026-12-31T22:00:00Z')
    .action(create);
  whose(leaf(links, 'list', 'the newest first'))
    .option(...limitOption)
    .action(list);
  whose(liveStaffLeaf(links, 'close <id>', 'take no more payments by a link')).action(close);
}

const whose = (command: Command): Command =>
  command
    .requiredOption('--merchant <id>', 'whose links', idAsKept)
    .addOption(
      new Option('--env <environment>', 'which money').choices(['test', 'live']).makeOptionMandatory(),
    );

async function create(options: CreateOptions): Promise<void> {
  const { merchant: merchant_id, env: environment, title, description = null, payments = null } = options;
  const terms = {
    title,
    description,
    amount_xaf: xaf('--amount', options.amount),
    min_xaf: xaf('--min', options.min),
    max_xaf: xaf('--max', options.max),
    max_payments: payments,
    max_total_xaf: xaf('--total', options.total, TOTAL_MAX),
    expires_at: options.expires === undefined ? null : readMoment(options.expires),
  };
  const command = { merchant_id, environment, terms };
  const { outcome, dashboard_url } = await withSigner(environment, options, async ({ services, by }) => {
    const chance = { ...services, randomBytes: (count: number) => randomBytes(count) };
    const outcome =
      by === null
        ? (await createLinks(chance, [{ ...command, created_by: null }]))[0]
        : await createLinkFor(chance, by, command);
    return { outcome, dashboard_url: services.policy.dashboard_url };
  });
  if (outcome === undefined || outcome.kind === 'merchant_not_found')
    throw new CommandFailure(unknownMerchant(merchant_id));
  if (outcome.kind === 'kyc_required')
    throw new CommandFailure('A live link needs an approved profile: npx chari merchants approve-kyc ID');
  if (outcome.kind === 'terms_unusable')
    throw new CommandFailure(`The terms can’t be used: ${outcome.problems.join(', ')}.`, 2);
  const url = `${dashboard_url}/pay/l/${outcome.link.slug}`;
  answer(options.json === true, { ...outcome.link, url }, [url, `Its id: ${outcome.link.id}`]);
}

function xaf(option: string, text: string | undefined, max_xaf?: number): number | null {
  if (text === undefined) return null;
  const amount_xaf = readTypedAmount(text, max_xaf);
  if (amount_xaf === null) throw new CommandFailure(`${option} must be a whole number of XAF.`, 2);
  return amount_xaf;
}

function readMoment(text: string): Date {
  const at = readZoned(text);
  if (at !== null) return at;
  throw new CommandFailure(`${text || 'Nothing'} is no time: write it like 2026-12-31T22:00:00Z.`, 2);
}

async function list({ merchant, env, limit, json }: Whose & { limit: number }): Promise<void> {
  if (!isUuid(merchant)) throw new CommandFailure(unknownMerchant(merchant));
  const query = { merchant_id: merchant, environment: env, cursor: null, limit };
  const [page] = await withServices(({ services }) => listLinks(services, [query]));
  const links = page?.rows ?? [];
  const rows = links.map((link) => [
    link.id,
    link.title,
    link.amount_xaf === null ? `${link.min_xaf}-${link.max_xaf}` : `${link.amount_xaf}`,
    `${isCountedInPart(link.use) ? 'at least ' : ''}${link.use.paid_count}`,
    link.closed_at === null ? 'open' : `closed ${utcMoment(link.closed_at)}`,
  ]);
  const nothing = 'There is no link yet: npx chari links create --help';
  answer(json === true, { links }, table(['id', 'title', 'XAF', 'paid', 'state'], rows, nothing, limit));
}

async function close(link_id: string, options: Whose): Promise<void> {
  const { merchant, env, json } = options;
  if (!isUuid(merchant)) throw new CommandFailure(unknownMerchant(merchant));
  const asked: LinkAsked = { link_id, merchant_id: merchant, environment: env };
  const link = await withSigner(env, options, async ({ services, by }) =>
    by === null
      ? (await setLinks(services, [{ ...asked, is_closed: true }]))[0]
      : closeLinkFor(services, by, asked),
  );
  if (!link) throw new CommandFailure(`There is no ${env} link ${link_id} of this merchant.`);
  answer(json === true, link, [`The link ${link.title} is closed since ${utcMoment(link.closed_at)}.`]);
}
