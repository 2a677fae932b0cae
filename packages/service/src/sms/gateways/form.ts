import { isUtf8 } from 'node:buffer';

/** The first value of each name in a form. Null: it has more fields than anybody sends. */
export function formFields(body: Buffer, fields_max: number): ReadonlyMap<string, string> | null {
  const pairs = body
    .toString('latin1')
    .split('&', fields_max + 1)
    .filter((pair) => pair !== '');
  if (pairs.length > fields_max) return null;
  const fields = new Map<string, string>();
  for (const pair of pairs) {
    const [name = '', ...value] = pair.split('=');
    const key = textOf(bytesOf(name));
    if (!fields.has(key)) fields.set(key, textOf(bytesOf(value.join('='))));
  }
  return fields;
}

function bytesOf(written: string): Buffer {
  const plain = written
    .replaceAll('+', ' ')
    .replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(plain, 'latin1');
}

/**
 * A form doesn't say in what its values are written. Gateways of SMPP hand on what the operator sent: UTF-8, Latin-1, or UCS-2,
 * of which each second byte is 0 but for letters of other scripts.
 */
function textOf(bytes: Buffer): string {
  if (isUcs2(bytes)) return Buffer.from(bytes).swap16().toString('utf16le');
  return isUtf8(bytes) ? bytes.toString('utf8') : LATIN.decode(bytes);
}

const LATIN = new TextDecoder('windows-1252');
/** Of the bytes of an Arabic notice in UCS-2 so many are 0, by its figures and spaces. In GSM-7 a single 0 is an at sign. */
const LEAST_ZEROS = 1 / 8;

function isUcs2(bytes: Buffer): boolean {
  if (bytes.length % 2 !== 0) return false;
  let zeros = 0;
  for (const [at, byte] of bytes.entries()) {
    if (byte !== 0) continue;
    if (at % 2 !== 0) return false;
    zeros += 1;
  }
  return zeros > 0 && zeros >= bytes.length * LEAST_ZEROS;
}
