import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GATEWAY_ADAPTERS } from '../../src/domain/gateway/gateway.ts';
import { readGenericConfig } from '../../src/domain/gateway/generic.ts';
import type { GatewayRequest, VerifyOptions } from '../../src/sms/gateways/adapter.ts';
import { ADAPTERS } from '../../src/sms/gateways/adapters.ts';
import { FIXTURES, type Fixture } from './fixtures.ts';

const configOf = ({ adapter, config }: Fixture) => {
  if (adapter !== 'generic-json' && adapter !== 'generic-form') return null;
  const read = readGenericConfig(adapter, config);
  if (!read.ok) throw new Error(read.problem);
  return read.config;
};
const requestOf = ({ body, headers }: Fixture): GatewayRequest => ({ body: Buffer.from(body), headers });
const optionsOf = (fixture: Fixture): VerifyOptions => ({
  secret: fixture.secret,
  now: new Date(fixture.now),
  gateway_id: fixture.gateway_id,
  config: configOf(fixture),
});
const verify = (fixture: Fixture, request = requestOf(fixture), options: Partial<VerifyOptions> = {}) =>
  ADAPTERS[fixture.adapter].verify(request, { ...optionsOf(fixture), ...options });
const named = (name: string) => {
  const fixture = FIXTURES.find((one) => one.name === name);
  if (fixture === undefined) throw new Error(name);
  return fixture;
};

it('every gateway has a recorded request', () => {
  expect(new Set(FIXTURES.map(({ adapter }) => adapter))).toEqual(new Set(GATEWAY_ADAPTERS));
});

describe.each(FIXTURES.map((fixture) => [fixture.name, fixture] as const))('the request %s', (_, fixture) => {
  it('is authentic and says what it says', () => {
    expect(verify(fixture).kind).toBe('authentic');
    const news = ADAPTERS[fixture.adapter].parse(requestOf(fixture), configOf(fixture));
    expect(JSON.parse(JSON.stringify(news))).toEqual(fixture.news);
  });

  it('is refused under another secret and without its credentials', () => {
    expect(verify(fixture, undefined, { secret: 'another secret' })).toEqual({
      kind: 'refused',
      reason: 'wrong_signature',
    });
    const headers = { 'content-type': fixture.headers['content-type'] };
    expect(verify(fixture, { ...requestOf(fixture), headers })).toEqual({
      kind: 'refused',
      reason: 'unsigned',
    });
  });

  it('is refused when any byte of the body is another, where the body is signed', () => {
    const signs_body =
      fixture.adapter === 'sms-gate' || fixture.adapter === 'textbee' || fixture.config?.auth === 'hmac';
    for (let at = 0; at < fixture.body.length; at += 1) {
      const body = Buffer.from(fixture.body);
      body[at] = (body[at] ?? 0) ^ 1;
      const { kind } = verify(fixture, { ...requestOf(fixture), body });
      expect(kind).toBe(signs_body ? 'refused' : 'authentic');
    }
  });
});

describe.each(FIXTURES.map((fixture) => [fixture.name, fixture] as const))(
  'the headers of %s',
  (_, fixture) => {
    const admit = (headers: GatewayRequest['headers'], options: Partial<VerifyOptions> = {}) =>
      ADAPTERS[fixture.adapter].admit({ headers }, { ...optionsOf(fixture), ...options });

    it('let it in, and condemn it without its credentials', () => {
      expect(admit(fixture.headers)).toBeNull();
      expect(admit({})).toEqual({ kind: 'refused', reason: 'unsigned' });
    });

    it('never condemn what is authentic, whatever else they hold', () => {
      const names = fc.constantFrom(...Object.keys(fixture.headers), 'x-signature', 'authorization');
      const values = fc.oneof(fc.string(), fc.constantFrom(...Object.values(fixture.headers).map(String)));
      fc.assert(
        fc.property(fc.dictionary(names, values), fc.boolean(), (changed, kept) => {
          const headers = kept ? { ...fixture.headers, ...changed } : changed;
          const authentic = verify(fixture, { ...requestOf(fixture), headers }).kind === 'authentic';
          expect(authentic && admit(headers) !== null).toBe(false);
        }),
      );
    });
  },
);

