import { Writable } from 'node:stream';
import { pino } from 'pino';
import { statementSteps, sweepSteps, watchSteps } from '../../src/cli/serve/steps.ts';
import { DAY_MS } from '../../src/domain/time.ts';
import { anchorNumbers } from '../../src/engine/desk/book/anchor.ts';
import { disownMessages } from '../../src/engine/desk/book/disown.ts';
import { explainSteps } from '../../src/engine/desk/book/explain.ts';
import { assignCredits } from '../../src/engine/desk/payments/assign-credit.ts';
import { confirmLateTransactions } from '../../src/engine/desk/payments/confirm-late.ts';
import { confirmReviews, rejectReviews } from '../../src/engine/desk/payments/decide-review.ts';
import { refundCredits } from '../../src/engine/desk/payments/refund-credit.ts';
import { confirmTemplates } from '../../src/engine/desk/templates/decide-template.ts';
import { checkLedger } from '../../src/engine/ledger/check.ts';
import { addNumbers } from '../../src/engine/numbers.ts';
import { TEMPLATES } from '../../src/sms/templates/all.ts';
import { letGatewaysSend } from '../book/gateway.ts';
import { pauseNumbers, resumeNumbers } from '../collection/pause.ts';
import { Phone } from '../gateways/phone.ts';
import { type Answer, order, SESSIONS } from '../spec/client.ts';
import { type Merchant, openService, type Service } from '../spec/service.ts';
import { purchase, TRANSACTIONS } from '../spec/transactions.ts';
import { FLOAT_OF_NUMBERS } from './books.ts';
import { type Operator, SENDERS, Sim, type Sms } from './sim.ts';

export { type Operator, Sim, type Sms } from './sim.ts';

/** A Saturday noon in N'Djamena. */
const NOON = new Date('2026-11-21T11:00:00.000Z');
/** Time passes in steps, at the end of which every phone is heard: parts of what is left, so short ones at the end of a long wait. */
const STEP_SECONDS = 600;
const PING_SECONDS = 60;
const PARTS_OF_A_LONG_WAIT = 6;
/** Processes know the numbers for a second. */
const NUMBERS_KNOWN_SECONDS = 2;

type Told = { sim: string; sms: Sms };
export type Signed = { actor: string; note: string };
export type SimOptions = {
  operator?: Operator;
  opening_xaf?: number;
  daily_count_cap?: number;
  daily_volume_cap_xaf?: number;
};

/** What no payment waits for: sums kept ready, proofs of days, settlements, and what is forgotten. */
const HOUSEKEEPING = /^(fold|forget)_|_settlements$|^close_days$|^empty_request_log$/;

export type WorldOptions = {
  /** Default true; false: only what decides about payments is done. */
  keeps_house?: boolean;
};

/**
 * The service as outsiders meet it: merchants over HTTP, phones at the gateway's door, staff by their verbs. The
 * clock moves only when a test moves it. Whatever the tests of evidence know of the engine is in this file.
 */
export class EvidenceWorld {
  readonly service: Service;
  readonly sims = new Map<string, { sim: Sim; phone: Phone; id: string }>();
  /** What hasn't come yet since its phone is away, and what that will post. */
  readonly #kept: (Told & { body: () => string })[] = [];
  readonly #steps: ReturnType<typeof sweepSteps>;
  #numbers = 0;

  constructor(service: Service, { keeps_house = true }: WorldOptions = {}) {
    this.service = service;
    const log = pino(new Writable({ write: (_chunk, _encoding, done) => done() }));
    const { services } = service.first;
    const steps = [...sweepSteps(services, log), ...statementSteps(services), ...watchSteps(services, log)];
    this.#steps = steps.filter(({ name }) => keeps_house || !HOUSEKEEPING.test(name));
  }

  get now(): Date {
    return this.service.clock.now();
  }

  /** A SIM of ours in a phone of its own, its opening balance read by staff. */
  async sim(name: string, options: SimOptions = {}): Promise<Sim> {
    const { operator = 'AIRTEL', opening_xaf = 62_410 } = options;
    const { services } = this.service.first;
    this.#numbers += 1;
    // No payer of a test has such a number: what comes from a number of ours is nobody's payment.
    const number = `+235${operator === 'AIRTEL' ? 66 : 99}${800_000 + this.#numbers}`;
    const [added] = await addNumbers(services, [
      {
        operator,
        number,
        weight: 100,
        daily_volume_cap_xaf: options.daily_volume_cap_xaf ?? null,
        daily_count_cap: options.daily_count_cap ?? null,
        sender_allow_list: [SENDERS[operator]],
      },
    ]);
    if (added?.kind !== 'added') throw new Error(`not added: ${JSON.stringify(added)}`);
    const phone = await Phone.open(this.service);
    await phone.insert(number, 1);
    await letGatewaysSend(services.pool);
    const sim = new Sim(operator, number, opening_xaf, () => this.now);
    this.sims.set(name, { sim, phone, id: added.number.id });
    await this.#anchorAt(sim, { actor: 'Awa', note: 'a new SIM' });
    await this.pass(2);
    return sim;
  }

