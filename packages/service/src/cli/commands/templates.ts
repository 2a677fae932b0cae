import { type Command, InvalidArgumentError, Option } from 'commander';
import { isUuid } from '../../domain/keys.ts';
import { OPERATORS } from '../../domain/operator.ts';
import { confirmTemplates, revokeTemplates } from '../../engine/desk/templates/decide-template.ts';
import { addTemplates } from '../../engine/desk/templates/teach-template.ts';
import { alwaysPair, consentTold } from '../../engine/desk/told.ts';
import type { Services } from '../../engine/services.ts';
import {
  type DraftTest,
  proposeTemplates,
  testDrafts,
  type WordingDraft,
} from '../../engine/templates/draft.ts';
import { listTemplates, readTemplates, type TemplateListing } from '../../engine/templates/read.ts';
import { checkTemplate, findTemplate, latestReadings, tryTemplate } from '../../engine/templates/test.ts';
import { describeSms } from '../../sms/describe.ts';
import { type ProposedWording, proposeWording } from '../../sms/propose.ts';
import { TEMPLATES } from '../../sms/templates/all.ts';
import { needsConfirmation, TEMPLATE_KINDS, type Template } from '../../sms/templates/template.ts';
import { contradiction, saidProblem } from '../../sms/wording/problem.ts';
import { teachAnew } from '../doctor/wordings.ts';
import { answer, CommandFailure, leaf, oneLine, table, utcMoment, wholeNumber } from '../output.ts';
import { withServices } from '../run.ts';
import { addWithdraw, type SignedOptions, staffLeaf, tell, withStaff } from '../staff.ts';

type Drafted = Omit<WordingDraft, 'template_id'>;
type TestOptions = Partial<Drafted> & { recent?: number; json?: boolean };

export function addTemplateCommands(program: Command): void {
  const templates = program.command('templates').description('how operator SMS are read');
  leaf(templates, 'list', 'every template and whether real messages have proven it').action(list);
  leaf(templates, 'propose [notice]', 'a first draft of a wording for a text that no template takes')
    .option('--text <text>', 'the text itself, instead of a notice')
    .action(propose);
  const test = leaf(
    templates,
    'test [template] [text]',
    'try a template, named id@version, on its samples and on a text; or a draft on all that is kept',
  ).option(
    '--recent <count>',
    'show the latest live texts that it has read, or would read once confirmed (needs the database)',
    wholeNumber(1, 100),
  );
  draftOptions(test, false).action(testEither);
  draftOptions(
    staffLeaf(templates, 'add <name>', 'teach a wording; another version where the name exists'),
    true,
  ).action(add);
  staffLeaf(
    templates,
    'confirm <template>',
    'say that real messages have proven it; named id@version; two people say the same',
  ).action(confirm);
  staffLeaf(
    templates,
    'revoke <template>',
    'take its confirmation back: what it reads goes to review again, or to suspense; one person is enough',
  ).action(revoke);
  addWithdraw(templates, 'template', async (_services, name) => [name.replace('/', '@')]);
}

function draftOptions(command: Command, mandatory: boolean): Command {
  return command
    .addOption(
      new Option('--operator <operator>', 'whose SMS').choices(OPERATORS).makeOptionMandatory(mandatory),
    )
    .addOption(
      new Option('--kind <kind>', 'what it tells').choices(TEMPLATE_KINDS).makeOptionMandatory(mandatory),
    )
    .addOption(
      new Option('--wording <wording>', 'fixed words and {slots}, from the first word to the last')
        .argParser(notBlank)
        .makeOptionMandatory(mandatory),
    )
    .option('--text <text>', 'a text that it must read, beside those that are kept');
}

function notBlank(value: string): string {
  if (value.trim() !== '') return value;
  throw new InvalidArgumentError('It must not be blank.');
}

async function list(options: { json?: boolean }): Promise<void> {
  const templates = await withServices(({ services }) => listTemplates(services));
  const rows = templates.map((t) => [
    `${t.template_id}@${t.template_version}`,
    t.kind,
    t.operator,
    t.shipped ? 'shipped' : 'taught',
    stateOf(t),
    utcMoment(t.confirmed_at),
    t.confirmed_by ?? '-',
  ]);
  const heading = ['template', 'kind', 'operator', 'from', 'state', 'since', 'by'];
  const said = templates.map((t) => ({ ...t, problem: t.problem === null ? null : saidProblem(t.problem) }));
  answer(options.json === true, { templates: said }, [
    ...table(heading, rows, 'There is no template.'),
    ...templates.flatMap((t) => notesOn(t)),
  ]);
}

