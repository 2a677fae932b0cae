/**
 * Who decides and why; kept word for word. `account_id` is the staff account, and `actor` its name as it is now; without
 * one, `actor` is a name that somebody has typed, which only development takes.
 */
export type Signature = { actor: string; account_id?: string; note: string };

/** `agrees_to`: the very proposal that they have read; where another is open by then, or none, nothing is done. Left out: any. */
export type Agreeing = Signature & { agrees_to?: string };

/** The signature of a command, and nothing else of it. */
export function signatureOf({ actor, account_id, note }: Signature): Signature {
  return { actor, note, ...(account_id !== undefined && { account_id }) };
}

/** By whom, and when, a proposal is settled: agreed on, withdrawn or made void. */
export const settledBy = ({ actor, account_id }: Pick<Signature, 'actor' | 'account_id'>, at: Date) => ({
  settled_by: actor,
  settled_by_account: account_id ?? null,
  settled_at: at,
});

/** What an agreement must repeat word for word. */
type AgreedTerms = Record<string, string | null>;

/** What was proposed about a subject and still waits for another person. */
export type OpenProposal = {
  id: string;
  action: string;
  terms: AgreedTerms;
  proposed_by: string;
  /** The staff account of who has; null for a typed name. */
  proposed_by_account: string | null;
};

/** What somebody asks for: the action, on exactly these terms. */
export type Asked = {
  action: string;
  terms: AgreedTerms;
  amount_xaf: number;
  actor: string;
  account_id: string | null;
};

export type SecondPerson =
  /** The action may be done now; `agreed` closes the proposal that it follows. */
  | { kind: 'go'; agreed: OpenProposal | null }
  /** The first person has spoken; another one must ask for the same. */
  | { kind: 'propose' }
  | { kind: 'same_person'; proposal: OpenProposal }
  /** One of the two is an account and the other a typed name: nobody can say that they are two people. */
  | { kind: 'not_comparable'; proposal: OpenProposal }
  | { kind: 'other_proposal'; proposal: OpenProposal };

/**
 * Whether an action needs a second person, and whether this is that person. Who agrees to what another has proposed is the second
 * also where they could do it alone: what the first has decided alone counts for the first.
 * Accounts are compared by their ids: two tokens, or a token and a browser, of one account are one person. Typed
 * names are compared by what is seen of their letters, so that nobody agrees with themselves by typing in capitals, or in another script.
 * @param from_xaf amounts from here on need two people; 0 asks them for every amount, null for none
 */
export function secondPerson(asked: Asked, open: OpenProposal | null, from_xaf: number | null): SecondPerson {
  const is_enough = from_xaf === null || asked.amount_xaf < from_xaf;
  if (open === null) return is_enough ? { kind: 'go', agreed: null } : { kind: 'propose' };
  const answer = answerTo(open, asked);
  return is_enough && answer.kind !== 'go' ? { kind: 'go', agreed: null } : answer;
}

function answerTo(open: OpenProposal, asked: Asked): Exclude<SecondPerson, { kind: 'propose' }> {
  if (open.action !== asked.action || !sameTerms(open.terms, asked.terms))
    return { kind: 'other_proposal', proposal: open };
  if ((open.proposed_by_account === null) !== (asked.account_id === null))
    return { kind: 'not_comparable', proposal: open };
  return isFirst(open, asked) ? { kind: 'same_person', proposal: open } : { kind: 'go', agreed: open };
}

/** Whether this is the person who has proposed it. */
export function isFirst(
  { proposed_by, proposed_by_account }: Pick<OpenProposal, 'proposed_by' | 'proposed_by_account'>,
  { actor, account_id = null }: { actor: string; account_id?: string | null },
): boolean {
  return proposed_by_account === null
    ? maybeSamePerson(proposed_by, actor)
    : proposed_by_account === account_id;
}

