import type { PoolClient } from 'pg';
import type { Signature } from '../../domain/review/second-person.ts';
import {
  formatToken,
  isTokenShaped,
  type StaffToken,
  TOKEN_DAYS_MAX,
  TOKENS_PER_ACCOUNT,
  tokenExpiry,
  tokenState,
} from '../../domain/staff/token.ts';
import { lockStaffRows } from '../../store/staff/accounts.ts';
import {
  approveTokenRows,
  countTokens,
  findToken,
  insertTokens,
  lockTokens,
  type NewToken,
  revokeTokenRows,
} from '../../store/staff/tokens.ts';
import { signed } from '../desk/signed.ts';
import { hashKey } from '../keys/authenticate.ts';
import type { Services } from '../services.ts';

export type CreateToken = Signature & {
  /** Whose token it is. */
  of: string;
  name: string;
  days: number;
  /** 32 bytes from a cryptographic source. They are the token; nothing else remembers them. */
  random_bytes: Uint8Array;
  /** Its owner, signed in with two factors, makes it: it signs at once. Else it waits for their word. */
  is_approved: boolean;
};

export type CreateTokenOutcome =
  | {
      kind: 'created';
      token: StaffToken;
      /** The whole token, to be shown once. */
      secret: string;
    }
  | { kind: 'not_on_the_staff' }
  | { kind: 'days_unusable' }
  | { kind: 'too_many' };

/** Writes, in the transaction by which tokens begin to sign, the mail that tells their owner. */
export type TellOwner = (client: PoolClient) => Promise<void>;
const NOT_TOLD: TellOwner = () => Promise.resolve();

/** Makes tokens, of which only the SHA-256 and the last 4 characters are stored. An outcome per command. */
export function createTokens(
  services: Services,
  commands: readonly CreateToken[],
  tell: TellOwner = NOT_TOLD,
): Promise<CreateTokenOutcome[]> {
  const ids = [...new Set(commands.map(({ of }) => of))];
  return signed<Map<string, number>, CreateTokenOutcome>(services, {
    lock: async (client, now) => {
      const rows = await lockStaffRows(client, ids);
      const counted = new Map(
        (await countTokens(client, { ids, now })).map((row) => [row.account_id, row.tokens]),
      );
      const active = rows.filter(({ deactivated_at }) => deactivated_at === null);
      return new Map(active.map(({ account_id }) => [account_id, counted.get(account_id) ?? 0]));
    },
    decide: ({ client, known, now, record }) => {
      const made: NewToken[] = [];
      const outcomes = commands.map((command): CreateTokenOutcome => {
        const { of, name, days } = command;
        const count = known.get(of);
        if (count === undefined) return { kind: 'not_on_the_staff' };
        if (!Number.isInteger(days) || days < 1 || days > TOKEN_DAYS_MAX) return { kind: 'days_unusable' };
        if (count >= TOKENS_PER_ACCOUNT) return { kind: 'too_many' };
        known.set(of, count + 1);
        const { row, secret } = draftOf(services, command, now);
        made.push(row);
        const detail = {
          name,
          of,
          expires_at: row.expires_at.toISOString(),
          is_approved: command.is_approved,
        };
        record(command, { action: 'staff.own_token.create', subject_id: row.id, detail });
        const { token_hash: _hash, ...token } = row;
        return { kind: 'created', token: { ...token, revoked_at: null }, secret };
      });
      const write = async () => {
        await insertTokens(client, made);
        if (made.some(({ approved_at }) => approved_at !== null)) await tell(client);
      };
      return { outcomes, write };
    },
  });
}

function draftOf(services: Services, command: CreateToken, now: Date): { row: NewToken; secret: string } {
  const { of: account_id, name, days, random_bytes, is_approved } = command;
  if (random_bytes.length !== 32) throw new RangeError('a token is made of 32 random bytes');
  const secret = formatToken(random_bytes);
  const row = {
    id: services.newId(),
    account_id,
    name,
    token_hash: hashKey(secret),
    last4: secret.slice(-4),
    created_at: now,
    expires_at: tokenExpiry(now, days),
    approved_at: is_approved ? now : null,
  };
  return { row, secret };
}

