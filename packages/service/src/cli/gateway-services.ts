import { randomBytes } from 'node:crypto';
import { buildConnector } from 'undici';
import { askInboxes, type InboxesAsked, type InboxQuestion } from '../engine/gateways/inbox.ts';
import type { GatewayServices } from '../engine/gateways/secrets.ts';
import { openInboxes } from '../sms/gateways/adapters.ts';
import type { ApiOptions } from '../sms/gateways/api.ts';
import { dialler } from '../webhooks/dial.ts';
import { openLookup } from '../webhooks/resolve.ts';
import type { CommandContext } from './run.ts';
import { secretKeyOf } from './secret-key.ts';

const CONNECT_TIMEOUT_MS = 3_000;

/** How the APIs of gateways are dialled: at public addresses, but for those said to be in our own network. */
export function gatewayDiallers(): ApiOptions {
  return {
    connect_public: dialler({
      allow_private: false,
      connect_timeout_ms: CONNECT_TIMEOUT_MS,
      lookup: openLookup(),
    }),
    connect_any: buildConnector({ timeout: CONNECT_TIMEOUT_MS }),
  };
}

/** Asks the gateways of numbers for their inboxes again; what `notice_ids` names is for the caller to settle. */
export type AskInboxes = (questions: readonly InboxQuestion[]) => Promise<InboxesAsked>;

/** The use case with connections of its own. */
export function openInboxVerb(services: Pick<GatewayServices, 'pool' | 'now' | 'newId' | 'secret_key'>): {
  askInboxes: AskInboxes;
  close: () => Promise<void>;
} {
  const { ask: askInbox, close } = openInboxes(gatewayDiallers());
  return { askInboxes: (questions) => askInboxes({ ...services, askInbox }, questions), close };
}

/** What commands about gateways need besides the usual: chance for secrets, and the key that seals them. */
export async function gatewayServices({
  config,
  database,
  services,
}: CommandContext): Promise<GatewayServices> {
  const { pool, now, newId } = services;
  const secret_key = await secretKeyOf(config, database);
  return { pool, now, newId, randomBytes: (bytes) => randomBytes(bytes), secret_key };
}

/** What to do about a number that several phones hear: by rule that is so only where one of them is a spare. */
export function severalPhones({ msisdn, phones }: { msisdn: string; phones: number }): string {
  return `${msisdn} is heard while any of ${phones} phones is: if its SIM is in one alone, npx chari numbers route ${msisdn} --gateway NAME --device DEVICE --sim SLOT --note WHY, without --also`;
}
