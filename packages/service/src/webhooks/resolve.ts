import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { readFile, stat } from 'node:fs/promises';
import { isIP } from 'node:net';
import type { Lookup } from './dial.ts';

const HOSTS_FILE = '/etc/hosts';
const HOSTS_FILE_ON_WINDOWS = 'C:\\Windows\\System32\\drivers\\etc\\hosts';
/** One question and one repetition fit into the time to connect (3 s). */
const QUESTION_TIMEOUT_MS = 1_000;
const QUESTIONS = 2;
/** How long IPv6 addresses are waited for once those of IPv4 are there (RFC 8305, section 3). */
const SECOND_FAMILY_MS = 50;
/** A resolver keeps the servers it found when it was made; networks change. */
const RESOLVER_KEPT_MS = 30_000;

export type LookupSettings = {
  /** As `address:port`; default: the machine's. */
  servers?: readonly string[];
  hosts_file?: string;
};

/**
 * Resolves names by DNS itself instead of getaddrinfo: Node runs that on four threads, which a handful of
 * names with a dead name server hold for seconds each, and every other endpoint's name waits behind them.
 * Here each question is a datagram of its own. /etc/hosts is read first; search domains and mDNS are not
 * asked, because an endpoint's URL names a host in full.
 */
export function openLookup(settings: LookupSettings = {}): Lookup {
  const system_file = process.platform === 'win32' ? HOSTS_FILE_ON_WINDOWS : HOSTS_FILE;
  const inHostsFile = openHosts(settings.hosts_file ?? system_file);
  const resolver = resolverOf(settings.servers);
  const addressesOf = async (name: string): Promise<LookupAddress[]> =>
    (await inHostsFile(name)) ?? bothFamilies(resolver(), name);
  return (name, options, callback) => {
    addressesOf(name).then(
      (addresses) => {
        const wanted = addresses.filter(({ family }) => isWanted(family, options.family));
        if (wanted.length > 0) callback(null, wanted);
        else callback(new Error(`${name} has no address`), []);
      },
      (error: Error) => callback(error, []),
    );
  };
}

function resolverOf(servers: readonly string[] | undefined): () => Resolver {
  let made_at_ms = Number.NEGATIVE_INFINITY;
  let resolver: Resolver | null = null;
  return () => {
    if (resolver === null || performance.now() - made_at_ms > RESOLVER_KEPT_MS) {
      resolver = new Resolver({
        timeout: QUESTION_TIMEOUT_MS,
        tries: QUESTIONS,
        maxTimeout: QUESTION_TIMEOUT_MS,
      });
      if (servers !== undefined) resolver.setServers(servers);
      made_at_ms = performance.now();
    }
    return resolver;
  };
}

/** IPv4 first: where both exist, more of our neighbours have it working. Fails when neither is there. */
async function bothFamilies(resolver: Resolver, name: string): Promise<LookupAddress[]> {
  const [four, six] = [resolver.resolve4(name), resolver.resolve6(name)];
  const late = four.then(() => new Promise<string[]>((resolve) => setTimeout(resolve, SECOND_FAMILY_MS, [])));
  const [found4, found6] = await Promise.allSettled([four, Promise.any([six, late])]);
  const addresses = [...found(found4, 4), ...found(found6, 6)];
  if (addresses.length > 0) return addresses;
  throw found4.status === 'rejected' ? found4.reason : new Error(`${name} has no address`);
}

function found(result: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] {
  return result.status === 'fulfilled' ? result.value.map((address) => ({ address, family })) : [];
}

function isWanted(family: number, asked: unknown): boolean {
  return (
    (asked !== 4 && asked !== 'IPv4' && asked !== 6 && asked !== 'IPv6') ||
    String(asked).endsWith(String(family))
  );
}

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
