import { STAFF_ROLES } from '../../../domain/account/person.ts';
import { CORRECT_PLACES, CORRECTABLE } from '../../../domain/ledger/correct.ts';
import { DAY_MS, later, localDay } from '../../../domain/time.ts';
import { type ListedOwn, ownAccounts } from '../../../engine/ledger/balances.ts';
import { type CustodyRow, showCustody } from '../../../engine/ledger/custody.ts';
import { amount } from '../../format.ts';
import { badge, button, card, field, postForm, select, table } from '../../frame/parts.ts';
import { type AnyPage, type StaffVisit, show, staffPage } from '../../frame/table.ts';
import { html, NOTHING, type Part, type SafeHtml } from '../../html.ts';
import { may, wordsOf } from '../decision/decision.ts';
import { say, termsOf } from '../terms/say.ts';
import { ACCOUNT_VERBS, ACCOUNTS_PATH } from './verbs.ts';
import { OWN_ACCOUNT_WORDS } from './words.ts';

/** Our wallets and bank accounts, what is said to have moved between them, and what was said wrongly. */
const list = staffPage(STAFF_ROLES, {
  path: ACCOUNTS_PATH,
  link: { place: 47, label: { fr: 'Nos comptes', ar: 'حساباتنا', en: 'Our accounts' } },
  get: async (visit) => {
    const words = OWN_ACCOUNT_WORDS[visit.language];
    const { columns } = words;
    const [own, custody] = await Promise.all([ownAccounts(visit.services), showCustody(visit.services)]);
    const held_by = new Map(custody.map((one) => [one.name, one]));
    const rows = own.map((one): Part[] => [
      nameOf(visit, one),
      amount(visit.words, one.held_xaf),
      one.iban === null
        ? NOTHING
        : html`<bdi>${one.bank_name}</bdi> <small><bdi dir="ltr">${one.iban}</bdi></small>`,
      one.holder_name === null ? NOTHING : html`<bdi>${one.holder_name}</bdi>`,
      custodianOf(visit, held_by.get(one.name)),
    ]);
    const heads = [
      { label: columns.name },
      { label: columns.held, is_number: true },
      { label: columns.bank },
      { label: columns.holder },
      { label: columns.custodian },
    ];
    return show({
      title: words.title,
      content: html`<p>${words.intro}</p>${table(visit, heads, rows)}
${may(visit, 'account.read') ? card(words.read, readForm(visit, own), { id: 'read' }) : NOTHING}
${may(visit, 'ledger.move') ? card(words.move, moveForm(visit, own), { id: 'move' }) : NOTHING}
${may(visit, 'ledger.correct') ? card(words.correct, correctForm(visit), { id: 'correct' }) : NOTHING}
${may(visit, 'custodian.set') ? card(words.custodian, custodianForm(visit, own), { id: 'custodian' }) : NOTHING}
${may(visit, 'bank.add') ? card(words.add, addForm(visit), { id: 'add' }) : NOTHING}`,
    });
  },
});

const nameOf = (visit: StaffVisit, { name, kind }: ListedOwn): Part =>
  kind === 'BANK' ? html`<bdi>${name}</bdi>` : say(termsOf(visit).accounts, name);

function custodianOf(visit: StaffVisit, custody: CustodyRow | undefined): Part {
  const words = OWN_ACCOUNT_WORDS[visit.language];
  const { institution, licence, held_since } = custody ?? {};
  return institution && licence && held_since
    ? html`<bdi>${institution}</bdi> <small>${words.licence_since(licence, held_since)}</small>`
    : badge(words.no_custodian, 'wait');
}

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

function optionsOf(visit: StaffVisit, own: readonly ListedOwn[]): { value: string; label: string }[] {
  const accounts: Readonly<Record<string, string>> = termsOf(visit).accounts;
  return own.map(({ name, kind }) => ({
    value: name,
    label: kind === 'BANK' ? name : (accounts[name] ?? name),
  }));
}

