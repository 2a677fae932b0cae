import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { type Command, InvalidArgumentError } from 'commander';
import { LANGUAGES, type Language } from '../../domain/account/person.ts';
import { formatXaf, SUM_XAF_MAX } from '../../domain/money.ts';
import { isOldCopy } from '../../domain/proof/account.ts';
import { dayBegins, localDay } from '../../domain/time.ts';
import {
  type ReadAccountOutcome,
  readAccounts,
  readingSubjects,
} from '../../engine/desk/settlements/read-account.ts';
import { alwaysPair, consentTold, done, refused, type Told } from '../../engine/desk/told.ts';
import {
  type Between,
  checkChain,
  listDays,
  type ShownDay,
  type ShownProofAccount,
  showDay,
} from '../../engine/proof/show.ts';
import { bankNames } from '../../engine/settlements/destination.ts';
import { proofPdf } from '../../web/office/proof/paper.ts';
import { answer, CommandFailure, leaf, limitOption, table, utcMoment, wholeNumber } from '../output.ts';
import { withServices } from '../run.ts';
import { addWithdraw, type SignedOptions, staffLeaf, tell, withStaff } from '../staff.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export function addProofCommands(program: Command): void {
  const proof = program.command('proof').description('where every franc stood at the end of a day');
  leaf(proof, 'show', 'a day: each account, its open francs, and what is held against what is owed', {
    isDefault: true,
  })
    .option('--day <day>', 'such as 2026-11-21; left out: the last that is closed, else today')
    .option('--pdf <file>', 'write it as a paper into this file, which must not exist')
    .option('--lang <language>', 'of the paper: fr, ar or en', languageNamed, 'fr')
    .action(show);
  leaf(proof, 'list', 'closed days, the newest first')
    .option(...limitOption)
    .action(list);
  leaf(proof, 'check', 'hash every closed day anew, and say what was changed since').action(check);
  staffLeaf(proof, 'read <account>', 'say what a wallet or bank account held at the end of a day')
    .requiredOption('--day <day>', 'such as 2026-11-21')
    .requiredOption('--balance <xaf>', 'what it shows', wholeNumber(0, SUM_XAF_MAX))
    .action(read);
  addWithdraw(proof, 'account/day', async (services, name) => {
    const [, account = '', day = ''] = /^(.+)\/(\d{4}-\d{2}-\d{2})$/.exec(name) ?? [];
    return readingSubjects(services, { account, day });
  });
}

function languageNamed(text: string): Language {
  const found = LANGUAGES.find((one) => one === text);
  if (found === undefined) throw new InvalidArgumentError('It can be fr, ar or en.');
  return found;
}

type ShowOptions = { day?: string; pdf?: string; lang: Language; json?: boolean };

async function show({ day, pdf, lang: language, json }: ShowOptions): Promise<void> {
  if (day !== undefined && dayBegins(day) === null)
    throw new CommandFailure(`${day} is no day: write it as 2026-11-21.`, 2);
  const shown = await withServices(async ({ services }) => {
    const before = localDay(services.now());
    const [last] = day === undefined ? await listDays(services, { before, limit: 1 }) : [];
    const found = await showDay(services, day ?? last?.day ?? before);
    if (pdf !== undefined) {
      const banks = await bankNames(services);
      await keepFile(pdf, await proofPdf({ language, shown: found, banks, now: services.now() }));
    }
    return found;
  });
  const kept = pdf === undefined ? [] : [`${pdf} is written.`];
  answer(json === true, { ...shown, ...(pdf !== undefined && { file: pdf }) }, [...linesOf(shown), ...kept]);
}

/** Writes a file that was not there; whoever else has an account on the machine doesn't read it. */
async function keepFile(path: string, bytes: Buffer): Promise<void> {
  await writeFile(path, bytes, { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'EEXIST' ? 'it exists already: name another file.' : error.message;
    throw new CommandFailure(`${path} can’t be written: ${why}`);
  });
}

const STATES = { proven: 'proven', open: 'proven, with open lines', not_proven: 'NOT PROVEN' } as const;

/** By what, and of a reading when: where nothing moves it may be long ago. */
const saidBy = ({ said_by, read_at }: ShownProofAccount): string =>
  read_at === null ? `${said_by}` : `${said_by}, ${utcMoment(read_at)}`;

