import type { Mail } from '../../domain/account/mails.ts';
import type { Services } from '../services.ts';
import type { EndpointServices } from '../webhook-endpoints/endpoints.ts';
import type { Hashing } from './hashing.ts';
import type { AccountKeys } from './keys.ts';

/** Takes mails to be sent. Nobody waits for one: what can't be sent is tried again, then logged. */
export type Mailer = {
  send: (mail: Mail) => void;
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
    mailer: Mailer;
  };

/** From where somebody asks, as the list of sessions shows it. */
export type Asker = { ip: string; user_agent: string };
