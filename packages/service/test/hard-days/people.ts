import { newWords } from '../evidence/taught.ts';
import type { Draft } from '../honest-days/draft.ts';
import { NEW_WORDS } from './words.ts';

/** People look at what was asked for, or has moved, not long ago. */
const LATELY = 6;

/** People decide of money that waits for them, or of words that nobody knew, rightly or not. */
export function decide(draft: Draft): void {
  const { chance } = draft;
  if (chance.happens(0.2)) draft.add(`explain ${chance.pick(['credit', 'sweep', 'sweep'])}`);
  if (chance.happens(0.3)) draft.add('read');
  if (chance.happens(0.06)) misread(draft);
  if (chance.happens(0.15)) draft.gives();
  if (chance.happens(0.1)) draft.fails();
  const dice = chance.next();
  if (dice < 0.15) draft.add(`confirm ${any(draft)}`);
  else if (dice < 0.2) draft.add(`reject ${any(draft)}`);
  else if (dice < 0.4) draft.add(`assign ${any(draft)} to its`);
  else if (dice < 0.5) draft.add(`assign ${any(draft)} to ${any(draft)}`);
  else if (dice < 0.65) draft.repays();
  else if (dice < 0.8) chooseBlindly(draft);
  else teach(draft);
}

/** Somebody types another balance in than he has read. */
function misread(draft: Draft): void {
  const { chance, manner } = draft;
  const price = chance.pick(manner.prices);
  draft.add(`misread ${chance.pick([price, -price, 2 * price, 100, -1000])}`);
}

const any = ({ chance }: Draft): string => `any ${chance.between(0, 20)}`;

/** Of what was asked for, or has moved, whether or not anything waits of it. */
function chooseBlindly(draft: Draft): void {
  const { chance, asked, moved } = draft;
  const [who, what] = [asked.slice(-LATELY), moved.slice(-LATELY)];
  if (who.length === 0 || what.length === 0) return;
  const [name, message] = [chance.pick(who), chance.pick(what)];
  draft.add(
    chance.pick([
      `confirm ${name}`,
      `assign ${message} to ${name}`,
      `refund ${message} as Awa`,
      `disown ${message}`,
    ]),
  );
}

/** In the morning they look at what the night has left. */
export function decideAll(draft: Draft): void {
  const { chance } = draft;
  if (chance.happens(0.5)) draft.add('read');
  for (let left = chance.between(0, 4); left > 0; left -= 1) decide(draft);
}

/** Mostly the first message in words that nobody knows is taught at once, and those that come later pay. */
export function teachEarly(draft: Draft): void {
  const { chance, manner } = draft;
  if (!manner.other_words.includes(NEW_WORDS) || chance.happens(0.3)) return;
  draft.moves(`moved 450 ${newWords(450, { payer: manner.stranger, word: 'WORD' })}`);
  teach(draft);
}

/** Words are taught by one person, and read money once two have confirmed them; what came before is read again. */
function teach(draft: Draft): void {
  const { chance } = draft;
  draft.add('teach');
  for (const person of ['Awa', 'Brahim']) if (chance.happens(0.8)) draft.add(`trust as ${person}`);
  if (chance.happens(0.5)) draft.pause(['2min', '10min']);
  draft.add('replay');
}
