import { afterAll, expect } from 'vitest';
import type { Merchant } from '../spec/service.ts';
import { expectBooksWhole } from './books.ts';
import { type EvidenceWorld, openEvidenceWorld, type Sim, type Sms, type WorldOptions } from './world.ts';

/** The things a scenario has named. */
export type Stage = {
  world: EvidenceWorld;
  merchants: Map<string, Merchant>;
  sessions: Map<string, { id: string; merchant: Merchant; amount: number; number: string; ticket: string }>;
  transactions: Map<string, { id: string; merchant: Merchant }>;
  messages: Map<string, { sms: Sms; sim: string }>;
};

/**
 * Plays a text table on live SIMs: a line is a command and, after `->`, what must come of it. At the end the books
 * must be whole: each SIM's float is the balance that is known of it less its opening balance.
 *
 * `session a 5000 payer 66000001 by rival on two ttl 5`, `cancel a`, and `a` alone: a session's status; also
 * `transaction t 5000 payer 66000001 by rival on two`, whose payer is asked by SMS.
 * `paid a from 66000001 motif "…" name "…"`: a payer does as told. `sms m credit 5000 on two motif "…"`: money
 * that nobody was told to send; also `debit 5000 fee 100`, `cash-in 5000`, `reversal m2 5000` and
 * `moved -100 "words with ID and BALANCE"`. `sms m forged 450000 balance 512300 like m2` and
 * `told "words with ID"`, or `stranger 5000` by another sender: no money at all; `off` instead of `balance`: so much beside the true one. `late` instead of `sms` keeps it back until `deliver m`.
 * `wait 31s`, `wait 12min`, `wait 24h`; `anchor`, `refund m as Awa`, `assign m to a`, `confirm a`, `reject a`;
 * `disown m`: two people say that the operator's list does not show it; `float two`, `at a`, `unpaid a`, `incidents two`.
 */
export async function play(table: string): Promise<void> {
  const stage = await openStage();
  try {
    await perform(stage, table);
    await expectFloats(stage.world);
  } finally {
    await stage.world.close();
  }
}

/**
 * Plays the tables of a file as `play` does, one after the other on one database; for tables that print no date.
 */
export function playsOfFile(): (table: string) => Promise<void> {
  const onStage = stagesOfFile();
  return (table) =>
    onStage(async (stage) => {
      await perform(stage, table);
      await expectFloats(stage.world);
    });
}

/**
 * Runs the scenes of a file one after the other on one database, on SIMs and for merchants of their own, each from a noon
 * some days after the last. What one that fails leaves behind goes with it. Unless it is asked for nobody keeps house: nearly half of a
 * file's time went by with proofs and sums of what earlier scenes had left.
 */
export function stagesOfFile({
  keeps_house = false,
}: WorldOptions = {}): <Told>(run: (stage: Stage) => Promise<Told>) => Promise<Told> {
  let world: EvidenceWorld | undefined;
  afterAll(() => world?.close());
  return async (run) => {
    world ??= await openEvidenceWorld(undefined, { keeps_house });
    const own = world;
    try {
      const told = await run(await stageOn(own));
      await own.leave();
      return told;
    } catch (error) {
      world = undefined;
      await own.close().catch(() => undefined);
      throw error;
    }
  };
}

/** Runs a scene that no table can tell; the books must hold as its world ends. */
export async function scene(run: (stage: Stage) => Promise<void>): Promise<void> {
  const stage = await openStage();
  try {
    await run(stage);
  } finally {
    await stage.world.close();
  }
}

/** The first SIM of a scene, by which its rows are told from those of other scenes on the same database. */
export const firstSim = ({ world }: Stage): string => world.sims.get('one')?.id ?? '';

/** What sessions of his have been paid, of which nobody paid a franc. Scenes say the very sum, so that they see it stop to work. */
export async function taken({ world, sessions }: Stage): Promise<number> {
  const his = [...sessions].flatMap(([name, { id }]) => (name.startsWith('v') ? [id] : []));
  const [row] = await world.service.rows<{ sum: string }>(
    `select coalesce(sum(amount_xaf), 0) as sum from payment_sessions where status = 'SUCCESS' and id = any ($1::uuid[])`,
    [his],
  );
  return Number(row?.sum);
}

export async function openStage(at?: Date): Promise<Stage> {
  return stageOn(await openEvidenceWorld(at));
}

async function stageOn(world: EvidenceWorld): Promise<Stage> {
  await world.sim('one');
  return { world, merchants: new Map(), sessions: new Map(), transactions: new Map(), messages: new Map() };
}

