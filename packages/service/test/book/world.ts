import { afterAll } from 'vitest';
import type { PaymentSession } from '../../src/domain/session/session.ts';
import { DAY_MS } from '../../src/domain/time.ts';
import { settleNotices } from '../../src/engine/book/settle.ts';
import { settleWaitingNotices } from '../../src/engine/book/settle-waiting.ts';
import { tendBooks } from '../../src/engine/book/tend.ts';
import { anchorNumbers } from '../../src/engine/desk/book/anchor.ts';
import { watchFeeds } from '../../src/engine/feeds.ts';
import { receiveNotices } from '../../src/engine/notices.ts';
import { expireSessions } from '../../src/engine/sessions/expire.ts';
import { pauseNumbers } from '../collection/pause.ts';
import { NOON, openWorld, type World } from '../collection/world.ts';
import { ALWAYS, hearGateway, routeNumber } from './gateway.ts';

export const MSISDN = '+23566001001';
export const OPENING_XAF = 50_000;

/** One message as the operator words it; signed AirtelMoney unless it says otherwise. */
export type Sms = { text: string; id: string; sender?: string };

/** A live SIM whose balance only the test and the operator know. */
export class Sim {
  readonly world: World;
  readonly merchant: string;
  readonly number_id: string;
  readonly gateway_id: string;
  readonly msisdn: string;
  /** What the operator says it is. */
  balance_xaf = OPENING_XAF;
  #serial = 10_000;

  constructor(
    world: World,
    msisdn: string,
    ids: { merchant: string; number_id: string; gateway_id: string },
  ) {
    this.world = world;
    this.msisdn = msisdn;
    this.merchant = ids.merchant;
    this.number_id = ids.number_id;
    this.gateway_id = ids.gateway_id;
  }

  session(amount_xaf: number, fields: { customer_phone?: string; ttl_minutes?: number } = {}) {
    return this.world.session(this.merchant, { environment: 'live', amount_xaf, ...fields });
  }

  /** Money arrives: the operator's own message of it. */
  credit(amount_xaf: number, payer = '66123456'): Sms {
    this.balance_xaf += amount_xaf;
    return this.words(amount_xaf, this.balance_xaf, payer);
  }

  /** Money leaves, to whom the operator says. */
  debit(amount_xaf: number, to = '66123456'): Sms {
    this.balance_xaf -= amount_xaf;
    const id = this.#id('CO');
    return {
      id,
      text: `Trans.ID : ${id}. Vous avez envoye ${amount_xaf} FCFA au ${to}. Votre solde disponible est ${this.balance_xaf} FCFA.`,
    };
  }

  /** Money leaves by words that name nobody. */
  withdrawal(amount_xaf: number): Sms {
    this.balance_xaf -= amount_xaf;
    const id = this.#id('CO');
    return {
      id,
      text: `Retrait de ${amount_xaf} FCFA effectue. Ref: ${id}. Solde: ${this.balance_xaf} FCFA.`,
    };
  }

  /** A message in the operator's words; its balance is whatever its author says. */
  words(amount_xaf: number, balance_xaf: number, payer = '66123456', id = this.#id('MP')): Sms {
    return {
      id,
      text: `Trans.ID : ${id}. Vous avez recu ${amount_xaf} FCFA du ${payer}. Votre solde disponible est ${balance_xaf} FCFA.`,
    };
  }

