import { hash } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { MemberActionName } from '../../domain/account/actions.ts';
import { formatRecoveryCode, readRecoveryCode } from '../../domain/account/credentials.ts';
import type { Account } from '../../domain/account/person.ts';
import { findSignIn, lockAccounts } from '../../store/accounts/accounts.ts';
import {
  beginTotp,
  dropRecoveryCodes,
  findTotp,
  insertRecoveryCodes,
  useTotpStep,
} from '../../store/accounts/factors.ts';
import { findUnended } from '../../store/accounts/sessions.ts';
import { atomically } from '../../store/connect/atomically.ts';
import { open, SEAL_NONCE_BYTES, seal } from '../../store/secrets/seal.ts';
import type { Database } from '../../store/statement.ts';
import { recordDone } from '../actions.ts';
import { postMails } from '../mail/account-mails.ts';
import { mayTry } from './limits.ts';
import { makeLink } from './links.ts';
import { isFresh, leaveOnlyThis } from './own.ts';
import type { SiteServices } from './services.ts';

const SECRET_BYTES = 20;
const STEP_MS = 30_000;
const RECOVERY_CODES = 10;
const RECOVERY_CODE_BYTES = 16;

/** What a code app is told: `uri` as its QR code says it, `secret` for typing. */
export type TotpOffer = { uri: string; secret: string };

/** Offers a new secret, which counts once a first code has shown that the app has it. Null: there is a factor already. */
export async function offerTotp(
  services: SiteServices,
  account: Pick<Account, 'id' | 'email'>,
): Promise<TotpOffer | null> {
  const secret = new Secret({ buffer: services.randomBytes(SECRET_BYTES).slice().buffer });
  const nonce = services.randomBytes(SEAL_NONCE_BYTES);
  const sealed = seal(services.secret_key, secret.base32, purposeOf(account.id), nonce);
  const begun = await beginTotp(services.pool, { account_id: account.id, sealed, now: services.now() });
  if (begun.length === 0) return null;
  return { uri: totpOf(secret.base32, account.email).toString(), secret: secret.base32 };
}

/**
 * The offer that stands, for a page that shows it again; null when there is none, or it was confirmed, or was made a while ago: whoever sat
 * at that browser then may have seen its secret.
 */
export async function standingOffer(
  services: SiteServices,
  account: Pick<Account, 'id' | 'email'>,
): Promise<TotpOffer | null> {
  const [row] = await findTotp(services.pool, { account_id: account.id });
  if (row === undefined || row.confirmed_at !== null) return null;
  if (!isFresh({ proved_at: row.created_at }, services.now())) return null;
  const secret = open(services.secret_key, row.secret_sealed, purposeOf(account.id));
  return { uri: totpOf(secret, account.email).toString(), secret };
}

const purposeOf = (account_id: string): string => `totp ${account_id}`;

function totpOf(secret: string, label: string): TOTP {
  return new TOTP({ issuer: 'Chari', label, secret: Secret.fromBase32(secret) });
}

/** Whether six digits are right now, and uses them up: a code that somebody looked over is worth nothing any more. */
export async function isTotpRight(
  services: SiteServices,
  database: Database,
  { account_id, code, confirms = false }: { account_id: string; code: string; confirms?: boolean },
): Promise<boolean> {
  const [row] = await findTotp(database, { account_id });
  if (row === undefined || (row.confirmed_at === null) !== confirms) return false;
  const secret = open(services.secret_key, row.secret_sealed, purposeOf(account_id));
  const now = services.now();
  const delta = totpOf(secret, '').validate({ token: code, timestamp: now.getTime(), window: 1 });
  if (delta === null) return false;
  const step = Math.floor(now.getTime() / STEP_MS) + delta;
  return (await useTotpStep(database, { account_id, step, now, confirms })).length > 0;
}

export type ConfirmTotpOutcome =
  /** The codes are shown this once. */
  { kind: 'confirmed'; recovery_codes: string[] } | { kind: 'wrong' } | { kind: 'too_many' };