describe('sms-gate.app', () => {
  const fixture = named('sms-gate-received');
  const signed = (now: Date, body = fixture.body): GatewayRequest => {
    const timestamp = String(Math.floor(now.getTime() / 1_000));
    const signature = createHmac('sha256', fixture.secret)
      .update(body + timestamp)
      .digest('hex');
    return { body: Buffer.from(body), headers: { 'x-timestamp': timestamp, 'x-signature': signature } };
  };
  const at = (ms: number) => new Date(Date.parse(fixture.now) + ms);

  it.each([
    [-300_000, 'authentic'],
    [300_000, 'authentic'],
    [-301_000, 'refused'],
    [301_000, 'refused'],
  ])('a signature %i ms away from our clock is %s', (skew_ms, kind) => {
    const now = new Date(Date.parse('2026-02-24T11:12:12.000Z'));
    expect(verify(fixture, signed(new Date(now.getTime() + skew_ms)), { now }).kind).toBe(kind);
  });

  it('a retry two days later is signed anew and authentic; the first signature is stale by then', () => {
    const later = at(2 * 86_400_000);
    expect(verify(fixture, signed(later), { now: later }).kind).toBe('authentic');
    expect(verify(fixture, requestOf(fixture), { now: later })).toEqual({ kind: 'refused', reason: 'stale' });
  });

  it('tells how far its clock is ahead', () => {
    const verified = verify(fixture, signed(at(120_000)));
    expect(verified).toEqual({ kind: 'authentic', signed_at: new Date('2026-02-24T11:14:12.000Z') });
  });

  // The app calls a batch by the first name since August 2026.
  it.each(['sms:batch:received', 'sms:batch-received'])(
    'several messages in one %s are each read, also beside one that can not be',
    (name) => {
      const event = (messages: unknown[]) => ({
        body: Buffer.from(JSON.stringify({ deviceId: 'd', event: name, id: 'e', payload: { messages } })),
        headers: {},
      });
      const one = { message: 'one', sender: 'A', simNumber: 2, receivedAt: '2026-02-24T12:12:07.000+01:00' };
      const both = ADAPTERS['sms-gate'].parse(event([one, { ...one, message: 'two' }]), null);
      expect(both).toMatchObject({
        kind: 'messages',
        messages: [{ text: 'one', sim_slot: 2 }, { text: 'two' }],
      });
      const part = ADAPTERS['sms-gate'].parse(event([one, { sender: 'A' }]), null);
      expect(part).toMatchObject({ kind: 'messages', messages: [{ text: 'one' }], is_part_unreadable: true });
      expect(ADAPTERS['sms-gate'].parse(event([{ sender: 'A' }]), null).kind).toBe('unreadable');
    },
  );
});

it.each([
  ['sms:group:received', { messages: [{ message: 'Vous avez recu' }] }, 'unreadable'],
  ['sms:arrived', { message: 'Vous avez recu' }, 'unreadable'],
  ['sms:sent', { message: 'what we have sent' }, 'ignored'],
  ['sms:batch:data-received', { messages: [{ data: 'AAAA' }] }, 'ignored'],
  ['mms:downloaded', { message: 'no notice of an operator' }, 'ignored'],
  ['app:started', {}, 'ignored'],
])(
  'what sms-gate.app may call %s one day is kept where it holds the text of an SMS that came in',
  (event, payload, kind) => {
    const body = Buffer.from(JSON.stringify({ deviceId: 'd', event, id: 'e', payload }));
    expect(ADAPTERS['sms-gate'].parse({ body, headers: {} }, null).kind).toBe(kind);
  },
);

describe('httpSMS', () => {
  const fixture = named('httpsms-received');
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const iat = Date.parse(fixture.now) / 1_000;
  const aud = `https://pay.example.com/gateways/${fixture.gateway_id}/inbound`;
  const token = (claims: object, head: object = { alg: 'HS256', typ: 'JWT' }, algorithm = 'sha256') => {
    const text = `${encode(head)}.${encode(claims)}`;
    return `${text}.${createHmac(algorithm, fixture.secret).update(text).digest('base64url')}`;
  };
  const given = (jwt: string) =>
    verify(fixture, { ...requestOf(fixture), headers: { authorization: `Bearer ${jwt}` } });

  it.each([
    ['with everything right', token({ aud, exp: iat + 600, nbf: iat - 600 }), 'authentic'],
    ['without an audience', token({ exp: iat + 600 }), 'authentic'],
    ['for another gateway', token({ aud: `${aud}/x`, exp: iat + 600 }), 'wrong_signature'],
    ['that has expired', token({ aud, exp: iat - 61 }), 'stale'],
    ['that does not begin yet', token({ aud, exp: iat + 600, nbf: iat + 61 }), 'stale'],
    ['that never expires', token({ aud }), 'stale'],
    [
      'of the algorithm none',
      `${encode({ alg: 'none' })}.${encode({ aud, exp: iat + 600 })}.`,
      'wrong_signature',
    ],
    ['of the algorithm none, signed', token({ aud, exp: iat + 600 }, { alg: 'none' }), 'wrong_signature'],
    ['of HS512', token({ aud, exp: iat + 600 }, { alg: 'HS512' }, 'sha512'), 'wrong_signature'],
    ['with a fourth part', `${token({ aud, exp: iat + 600 })}.x`, 'wrong_signature'],
  ])('a token %s', (_, jwt, expected) => {
    const verdict = given(jwt);
    expect(verdict.kind === 'refused' ? verdict.reason : verdict.kind).toBe(expected);
  });

  // Only its own key opens it, and nobody would ask what money it tells of.
  it('a message that the phone has encrypted is unreadable, not words that nobody knows', () => {
    const event = JSON.parse(requestOf(fixture).body.toString());
    const request = (encrypted: boolean) => ({
      body: Buffer.from(JSON.stringify({ ...event, data: { ...event.data, encrypted } })),
      headers: {},
    });
    expect(ADAPTERS.httpsms.parse(request(false), null).kind).toBe('messages');
    expect(ADAPTERS.httpsms.parse(request(true), null)).toMatchObject({
      kind: 'unreadable',
      problem: expect.stringContaining('encrypt'),
    });
  });
});

