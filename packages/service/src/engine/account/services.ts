import type { InboxesAsked, InboxQuestion } from '../gateways/inbox.ts';
import type { Services } from '../services.ts';
import type { EndpointServices } from '../webhook-endpoints/endpoints.ts';
import type { AccountKeys } from './keys.ts';

/** What signed-in pages and their use cases are handed: everything that a use case of the engine asks for, and the keys of sign-in. */
export type SiteServices = Services &
  EndpointServices & {
    account_keys: AccountKeys;
    /** Asks phones of ours to tell again of the SMS they received. */
    askInboxes: (questions: InboxQuestion[]) => Promise<InboxesAsked>;
  };
