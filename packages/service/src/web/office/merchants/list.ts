import { STAFF_ROLES } from '../../../domain/account/person.ts';
import { listOfficeMerchants } from '../../../engine/merchants.ts';
import type { OfficeMerchant } from '../../../store/merchants.ts';
import { moment } from '../../format.ts';
import { badge, card, pager, table } from '../../frame/parts.ts';
import { type StaffVisit, show, staffPage } from '../../frame/table.ts';
import { html, type Part } from '../../html.ts';
import { MERCHANT_WORDS } from './forms.ts';

const PAGE = 50;

/** Merchants: whose profile waits for staff first, then all, the newest first. */
export const merchantList = staffPage(STAFF_ROLES, {
  path: '/office/merchants',
  link: { place: 40, label: { fr: 'Commerçants', ar: 'التجار', en: 'Merchants' } },
  get: async (visit) => {
    const words = MERCHANT_WORDS[visit.language];
    const before = visit.query.get('before');
    const { waiting, merchants, next } = await listOfficeMerchants(visit.services, { before, limit: PAGE });
    const { name, kyc, live, since, created } = words.columns;
    const queue = table(
      visit,
      [{ label: name }, { label: kyc }, { label: live }, { label: since }],
      waiting.map((one) => [...cells(visit, one), waitsSince(visit, one)]),
      words.nothing_waits,
    );
    const all = table(
      visit,
      [{ label: name }, { label: kyc }, { label: live }, { label: created }],
      merchants.map((one) => [...cells(visit, one), moment(visit.words, one.created_at)]),
    );
    const older = next === null ? null : visit.at(`/office/merchants?before=${next}`);
    return show({
      title: words.title,
      content: html`${before === null ? card(words.waiting, queue) : null}${card(words.all, all)}${pager(visit, { newer: null, older })}`,
    });
  },
});

function cells(visit: StaffVisit, one: OfficeMerchant): Part[] {
  const words = MERCHANT_WORDS[visit.language];
  const link = html`<a href="${visit.at(`/office/merchants/${one.id}`)}"><bdi>${one.name}</bdi></a>`;
  const state = words.states[one.kyc_state];
  return [link, badge(state, one.kyc_state === 'SUBMITTED' ? 'wait' : 'off'), liveState(visit, one)];
}

/** Whether live is open to a merchant. */
export function liveState(
  visit: StaffVisit,
  one: Pick<OfficeMerchant, 'kyc_status' | 'frozen_live_at' | 'frozen_test_at'>,
): Part {
  const words = MERCHANT_WORDS[visit.language];
  const approval =
    one.kyc_status === 'APPROVED' ? badge(words.approved, 'good') : badge(words.not_approved, 'off');
  return [
    approval,
    one.frozen_live_at === null ? null : html` ${badge(words.frozen.live, 'bad')}`,
    one.frozen_test_at === null ? null : html` ${badge(words.frozen.test, 'bad')}`,
  ];
}

const waitsSince = (visit: StaffVisit, { kyc_updated_at }: OfficeMerchant): Part =>
  kyc_updated_at === null ? null : moment(visit.words, kyc_updated_at);
