import type { Language } from '../../src/domain/account/person.ts';
import { INCIDENT_EFFECTS } from '../../src/domain/feed/incident.ts';
import { ACCOUNT_WORDS } from '../../src/web/account/forms.ts';
import { COUNTER_WORDS } from '../../src/web/dashboard/counter/words.ts';
import { ar as developerAr } from '../../src/web/dashboard/developers/words/ar.ts';
import { en as developerEn } from '../../src/web/dashboard/developers/words/en.ts';
import { fr as developerFr } from '../../src/web/dashboard/developers/words/fr.ts';
import { LINK_DESK_WORDS } from '../../src/web/dashboard/links/words.ts';
import { HOME_WORDS } from '../../src/web/dashboard/overview/words.ts';
import { PAYMENT_WORDS } from '../../src/web/dashboard/payments/rows.ts';
import { PROFILE_WORDS } from '../../src/web/dashboard/profile/parts.ts';
import { SETTINGS_WORDS } from '../../src/web/dashboard/settings/words.ts';
import { TEAM_WORDS } from '../../src/web/dashboard/team/words.ts';
import { FRAME_WORDS } from '../../src/web/frame/words.ts';
import { WORDS } from '../../src/web/language.ts';
import { OFFICE_WORDS } from '../../src/web/office/decision/decision.ts';
import { MERCHANT_WORDS } from '../../src/web/office/merchants/forms.ts';
import { OUTCOME_WORDS } from '../../src/web/office/outcomes/outcome.ts';
import { TARIFF_WORDS } from '../../src/web/office/tariffs/words.ts';

const CATALOGUES: readonly Readonly<Record<Language, unknown>>[] = [
  ...[
    ACCOUNT_WORDS,
    COUNTER_WORDS,
    LINK_DESK_WORDS,
    HOME_WORDS,
    PAYMENT_WORDS,
    PROFILE_WORDS,
    SETTINGS_WORDS,
  ],
  ...[TEAM_WORDS, FRAME_WORDS, WORDS, MERCHANT_WORDS, OUTCOME_WORDS, TARIFF_WORDS, OFFICE_WORDS],
  { fr: developerFr, ar: developerAr, en: developerEn },
];

/** Letters between digits are a part of an id or of a ticket. */
const WORD = /(?<![\p{L}\d-])\p{Script=Latin}{3,}(?![\p{L}\d-])/gu;
export const wordsIn = (text: string): string[] => text.match(WORD)?.map((word) => word.toLowerCase()) ?? [];

/** All words of a catalogue, those of sentences with blanks too; not the names of its entries. */
function vocabulary(words: unknown): string[] {
  if (typeof words === 'string') return wordsIn(words);
  if (typeof words === 'function')
    return wordsIn(
      words
        .toString()
        .match(/(['"`])(?:(?!\1)[\s\S])*\1/g)
        ?.join(' ') ?? '',
    );
  return typeof words === 'object' && words !== null ? Object.values(words).flatMap(vocabulary) : [];
}

const of = (language: Language) => new Set(CATALOGUES.flatMap((one) => vocabulary(one[language])));
const FRENCH = of('fr');
const ARABIC = of('ar');

/** Words of our English pages, and of what the engine tells in English, that no page of ours says in another language. */
export const ENGLISH: ReadonlySet<string> = new Set(
  [
    ...of('en'),
    ...vocabulary(INCIDENT_EFFECTS),
    ...wordsIn('the and with from that which was were its not for'),
  ].filter((word) => !FRENCH.has(word) && !ARABIC.has(word)),
);
