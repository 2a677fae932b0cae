import { Buffer } from 'node:buffer';
import type { LightMyRequestResponse } from 'fastify';
import type { Browser } from '../account/browser.ts';

export type SentFile = { field: string; name: string; type?: string; bytes: Uint8Array };

const BOUNDARY = 'a-line-between-parts';

/** A form with files, as a browser writes it. */
export function multipart(fields: Record<string, string>, files: readonly SentFile[]): Buffer {
  const parts = Object.entries(fields).map(([name, value]) =>
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  );
  for (const { field, name, type = 'application/octet-stream', bytes } of files)
    parts.push(
      Buffer.concat([
        Buffer.from(
          `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`,
        ),
        bytes,
        Buffer.from('\r\n'),
      ]),
    );
  return Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

/** Sends such a body; `boundary` may be another than the body has. */
export function sendBody(
  browser: Browser,
  path: string,
  payload: Buffer,
  boundary = BOUNDARY,
): Promise<LightMyRequestResponse> {
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  return browser.send({ method: 'POST', url: path, headers, payload });
}

/** Sends a form with the token of the page seen last. */
export async function sendForm(
  browser: Browser,
  path: string,
  fields: Record<string, string>,
  files: readonly SentFile[],
): Promise<LightMyRequestResponse> {
  if (browser.csrf === null) await browser.get('/account');
  return sendBody(browser, path, multipart({ csrf: browser.csrf ?? '', ...fields }, files));
}
