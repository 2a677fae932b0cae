/** How a gateway without an adapter of its own writes its requests; kept in `sms_gateways.config`. */
export type GenericConfig = {
  /** `token`: the header holds the secret (after `Bearer `, if it is there). `hmac`: the hex HMAC-SHA256 of the body. */
  auth: 'token' | 'hmac';
  /** In lower case. */
  header: string;
  /** Names of the fields; in JSON a dot leads into an object. `text` and `sender` must be there. */
  fields: {
    text: string;
    sender: string;
    message_id: string | null;
    device_id: string | null;
    sim_slot: string | null;
    received_at: string | null;
  };
  /** What it wants to read in the answer (Jasmin: `ACK/Jasmin`); null for our own. */
  answer: string | null;
};

/** Where nothing else is said. The form's names are those that Jasmin posts. */
export const GENERIC_DEFAULTS: Readonly<Record<'generic-json' | 'generic-form', GenericConfig>> = {
  'generic-json': {
    auth: 'token',
    header: 'authorization',
    fields: {
      text: 'text',
      sender: 'sender',
      message_id: 'id',
      device_id: 'device_id',
      sim_slot: 'sim_slot',
      received_at: 'received_at',
    },
    answer: null,
  },
  'generic-form': {
    auth: 'token',
    header: 'x-gateway-token',
    fields: {
      text: 'content',
      sender: 'from',
      message_id: 'id',
      device_id: 'to',
      sim_slot: null,
      received_at: null,
    },
    answer: null,
  },
};

const FIELDS = ['text', 'sender', 'message_id', 'device_id', 'sim_slot', 'received_at'] as const;
const NAME_CHARACTERS_MAX = 100;

export type ConfigRead = { ok: true; config: GenericConfig } | { ok: false; problem: string };

/** Completes what staff or the database gave with the defaults, or says what is wrong with it. */
export function readGenericConfig(adapter: 'generic-json' | 'generic-form', given: unknown): ConfigRead {
  const defaults = GENERIC_DEFAULTS[adapter];
  if (!isRecord(given)) return { ok: false, problem: 'The configuration is no JSON object.' };
  const { auth = defaults.auth, header = defaults.header, fields = {}, answer = defaults.answer } = given;
  if (auth !== 'token' && auth !== 'hmac') return { ok: false, problem: '"auth" is "token" or "hmac".' };
  if (!isName(header)) return { ok: false, problem: '"header" is the name of a header.' };
  if (!isRecord(fields)) return { ok: false, problem: '"fields" is an object of field names.' };
  if (answer !== null && !isName(answer)) return { ok: false, problem: '"answer" is a short text.' };
  const unknown = Object.keys(fields).find((name) => !FIELDS.some((known) => known === name));
  if (unknown !== undefined) {
    return { ok: false, problem: `"fields" has ${unknown}; it can have ${FIELDS.join(', ')}.` };
  }
  const merged: Record<string, unknown> = { ...defaults.fields, ...fields };
  const wrong = FIELDS.find((name) => !isName(merged[name]) && (merged[name] !== null || isNeeded(name)));
  if (wrong !== undefined) return { ok: false, problem: `"fields.${wrong}" is no field name.` };
  const config: GenericConfig = {
    auth,
    header: header.toLowerCase(),
    fields: merged as GenericConfig['fields'],
    answer,
  };
  return { ok: true, config };
}

function isNeeded(name: string): boolean {
  return name === 'text' || name === 'sender';
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= NAME_CHARACTERS_MAX;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
