import { describe, expect, test } from 'vitest';
import type { Adversary, Deed, Scene } from '../../sim/adversaries/adversary.ts';
import { createAdversary } from '../../sim/adversaries/all.ts';
import type { AdversaryName } from '../../sim/adversaries/names.ts';
import { createAgenda } from '../../sim/agenda.ts';
import { type Chance, createChance } from '../../sim/chance.ts';
import { createHistory } from '../../sim/history.ts';
import { pay } from '../../sim/transfer.ts';
import { createTruth, type Payment } from '../../sim/truth.ts';
import type { Seen, World } from '../../sim/world.ts';
import { ALLOWANCE_START } from '../../src/domain/reservation/allowance.ts';
import type { PaymentSession } from '../../src/domain/session/session.ts';
import { showTicket } from '../../src/domain/ticket/ticket.ts';

/** The defaults of the two limits. */
const LIMIT_XAF = 1_000_000;
const ANCHOR_ABOVE_XAF = 200_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const SIMS_PER_OPERATOR = 80;
const SIMS = (['AIRTEL', 'MOOV'] as const).flatMap((operator) =>
  Array.from({ length: SIMS_PER_OPERATOR }, (_, n) => ({ operator, msisdn: `${operator} ${n}` })),
);

function sceneAt(now_ms: number, chance: Chance, seen: Partial<Scene> = {}): Scene {
  let serial = 0;
  return {
    from_ms: 0,
    now_ms,
    chance,
    numbers: SIMS,
    sales: [],
    credits: [],
    swept: [],
    balanceOf: () => 500_000,
    balanceNear: () => 500_000,
    balancesAmong: (_, among, step_xaf) =>
      Array.from({ length: among }, (_one, n) => 500_000 + step_xaf * (n - 5)),
    nextId: () => 'NEXT',
    newId: () => {
      serial += 1;
      return `NEW ${serial}`;
    },
    ...seen,
  };
}

/** The sessions that a service gives for these orders: in their order, as many as an account that nobody pays may have. */
function givenFor(deeds: readonly Deed[], chance: Chance) {
  const open = new Map<string, number>();
  return deeds.flatMap((deed) => {
    if (deed.kind !== 'opens') return [];
    const { shop, operator, amount_xaf } = deed.order;
    const account = `${JSON.stringify(shop)} ${operator}`;
    const before = open.get(account) ?? 0;
    if (before >= ALLOWANCE_START) return [];
    open.set(account, before + 1);
    const assigned_collection_number = `${operator} ${chance.between(0, SIMS_PER_OPERATOR - 1)}`;
    const session = { operator, amount_xaf, assigned_collection_number } as PaymentSession;
    return [{ session, plan: deed.plan }];
  });
}

/** A morning in steps of a minute, with a sale in each tenth of them: what a rival who strikes once does in it. */
function rivalsMorning(seed: number): Deed[] {
  const chance = createChance(seed);
  const rival = createAdversary('rival', { chance, pace: 1, strikes: 1 });
  const session = { ticket: '12345', assigned_collection_number: 'AIRTEL 1', operator: 'AIRTEL' };
  const sale = { operator: 'AIRTEL', amount_xaf: 5000, phone: '66123456' };
  const sales = [{ sale, session }] as unknown as Scene['sales'];
  return Array.from({ length: 600 }, (_, step) => {
    const seen = { from_ms: step * MINUTE_MS, sales: step % 10 === 9 ? sales : [] };
    return rival.act(sceneAt((step + 1) * MINUTE_MS, chance, seen));
  }).flat();
}

/** One strike, in a country of the usual size. */
function strikeOf(name: AdversaryName, seed: number, seen: Partial<Scene> = {}) {
  const chance = createChance(seed);
  const adversary: Adversary = createAdversary(name, { chance, pace: 1, strikes: 1 });
  adversary.act(sceneAt(0, chance));
  const scene = sceneAt(1000 * HOUR_MS, chance, seen);
  const given = givenFor(adversary.act(scene), chance);
  const deeds = adversary.opened?.(given, scene) ?? [];
  return { given, forged: deeds.filter((deed) => deed.kind === 'forges') };
}

