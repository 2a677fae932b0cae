import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Mail } from '../../domain/account/mails.ts';
import type { Config } from '../../domain/config/config.ts';
import type { Mailing } from '../../engine/account/services.ts';
import { type Mailer, MailRefused } from '../../engine/mail/mailer.ts';

const SHOWN_MAX = 30;
const KEPT_MAX = SHOWN_MAX * 10;
const FOLDER = 'mails';

type MailConfig = Pick<Config, 'mail' | 'mode'>;

/**
 * Where mails go: to CHARI_SMTP_URL; without it, in development, into the folder `mails` of the data directory, which the
 * page `/account/mails` shows. In production without it they go nowhere.
 */
export function openMailing({ mail, mode }: MailConfig, data_dir: string): Mailing {
  const is_folder = mail.smtp_url === null && mode === 'development';
  return {
    is_set_up: mail.smtp_url !== null || is_folder,
    newest: is_folder ? () => readFolder(join(data_dir, FOLDER)) : null,
  };
}

/** Who carries mails there; null where they go nowhere. */
export function openMailer({ mail, mode }: MailConfig, data_dir: string): Mailer | null {
  if (mail.smtp_url !== null) return smtpMailer(mail.smtp_url, mail.from);
  return mode === 'development' ? folderMailer(join(data_dir, FOLDER)) : null;
}

/** Each wait for the server, and a mail in all: well within the lease of a claimed mail. */
export type MailPatience = { silence_ms: number; total_ms: number };
const PATIENCE: MailPatience = { silence_ms: 15_000, total_ms: 60_000 };

/**
 * Hands mails to a server by SMTP, each on a connection of its own. What goes further than this machine is encrypted,
 * by `smtps:` or STARTTLS, since it holds links that open accounts; `?ignoreTLS=true` in the address gives that up.
 */
export function smtpMailer(url: string, from: string, patience = PATIENCE): Mailer {
  const { protocol, hostname, searchParams } = new URL(url);
  const is_near = hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
  const transport = createTransport({
    url,
    connectionTimeout: patience.silence_ms,
    greetingTimeout: patience.silence_ms,
    socketTimeout: patience.silence_ms,
    dnsTimeout: patience.silence_ms,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(protocol === 'smtp:' && !is_near && !searchParams.has('ignoreTLS') && { requireTLS: true }),
  });
  return async ({ message_id, ...mail }) => {
    const headers = { 'auto-submitted': 'auto-generated' };
    const signal = AbortSignal.timeout(patience.total_ms);
    const sending = { ...mail, from, messageId: message_id, headers, signal };
    await transport.sendMail(sending).catch((error: unknown) => {
      throw describe(error);
    });
  };
}

/** What the server says to a mail or its reader, and not to our password: that is final when it is 5xx. */
const ABOUT_THE_MAIL: ReadonlySet<unknown> = new Set(['EENVELOPE', 'EMESSAGE']);

/** Without the server's own words, which repeat the address. */
function describe(error: unknown): Error {
  const { code, responseCode, command } = error as {
    code?: string;
    responseCode?: number;
    command?: string;
  };
  const said =
    responseCode === undefined ? '' : `, ${responseCode}${command === undefined ? '' : ` to ${command}`}`;
  const sentence = `the mail server did not take it (${code ?? 'no reason'}${said})`;
  const is_final = ABOUT_THE_MAIL.has(code) && responseCode !== undefined && responseCode >= 500;
  return is_final ? new MailRefused(sentence) : new Error(sentence);
}

let written = 0;

function folderMailer(folder: string): Mailer {
  return async ({ to, subject, text }) => {
    written += 1;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const name = `${Date.now()}-${process.pid}-${String(written).padStart(6, '0')}.json`;
    const draft = join(folder, `.${name}`);
    const mail: Mail = { to, subject, text };
    await writeFile(draft, JSON.stringify(mail, null, 2), { mode: 0o600 });
    await rename(draft, join(folder, name));
    const old = (await namesIn(folder)).slice(KEPT_MAX);
    await Promise.all(old.map((one) => rm(join(folder, one), { force: true })));
  };
}

/** Newest first. */
async function namesIn(folder: string): Promise<string[]> {
  const found = await readdir(folder).catch(() => []);
  return found.filter((name) => /^[0-9].*\.json$/.test(name)).toSorted((a, b) => (a < b ? 1 : -1));
}

async function readFolder(folder: string): Promise<Mail[]> {
  const found = (await namesIn(folder)).slice(0, SHOWN_MAX);
  const texts = await Promise.all(found.map((name) => readFile(join(folder, name), 'utf8')));
  return texts.map((text) => JSON.parse(text) as Mail);
}
