import { Buffer } from 'node:buffer';
import { expect, test } from 'vitest';
import { EMPTY_ARCHIVE, jpeg, pdf, png } from '../../../test/kyc/files.ts';
import { sniff } from './sniff.ts';

const said = (bytes: Uint8Array): string => {
  const one = sniff(bytes);
  return one.kind === 'known' ? `${one.media_type} ${bytes.length - one.length} left out` : one.problem;
};
const text = (content: string) => Buffer.from(content, 'latin1');

const SVG = text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
const TABLE: [string, Uint8Array, string][] = [
  ['a PDF', pdf(), 'application/pdf 0 left out'],
  ['a JPEG', jpeg(), 'image/jpeg 0 left out'],
  [
    'a JPEG with what a phone writes behind it',
    jpeg({ behind: Buffer.alloc(900, 7) }),
    'image/jpeg 900 left out',
  ],
  ['a JPEG with an archive behind it', jpeg({ behind: EMPTY_ARCHIVE }), 'image/jpeg 22 left out'],
  ['a PNG', png(), 'image/png 0 left out'],
  ['nothing', Buffer.alloc(0), 'empty'],
  ['a page', text('<!doctype html><title>x</title>'), 'not_a_document'],
  ['a drawing', SVG, 'not_a_document'],
  ['an archive', Buffer.concat([text('PK\x03\x04'), EMPTY_ARCHIVE]), 'not_a_document'],
  ['a GIF', text('GIF89a'), 'not_a_document'],
  ['a PDF that begins late', Buffer.concat([text('\n'), pdf()]), 'not_a_document'],
  ['a PDF without its end', pdf().subarray(0, 60), 'incomplete'],
  [
    'a PDF that is a page',
    text(pdf().toString('latin1').replace('1 0 obj', '<html><script>x</script>')),
    'two_things_at_once',
  ],
  ['a PDF with an archive behind it', Buffer.concat([pdf(), EMPTY_ARCHIVE]), 'two_things_at_once'],
  [
    'a PDF with an archive whose remark ends it',
    Buffer.concat([pdf(), EMPTY_ARCHIVE, text('%%EOF\n')]),
    'two_things_at_once',
  ],
  ['a PDF with a password', pdf('/Encrypt 9 0 R '), 'locked'],
  ['a PDF that runs something', pdf('/OpenAction << /S /JavaScript /JS (app.alert(1)) >> '), 'active'],
  ['a PDF with a file inside', pdf('/Names << /EmbeddedFiles 3 0 R >> '), 'active'],
  ['a PDF that starts a program', pdf('/OpenAction << /S /Launch /F (x.exe) >> '), 'active'],
  ['a PDF that spells it otherwise', pdf('/OpenAction<</S/J#61vaScript/J#53(app.alert(1))>>'), 'active'],
  ['a PDF that spells all of it otherwise', pdf('/OpenAction<</S/#4C#61#75#6e#63#68/F(x.exe)>>'), 'active'],
  ['a PDF with a remark behind the name', pdf('/OpenAction<</S/Launch%x\n/F(x.exe)>>'), 'active'],
  [
    'a PDF whose picture holds the letters of a name',
    pdf('>>\nendobj\n5 0 obj\n<< /Length 9 >>\nstream\n\x80/JS (\x81\x82\nendstream\nendobj\n6 0 obj << '),
    'application/pdf 0 left out',
  ],
  [
    'a PDF that runs something behind a picture',
    pdf('>>\nendobj\n5 0 obj\n<< /Length 1 >>\nstream\nx\nendstream\nendobj\n6 0 obj << /JS (x) '),
    'active',
  ],
  ['a PDF that spells its password otherwise', pdf('/Encr#79pt 9 0 R '), 'locked'],
  ['a PDF with a colour of its own', pdf('/ColorSpace /Caf#c3#a9#20Noir '), 'application/pdf 0 left out'],
  ['a PNG with a page behind it', Buffer.concat([png(), text('<html>')]), 'two_things_at_once'],
  [
    'a PNG that is a page',
    png(undefined, text('Comment\0<html><script>alert(1)</script>')),
    'two_things_at_once',
  ],
  ['a PNG that is a PDF', png(undefined, text('Comment\0%PDF-1.4')), 'two_things_at_once'],
  ['a JPEG that is a PDF', jpeg({ comment: '%PDF-1.4' }), 'two_things_at_once'],
  ['a PNG without its end', png().subarray(0, -12), 'incomplete'],
  ['a PNG cut in a chunk', png().subarray(0, 50), 'incomplete'],
  ['a PNG that fills the memory', png({ width: 60_000, height: 60_000 }), 'too_large_a_picture'],
  ['a PNG of no size', png({ width: 0, height: 8 }), 'not_a_document'],
  [
    'a page that calls itself PNG',
    Buffer.concat([text('\x89PNG\r\n\x1a\n'), text('<html>............')]),
    'incomplete',
  ],
  ['a JPEG without its end', jpeg().subarray(0, -2), 'incomplete'],
  ['a JPEG without a picture', Buffer.concat([jpeg().subarray(0, 6), jpeg().subarray(19)]), 'not_a_document'],
  ['three bytes of a JPEG', Buffer.of(0xff, 0xd8, 0xff), 'incomplete'],
];

test('a file is what its bytes say from beginning to end, or refused with the reason', () => {
  expect(TABLE.map(([name, bytes]) => [name, said(bytes)])).toEqual(
    TABLE.map(([name, , want]) => [name, want]),
  );
});

test('no beginning of a good file, and no file with a byte changed, makes the reader stumble', () => {
  for (const file of [pdf(), jpeg(), png()]) {
    for (let end = 0; end < file.length; end += 1) said(file.subarray(0, end));
    for (let at = 0; at < file.length; at += 1)
      for (const byte of [0, 0xff, 0xd9]) {
        const changed = Buffer.from(file);
        changed[at] = byte;
        said(changed);
      }
  }
  expect(said(png())).toContain('image/png');
});

test('four megabytes of nothing but marks are read in one go', () => {
  const marks = Buffer.alloc(4 * 1024 * 1024, 0xff);
  marks.set([0xff, 0xd8, 0xff]);
  expect(said(marks)).toBe('incomplete');
  const scan = Buffer.concat([jpeg().subarray(0, 29), Buffer.alloc(4_000_000, 0xff)]);
  expect(said(scan)).toBe('incomplete');
  expect(said(Buffer.concat([pdf().subarray(0, 60), Buffer.alloc(4_000_000, 0x25)]))).toBe('incomplete');
});

test('A PDF of half a million streams without an end costs no more than its bytes', () => {
  const inside = Buffer.concat([text('%PDF-1.4\n'), text('>>stream\n'.repeat(450_000)), text('%%EOF\n')]);
  // Looked at anew from each of them it would be an hour.
  expect(said(inside)).toBe('application/pdf 0 left out');
});
