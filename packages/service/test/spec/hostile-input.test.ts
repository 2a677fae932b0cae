import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { order, SESSIONS } from './client.ts';
import { openService, type Service } from './service.ts';

const NOBODY = '0198c5a2-7d1e-7c3a-9f4e-2b6d8a1c0e5f';
const WITH_BODY = [
  SESSIONS,
  '/v1/webhook-endpoints',
  '/v1/sandbox/sms',
  '/v1/sandbox/credits',
  `/v1/sandbox/payment-sessions/${NOBODY}/simulate`,
];
const CANCEL = `${SESSIONS}/${NOBODY}/cancel`;

let service: Service;
let key: string;
beforeAll(async () => {
  service = await openService();
  ({ test_key: key } = await service.merchant());
});
// The client holds every answer against the promise: a code, X-Request-Id, never 500. This also fails when
// anything was logged as a fault of ours.
afterAll(() => service.close());

const good = () => JSON.stringify(order());
const nested = (open: string, close: string, levels: number) => open.repeat(levels) + close.repeat(levels);

describe('A body that can not be read', () => {
  const bodies: [string, () => string | Buffer, number][] = [
    ['empty', () => '', 400],
    ['blank', () => ' \n\t', 400],
    ['truncated', () => good().slice(0, -7), 400],
    ['cut in a word', () => '{"reference": tru', 400],
    ['two objects', () => good() + good(), 400],
    ['a comma at the end', () => good().replace('}', ',}'), 400],
    ['comments', () => good().replace('{', '{/* hi */'), 400],
    ['single quotes', () => "{'reference':'A'}", 400],
    ['NaN', () => good().replace('5000', 'NaN'), 400],
    ['a hexadecimal number', () => good().replace('5000', '0x1388'), 400],
    ['a number that begins with zero', () => good().replace('5000', '05000'), 400],
    ['a byte order mark', () => `\ufeff${good()}`, 400],
    ['an array', () => `[${good()}]`, 400],
    ['a text', () => '"reference"', 400],
    ['a number', () => '5000', 400],
    ['null', () => 'null', 400],
    ['true', () => 'true', 400],
    ['huge', () => good().padEnd(70_000, ' '), 413],
    ['a megabyte of one text', () => JSON.stringify({ reference: 'x'.repeat(1_048_576) }), 413],
    ['deep objects', () => nested('{"a":', '}', 10_000).replace(':}', ':{}}'), 400],
    ['deep arrays', () => nested('[', ']', 32_000), 400],
    ['deep and never closed', () => '['.repeat(65_000), 400],
    ['deep in metadata', () => good().replace('}', `,"metadata":{"a":${nested('[', ']', 60)}}}`), 400],
    ['a key twice', () => good().replace('{', '{"amount":1,'), 400],
    ['a key twice, one escaped', () => good().replace('{', '{"\\u0061mount":1,'), 400],
    ['a key twice in metadata', () => good().replace('}', ',"metadata":{"a":1,"a":2}}'), 400],
    ['__proto__', () => good().replace('{', '{"__proto__":{"amount":1},'), 400],
    ['__proto__ in metadata', () => good().replace('}', ',"metadata":{"__proto__":{"admin":true}}}'), 400],
    [
      'constructor.prototype',
      () => good().replace('}', ',"metadata":{"constructor":{"prototype":{"a":1}}}}'),
      400,
    ],
    ['invalid UTF-8', () => Buffer.from(good()).fill(0xff, 15, 16), 400],
    [
      'an overlong UTF-8 sequence',
      () => Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xc0, 0xaf]), Buffer.from('"}')]),
      400,
    ],
    [
      'a surrogate in UTF-8',
      () => Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"}')]),
      400,
    ],
    ['UTF-16', () => Buffer.from(good(), 'utf16le'), 400],
    ['a raw NUL', () => good().replace('CART', 'CA\u0000RT'), 400],
    ['an escaped NUL', () => good().replace('}', ',"description":"a\\u0000b"}'), 400],
    ['an escaped NUL in a key of metadata', () => good().replace('}', ',"metadata":{"a\\u0000":1}}'), 400],
    ['a lone high surrogate', () => good().replace('}', ',"description":"\\ud83d"}'), 400],
    ['a lone low surrogate', () => good().replace('}', ',"metadata":{"a":"\\ude00x"}}'), 400],
    ['a pair the wrong way round', () => good().replace('}', ',"description":"\\ude00\\ud83d"}'), 400],
    ['a number beyond 2^53', () => good().replace('5000', '9007199254740993'), 400],
    ['a number beyond all bounds', () => good().replace('5000', '1e999'), 400],
    ['a number of 60,000 digits', () => good().replace('5000', '9'.repeat(60_000)), 400],
    [
      'a decimal that rounds to a whole number',
      () => good().replace('5000', '5000.00000000000000000001'),
      400,
    ],
    ['minus zero', () => good().replace('5000', '-0'), 400],
    ['a form', () => 'reference=A&amount=5000', 400],
    [
      'XML',
      () => '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
      400,
    ],
  ];

  it.each(bodies)('%s gets its clear error', async (_what, make, status) => {
    for (const path of WITH_BODY) {
      const answer = await service.client.post(path, key, make());
      expect(answer.status, answer.text.slice(0, 300)).toBe(status);
      expect(answer.body.error.message.length).toBeGreaterThan(20);
      expect(answer.text.length).toBeLessThan(5_000);
    }
  });

  it.each([
    'text/plain',
    'text/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=iso-8859-1',
    'application/json; charset=utf-16',
    'application/jsonp',
    'application/vnd.api+json',
    'json',
    ';',
    ',',
    'application/json, application/json',
    'x'.repeat(5_000),
  ])('sent as %s is 415', async (type) => {
    for (const path of WITH_BODY) {
      const answer = await service.client.post(path, key, good(), { 'content-type': type });
      expect([answer.status, answer.body.error.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    }
  });

  it.each(['gzip', 'br', 'deflate, gzip', 'x-unknown'])('compressed with %s is 415', async (encoding) => {
    const answer = await service.client.post(SESSIONS, key, good(), { 'content-encoding': encoding });
    expect(answer.status).toBe(415);
  });

  it('without a content type is 415', async () => {
    const answer = await service.client.call('POST', SESSIONS, {
      key,
      body: Buffer.from(good()),
      headers: { 'content-type': '' },
    });
    expect(answer.status).toBe(415);
  });

  it.each(['{"status":"SUCCESS"}', '[]', 'null', '0', '{', '"x"'])(
    '%s is refused where no body is taken',
    async (body) => {
      const { id } = await service.client.session(key);
      const answer = await service.client.post(`${SESSIONS}/${id}/cancel`, key, body);
      expect(answer.status).toBe(400);
      expect((await service.client.get(`${SESSIONS}/${id}`, key)).body.status).toBe('AWAITING_PAYMENT');
    },
  );
});

