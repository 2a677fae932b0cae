import { MAX_TEXT_LENGTH } from './clean.ts';
import { type Found, readMoney, readOther, unknown } from './compose.ts';
import { extractFields, type Fields, isInMotif } from './extract.ts';
import { nearestTemplate, withPrinted } from './near.ts';
import { matchAll } from './pattern.ts';
import type { Notice, Reading } from './reading.ts';
import { isTrustedSender, USUAL_SENDERS } from './senders.ts';
import { MONEY_TEMPLATES, OTHER_TEMPLATES } from './templates/all.ts';
import { HOSTILE, NOT_YET } from './templates/refusals.ts';
import type { MoneyTemplate, OtherTemplate } from './templates/template.ts';
import { type Lexed, lex } from './tokens.ts';

/**
 * Reads one operator SMS. Pure: the same notice always gives the same reading. Never throws, and takes time
 * in proportion to the text's length, which is limited.
 *
 * Only a CREDIT or CASH_IN tells of money received, and only from a trusted sender. What no template
 * understands, or what two contradict each other about, is UNKNOWN with the doubts that say why.
 */
export function parseNotice(notice: Notice): Reading {
  return parseCounting(notice).reading;
}

/** The same, with the number of looks at tokens that it took: what the linear-time test measures. */
export function parseCounting(notice: Notice): { reading: Reading; steps: number } {
  const trusted_sender = isTrustedSender(
    notice.sender,
    notice.sender_allow_list ?? USUAL_SENDERS[notice.operator],
  );
  if (notice.text.length > MAX_TEXT_LENGTH) {
    return { reading: unknown(trusted_sender, ['too_long'], null), steps: 0 };
  }
  const lexed = lex(notice.text);
  const reading = read(notice, lexed, trusted_sender);
  return { reading, steps: lexed.tally.steps };
}

function read(notice: Notice, lexed: Lexed, trusted: boolean): Reading {
  const money = findMoney(notice, lexed);
  const fields = extractFields(lexed, notice.operator === 'AIRTEL' ? ['airtel'] : ['airtel', 'opaque']);
  return withPrinted(judge(notice, lexed, money, fields, trusted), lexed, fields);
}

function judge(
  notice: Notice,
  lexed: Lexed,
  money: Found<MoneyTemplate> | null,
  fields: Fields,
  trusted: boolean,
): Reading {
  const others = findOthers(lexed);
  const credit = withoutClaimed(money, others);
  const near = credit?.template ?? money?.template ?? null;

  if (matchAll(lexed, HOSTILE).length > 0) return unknown(trusted, ['hostile_content'], near);
  const undone = others.find(({ template }) => template.kind === 'REVERSAL');
  if (undone?.matches.some((match) => !isInMotif(fields.motif, match.start))) {
    return readOther(notice, lexed, fields, undone, trusted);
  }
  if (credit !== null) {
    const blocked = matchAll(lexed, NOT_YET).length > 0 || others.some((other) => blocks(other, credit));
    if (blocked) return unknown(trusted, ['conflicting_phrases'], near);
    return readMoney(notice, lexed, fields, credit, trusted);
  }
  const nearest = nearestTemplate(notice, lexed, fields);
  const other = others.find(({ template }) => template.blocks !== 'alone' || nearest === null);
  if (other !== undefined) return readOther(notice, lexed, fields, other, trusted);
  return unknown(trusted, lexed.hidden ? ['hidden_characters'] : [], near ?? nearest);
}

/** Words that may stand right before a credit's wording without changing it (`Cher client, vous avez recu`). */
const OPENERS = new Set([
  'client',
  'cliente',
  'abonne',
  'bonjour',
  'money',
  'confirme',
  'confirmation',
  'succes',
]);

function findMoney(notice: Notice, lexed: Lexed): Found<MoneyTemplate> | null {
  for (const template of MONEY_TEMPLATES) {
    if (template.operator !== notice.operator) continue;
    const { also } = template;
    if (also !== undefined && !lexed.tokens.some((token) => also.has(token.text))) continue;
    const matches = matchAll(lexed, template.heads).filter((match) => opensSentence(lexed, match.start));
    if (matches.length > 0) return { template, matches };
  }
  return null;
}

/** `Si vous avez recu …` or `il dit que vous avez recu …` tell of no payment. An id before it is fine. */
function opensSentence(lexed: Lexed, at: number): boolean {
  const before = lexed.tokens[at - 1];
  if (before === undefined || lexed.tokens[at]?.newLine || OPENERS.has(before.text)) return true;
  if (before.kind === 'word') return before.glued && lexed.tokens[at - 2]?.kind === 'num';
  return before.kind === 'num' || ['.', ':', '!', ';', '-', ',', ')', '/', '|'].includes(before.text);
}

function findOthers(lexed: Lexed): Found<OtherTemplate>[] {
  const found: Found<OtherTemplate>[] = [];
  for (const template of OTHER_TEMPLATES) {
    const within = template.within_first ?? Number.POSITIVE_INFINITY;
    const matches = matchAll(lexed, template.heads).filter(
      (match) => match.start < within && !comesAfter(lexed, match.start, template.not_after),
    );
    if (matches.length > 0) found.push({ template, matches });
  }
  return found;
}

function comesAfter(lexed: Lexed, at: number, words: readonly string[] = []): boolean {
  const from = at - words.length;
  return (
    words.length > 0 && from >= 0 && words.every((word, place) => lexed.tokens[from + place]?.text === word)
  );
}

/** `Vous avez recu 500 F de credit` words a credit and airtime at one place: there it is airtime. */
function withoutClaimed(
  money: Found<MoneyTemplate> | null,
  others: readonly Found<OtherTemplate>[],
): Found<MoneyTemplate> | null {
  if (money === null) return null;
  const claims = others
    .filter(({ template }) => template.kind === 'AIRTIME')
    .flatMap(({ matches }) => matches);
  const left = money.matches.filter(
    (match) => !claims.some((claim) => claim.start < match.end && match.start < claim.end),
  );
  return left.length === 0 ? null : { template: money.template, matches: left };
}

function blocks(other: Found<OtherTemplate>, credit: Found<MoneyTemplate>): boolean {
  if (other.template.blocks === 'alone') return false;
  if (other.template.blocks === 'anywhere') return true;
  const head = credit.matches[0]?.start ?? 0;
  return other.matches.some((match) => match.start < head);
}
