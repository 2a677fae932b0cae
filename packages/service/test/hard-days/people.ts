import type { Draft } from '../honest-days/draft.ts';

/** People look at what was asked for, or has moved, not long ago. */
const LATELY = 6;

/** People decide of money, or of words that nobody knew, rightly or not. */
export function decide(draft: Draft): void {
  const { chance, asked, moved } = draft;
  const [who, what] = [asked.slice(-LATELY), moved.slice(-LATELY)];
  if (who.length === 0 || what.length === 0) return;
  const [name, message] = [chance.pick(who), chance.pick(what)];
  const dice = chance.next();
  if (dice < 0.2) draft.add(`confirm ${name}`);
  else if (dice < 0.27) draft.add(`reject ${name}`);
  else if (dice < 0.5) draft.add(`assign ${message} to ${name}`);
  else if (dice < 0.65) draft.add(`refund ${message} as Awa`);
  else if (dice < 0.72) draft.add(`disown ${message}`);
  else teach(draft);
}

/** In the morning they look at what the night has left. */
export function decideAll(draft: Draft): void {
  const { chance } = draft;
  if (chance.happens(0.5)) draft.add('read');
  for (let left = chance.between(0, 4); left > 0; left -= 1) decide(draft);
}

/** Words are taught by one person, and read money once two have confirmed them; what came before is read again. */
function teach(draft: Draft): void {
  const { chance } = draft;
  draft.add('teach');
  for (const person of ['Awa', 'Brahim']) if (chance.happens(0.7)) draft.add(`trust as ${person}`);
  if (chance.happens(0.5)) draft.pause(['2min', '10min']);
  draft.add('replay');
}
