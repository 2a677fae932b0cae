import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { type Command, InvalidArgumentError } from 'commander';
import { isUuid } from '../../domain/keys.ts';
import { readWords, SENT_BACK_SUBJECTS } from '../../domain/kyc/document.ts';
import { decideKyc } from '../../engine/desk/merchants/decide-kyc.ts';
import { lookAtDocument } from '../../engine/desk/merchants/merchant-file.ts';
import { decideKycTold } from '../../engine/desk/merchants/sentences.ts';
import { type Kyc, showKyc } from '../../engine/kyc/show.ts';
import { listOfficeMerchants } from '../../engine/merchants.ts';
import { answer, CommandFailure, leaf, table, utcMoment, wholeNumber } from '../output.ts';
import { withServices } from '../run.ts';
import { secretKeyOf } from '../secret-key.ts';
import { type SignedOptions, staffLeaf, tell, withStaff } from '../staff.ts';
import { unknownMerchant } from './merchants.ts';

type DecideOptions = SignedOptions & { submission: number; field: Record<string, string> };

const submissionOption = [
  '--submission <number>',
  'the one that you looked at, as `kyc show` names it',
  wholeNumber(1, 1_000_000),
] as const;

export function addKycCommands(program: Command): void {
  const kyc = program
    .command('kyc')
    .description('who merchants are: what they hand in, and what staff decide');
  leaf(kyc, 'list', 'what waits for staff, the longest first').action(list);
  leaf(kyc, 'show <merchant>', 'what it handed in last, its documents and what became of it').action(show);
  staffLeaf(kyc, 'document <merchant> <document>', 'write a document to a file; the look is kept for ever')
    .requiredOption('--to <file>', 'a file that is not there yet')
    .action(document);
  staffLeaf(kyc, 'approve <merchant>', 'it may collect in live, under its trade name')
    .requiredOption(...submissionOption)
    .action((merchant, options) => decide(merchant, options, 'approve'));
  staffLeaf(kyc, 'send-back <merchant>', 'ask for it again; the merchant reads the words of each field')
    .requiredOption(...submissionOption)
    .option('--field <name=words>', 'what is wrong with a field, in words for the merchant', oneMore, {})
    .action((merchant, options) => decide(merchant, options, 'send_back'));
}

/** `nif=The number can't be read`, once for each field. */
function oneMore(text: string, before: Record<string, string>): Record<string, string> {
  const [, name = '', words = ''] = /^([a-z_]+)=(.+)$/s.exec(text) ?? [];
  const names = [...SENT_BACK_SUBJECTS, 'general'] as readonly string[];
  if (!names.includes(name))
    throw new InvalidArgumentError(`It begins with one of ${names.join(', ')}, and =.`);
  return { ...before, [name]: words };
}

async function list(options: { json?: boolean }): Promise<void> {
  const { waiting } = await withServices(({ services }) =>
    listOfficeMerchants(services, { before: null, limit: 1 }),
  );
  const rows = waiting.map((one) => [
    one.id,
    one.name,
    `${one.kyc_version}`,
    one.kyc_status,
    utcMoment(one.kyc_updated_at),
  ]);
  const heading = ['merchant', 'name', 'submission', 'approval', 'since'];
  answer(options.json === true, { waiting }, table(heading, rows, 'Nothing waits.'));
}

async function show(merchant_id: string, options: { json?: boolean }): Promise<void> {
  const [kyc] = await withServices(({ services }) => showKyc(services, [merchant_id]));
  if (!kyc) throw new CommandFailure(unknownMerchant(merchant_id));
  answer(options.json === true, kyc, linesOf(kyc));
}

function linesOf({ submissions, ...kyc }: Kyc): string[] {
  const [last] = submissions;
  const stands = kyc.approved_version === null ? '' : `, on submission ${kyc.approved_version}`;
  return [
    `${kyc.name} (${kyc.merchant_id}): the profile is ${kyc.state}, live is ${kyc.kyc_status}${stands}`,
    ...(last === undefined
      ? ['  It has not handed anything in yet.']
      : [
          `  Submission ${last.version} of ${utcMoment(last.submitted_at)} by ${last.submitted_by}:`,
          ...Object.entries(last.fields).map(
            ([name, text]) => `    ${name}: ${text.replaceAll('\n', ' / ')}`,
          ),
          ...last.documents.map(
            (one) => `    ${one.kind} ${one.id}: ${one.name}, ${one.media_type}, ${one.size_bytes} bytes`,
          ),
        ]),
    ...submissions.flatMap((one) =>
      one.verdict === null
        ? []
        : [
            `  Submission ${one.version} ${one.verdict} by ${one.decided_by} on ${utcMoment(one.decided_at)}`,
            ...Object.entries(one.words ?? {}).map(([name, words]) => `    ${name}: ${words}`),
          ],
    ),
  ];
}

async function document(
  merchant_id: string,
  document_id: string,
  options: SignedOptions & { to: string },
): Promise<void> {
  if (!isUuid(merchant_id)) throw new CommandFailure(unknownMerchant(merchant_id));
  const { to, json } = options;
  const outcome = await withStaff(options, async ({ config, database, services, by }) => {
    const secret_key = await secretKeyOf(config, database);
    const all = { ...services, secret_key, randomBytes: (bytes: number) => randomBytes(bytes) };
    return lookAtDocument(all, { merchant_id, document_id, ...by });
  });
  if (outcome.kind === 'not_found')
    throw new CommandFailure(
      `It has not handed in a document ${document_id}: npx chari kyc show ${merchant_id}.`,
    );
  if (outcome.kind === 'unreadable')
    throw new CommandFailure(
      'It does not open: its row was changed, or CHARI_SECRET_KEY is not the key that sealed it. It counts as opened by nobody: where that stays so, send the submission back and ask for it again.',
    );
  await writeFile(to, outcome.bytes, { flag: 'wx', mode: 0o600 }).catch((error: Error) => {
    throw new CommandFailure(`It could not be written to ${to}: ${error.message}`);
  });
  const { name, media_type, sha256 } = outcome.document;
  answer(json === true, outcome.document, [`${name} (${media_type}) is in ${to}. SHA-256: ${sha256}`]);
}

async function decide(
  merchant_id: string,
  options: DecideOptions,
  verdict: 'approve' | 'send_back',
): Promise<void> {
  const { submission: version, field, json } = options;
  const words = verdict === 'send_back' ? readWords(field) : {};
  if (words === null)
    throw new CommandFailure(
      'Say what is wrong: --field nif="…", or --field general="…", 500 characters each.',
      2,
    );
  const about = { merchant_id, version };
  const [outcome] = await withStaff(options, ({ services, by }) =>
    decideKyc(services, [
      verdict === 'approve' ? { ...about, verdict, ...by } : { ...about, verdict, words, ...by },
    ]),
  );
  if (outcome === undefined) throw new Error('no outcome');
  tell(json, outcome, decideKycTold(merchant_id, version, outcome));
}