  #id(kind: string): string {
    this.#serial += 1;
    const local = new Date(this.world.now.getTime() + 3_600_000).toISOString();
    return `${kind}${local.slice(2, 4)}${local.slice(5, 7)}${local.slice(8, 10)}.${local.slice(11, 13)}${local.slice(14, 16)}.B${this.#serial}`;
  }

  /** Keeps messages as a gateway brings them, without reading them. */
  async keep(
    messages: readonly Sms[],
    source: 'GATEWAY_SMS' | 'MANUAL_SMS' = 'GATEWAY_SMS',
  ): Promise<string[]> {
    const kept = await receiveNotices(
      this.world.services,
      messages.map(({ text, sender = 'AirtelMoney' }) => ({
        environment: 'live',
        merchant_id: null,
        operator: 'AIRTEL',
        collection_number: this.msisdn,
        source,
        sender,
        body: text,
        received_at: this.world.now,
      })),
    );
    return kept.flatMap((one) => (one.kind === 'kept' ? [one.notice_id] : []));
  }

  /** Takes messages in, one batch; what became of each in a word: its rule, or how it was read. */
  async take(...messages: Sms[]): Promise<string[]> {
    const outcomes = await settleNotices(this.world.services, await this.keep(messages));
    return outcomes.map((one) => one.verdict?.rule ?? one.outcome);
  }

  /** Staff type some in, one set. */
  async typed(...messages: Sms[]): Promise<void> {
    await settleNotices(this.world.services, await this.keep(messages, 'MANUAL_SMS'));
  }

  /** The clock goes on and the sweeper looks at what waits. */
  async wait(seconds: number): Promise<void> {
    this.world.pass(seconds);
    await settleWaitingNotices(this.world.services, { limit: 500, patience_ms: 0 });
    await tendBooks(this.world.services, null);
  }

  async statusOf(session: PaymentSession): Promise<string> {
    return (await this.world.again(session)).status;
  }

  async feedStatus(): Promise<string | undefined> {
    const [row] = await this.world.rows<{ feed_status: string }>(
      'select feed_status from collection_numbers where id = $1',
      [this.number_id],
    );
    return row?.feed_status;
  }

  incidents(): Promise<{ id: string; kind: string; closed_by: string | null; note: string | null }[]> {
    return this.world.rows(
      'select id, kind, closed_by, note from feed_incidents where collection_number_id = $1 order by id',
      [this.number_id],
    );
  }

  /** Somebody reads the balance on the SIM. */
  async say(balance_xaf = this.balance_xaf, actor = 'Awa') {
    const said = { number: this.msisdn, balance_xaf, actor, note: 'read on the SIM' };
    const [outcome] = await anchorNumbers(this.world.services, [said]);
    return outcome;
  }

  /** What the book of the number says. */
  async book() {
    const [row] = await this.world.rows<{
      tip_xaf: number;
      float_xaf: number;
      claims: number;
      refuted: number;
    }>(
      `select tip_xaf, float_xaf,
        (select count(*)::int from book_claims c
          where c.state = 'CLAIMED' and c.collection_number_id = b.collection_number_id) as claims,
        (select count(*)::int from book_claims c
          where c.state = 'REFUTED' and c.collection_number_id = b.collection_number_id) as refuted
      from books b where collection_number_id = $1`,
      [this.number_id],
    );
    return row;
  }
}

/** On a database of its own. */
export async function openSim(): Promise<Sim> {
  return addSim(await openWorld(), MSISDN);
}

/**
 * Gives each scene of a file a SIM and a merchant of its own, all on one database, each from a noon some days after the
 * last, when nothing that was asked for in that is open or expected any more.
 */
export function simsOfFile(): () => Promise<Sim> {
  let world: World | undefined;
  let policy: World['services']['policy'];
  let last: Sim | undefined;
  let scenes = 0;
  afterAll(() => world?.close());
  return async () => {
    world ??= await openWorld();
    policy ??= world.services.policy;
    if (last !== undefined) await leave(last);
    world.services.policy = policy;
    scenes += 1;
    last = await addSim(world, `+235660010${String(scenes).padStart(2, '0')}`);
    return last;
  };
}

/** A SIM that no test looks at again: it is given to nobody, and its phone never goes silent. */
async function leave({ world, number_id, gateway_id }: Sim): Promise<void> {
  await pauseNumbers(world.services, [number_id]);
  await hearGateway(world.db.pool, gateway_id, { last_seen_at: ALWAYS });
  const noon_ms = NOON.getTime() + Math.ceil((world.now.getTime() - NOON.getTime()) / DAY_MS) * DAY_MS;
  for (const days of [1, 2]) {
    world.pass((noon_ms + days * DAY_MS - world.now.getTime()) / 1000);
    await settleWaitingNotices(world.services, { limit: 500, patience_ms: 0 });
    await watchFeeds(world.services);
    await tendBooks(world.services, null);
    await expireSessions(world.services, { limit: 500 });
  }
  // Processes know the numbers for a second.
  world.pass(2);
}

/** One more, with a merchant and a phone of its own, that nobody has read yet. */
export async function addSim(world: World, msisdn: string): Promise<Sim> {
  const merchant = await world.merchant();
  const number_id = world.services.newId();
  await world.rows(
    `insert into collection_numbers (id, environment, operator, msisdn, feed_status, sender_allow_list, created_at)
     values ($1, 'live', 'AIRTEL', $2, 'UNANCHORED', '{AirtelMoney}', $3)`,
    [number_id, msisdn, world.now],
  );
  await world.rows(
    `insert into template_confirmations (template_id, template_version, confirmed_at, confirmed_by)
     values ('airtel-credit', 2, $1, 'test') on conflict do nothing`,
    [world.now],
  );
  const gateway_id = world.services.newId();
  await routeNumber(world.db.pool, gateway_id, number_id);
  return new Sim(world, msisdn, { merchant, number_id, gateway_id });
}

/** Another SIM of the same operator behind the same phone, which holds so much and was read. */
export async function openSecond(
  { world, merchant, gateway_id }: Pick<Sim, 'world' | 'merchant' | 'gateway_id'>,
  balance_xaf = 50_000,
): Promise<Sim> {
  const msisdn = '+23566002002';
  const number_id = await world.liveNumber(msisdn);
  await world.rows(`update collection_numbers set sender_allow_list = '{AirtelMoney}' where id = $1`, [
    number_id,
  ]);
  const second = new Sim(world, msisdn, { merchant, number_id, gateway_id });
  second.balance_xaf = balance_xaf;
  await second.say();
  return second;
}
