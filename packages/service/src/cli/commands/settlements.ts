import { type Command, InvalidArgumentError } from 'commander';
import { isUuid } from '../../domain/keys.ts';
import { formatXaf, SUM_XAF_MAX } from '../../domain/money.ts';
import { endSubject } from '../../domain/review/subjects.ts';
import { itemise } from '../../domain/settlement/settlement.ts';
import { noonOf } from '../../domain/time.ts';
import { decideSettlements } from '../../engine/desk/settlements/approve.ts';
import { type EndSettlement, endSettlements } from '../../engine/desk/settlements/end.ts';
import { draftForMerchants } from '../../engine/desk/settlements/rules.ts';
import { type SettlementSource, sendSettlements } from '../../engine/desk/settlements/send.ts';
import {
  decideSettlementTold,
  draftTold,
  endSettlementTold,
  sendSettlementTold,
} from '../../engine/desk/settlements/sentences.ts';
import {
  listOpenSettlements,
  loadDetails,
  OPEN_STATES,
  proofsOf,
  type SettlementDetail,
  settlementIds,
} from '../../engine/settlements/show.ts';
import { answer, CommandFailure, leaf, limitOption, table, utcMoment, wholeNumber } from '../output.ts';
import { withServices } from '../run.ts';
import { addWithdraw, type SignedOptions, staffLeaf, tell, withStaff } from '../staff.ts';
import { addPayoutCommands } from './payouts.ts';

export function addSettlementCommands(program: Command): void {
  const settlements = program.command('settlements').description('what merchants are paid out');
  leaf(settlements, 'list', 'what is under way: drafts, approved, on their way, unknown; the oldest first')
    .option(...limitOption)
    .action(list);
  leaf(
    settlements,
    'show <settlement>',
    'what is in one, by its id or reference, and what was said about it',
  ).action(show);
  staffLeaf(settlements, 'draft <merchant>', 'draft a live settlement now').action(draft);
  for (const does of ['approve', 'cancel'] as const)
    staffLeaf(
      settlements,
      `${does} <settlement>`,
      does === 'approve' ? 'approve a draft' : 'take back what has not been sent',
    ).action((id: string, options: SignedOptions) => decide(id, does, options));
  staffLeaf(settlements, 'send <settlement>', 'say that you send it now, and from where')
    .requiredOption('--from <source>', 'number:+235…, wallet:AIRTEL, wallet:MOOV or bank:NAME', sourceOf)
    .action(send);
  staffLeaf(settlements, 'doubt <settlement>', 'say that nobody knows whether it has gone').action(
    (id: string, options: SignedOptions) => end(id, { does: 'doubt' }, options),
  );
  staffLeaf(
    settlements,
    'fail <settlement>',
    'say that it was refused and never left; its merchant reads the note',
  ).action((id: string, options: SignedOptions) => end(id, { does: 'fail' }, options));
  staffLeaf(
    settlements,
    'prove <settlement>',
    'say what a bank’s or operator’s own record shows of it; of one that has not gone its merchant reads the note',
  )
    .requiredOption(
      '--by <witness>',
      'bank_row, statement_row: it has gone, also after it had failed, or was taken back while it stood on an order or a list. bank_return, statement_return: it has come back. bank, statement: it has not gone. book: the SIM’s balance says that it has not',
      witnessOf,
    )
    .option('--id <text>', 'what the record calls it')
    .option('--amount <xaf>', 'of a row', wholeNumber(1, SUM_XAF_MAX))
    .option(
      '--to <whom>',
      'of a row: whom it names as the one who got it, the number or, always of a bank’s, the account (its IBAN, its RIB or its last digits)',
    )
    .option('--day <day>', 'of the row or the statement, such as 2026-11-21')
    .action(prove);
  addWithdraw(settlements, 'settlement', async (_services, id) =>
    isUuid(id) ? [id, endSubject.of(id)] : [],
  );
  addPayoutCommands(settlements);
}

async function list({ limit, json }: { limit: number; json?: boolean }): Promise<void> {
  const pages = await withServices(({ services }) =>
    Promise.all(OPEN_STATES.map((state) => listOpenSettlements(services, { state, after: null, limit }))),
  );
  const all = pages.flatMap(({ rows: some }) => some);
  const settlements = all.slice(0, limit);
  const has_more = all.length > limit || pages.some((page) => page.has_more);
  const rows = settlements.map((one) => [
    one.id,
    one.reference,
    one.merchant_name,
    formatXaf(one.amount_xaf),
    String(one.transfers),
    whereTo(one),
    one.may_have_left ? `${one.state}, a SIM may have sent it` : one.state,
    utcMoment(one.sent_at ?? one.created_at),
  ]);
  const heading = ['settlement', 'reference', 'merchant', 'amount', 'transfers', 'to', 'state', 'since'];
  answer(json === true, { settlements, has_more }, [
    ...table(heading, rows, 'No settlement is under way.'),
    ...(has_more
      ? ['There are more: --limit shows so many, first UNKNOWN, then SENDING, APPROVED and DRAFT.']
      : []),
  ]);
}

