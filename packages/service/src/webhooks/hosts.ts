import type { LookupAddress } from 'node:dns';
import { readFile, stat } from 'node:fs/promises';
import { isIP } from 'node:net';

const LOOK_EVERY_MS = 5_000;
const BYTES_MAX = 1_000_000;

const LOOPBACK: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** The addresses of each name in the text of a hosts file, in its order; names in lower case. */
export function parseHosts(text: string): Map<string, LookupAddress[]> {
  const hosts = new Map<string, LookupAddress[]>();
  for (const line of text.split('\n')) {
    const [content = ''] = line.split('#');
    const [address = '', ...names] = content.trim().split(/\s+/);
    const family = isIP(address);
    if (family === 0) continue;
    for (const name of names) {
      const key = name.toLowerCase();
      hosts.set(key, [...(hosts.get(key) ?? []), { address, family }]);
    }
  }
  return hosts;
}

/**
 * What the hosts file says of a name, null when nothing. It is looked at again after 5 s, so that a change
 * counts without a restart. `localhost` and what ends in `.localhost` is loopback on every machine (RFC 6761).
 *
 * @param file its path; one that is missing or can't be read says nothing
 */
export function openHosts(file: string): (name: string) => Promise<LookupAddress[] | null> {
  let hosts = new Map<string, LookupAddress[]>();
  let version = '';
  let looked_at_ms = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | null = null;

  const look = async (): Promise<void> => {
    const found = await stat(file).catch(() => null);
    const now_version = found === null ? '' : `${found.ino} ${found.mtimeMs} ${found.size}`;
    if (now_version !== version) {
      const readable = found !== null && found.size <= BYTES_MAX;
      hosts = parseHosts(readable ? await readFile(file, 'utf8').catch(() => '') : '');
      version = now_version;
    }
    looked_at_ms = performance.now();
    looking = null;
  };

  return async (name) => {
    if (performance.now() - looked_at_ms > LOOK_EVERY_MS) {
      looking ??= look();
      await looking;
    }
    const key = (name.endsWith('.') ? name.slice(0, -1) : name).toLowerCase();
    const found = hosts.get(key);
    if (found !== undefined) return found;
    return key === 'localhost' || key.endsWith('.localhost') ? [...LOOPBACK] : null;
  };
}