/** Confirms an offered factor by a first code that comes by session `session_id`, and makes recovery codes. */
export async function confirmTotp(
  services: SiteServices,
  { account, session_id }: { account: Account; session_id: string },
  code: string,
): Promise<ConfirmTotpOutcome> {
  if (!(await mayTry(services, [['second_factor', `confirm ${account.id}`]]))) return { kind: 'too_many' };
  return atomically(services.pool, async (client) => {
    await lockAccounts(client, [account.id]);
    // Whoever was signed out meanwhile would shut its owner out by this factor.
    if ((await findUnended(client, { session_id })).length === 0) return { kind: 'wrong' };
    const is_first = await hasNone(client, account.id);
    const asked = { account_id: account.id, code, confirms: true };
    if (!(await isTotpRight(services, client, asked))) return { kind: 'wrong' };
    const recovery_codes = await putRecoveryCodes(services, client, account.id);
    await noteAdded(services, client, account, { is_first, action: 'totp.added' });
    await leaveOnlyThis(client, { account, session_id }, services.now());
    return { kind: 'confirmed', recovery_codes };
  });
}

/** Makes new ones in place of all before, and tells their owner by mail. */
export function renewRecoveryCodes(
  services: SiteServices,
  { id, email, language }: Account,
): Promise<string[]> {
  return atomically(services.pool, async (client) => {
    await postMails(services, client, [{ to: email, language, about: { kind: 'recovery_codes_made' } }]);
    return putRecoveryCodes(services, client, id);
  });
}

/** Makes recovery codes in place of all before; only their hashes are stored. */
export async function putRecoveryCodes(
  services: SiteServices,
  client: Database,
  account_id: string,
): Promise<string[]> {
  const created_at = services.now();
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    formatRecoveryCode(services.randomBytes(RECOVERY_CODE_BYTES)),
  );
  const rows = codes.map((code) => ({
    account_id,
    code_hash: hash('sha256', readRecoveryCode(code) ?? ''),
    created_at,
  }));
  // Else two sets that are made at once are both good: neither sees the other's codes to take them away.
  await lockAccounts(client, [account_id]);
  await dropRecoveryCodes(client, { account_id });
  await insertRecoveryCodes(client, rows);
  await recordDone(services, client, { account_id, merchant_id: null }, [{ action: 'recovery_codes.made' }]);
  return codes;
}

/** Whether an account has no second factor yet. Asked under the account's lock. */
export async function hasNone(client: Database, account_id: string): Promise<boolean> {
  const [row] = await findSignIn(client, { account_id });
  return row !== undefined && !row.has_totp && !row.has_passkey;
}

/** Of a first factor, but of staff, the mail carries the link that takes it away: whoever knows the password may have added it. */
export async function noteAdded(
  services: SiteServices,
  client: Database,
  account: Account,
  { is_first, action }: { is_first: boolean; action: MemberActionName },
): Promise<void> {
  const { id: account_id, email, language } = account;
  const [row] = await findSignIn(client, { account_id });
  if (!is_first || row?.staff_role !== null)
    return noteFactor(services, client, account, { kind: 'factor_added', action });
  const token = await makeLink(services, client, { purpose: 'first_factor', email, account_id });
  const link = `${services.policy.dashboard_url}/account/undo-factors?token=${token}`;
  await recordDone(services, client, { account_id, merchant_id: null }, [{ action }]);
  await postMails(services, client, [{ to: email, language, about: { kind: 'first_factor', link } }]);
}

/** On record, and by mail: its owner learns of what they did not do. */
export async function noteFactor(
  services: SiteServices,
  client: Database,
  { id, email, language }: Account,
  { kind, action }: { kind: 'factor_added' | 'factor_removed'; action: MemberActionName },
): Promise<void> {
  await recordDone(services, client, { account_id: id, merchant_id: null }, [{ action }]);
  await postMails(services, client, [{ to: email, language, about: { kind } }]);
}