/** Letters that look like a Latin one, or are typed as one, so that a name can be written a second time. */
const LOOKS_LIKE = new Map(
  Object.entries({
    a: 'аαɑᴀ',
    b: 'вʙᴃ',
    c: 'сᴄϲ',
    d: 'ԁᴅđð',
    e: 'еєᴇ',
    g: 'ɡɢ',
    h: 'һнʜ',
    i: 'іιıɪӏ',
    j: 'јϳᴊ',
    k: 'кκᴋ',
    l: 'ʟł',
    m: 'мᴍ',
    n: 'пηɴ',
    o: 'оοօᴏø',
    p: 'рρᴘ',
    q: 'ԛ',
    r: 'гʀ',
    s: 'ѕꜱ',
    t: 'тτᴛ',
    u: 'υսᴜ',
    v: 'ѵνᴠ',
    w: 'ԝωᴡ',
    x: 'хχ',
    y: 'уүγʏ',
    z: 'ᴢζ',
    ae: 'æ',
    oe: 'œ',
    ss: 'ß',
    ي: 'ىی',
    ك: 'ک',
    ه: 'ةہ',
  }).flatMap(([letter, others]) => [...others].map((other): [string, string] => [other, letter])),
);

/** The letters and digits of each of the words of a name, without case, accents and what nobody sees. */
function wordsOf(name: string): string[] {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}\p{Lm}\p{Default_Ignorable_Code_Point}]/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => Array.from(word, (letter) => LOOKS_LIKE.get(letter) ?? letter).join(''))
    .filter((word) => word !== '');
}

/**
 * Full width, case, accents, spaces, signs, what nobody sees, and letters of other scripts that look alike make no
 * other person.
 */
export const plainName = (name: string): string => wordsOf(name).join('');

/** In most fonts a capital i, a small L and a 1 are one stroke, and r beside n is an m. */
const seen = (letters: string): string =>
  letters.replace(/[l1]/g, 'i').replaceAll('0', 'o').replaceAll('m', 'rn').replaceAll('w', 'vv');

/** A name of more words is compared as it is written alone: the orders of seven are five thousand. */
const WORDS_MAX = 6;

/** What is seen of a name in each order of its words. */
function inEachOrder(words: readonly string[]): string[] {
  const orders = (left: readonly string[]): string[] =>
    left.length === 0
      ? ['']
      : left.flatMap((word, at) => orders(left.toSpliced(at, 1)).map((rest) => `${word}${rest}`));
  return (words.length > WORDS_MAX ? [words.join('')] : orders(words)).map(seen);
}

/**
 * Whether two names are one, by what is seen of their letters and in whatever order their words stand. Two people of such names agree
 * under accounts of their own.
 */
export function samePerson(one: string, other: string): boolean {
  return (
    one === other ||
    inEachOrder(wordsOf(one)).includes(seen(plainName(other))) ||
    inEachOrder(wordsOf(other)).includes(seen(plainName(one)))
  );
}

/** The same for all names that are one (`samePerson`); others have it too. */
export const lettersOf = (name: string): string =>
  Array.from(seen(plainName(name)))
    .sort()
    .join('');

/** By what script a name is written: Latin letters, Arabic ones, both, or others as well (null), which nobody compares. */
function scriptOf(name: string): string | null {
  const letters = plainName(name).replace(/[0-9]/g, '');
  if (/[^\p{Script=Latin}\p{Script=Arabic}]|[^\p{L}]/u.test(letters)) return null;
  return `${/\p{Script=Latin}/u.test(letters)} ${/\p{Script=Arabic}/u.test(letters)}`;
}

/** Whether two typed names may be one person's: they are one, or written in other scripts, so that nobody can compare them. */
function maybeSamePerson(one: string, other: string): boolean {
  const script = scriptOf(one);
  return script === null || script !== scriptOf(other) || samePerson(one, other);
}

const isSameIn = (one: AgreedTerms, other: AgreedTerms, name: string): boolean =>
  (one[name] ?? null) === (other[name] ?? null);

/** @param but a name that may differ */
function sameTerms(one: AgreedTerms, other: AgreedTerms, but: string | null = null): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => name === but || isSameIn(one, other, name));
}

/** Whether the same is proposed by somebody who knew of something else: `knows` is the term that says what. */
export const knewOther = (
  open: Pick<OpenProposal, 'action' | 'terms'>,
  asked: Pick<Asked, 'action' | 'terms'>,
  knows: string,
): boolean =>
  open.action === asked.action &&
  sameTerms(open.terms, asked.terms, knows) &&
  !isSameIn(open.terms, asked.terms, knows);