describe('A value of the wrong type', () => {
  const wrong: unknown[] = [
    null,
    true,
    false,
    0,
    -1,
    1.5,
    2 ** 53,
    '',
    'null',
    '5000',
    '\u0001',
    [],
    [1],
    {},
    { a: 1 },
    { toString: 1 },
    { $ne: null },
    "'; drop table payment_sessions; --",
    '%s%n',
    '$' + '{7*7}',
    '\u202e',
    '﷽'.repeat(30),
  ];

  it.each([
    'reference',
    'amount',
    'currency',
    'operator',
    'customer_phone',
    'ttl_minutes',
    'toString',
    'constructor',
    'hasOwnProperty',
    'length',
  ])('in %s is 400 and names that field alone', async (name) => {
    for (const value of wrong) {
      // The few of them that fit their field are none of this test's.
      if (name === 'reference' && ['null', '5000'].includes(value as string)) continue;
      const answer = await service.client.post(SESSIONS, key, order({ [name]: value }));
      expect([value, answer.status]).toEqual([value, 400]);
      expect(Object.keys(answer.body.error.fields)).toEqual([name]);
    }
  });

  it('in description or metadata is stored as text and data, whatever it spells', async () => {
    for (const value of wrong.filter((one) => typeof one === 'string')) {
      const answer = await service.client.post(
        SESSIONS,
        key,
        order({ description: value, metadata: { value, [`k ${value}`]: 1 } }),
      );
      expect(answer.status).toBe(201);
      const [row] = await service.rows('select description, metadata from payment_sessions where id = $1', [
        answer.body.id,
      ]);
      expect(row).toEqual({ description: value, metadata: { value, [`k ${value}`]: 1 } });
    }
  });

  it('a hundred unknown fields are not all repeated', async () => {
    const many = Object.fromEntries(Array.from({ length: 3_000 }, (_, i) => [`field_${i}`, i]));
    const answer = await service.client.post(SESSIONS, key, order(many));
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.error.fields).length).toBeLessThanOrEqual(30);
  });
});

