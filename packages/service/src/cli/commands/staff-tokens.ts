import { randomBytes } from 'node:crypto';
import type { Command } from 'commander';
import { STAFF_ROLES, type StaffRole } from '../../domain/account/person.ts';
import { isUuid } from '../../domain/keys.ts';
import { STAFF_VERBS } from '../../domain/staff/role.ts';
import { TOKEN_DAYS, TOKEN_DAYS_MAX, tokenState } from '../../domain/staff/token.ts';
import { changeStaff, findMember, listStaff, tellOfRoles } from '../../engine/staff/people.ts';
import { createTokens, revokeTokens } from '../../engine/staff/tokens.ts';
import { answer, CommandFailure, leaf, table, utcMoment, wholeNumber } from '../output.ts';
import { withServices } from '../run.ts';
import { loadSecretKey } from '../secret-key.ts';
import { keyBytes } from '../services.ts';
import { type SignedOptions, staffLeaf, withStaff } from '../staff.ts';

type TokenOptions = { name: string; days: number; json?: boolean };

/** What belongs to `chari staff` beside the making of accounts: tokens, roles, and who leaves. */
export function addStaffTokenCommands(staff: Command): void {
  leaf(staff, 'tokens', 'who is on the staff, with their tokens').action(list);
  leaf(staff, 'roles', 'who may do what').action(roles);
  leaf(staff, 'token <mail>', 'make a personal token for this terminal and show it, once')
    .option('--name <name>', 'what its owner calls it, such as the machine', 'terminal')
    .option('--days <n>', 'how long it is good', wholeNumber(1, TOKEN_DAYS_MAX), TOKEN_DAYS)
    .action(makeToken);
  staffLeaf(staff, 'revoke <token>', 'end a token, at once and for ever').action(revoke);
  staffLeaf(staff, `role <mail> <role>`, `what somebody is: ${STAFF_ROLES.join(', ')}`).action(setRole);
}

async function list(options: { json?: boolean }): Promise<void> {
  const { members, now } = await withServices(async ({ services }) => ({
    members: await listStaff(services),
    now: services.now(),
  }));
  const rows = members.flatMap(({ email, name, role, deactivated_at, tokens }) => [
    [email, name, deactivated_at === null ? role : `left ${utcMoment(deactivated_at)}`, '', '', ''],
    ...tokens.map((token) => [
      '',
      token.name,
      tokenState(token, now),
      token.id,
      `…${token.last4}`,
      utcMoment(token.expires_at),
    ]),
  ]);
  const heading = ['mail', 'name', 'role or state', 'token', 'ends with', 'good until'];
  answer(options.json === true, { staff: members }, table(heading, rows, 'Nobody is on the staff yet.'));
}

async function roles(options: { json?: boolean }): Promise<void> {
  const rows = Object.entries(STAFF_VERBS).map(([verb, may]) => [
    verb,
    ...STAFF_ROLES.map((role) => ((may as readonly StaffRole[]).includes(role) ? 'yes' : '-')),
  ]);
  answer(options.json === true, STAFF_VERBS, table(['verb', ...STAFF_ROLES], rows, ''));
}

async function makeToken(mail: string, { name, days, json }: TokenOptions): Promise<void> {
  const { outcome, is_approved } = await withServices(async ({ services, config }) => {
    const is_approved = config.mode === 'development';
    const { account_id } = await memberOf(services, mail);
    // Whoever has this shell may be anybody, so the record doesn't say that it was its owner.
    const by = { actor: 'command line', note: 'chari staff token' };
    const command = { ...by, of: account_id, name, days, random_bytes: keyBytes(), is_approved };
    return { outcome: (await createTokens(services, [command]))[0], is_approved };
  });
  if (outcome?.kind === 'too_many')
    throw new CommandFailure(
      `${mail} has many tokens that are good: revoke one with npx chari staff revoke.`,
    );
  if (outcome?.kind !== 'created') throw new CommandFailure(`${mail} is not on the staff any more.`);
  const { token, secret } = outcome;
  answer(json === true, { id: token.id, token: secret, expires_at: token.expires_at, is_approved }, [
    secret,
    `This is the only time it is shown. It is good until ${utcMoment(token.expires_at)}; its id: ${token.id}.`,
    is_approved
      ? 'Put it into CHARI_STAFF_TOKEN, or into ~/.config/chari/staff-token (mode 0600).'
      : `It signs nothing yet: ${mail} has to say in the back office, under Tokens, that it is theirs.`,
  ]);
}

async function revoke(token_id: string, options: SignedOptions): Promise<void> {
  const [outcome] = isUuid(token_id)
    ? await withStaff(options, ({ services, by }) => revokeTokens(services, [{ token_id, ...by }]))
    : [];
  if (outcome?.kind !== 'changed')
    throw new CommandFailure('There is no token with this id: npx chari staff tokens shows them.');
  answer(options.json === true, outcome.token, [
    `The token …${outcome.token.last4} is revoked: it signs nothing from now on.`,
  ]);
}

async function setRole(mail: string, name: string, options: SignedOptions): Promise<void> {
  const role = STAFF_ROLES.find((one) => one === name);
  if (role === undefined) throw new CommandFailure(`${name} is none of ${STAFF_ROLES.join(', ')}.`, 2);
  await change(mail, role, options, `${mail} is ${role} from now on.`);
}

async function change(
  mail: string,
  role: StaffRole | null,
  options: SignedOptions,
  sentence: string,
): Promise<void> {
  const outcome = await withStaff(options, async ({ services, config, database, by }) => {
    const { account_id: of } = await memberOf(services, mail);
    const secret_key = await loadSecretKey(config, database.data_dir);
    const tell = tellOfRoles({ ...services, secret_key, randomBytes });
    return (await changeStaff(services, [{ of, role, ...by }], tell))[0];
  });
  if (outcome?.kind === 'own_role')
    throw new CommandFailure('Nobody changes their own role: ask another administrator.');
  if (outcome?.kind !== 'changed') throw noMember(mail);
  answer(options.json === true, outcome.member, [sentence]);
}

async function memberOf(services: Parameters<typeof findMember>[0], mail: string) {
  const member = await findMember(services, mail);
  if (member === null) throw noMember(mail);
  return member;
}

function noMember(mail: string): CommandFailure {
  return new CommandFailure(`${mail} is nobody of the staff: npx chari staff list shows who is.`);
}
