import { isUuid } from '../../../domain/keys.ts';
import { OPERATORS } from '../../../domain/operator.ts';
import type { DestinationField, DestinationProblems } from '../../../domain/settlement/payout-account.ts';
import { isFresh } from '../../../engine/account/own.ts';
import {
  accountsOf,
  type MerchantAccounts,
  type ShownPayoutAccount,
} from '../../../engine/settlements/destination.ts';
import { askPayoutAccounts, withdrawPayoutAccounts } from '../../../engine/settlements/payout-accounts.ts';
import { moment, payoutAccount } from '../../format.ts';
import type { Wrong } from '../../frame/form.ts';
import {
  badge,
  button,
  card,
  field,
  linkButton,
  postForm,
  problem,
  select,
  table,
} from '../../frame/parts.ts';
import {
  type AnyPage,
  confirmThen,
  goTo,
  type MemberVisit,
  memberPage,
  NOT_FOUND,
  proveFirst,
  show,
} from '../../frame/table.ts';
import { html, NOTHING, type SafeHtml } from '../../html.ts';
import { SETTLEMENT_WORDS } from './paper.ts';

const PATH = '/dashboard/payout';
const FIELDS: readonly DestinationField[] = [
  'kind',
  'operator',
  'msisdn',
  'bank_name',
  'iban',
  'holder_name',
];
type Typed = Partial<Record<DestinationField, string>>;

const account = memberPage(['owner'], {
  path: PATH,
  link: { place: 26, label: { fr: 'Compte de versement', ar: 'حساب استلام المال', en: 'Payout account' } },
  get: async (visit) => draw(visit, await accountsOf(visit.services, visit.merchant_id), {}, {}),
  post: async (visit) => {
    const words = SETTLEMENT_WORDS[visit.language].account;
    // It says where all money goes: whoever finds an open browser must not.
    if (!isFresh(visit.person, visit.now)) return proveFirst(visit, PATH, words.prove_first);
    const typed: Typed = Object.fromEntries(FIELDS.map((name) => [name, visit.form.text(name)]));
    const { merchant_id } = visit;
    const [outcome] = await askPayoutAccounts(visit.services, [
      { merchant_id, by: visit.person.account, typed },
    ]);
    if (outcome?.kind === 'asked') return goTo(visit.at(PATH), words.asked);
    if (outcome?.kind === 'one_waits') return goTo(visit.at(PATH), words.one_waits, 'warn');
    if (outcome?.kind === 'too_often') return goTo(visit.at(PATH), words.too_often, 'warn');
    const wrong = outcome?.kind === 'invalid' ? outcome.wrong : {};
    return draw(visit, await accountsOf(visit.services, merchant_id), typed, wrong);
  },
});

/** Where another account is asked for: nobody types 27 characters to hear then that one waits, or to be asked for the password. */
function askFor(visit: MemberVisit, { coming }: MerchantAccounts, typed: Typed, wrong: Wrong): SafeHtml {
  const words = SETTLEMENT_WORDS[visit.language].account;
  if (coming.some(({ state }) => state === 'WAITING')) return html`<p>${words.one_waits}</p>`;
  return isFresh(visit.person, visit.now)
    ? askForm(visit, typed, wrong)
    : html`<p>${words.prove_first}</p><p>${linkButton(words.change, confirmThen(visit, PATH), 'main')}</p>`;
}

function askForm(visit: MemberVisit, typed: Typed, wrong: Wrong): SafeHtml {
  const words = SETTLEMENT_WORDS[visit.language].account;
  const operators = OPERATORS.map((value) => ({
    value,
    label: visit.words.operators[value],
  }));
  const kinds = [
    { value: 'number', label: words.number },
    { value: 'bank', label: words.bank },
  ];
  const of = (name: DestinationField) => ({ name, value: typed[name] ?? '' });
  return postForm(
    visit,
    visit.at(PATH),
    html`${problem(wrong)}${select({ ...of('kind'), label: words.kind }, kinds, wrong)}
${select({ ...of('operator'), label: words.operator }, operators, wrong)}
${field({ ...of('msisdn'), label: words.msisdn, type: 'tel', is_optional: true, max_length: 20 }, wrong)}
${field({ ...of('bank_name'), label: words.bank_name, is_optional: true, max_length: 120 }, wrong)}
${field({ ...of('iban'), label: words.iban, hint: words.iban_hint, is_ltr: true, is_optional: true, max_length: 40 }, wrong)}
${field({ ...of('holder_name'), label: words.holder, hint: words.holder_hint, max_length: 120 }, wrong)}${button(words.button)}`,
  );
}

function draw(visit: MemberVisit, accounts: MerchantAccounts, typed: Typed, problems: DestinationProblems) {
  const words = SETTLEMENT_WORDS[visit.language].account;
  const wrong = Object.fromEntries(Object.entries(problems).map(([name, one]) => [name, words.wrong[one]]));
  const { in_force, coming, former } = accounts;
  return show({
    title: words.title,
    status: Object.keys(problems).length === 0 ? 200 : 422,
    content: html`<p>${words.intro}</p>
${card(words.in_force, in_force === null ? html`<p>${words.none}</p>` : rowsOf(visit, [in_force], true))}
${coming.length === 0 ? NOTHING : card(words.coming, rowsOf(visit, coming, true))}
${card(words.change, html`<p>${words.change_text}</p>${askFor(visit, accounts, typed, wrong)}`)}
${former.length === 0 ? NOTHING : card(words.former, rowsOf(visit, former, false))}`,
  });
}

function rowsOf(
  visit: MemberVisit,
  accounts: readonly ShownPayoutAccount[],
  may_withdraw: boolean,
): SafeHtml {
  const { columns, account: words } = SETTLEMENT_WORDS[visit.language];
  const rows = accounts.map((one) => [
    payoutAccount(visit.words, one.destination),
    html`<bdi>${one.holder_name}</bdi>`,
    html`${badge(words.states[one.state], one.state === 'CONFIRMED' ? 'good' : one.state === 'WAITING' ? 'wait' : 'off')}${
      one.frozen_until > visit.now && one.state !== 'WITHDRAWN' && one.state !== 'REFUSED'
        ? html` <small>${words.frozen} ${moment(visit.words, one.frozen_until)}</small>`
        : NOTHING
    }`,
    may_withdraw
      ? postForm(visit, visit.at(`${PATH}/${one.id}/withdraw`), button(words.withdraw, { kind: 'danger' }))
      : NOTHING,
  ]);
  const heads = [words.title, words.holder, columns.state, ''];
  return table(
    visit,
    heads.map((label) => ({ label })),
    rows,
  );
}

const withdraw = memberPage(['owner'], {
  path: `${PATH}/:id/withdraw`,
  post: async (visit) => {
    const { id = '' } = visit.params;
    if (!isUuid(id)) return NOT_FOUND;
    const { merchant_id } = visit;
    const command = { merchant_id, by: visit.person.account, payout_account_id: id.toLowerCase() };
    const [outcome] = await withdrawPayoutAccounts(visit.services, [command]);
    if (outcome?.kind !== 'withdrawn') return NOT_FOUND;
    return goTo(visit.at(PATH), SETTLEMENT_WORDS[visit.language].account.withdrawn);
  },
});

export const PAYOUT_ACCOUNT_PAGES: readonly AnyPage[] = [account, withdraw];
