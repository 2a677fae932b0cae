import { importStatement } from '../../src/engine/desk/statements/import-statement.ts';
import { settleStatements } from '../../src/engine/desk/statements/settle-statement.ts';
import { concludeRefunds } from '../../src/engine/refunds/conclude.ts';
import { proveMet } from '../../src/engine/settlements/rounds.ts';
import { routeNumber } from '../book/gateway.ts';
import type { Sms } from '../book/world.ts';
import type { World } from '../collection/world.ts';
import { asked, refund, desk as sayOfRefund } from '../refunds/world.ts';
import { csvOf, fileOf, statementCells } from '../statements/portal.ts';
import { deskOf, type Said } from './desk.ts';
import { Listing, type Words } from './listing.ts';
import { agree, draft, verify } from './shop.ts';

export const SUM_XAF = 20_000;
const PEOPLE = ['Awa', 'Brahim'] as const;
type Owed = { id: string; what: 'settlement' | 'refund'; amount_xaf: number; state: string; phone: string };

/** A shop with one payment, two SIMs of ours, and what has truly left them, whatever anybody knows of it. */
export class Scene {
  readonly left_xaf = new Map<string, number>();
  readonly log: string[] = [];
  readonly #late: { sim: Listing; sms: Sms }[] = [];
  readonly #world: World;
  readonly sims: Readonly<Record<'one' | 'two', Listing>>;
  readonly #shop: { merchant: string; phone: string; session_id: string };

  constructor(
    world: World,
    sims: Scene['sims'],
    of: { merchant: string; phone: string; session_id: string },
  ) {
    this.#world = world;
    this.sims = sims;
    this.#shop = of;
  }

  /** Settlements and refunds of the shop, the oldest first. */
  owed(...states: string[]): Promise<Owed[]> {
    return this.#world.rows<Owed>(
      `select o.* from (
        select id, 'settlement' as what, amount_xaf::int, state, $3 as phone, created_at, merchant_id from settlements
        union all
        select id, 'refund', amount_xaf::int, state, right(to_phone, 8), created_at, merchant_id from refunds) o
      where o.merchant_id = $1 and o.state = any ($2) order by o.created_at, o.id`,
      [this.#shop.merchant, states, this.#shop.phone],
    );
  }

