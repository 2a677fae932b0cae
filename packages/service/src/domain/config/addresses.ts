import { localUrl } from './config.ts';
import type { SettingReader } from './reader.ts';
import type { SettingName } from './settings.ts';

/** Whether it is an address of this machine shows when it listens; here, whether it could be one. */
export function readHost(reader: SettingReader, name: SettingName): string {
  const text = reader.text(name) ?? '127.0.0.1';
  // A colon belongs to IPv6, which localUrl puts into brackets; a number that is no address is refused by URL.
  if (/^(?:[\w.-]{1,253}|[\da-f:.]{2,45})$/i.test(text) && URL.canParse(localUrl(text, 80))) return text;
  reader.problems.push(
    `${name} is "${text}": it must be an address or a name of this machine alone, such as 127.0.0.1, 0.0.0.0 or ::1.`,
  );
  return '127.0.0.1';
}

/** The base of an address, without a slash at its end. */
export function readUrl(reader: SettingReader, name: SettingName): string | null {
  const text = reader.text(name);
  if (text === null) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  const is_base =
    url !== null &&
    (url.protocol === 'https:' || url.protocol === 'http:') &&
    url.username === '' &&
    url.password === '' &&
    url.search === '' &&
    url.hash === '';
  if (!is_base) {
    reader.problems.push(
      `${name} is not a base address: write it like https://pay.example.com, without ? or #.`,
    );
    return null;
  }
  return url.href.replace(/\/+$/, '');
}

const NAMED_RANGES: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** The proxies whose word is taken for who asks; null for none. */
export function readProxies(reader: SettingReader): string | null {
  const text = reader.text('CHARI_TRUSTED_PROXIES') ?? 'loopback';
  if (text === 'none') return null;
  const wrong = text.split(',').find((one) => !NAMED_RANGES.has(one.trim()) && !isRange(one.trim()));
  if (wrong !== undefined)
    reader.problems.push(
      `CHARI_TRUSTED_PROXIES has "${wrong.trim()}": write addresses or ranges with commas, such as "loopback, 10.0.0.0/8", or none.`,
    );
  return text;
}

/** An address, perhaps with the length of its prefix; whether it is one is what the parser of addresses says. */
function isRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const is_v6 = address.includes(':');
  if (!is_v6 && !/^[0-9]{1,3}(?:\.[0-9]{1,3}){3}$/.test(address)) return false;
  const most = is_v6 ? 128 : 32;
  const is_length = bits === undefined || (/^[0-9]{1,3}$/.test(bits) && Number(bits) <= most);
  return (
    is_length && rest.length === 0 && URL.canParse(is_v6 ? `http://[${address}]/` : `http://${address}/`)
  );
}

/** The value may hold a password, so no sentence repeats it. */
export function readDatabaseUrl(reader: SettingReader): string | null {
  const text = reader.text('DATABASE_URL');
  if (text === null) return null;
  const protocol = URL.canParse(text) ? new URL(text).protocol : '';
  if (protocol !== 'postgres:' && protocol !== 'postgresql:') {
    reader.problems.push(
      'DATABASE_URL is not a PostgreSQL address: write it as postgresql://user:password@host:5432/database.',
    );
  }
  return text;
}

/** The value may hold a password, so no sentence repeats it. */
export function readSmtpUrl(reader: SettingReader): string | null {
  const text = reader.text('CHARI_SMTP_URL');
  if (text === null) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if ((url?.protocol === 'smtp:' || url?.protocol === 'smtps:') && url.hostname !== '') return text;
  reader.problems.push(
    'CHARI_SMTP_URL is not the address of a mail server: write it as smtps://user:password@host:465, or smtp:// with port 587.',
  );
  return null;
}

/** Whose name mails bear. */
export function readMailFrom(reader: SettingReader): string {
  const text = reader.text('CHARI_MAIL_FROM') ?? 'Chari <no-reply@localhost>';
  if (!/^(?:[^<>@\r\n]{1,100} <[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/.test(text))
    reader.problems.push(
      `CHARI_MAIL_FROM is "${text}": write it as Chari <no-reply@example.com>, or the address alone.`,
    );
  return text;
}
