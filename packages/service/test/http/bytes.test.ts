import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text as readAll } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { KEYS, openDesk, SESSION_ID } from './desk.ts';

const desk = openDesk();
const { server } = desk.app;
beforeAll(async () => {
  await desk.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => desk.app.close());

async function dial(): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

/** Sends exactly these bytes, and reads what comes until the server closes. */
async function exchange(bytes: string): Promise<{ status: number; error: Record<string, unknown> }> {
  const socket = await dial();
  socket.end(bytes);
  return parsed(await readAll(socket));
}

function parsed(answer: string) {
  const [, status = ''] = /^HTTP\/1\.1 (\d{3}) /.exec(answer) ?? [];
  const [, body = '{}'] = answer.split('\r\n\r\n');
  return { status: Number(status), error: body.startsWith('{') ? JSON.parse(body).error : {} };
}

const request = (...lines: string[]) => [...lines, 'Connection: close', '', ''].join('\r\n');
const PATH = `/v1/payment-sessions/${SESSION_ID}`;
const KEY = `X-API-Key: ${KEYS.test}`;

describe('a QUERY, with and without a body', () => {
  it.each([
    [PATH, KEY, 405],
    ['/v1/payment-sessions', KEY, 405],
    ['/v1/payment-sessions', 'X-Other: 1', 401],
    ['/nothing', KEY, 404],
    ['/docs', KEY, 405],
  ] as const)('of %s with %s is answered %i, and is no fault of ours', async (path, header, status) => {
    for (const body of [[], ['Content-Length: 2', '', '{}']]) {
      const bytes = `QUERY ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${[header, ...body].join('\r\n')}`;
      expect((await exchange(body.length === 0 ? `${bytes}\r\n\r\n` : bytes)).status).toBe(status);
    }
    expect(desk.lines.filter(({ level }) => level !== 'info')).toEqual([]);
  });
});

describe('the Host header', () => {
  it('is asked for once by HTTP/1.1', async () => {
    const none = await exchange(request(`GET ${PATH} HTTP/1.1`, KEY));
    expect([none.status, none.error.message]).toEqual([400, expect.stringContaining('one Host header')]);
    const two = await exchange(request(`GET ${PATH} HTTP/1.1`, 'Host: a', KEY, 'hOST: b'));
    expect([two.status, two.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect((await exchange(request(`GET ${PATH} HTTP/1.1`, 'Host: a', KEY))).status).toBe(200);
  });

  it.each([
    ['with a space and a slash', 'a b/c'],
    ['with a slash', 'a/b'],
    ['of nothing', ''],
    ['of 256 letters', 'a'.repeat(256)],
    ['as a whole address', 'http://a'],
    ['with another behind a comma', 'a,b'],
    ['with a user', 'a@b'],
    ['with letters for a port', 'a:http'],
    ['of an IPv6 address left open', '[::1'],
    ['of an IPv6 address without brackets', '::1'],
    ['in letters that no name on the wire has', 'é.example'],
  ])('names no host %s: 400', async (_what, host) => {
    for (const version of ['1.1', '1.0']) {
      const refused = await exchange(request(`GET ${PATH} HTTP/${version}`, `Host: ${host}`, KEY));
      expect(refused).toMatchObject({ status: 400, error: { code: 'VALIDATION_ERROR', status: 400 } });
      expect(refused.error.message).toContain('The Host header names no server');
    }
  });

  it.each([
    'pay.example.com',
    'pay.example.com:8080',
    '127.0.0.1:80',
    '[::1]:8080',
    '[::1]',
    'chari_api:80',
    'a:',
    'xn--9ca.example',
  ])('may be %s', async (host) => {
    expect((await exchange(request(`GET ${PATH} HTTP/1.1`, `Host: ${host}`, KEY))).status).toBe(200);
  });

  it('may be missing in HTTP/1.0, which health checks still speak', async () => {
    expect((await exchange(request('GET /livez HTTP/1.0'))).status).toBe(200);
  });
});

describe('what never became a request', () => {
  it('is answered 431 where the headers are too large', async () => {
    const fill = 'x'.repeat(20_000);
    for (const bytes of [
      request(`GET ${PATH} HTTP/1.1`, 'Host: a', `X-Fill: ${fill}`),
      request(`GET ${PATH}?${fill} HTTP/1.1`, 'Host: a'),
    ]) {
      const large = await exchange(bytes);
      expect(large).toMatchObject({ status: 431, error: { code: 'VALIDATION_ERROR', status: 431 } });
      expect(large.error.message).toBe(
        'The address and the headers of this request are too large: together they must stay below 16 KB. Shorten them, and send it again.',
      );
    }
  });

  it('is answered 408 where it does not arrive in time', async () => {
    const heard = once(server, 'connection');
    const socket = await dial();
    const [ours] = await heard;
    socket.write('GET /livez HTTP/1.1\r\nHos');
    const late = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    // What Node does with this connection thirty seconds later.
    server.emit('clientError', late, ours);
    expect(parsed(await readAll(socket))).toMatchObject({ status: 408, error: { status: 408 } });
  });

  it('is answered 400 where it is no HTTP', async () => {
    expect(await exchange('hello\r\n\r\n')).toMatchObject({ status: 400, error: { status: 400 } });
  });
});

describe('a caller that hangs up in the middle of a body', () => {
  it('is noted as such, and neither as a fault nor as a database that is away', async () => {
    const lines = desk.lines.length;
    const heard = once(server, 'request');
    const socket = await dial();
    const head = ['POST /v1/payment-sessions HTTP/1.1', 'Host: a', KEY, 'Content-Length: 500'];
    socket.write(`${head.join('\r\n')}\r\n\r\n{"reference"`);
    await heard;
    socket.resetAndDestroy();
    await vi.waitFor(() => expect(desk.lines.length).toBeGreaterThan(lines), { timeout: 100_000 });
    expect(desk.lines.slice(lines).map(({ level }) => level)).not.toContain('warn');
    expect(desk.lines.slice(lines).map(({ level }) => level)).not.toContain('error');
  });
});
