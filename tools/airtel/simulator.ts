import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CallbackSender, openCallbackSender } from './callbacks.ts';
import type { Fault, FaultShares } from './faults.ts';
import { Ledger, type Status } from './ledger.ts';

export type SimulatorOptions = {
  /** 0: any free port. */
  port: number;
  client_id: string;
  client_secret: string;
  callback_secret: string;
  /** Where callbacks go; null: nowhere. */
  callback_url: string | null;
  faults?: FaultShares;
  slow_ms?: number;
  /** How long the payer takes. */
  decide_after_ms?: number;
  /** How the payer decides. */
  decide?: (msisdn: string) => Status;
  token_life_s?: number;
  /** In [0, 1); which requests the faults befall. */
  random?: () => number;
};

export type Simulator = {
  port: number;
  url: string;
  faults: FaultShares;
  ledger: Ledger;
  /** Requests by method and path, without ids. */
  counts: Map<string, number>;
  callbacks: CallbackSender;
  /** Every token given so far is refused from now on. */
  forgetTokens: () => void;
  close: () => Promise<void>;
};

/** Airtel's Open API as far as collection needs it, over real HTTP, with faults by switch. */
export async function openSimulator(options: SimulatorOptions): Promise<Simulator> {
  const faults: FaultShares = { ...options.faults };
  const random = options.random ?? Math.random;
  const ledger = new Ledger(options);
  const callbacks = openCallbackSender(options.callback_url, options.callback_secret);
  const desk: Desk = {
    options,
    ledger,
    callbacks,
    tokens: new Map(),
    befalls: (fault) => random() < (faults[fault] ?? 0),
  };
  const counts = new Map<string, number>();
  const server = createServer((request, response) => {
    const name = `${request.method} ${(request.url ?? '').replace(/[0-9a-f]{32}/, ':id')}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
    void serve(desk, request, response).catch(() => response.destroy());
  });
  server.listen(options.port, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const forgetTokens = () => desk.tokens.clear();
  return { port, url, faults, ledger, counts, callbacks, forgetTokens, close: () => shut(server) };
}

async function shut(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}

type Desk = {
  options: SimulatorOptions;
  ledger: Ledger;
  callbacks: CallbackSender;
  /** Token to the moment it ends. */
  tokens: Map<string, number>;
  befalls: (fault: Fault) => boolean;
};

type Body = Record<string, Record<string, unknown> | undefined>;

async function serve(
  desk: Desk,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<ServerResponse> {
  const body = await read(request);
  const { slow_ms = 1_000 } = desk.options;
  if (desk.befalls('slow')) await new Promise((resolve) => setTimeout(resolve, slow_ms));
  const path = request.url ?? '';
  if (path === '/auth/oauth2/token') return giveToken(desk, body, response);
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
  if ((desk.tokens.get(token) ?? 0) < Date.now()) return answer(response, 401, refusal('invalid_token'));
  if (desk.befalls('token_expired')) {
    desk.tokens.delete(token);
    return answer(response, 401, refusal('invalid_token'));
  }
  if (request.headers['x-country'] !== 'TD' || request.headers['x-currency'] !== 'XAF') {
    return answer(response, 400, refusal('ROUTER001'));
  }
  if (desk.befalls('http_429')) return answer(response, 429, refusal('ROUTER429'));
  if (path === '/merchant/v1/payments/') return push(desk, body, response);
  if (path === '/standard/v1/payments/refund') return refund(desk, body, response);
  const id = /^\/standard\/v1\/payments\/([0-9a-f]{32})$/.exec(path)?.[1];
  if (id !== undefined) return enquire(desk, id, response);
  return answer(response, 404, refusal('ROUTER404'));
}

function giveToken(desk: Desk, body: Body, response: ServerResponse): ServerResponse {
  if (desk.befalls('no_token')) return answer(response, 500, {});
  const { client_id, client_secret } = body as unknown as Record<string, unknown>;
  if (client_id !== desk.options.client_id || client_secret !== desk.options.client_secret) {
    return answer(response, 401, { error: 'invalid_client' });
  }
  const token = `token-${desk.tokens.size}-${Math.random()}`;
  const life_s = desk.options.token_life_s ?? 180;
  desk.tokens.set(token, Date.now() + life_s * 1_000);
  return answer(response, 200, { token_type: 'bearer', expires_in: String(life_s), access_token: token });
}

async function push(desk: Desk, body: Body, response: ServerResponse): Promise<ServerResponse> {
  const id = String(body.transaction?.id);
  const payment = desk.ledger.push(id, Number(body.transaction?.amount), String(body.subscriber?.msisdn));
  const told = () => tellCallbacks(desk, id);
  if (desk.befalls('callback_first')) await told();
  else payment.onDecided = () => void told();
  if (desk.befalls('lost_answer')) return response.destroy();
  if (desk.befalls('http_500')) return answer(response, 500, refusal('ROUTER500'));
  const status = { code: '200', message: 'SUCCESS', response_code: 'DP00800001006', success: true };
  return answer(response, 200, { data: { transaction: { id, status: 'Success.' } }, status });
}

async function tellCallbacks(desk: Desk, id: string): Promise<void> {
  const payment = desk.ledger.find(id);
  if (payment === undefined || desk.befalls('callback_never')) return;
  if (desk.befalls('callback_forged')) await desk.callbacks.forge(id);
  await desk.callbacks.send(payment);
  if (desk.befalls('callback_twice')) await desk.callbacks.send(payment);
}

function enquire(desk: Desk, id: string, response: ServerResponse): ServerResponse {
  const payment = desk.ledger.find(id);
  if (desk.befalls('http_500')) return answer(response, 500, refusal('ROUTER500'));
  if (payment === undefined) return answer(response, 404, refusal('DP00800001025'));
  payment.enquiries += 1;
  const status = desk.befalls('ambiguous') ? 'TA' : payment.status;
  const airtel_money_id = status === 'TS' ? { airtel_money_id: payment.airtel_money_id } : {};
  const transaction = { ...airtel_money_id, id, message: 'enquired', status };
  return answer(response, 200, { data: { transaction }, status: { code: '200', success: true } });
}

function refund(desk: Desk, body: Body, response: ServerResponse): ServerResponse {
  const airtel_money_id = String(body.transaction?.airtel_money_id);
  const done = desk.ledger.refund(airtel_money_id);
  if (desk.befalls('refund_lost')) return response.destroy();
  const transaction = { airtel_money_id, status: done ? 'SUCCESS' : 'FAILED' };
  return answer(response, 200, { data: { transaction }, status: { code: '200', success: false } });
}

const refusal = (response_code: string) => ({ status: { code: '400', response_code, success: false } });

function answer(response: ServerResponse, status: number, body: unknown): ServerResponse {
  return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function read(request: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  return text === '' ? {} : (JSON.parse(text) as Body);
}
