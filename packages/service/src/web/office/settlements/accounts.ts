import { type WaitingAccount, waitingAccounts } from '../../../engine/settlements/destination.ts';
import type { SettlementDetail } from '../../../engine/settlements/show.ts';
import { TEAM_WORDS } from '../../dashboard/team/words.ts';
import { moment, operator } from '../../format.ts';
import { button, card, field, postForm, table } from '../../frame/parts.ts';
import type { StaffVisit } from '../../frame/table.ts';
import { html, NOTHING, type SafeHtml } from '../../html.ts';
import { may, wordsOf } from '../decision/decision.ts';
import { OFFICE_SETTLEMENT_WORDS } from './words.ts';

const SHOWN = 100;

/** A number or a bank account, and in whose name it is. */
export const whereTo = (
  visit: StaffVisit,
  { destination, holder_name }: Pick<SettlementDetail, 'destination' | 'holder_name'>,
): SafeHtml =>
  destination === null
    ? html`-`
    : html`${destination.kind === 'number' ? html`${operator(visit.words, destination.operator)} <bdi dir="ltr">${destination.msisdn}</bdi>` : html`<bdi dir="ltr">${destination.bank_name} ${destination.iban}</bdi>`} <small><bdi>${holder_name}</bdi></small>`;

/** Payout accounts that wait for the second person, with what they look at first: whether the merchant is still who it was. */
export async function accountsCard(visit: StaffVisit): Promise<SafeHtml> {
  const words = OFFICE_SETTLEMENT_WORDS[visit.language];
  const { columns } = words;
  const waiting = await waitingAccounts(visit.services, SHOWN);
  const { cases } = wordsOf(visit);
  const form = (id: string, does: 'confirm' | 'refuse') =>
    postForm(
      visit,
      visit.at(`/office/payouts/${id}/${does}`),
      html`${field({ name: 'note', label: cases.note, max_length: 2000 })}${button(words[does], { kind: does === 'refuse' ? 'two' : 'main' })}`,
    );
  const rows = waiting.map((one) => [
    html`<bdi>${one.merchant_name}</bdi>`,
    whereTo(visit, one),
    html`<bdi>${one.asked_by}</bdi> <small>${words.frozen_until} ${moment(visit.words, one.frozen_until)}</small>`,
    html`${teamOf(visit, one)}${unreachedOf(visit, one)}`,
    may(visit, 'payout.confirm')
      ? html`<details><summary>${columns.decide}</summary>${form(one.id, 'confirm')}${form(one.id, 'refuse')}</details>`
      : NOTHING,
  ]);
  const labels = [columns.merchant, columns.to, columns.asked_by, columns.team, columns.decide];
  return card(
    words.accounts,
    table(
      visit,
      labels.map((label) => ({ label })),
      rows,
      words.nothing,
    ),
    { id: 'accounts' },
  );
}

function unreachedOf(visit: StaffVisit, { unreached }: WaitingAccount): SafeHtml {
  const words = OFFICE_SETTLEMENT_WORDS[visit.language];
  return unreached.length === 0
    ? NOTHING
    : html`<p>${words.unreached} ${unreached.map((email) => html`<bdi dir="ltr">${email}</bdi> `)}</p>`;
}

function teamOf(visit: StaffVisit, { team_changes }: WaitingAccount): SafeHtml {
  const words = OFFICE_SETTLEMENT_WORDS[visit.language];
  if (team_changes.length === 0) return html`${words.team_as_before}`;
  const { actions } = TEAM_WORDS[visit.language];
  const lines = team_changes.map(
    ({ action, at, account_name, account_email }) =>
      html`<li><bdi>${account_name}</bdi> <small><bdi dir="ltr">${account_email}</bdi></small> ${actions[action]}, ${moment(visit.words, at)}</li>`,
  );
  return html`<details><summary>${words.team_changed}</summary><ul>${lines}</ul></details>`;
}
