import type { AskInbox, GatewayAdapter, InboxOutcome } from '../../domain/gateway/gateway.ts';
import type { Adapter } from './adapter.ts';
import { type ApiAsk, type ApiOptions, type AskApi, openGatewayApis } from './api.ts';
import { genericForm, genericJson } from './generic.ts';
import { askHttpSms, httpSms } from './httpsms.ts';
import { askSmsGate, smsGate } from './sms-gate.ts';
import { askTextbee, textbee } from './textbee.ts';

export const ADAPTERS: Readonly<Record<GatewayAdapter, Adapter>> = {
  'sms-gate': smsGate,
  httpsms: httpSms,
  textbee,
  'generic-json': genericJson,
  'generic-form': genericForm,
};

/** A page of a hundred long messages with all that textbee adds to each is a quarter of this. */
const ANSWER_BYTES_MAX = 1_048_576;

/** One gateway's way to be asked. Never throws. */
type Dialect = (exchange: AskApi, ask: ApiAsk) => Promise<InboxOutcome>;

/** Null: what posts to us by this adapter has no API that we know of. */
const DIALECTS: Readonly<Record<GatewayAdapter, Dialect | null>> = {
  'sms-gate': askSmsGate,
  httpsms: askHttpSms,
  textbee: askTextbee,
  'generic-json': null,
  'generic-form': null,
};

/** Opens the way to ask gateways for their inboxes, each in its dialect. */
export function openInboxes(options: ApiOptions): { ask: AskInbox; close: () => Promise<void> } {
  const apis = openGatewayApis(options, ANSWER_BYTES_MAX);
  return {
    ask: async (ask) => {
      const { adapter, api } = ask;
      const dialect = DIALECTS[adapter];
      if (dialect === null) {
        return { kind: 'cannot', reason: `a gateway of the kind ${adapter} can not be asked for its inbox` };
      }
      if (api === null) {
        return { kind: 'cannot', reason: 'it has no --send-url and --send-login (chari gateways sending)' };
      }
      return dialect(apis.to(api), { ...ask, api });
    },
    close: apis.close,
  };
}
