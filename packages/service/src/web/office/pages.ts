import type { AnyPage } from '../frame/table.ts';
import { OWN_ACCOUNT_PAGES } from './accounts/pages.ts';
import { OTHER_CASE_PAGES } from './cases/others.ts';
import { PROPOSAL_PAGES } from './cases/proposal.ts';
import { REVIEW_PAGES } from './cases/review.ts';
import { SUSPENSE_PAGES } from './cases/suspense.ts';
import { DESK_PAGES } from './desk.ts';
import { FEE_PAGES } from './fees/pages.ts';
import { MERCHANT_PAGES } from './merchants/pages.ts';
import { NUMBER_LIST_PAGES } from './numbers/list.ts';
import { NUMBER_PAGES } from './numbers/number.ts';
import { NUMBER_WORK_PAGES } from './numbers/work.ts';
import { OFFICE_PROOF_PAGES } from './proof/pages.ts';
import { AUDIT_PAGES } from './record/audit.ts';
import { DAY_PAGES } from './record/day.ts';
import { OFFICE_REFUND_PAGES } from './refunds/pages.ts';
import { OFFICE_REPORT_PAGES } from './reports/pages.ts';
import { OFFICE_SETTLEMENT_PAGES } from './settlements/pages.ts';
import { STAFF_PAGES } from './staff/people.ts';
import { TOKEN_PAGES } from './staff/tokens.ts';
import { OFFICE_STATEMENT_PAGES } from './statements/pages.ts';
import { TARIFF_PAGES } from './tariffs/pages.ts';
import { WORDING_PAGES } from './wordings/pages.ts';

/** Every page of the back office; each noun's folder adds its own. */
export const OFFICE_PAGES: readonly AnyPage[] = [
  ...AUDIT_PAGES,
  ...DAY_PAGES,
  ...DESK_PAGES,
  ...FEE_PAGES,
  ...MERCHANT_PAGES,
  ...NUMBER_LIST_PAGES,
  ...NUMBER_PAGES,
  ...NUMBER_WORK_PAGES,
  ...OTHER_CASE_PAGES,
  ...OWN_ACCOUNT_PAGES,
  ...PROPOSAL_PAGES,
  ...OFFICE_PROOF_PAGES,
  ...OFFICE_REFUND_PAGES,
  ...OFFICE_REPORT_PAGES,
  ...REVIEW_PAGES,
  ...OFFICE_SETTLEMENT_PAGES,
  ...STAFF_PAGES,
  ...OFFICE_STATEMENT_PAGES,
  ...SUSPENSE_PAGES,
  ...TARIFF_PAGES,
  ...TOKEN_PAGES,
  ...WORDING_PAGES,
];
