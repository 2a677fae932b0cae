import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CookieName } from './table.ts';

/**
 * Cookies of signed-in pages. Over https their names begin with `__Host-`: the browser takes such a one only from this
 * very host, so no neighbour under the same domain can lay one of theirs here.
 */
export function cookieJar(request: FastifyRequest, reply: FastifyReply, is_secure: boolean) {
  const nameOf = (name: CookieName): string => `${is_secure ? '__Host-' : ''}chari-${name}`;
  return {
    get: (name: CookieName): string | null => cookieOf(request.headers.cookie ?? '', nameOf(name)),
    /** Null takes it away; without an end it lasts as long as the browser. */
    set: (name: CookieName, value: string | null, expires_at?: Date): void => {
      const end =
        value === null
          ? '; Max-Age=0'
          : expires_at === undefined
            ? ''
            : `; Expires=${expires_at.toUTCString()}`;
      const secure = is_secure ? '; Secure' : '';
      reply.header(
        'set-cookie',
        `${nameOf(name)}=${value ?? ''}; Path=/${end}; HttpOnly; SameSite=Lax${secure}`,
      );
    },
  };
}

export type CookieJar = ReturnType<typeof cookieJar>;

/** A value of ours has only signs that need no quoting; what has others is not ours. */
function cookieOf(header: string, name: string): string | null {
  const values = header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  const [value = ''] = values;
  return values.length === 1 && /^[A-Za-z0-9._~-]{1,4000}$/.test(value) ? value : null;
}