/** So many guesses at a balance that is known to 12,000, of a SIM that nobody has paid unless it is said: the thirteenth is true. */
export const GUESSES = 24;
export const guessed = (n: number, balance_xaf = 62_410): number => balance_xaf + 1000 * (n - 12);

/** A transaction id that Airtel would have made so many minutes ago. */
export function idOf({ world }: Stage, kind: 'MP' | 'PP', minutes_ago: number, serial: string): string {
  const at = new Date(world.now.getTime() + 3_600_000 - minutes_ago * 60_000).toISOString();
  return `${kind}${at.slice(2, 10).replaceAll('-', '')}.${at.slice(11, 16).replace(':', '')}.${serial}`;
}

/** A message is lost, five payments are told, another one is lost and one more payment is told; the SIM is read. */
export const MORNING = `late z1 credit 100
  wait 1min
  ${[1000, 2000, 3000, 2500, 500].map((sum_xaf, n) => `session a${n} ${sum_xaf}\npaid a${n}\nwait 1min`).join('\n')}
  late z2 credit 200
  wait 1min
  session a9 700
  paid a9
  wait 5min
  anchor
  a9 -> SUCCESS`;

/** So many lines of a table. */
export const lines = (count: number, line: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => line(n)).join('\n');

/** Airtel Chad's words of 2017, for a table: the id names the day and no hour. */
export const undatedOf = (phone: string, sum_xaf = 5000, id = '2611211582330'): string => {
  const sum = String(sum_xaf).replace(/(?=(?:\d{3})+$)(?!^)/g, '.');
  return `"Trans. id : ${id}. Vous avez reçu ${sum},00 FCFA de 235${phone}. Le solde de votre compte Airtel Money est de BALANCE,00 FCFA."`;
};
export const UNDATED = undatedOf('66123456');

/** Words about a payment that print neither a transaction id nor a time, for a table. */
export const withoutIdOf = (sum_xaf: number, phone: string): string =>
  `"Vous avez recu ${sum_xaf} FCFA du ${phone}. Votre solde disponible est BALANCE FCFA."`;

/** Words about airtime, for a table, with the balance that is left of it. */
export const airtimeOf = (sum_xaf: number, balance_xaf: number): string =>
  `"207 : Vous avez reçu un crédit de ${sum_xaf} FCFA du 68612345. Votre solde est de ${balance_xaf} FCFA. Trans.ID : R26112112000000${balance_xaf}."`;

/** A line's words about airtime that would lead from one balance to another. */
export const rechargeOf = (begins_xaf: number, ends_xaf: number): string =>
  `told "Trans.ID: ID. Recharge de ${begins_xaf - ends_xaf} FCFA reussie. Solde: ${ends_xaf} FCFA."`;

/** @param verbs further ones of the caller's own */
export async function perform(
  stage: Stage,
  table: string,
  verbs: Readonly<Record<string, Verb>> = {},
): Promise<void> {
  for (const line of table.split('\n').map((one) => one.trim())) {
    if (line === '') continue;
    const [said = '', expected] = line.split('->').map((part) => part.trim());
    const words = wordsOf(said);
    const own = verbs[words[0] ?? ''];
    expect(await (own ?? act)(stage, words), `${line}\n`).toBe(expected ?? USUAL[words[0] ?? ''] ?? '');
  }
}

/** What comes of a line that says nothing of it. */
const USUAL: Record<string, string> = {
  session: 'AWAITING_PAYMENT',
  transaction: 'PENDING',
  cancel: 'CANCELLED',
  anchor: 'anchored',
  disown: 'disowned',
};

/** Of every SIM: the books hold what is known to have come, no franc more or less. */
async function expectFloats(world: EvidenceWorld): Promise<void> {
  for (const [name, { sim }] of world.sims)
    expect(await world.floatOf(name), `the float of ${name}`).toBe(sim.known_xaf - sim.opening_xaf);
}

/** In the middle of a scene; at its end the database that goes proves its own books. */
export async function expectWhole(world: EvidenceWorld): Promise<void> {
  await expectFloats(world);
  await expectBooksWhole(world.service.db.pool);
}

/** Words between blanks; what stands in quotes is one. */
export function wordsOf(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}

export function after(words: readonly string[], word: string): string | undefined {
  const at = words.indexOf(word);
  return at === -1 ? undefined : words[at + 1];
}

const whole = (text: string | undefined): number => {
  if (text === undefined || !/^[+-]?\d+$/.test(text)) throw new Error(`${text} is no amount`);
  return Number(text);
};

export type Verb = (stage: Stage, words: string[]) => Promise<string>;