export type ChangeToken = Signature & { token_id: string };
export type ChangeTokenOutcome = { kind: 'changed'; token: StaffToken } | { kind: 'not_found' };

/**
 * The owner of tokens, signed in with two factors, says that they made them: from then on they sign. Somebody else's is
 * not found. An outcome per command; to approve twice keeps the first time.
 */
export function approveTokens(
  services: Services,
  commands: readonly ChangeToken[],
  tell: TellOwner = NOT_TOLD,
): Promise<ChangeTokenOutcome[]> {
  return changeTokens(services, commands, 'approve', tell);
}

/** Revokes tokens for ever, one's own or, as an administrator, anybody's. Twice keeps the first time. */
export function revokeTokens(
  services: Services,
  commands: readonly ChangeToken[],
): Promise<ChangeTokenOutcome[]> {
  return changeTokens(services, commands, 'revoke', NOT_TOLD);
}

function changeTokens(
  services: Services,
  commands: readonly ChangeToken[],
  what: 'approve' | 'revoke',
  tell: TellOwner,
): Promise<ChangeTokenOutcome[]> {
  return signed<Map<string, StaffToken>, ChangeTokenOutcome>(services, {
    lock: async (client) => {
      const rows = await lockTokens(client, [...new Set(commands.map(({ token_id }) => token_id))]);
      return new Map(rows.map((row) => [row.id, row]));
    },
    decide: ({ client, known, now, record }) => {
      const changed: StaffToken[] = [];
      const outcomes = commands.map((command): ChangeTokenOutcome => {
        const token = known.get(command.token_id);
        const is_own = token !== undefined && token.account_id === command.account_id;
        if (token === undefined || (what === 'approve' && !is_own)) return { kind: 'not_found' };
        const after =
          what === 'approve'
            ? { ...token, approved_at: token.approved_at ?? now }
            : { ...token, revoked_at: token.revoked_at ?? now };
        known.set(token.id, after);
        changed.push(after);
        const action = is_own ? (`staff.own_token.${what}` as const) : 'staff.token.revoke';
        record(command, { action, subject_id: token.id, detail: { name: token.name, of: token.account_id } });
        return { kind: 'changed', token: after };
      });
      const ids = changed.map(({ id }) => id);
      const write = async () => {
        if (what === 'revoke') {
          await revokeTokenRows(
            client,
            ids.map((id) => ({ id, revoked_at: now })),
          );
          return;
        }
        await approveTokenRows(
          client,
          ids.map((id) => ({ id, approved_at: now })),
        );
        if (ids.length > 0) await tell(client);
      };
      return { outcomes, write };
    },
  });
}

export type TokenSigner =
  | { kind: 'signer'; signer: Required<Omit<Signature, 'note'>>; token: StaffToken }
  | { kind: 'unknown' }
  | { kind: 'left_the_staff'; actor: string }
  | { kind: 'waits' | 'expired' | 'revoked'; token: StaffToken };

/** Whom a token speaks for at this moment. Nothing is remembered: a revoked one is worth nothing at once. */
export async function whoSigns(services: Services, secret: string): Promise<TokenSigner> {
  if (!isTokenShaped(secret)) return { kind: 'unknown' };
  const [found] = await findToken(services.pool, { token_hash: hashKey(secret) });
  if (found === undefined) return { kind: 'unknown' };
  const { actor, role: _role, deactivated_at, ...token } = found;
  if (deactivated_at !== null) return { kind: 'left_the_staff', actor };
  const state = tokenState(token, services.now());
  if (state !== 'valid') return { kind: state, token };
  return { kind: 'signer', signer: { actor, account_id: token.account_id }, token };
}
