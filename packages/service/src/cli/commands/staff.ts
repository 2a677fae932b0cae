import { type Command, InvalidArgumentError, Option } from 'commander';
import { readEmail, readName } from '../../domain/account/credentials.ts';
import { type Language, STAFF_ROLES, type StaffRole } from '../../domain/account/person.ts';
import type { Signature } from '../../domain/review/second-person.ts';
import type { SiteServices } from '../../engine/account/services.ts';
import { addStaff } from '../../engine/staff/enrol.ts';
import { endStaff, findMember, hasAdministrator, listStaff } from '../../engine/staff/people.ts';
import { answer, CommandFailure, leaf, table, utcMoment } from '../output.ts';
import { type CommandContext, withServices } from '../run.ts';
import { secretKeyOf } from '../secret-key.ts';
import { siteServices } from '../serve/pages.ts';
import { asStaff, type MaySign, noteOption, signatureOption } from '../staff.ts';
import { addStaffTokenCommands } from './staff-tokens.ts';

/** Whoever has the shell of the service makes the first of staff; nobody could sign for it before. */
const NOBODY_YET = { actor: 'the command line', note: 'by the command line' } as const;

type AddOptions = { role: StaffRole; name: string; language: Language } & MaySign;

export function addStaffCommands(program: Command): void {
  const staff = program.command('staff').description('people of Chari who sign in to the back office');
  leaf(
    staff,
    'add <email>',
    'let somebody work here; shows, once, the link by which they set up their sign-in',
  )
    .addOption(new Option('--role <role>', 'what they may do').choices(STAFF_ROLES).makeOptionMandatory())
    .requiredOption('--name <name>', 'what they are called', nameOf)
    .addOption(
      new Option('--language <language>', 'of their pages').choices(['fr', 'ar', 'en']).default('fr'),
    )
    .option(...signatureOption)
    .option(...noteOption)
    .action(add);
  leaf(staff, 'list', 'everybody who is or was one of staff').action(list);
  leaf(staff, 'deactivate <email>', 'end somebody’s work here: at once, in every browser')
    .option(...signatureOption)
    .option(...noteOption)
    .action(deactivate);
  addStaffTokenCommands(staff);
}

function nameOf(text: string): string {
  const name = readName(text, 100);
  if (name === null)
    throw new InvalidArgumentError(
      'It must have 1 to 100 characters that can be seen, of one script in each word.',
    );
  return name;
}

function emailOf(text: string): string {
  const email = readEmail(text);
  if (email === null)
    throw new CommandFailure(`${text} is no mail address: write it like name@example.com.`, 2);
  return email;
}

/** The services of sign-in beside a running server. Links are shown here, and mailed to whom they are for where mails go out. */
async function siteOf({ config, database, services }: CommandContext): Promise<SiteServices> {
  const secret_key = await secretKeyOf(config, database);
  const { allow_private_webhooks } = config;
  const mailing = { is_set_up: config.mail.smtp_url !== null, newest: null };
  return siteServices(services, { secret_key, allow_private_webhooks, mailing });
}

/**
 * Who says that somebody joins or leaves the staff. Once an administrator has enrolled, one signs: whoever has the shell could else
 * make the second person who agrees with the first.
 */
function bySomebody<T>(
  { note, as }: MaySign,
  work: (context: CommandContext, by: Signature) => Promise<T>,
): Promise<T> {
  return withServices(async (context) => {
    if (!(await hasAdministrator(context.services)))
      return work(context, { ...NOBODY_YET, note: note ?? NOBODY_YET.note });
    if (note === undefined)
      throw new CommandFailure(
        'An administrator signs this, and it stands on record: say why, with --note.',
        2,
      );
    return asStaff(context, { note, ...(as !== undefined && { as }) }, (by) => work(context, by));
  });
}

async function add(address: string, { role, name, language, ...options }: AddOptions): Promise<void> {
  const email = emailOf(address);
  const added = await bySomebody(options, async (context, by) => {
    const member = by.account_id === undefined ? null : await findMember(context.services, email);
    if (member !== null && member.account_id === by.account_id) throw ownRole();
    return addStaff(await siteOf(context), { email, name, role, language, ...by });
  });
  if (added.kind === 'needs_factor') throw needsFactor(email);
  const { staff, link } = added;
  const { account_id } = staff;
  const lines =
    link === null
      ? ['They have a password and a second factor already, and sign in with those.']
      : [
          link,
          'This is the only time it is shown, and it works once, within 72 hours: give it to them alone.',
        ];
  answer(options.json === true, { account_id, email, role, link }, [
    `${email} is one of staff, as ${role}.`,
    ...lines,
  ]);
}

const needsFactor = (email: string) =>
  new CommandFailure(
    `${email} signs in to a shop without a second factor, and the link would set their password: let them add a code app or a passkey under "My account" first, then say this again.`,
  );

const ownRole = () =>
  new CommandFailure('Nobody changes their own role or sends themselves away: ask another administrator.');

async function list({ json }: { json?: boolean }): Promise<void> {
  const members = await withServices(({ services }) => listStaff(services));
  const staff = members.map(({ tokens: _tokens, ...one }) => one);
  const rows = staff.map((one) => [
    one.email,
    one.name,
    one.role,
    one.is_enrolled ? 'yes' : 'no',
    utcMoment(one.created_at),
    utcMoment(one.deactivated_at),
  ]);
  const heading = ['mail', 'name', 'role', 'enrolled', 'since', 'until'];
  const nothing = 'There is no staff yet: npx chari staff add EMAIL --role administrator --name NAME';
  answer(json === true, { staff }, table(heading, rows, nothing));
}

async function deactivate(address: string, options: MaySign): Promise<void> {
  const email = emailOf(address);
  // It seals nothing, so whoever must go at once goes without the secret key too.
  const { kind } = await bySomebody(options, ({ services }, by) => endStaff(services, { email, ...by }));
  if (kind === 'own_role') throw ownRole();
  if (kind === 'not_staff')
    throw new CommandFailure(`${email} is not one of staff: npx chari staff list shows who is.`);
  const sentence =
    kind === 'ended'
      ? 'is no longer one of staff, and signed out everywhere'
      : 'was not one of staff any more';
  answer(options.json === true, { email, kind }, [`${email} ${sentence}.`]);
}