  /** Two minutes go by, and one of these happens: `says one`, `leaves two hidden late`, `fail`, `list two` and so on. */
  async play(event: string): Promise<void> {
    this.#world.pass(120);
    const [verb = '', on = 'one', words = 'known', when] = event.split(' ');
    const sim = this.sims[on === 'two' ? 'two' : 'one'];
    const does: Record<string, () => Promise<unknown>> = {
      order: () => this.#order(),
      says: () => this.#says(on),
      refund: () => refund(this.#world.services, asked(this.#payment)),
      leaves: () => this.#leaves(sim, words as Words, when !== 'late'),
      late: () => Promise.all(this.#late.splice(0).map((one) => one.sim.take(one.sms))),
      fail: () => this.#ends({ does: 'fail' }),
      book: () => this.#ends({ does: 'prove', source: 'book' }),
      absent: () => {
        // A list of the day on which it was sent tells nothing of it.
        this.#world.pass(24 * 3600);
        return this.#ends({
          ...{ does: 'prove', source: 'statement', source_id: 'of today', amount_xaf: null },
          happened_at: this.#world.now,
        });
      },
      cancel: () => this.#cancel(),
      read: () => this.#read(sim),
      list: () => this.#list(sim),
    };
    const said = await (does[verb] as () => Promise<unknown>)();
    await proveMet(this.#world.services, { limit: 100 });
    await concludeRefunds(this.#world.services, { limit: 100 });
    this.log.push(`${event}: ${JSON.stringify(said)}`);
  }

  get #payment() {
    return { id: this.#shop.session_id, merchant_id: this.#shop.merchant, environment: 'live' as const };
  }

  async #order(): Promise<string | undefined> {
    const outcome = await draft(this.#world, this.#shop.merchant);
    if (outcome.kind !== 'drafted') return outcome.kind;
    return deskOf(this.#world).decide(outcome.settlement_id, 'approve');
  }

  /** Staff say that all that is to go goes now: from this SIM, or settlements from our wallet. */
  async #says(from: string): Promise<unknown[]> {
    const source =
      from === 'wallet'
        ? ({ kind: 'wallet', name: 'AIRTEL' } as const)
        : ({ kind: 'number', name: this.sims[from === 'two' ? 'two' : 'one'].msisdn } as const);
    const said: unknown[] = [];
    for (const { id, what, state } of await this.owed('DRAFT', 'APPROVED', 'PENDING')) {
      if (what === 'refund') said.push(await sayOfRefund(this.#world, 'send', { id } as never));
      else if (state === 'DRAFT') said.push(await deskOf(this.#world).decide(id, 'approve'));
      if (what === 'settlement') said.push(await deskOf(this.#world).send(id, source));
    }
    return said;
  }

  /** Money truly leaves for the oldest that is to go, or on its way; its message comes now, or is late. */
  async #leaves(sim: Listing, words: Words, told: boolean): Promise<unknown> {
    const open = await this.owed('APPROVED', 'SENDING', 'UNKNOWN', 'PENDING');
    const one = open.find(({ id }) => !this.left_xaf.has(id));
    if (one === undefined) return null;
    this.left_xaf.set(one.id, one.amount_xaf);
    const sms = sim.leave(one.amount_xaf, one.phone, words);
    if (told) return sim.take(sms);
    this.#late.push({ sim, sms });
    return 'its message is late';
  }

  async #ends(says: Said): Promise<unknown[]> {
    const said: unknown[] = [];
    for (const { id, what } of await this.owed('SENDING', 'UNKNOWN', 'PENDING'))
      for (const actor of PEOPLE) {
        // What rests on the book of a SIM is said once it was read again: by the second of two, and that it never left by the first too.
        const rests_on_book = says.does === 'prove' && says.source === 'book' && said.at(-1) === 'proposed';
        if (rests_on_book || says.does === 'fail')
          for (const sim of Object.values(this.sims)) await this.#read(sim);
        said.push(
          what === 'settlement'
            ? await deskOf(this.#world).end(id, says, actor)
            : await sayOfRefund(this.#world, 'fail', { id } as never, actor),
        );
      }
    return said;
  }

  async #cancel(): Promise<unknown[]> {
    const said: unknown[] = [];
    for (const { id } of await this.owed('DRAFT', 'APPROVED'))
      for (const actor of PEOPLE) said.push(await deskOf(this.#world).decide(id, 'cancel', actor));
    return said;
  }

  async #read(sim: Listing): Promise<unknown[]> {
    this.#world.pass(600);
    const said: unknown[] = [];
    for (const actor of PEOPLE) said.push((await sim.say(sim.balance_xaf, actor))?.kind);
    return said;
  }

  async #list(sim: Listing): Promise<unknown> {
    if (sim.listed.length === 0) return null;
    const { services } = this.#world;
    const file = fileOf(csvOf(statementCells('AIRTEL', sim.msisdn.slice(4), sim.listed)));
    const by = { actor: 'Awa', note: 'from the portal' };
    const imported = await importStatement(services, {
      file,
      number: sim.msisdn,
      day: null,
      after_a_gap: true,
      ...by,
    });
    if (imported.kind !== 'imported') return imported.kind;
    const said: unknown[] = [];
    for (const actor of PEOPLE)
      said.push(
        (await settleStatements(services, [{ statement_id: imported.statement.id, ...by, actor }]))[0]?.kind,
      );
    return said;
  }
}

let scenes = 0;

/** A scene of its own on a database that others share. */
export async function openScene(world: World): Promise<Scene> {
  scenes += 1;
  const n = String(scenes).padStart(4, '0');
  const merchant = await world.merchant();
  const one = await openListing(world, merchant, `+2356610${n}`);
  await verify(world, merchant);
  await agree(world, merchant);
  const phone = `6630${n}`;
  await world.rows(
    `insert into payout_accounts (id, merchant_id, kind, operator, msisdn, holder_name, state, asked_by, asked_at,
      frozen_until, decided_by, decided_at)
    values ($1, $2, 'number', 'AIRTEL', $4, 'Awa Mahamat', 'CONFIRMED', 'owner@example.com',
      $3::timestamptz - interval '30 days', $3::timestamptz - interval '27 days', 'Moussa', $3)`,
    [world.services.newId(), merchant, world.now, `+235${phone}`],
  );
  const session = await one.session(SUM_XAF, { customer_phone: `+2356640${n}` });
  await one.take(one.come(SUM_XAF, `6640${n}`));
  world.pass(600);
  const two = await openListing(world, merchant, `+2356620${n}`);
  return new Scene(world, { one, two }, { merchant, phone, session_id: session.id });
}

async function openListing(world: World, merchant: string, msisdn: string): Promise<Listing> {
  const [number_id, gateway_id] = [world.services.newId(), world.services.newId()];
  await world.rows(
    `insert into collection_numbers (id, environment, operator, msisdn, feed_status, sender_allow_list, created_at)
    values ($1, 'live', 'AIRTEL', $2, 'UNANCHORED', '{AirtelMoney}', $3)`,
    [number_id, msisdn, world.now],
  );
  await routeNumber(world.db.pool, gateway_id, number_id);
  const sim = new Listing(world, msisdn, { merchant, number_id, gateway_id });
  await sim.say();
  return sim;
}
