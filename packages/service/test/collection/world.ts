import { createIds } from '../../src/cli/services.ts';
import { DEFAULT_POLICY } from '../../src/domain/policy.ts';
import type { CreateOutcome, CreateSession } from '../../src/domain/session/commands.ts';
import type { PaymentSession } from '../../src/domain/session/session.ts';
import { DAY_MS } from '../../src/domain/time.ts';
import { type NoticeOutcome, settleNotices } from '../../src/engine/book/settle.ts';
import { anchorNumbers } from '../../src/engine/desk/book/anchor.ts';
import { receiveNotices } from '../../src/engine/notices.ts';
import type { Services } from '../../src/engine/services.ts';
import { createSessions } from '../../src/engine/sessions/create.ts';
import { expireSessions } from '../../src/engine/sessions/expire.ts';
import { retrieveSessions } from '../../src/engine/sessions/retrieve.ts';
import { timeOutTransactions } from '../../src/engine/transactions/time-out.ts';
import { connect, type Pool } from '../../src/store/connect/connect.ts';
import { letGatewaysSend, routeNumber } from '../book/gateway.ts';
import { CONNECT_PATIENCE_MS, openTestDatabase, type TestDatabase } from '../database/open.ts';
import { pauseNumbers } from './pause.ts';

/** Where every test's clock starts: a Saturday noon in N'Djamena. */
export const NOON = new Date('2026-11-21T11:00:00.000Z');

/** What a payer needs to know of a session or transaction. */
export type Payable = Pick<
  PaymentSession,
  'environment' | 'merchant_id' | 'operator' | 'amount_xaf' | 'assigned_collection_number'
>;

/** What a credit says beside its session's amount. */
type CreditFields = {
  amount?: number;
  payer_phone?: string;
  operator_transaction_id?: string;
  occurred_at?: Date;
  motif?: string;
};

/** The service's engine on a database of its own, with a clock that only the test moves. */
export class World {
  readonly db: TestDatabase;
  readonly services: Services;
  #now_ms = NOON.getTime();
  #count = 0;
  readonly #pools: Pool[] = [];
  readonly #policy: Services['policy'];

