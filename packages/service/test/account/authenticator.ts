import { Buffer } from 'node:buffer';
import { createSign, generateKeyPairSync, hash, randomBytes } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const HOST = 'pay.example';
const PRESENT_AND_VERIFIED = 0x05;
const HAS_KEY = 0x40;

const packed = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Uint8Array): Buffer => Buffer.from(hash('sha256', bytes, 'hex'), 'hex');

/** A device that keeps one passkey for the site of the tests, and answers as browsers do. */
export function authenticator() {
  const id = randomBytes(16);
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  let count = 0;
  /** What every answer says of the device: for which site, who was there, and how often it was used. */
  const said = (flags: number): Buffer => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(count++);
    return Buffer.concat([sha256(Buffer.from(HOST)), Buffer.of(flags), counter]);
  };
  const client = (type: string, challenge: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin: `https://${HOST}`, crossOrigin: false }));
  const answer = (response: Record<string, unknown>): string =>
    JSON.stringify({
      ...{ id: packed(id), rawId: packed(id), type: 'public-key' },
      ...{ response, clientExtensionResults: {} },
    });
  return {
    /** The answer to the offer of a new key. */
    make: (challenge: string): string => {
      const key = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
          [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
        ]),
      );
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const data = Buffer.concat([said(PRESENT_AND_VERIFIED | HAS_KEY), Buffer.alloc(16), length, id, key]);
      const attestation = isoCBOR.encode(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', new Uint8Array(data)],
        ]) as never,
      );
      return answer({
        clientDataJSON: packed(client('webauthn.create', challenge)),
        attestationObject: packed(attestation),
      });
    },
    /** The answer when somebody signs in. */
    sign: (challenge: string): string => {
      const client_data = client('webauthn.get', challenge);
      const data = said(PRESENT_AND_VERIFIED);
      const signer = createSign('sha256').update(Buffer.concat([data, sha256(client_data)]));
      return answer({
        clientDataJSON: packed(client_data),
        authenticatorData: packed(data),
        signature: packed(signer.sign(privateKey)),
      });
    },
  };
}
