import { airtelId, moovId } from '../bench/load/texts.ts';
import type { PaymentSession } from '../src/domain/session/session.ts';
import type { Deed, Order, Scene } from './adversaries/adversary.ts';
import { HOSTILE_SHOPS } from './adversaries/shops.ts';
import type { Chance } from './chance.ts';
import { count } from './counts.ts';
import type { Sale } from './demand.ts';
import type { Request } from './office.ts';
import type { Seen, World } from './world.ts';

type Sold = { sale: Sale; session: PaymentSession };
type Step = { from_ms: number; sales: readonly Sold[]; last: Pick<Seen, 'credits' | 'swept'> };

/** How far off a neighbour's guess of a balance is, at most. */
const GUESS_WITHIN_XAF = 30_000;
/** No operator has come so far with its serial numbers. */
const FORGED_SERIALS = 60_000_000;

/** So many balances in ascending order, of which this is one. */
function hidden(
  balance_xaf: number,
  { among, step_xaf, chance }: { among: number; step_xaf: number; chance: Chance },
): number[] {
  const lower = Math.min(chance.between(0, among - 1), Math.floor(balance_xaf / step_xaf));
  return Array.from({ length: among }, (_, n) => balance_xaf + step_xaf * (n - lower));
}

/** Lets every adversary act once: their orders go to the service together, the rest into the agenda. */
export function openUnderworld(world: World) {
  const { profile, country, tally, history, truth, office, agenda } = world;
  let [serial, ordered] = [FORGED_SERIALS, 0];
  const balanceOf: Scene['balanceOf'] = ({ msisdn }) => world.network.balanceOf(msisdn);

  const sceneFor = (one: World['adversaries'][number], { from_ms, sales, last }: Step): Scene => ({
    from_ms,
    now_ms: world.clock.now_ms,
    chance: one.chance,
    numbers: country.sims,
    sales,
    credits: last.credits,
    swept: last.swept,
    balanceOf,
    balanceNear: (sim) => balanceOf(sim) + one.chance.between(-GUESS_WITHIN_XAF, GUESS_WITHIN_XAF),
    balancesAmong: (sim, among, step_xaf) => hidden(balanceOf(sim), { among, step_xaf, chance: one.chance }),
    nextId: world.network.nextId,
    newId(operator, at_ms) {
      serial += 1;
      return operator === 'AIRTEL' ? airtelId(at_ms, serial) : moovId(serial);
    },
  });

  const requestOf = (by_n: number, { shop, operator, amount_xaf, declared }: Order): Request => {
    ordered += 1;
    const own = profile.merchants + by_n * HOSTILE_SHOPS;
    const merchant = shop.of === 'mine' ? own + shop.n : ordered % profile.merchants;
    return { merchant, reference: `X${ordered}`, amount_xaf, operator, declared };
  };

  return async (step: Step): Promise<void> => {
    const acting = world.adversaries.map((one) => ({ ...one, scene: sceneFor(one, step) }));
    const opens: { by: (typeof acting)[number]; deed: Extract<Deed, { kind: 'opens' }> }[] = [];
    const cancelled: PaymentSession[] = [];
    const sort = (by: (typeof acting)[number], deeds: readonly Deed[]): void => {
      for (const deed of deeds) {
        const { name } = by.adversary;
        count(tally.counts.acts, name);
        if (deed.kind === 'opens') opens.push({ by, deed });
        else if (deed.kind === 'cancels') cancelled.push(deed.session);
        else agenda.put(Math.max(deed.at_ms, world.clock.now_ms), { kind: 'deed', by: name, deed });
      }
    };
    for (const one of acting) sort(one, one.adversary.act(one.scene));
    const sessions = await office.sell(opens.map(({ by, deed }) => requestOf(by.country_n, deed.order)));
    const opened = opens.flatMap(({ by, deed }, n) => {
      const session = sessions[n] ?? null;
      if (session === null) tally.counts.hostile_refused += 1;
      else tally.counts.hostile_sessions += 1;
      return session === null ? [] : [{ by, plan: deed.plan, session }];
    });
    for (const { by, session } of opened) {
      history.touched(session.assigned_collection_number, by.adversary.name, world.clock.now_ms);
      truth.given(session.id, by.adversary.name, world.clock.now_ms);
    }
    for (const [by, own] of Map.groupBy(opened, (one) => one.by))
      sort(by, by.adversary.opened?.(own, by.scene) ?? []);
    await office.cancel(cancelled);
  };
}