describe('Whatever is sent', () => {
  const json = fc.jsonValue({ maxDepth: 5, stringUnit: 'binary' });
  const field = fc.constantFrom(
    'reference',
    'amount',
    'currency',
    'operator',
    'customer_phone',
    'description',
    'metadata',
    'ttl_minutes',
    'url',
    'events',
    'collection_number',
    'text',
    'sender',
    'received_at',
    'payer_phone',
    'operator_transaction_id',
    'occurred_at',
    'motif',
    'scenario',
    'merchant_id',
    '__proto__',
    'constructor',
  );
  const plausible = fc.oneof(
    json,
    fc.constantFrom(
      'AIRTEL',
      'MOOV',
      'XAF',
      '+23560000000',
      '+23560000001',
      'paid',
      'ORDER-1',
      5000,
      10,
      '2026-06-27T15:44:00Z',
    ),
    fc.integer(),
    fc.double(),
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  );
  const body = fc.oneof(json, fc.dictionary(field, plausible, { maxKeys: 10, noNullPrototype: true }));
  const path = fc.constantFrom(...WITH_BODY, CANCEL);

  /** So many of these, ten at a time: one after the other, each would wait for the database on its own. */
  const hold = <Input>(
    count: number,
    input: fc.Arbitrary<Input>,
    judge: (input: Input) => Promise<unknown>,
  ) =>
    fc.assert(
      fc.asyncProperty(fc.array(input, { minLength: 10, maxLength: 10 }), async (ten) => {
        await Promise.all(ten.map(judge));
      }),
      { numRuns: count / 10 },
    );

  it('as JSON, the answer is never 500, and always says a code and an X-Request-Id', async () => {
    await hold(1_500, fc.tuple(path, body), async ([to, value]) => {
      const answer = await service.client.post(to, key, JSON.stringify(value));
      expect([201, 202, 200, 400, 404, 409, 413, 503]).toContain(answer.status);
    });
  });

  it('as a mutation of a good body, the answer is never 500', async () => {
    const mutated = fc
      .tuple(fc.constant(null).map(good), fc.nat(), fc.nat(5), fc.uint8Array({ maxLength: 4 }))
      .map(([text, at, cut, put]) => {
        const bytes = Buffer.from(text);
        const where = at % bytes.length;
        return Buffer.concat([bytes.subarray(0, where), Buffer.from(put), bytes.subarray(where + cut)]);
      });
    await hold(1_500, fc.tuple(path, mutated), ([to, bytes]) => service.client.post(to, key, bytes));
  });

  it('as headers, the answer is never 500', async () => {
    const value = fc.string({
      unit: fc
        .integer({ min: 0x20, max: 0xff })
        .filter((code) => code !== 0x7f)
        .map((code) => String.fromCharCode(code)),
      maxLength: 300,
    });
    const name = fc.constantFrom(
      'content-type',
      'content-encoding',
      'idempotency-key',
      'x-api-key',
      'x-request-id',
      'accept',
      'accept-encoding',
      'x-forwarded-for',
      'x-http-method-override',
      'range',
      'if-match',
      'cookie',
      'origin',
      'access-control-request-method',
    );
    const headers = fc.dictionary(name, value, { maxKeys: 5, noNullPrototype: true });
    await hold(1_000, fc.tuple(path, headers), ([to, sent]) => service.client.post(to, key, good(), sent));
  });

  it('as an address, the answer is never 500', async () => {
    const segment = fc.oneof(
      fc.constantFrom(
        'v1',
        'payment-sessions',
        'webhook-endpoints',
        'sandbox',
        'cancel',
        NOBODY,
        '..',
        '.',
        '%2e%2e',
        '%',
        '%00',
        '%zz',
        '%ff',
        ':id',
        '*',
      ),
      fc.webSegment(),
    );
    const address = fc.array(segment, { maxLength: 6 }).map((segments) => `/${segments.join('/')}`);
    const method = fc.constantFrom(
      'GET',
      'POST',
      'PUT',
      'PATCH',
      'DELETE',
      'OPTIONS',
      'HEAD',
      'TRACE',
      'SEARCH',
    );
    await hold(1_000, fc.tuple(method, address, fc.boolean()), ([verb, to, known]) =>
      service.client.call(verb, to, { key: known ? key : null }),
    );
  });
});