  /** SIMs of ours that no test looks at again: they are given to nobody, and nobody hears their phones. */
  async retire(...names: string[]): Promise<void> {
    const ids = names.map((name) => this.at(name).id);
    if (ids.length > 0) await pauseNumbers(this.service.first.services, ids);
    for (const name of names) this.sims.delete(name);
    this.service.clock.pass(NUMBERS_KNOWN_SECONDS);
  }

  /**
   * Ends a scene, so that another can be played where it was: its SIMs are retired, as if they had been out of use for long,
   * and it is noon some days later, when nothing that was asked for in it is open, kept free or expected any more.
   */
  async leave(): Promise<void> {
    const ids = [...this.sims.values()].map(({ id }) => id);
    await this.retire(...this.sims.keys());
    await this.service.rows(
      `update books set went_on_at = went_on_at - interval '60 days', anchored_at = anchored_at - interval '60 days'
      where collection_number_id = any ($1::uuid[])`,
      [ids],
    );
    const noon_ms = NOON.getTime() + Math.ceil((this.now.getTime() - NOON.getTime()) / DAY_MS) * DAY_MS;
    for (const days of [1, 2]) {
      this.service.clock.pass((noon_ms + days * DAY_MS - this.now.getTime()) / 1000);
      await this.sweep();
    }
  }

  /**
   * Brings messages by the phones of their SIMs, signed, all at once, and waits until each has been looked at. Those of a
   * phone that is away come when it is back.
   */
  async deliver(...told: Told[]): Promise<void> {
    const made = told.map(({ sim, sms }) => {
      const { phone, sim: of } = this.at(sim);
      const write = () => phone.received(sms.text, { sender: sms.sender ?? SENDERS[of.operator] });
      const body = phone.away === 'off' ? undefined : write();
      return { sim, sms, body: () => body ?? write() };
    });
    const isAway = ({ sim }: Told) => this.at(sim).phone.away !== null;
    this.#kept.push(...made.filter(isAway));
    await this.#post(made.filter((one) => !isAway(one)));
  }

  /** A phone is there again: it tells of all that came meanwhile at once. */
  async comeBack(name: string): Promise<void> {
    this.at(name).phone.away = null;
    const kept = this.#kept.splice(0);
    this.#kept.push(...kept.filter(({ sim }) => sim !== name));
    await this.#post(kept.filter(({ sim }) => sim === name));
  }

