import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

/**
 * Sends a POST but for the last byte of its body.
 * @param reached asks the same process something else on another connection: once that is answered, the headers have been read
 * @returns sends that byte, and gives the answer
 */
export async function halfSent(
  url: string,
  headers: Record<string, string>,
  body: string,
  reached: () => Promise<unknown>,
): Promise<() => Promise<{ status: number | undefined; body: string }>> {
  const asked = request(url, { method: 'POST', headers: { ...headers, 'content-length': body.length } });
  const answered = once(asked, 'response');
  asked.write(body.slice(0, -1));
  await once(asked, 'socket').then(([socket]) => (socket.connecting ? once(socket, 'connect') : undefined));
  await reached();
  return async () => {
    asked.end(body.slice(-1));
    const [answer] = (await answered) as [IncomingMessage];
    return { status: answer.statusCode, body: await text(answer) };
  };
}