/** What an account showed at the end of a day; by default the last one that is over. */
function readForm(visit: StaffVisit, own: readonly ListedOwn[]): SafeHtml {
  const words = OWN_ACCOUNT_WORDS[visit.language];
  const said = saidIn(visit);
  const yesterday = localDay(later(visit.now, -DAY_MS));
  return html`<p>${words.read_text}</p>${postForm(
    visit,
    visit.at(`${ACCOUNTS_PATH}/read`),
    html`${select({ name: 'read_account', label: words.columns.name, value: said('read_account') }, optionsOf(visit, own))}
${field({ name: 'read_day', label: words.read_day, value: said('read_day') || yesterday, type: 'date', is_ltr: true })}
${field({ name: 'balance', label: words.balance, hint: words.balance_hint, value: said('balance'), inputmode: 'numeric', is_ltr: true, max_length: 20 })}
${noteField(visit, 'read')}${button(words.read)}`,
  )}`;
}

function moveForm(visit: StaffVisit, own: readonly ListedOwn[]): SafeHtml {
  const words = OWN_ACCOUNT_WORDS[visit.language];
  const said = saidIn(visit);
  const options = [...optionsOf(visit, own), { value: 'CAPITAL', label: termsOf(visit).accounts.CAPITAL }];
  return html`<p>${words.move_text}</p>${postForm(
    visit,
    visit.at(`${ACCOUNTS_PATH}/move`),
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
  const chosen = (names: readonly (keyof typeof choices)[]) =>
    names.map((value) => ({ value, label: choices[value] }));
  const whats = Object.keys(CORRECTABLE) as (keyof typeof CORRECTABLE)[];
  const places = ['merchant', ...Object.keys(CORRECT_PLACES)] as (keyof typeof choices)[];
  return html`<p>${words.correct_text}</p>${postForm(
    visit,
    visit.at(`${ACCOUNTS_PATH}/correct`),
    html`${select({ name: 'what', label: words.what, value: said('what') }, chosen(whats))}
${field({ name: 'subject', label: words.id, hint: words.id_hint, value: said('subject'), is_ltr: true, max_length: 36 })}
${select({ name: 'place', label: words.place, value: said('place') }, chosen(places))}
${field({ name: 'merchant', label: words.merchant, hint: words.merchant_hint, value: said('merchant'), is_optional: true, is_ltr: true, max_length: 36 })}
${noteField(visit, 'correct')}${button(words.correct)}`,
  )}`;
}

function custodianForm(visit: StaffVisit, own: readonly ListedOwn[]): SafeHtml {
  const words = OWN_ACCOUNT_WORDS[visit.language];
  const said = saidIn(visit);
  return html`<p>${words.custodian_text}</p>${postForm(
    visit,
    visit.at(`${ACCOUNTS_PATH}/custodian`),
    html`${select({ name: 'account', label: words.columns.name, value: said('account') }, optionsOf(visit, own))}
${field({ name: 'institution', label: words.institution, hint: words.institution_hint, value: said('institution'), max_length: 200 })}
${field({ name: 'licence', label: words.licence, hint: words.licence_hint, value: said('licence'), max_length: 200 })}
${field({ name: 'since', label: words.since, value: said('since') || localDay(visit.now), type: 'date', is_ltr: true })}
${noteField(visit, 'custodian')}${button(words.custodian, { kind: 'two' })}`,
  )}`;
}

function addForm(visit: StaffVisit): SafeHtml {
  const words = OWN_ACCOUNT_WORDS[visit.language];
  const said = saidIn(visit);
  return html`<p>${words.add_text}</p>${postForm(
    visit,
    visit.at(`${ACCOUNTS_PATH}/add`),
    html`${field({ name: 'name', label: words.name, hint: words.name_hint, value: said('name'), max_length: 60 })}
${field({ name: 'bank', label: words.bank_name, value: said('bank'), max_length: 100 })}
${field({ name: 'iban', label: words.iban, hint: words.iban_hint, value: said('iban'), is_ltr: true, max_length: 40 })}
${field({ name: 'holder', label: words.holder, hint: words.holder_hint, value: said('holder'), max_length: 100 })}
${noteField(visit, 'add')}${button(words.add, { kind: 'two' })}`,
  )}`;
}

export const OWN_ACCOUNT_PAGES: readonly AnyPage[] = [list, ...ACCOUNT_VERBS];
