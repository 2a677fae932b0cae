import {
  type Authenticity,
  type GatewayNews,
  ONLY_DEVICE,
  type RefusedRequest,
} from '../../domain/gateway/gateway.ts';
import type { GenericConfig } from '../../domain/gateway/generic.ts';
import {
  type Adapter,
  type GatewayRequest,
  headerOf,
  hexProblem,
  isHmacHex,
  isSame,
  type VerifyOptions,
} from './adapter.ts';
import { isEmpty, jsonObject, memberOf, momentOf, shortText, simSlot, storable } from './fields.ts';
import { formFields } from './form.ts';

const FORM_FIELDS_MAX = 100;

/** Any gateway that posts JSON (an empty object is a sign of life): header and field names come from its configuration. */
export const genericJson: Adapter = {
  admit,
  verify,
  parse: ({ body }, config) => {
    const value = jsonObject(body);
    if (value === null) return { kind: 'unreadable', problem: 'the body is no JSON object' };
    if (isEmpty(value)) return { kind: 'ping', device_id: ONLY_DEVICE };
    return newsOf(needed(config), (path) =>
      path.split('.').reduce<unknown>((inside, name) => memberOf(inside, name), value),
    );
  },
};

/** Any gateway that posts a form (an empty one is a sign of life), as Kannel and Jasmin do. */
export const genericForm: Adapter = {
  admit,
  verify,
  parse: ({ body }, config) => {
    const fields = formFields(body, FORM_FIELDS_MAX);
    if (fields === null) return { kind: 'unreadable', problem: 'the form has too many fields' };
    if (fields.size === 0) return { kind: 'ping', device_id: ONLY_DEVICE };
    return newsOf(needed(config), (name) => fields.get(name));
  },
};

function admit(
  request: Pick<GatewayRequest, 'headers'>,
  { secret, config }: VerifyOptions,
): RefusedRequest | null {
  const { auth, header } = needed(config);
  const given = headerOf(request, header);
  if (auth === 'hmac') return hexProblem(given && without('sha256=', given));
  if (given === undefined) return { kind: 'refused', reason: 'unsigned' };
  return isSame(without('Bearer ', given), secret) ? null : { kind: 'refused', reason: 'wrong_signature' };
}

function verify(request: GatewayRequest, { secret, config }: VerifyOptions): Authenticity {
  const { auth, header } = needed(config);
  const given = headerOf(request, header);
  if (given === undefined) return { kind: 'refused', reason: 'unsigned' };
  const is_authentic =
    auth === 'token'
      ? isSame(without('Bearer ', given), secret)
      : isHmacHex(without('sha256=', given), secret, request.body);
  return is_authentic
    ? { kind: 'authentic', signed_at: null }
    : { kind: 'refused', reason: 'wrong_signature' };
}

function newsOf({ fields }: GenericConfig, read: (name: string) => unknown): GatewayNews {
  const optional = (name: string | null) => (name === null ? undefined : read(name));
  const device_id = shortText(optional(fields.device_id)) ?? ONLY_DEVICE;
  const text = read(fields.text);
  // Not a ping: more likely the configuration names the wrong field.
  if (typeof text !== 'string') return { kind: 'unreadable', problem: `${fields.text} is no text` };
  const message = {
    message_id: shortText(optional(fields.message_id)),
    device_id,
    sim_slot: simSlot(optional(fields.sim_slot)),
    sender: shortText(read(fields.sender)),
    text: storable(text),
    received_at: momentOf(optional(fields.received_at)),
  };
  return { kind: 'messages', messages: [message] };
}

function without(prefix: string, text: string): string {
  return text.startsWith(prefix) ? text.slice(prefix.length).trim() : text;
}

function needed(config: GenericConfig | null): GenericConfig {
  if (config === null) throw new Error('bug: a generic gateway without its configuration');
  return config;
}
