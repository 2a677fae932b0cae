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

/** A form doesn't say in what its values are written. Gateways of SMPP hand on what the operator sent: UTF-8, Latin-1, or UCS-2. */
function textOf(bytes: Buffer): string {
  if (isUcs2(bytes)) return Buffer.from(bytes).swap16().toString('utf16le');
  return isUtf8(bytes) ? bytes.toString('utf8') : LATIN.decode(bytes);
}

const LATIN = new TextDecoder('windows-1252');
/** The first words of a notice are the operator's, whatever letters a payer writes behind them. */
const HEAD_BYTES = 32;
/** The first bytes of Latin and Arabic letters in UCS-2 are smaller than this; those of a text in another form seldom are. */
const FIRST_PRINTED = 0x20;

/** Old systems send Arabic letters in their printed forms, U+FB50 to U+FEFF. In Latin-1 these are letters, but no byte is 0 there. */
const isPrintedForm = (byte: number): boolean => byte >= 0xfb && byte <= 0xfe;

/** Whether most letters of its head are Latin or Arabic in UCS-2. Spaces and figures of such a text begin with a 0. */
function isUcs2(bytes: Buffer): boolean {
  if (bytes.length % 2 !== 0 || !bytes.includes(0)) return false;
  const firsts = bytes.subarray(0, HEAD_BYTES).filter((_, at) => at % 2 === 0);
  return firsts.filter((byte) => byte < FIRST_PRINTED || isPrintedForm(byte)).length > firsts.length / 2;
}
