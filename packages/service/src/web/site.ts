import { ACCOUNT_PAGES } from './account/pages.ts';
import { DASHBOARD_PAGES } from './dashboard/pages.ts';
import type { AnyPage } from './frame/table.ts';
import { OFFICE_PAGES } from './office/pages.ts';

/** The one table of pages that ask who somebody is: each says for whom it is, and the door holds them to it. */
export const SITE_PAGES: readonly AnyPage[] = [...ACCOUNT_PAGES, ...DASHBOARD_PAGES, ...OFFICE_PAGES];