describe('a generic gateway', () => {
  const arabic = 'لقد استلمت 5000 FCFA من 66123456. رصيدك 60000';
  const paid = (motif: string) =>
    `Vous avez recu 5000 FCFA du 66123456. Motif: ${motif}. Solde: 60000 FCFA. Ref: DH58HF9XG8`;
  it.each([
    ['Latin-1', 'Vous avez reçu 5000 FCFA à N’Djaména', 'windows-1252'],
    ['UTF-8', 'Vous avez reçu 5000 FCFA à N’Djaména @ 1', 'utf-8'],
    ['UCS-2, as Jasmin hands on what isn’t in GSM-7', 'Vous avez reçu 5000 FCFA', 'utf-16be'],
    ['UCS-2 in Arabic', arabic, 'utf-16be'],
    ['UTF-8 in Arabic', arabic, 'utf-8'],
    ['UCS-2 with an emoji', paid('😀'), 'utf-16be'],
    ['UCS-2 with a letter whose second byte is 0', paid('Ā'), 'utf-16be'],
    ['UCS-2 with more suns than other letters', paid('☀'.repeat(200)), 'utf-16be'],
    ['UCS-2 in Arabic with a long motif', `${arabic} ${'مرحبا'.repeat(60)}`, 'utf-16be'],
    ['UCS-2 in the printed forms of Arabic letters', 'ﻟﻘﺪ ﺍﺳﺘﻠﻤﺖ ﻣﺒﻠﻎ 5000 FCFA ﻣﻦ 66123456', 'utf-16be'],
    ['Latin-1 with letters that such a text begins with', 'ûüýþ ûüýþ ûüýþ', 'windows-1252'],
    ['UTF-8 with a 0 as some send an at sign', 'Vous avez recu 5000 FCFA de a\u0000b ', 'utf-8'],
  ])('reads a form that is written in %s', (_, text, encoding) => {
    const codes = [...text].map((char) => char.charCodeAt(0));
    const bytes = {
      'utf-8': Buffer.from(text),
      'utf-16be': Buffer.from(text, 'utf16le').swap16(),
      'windows-1252': Buffer.from(codes.map((code) => (code === 0x2019 ? 0x92 : code))),
    }[encoding];
    const content = [...(bytes ?? [])].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
    const read = readGenericConfig('generic-form', {});
    if (!read.ok) throw new Error(read.problem);
    const body = Buffer.from(`from=Airtel+Money&id=1&content=${content}&content=second&%zz=a&&odd`);
    expect(ADAPTERS['generic-form'].parse({ body, headers: {} }, read.config)).toMatchObject({
      kind: 'messages',
      messages: [{ sender: 'Airtel Money', text: text.replace('\0', '\uFFFD'), message_id: '1' }],
    });
  });

  it('whose configuration names a field that is not there is unreadable, not silent', () => {
    const read = readGenericConfig('generic-json', { fields: { text: 'sms.text' } });
    if (!read.ok) throw new Error(read.problem);
    const request = { body: Buffer.from('{"sms":{"body":"Vous avez recu"}}'), headers: {} };
    expect(ADAPTERS['generic-json'].parse(request, read.config).kind).toBe('unreadable');
  });

  it.each([
    [{ auth: 'none' }],
    [{ fields: { texte: 'a' } }],
    [{ fields: { text: null } }],
    [{ header: '' }],
    [[]],
  ])('refuses the configuration %j', (config) => {
    expect(readGenericConfig('generic-form', config).ok).toBe(false);
  });
});

it('whatever the bytes and headers, every adapter answers and never throws', () => {
  const config = readGenericConfig('generic-json', {});
  if (!config.ok) throw new Error(config.problem);
  const texts = fc.oneof(fc.string(), fc.json(), fc.string({ unit: 'binary' }));
  fc.assert(
    fc.property(
      fc.constantFrom(...GATEWAY_ADAPTERS),
      fc.oneof(
        fc.uint8Array({ maxLength: 300 }),
        texts.map((text) => Buffer.from(text)),
      ),
      fc.dictionary(fc.constantFrom('authorization', 'x-signature', 'x-timestamp', 'x-gateway-token'), texts),
      (adapter, bytes, headers) => {
        const request = { body: Buffer.from(bytes), headers };
        const options = { secret: 's3cret-s3cret', now: new Date(0), gateway_id: 'g', config: config.config };
        expect(['authentic', 'refused']).toContain(ADAPTERS[adapter].verify(request, options).kind);
        expect(ADAPTERS[adapter].parse(request, config.config).kind).toBeTypeOf('string');
      },
    ),
    { numRuns: 2_000 },
  );
});