  constructor(db: TestDatabase) {
    this.db = db;
    const newId = createIds(Date.now);
    this.services = {
      pool: db.pool,
      now: () => new Date(this.#now_ms),
      newId,
      random: Math.random,
      policy: {
        ...DEFAULT_POLICY,
        dashboard_url: 'https://pay.example',
        // Tests of other things ask one payer as often as they like.
        payer_asks: { in_ten_minutes: null, in_a_day: null },
      },
      onEvents: () => {},
    };
    this.#policy = this.services.policy;
  }

  get now(): Date {
    return this.services.now();
  }

  /** Moves the clock. */
  pass(seconds: number): void {
    this.#now_ms += seconds * 1000;
  }

  /**
   * A merchant with KYC, which may have more live sessions open than a test makes.
   * @param options `allowance`: how many it may have instead; null: what it earns
   */
  async merchant(options: { fee_basis_points?: number; allowance?: number | null } = {}): Promise<string> {
    const id = this.services.newId();
    await this.db.pool.query(
      `insert into merchants (id, name, kyc_status, created_at) values ($1, 'Shop', 'APPROVED', $2)`,
      [id, this.now],
    );
    if (options.fee_basis_points !== undefined)
      await this.db.pool.query(
        `insert into fee_terms (merchant_id, flow, basis_points, valid_from, set_at)
         values ($1, 'session', $2, $3, $3), ($1, 'transaction', $2, $3, $3)`,
        [id, options.fee_basis_points, this.now],
      );
    const { allowance = 100_000 } = options;
    if (allowance !== null)
      await this.db.pool.query(
        `insert into merchant_allowances (merchant_id, operator, sessions) values ($1, 'AIRTEL', $2), ($1, 'MOOV', $2)`,
        [id, allowance],
      );
    return id;
  }

  /** A live number of ours with a gateway that is always heard and sends, and the operator's templates confirmed, so that live sessions can be served. */
  async liveNumber(
    msisdn: string,
    options: { operator?: 'AIRTEL' | 'MOOV'; daily_count_cap?: number; sends?: boolean } = {},
  ): Promise<string> {
    const id = this.services.newId();
    await this.db.pool.query(
      `insert into collection_numbers (id, environment, operator, msisdn, daily_count_cap, created_at)
       values ($1, 'live', $2, $3, $4, $5)`,
      [id, options.operator ?? 'AIRTEL', msisdn, options.daily_count_cap ?? null, this.now],
    );
    await routeNumber(this.db.pool, this.services.newId(), id);
    if (options.sends ?? true) await letGatewaysSend(this.db.pool);
    await this.db.pool.query(
      `insert into template_confirmations (template_id, template_version, confirmed_at, confirmed_by)
       values ('airtel-credit', 2, $1, 'test'), ('moov-credit', 1, $1, 'test') on conflict do nothing`,
      [this.now],
    );
    const said = { number: msisdn, balance_xaf: 0, actor: 'Awa', note: 'a new SIM' };
    await anchorNumbers(this.services, [said]);
    return id;
  }

  /**
   * The same service in so many processes more: a pool and caches of their own each, the same clock. Ends
   * with the world. Each connection understands every statement anew, so few of them serve a race sooner than many.
   */
  async processes(count: number, max_connections = 4): Promise<Services[]> {
    const pools = await Promise.all(
      Array.from({ length: count }, () =>
        connect(this.db.url, { max_connections, connect_timeout_ms: CONNECT_PATIENCE_MS }),
      ),
    );
    this.#pools.push(...pools);
    return pools.map((pool) => ({ ...this.services, pool }));
  }

  /**
   * Ends a scene, so that another can be played where it was: its numbers are given to nobody, and days later nothing that
   * was asked for in it is open or keeps a number.
   */
  async leave(): Promise<void> {
    const numbers = await this.rows<{ id: string }>(
      `select id from collection_numbers where environment = 'live' and status = 'ACTIVE'`,
    );
    await pauseNumbers(
      this.services,
      numbers.map(({ id }) => id),
    );
    await this.outlast();
  }

  /** Lets days go by until nothing that was asked for is open or keeps a number; then it is noon again. */
  async outlast(): Promise<void> {
    this.services.policy = this.#policy;
    for (let round = 0, held = 1; held > 0; round += 1, held = await this.#held()) {
      if (round === 5) throw new Error(`${held} numbers are kept for good`);
      this.pass((3 * DAY_MS - ((this.#now_ms - NOON.getTime()) % DAY_MS)) / 1000);
      while ((await timeOutTransactions(this.services, { limit: 500 })) > 0);
      let swept = await expireSessions(this.services, { limit: 500 });
      while (swept.expired + swept.released > 0) swept = await expireSessions(this.services, { limit: 500 });
    }
  }

  async #held(): Promise<number> {
    const [row] = await this.rows<{ n: number }>('select count(*)::int as n from collection_holds');
    return row?.n ?? 0;
  }

  async close(): Promise<void> {
    await Promise.all(this.#pools.map((pool) => pool.end()));
    await this.db.drop();
  }

  command(merchant_id: string, fields: Partial<CreateSession> = {}): CreateSession {
    this.#count += 1;
    return {
      merchant_id,
      environment: 'test',
      reference: `ORDER-${this.#count}`,
      amount_xaf: 5000,
      operator: 'AIRTEL',
      customer_phone: null,
      description: null,
      metadata: null,
      ttl_minutes: 10,
      idempotency: null,
      ...fields,
    };
  }

  create(commands: CreateSession[]): Promise<CreateOutcome[]> {
    return createSessions(this.services, commands);
  }

  /** A session that must be created. */
  async session(merchant_id: string, fields: Partial<CreateSession> = {}): Promise<PaymentSession> {
    const [outcome] = await this.create([this.command(merchant_id, fields)]);
    if (outcome?.kind !== 'created') throw new Error(`not created: ${JSON.stringify(outcome)}`);
    return outcome.session;
  }

  /** The session as the database has it now. */
  async again(session: PaymentSession): Promise<PaymentSession> {
    const [found] = await retrieveSessions(this.services, [{ ...session, session_id: session.id }]);
    if (!found) throw new Error(`no session ${session.id}`);
    return found;
  }

  /** Injects a credit for a session's number and settles it. */
  async pay(session: Payable, fields: CreditFields = {}): Promise<NoticeOutcome> {
    const [outcome] = await this.payAll([session], () => fields);
    return outcome as NoticeOutcome;
  }

  /** The same for each of some sessions, all at once. */
  async payAll<One extends Payable>(
    sessions: readonly One[],
    fieldsOf: (session: One) => CreditFields = () => ({}),
  ): Promise<NoticeOutcome[]> {
    return settleNotices(this.services, await this.keepCredits(sessions, fieldsOf));
  }

  /** Keeps the raw notice of a credit without reading it yet. */
  async keepCredit(session: Payable, fields: CreditFields = {}): Promise<string> {
    const [id] = await this.keepCredits([session], () => fields);
    return id as string;
  }

  /** The same for each of some sessions, all at once. */
  async keepCredits<One extends Payable>(
    sessions: readonly One[],
    fieldsOf: (session: One) => CreditFields = () => ({}),
  ): Promise<string[]> {
    const kept = await receiveNotices(
      this.services,
      sessions.map((session) => ({
        environment: session.environment,
        merchant_id: session.environment === 'test' ? session.merchant_id : null,
        operator: session.operator,
        collection_number: session.assigned_collection_number,
        source: session.environment === 'test' ? 'SANDBOX_CREDIT' : 'WITNESS',
        sender: null,
        body: JSON.stringify({ amount: session.amount_xaf, ...fieldsOf(session) }),
        received_at: this.now,
      })),
    );
    return kept.map((one) => {
      if (one.kind !== 'kept') throw new Error('the number is unknown');
      return one.notice_id;
    });
  }

  async rows<Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.db.pool.query<Row>(sql, values)).rows;
  }
}

export async function openWorld(options: { max_connections?: number } = {}): Promise<World> {
  return new World(await openTestDatabase({ max_connections: 20, ...options }));
}
