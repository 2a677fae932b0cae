import type { InboxOutcome } from '../../domain/gateway/gateway.ts';
import { memberOf, momentOf, shortText } from '../gateways/fields.ts';
import type { Exchange } from '../send/api.ts';
import type { ApiAsk } from './inbox.ts';
import { type Entry, readPages, smsEntry } from './pages.ts';

const PAGE_SIZE = 100;
const PAGES_MAX = 5;
const DEVICE_ID = /^[0-9a-f]{24}$/;

/**
 * textbee.dev: lists what its server has of a phone, newest first; `x-api-key` is the login. A message has
 * there the id, sender, text and time that its webhook carries. (Its source: gateway.controller.ts,
 * gateway.service.ts getReceivedSMS, webhook.service.ts.)
 */
export async function askTextbee(
  exchange: Exchange,
  { api, device_id, since, until }: ApiAsk,
): Promise<InboxOutcome> {
  if (!DEVICE_ID.test(device_id)) {
    return {
      kind: 'cannot',
      reason: 'textbee lists by phone: route the number with its --device (24 digits)',
    };
  }
  return readPages(exchange, {
    request: (page) => ({
      method: 'GET',
      path: `/gateway/devices/${device_id}/get-received-sms?page=${page + 1}&limit=${PAGE_SIZE}`,
      headers: { 'x-api-key': api.password },
    }),
    read: (sms) => entryOf(sms, device_id),
    page_size: PAGE_SIZE,
    pages_max: PAGES_MAX,
    since,
    until,
  });
}

function entryOf(sms: unknown, device_id: string): Entry {
  const received_at = momentOf(memberOf(sms, 'receivedAt'));
  const device = memberOf(sms, 'device');
  // As it stands there when the phone's record is filled in, or only its id.
  const listed_for = shortText(memberOf(device, '_id') ?? device);
  if (listed_for !== null && listed_for !== device_id) return { kind: 'other', at: received_at };
  return smsEntry({
    message_id: memberOf(sms, '_id'),
    device_id,
    sim_slot: null,
    sender: memberOf(sms, 'sender'),
    text: memberOf(sms, 'message'),
    received_at,
  });
}
