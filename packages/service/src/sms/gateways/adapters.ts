import type { GatewayAdapter } from '../../domain/gateway/gateway.ts';
import type { Adapter } from './adapter.ts';
import { genericForm, genericJson } from './generic.ts';
import { httpSms } from './httpsms.ts';
import { smsGate } from './sms-gate.ts';
import { textbee } from './textbee.ts';

export const ADAPTERS: Readonly<Record<GatewayAdapter, Adapter>> = {
  'sms-gate': smsGate,
  httpsms: httpSms,
  textbee,
  'generic-json': genericJson,
  'generic-form': genericForm,
};
