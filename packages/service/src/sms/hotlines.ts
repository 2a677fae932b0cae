import type { Range } from '../domain/text/party.ts';
import type { Lexed } from '../domain/text/tokens.ts';
import { beside, DEBITED, LABELS, NAMED_BY, nameBehind, RECEIVED, textOf, words } from './labels.ts';

/** Labels that are the first word of a name as often (`de`, `a`): they say little of what stands behind them. */
const PREPOSITIONS = words('de du par depuis from by a au aux pour vers chez to');
/** What customers are asked to do with a number. */
const CALLS = words('appelez appeler composez composer contactez contacter joignez joindre tapez');
/** What a hotline is called, and many a firm too: `CALL BOX`, `SERVICE INFO`. */
const HOTLINES = words(
  'assistance reclamation reclamations renseignement renseignements service clientele sav support hotline aide ' +
    'info infos information informations whatsapp besoin call dial',
);
/** Whose it is stands behind these, as behind a colon; or what has become of money. */
const OPENS_NAME = new Set([...NAMED_BY, ...LABELS.recipient, ...RECEIVED, ...DEBITED]);
/** Prepositions behind which a hotline's name is nobody's. */
const ASKED = new RegExp(
  [
    `\\b(?:numero|tel|telephone|contact) d[eu](?: la?)? (?:${[...HOTLINES].join('|')})\\b`,
    '\\bpour (?:(?:toutes?|tout|plus|votre|vos|une?|des?|d|la?|les?) )*' +
      '(?:aide|assistance|infos?|informations?|renseignements?|reclamations?)(?: (?:au|le|:))*$',
  ].join('|'),
);

/**
 * Whether customers may call the number behind these words. Of what may be the name of whoever sent or got money nothing
 * says so: it is his own choice (`du SERVICE INFO 66123456`), as it isn't in `Service client au 66000111`.
 */
function isCalling(before: readonly string[]): boolean {
  const titled = before.findLastIndex((word) => isParties(word) && !PREPOSITIONS.has(word));
  const colon = before.lastIndexOf(':');
  // Behind it something is told: `Service Airtel: du 66123456`.
  const is_told = colon > 0 && before.slice(0, colon).some((word) => LABELS.sender.has(word));
  const opened = before.findLastIndex((word, at) => OPENS_NAME.has(word) || (word === ':' && at > 0));
  const named = is_told ? before.length : opened;
  return (
    before.some((word, at) => (CALLS.has(word) && at > titled) || (HOTLINES.has(word) && at > named)) ||
    (titled === -1 && ASKED.test(before.toReversed().join(' ')))
  );
}

const isParties = (word: string): boolean => LABELS.sender.has(word) || LABELS.recipient.has(word);

/** Whether customers may call the number at this token. */
export const isHotlines = ({ tokens }: Lexed, at: number): boolean => isCalling(beside(tokens, at));

/** Whether the number at this token is called that of who sent or got money, and none that customers may call. */
export function isParty({ tokens }: Lexed, at: number): boolean {
  const before = beside(tokens, at);
  return before.some((word, near) => isParties(word) || isPayer(before, near)) && !isCalling(before);
}

/** `Payer: 66123456`; elsewhere the word asks for money. */
const isPayer = (before: readonly string[], at: number): boolean =>
  before[at] === 'payer' && before[at - 1] === ':';

/** Before a number that the nearest such word calls another's than the sender's: `de credit sur le 66123456`. */
const ELSEWHERE = new Set([...LABELS.recipient, 'sur', 'on']);
const SENT_US = /^(?:\) )?(?:vous (?:a|ont)|(?:has )?(?:sent|paid|transferred) you)\b/;

/** Whether this phone is called that of who sent, or stands as his before what he did: `Le 66123456 vous a transfere`. */
export function isSenders({ tokens }: Lexed, phone: Range): boolean {
  const { end } = nameBehind(tokens, phone);
  if (SENT_US.test(textOf(tokens.slice(end, end + 4)))) return true;
  const before = beside(tokens, phone.start);
  if (isCalling(before)) return false;
  const isSaid = (word: string, at: number) => LABELS.sender.has(word) || isPayer(before, at);
  const nearest = before.findIndex((word, at) => isSaid(word, at) || ELSEWHERE.has(word));
  return nearest !== -1 && isSaid(before[nearest] as string, nearest);
}
