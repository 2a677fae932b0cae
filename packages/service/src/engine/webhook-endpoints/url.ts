import { ENDPOINT_URL_CHARACTERS_MAX } from '../../domain/delivery/endpoint.ts';
import { isPublicAddress, literalAddress } from './address.ts';

const PORTS: ReadonlySet<string> = new Set(['', '443', '8443']);

/**
 * Why webhooks can't be sent to this URL, as one sentence for the merchant, or null when they can. What a
 * name resolves to is checked later, on the address that is really dialled.
 *
 * @param allow_private development: plain HTTP, any port, private addresses
 */
export function urlRefusal(url: string, allow_private: boolean): string | null {
  if (url.length > ENDPOINT_URL_CHARACTERS_MAX) {
    return `The URL is longer than ${ENDPOINT_URL_CHARACTERS_MAX} characters.`;
  }
  if (!URL.canParse(url)) return 'The URL is not a valid absolute URL, such as https://example.com/webhooks.';
  const parsed = new URL(url);
  if (parsed.protocol !== 'https:' && !(allow_private && parsed.protocol === 'http:')) {
    return allow_private
      ? 'The URL must begin with https:// or http://.'
      : 'The URL must begin with https://.';
  }
  if (parsed.username !== '' || parsed.password !== '') {
    return 'The URL must not hold a user name or password; verify the signature instead.';
  }
  if (parsed.hash !== '') return 'The URL must not hold a fragment (#).';
  return allow_private ? null : placeRefusal(parsed);
}

function placeRefusal(url: URL): string | null {
  if (!PORTS.has(url.port)) return 'The URL must use port 443 or 8443.';
  const address = literalAddress(url.hostname);
  const name = url.hostname.endsWith('.') ? url.hostname.slice(0, -1) : url.hostname;
  const is_local = name === 'localhost' || name.endsWith('.localhost');
  if (is_local || (address !== null && !isPublicAddress(address))) {
    return 'The URL must point to a public address: private, loopback and reserved addresses are not served.';
  }
  return null;
}
