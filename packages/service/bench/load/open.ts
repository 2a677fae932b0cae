// A process of its own: payments arrive by the clock, whether or not the last one was answered. Each is a
// session, and as soon as that is created, the credit that pays it.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, Connection, postText, sessionBody } from './socket.ts';

export type OpenLoad = {
  port: number;
  key: string;
  per_second: number;
  seconds: number;
  connections: number;
  name: string;
};

export type Payment = {
  session_id: string | null;
  /** When the credit was due to be sent: time in our own queue counts, since a customer would feel it. */
  credit_ns: bigint;
  create_ms: number;
  settle_ms: number;
  settled: boolean;
  /** Status and first characters of an answer that was not what was asked for. */
  trouble: string | null;
};

const NS_PER_MS = 1e6;

class Connections {
  readonly #idle: Connection[];
  readonly #waiting: ((connection: Connection) => void)[] = [];

  constructor(connections: Connection[]) {
    this.#idle = connections;
  }

  async send(request: string): Promise<Answer> {
    const connection =
      this.#idle.pop() ?? (await new Promise<Connection>((resolve) => this.#waiting.push(resolve)));
    const answer = await connection.send(request);
    const next = this.#waiting.shift();
    if (next === undefined) this.#idle.push(connection);
    else next(connection);
    return answer;
  }

  close(): void {
    for (const connection of this.#idle) connection.close();
  }
}

async function pay(load: OpenLoad, connections: Connections, sequence: number): Promise<Payment> {
  const from_ms = performance.now();
  const body = sessionBody(load.name, sequence);
  const created = await connections.send(postText('/v1/payment-sessions', load.key, body));
  const create_ms = performance.now() - from_ms;
  const payment = { create_ms, settle_ms: 0, credit_ns: 0n, settled: false };
  const trouble = (answer: Answer) => `${answer.status} ${answer.body.slice(0, 200)}`;
  if (created.status !== 201) return { ...payment, session_id: null, trouble: trouble(created) };
  const session = sessionOf(created.body);
  const credit_ns = process.hrtime.bigint();
  const credit = await connections.send(
    postText(
      '/v1/sandbox/credits',
      load.key,
      JSON.stringify({
        operator: session.operator,
        collection_number: session.assigned_collection_number,
        amount: session.amount,
      }),
    ),
  );
  const settle_ms = Number(process.hrtime.bigint() - credit_ns) / NS_PER_MS;
  const settled = credit.status === 202 && credit.body.includes('"SETTLE"');
  return {
    session_id: session.id,
    create_ms,
    settle_ms,
    credit_ns,
    settled,
    trouble: settled ? null : trouble(credit),
  };
}

type SessionBody = { id: string; operator: string; assigned_collection_number: string; amount: number };

function sessionOf(text: string): SessionBody {
  const body = JSON.parse(text) as SessionBody & { payment_session?: SessionBody };
  return body.payment_session ?? body;
}

async function run(load: OpenLoad): Promise<Payment[]> {
  const opened = await Promise.all(
    Array.from({ length: load.connections }, () => Connection.open(load.port)),
  );
  const connections = new Connections(opened);
  const total = Math.round(load.per_second * load.seconds);
  const started_ms = performance.now();
  const payments: Promise<Payment>[] = [];
  while (payments.length < total) {
    const due = Math.min(total, Math.ceil(((performance.now() - started_ms) / 1000) * load.per_second));
    while (payments.length < due) payments.push(pay(load, connections, payments.length));
    await sleep(1);
  }
  const done = await Promise.all(payments);
  connections.close();
  return done;
}

process.on('message', (load) => {
  void run(load as OpenLoad).then((payments) => process.send?.(payments));
});
process.once('disconnect', () => process.exit(0));
