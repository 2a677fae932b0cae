import { type Chance, createChance } from '../../sim/chance.ts';
import { Draft } from '../honest-days/draft.ts';
import { ending, evening, happen } from '../honest-days/draw.ts';
import { Lists } from '../honest-days/habits.ts';
import type { Stray } from '../honest-days/happen.ts';
import { drawManner, type Manner } from '../honest-days/manner.ts';
import { askPayer, type Owed, orderAhead, pay } from './ask-payer.ts';
import { lie } from './lies.ts';
import { mixUp } from './mix-ups.ts';
import { CLOCKS_OFF_S, Outages } from './outages.ts';
import { decide, decideAll, teachEarly } from './people.ts';
import { OTHER_WORDS } from './words.ts';

const PAUSES = ['20s', '20s', '1min', '3min', '10min', '25min'];

/**
 * Days of one SIM on which anything may be missing at once, while a rival asks for the same prices, somebody forges messages and
 * customers pay the wrong SIM, and people decide, rightly or not; the same for the same seed.
 */
export function drawHardDays(seed: number): string[] {
  const chance = createChance(seed);
  const draft = new Draft(chance, drawHardManner(chance));
  if (draft.manner.moov) draft.add('moov');
  draft.add(`sim two${draft.manner.moov ? ' moov' : ''}`);
  // Two minutes between the operator's clock and ours are forgiven, and more is people's.
  if (chance.happens(0.3)) draft.add(`clock ${chance.pick(CLOCKS_OFF_S)}`);
  if (chance.happens(0.3)) draft.add(`phone ${chance.pick(CLOCKS_OFF_S)}`);
  const strays: Stray[] = [];
  const owed: Owed[] = [];
  let listed_until = -1;
  for (let day = 0; day < draft.manner.days; day += 1) {
    const lists = new Lists(draft, day, listed_until);
    teachEarly(draft);
    const phone = new Outages(draft);
    for (let left = chance.between(12, 26); left > 0; left -= 1) {
      phone.mayGo();
      const dice = chance.next();
      if (dice < 0.2) lie(draft);
      else if (dice < 0.29) askPayer(draft, owed);
      else if (dice < 0.38) orderAhead(draft, owed);
      else if (dice < 0.51) pay(draft, owed);
      else if (dice < 0.6) mixUp(draft);
      else if (dice < 0.73) decide(draft);
      else happen(draft, lists, strays);
      draft.pause(PAUSES);
      draft.deliver();
    }
    phone.isBack();
    listed_until = evening(draft, lists, listed_until);
    decideAll(draft);
  }
  ending(draft, listed_until);
  decideAll(draft);
  draft.add('wait 1min', 'look');
  return draft.lines;
}

/** Few prices, so that payments are mistaken for one another, and a SIM of which much is never told. */
function drawHardManner(chance: Chance): Manner {
  const manner = drawManner(chance);
  const is_nameless = manner.list.includes('nameless') || chance.happens(0.2);
  return {
    ...manner,
    days: chance.between(1, 2),
    payers: [
      ...manner.payers,
      ...manner.payers.map((one) => `${one.slice(0, -1)}${Number(one.slice(-1)) + 3}`),
      // Where digits are hidden these can't be told from the first ones.
      ...manner.payers.map((one) => one.replace('00000', '10000')),
    ],
    // Who declares nobody holds his price on the SIM, and others are refused.
    declared: chance.pick([0.7, 0.9, 0.97]),
    prices: chance.pick([
      [1000],
      [1000, 1050],
      [1000, 1050, 1100, 2000],
      [500, 1000, 1500, 2500],
      [500, 5000],
    ]),
    lost: chance.pick([0.05, 0.15, 0.35]),
    late: chance.pick([0.05, 0.15, 0.3]),
    late_debits: chance.pick([0, 0, 0.25]),
    without_ids: chance.happens(0.5),
    unread: chance.pick([0, 0.15]),
    masked: chance.pick([0, 0.15, 1]),
    copies: chance.pick([0, 0, 0.2]),
    other_words: OTHER_WORDS.filter(() => chance.happens(0.4)),
    order: manner.days > 1 && chance.happens(0.35) ? 'later_first' : 'as_days_go',
    list: `${manner.list.replace(' nameless', '')}${is_nameless ? ' nameless' : ''}`,
    unprinted: chance.pick([0, 0.5, 1]),
  };
}
