import type { AnyPage } from '../frame/table.ts';
import { COUNTER_PAGES } from './counter/pages.ts';
import { DEVELOPER_PAGES } from './developers/pages.ts';
import { LINK_PAGES } from './links/pages.ts';
import { HOME_PAGES } from './overview/pages.ts';
import { PAYMENT_PAGES } from './payments/pages.ts';
import { PROFILE_PAGES } from './profile/pages.ts';
import { PROOF_PAGES } from './proof/pages.ts';
import { REFUND_PAGES } from './refunds/pages.ts';
import { REPORT_PAGES } from './reports/pages.ts';
import { SETTINGS_PAGES } from './settings/pages.ts';
import { SETTLEMENT_PAGES } from './settlements/pages.ts';
import { TEAM_PAGES } from './team/pages.ts';

/** Every page of a merchant's dashboard; each noun's folder adds its own. */
export const DASHBOARD_PAGES: readonly AnyPage[] = [
  ...COUNTER_PAGES,
  ...DEVELOPER_PAGES,
  ...LINK_PAGES,
  ...HOME_PAGES,
  ...PAYMENT_PAGES,
  ...PROFILE_PAGES,
  ...PROOF_PAGES,
  ...REFUND_PAGES,
  ...REPORT_PAGES,
  ...SETTINGS_PAGES,
  ...SETTLEMENT_PAGES,
  ...TEAM_PAGES,
];
