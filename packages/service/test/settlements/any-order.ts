import { draftSettlements } from '../../src/engine/settlements/draft.ts';
import { doubtOverdue, proveMet } from '../../src/engine/settlements/rounds.ts';
import { routeNumber } from '../book/gateway.ts';
import { Sim, type Sms } from '../book/world.ts';
import type { World } from '../collection/world.ts';
import { deskOf } from './desk.ts';
import { agree, brings, verify } from './shop.ts';

export const SUM_XAF = 20_000;
const PEOPLE = ['Awa', 'Brahim'] as const;

/** One merchant, whose settlements leave either of two SIMs, and what truly left them. */
export class Payouts {
  readonly world: World;
  readonly #merchant: string;
  readonly #phone: string;
  readonly #one: Sim;
  readonly #two: Sim;
  readonly #ids: string[] = [];
  /** Debits whose messages are late. */
  readonly #late: { sim: Sim; sms: Sms }[] = [];
  earned_xaf = 0;
  /** What its phone has got. */
  left_xaf = 0;
  /** What was done, and what came of it. */
  readonly said: string[] = [];

  private constructor(world: World, merchant: string, phone: string, sims: readonly [Sim, Sim]) {
    this.world = world;
    this.#merchant = merchant;
    this.#phone = phone;
    [this.#one, this.#two] = sims;
  }

  /** @param serial of the play: each has numbers of its own */
  static async open(world: World, serial: number): Promise<Payouts> {
    const tail = String(serial).padStart(4, '0');
    const merchant = await world.merchant();
    await verify(world, merchant);
    await world.rows(
      `insert into payout_accounts (id, merchant_id, kind, operator, msisdn, holder_name, state, asked_by, asked_at,
        frozen_until, decided_by, decided_at)
      values ($1, $2, 'number', 'AIRTEL', $4, 'Awa Mahamat', 'CONFIRMED', 'owner@example.com',
        $3::timestamptz - interval '30 days', $3::timestamptz - interval '27 days', 'Moussa', $3)`,
      [world.services.newId(), merchant, world.now, `+2356677${tail}`],
    );
    await agree(world, merchant);
    const [one, two] = [
      await readSim(world, `+2356611${tail}`, merchant, 100_000),
      await readSim(world, `+2356622${tail}`, merchant, 250_000),
    ];
    const payouts = new Payouts(world, merchant, `6677${tail}`, [one, two]);
    await payouts.does('another is due');
    return payouts;
  }

  readonly #acts: Readonly<Record<string, () => Promise<unknown>>> = {
    'another is due': async () => {
      await brings(this.world, this.#merchant, [SUM_XAF]);
      this.earned_xaf += SUM_XAF;
      return this.#draft();
    },
    'is drafted again': () => this.#draft(),
    'is said to be sent': () => this.send(this.#ids[0]),
    'another is said to be sent': () => this.send(this.#ids[1]),
    'two say that it failed': () => this.#both((actor) => this.#desk.end(this.#id, { does: 'fail' }, actor)),
    'the book says that it failed': () => this.#desk.end(this.#id, { does: 'prove', source: 'book' }),
    'two take it back': () => this.#desk.takeBack(this.#id),
    'leaves the SIM': () => this.#leaves(this.#one, (sms) => this.#one.take(sms)),
    'leaves another SIM': () => this.#leaves(this.#two, (sms) => this.#two.take(sms)),
    'leaves the SIM, whose message is late': () => this.#leaves(this.#one, this.#isLate(this.#one)),
    'leaves another SIM, whose message is late': () => this.#leaves(this.#two, this.#isLate(this.#two)),
    'a late message comes': async () => {
      const late = this.#late.shift();
      return late?.sim.take(late.sms);
    },
    'somebody pays': () => this.#one.take(this.#one.credit(100)),
    'the SIM is read': () => this.#both((actor) => read(this.#one, actor)),
    'another SIM is read': () => this.#both((actor) => read(this.#two, actor)),
    'a day goes by': async () => this.world.pass(86_400),
  };

  static readonly ACTS = [
    ...['another is due', 'is drafted again', 'is said to be sent', 'another is said to be sent'],
    ...['two say that it failed', 'the book says that it failed', 'two take it back', 'leaves the SIM'],
    ...['leaves another SIM', 'leaves the SIM, whose message is late'],
    ...['leaves another SIM, whose message is late', 'a late message comes', 'somebody pays'],
    ...['the SIM is read', 'another SIM is read', 'a day goes by'],
  ];

  /** Something happens; then the sweeper has looked. */
  async does(act: string): Promise<void> {
    const does = this.#acts[act];
    if (does === undefined) throw new Error(`nobody does “${act}”`);
    this.said.push(`${act}: ${JSON.stringify(await does())}`);
    this.world.pass(180);
    for (const sim of [this.#one, this.#two]) await sim.wait(0);
    await proveMet(this.world.services, { limit: 500 });
    await doubtOverdue(this.world.services, { limit: 500 });
  }

  /** Every message comes, the SIMs are read, and whatever may go is asked for and sent; what is sent now. */
  async payOutAll(): Promise<number> {
    for (const act of [
      'a late message comes',
      'a late message comes',
      'the SIM is read',
      'another SIM is read',
    ])
      await this.does(act);
    await this.does('a day goes by');
    await this.does('is drafted again');
    const open = (await this.settlements()).filter(({ state }) => state === 'APPROVED');
    for (const { id } of open) this.said.push(`is sent in the end: ${await this.send(id)}`);
    await this.does('somebody pays');
    const sent = (await this.settlements()).filter(({ state }) => state === 'SENDING');
    return sent
      .filter(({ id }) => open.some((one) => one.id === id))
      .reduce((sum, one) => sum + one.amount_xaf, 0);
  }

  settlements(): Promise<{ id: string; state: string; amount_xaf: number }[]> {
    return this.world.rows('select id, state, amount_xaf from settlements where merchant_id = $1', [
      this.#merchant,
    ]);
  }

  send(id = '') {
    return this.#desk.send(id, { kind: 'number', name: this.#one.msisdn });
  }

  get #desk() {
    return deskOf(this.world);
  }

  get #id(): string {
    return this.#ids[0] ?? '';
  }

  async #both(says: (actor: string) => Promise<unknown>): Promise<unknown[]> {
    const said: unknown[] = [];
    for (const actor of PEOPLE) said.push(await says(actor));
    return said;
  }

  async #draft(): Promise<unknown> {
    const asked = { merchant_id: this.#merchant, environment: 'live', by: 'owner@example.com' } as const;
    const [outcome] = await draftSettlements(this.world.services, [asked]);
    if (outcome?.kind !== 'drafted') return outcome?.kind;
    this.#ids.push(outcome.settlement_id);
    return this.#both((actor) => this.#desk.decide(outcome.settlement_id, 'approve', actor));
  }

  /** Somebody sends it by hand, who sends no more than has come due: what people send beyond that no service can keep. */
  async #leaves(sim: Sim, tells: (sms: Sms) => Promise<unknown>): Promise<unknown> {
    if (this.left_xaf + SUM_XAF > this.earned_xaf) return 'nothing is due';
    this.left_xaf += SUM_XAF;
    return tells(sim.debit(SUM_XAF, this.#phone));
  }

  #isLate(sim: Sim): (sms: Sms) => Promise<unknown> {
    return async (sms) => this.#late.push({ sim, sms });
  }
}

const read = async (sim: Sim, actor: string) => (await sim.say(sim.balance_xaf, actor))?.kind;

async function readSim(world: World, msisdn: string, merchant: string, balance_xaf: number): Promise<Sim> {
  const [number_id, gateway_id] = [world.services.newId(), world.services.newId()];
  await world.rows(
    `insert into collection_numbers (id, environment, operator, msisdn, status, feed_status, sender_allow_list, created_at)
    values ($1, 'live', 'AIRTEL', $2, 'PAUSED', 'UNANCHORED', '{AirtelMoney}', $3)`,
    [number_id, msisdn, world.now],
  );
  await world.rows(
    `insert into template_confirmations (template_id, template_version, confirmed_at, confirmed_by)
    values ('airtel-credit', 1, $1, 'test') on conflict do nothing`,
    [world.now],
  );
  await routeNumber(world.db.pool, gateway_id, number_id);
  const sim = new Sim(world, msisdn, { merchant, number_id, gateway_id });
  sim.balance_xaf = balance_xaf;
  for (const actor of PEOPLE) await read(sim, actor);
  return sim;
}
