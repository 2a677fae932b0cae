import type { Mail } from '../../domain/account/mails.ts';
import type { InboxesAsked, InboxQuestion } from '../gateways/inbox.ts';
import type { Services } from '../services.ts';
import type { EndpointServices } from '../webhook-endpoints/secrets.ts';
import type { Hashing } from './hashing.ts';
import type { AccountKeys } from './keys.ts';

/** Where the mails of the outbox go. */
export type Mailing = {
  /** False: nowhere. Nothing is begun then that goes on by a mail. */
  is_set_up: boolean;
  /** In development: the newest mails, which nobody really sends. Null: they are sent. */
  newest: (() => Promise<Mail[]>) | null;
};

/**
 * What signed-in pages and their use cases are handed: everything that a use case of the engine asks for, and what
 * sign-in needs.
 */
export type SiteServices = Services &
  EndpointServices & {
    account_keys: AccountKeys;
    hashing: Hashing;
    mailing: Mailing;
    /** Asks phones of ours to tell again of the SMS they received. */
    askInboxes: (questions: InboxQuestion[]) => Promise<InboxesAsked>;
  };

/** `no_mail`: there is no mail server, so nothing was begun. */
export type AskOutcome = 'mailed' | 'too_many' | 'no_mail';

/** From where somebody asks, as the list of sessions shows it. */
export type Asker = { ip: string; user_agent: string };
