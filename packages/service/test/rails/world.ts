import { openSimulator, type Simulator, type SimulatorOptions } from '../../../../tools/airtel/simulator.ts';
import type { SendSms } from '../../src/domain/gateway/gateway.ts';
import type { CreateTransaction } from '../../src/domain/transaction/commands.ts';
import type { RailName, Transaction } from '../../src/domain/transaction/transaction.ts';
import { claimWork } from '../../src/engine/rails/claim.ts';
import { createRailWorker } from '../../src/engine/rails/loop.ts';
import type { Services } from '../../src/engine/services.ts';
import { createTransactions } from '../../src/engine/transactions/create.ts';
import { timeOutTransactions } from '../../src/engine/transactions/time-out.ts';
import { airtelRail } from '../../src/rails/airtel/airtel.ts';
import { manualSmsRail } from '../../src/rails/manual-sms.ts';
import type { Rail, Rails } from '../../src/rails/rail.ts';
import { sandboxRail } from '../../src/rails/sandbox/sandbox.ts';
import { World } from '../collection/world.ts';
import { openTestDatabase } from '../database/open.ts';

export const SECRET_KEY = Buffer.alloc(32, 5);
export const CREDENTIALS = { client_id: 'chari', client_secret: 'quiet', callback_secret: 'shared' };

/** The engine on a database of its own, with AIRTEL served by the simulator of its API. */
export class RailWorld extends World {
  /** What the loop reported, most likely a bug. */
  readonly failures: unknown[] = [];
  #made = 0;

  async transactions(
    merchant_id: string,
    count: number,
    fields: Partial<CreateTransaction> = {},
  ): Promise<Transaction[]> {
    const commands = Array.from({ length: count }, (): CreateTransaction => {
      this.#made += 1;
      return {
        merchant_id,
        environment: 'test',
        reference: `TX-${this.#made}`,
        amount_xaf: 5_000,
        operator: 'AIRTEL',
        phone_number: '+23566123456',
        description: null,
        idempotency: null,
        ...fields,
      };
    });
    const outcomes = await createTransactions(this.services, commands);
    return outcomes.map((outcome) => {
      if (outcome.kind !== 'created') throw new Error(`not created: ${JSON.stringify(outcome)}`);
      return outcome.transaction;
    });
  }

  worker(rails: readonly Rail[], services: Services = this.services) {
    const by_name: Rails = Object.fromEntries(rails.map((rail) => [rail.name, rail]));
    return createRailWorker(services, {
      rails: by_name,
      secret_key: SECRET_KEY,
      onFailure: (failure) => this.failures.push(failure),
    });
  }

  /** Claims what is due, as a process does that is gone before it asks. */
  claim(places: Parameters<typeof claimWork>[1], services: Services = this.services) {
    return claimWork(services, places, (error) => this.failures.push(error));
  }

  /** Rounds of one worker until nothing is due at this moment of the test's clock. */
  async work(rails: readonly Rail[], services: Services = this.services): Promise<void> {
    const worker = this.worker(rails, services);
    for (let round = 0; round < 50; round += 1) {
      const { claimed, answered } = await worker.round();
      await answered;
      if (claimed === 0) return;
    }
    throw new Error('there is always something due');
  }

  /** Ends a scene, so that nothing of it comes due in the next: what is unpaid times out, and no rail is asked again. */
  async leaveRails(): Promise<void> {
    this.pass(3_600);
    while ((await timeOutTransactions(this.services, { limit: 1_000 })) > 0);
    await this.rows('delete from rail_work');
    await this.rows('delete from rail_breakers');
  }

  async statusOf({ id }: { id: string }): Promise<string> {
    const [row] = await this.rows<{ status: string }>('select status from transactions where id = $1', [id]);
    return row?.status ?? 'none';
  }

  /** How many transactions have which status: all there are, or those of one merchant. */
  async statuses(merchant_id: string | null = null): Promise<Record<string, number>> {
    const rows = await this.rows<{ status: string; n: number }>(
      `select status, count(*)::int as n from transactions
        where $1::uuid is null or merchant_id = $1 group by status`,
      [merchant_id],
    );
    return Object.fromEntries(rows.map(({ status, n }) => [status, n]));
  }

  async workOf({ id }: { id: string }): Promise<Record<string, unknown> | undefined> {
    const [row] = await this.rows('select * from rail_work where transaction_id = $1', [id]);
    return row as Record<string, unknown> | undefined;
  }

  async breaker(rail: RailName): Promise<string> {
    const [row] = await this.rows<{ state: string; failures: number }>(
      'select state, failures from rail_breakers where rail = $1',
      [rail],
    );
    return row === undefined ? 'closed 0' : `${row.state} ${row.failures}`;
  }

  sandbox(): Rail {
    return sandboxRail(this.services.now);
  }

  manualSms(send: SendSms): Rail {
    return manualSmsRail(send);
  }
}

export async function openRailWorld(): Promise<RailWorld> {
  const world = new RailWorld(await openTestDatabase({ max_connections: 20 }));
  world.services.policy = {
    ...world.services.policy,
    live_rails: { AIRTEL: 'airtel-open-api', MOOV: 'manual-sms' },
  };
  return world;
}

export type Airtel = { simulator: Simulator; rail: Rail; close: () => Promise<void> };

/** The simulator and a rail that asks it; the payer decides at once, and no callback goes anywhere. */
export async function openAirtel(
  options: Partial<SimulatorOptions> & { timeout_ms?: number; now_ms?: () => number } = {},
): Promise<Airtel> {
  const { timeout_ms = 20_000, now_ms = () => performance.now(), ...rest } = options;
  const simulator = await openSimulator({ port: 0, ...CREDENTIALS, callback_url: null, ...rest });
  const rail = airtelRail({ base_url: simulator.url, ...CREDENTIALS }, now_ms, { timeout_ms });
  return {
    simulator,
    rail,
    close: async () => {
      await rail.close();
      await simulator.close();
    },
  };
}
