import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { decodeText } from './letters.ts';

const TEXT = 'Reçu;Montant;Détail\r\nA1;5 000;café crème\r\n';

async function textOf(file: Buffer, bytes_at_once = 1 << 16): Promise<string> {
  const pieces: Buffer[] = [];
  for (let from = 0; from < file.length; from += bytes_at_once) {
    pieces.push(file.subarray(from, from + bytes_at_once));
  }
  const text: string[] = await Readable.from(decodeText(Readable.from(pieces), 'releve.csv')).toArray();
  return text.join('');
}

test.each([
  ['UTF-8', Buffer.from(TEXT)],
  ['UTF-8 with its mark', Buffer.from(`\ufeff${TEXT}`)],
  ['Windows-1252', Buffer.from(TEXT, 'latin1')],
  ['UTF-16 of Excel', Buffer.from(`\ufeff${TEXT}`, 'utf16le')],
  ['UTF-16 without its mark', Buffer.from(TEXT, 'utf16le')],
  ['UTF-16 the other way round', Buffer.from(`\ufeff${TEXT}`, 'utf16le').swap16()],
])('a file in %s reads the same, byte by byte too', async (_name, file) => {
  expect(await textOf(file)).toBe(TEXT);
  expect(await textOf(file, 1)).toBe(TEXT);
});

test('the euro and the apostrophe that only Windows-1252 has are read', async () => {
  expect(await textOf(Buffer.from([0x80, 0x3b, 0x6c, 0x92, 0x61, 0x6e]))).toBe('€;l’an');
});

test('letters beyond ASCII are whole wherever a piece ends', async () => {
  const text = 'a;é;ش;😀;b';
  for (let bytes = 1; bytes < 16; bytes += 1) expect(await textOf(Buffer.from(text), bytes)).toBe(text);
});

test('accents that first come after a megabyte of ASCII are read all the same', async () => {
  const file = Buffer.concat([Buffer.from('a;b\n'.repeat(262_144)), Buffer.from('café', 'latin1')]);
  expect((await textOf(file)).slice(-4)).toBe('café');
});

test('a file that changes its letters half way is refused rather than guessed', async () => {
  const file = Buffer.concat([Buffer.from(`é;b\n${'a;b\n'.repeat(40_000)}`), Buffer.from('é;b\n', 'latin1')]);
  await expect(textOf(file)).rejects.toMatchObject({ kind: 'encoding' });
});
