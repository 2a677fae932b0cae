import { text as readAll } from 'node:stream/consumers';
import { type Command, Option } from 'commander';
import { type Msisdn, normaliseMsisdn, operatorOf } from '../../domain/msisdn.ts';
import { type Environment, OPERATORS, type Operator } from '../../domain/operator.ts';
import { readInstant } from '../../domain/time.ts';
import { settleNotices } from '../../engine/book/settle.ts';
import { type ReplayedNotices, replayNotices } from '../../engine/book/settle-waiting.ts';
import { ingestSms } from '../../engine/desk/book/ingest.ts';
import type { Services } from '../../engine/services.ts';
import { describeSms } from '../../sms/describe.ts';
import { readSms } from '../../sms/read.ts';
import { USUAL_SENDERS } from '../../sms/senders.ts';
import { answer, CommandFailure, leaf } from '../output.ts';
import { withServices } from '../run.ts';
import { type SignedOptions, staffLeaf, withStaff } from '../staff.ts';

type ParseOptions = { operator: Operator; sender?: string; json?: boolean };
type IngestOptions = SignedOptions & { number: string; sender: string; receivedAt?: string };

export function addSmsCommands(program: Command): void {
  const sms = program.command('sms').description("operators' SMS");
  leaf(sms, 'parse [text]', 'say what a text would be read as; nothing is stored, no database is needed')
    .addOption(new Option('--operator <operator>', 'whose SMS').choices(OPERATORS).makeOptionMandatory())
    .option('--sender <name>', "the sender's name; default the operator's usual one")
    .action(parse);
  staffLeaf(
    sms,
    'ingest [text]',
    'take in an SMS of a live number: like any message it is proven by the balance it prints',
  )
    .requiredOption('--number <number>', 'the live collection number that received it')
    .requiredOption('--sender <name>', 'the name it came from')
    .option(
      '--received-at <time>',
      'when the phone got it, ISO 8601 with an offset; default now, by which a text that prints no time is dated',
    )
    .action(ingest);
  leaf(
    sms,
    'replay',
    'read every text again that nobody has understood or trusted, as after a template or a sender was added',
  ).action(replay);
}

const REPLAY_PAGE = 500;

async function replay(options: { json?: boolean }): Promise<void> {
  const result = await withServices(({ services }) => replayAll(services));
  const { read, outcomes, failed } = result;
  answer(options.json === true, result, [
    `Texts read again: ${read}. Taken now: ${Object.values(outcomes).reduce((sum, count) => sum + count, 0)}.`,
    ...Object.entries(outcomes).map(([outcome, count]) => `  ${outcome}: ${count}`),
    ...(failed === 0 ? [] : [`${failed} could not be settled yet; the running service tries them again.`]),
  ]);
}

async function replayAll(services: Services) {
  const outcomes: Record<string, number> = {};
  const all = { read: 0, outcomes, failed: 0 };
  let environment: Environment | null = 'live';
  let after = 0;
  // Page after page on purpose: each is settled, in a transaction of its own, before the next is read. Money comes first.
  while (environment !== null) {
    const page: ReplayedNotices = await replayNotices(services, { environment, after, limit: REPLAY_PAGE });
    for (const { outcome, verdict } of page.understood) {
      const said = verdict === null ? outcome : `${outcome}, ${verdict.verdict}`;
      outcomes[said] = (outcomes[said] ?? 0) + 1;
    }
    all.read += page.read;
    all.failed += page.failed.length;
    if (page.last === null) environment = environment === 'live' ? 'test' : null;
    after = page.last ?? 0;
  }
  return all;
}

async function parse(given: string | undefined, options: ParseOptions): Promise<void> {
  const text = await textOf(given);
  const sender = options.sender ?? USUAL_SENDERS[options.operator][0] ?? '';
  const reading = readSms({ operator: options.operator, sender, text });
  answer(options.json === true, reading, describeSms(reading));
}

async function ingest(given: string | undefined, options: IngestOptions): Promise<void> {
  const collection_number = normaliseMsisdn(options.number);
  const operator = collection_number === null ? null : operatorOf(collection_number);
  if (collection_number === null || operator === null) {
    throw new CommandFailure(`${options.number} is no number of an operator that is offered.`, 2);
  }
  const received_at = options.receivedAt === undefined ? null : readMoment(options.receivedAt);
  const notice = {
    environment: 'live',
    merchant_id: null,
    operator,
    collection_number: collection_number satisfies Msisdn,
    source: 'MANUAL_SMS',
    sender: options.sender,
    body: await textOf(given),
  } as const;
  const outcome = await withStaff(options, async ({ services, by }) => {
    const heard = { ...notice, received_at: received_at ?? services.now() };
    const [received] = await ingestSms(services, [{ notice: heard, ...by }]);
    if (received === undefined || !('notice_id' in received)) {
      throw new CommandFailure(
        `${collection_number} is no live number of ours: npx chari numbers list --env live.`,
      );
    }
    const [settled] = await settleNotices(services, [received.notice_id]);
    if (settled === undefined) throw new Error('a received notice was not settled');
    return settled;
  });
  answer(options.json === true, outcome, linesOf(outcome));
}

function linesOf(outcome: Awaited<ReturnType<typeof settleNotices>>[number]): string[] {
  const lines = [`notice   ${outcome.notice_id}`, `read as  ${outcome.outcome}`];
  if (outcome.credit_id !== null) lines.push(`credit   ${outcome.credit_id}`);
  if (outcome.outcome === 'CLAIMED')
    lines.push('it is not proven: it waits for what is missing before it, or for the balance of its number');
  if (outcome.verdict === null) return lines;
  const { verdict, rule, reason, session_ids } = outcome.verdict;
  lines.push(`verdict  ${verdict} by the rule ${rule}: ${reason}`);
  if (session_ids.length > 0) lines.push(`sessions ${session_ids.join(', ')}`);
  return lines;
}

// Without an argument, or with -, the text comes by the pipe: SMS hold characters that shells eat.
async function textOf(given: string | undefined): Promise<string> {
  const is_piped = given === '-' || (given === undefined && !process.stdin.isTTY);
  const text = is_piped ? (await readAll(process.stdin)).replace(/\r?\n$/, '') : given;
  if (text === undefined || text.trim() === '') {
    throw new CommandFailure('Give the text of the SMS in quotes, or pipe it in.', 2);
  }
  return text;
}

function readMoment(text: string): Date {
  const date = readInstant(text);
  const has_offset = /(?:Z|[+-][0-9]{2}:[0-9]{2})$/.test(text);
  if (date !== null && has_offset) return date;
  throw new CommandFailure(`${text} is no time: write it like 2026-09-24T14:30:00+01:00.`, 2);
}
