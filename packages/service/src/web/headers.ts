import { hash } from 'node:crypto';

/** Our scripts and sheets are few and never change; the style of one page may be any, so this is emptied when full. */
const HASHES = new Map<string, string>();
const HASHES_MAX = 200;

/** A script or style as the policy names it: allowed because it is exactly this text. */
export function sourceHash(text: string): string {
  const known = HASHES.get(text);
  if (known !== undefined) return known;
  if (HASHES.size >= HASHES_MAX) HASHES.clear();
  const made = `'sha256-${hash('sha256', text, 'base64')}'`;
  HASHES.set(text, made);
  return made;
}

/** What a page needs besides nothing: the hashes of its own styles and scripts. */
export type Allowed = { styles: readonly string[]; scripts: readonly string[] };

const FIXED: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-type': 'text/html; charset=utf-8',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  // For browsers of before frame-ancestors.
  'x-frame-options': 'DENY',
  vary: 'Accept-Encoding, Accept-Language, Cookie',
};

/** The headers of every page: it loads nothing from anywhere, may be framed by nobody, and stays in no cache. */
export function pageHeaders({ styles, scripts }: Allowed): Record<string, string> {
  const policy = [
    "default-src 'none'",
    ...(styles.length > 0 ? [`style-src ${styles.join(' ')}`] : []),
    ...(scripts.length > 0 ? [`script-src ${scripts.join(' ')}`, "connect-src 'self'"] : []),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return { ...FIXED, 'content-security-policy': policy.join('; ') };
}
