import { STAFF_ROLES } from '../../../domain/account/person.ts';
import { CORRECT_PLACES, CORRECTABLE } from '../../../domain/ledger/correct.ts';
import { localDay } from '../../../domain/time.ts';
import { type ListedOwn, ownAccounts } from '../../../engine/ledger/own.ts';
import { amount } from '../../format.ts';
import { button, card, field, postForm, select, table } from '../../frame/parts.ts';
import { type AnyPage, type StaffVisit, show, staffPage } from '../../frame/table.ts';
import { html, NOTHING, type Part, type SafeHtml } from '../../html.ts';
import { may, wordsOf } from '../decision/decision.ts';
import { say, termsOf } from '../terms/say.ts';
import { ACCOUNT_VERBS, PATH } from './verbs.ts';
import { OWN_ACCOUNT_WORDS } from './words.ts';

/** Our wallets and bank accounts, what is said to have moved between them, and what was said wrongly. */
const list = staffPage(STAFF_ROLES, {
  path: PATH,
  link: { place: 47, label: { fr: 'Nos comptes', ar: 'حساباتنا', en: 'Our accounts' } },
  get: async (visit) => {
    const words = OWN_ACCOUNT_WORDS[visit.language];
    const { columns } = words;
    const own = await ownAccounts(visit.services);
    const rows = own.map((one): Part[] => [
      nameOf(visit, one),
      amount(visit.words, one.held_xaf),
      one.iban === null
        ? NOTHING
        : html`<bdi>${one.bank_name}</bdi> <small><bdi dir="ltr">${one.iban}</bdi></small>`,
      one.holder_name === null ? NOTHING : html`<bdi>${one.holder_name}</bdi>`,
    ]);
    const heads = [
      { label: columns.name },
      { label: columns.held, is_number: true },
      { label: columns.bank },
      { label: columns.holder },
    ];
    return show({
      title: words.title,
      content: html`<p>${words.intro}</p>${table(visit, heads, rows)}
${may(visit, 'ledger.move') ? card(words.move, moveForm(visit, own), { id: 'move' }) : NOTHING}
${may(visit, 'ledger.correct') ? card(words.correct, correctForm(visit), { id: 'correct' }) : NOTHING}
${may(visit, 'bank.add') ? card(words.add, addForm(visit), { id: 'add' }) : NOTHING}`,
    });
  },
});

const nameOf = (visit: StaffVisit, { name, kind }: ListedOwn): Part =>
  kind === 'BANK' ? html`<bdi>${name}</bdi>` : say(termsOf(visit).accounts, name);

/** What was typed stays in the form when nothing was done with it. */
const saidIn =
  ({ query }: StaffVisit) =>
  (name: string): string =>
    query.get(name) ?? '';

function noteField(visit: StaffVisit, form: string): SafeHtml {
  const { cases } = wordsOf(visit);
  return field({
    name: 'note',
    id: `note-${form}`,
    label: cases.note,
    hint: cases.note_hint,
    max_length: 2000,
  });
}

function moveForm(visit: StaffVisit, own: readonly ListedOwn[]): SafeHtml {
  const words = OWN_ACCOUNT_WORDS[visit.language];
  const said = saidIn(visit);
  const accounts: Readonly<Record<string, string>> = termsOf(visit).accounts;
  const options = own.map(({ name, kind }) => ({
    value: name,
    label: kind === 'BANK' ? name : (accounts[name] ?? name),
  }));
  return html`<p>${words.move_text}</p>${postForm(
    visit,
    visit.at(`${PATH}/move`),
    html`${select({ name: 'from', label: words.from, value: said('from') }, options)}
${select({ name: 'into', label: words.to, value: said('into') || (own.at(-1)?.name ?? '') }, options)}
${field({ name: 'amount', label: words.amount, value: said('amount'), inputmode: 'numeric', is_ltr: true, max_length: 20 })}
${field({ name: 'day', label: words.day, value: said('day') || localDay(visit.now), type: 'date', is_ltr: true })}
${field({ name: 'time', label: words.time, hint: words.time_hint, value: said('time'), is_ltr: true, max_length: 5 })}
${noteField(visit, 'move')}${button(words.move)}`,
  )}`;
}

function correctForm(visit: StaffVisit): SafeHtml {
  const words = OWN_ACCOUNT_WORDS[visit.language];
  const { choices } = termsOf(visit);
  const said = saidIn(visit);
  const optionsOf = (names: readonly (keyof typeof choices)[]) =>
    names.map((value) => ({ value, label: choices[value] }));
  const whats = Object.keys(CORRECTABLE) as (keyof typeof CORRECTABLE)[];
  const places = ['merchant', ...Object.keys(CORRECT_PLACES)] as (keyof typeof choices)[];
  return html`<p>${words.correct_text}</p>${postForm(
    visit,
    visit.at(`${PATH}/correct`),
    html`${select({ name: 'what', label: words.what, value: said('what') }, optionsOf(whats))}
${field({ name: 'subject', label: words.id, hint: words.id_hint, value: said('subject'), is_ltr: true, max_length: 36 })}
${select({ name: 'place', label: words.place, value: said('place') }, optionsOf(places))}
${field({ name: 'merchant', label: words.merchant, hint: words.merchant_hint, value: said('merchant'), is_optional: true, is_ltr: true, max_length: 36 })}
${noteField(visit, 'correct')}${button(words.correct)}`,
  )}`;
}

function addForm(visit: StaffVisit): SafeHtml {
  const words = OWN_ACCOUNT_WORDS[visit.language];
  const said = saidIn(visit);
  return html`<p>${words.add_text}</p>${postForm(
    visit,
    visit.at(`${PATH}/add`),
    html`${field({ name: 'name', label: words.name, hint: words.name_hint, value: said('name'), max_length: 60 })}
${field({ name: 'bank', label: words.bank_name, value: said('bank'), max_length: 100 })}
${field({ name: 'iban', label: words.iban, hint: words.iban_hint, value: said('iban'), is_ltr: true, max_length: 40 })}
${field({ name: 'holder', label: words.holder, hint: words.holder_hint, value: said('holder'), max_length: 100 })}
${noteField(visit, 'add')}${button(words.add, { kind: 'two' })}`,
  )}`;
}

export const OWN_ACCOUNT_PAGES: readonly AnyPage[] = [list, ...ACCOUNT_VERBS];
