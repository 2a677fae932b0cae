import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import type { Mail } from '../../domain/account/mails.ts';
import type { Config } from '../../domain/config/config.ts';
import type { Mailer } from '../../engine/account/services.ts';

/** How long after a failure a mail is tried again; after the last one it is given up. */
const AGAIN_AFTER_MS = [2_000, 15_000, 60_000] as const;
/** More than these wait for the mail server at once: the others are given up, or they would fill the memory. */
const WAITING_MAX = 500;
const SHOWN_MAX = 30;
const FOLDER = 'mails';

/**
 * Where mails go: to CHARI_SMTP_URL; without it, in development, into the folder `mails` of the data directory, which the
 * page `/account/mails` shows. In production without it none is sent, and the log says so of each.
 */
export function openMailer(config: Pick<Config, 'mail' | 'mode'>, data_dir: string, log: Logger): Mailer {
  const { smtp_url, from } = config.mail;
  if (smtp_url !== null) return smtpMailer(smtp_url, from, log);
  if (config.mode === 'development') return folderMailer(join(data_dir, FOLDER), log);
  return {
    send: ({ subject }) => log.error({ subject }, 'mail not sent: CHARI_SMTP_URL is not set'),
    newest: null,
  };
}

function smtpMailer(url: string, from: string, log: Logger): Mailer {
  const transport = createTransport({ url, pool: true, disableFileAccess: true, disableUrlAccess: true });
  let waiting = 0;
  const attempt = async (mail: Mail, times: number): Promise<void> => {
    try {
      await transport.sendMail({ ...mail, from, headers: { 'auto-submitted': 'auto-generated' } });
    } catch (error) {
      const after_ms = AGAIN_AFTER_MS[times];
      const failure = (error as Error).message;
      // Neither to whom nor what it says: a link in it signs somebody in.
      if (after_ms === undefined) {
        log.error({ failure }, 'mail given up');
        return;
      }
      log.warn({ failure, after_ms }, 'mail not sent yet');
      await pause(after_ms, undefined, { ref: false });
      await attempt(mail, times + 1);
    }
  };
  return {
    send: (mail) => {
      if (waiting >= WAITING_MAX) {
        log.error({}, 'mail given up: too many wait for the mail server');
        return;
      }
      waiting += 1;
      void attempt(mail, 0).finally(() => {
        waiting -= 1;
      });
    },
    newest: null,
  };
}

function folderMailer(folder: string, log: Logger): Mailer {
  let count = 0;
  const write = async (mail: Mail): Promise<void> => {
    count += 1;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const name = `${Date.now()}-${process.pid}-${String(count).padStart(6, '0')}.json`;
    const draft = join(folder, `.${name}`);
    await writeFile(draft, JSON.stringify(mail, null, 2), { mode: 0o600 });
    await rename(draft, join(folder, name));
  };
  const names = async (): Promise<string[]> => {
    const found = await readdir(folder).catch(() => []);
    return found.filter((name) => /^[0-9].*\.json$/.test(name)).toSorted((a, b) => (a < b ? 1 : -1));
  };
  return {
    send: (mail) => {
      write(mail)
        .then(names)
        .then((found) =>
          Promise.all(found.slice(SHOWN_MAX * 10).map((name) => rm(join(folder, name), { force: true }))),
        )
        .catch((error: Error) => log.error({ failure: error.message }, 'mail not kept'));
    },
    newest: async () => {
      const found = (await names()).slice(0, SHOWN_MAX);
      const texts = await Promise.all(found.map((name) => readFile(join(folder, name), 'utf8')));
      return texts.map((text) => JSON.parse(text) as Mail);
    },
  };
}
