import { Buffer } from 'node:buffer';
import { crc32, deflateSync } from 'node:zlib';

/** A chunk of a PNG. */
function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A grey picture that any viewer opens; `size` may lie about what it holds. */
export function png(size = { width: 8, height: 8 }, extra: Uint8Array = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size.width, 0);
  head.writeUInt32BE(size.height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk('IHDR', head),
    ...(extra.length === 0 ? [] : [chunk('tEXt', extra)]),
    chunk('IDAT', deflateSync(Buffer.alloc(9 * 8, 0x7f))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The segments of a JPEG, with so many bytes of scan and what a phone writes behind it. */
export function jpeg(options: { scan?: number; behind?: Uint8Array; comment?: string } = {}): Buffer {
  const { scan = 400, behind = Buffer.alloc(0), comment = '' } = options;
  const said = Buffer.from(comment, 'latin1');
  return Buffer.concat([
    Buffer.of(0xff, 0xd8, 0xff, 0xfe, 0, said.length + 2),
    said,
    Buffer.of(0xff, 0xc0, 0, 11, 8, 0, 16, 0, 16, 1, 1, 0x11, 0),
    Buffer.of(0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0),
    Buffer.alloc(scan, 0x5a),
    Buffer.of(0xff, 0x00, 0xff, 0xd3, 0x11, 0xff, 0xd9),
    behind,
  ]);
}

/** A PDF of one empty page. */
export function pdf(inside = ''): Buffer {
  return Buffer.from(
    `%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R ${inside}>>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [] /Count 0 >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n`,
    'latin1',
  );
}

/** The end of an archive of nothing, which an archiver finds wherever it stands. */
export const EMPTY_ARCHIVE: Buffer = Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)]);
