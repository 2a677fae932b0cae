import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJson } from '../../src/http/body/read.ts';
import { scanJson } from '../../src/http/body/scan.ts';
import { openDesk, post, SESSION_ID, VALID } from './desk.ts';

const desk = openDesk();
const text = JSON.stringify(VALID);
const nested = (levels: number) => `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`;

describe('a body that can’t be read', () => {
  it.each([
    ['empty', '', /empty/],
    ['blank', '   ', /not valid JSON/],
    ['truncated', text.slice(0, -5), /cut short/],
    ['with a comma at the end', text.replace('}', ',}'), /not valid JSON/],
    ['with single quotes', "{'reference':'x'}", /not valid JSON/],
    ['NaN', '{"amount":NaN}', /not valid JSON/],
    ['two values', `${text}${text}`, /not valid JSON/],
    ['with a byte order mark', `\ufeff${text}`, /byte order mark/],
    ['an array', '[]', /not a JSON object/],
    ['a string', '"text"', /not a JSON object/],
    ['null', 'null', /not a JSON object/],
    ['with a key twice', text.replace('{', '{"amount":1,'), /"amount" is given twice/],
    ['with a key twice, once escaped', text.replace('{', '{"\\u0061mount":1,'), /"amount" is given twice/],
    [
      'with a key twice deep inside',
      text.replace('}', ',"metadata":{"a":[{"b":1,"b":2}]}}'),
      /"b" is given twice/,
    ],
    ['with __proto__', text.replace('{', '{"__proto__":{"amount":1},'), /__proto__/],
    ['with an escaped __proto__', text.replace('{', '{"__pr\\u006fto__":{},'), /__proto__/],
    ['with constructor.prototype', text.replace('{', '{"constructor":{"prototype":{}},'), /"prototype"/],
    ['nested too deep', text.replace('}', `,"metadata":${nested(32)}}`), /deeper than 32/],
    ['nested absurdly deep', '['.repeat(30_000) + ']'.repeat(30_000), /deeper than 32/],
    ['with U+0000', text.replace('ORDER-1', 'a\\u0000b'), /u0000/],
    ['with half a surrogate pair', text.replace('}', ',"description":"\\ud83d"}'), /surrogate/],
    ['with the other half', text.replace('}', ',"description":"x\\ude00"}'), /surrogate/],
    ['with a number beyond all bounds', text.replace('}', ',"metadata":{"n":-1e999}}'), /too large/],
  ])('is refused with 400 and a reason: %s', async (_name, body, reason) => {
    const answer = await post(desk, body);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error.message).toMatch(reason);
    expect(answer.headers['x-request-id']).toBeDefined();
  });

  it.each([
    ['with U+0000', text.replace('ORDER-1', 'a\\u0000b'), 'reference'],
    ['with U+0000 deep inside', text.replace('}', ',"metadata":{"a":["b","\\u0000"]}}'), 'metadata'],
    ['with half a surrogate pair', text.replace('}', ',"description":"\\ud83d"}'), 'description'],
    ['with a number beyond all bounds', text.replace('}', ',"metadata":{"n":-1e999}}'), 'metadata'],
    ['with a key twice', text.replace('{', '{"amount":1,'), 'amount'],
    ['with a key twice deep inside', text.replace('}', ',"metadata":{"a":[{"b":1,"b":2}]}}'), 'metadata'],
    [
      'with amount twice, which is not that of the body',
      text.replace('}', ',"metadata":{"amount":1,"amount":2}}'),
      'metadata',
    ],
    ['with U+0000 in a key deep inside', text.replace('}', ',"metadata":{"a\\u0000":1}}'), 'metadata'],
    ['with __proto__ deep inside', text.replace('}', ',"metadata":{"__proto__":1}}'), 'metadata'],
  ])('names the member at fault in fields: %s', async (_name, body, member) => {
    expect(Object.keys((await post(desk, body)).json().error.fields)).toEqual([member]);
  });

  it('names none where a key of the body itself is at fault', async () => {
    const { error } = (await post(desk, text.replace('}', ',"a\\u0000":1}'))).json();
    expect([error.message, error.fields]).toEqual([expect.stringContaining('u0000'), undefined]);
  });

  it('is refused with 400 when it is not UTF-8', async () => {
    const bytes = Buffer.from(text.replace('ORDER-1', 'x'));
    bytes[bytes.indexOf('x')] = 0xff;
    const answer = await post(desk, bytes);
    expect([answer.statusCode, answer.json().error.message]).toEqual([400, expect.stringContaining('UTF-8')]);
  });

  it('is refused with 413 beyond 64 KiB, and read at 64 KiB', async () => {
    const fill = (bytes: number) => text + ' '.repeat(bytes - text.length);
    expect((await post(desk, fill(65_536))).statusCode).toBe(201);
    const answer = await post(desk, fill(65_537));
    expect([answer.statusCode, answer.json().error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  it.each([
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/x-www-form-urlencoded' },
    { 'content-type': 'application/json; charset=iso-8859-1' },
    { 'content-type': 'application/json; charset=utf-16' },
    { 'content-type': 'application/jsonx' },
    { 'content-type': ';' },
    { 'content-encoding': 'gzip' },
  ])('is refused with 415 when sent as %j', async (headers) => {
    const answer = await post(desk, VALID, headers as Record<string, string>);
    expect([answer.statusCode, answer.json().error.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });

  it.each(['application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"', 'application/json; v=1'])(
    'is read when sent as %s',
    async (type) => {
      expect((await post(desk, VALID, { 'content-type': type })).statusCode).toBe(201);
    },
  );
});

describe('a body that is fine', () => {
  it('may repeat a key in different objects, and use prototype and constructor as plain words', async () => {
    const metadata = { a: { x: 1 }, b: { x: 1 }, c: [{ x: 1 }, { x: 1 }], constructor: 'y', prototype: 'z' };
    expect((await post(desk, { ...VALID, metadata })).statusCode).toBe(201);
  });

  it('may be nested 32 levels deep and hold escaped pairs', async () => {
    const body = text.replace('}', `,"description":"\\ud83d\\ude00\\\\u0000","metadata":${nested(31)}}`);
    expect((await post(desk, body)).statusCode).toBe(201);
  });
});

describe('the scan', () => {
  it('passes what JSON.stringify writes of any value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8, noUnicodeString: false }), (value) => {
        const written = JSON.stringify(value);
        const hostile =
          written.includes('__proto__') || written.includes('prototype') || written.includes('\\u');
        return hostile || scanJson(written) === null;
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['0', false],
    ['-0.0', false],
    ['0e99999999999999999999', false],
    ['-0.00000000000000000000000', false],
    ['1500', false],
    ['1500.00000000000000000000', false],
    [`1500.${'0'.repeat(60_000)}`, false],
    ['9007199254740991', false],
    ['9007199254740992', false],
    ['1e23', false],
    ['1.7976931348623157e308', false],
    ['5e-324', false],
    ['0.1', false],
    ['0.30000000000000004', false],
    // As clients write it that give each number seventeen digits.
    ['0.10000000000000001', false],
    ['3.14159265358979e+0', false],
    ['0.1e-5', false],
    ['-2.50e-7', false],
    ['1.5e-10', false],
    // Read and written again, each of these is another number.
    ['9007199254740993', true],
    ['-9007199254740993', true],
    ['9007199254740993e0', true],
    ['90071992547409.93e2', true],
    ['12345678901234567', true],
    ['12345678901234567890', true],
    ['9007199254740993.5', true],
    ['0.1234567890123456789', true],
    [`0.${'1'.repeat(60_000)}`, true],
    ['1e-400', true],
    ['-1e400', true],
    ['1.2345678901e-320', true],
  ])('lets no number pass that would be another once it is read (%#)', (number, is_refused) => {
    const found = [`{"metadata":{"n":${number}}}`, `{"n":[1,${number}]}`].map(
      (body) => scanJson(body) !== null,
    );
    expect(found).toEqual([is_refused, is_refused]);
  });

  it('finds the key given twice wherever it is', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 40 }), fc.nat(), (keys, pick) => {
        const again = keys[pick % keys.length] as string;
        const members = [...keys, again].map((key) => `${JSON.stringify(key)}:"{\\"a\\":1,"`);
        return scanJson(`[{${members.join(',')}}]`) !== null;
      }),
    );
  });

  it('finds a key given twice among hundreds', () => {
    const members = Array.from({ length: 400 }, (_, i) => `"k${i}":${i}`);
    expect(scanJson(`{${members.join(',')}}`)).toBeNull();
    for (const again of [0, 15, 16, 17, 399]) {
      expect(scanJson(`{${[...members, `"k${again}":0`].join(',')}}`)?.field?.name).toBe(`k${again}`);
    }
  });

  it('never throws, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        readJson(Buffer.from(bytes), 'application/json', undefined);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('an operation without a body', () => {
  const cancel = (payload: string, headers: Record<string, string>) =>
    desk.send({ method: 'POST', url: `/v1/payment-sessions/${SESSION_ID}/cancel`, payload, headers });

  it.each([
    ['', {}],
    ['', { 'content-type': 'application/json' }],
    ['', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['{}', { 'content-type': 'application/json' }],
  ])('takes the body %j', async (payload, headers) => {
    expect((await cancel(payload, headers as Record<string, string>)).statusCode).toBe(200);
  });

  it.each(['{"status":"SUCCESS"}', '[]', 'null', '{'])('refuses the body %s', async (payload) => {
    expect((await cancel(payload, { 'content-type': 'application/json' })).statusCode).toBe(400);
  });
});
