import { Buffer } from 'node:buffer';
import { hash } from 'node:crypto';
import { MAIL_LASTS_MS } from '../../domain/account/mails.ts';
import { insertAccountLinks, type LinkPurpose } from '../../store/accounts/links.ts';
import type { Database } from '../../store/statement.ts';
import type { SiteServices } from './services.ts';

const TOKEN_BYTES = 32;

/** A token for a link: only its hash is stored. */
export function newToken({ randomBytes }: Pick<SiteServices, 'randomBytes'>): {
  token: string;
  token_hash: string;
} {
  const token = Buffer.from(randomBytes(TOKEN_BYTES)).toString('base64url');
  return { token, token_hash: hashToken(token) };
}

export function hashToken(token: string): string {
  return hash('sha256', token.slice(0, 100));
}

/** Makes a link that is good once, for a while, and gives its token. */
export async function makeLink(
  services: SiteServices,
  database: Database,
  { purpose, email, account_id }: { purpose: LinkPurpose; email: string; account_id: string | null },
): Promise<string> {
  const { token, token_hash } = newToken(services);
  const created_at = services.now();
  const expires_at = new Date(created_at.getTime() + MAIL_LASTS_MS[purpose]);
  await insertAccountLinks(database, [{ token_hash, purpose, email, account_id, created_at, expires_at }]);
  return token;
}
