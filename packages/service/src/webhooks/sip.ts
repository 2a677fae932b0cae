import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';

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