const whereTo = ({ destination, holder_name }: SettlementDetail): string =>
  destination === null
    ? '-'
    : `${destination.kind === 'number' ? destination.msisdn : destination.iban} (${holder_name ?? '-'})`;

async function show(id: string, { json }: { json?: boolean }): Promise<void> {
  const { one, proofs } = await withServices(async ({ services }) => {
    const [named = null] = await settlementIds(services, [id]);
    const found = named === null ? undefined : (await loadDetails(services, [named])).get(named);
    if (found === undefined) throw new CommandFailure(`There is no settlement ${id}.`);
    return { one: found, proofs: await proofsOf(services, found.id) };
  });
  answer(json === true, { ...one, proofs }, [
    `${one.reference}  ${one.state}  ${formatXaf(one.amount_xaf)}  ${one.merchant_name} (${one.environment})`,
    `id ${one.id}`,
    `to ${whereTo(one)}, drafted ${utcMoment(one.created_at)} by ${one.drafted_by}`,
    ...itemise(one.totals).map(
      ({ kind, transfers, amount_xaf }) => `  ${kind}: ${transfers}, ${formatXaf(amount_xaf)}`,
    ),
    ...proofs.map(
      ({ says, source, source_id, happened_at }) =>
        `${says} by ${source} ${source_id}, ${utcMoment(happened_at)}`,
    ),
  ]);
}

function idOf(text: string): string {
  if (!isUuid(text)) throw new CommandFailure(`${text} is no id of a settlement.`, 2);
  return text;
}

/** A command about one thing has one outcome. */
function only<Outcome>(outcomes: readonly Outcome[]): Outcome {
  const [outcome] = outcomes;
  if (outcome === undefined) throw new Error('bug: one command has one outcome');
  return outcome;
}

async function draft(merchant_id: string, options: SignedOptions): Promise<void> {
  const outcome = await withStaff(options, ({ services, by }) =>
    draftForMerchants(services, [{ merchant_id, ...by }]),
  );
  tell(options.json, only(outcome), draftTold({ merchant_id }, only(outcome)));
}

async function decide(id: string, does: 'approve' | 'cancel', options: SignedOptions): Promise<void> {
  const settlement_id = idOf(id);
  const outcome = only(
    await withStaff(options, ({ services, by }) =>
      decideSettlements(services, [{ settlement_id, does, ...by }]),
    ),
  );
  tell(options.json, { settlement_id, ...outcome }, decideSettlementTold({ settlement_id, does }, outcome));
}

function sourceOf(text: string): SettlementSource {
  const [, kind = '', name = ''] = /^(number|wallet|bank):(.+)$/.exec(text) ?? [];
  if (kind === 'number' || kind === 'wallet' || kind === 'bank') return { kind, name };
  throw new InvalidArgumentError('It can be number:+235…, wallet:AIRTEL, wallet:MOOV or bank:NAME.');
}

async function send(id: string, options: SignedOptions & { from: SettlementSource }): Promise<void> {
  const settlement_id = idOf(id);
  const { from } = options;
  const outcome = only(
    await withStaff(options, ({ services, by }) =>
      sendSettlements(services, [{ settlement_id, from, ...by }]),
    ),
  );
  tell(options.json, { settlement_id, ...outcome }, sendSettlementTold({ settlement_id }, outcome));
}

const WITNESSES = [
  'bank_row',
  'bank_return',
  'statement_row',
  'statement_return',
  'bank',
  'statement',
  'book',
] as const;
type WitnessName = (typeof WITNESSES)[number];

function witnessOf(text: string): WitnessName {
  const witness = WITNESSES.find((one) => one === text);
  if (witness === undefined) throw new InvalidArgumentError(`It can be ${WITNESSES.join(', ')}.`);
  return witness;
}

async function prove(
  id: string,
  options: SignedOptions & { by: WitnessName; id?: string; amount?: number; to?: string; day?: string },
): Promise<void> {
  const { by: source } = options;
  if (source === 'book') return end(id, { does: 'prove', source }, options);
  const happened_at = noonOf(options.day ?? '');
  if (options.id === undefined || happened_at === null)
    throw new CommandFailure('Say what the record calls it (--id) and its day (--day 2026-11-21).', 2);
  return end(
    id,
    {
      ...{ does: 'prove', source, source_id: options.id, happened_at },
      ...{ amount_xaf: options.amount ?? null, to: options.to ?? null },
    },
    options,
  );
}

type Said<One> = One extends EndSettlement
  ? Omit<One, 'actor' | 'account_id' | 'note' | 'settlement_id'>
  : never;

async function end(id: string, says: Said<EndSettlement>, options: SignedOptions): Promise<void> {
  const settlement_id = idOf(id);
  const outcome = only(
    await withStaff(options, ({ services, by }) =>
      endSettlements(services, [{ settlement_id, ...says, ...by } as EndSettlement]),
    ),
  );
  const command = `${says.does} ${settlement_id}`;
  tell(options.json, { settlement_id, ...outcome }, endSettlementTold({ settlement_id, command }, outcome));
}
