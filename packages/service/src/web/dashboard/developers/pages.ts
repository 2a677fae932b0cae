import type { AnyPage } from '../../frame/table.ts';
import { DELIVERY_PAGES } from './deliveries.ts';
import { VERB_PAGES } from './endpoint-verbs.ts';
import { EVENT_PAGES } from './events.ts';
import { KEY_PAGES } from './keys.ts';
import { REQUEST_PAGES } from './requests.ts';
import { ENDPOINT_PAGES } from './webhooks.ts';

/** Keys, webhooks and what the API answered: for the owner and the developers. */
export const DEVELOPER_PAGES: readonly AnyPage[] = [
  ...KEY_PAGES,
  ...ENDPOINT_PAGES,
  ...VERB_PAGES,
  ...DELIVERY_PAGES,
  ...EVENT_PAGES,
  ...REQUEST_PAGES,
];