describe('an adversary whose accounts nobody pays', () => {
  test('who guesses a balance is given a session to guess for, decoys beside it, and forges for it', () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const { given, forged } = strikeOf('guesser', seed);
      expect(given.filter(({ plan }) => plan === 'target').length).toBeGreaterThan(0);
      expect(given.filter(({ plan }) => plan === 'decoy').length).toBeGreaterThan(150);
      expect(forged).toHaveLength(20);
    }
  });

  test('who reads the messages of a SIM forges more on it in one burst than the bound of a loss', () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const credits = strikeOf('insider', seed).forged.map(({ credit_xaf }) => credit_xaf);
      const below_xaf = credits.filter((one) => one <= ANCHOR_ABOVE_XAF).reduce((sum, one) => sum + one, 0);
      expect(below_xaf).toBeGreaterThan(LIMIT_XAF);
    }
  });

  test('who tries twenty-four balances in the ways that hide the wrong ones pays his own sessions behind them', () => {
    const ways = new Set<string>();
    for (let seed = 1; seed <= 40; seed += 1) {
      const { given, forged } = strikeOf('prober', seed);
      const own = new Set(given.map(({ session }) => session.amount_xaf));
      expect(forged.filter(({ credit_xaf }) => own.has(credit_xaf)).length).toBeGreaterThan(0);
      expect(forged.length).toBeGreaterThan(12);
      ways.add(`${forged.length - forged.filter(({ credit_xaf }) => own.has(credit_xaf)).length}`);
    }
    expect([...ways].toSorted()).toEqual(['12', '24', '48', '49']);
  });

  test('who knows the balance of a SIM that was just emptied mostly has a session on it', () => {
    const strikes = Array.from({ length: 20 }, (_, seed) => {
      const swept = [SIMS[seed] as (typeof SIMS)[number]];
      return strikeOf('watcher', seed, { swept, balanceOf: () => 0 }).forged.length;
    });
    expect(strikes.filter((forged) => forged > 0).length).toBeGreaterThan(15);
  });
});

test('a rival who strikes once keeps his strike until an honest shop sells something', () => {
  const idle = Array.from({ length: 10 }, (_, n) => n + 1).filter((seed) => rivalsMorning(seed).length === 0);
  expect(idle).toEqual([]);
});

test('a rival who pays an order of his own quotes three honest ones of such a price behind it', () => {
  const session = (ticket: string, amount_xaf: number) =>
    ({
      id: ticket,
      ticket,
      amount_xaf,
      operator: 'AIRTEL',
      assigned_collection_number: 'AIRTEL 1',
    }) as PaymentSession;
  const prices = [5000, 700, 5000, 500, 5000, 50_000];
  const sales = prices.map((price, n) => ({ session: session(`HONEST-${n}`, price) }));
  const chance = createChance(1);
  const rival = createAdversary('rival', { chance, pace: 1, strikes: 1 });
  const scene = sceneAt(0, chance, { sales: sales as unknown as Scene['sales'] });
  const own = session('HIS-OWN', 500);
  const [deed, ...more] = rival.opened?.([{ plan: 'own', session: own }], scene) ?? [];
  expect(more).toEqual([]);
  const motif = [own, ...[0, 2, 3].map((n) => session(`HONEST-${n}`, 0))]
    .map(({ ticket }) => showTicket(ticket))
    .join(' ');
  expect(deed).toMatchObject({ kind: 'pays', amount_xaf: 500, session_id: 'HIS-OWN', motif });
});

test('nobody outside has seen the text of a message that no phone of ours has told of', () => {
  const fates: Payment['fate'][] = ['sent', 'reworded', 'lost', 'in_inbox', 'delayed'];
  const msisdn = 'AIRTEL 0';
  const seen: Seen = { heard: [], credits: [], swept: [] };
  for (const fate of fates) {
    const network = {
      pay: (money: object) => ({ payment: { ...money, fate, operator_transaction_id: fate }, messages: [] }),
      balanceOf: () => 5000,
    };
    const history = createHistory([msisdn], () => 0);
    const world = { network, truth: createTruth(), history, agenda: createAgenda() } as unknown as World;
    pay(world, seen, { msisdn, at_ms: 0, amount_xaf: 5000, session_id: null } as Parameters<typeof pay>[2]);
  }
  expect(seen.credits.map((one) => one.operator_transaction_id)).toEqual(['sent', 'reworded']);
});
