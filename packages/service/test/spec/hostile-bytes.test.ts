import { once } from 'node:events';
import { connect } from 'node:net';
import { text as readAll } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { order, SESSIONS } from './client.ts';
import { openService, type Service } from './service.ts';

let service: Service;
let key: string;
beforeAll(async () => {
  service = await openService();
  ({ test_key: key } = await service.merchant());
});
afterAll(() => service.close());

describe('Bytes that are hardly HTTP', () => {
  const exchange = async (bytes: string | Buffer): Promise<string> => {
    const { hostname, port } = new URL(service.client.url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.end(bytes);
    return readAll(socket);
  };
  const head = (lines: string[]) => [`POST ${SESSIONS} HTTP/1.1`, 'Host: x', ...lines, '', ''].join('\r\n');

  it.each([
    ['no HTTP at all', 'hello\r\n\r\n'],
    ['a header without a colon', head(['broken header'])],
    ['a header with a NUL', head([`X-Api-Key: a\0b`])],
    ['headers of 100 KB', head([`X-Api-Key: ${'x'.repeat(100_000)}`])],
    ['a negative length', head(['Content-Length: -5'])],
    ['two lengths', head(['Content-Length: 5', 'Content-Length: 6'])],
    ['length and chunks at once', head(['Content-Length: 5', 'Transfer-Encoding: chunked'])],
    ['a chunk that is none', `${head(['Transfer-Encoding: chunked'])}zz\r\nhello\r\n0\r\n\r\n`],
  ])('%s is answered 400 or 401 as JSON, with an X-Request-Id', async (_what, bytes) => {
    const answer = await exchange(bytes);
    expect(answer).toMatch(/^HTTP\/1\.1 (400|401|431) /);
    expect(answer.toLowerCase()).toMatch(/\r\nx-request-id: [0-9a-f-]{36}\r\n/);
    expect(answer).toMatch(/"code":"(VALIDATION_ERROR|UNAUTHORIZED)"/);
  });

  it('a body cut off by the sender makes nothing', async () => {
    const body = JSON.stringify(order({ reference: 'CUT-OFF' }));
    const lines = [
      `X-Api-Key: ${key}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length + 10}`,
    ];
    await exchange(head(lines) + body);
    expect(await service.rows(`select 1 from payment_sessions where reference = 'CUT-OFF'`)).toEqual([]);
  });

  it('the service still serves afterwards', async () => {
    await service.client.session(key);
  });
});