const VERBS: Record<string, Verb> = {
  async sim({ world }, [, name = '', ...words]) {
    const count = after(words, 'count');
    const volume = after(words, 'volume');
    await world.sim(name, {
      operator: words.includes('moov') ? 'MOOV' : 'AIRTEL',
      ...(count !== undefined && { daily_count_cap: whole(count) }),
      ...(volume !== undefined && { daily_volume_cap_xaf: whole(volume) }),
    });
    return '';
  },
  session,
  async transaction(stage, [, name = '', amount, ...words]) {
    const merchant = await merchantOf(stage, after(words, 'by') ?? 'shop');
    const on = after(words, 'on');
    const operator = on === undefined ? 'AIRTEL' : stage.world.sims.get(on)?.sim.operator;
    const fields = { amount: whole(amount), operator, phone_number: `+235${after(words, 'payer')}` };
    const answer = await stage.world.collect(merchant, fields, on);
    if (answer.status !== 201) return `${answer.status} ${answer.body.error.code}`;
    stage.transactions.set(name, { id: answer.body.id, merchant });
    return answer.body.status;
  },
  async cancel({ world, sessions }, [, name = '']) {
    const found = sessions.get(name);
    const answer = await world.cancel(found?.merchant as Merchant, found?.id ?? '');
    return answer.body.status ?? answer.body.error.code;
  },
  async paid(stage, [, name = '', ...words]) {
    const found = stage.sessions.get(name);
    if (found === undefined) throw new Error(`no session is called ${name}`);
    const on = stage.world.simOf(found.number);
    const given = [
      'sms',
      `${name}'s`,
      'credit',
      after(words, 'amount') ?? `${found.amount}`,
      'on',
      on,
      ...words,
    ];
    return tell(stage, given);
  },
  sms: tell,
  async late(stage, words) {
    keep(stage, words);
    return '';
  },
  async deliver({ world, messages }, [, name = '']) {
    const found = messages.get(name);
    if (found === undefined) throw new Error(`no message is called ${name}`);
    await world.deliver(found);
    return '';
  },
  async wait({ world }, [, time = '']) {
    const [, count, unit] = /^(\d+)(s|min|h)$/.exec(time) ?? [];
    await world.pass(whole(count) * { s: 1, min: 60, h: 3600 }[unit as 's' | 'min' | 'h']);
    return '';
  },
  anchor: ({ world }, [, name = 'one']) => world.anchor(name),
  disown: async ({ world, messages }, [, name = '']) => world.disown(messages.get(name)?.sms as Sms),
  async refund({ world, messages }, words) {
    const sms = messages.get(words[1] ?? '')?.sms as Sms;
    return world.outcomeOf(await world.refund(sms, signed(words)), 'refunded');
  },
  async assign({ world, messages, sessions, transactions }, words) {
    const sms = messages.get(words[1] ?? '')?.sms as Sms;
    const to = after(words, 'to') ?? '';
    const transaction = transactions.get(to);
    const said =
      transaction === undefined
        ? await world.assign(sms, sessions.get(to)?.id ?? '', signed(words))
        : await world.assignTo(transaction.id, sms, signed(words));
    return world.outcomeOf(said, 'assigned', 'confirmed');
  },
  confirm: ({ world, sessions }, words) =>
    world.confirm(sessions.get(words[1] ?? '')?.id ?? '', signed(words)),
  reject: ({ world, sessions }, words) => world.reject(sessions.get(words[1] ?? '')?.id ?? '', signed(words)),
  /** The SIM that a session was told to pay. */
  at: async ({ world, sessions }, [, name = '']) => world.simOf(sessions.get(name)?.number ?? ''),
  /** Whether a session is still unpaid, whatever else became of it. */
  unpaid: async (stage, [, name = '']) => ((await statusOf(stage, name)) === 'SUCCESS' ? 'no' : 'yes'),
  /** What is open on a SIM for somebody to look at. */
  async incidents({ world }, [, name = 'one']) {
    const rows = await world.service.rows<{ kind: string }>(
      `select f.kind from feed_incidents f join collection_numbers n on n.id = f.collection_number_id
      where f.closed_at is null and n.msisdn = $1 order by f.kind`,
      [world.sims.get(name)?.sim.number],
    );
    return rows.map(({ kind }) => kind).join(' ') || 'none';
  },
  float: async ({ world }, [, name = 'one']) => String(await world.floatOf(name)),
};

const signed = (words: string[]) => ({ actor: after(words, 'as') ?? 'Awa', note: 'looked up' });

export async function act(stage: Stage, words: string[]): Promise<string> {
  const [verb = ''] = words;
  return (await VERBS[verb]?.(stage, words)) ?? statusOf(stage, verb);
}