/** What has changed since people taught it. */
function notesOn({ template_id, template_version, problem, is_narrowed }: TemplateListing): string[] {
  const name = `${template_id}@${template_version}`;
  if (problem !== null)
    return [`${name} reads nothing any more: ${saidProblem(problem)} ${teachAnew(template_id)}`];
  return is_narrowed
    ? [`${name} reads less than was taught, as shown: a payer could have written the rest.`]
    : [];
}

function stateOf({ kind, shipped, confirmed_at, problem }: TemplateListing): string {
  if (problem !== null) return 'unusable';
  if (confirmed_at !== null) return 'confirmed';
  return needsConfirmation({ kind, is_taught: !shipped }) ? 'unconfirmed' : 'needs no confirmation';
}

async function propose(
  notice_id: string | undefined,
  options: { text?: string; json?: boolean },
): Promise<void> {
  if ((notice_id === undefined) === (options.text === undefined)) {
    throw new CommandFailure('Give the id of a notice (npx chari notices list --unparsed), or --text.', 2);
  }
  const proposal =
    options.text === undefined
      ? await proposalOf(notice_id as string)
      : { body: options.text, ...proposeWording(options.text) };
  const problem = proposal.problem === null ? null : saidProblem(proposal.problem);
  answer(options.json === true, { ...proposal, problem }, proposalLines({ ...proposal, problem }));
}

async function proposalOf(id: string): Promise<ProposedWording & { body: string }> {
  const [proposal] = isUuid(id) ? await withServices(({ services }) => proposeTemplates(services, [id])) : [];
  if (proposal == null) throw new CommandFailure(`There is no notice ${id}.`);
  return proposal;
}

function proposalLines({
  body,
  kind,
  wording,
  slots,
  problem,
}: Omit<ProposedWording, 'problem'> & { body: string; problem: string | null }): string[] {
  return [
    `text     ${oneLine(body)}`,
    `kind     ${kind}`,
    `wording  ${oneLine(wording)}`,
    ...slots.map(({ slot, printed }) => `  {${slot}}`.padEnd(14) + oneLine(printed)),
    ...(problem === null ? [] : [`To be corrected: ${problem}`]),
    'Correct it, then try it: npx chari templates test --operator … --kind … --wording …',
  ];
}

async function testEither(
  name: string | undefined,
  text: string | undefined,
  options: TestOptions,
): Promise<void> {
  if (name === undefined) return testDraft(options);
  return test(name, text, options);
}

async function test(name: string, text: string | undefined, options: TestOptions): Promise<void> {
  // What ships is tried without a database.
  const template =
    findTemplate(TEMPLATES, keyOf(name)) ??
    (await withServices(({ services }) => templateNamed(services, name)));
  const checks = checkTemplate(template);
  const tried = text === undefined ? null : tryTemplate(template, text);
  const { recent } = options;
  const readings =
    recent === undefined
      ? []
      : await withServices(({ services }) => latestReadings(services, template, recent));
  const lines = [
    ...checks.map(({ ok, about, read_as }) => `${ok ? 'ok    ' : 'WRONG '}${about}: ${read_as}`),
    ...(tried === null
      ? []
      : [`${tried.taken ? 'taken' : 'not taken'} by ${name}:`, ...describeSms(tried.reading)]),
    ...readings.map(
      ({ received_at, msisdn, body, reading }) =>
        `${utcMoment(received_at)} ${msisdn} ${reading.amount_xaf ?? '-'} XAF, doubts ${reading.doubts?.join(', ') || 'none'}: ${oneLine(body)}`,
    ),
    ...(recent !== undefined && readings.length === 0
      ? ['It has read no live text lately, and no text that waits.']
      : []),
  ];
  answer(options.json === true, { template: name, checks, tried, readings }, lines);
  if (checks.some(({ ok }) => !ok) || tried?.taken === false) process.exitCode = 1;
}

/** People write `id/version` too. */
const keyOf = (name: string): string => name.replace('/', '@');

async function templateNamed({ pool }: Pick<Services, 'pool'>, name: string): Promise<Template> {
  const template = findTemplate(await readTemplates(pool), keyOf(name));
  if (template === null) throw unknownTemplate(name);
  return template;
}

async function testDraft(options: TestOptions): Promise<void> {
  const { operator, kind, wording, text } = options;
  if (operator === undefined || kind === undefined || wording === undefined) {
    throw new CommandFailure('Name a template as id@version, or give --operator, --kind and --wording.', 2);
  }
  const draft = draftOf('draft', { operator, kind, wording, ...(text !== undefined && { text }) });
  const [tested] = await withServices(({ services }) => testDrafts(services, [draft]));
  if (tested === undefined || tested.kind === 'refused') {
    throw new CommandFailure(tested?.sentence ?? 'It could not be tried.');
  }
  answer(options.json === true, tested, testLines(tested));
  if (tested.would_read.length === 0 || tested.also_takes.length + tested.contradicts.length > 0)
    process.exitCode = 1;
}

