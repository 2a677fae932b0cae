import { type InboxOutcome, ONLY_DEVICE } from '../../domain/gateway/gateway.ts';
import { basicLogin, type Exchange, problemOf } from '../send/api.ts';
import type { ApiAsk } from './inbox.ts';

/**
 * sms-gate.app: has the phone send `sms:received` again for what is in its inbox. Of the two ways of its API
 * this is the older: every version of server and phone knows it, and it always sends webhooks, which
 * `/inbox/refresh` does only on request. (docs-web, features/reading-messages.md; server,
 * handlers/messages/3rdparty.go; app, MessagesRoutes.kt.)
 */
export async function askSmsGate(
  exchange: Exchange,
  { api, device_id, since, until }: ApiAsk,
): Promise<InboxOutcome> {
  const span = { since: since.toISOString(), until: until.toISOString() };
  const answer = await exchange({
    method: 'POST',
    path: '/messages/inbox/export',
    headers: { 'content-type': 'application/json', ...basicLogin(api) },
    // Without an id every phone of the account is asked; the phone's own server knows only itself.
    body: JSON.stringify(device_id === ONLY_DEVICE ? span : { deviceId: device_id, ...span }),
  });
  return problemOf(answer) ?? { kind: 'asked' };
}
