import { createChance } from '../../sim/chance.ts';
import { Draft } from './draft.ts';
import { Lists, printed } from './habits.ts';
import { order, type Stray, sendBack, small, stray, sweep } from './happen.ts';
import { drawManner } from './manner.ts';

/** Honest days of one SIM as lines that can be played; the same for the same seed. */
export function drawDays(seed: number): string[] {
  const chance = createChance(seed);
  const draft = new Draft(chance, drawManner(chance));
  if (draft.manner.moov) draft.add('moov');
  const strays: Stray[] = [];
  let listed_until = -1;
  for (let day = 0; day < draft.manner.days; day += 1) {
    const lists = new Lists(draft, day, listed_until);
    for (let left = chance.between(3, 9); left > 0; left -= 1) {
      happen(draft, lists, strays);
      draft.pause();
      draft.deliver();
    }
    listed_until = evening(draft, lists, listed_until);
  }
  ending(draft, listed_until);
  return draft.lines;
}

export function happen(draft: Draft, lists: Lists, strays: Stray[]): void {
  const { chance, manner } = draft;
  const dice = chance.next();
  if (dice < 0.5) order(draft);
  else if (dice < 0.6) stray(draft, strays);
  else if (dice < 0.7) sweep(draft);
  else if (dice < 0.8 - manner.refunds) small(draft);
  else if (dice < 0.8) sendBack(draft, strays);
  else if (dice < 0.87) draft.add(chance.happens(0.6) ? 'read' : 'anchor');
  else if (dice < 0.94) lists.half();
  else lists.whole();
}

/** Somebody may bring the list of the day and read the SIM; the night passes. Until which day all is listed. */
export function evening(draft: Draft, lists: Lists, listed_until: number): number {
  const { chance, manner } = draft;
  const as_days_go = manner.order === 'as_days_go';
  if (chance.happens(0.8)) lists.agree();
  const habit = chance.next();
  let until = listed_until;
  if (habit < 0.4 && as_days_go) {
    if (chance.happens(0.5)) draft.add('read');
    lists.whole();
    draft.add('look short');
    until = lists.day;
  } else if (habit < 0.6) draft.add('read');
  if (chance.happens(0.3)) {
    draft.pause(['45min', '2h']);
    draft.deliver(true);
  }
  draft.add('morning');
  if (habit > 0.8 && as_days_go) {
    lists.whole();
    draft.add('wait 5min');
    until = lists.day;
  }
  return until;
}

/** Everything is brought, the SIM is read, and whatever was late comes; a day later nothing may be left. */
export function ending(draft: Draft, listed_until: number): void {
  const { chance, manner } = draft;
  const from = listed_until === manner.days - 1 || chance.happens(0.5) ? 0 : listed_until + 1;
  const bring = (days: string) => draft.add(`bring ${days} gap${printed(draft)}`, 'wait 3min');
  draft.add('wait 3min');
  if (manner.order === 'as_days_go') {
    if (manner.days > 1 && listed_until >= manner.days - 2 && chance.happens(0.3))
      bring(`${manner.days - 1}`);
    bring(`${from}-${manner.days}`);
  } else {
    for (const day of shuffled(draft)) {
      bring(`${day}`);
      if (chance.happens(0.3)) draft.add('read');
    }
    if (chance.happens(0.3)) bring(`0-${manner.days}`);
  }
  draft.add('look');
  if (draft.is_anything_due) {
    draft.deliver(true);
    draft.add('look');
  }
  draft.add('wait 24h', 'look last');
}

function shuffled({ chance, manner }: Draft): number[] {
  return Array.from({ length: manner.days }, (_, day) => ({ day, by: chance.next() }))
    .sort((one, other) => one.by - other.by)
    .map(({ day }) => day);
}
