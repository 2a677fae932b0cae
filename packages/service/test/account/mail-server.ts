import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { CERTIFICATE, KEY } from '../webhooks/hostile-receivers.ts';

/** What a mail server got from a client that it let in. */
export type GotMail = { from: string; to: string; text: string; was_encrypted: boolean; user: string };

export const USER = 'chari';
export const PASSWORD = 'a password of the mail server';

/** An answer of SMTP that refuses: `450` says later, `550` never. */
export const refusal = (code: number, words: string): Error =>
  Object.assign(new Error(words), { responseCode: code });

/**
 * From now on this process trusts the tests' certificate, as a machine trusts those of its authorities.
 * @returns ends that: other files of this process try whom nobody trusts
 */
export function trustTestCertificate(): () => void {
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, CERTIFICATE]);
  return () => setDefaultCACertificates(before);
}

/** A mail server on this machine that wants a password and keeps what it is sent. */
export class MailServer {
  readonly got: GotMail[] = [];
  /** How often somebody has said a password, and whether the line was encrypted. */
  readonly said_passwords: boolean[] = [];
  /** What each next mail is answered; without one it is taken. */
  readonly refusals: Error[] = [];
  readonly #server: SMTPServer;

  constructor(options: SMTPServerOptions = {}) {
    this.#server = new SMTPServer({
      key: KEY,
      cert: CERTIFICATE,
      disableReverseLookup: true,
      closeTimeout: 100,
      logger: false,
      ...options,
      onAuth: ({ username, password }, session, done) => {
        this.said_passwords.push(session.secure);
        if (username === USER && password === PASSWORD) done(null, { user: USER });
        else done(refusal(535, 'wrong'));
      },
      onRcptTo: ({ address }, _session, done) => {
        const refused = this.refusals.shift();
        if (refused === undefined) done();
        else done(Object.assign(refused, { message: `${refused.message} <${address}>` }));
      },
      onData: (stream, session, done) => {
        const pieces: Buffer[] = [];
        stream.on('data', (piece: Buffer) => pieces.push(piece));
        stream.on('end', () => {
          const { mailFrom, rcptTo } = session.envelope;
          this.got.push({
            from: mailFrom === false ? '' : mailFrom.address,
            to: rcptTo.map(({ address }) => address).join(),
            text: Buffer.concat(pieces).toString('utf8'),
            was_encrypted: session.secure,
            user: String(session.user),
          });
          done();
        });
      },
    });
    // A client that leaves in the middle is no fault of the test's.
    this.#server.on('error', () => undefined);
  }

  /** @returns its port on 127.0.0.1 */
  async open(): Promise<number> {
    const listener = this.#server.listen(0, '127.0.0.1');
    await once(listener, 'listening');
    return (listener.address() as AddressInfo).port;
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#server.close(resolve));
  }
}

/** The address of the server as CHARI_SMTP_URL has it. */
export function smtpUrl(scheme: 'smtp' | 'smtps', host: string, port: number, password = PASSWORD): string {
  return `${scheme}://${USER}:${encodeURIComponent(password)}@${host}:${port}`;
}

/** A mail as its reader sees it: long lines are sent in pieces that end in `=`. */
export function readable(text: string): string {
  return text.replaceAll('=\r\n', '').replaceAll('=3D', '=');
}