function testLines({ would_read, also_takes, contradicts, loses }: DraftTest & { kind: 'tested' }): string[] {
  return [
    `It would read ${would_read.length} of the texts that no template takes.`,
    ...would_read.flatMap(({ body, reading }) => {
      const { trusted_sender } = reading;
      const figures = { sums_xaf: [], balances_xaf: [] };
      return [
        `text        ${oneLine(body)}`,
        ...describeSms({ trusted_sender, readings: [reading], figures }),
      ];
    }),
    ...also_takes.map(({ template, body }) => `WRONG: it takes a text of ${template}: ${oneLine(body)}`),
    ...contradicts.map((body) => `WRONG: ${contradiction(oneLine(body))}`),
    ...loses.map((body) => `It would no longer read, as the version before does: ${oneLine(body)}`),
  ];
}

/** What reads again what had come before a wording was confirmed: what waits unread, and the money in suspense. */
const REPLAY = 'npx chari sms replay, then npx chari suspense replay --note WHY,';

async function add(name: string, options: SignedOptions & Drafted): Promise<void> {
  const draft = draftOf(name, options);
  const [outcome] = await withStaff(options, ({ services, by }) =>
    addTemplates(services, [{ ...draft, ...by }]),
  );
  if (outcome?.kind !== 'added') throw new CommandFailure(outcome?.sentence ?? 'It was not saved.');
  const { template_id, version } = outcome.template;
  answer(options.json === true, outcome, [
    `${template_id}@${version} is taught: it reads ${outcome.would_read} text(s) that waited.`,
    ...(outcome.loses === 0
      ? []
      : [
          `Once it is confirmed, ${outcome.loses} of the latest texts that ${template_id} has read are in words that nobody knows: teach it under another name where both are right.`,
        ]),
    `It reads no live text until two people have compared them with the SIM: npx chari templates confirm ${template_id}@${version}.`,
    `Then ${REPLAY} read them again.`,
  ]);
}

function draftOf(template_id: string, { operator, kind, wording, text }: Drafted): WordingDraft {
  return { template_id, operator, kind, wording, ...(text !== undefined && { text }) };
}

async function confirm(name: string, options: SignedOptions): Promise<void> {
  const outcome = await withStaff(options, async ({ services, by }) => {
    const { id: template_id, version: template_version } = await templateNamed(services, name);
    return (await confirmTemplates(services, [{ template_id, template_version, ...by }]))[0];
  });
  if (outcome?.kind === 'not_a_credit_template') {
    throw new CommandFailure(
      `${name} ships with the service and reads no customer's money, so there is nothing to confirm.`,
    );
  }
  if (outcome === undefined || outcome.kind === 'template_not_found') throw unknownTemplate(name);
  if (outcome.kind === 'contradicts_book') throw new CommandFailure(contradiction(outcome.text));
  if (outcome.kind === 'takes_another') throw new CommandFailure(saidProblem(outcome));
  if (outcome.kind === 'proposed')
    return tell(options.json, outcome, alwaysPair(`npx chari templates confirm ${name}`));
  if (outcome.kind !== 'confirmed') return tell(options.json, outcome, consentTold(outcome));
  const { confirmation, before } = outcome;
  answer(options.json === true, confirmation, [
    `${name} ${before ? 'was confirmed before' : 'is confirmed'}, by ${confirmation.confirmed_by} on ${utcMoment(confirmation.confirmed_at)}.`,
    `What had come in its words before: ${REPLAY} read it again.`,
  ]);
}

async function revoke(name: string, options: SignedOptions): Promise<void> {
  const outcome = await withStaff(options, async ({ services, by }) => {
    const { id: template_id, version: template_version } = await templateNamed(services, name);
    return (await revokeTemplates(services, [{ template_id, template_version, ...by }]))[0];
  });
  if (outcome?.kind !== 'revoked')
    throw new CommandFailure(`${name} is not confirmed, so there is nothing to revoke.`);
  const { confirmed_by, confirmed_at } = outcome.confirmation;
  answer(options.json === true, outcome, [
    `${name} is unconfirmed again; ${confirmed_by} had confirmed it on ${utcMoment(confirmed_at)}.`,
    "Within a second what it reads in live goes to review, or counts as words that nobody knows where it reads no customer's money.",
    'What it has settled stays settled.',
  ]);
}

function unknownTemplate(name: string): CommandFailure {
  return new CommandFailure(
    `There is no template ${name}: npx chari templates list shows them as id@version.`,
  );
}