  async #post(told: (Told & { body: () => string })[]): Promise<void> {
    const answers = await Promise.all(told.map(({ sim, body }) => this.at(sim).phone.post(body())));
    // What comes twice at one moment is one message.
    const isKept = ({ status, body }: Answer) => status === 200 && body.kept + body.repeated === 1;
    const refused = answers.find((answer) => !isKept(answer));
    if (refused !== undefined) throw new Error(`not kept: ${refused.text}`);
    for (const { sim, sms } of told) this.at(sim).sim.told(sms);
    await this.#settled();
  }

  /** The clock goes on, phones are heard, and the service does what it does unasked. */
  async pass(seconds: number): Promise<void> {
    await this.#settled();
    let left = seconds;
    while (left > 0) {
      const step = Math.min(left, Math.max(STEP_SECONDS, Math.ceil(left / PARTS_OF_A_LONG_WAIT)));
      left -= step;
      this.service.clock.pass(step);
      const awake = [...this.sims.values()].map(({ phone }) => phone).filter(({ away }) => away === null);
      if (step > PING_SECONDS) await this.#pinged(awake);
      for (const phone of awake) await phone.ping();
      await this.#settled();
      await this.sweep();
    }
  }

  /** A phone pings each minute, also while the clock passes ten: this is the last ping but one. */
  async #pinged(phones: readonly Phone[]): Promise<void> {
    await this.service.rows(
      'update sms_gateway_signals set last_seen_at = $1 where gateway_id = any ($2::uuid[])',
      [new Date(this.now.getTime() - PING_SECONDS * 1000), phones.map(({ gateway_id }) => gateway_id)],
    );
  }

  async sweep(): Promise<void> {
    for (const { run } of this.#steps) while ((await run()) > 0);
  }

  /** Somebody reads the balance on the SIM and says it; where it takes two, a second person reads it too. */
  async anchor(name: string, signed: Signed = { actor: 'Awa', note: 'read on the SIM' }): Promise<string> {
    const { sim } = this.at(name);
    const first = await this.#anchorAt(sim, signed);
    const said = first === 'proposed' ? await this.#anchorAt(sim, { ...signed, actor: 'Brahim' }) : first;
    if (said === 'anchored') sim.anchored();
    await this.sweep();
    return said;
  }

  /** Staff say a balance that may be another by now. */
  async anchorAt(name: string, balance_xaf: number): Promise<string> {
    const { number } = this.at(name).sim;
    const signed = { actor: 'Awa', note: 'read on the SIM' };
    const [said] = await anchorNumbers(this.service.first.services, [{ number, balance_xaf, ...signed }]);
    return said?.kind ?? '';
  }

  async #anchorAt({ number, balance_xaf }: Sim, signed: Signed): Promise<string> {
    const [said] = await anchorNumbers(this.service.first.services, [{ number, balance_xaf, ...signed }]);
    return said?.kind ?? 'nothing';
  }

  /** Asks for a live session as a merchant does; `on` leaves it no other number. */
  create(merchant: Merchant, fields: Record<string, unknown>, on?: string): Promise<Answer> {
    return this.#leaving(on, () => this.service.client.post(SESSIONS, merchant.live_key, order(fields)));
  }

  async #leaving(on: string | undefined, ask: () => Promise<Answer>): Promise<Answer> {
    const others = [...this.sims].filter(([name]) => on !== undefined && name !== on);
    await this.#choose(others, pauseNumbers);
    const answer = await ask();
    await this.#choose(others, resumeNumbers);
    return answer;
  }

  async #choose(others: [string, { id: string }][], by: typeof pauseNumbers): Promise<void> {
    if (others.length === 0) return;
    const { services } = this.service.first;
    await by(
      services,
      others.map(([, { id }]) => id),
    );
    this.service.clock.pass(NUMBERS_KNOWN_SECONDS);
  }

  /** Asks a payer for money as a merchant does; `on` leaves it no other number. */
  collect(merchant: Merchant, fields: Record<string, unknown>, on?: string): Promise<Answer> {
    return this.#leaving(on, () =>
      this.service.client.post(TRANSACTIONS, merchant.live_key, purchase(fields)),
    );
  }

  getTransaction(merchant: Merchant, transaction_id: string): Promise<Answer> {
    return this.service.client.get(`${TRANSACTIONS}/${transaction_id}`, merchant.live_key);
  }

  async get(merchant: Merchant, session_id: string): Promise<Answer> {
    return this.service.client.get(`${SESSIONS}/${session_id}`, merchant.live_key);
  }

  async cancel(merchant: Merchant, session_id: string): Promise<Answer> {
    return this.service.client.post(`${SESSIONS}/${session_id}/cancel`, merchant.live_key);
  }

  /** Merchants don't see why a session is under review; staff do. */
  async reviewReason(session_id: string): Promise<string | null> {
    const [row] = await this.service.rows<{ review_reason: string | null }>(
      'select review_reason from payment_sessions where id = $1',
      [session_id],
    );
    return row?.review_reason ?? null;
  }

  /** The SIM that a session was told to pay. */
  simOf(number: string): string {
    const found = [...this.sims].find(([, { sim }]) => sim.number === number);
    if (found === undefined) throw new Error(`no SIM has ${number}`);
    return found[0];
  }

  /** What the books say that the SIM took in since it was opened. */
  async floatOf(name: string): Promise<number> {
    const [row] = await this.service.rows<{ float_xaf: number }>(
      `select float_xaf from (${FLOAT_OF_NUMBERS}) f where collection_number_id = $1`,
      [this.at(name).id],
    );
    return Number(row?.float_xaf ?? 0);
  }

  /** Whatever staff could name of a message: its notice, and the credit that was made of it. */
  async namesOf({ text }: Sms): Promise<string[]> {
    const rows = await this.service.rows<{ id: string }>(
      `select n.id from notices n where n.body = $1
       union select r.credit_id from notice_readings r join notices n on n.id = r.notice_id
       where n.body = $1 and r.credit_id is not null`,
      [text],
    );
    return rows.map(({ id }) => id);
  }

  /** What came of a decision about a message's money: `nothing` where there was none, so that nobody refused anything. */
  outcomeOf(said: readonly string[], ...done: [string, ...string[]]): string {
    if (said.every((kind) => kind === 'not_found')) return 'nothing';
    return said.some((kind) => done.includes(kind)) ? done[0] : 'refused';
  }

  /**
   * Says of all that a message made that it was sent back; what came of each. Where none shows who paid, a person reads
   * its text, or asks.
   */
  async refund(sms: Sms, signed: Signed): Promise<string[]> {
    const { services } = this.service.first;
    const commands = (await this.namesOf(sms)).map((credit_id) => ({ credit_id, ...signed }));
    const said = await refundCredits(services, commands);
    const unknown = commands.filter((_, n) => said[n]?.kind === 'payer_unknown');
    if (unknown.length === 0) return said.map(({ kind }) => kind);
    const asked = await refundCredits(
      services,
      unknown.map((one) => ({ ...one, to: sms.text.match(/\b(?:235)?(\d{8})\b/)?.[1] ?? '66123456' })),
    );
    return [...said.filter(({ kind }) => kind !== 'payer_unknown'), ...asked].map(({ kind }) => kind);
  }

  async assign(sms: Sms, session_id: string, signed: Signed): Promise<string[]> {
    const to = { kind: 'session', session_id } as const;
    const commands = (await this.namesOf(sms)).map((credit_id) => ({ credit_id, to, ...signed }));
    return (await assignCredits(this.service.first.services, commands)).map(({ kind }) => kind);
  }

  /** The same to a transaction. */
  async assignTo(transaction_id: string, sms: Sms, signed: Signed): Promise<string[]> {
    const commands = (await this.namesOf(sms)).map((credit_id) => ({ credit_id, transaction_id, ...signed }));
    return (await confirmLateTransactions(this.service.first.services, commands)).map(({ kind }) => kind);
  }

  /** Staff say what a step was; a word for what came of it. */
  async explain(
    step_id: string,
    meaning: 'credit' | 'sweep' | 'write_off',
    actor: string,
  ): Promise<string | undefined> {
    const { services } = this.service.first;
    const [said] = await explainSteps(services, [{ step_id, meaning, actor, note: 'never paid' }]);
    return said?.kind;
  }

  /** Two people say of a message that the operator's list does not show it. */
  async disown({ text }: Sms): Promise<string> {
    const rows = await this.service.rows<{ id: string }>(
      'select n.id from notices n join book_claims c on c.notice_id = n.id where n.body = $1',
      [text],
    );
    const { services } = this.service.first;
    const say = (actor: string) =>
      disownMessages(
        services,
        rows.map(({ id: notice_id }) => ({ notice_id, actor, note: 'not on the list' })),
      );
    await say('Awa');
    return (await say('Brahim')).map(({ kind }) => kind).join(' ') || 'nothing';
  }

  async confirm(session_id: string, signed: Signed): Promise<string> {
    const command = { session_id, credit_id: null, ...signed };
    return (await confirmReviews(this.service.first.services, [command]))[0]?.kind ?? 'nothing';
  }

  async reject(session_id: string, signed: Signed): Promise<string> {
    return (
      (await rejectReviews(this.service.first.services, [{ session_id, ...signed }]))[0]?.kind ?? 'nothing'
    );
  }

  async ledgerProblems(): Promise<string[]> {
    return (await checkLedger(this.service.first.services)).problems;
  }

  close(): Promise<void> {
    return this.service.close();
  }

  /** The SIM of this name, with its phone. */
  at(name: string) {
    const found = this.sims.get(name);
    if (found === undefined) throw new Error(`no SIM is called ${name}`);
    return found;
  }

  /** Everything that the door has taken is settled, and its signs of life are written. */
  #settled(): Promise<void> {
    return this.service.first.gateways.close();
  }
}

/** @param at where the clock stands at first; commands run as processes of their own need the machine's */
export async function openEvidenceWorld(at: Date = NOON, options: WorldOptions = {}): Promise<EvidenceWorld> {
  const service = await openService({ works: false });
  service.clock.stand();
  service.clock.ahead_ms = at.getTime() - service.clock.now().getTime();
  const confirmations = TEMPLATES.flatMap(({ id: template_id, version: template_version }) =>
    ['test', 'another'].map((actor) => ({ template_id, template_version, actor, note: 'proven' })),
  );
  await confirmTemplates(service.first.services, confirmations);
  return new EvidenceWorld(service, options);
}
