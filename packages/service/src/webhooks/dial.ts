import type { LookupAddress, LookupOptions } from 'node:dns';
import type { LookupFunction, Socket } from 'node:net';
import { buildConnector } from 'undici';
import { isPublicAddress, literalAddress } from '../engine/webhook-endpoints/receivers.ts';

/** As `dns.lookup` with `all: true`. */
export type Lookup = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

export class AddressRefused extends Error {
  constructor(place: string) {
    super(`${place} is not a public address`);
    this.name = 'AddressRefused';
  }
}

/**
 * A connector for undici that connects to public addresses only, unless `allow_private`. It hands the socket
 * nothing but addresses it has checked (a name can't change its answer between check and dial), checks a
 * literal address itself, because no name is looked up then, and looks once more at what was dialled.
 *
 * @param options.isAllowed which addresses are public; tests have none that answers
 */
export function dialler(options: {
  allow_private: boolean;
  connect_timeout_ms: number;
  lookup: Lookup;
  isAllowed?: (address: string) => boolean;
}): buildConnector.connector {
  const { allow_private, connect_timeout_ms: timeout, lookup, isAllowed = isPublicAddress } = options;
  // Node gives an address 250 ms and then tries the next, and where a machine has no IPv6 the last one fails at once: a
  // slow handshake would never succeed. A packet that is lost is sent again after a second.
  const times = { timeout, autoSelectFamilyAttemptTimeout: Math.ceil(timeout / 2) };
  if (allow_private) return buildConnector({ ...times, lookup: unguarded(lookup) });
  const connect = buildConnector({ ...times, lookup: guarded(lookup, isAllowed) });
  return (target, callback) => {
    const literal = literalAddress(target.hostname);
    if (literal !== null && !isAllowed(literal)) {
      callback(new AddressRefused(literal), null);
      return;
    }
    connect(target, (...[error, socket]) => {
      if (error !== null) callback(error, null);
      else if (isAllowed((socket as Socket).remoteAddress ?? '')) callback(null, socket as Socket);
      else {
        const refused = new AddressRefused((socket as Socket).remoteAddress ?? 'an unknown place');
        (socket as Socket).destroy();
        callback(refused, null);
      }
    });
  };
}

/** A lookup that answers with the public addresses of a name alone, and fails when it has none. */
export function guarded(
  lookup: Lookup,
  isAllowed: (address: string) => boolean = isPublicAddress,
): LookupFunction {
  return resolving(lookup, (hostname, addresses) => {
    const allowed = addresses.filter(({ address }) => isAllowed(address));
    if (allowed.length === 0) throw new AddressRefused(hostname);
    return allowed;
  });
}

function unguarded(lookup: Lookup): LookupFunction {
  return resolving(lookup, (_, addresses) => addresses);
}

function resolving(
  lookup: Lookup,
  choose: (hostname: string, addresses: LookupAddress[]) => LookupAddress[],
): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, '', 0);
      let chosen: LookupAddress[];
      try {
        chosen = choose(hostname, addresses);
      } catch (refused) {
        return callback(refused as Error, '', 0);
      }
      if (options.all) return callback(null, chosen);
      const [first] = chosen;
      if (first === undefined) return callback(new Error(`${hostname} has no address`), '', 0);
      callback(null, first.address, first.family);
    });
  };
}

/** One portion that the HTTP parser gets. */
const SIP_BYTES = 2_048;
/** Most that a receiver may say to one request: headers, announcements, chunks and trailers together. */
const SAID_MAX_BYTES = 64 * 1_024;

/**
 * Lets the parser drink what comes in sips, and no more of one answer than its limit. The parser works through
 * all it is given even after it has refused it (64 KiB of tiny headers cost 50 ms, since each of them is
 * refused anew), and limits neither announcements (1xx) nor chunk extensions, which a receiver may send as
 * fast as we can read for as long as an exchange lasts.
 */
export function sipping(connect: buildConnector.connector): buildConnector.connector {
  return (target, callback) => {
    connect(target, (...[error, socket]) => {
      if (error !== null) return callback(error, null);
      restrain(socket as Socket);
      callback(null, socket as Socket);
    });
  };
}

function restrain(socket: Socket): void {
  const read = socket.read.bind(socket);
  let said_bytes = 0;
  let request_end = 0;
  socket.read = () => {
    if (socket.destroyed) return null;
    const sip = read(Math.min(socket.readableLength, SIP_BYTES) || undefined) as Buffer | null;
    if (sip === null) return null;
    // Something was written since: a new request, a new answer.
    if (socket.bytesWritten !== request_end) {
      request_end = socket.bytesWritten;
      said_bytes = 0;
    }
    said_bytes += sip.length;
    if (said_bytes <= SAID_MAX_BYTES) return sip;
    socket.destroy(new Error(`more than ${SAID_MAX_BYTES} bytes were answered`));
    return null;
  };
}