function linesOf(shown: ShownDay): string[] {
  const { day, closed, held_xaf, owed_xaf, swept_unread_xaf, between, state, accounts } = shown;
  const rows = accounts.map((one) => [
    one.name,
    formatXaf(one.opening_xaf),
    formatXaf(one.in_xaf),
    formatXaf(one.out_xaf),
    formatXaf(one.closing_xaf),
    one.said_xaf === null ? '-' : `${formatXaf(one.said_xaf)} (${saidBy(one)})`,
    formatXaf(one.ledger_xaf),
    STATES[one.state],
    custodianOf(one),
    one.reason,
  ]);
  const heading = [
    'account',
    'opening',
    'in',
    'out',
    'closing',
    'the operator says',
    'ledger',
    'state',
    'custodian',
    'why',
  ];
  const open = accounts.flatMap(({ name, lines }) =>
    lines.map(
      (line) =>
        `${name}: ${line.kind} ${formatXaf(line.amount_xaf)} since ${utcMoment(line.since)}, ${line.subject}, for ${line.owner} to find out`,
    ),
  );
  const verdict =
    closed === null || state === null
      ? `${day} is not closed: this is how it stands now.`
      : `${day} is ${STATES[state]}. Its hash: ${closed.hash}`;
  const is_enough = held_xaf >= owed_xaf ? '' : ' THAT IS LESS.';
  return [
    ...table(heading, rows, 'There is no account yet.'),
    ...open,
    `Held ${formatXaf(held_xaf)}, owed ${formatXaf(owed_xaf)}.${is_enough}`,
    ...(between.length === 0
      ? []
      : [`${formatXaf(held_xaf - owed_xaf)} between them: ${between.map(madeOf).join(', ')}.`]),
    ...(swept_unread_xaf
      ? [
          `${formatXaf(swept_unread_xaf)} were taken off SIMs and nobody has read where they are: they are not held. Say what our own wallet shows: npx chari proof read SWEPT --day ${day} --balance AMOUNT --note WHY.`,
        ]
      : []),
    verdict,
  ];
}

const BETWEEN: Readonly<Record<Between['kind'], string>> = {
  CAPITAL: 'our capital',
  REVENUE: 'fees earned',
  TAX_PAYABLE: 'tax on them, to be paid over',
  OPERATOR_FEE: 'fees of operators',
  WRITE_OFF: 'written off',
  UNEXPLAINED: 'unexplained on SIMs',
  CLAIMS: 'owed to us by merchants',
  SWEPT_UNREAD: 'taken off SIMs and read nowhere',
  BOOKED_SINCE: 'booked since the day was closed',
};
const madeOf = ({ kind, amount_xaf }: Between): string => `${BETWEEN[kind]} ${formatXaf(amount_xaf)}`;

const custodianOf = ({ custodian }: ShownProofAccount): string =>
  custodian === undefined
    ? '-'
    : custodian === null
      ? 'NONE NAMED'
      : `${custodian.institution} (${custodian.licence}), since ${custodian.held_since}`;

async function list({ limit, json }: { limit: number; json?: boolean }): Promise<void> {
  const days = await withServices(({ services }) => listDays(services, { before: '9999-12-31', limit }));
  const rows = days.map((one) => [
    one.day,
    STATES[one.state],
    formatXaf(one.held_xaf),
    formatXaf(one.owed_xaf),
    one.hash,
  ]);
  answer(
    json === true,
    { days },
    table(['day', 'state', 'held', 'owed', 'hash'], rows, 'No day is closed.', limit),
  );
}

const OLD_COPY =
  'That is more than two days ago. If this database was restored from a copy, what was done since is not in it and would be paid a second time: start no server before you have read docs/operations.md, “After an older copy was restored”.';

async function check({ json }: { json?: boolean }): Promise<void> {
  const { result, last_day, is_old } = await withServices(async ({ services }) => {
    const result = await checkChain({ pool: services.pool, sha256 });
    const [last] = await listDays(services, { before: '9999-12-31', limit: 1 });
    const last_day = last?.day ?? null;
    return { result, last_day, is_old: last_day !== null && isOldCopy(last_day, services.now()) };
  });
  const { days, problems } = result;
  const sealed =
    last_day === null
      ? 'No day is closed.'
      : `${days} days are as they were sealed, the last being ${last_day}.`;
  const verdict = problems.length === 0 ? sealed : 'Something was changed.';
  const age = is_old ? [OLD_COPY] : [];
  answer(json === true, { ...result, last_day, is_old }, [...problems, verdict, ...age]);
  if (problems.length > 0) process.exitCode = 1;
}

async function read(
  account: string,
  options: SignedOptions & { day: string; balance: number },
): Promise<void> {
  const { day, balance: balance_xaf } = options;
  const [outcome] = await withStaff(options, ({ services, by }) =>
    readAccounts(services, [{ account, day, balance_xaf, ...by }]),
  );
  if (outcome === undefined) throw new Error('one command has one outcome');
  const again = `npx chari proof read ${account} --day ${day} --balance ${balance_xaf}`;
  tell(options.json, outcome, readTold(outcome, again));
}

function readTold(outcome: ReadAccountOutcome, again: string): Told {
  switch (outcome.kind) {
    case 'read':
      return done(`Written down for ${outcome.name}.`);
    case 'proposed':
      return alwaysPair(again);
    case 'account_not_found':
      return refused(
        'There is no such account: WALLET_AIRTEL, WALLET_MOOV, SWEPT or the id of a bank account.',
      );
    case 'day_unusable':
      return refused('That is no day up to today: write it as 2026-11-21.');
    case 'balance_unusable':
      return refused('That is no balance: whole francs.');
    default:
      return consentTold(outcome);
  }
}