/** The status that its merchant sees; of a session under review also the reason that staff see. */
export async function statusOf({ world, sessions, transactions }: Stage, name: string): Promise<string> {
  const transaction = transactions.get(name);
  if (transaction !== undefined)
    return (await world.getTransaction(transaction.merchant, transaction.id)).body.status;
  const found = sessions.get(name);
  if (found === undefined) throw new Error(`nothing is called ${name}`);
  const { status } = (await world.get(found.merchant, found.id)).body;
  return status === 'UNDER_REVIEW' ? `${status} ${await world.reviewReason(found.id)}` : status;
}

/** `session a 5000 payer 66000001 by rival on two`: its status, or how it was refused. */
async function session(stage: Stage, [, name = '', amount, ...words]: string[]): Promise<string> {
  const { world, sessions } = stage;
  const merchant = await merchantOf(stage, after(words, 'by') ?? 'shop');
  const [payer, ttl, on] = ['payer', 'ttl', 'on'].map((word) => after(words, word));
  const operator = on === undefined ? 'AIRTEL' : world.sims.get(on)?.sim.operator;
  const answer = await world.create(
    merchant,
    {
      amount: whole(amount),
      operator,
      ...(payer !== undefined && { customer_phone: `+235${payer}` }),
      ...(ttl !== undefined && { ttl_minutes: whole(ttl) }),
    },
    on,
  );
  if (answer.status !== 201) return `${answer.status} ${answer.body.error?.code ?? answer.body.code}`;
  const { id, ticket, assigned_collection_number: number, status } = answer.body;
  sessions.set(name, { id, merchant, amount: whole(amount), number, ticket });
  return status;
}

export async function merchantOf({ world, merchants }: Stage, name: string): Promise<Merchant> {
  const found = merchants.get(name) ?? (await world.service.merchant());
  merchants.set(name, found);
  return found;
}

async function tell(stage: Stage, words: string[]): Promise<string> {
  await stage.world.deliver(keep(stage, words));
  return '';
}

/** `sms m credit 5000 on two …`: what the operator says, or a forger. */
function keep(stage: Stage, [, name = '', kind = '', ...words]: string[]): { sms: Sms; sim: string } {
  const on = after(words, 'on') ?? 'one';
  const sim = stage.world.sims.get(on)?.sim;
  const make = MESSAGES[kind];
  if (sim === undefined || make === undefined) throw new Error(`${kind} on ${on}: no such message`);
  const kept = { sms: make(stage, sim, words), sim: on };
  stage.messages.set(name, kept);
  return kept;
}

const MESSAGES: Record<string, (stage: Stage, sim: Sim, words: string[]) => Sms> = {
  credit: (stage, sim, words) => sim.credit(whole(words[0]), payerOf(stage, words)),
  debit: (_stage, sim, words) => sim.debit(whole(words[0]), whole(after(words, 'fee') ?? '0')),
  'cash-in': (_stage, sim, words) => sim.cashIn(whole(words[0])),
  reversal: ({ messages }, sim, words) =>
    sim.reversal(messages.get(words[0] ?? '')?.sms as Sms, whole(words[1])),
  moved: (stage, sim, words) => sim.movement(whole(words[0]), withNames(stage, words[1] ?? '')),
  told: (stage, sim, words) => sim.invented(withNames(stage, words[0] ?? '')),
  stranger: (_stage, sim, words) => ({
    ...sim.wordCredit(whole(words[0]), sim.balance_xaf + whole(words[0])),
    sender: 'AirtelMomey',
  }),
  forged: (stage, sim, words) => {
    const amount_xaf = whole(words[0]);
    const off_xaf = after(words, 'off');
    const balance_xaf =
      off_xaf === undefined ? whole(after(words, 'balance')) : sim.balance_xaf + amount_xaf + whole(off_xaf);
    if (amount_xaf < 0) return sim.wordDebit(-amount_xaf, balance_xaf);
    const like = after(words, 'like');
    const id = like === undefined ? undefined : stage.messages.get(like)?.sms.id;
    return sim.wordCredit(amount_xaf, balance_xaf, payerOf(stage, words), id);
  },
};

/** `{a}` in words stands for the ticket of session a, `{a's id}` for the transaction id of its payment. */
function withNames({ sessions, messages }: Stage, said: string): string {
  return said.replace(/\{([^}]*)\}/g, (_, named: string) => {
    // Of `paid a` the message is called a's; of `sms m` it is called m.
    const told = messages.get(named.replace(/ id$/, '')) ?? messages.get(named.replace(/'s id$/, ''));
    return sessions.get(named)?.ticket ?? told?.sms.id ?? named;
  });
}

function payerOf(stage: Stage, words: string[]) {
  const [payer, name, motif] = ['from', 'name', 'motif'].map((word) => {
    const said = after(words, word);
    return said === undefined ? undefined : withNames(stage, said);
  });
  return { payer, name, motif };
}
