import { readFile, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../domain/config/config.ts';
import type { Signature } from '../domain/review/second-person.ts';
import { type TokenSigner, whoSigns } from '../engine/staff/tokens.ts';
import { CommandFailure, utcMoment } from './output.ts';
import type { CommandContext } from './run.ts';

const USUAL_FILE = '.config/chari/staff-token';

type Signer = Omit<Signature, 'note'>;

/**
 * Who signs at this terminal: the account of the staff token; in development, where there is none, the typed name.
 * @throws CommandFailure with a sentence that says what to do
 */
export async function signerOf(
  { config, services }: Pick<CommandContext, 'config' | 'services'>,
  typed: string | undefined,
): Promise<Signer> {
  const token = await readToken(config);
  if (token !== null) {
    if (typed !== undefined)
      throw new CommandFailure('Your staff token says who you are: leave --as out.', 2);
    return signerByToken(await whoSigns(services, token));
  }
  if (config.mode === 'production')
    throw new CommandFailure(
      `${typed === undefined ? '' : `--as ${typed} is a name that anybody can type, and in production names don't count. `}Sign with your own staff token: have one made with npx chari staff token YOUR-MAIL, say in the back office that it is yours, and put it into CHARI_STAFF_TOKEN or into ~/${USUAL_FILE} (mode 0600).`,
      2,
    );
  if (typed === undefined)
    throw new CommandFailure('Say who decides: --as NAME, or a staff token in CHARI_STAFF_TOKEN.', 2);
  return { actor: typed };
}

function signerByToken(found: TokenSigner): Signer {
  switch (found.kind) {
    case 'signer':
      return found.signer;
    case 'unknown':
      throw new CommandFailure('The staff token is none of ours: npx chari staff token makes one.');
    case 'left_the_staff':
      throw new CommandFailure(`${found.actor} is not on the staff any more, so this token signs nothing.`);
    case 'waits':
      throw new CommandFailure(
        `The staff token …${found.token.last4} waits for its owner, who says in the back office under Tokens that it is theirs.`,
      );
    case 'expired':
      throw new CommandFailure(
        `The staff token …${found.token.last4} ended on ${utcMoment(found.token.expires_at)}: make a new one with npx chari staff token.`,
      );
    case 'revoked':
      throw new CommandFailure(
        `The staff token …${found.token.last4} was revoked on ${utcMoment(found.token.revoked_at)}: make a new one with npx chari staff token.`,
      );
  }
}

/** The token of CHARI_STAFF_TOKEN, or of the file; null where there is neither. */
async function readToken(config: Config): Promise<string | null> {
  if (config.staff_token !== null) return config.staff_token;
  const named = config.staff_token_file;
  const file = named ?? join(homedir(), USUAL_FILE);
  try {
    const { mode } = await stat(file);
    if ((mode & 0o077) !== 0)
      throw new CommandFailure(
        `${file} can be read by others: chmod 600 ${file}, and revoke the token if somebody may have read it.`,
      );
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (named === null && code === 'ENOENT') return null;
    throw new CommandFailure(`The staff token in ${file} can't be read: ${message}.`);
  }
}
