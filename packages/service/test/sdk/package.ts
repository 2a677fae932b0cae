import { execFile, spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const SDK = join(ROOT, 'packages', 'sdk');
export const BIN = join(ROOT, 'node_modules', '.bin');
export const TYPES = join(ROOT, 'node_modules', '@types');

/** npm makes the package; where it is missing nothing of this can be tried. */
export const HAS_NPM = spawnSync('npm', ['--version'], { stdio: 'ignore' }).status === 0;

/** A merchant's empty project, into which the packed SDK was installed without a network. */
export interface Project {
  readonly folder: string;
  /** What `npm pack` put into the package, by path. */
  readonly packed: readonly string[];
  /**
   * Writes files and runs a program in the folder.
   * @returns what it printed; throws with that when it fails
   */
  run: (program: string, args: readonly string[], env?: NodeJS.ProcessEnv) => Promise<string>;
  write: (file: string, text: string) => Promise<void>;
  read: (file: string) => Promise<string>;
  /** Puts a package of this repository's beside the SDK. */
  link: (name: string) => Promise<void>;
  remove: () => Promise<void>;
}

export async function openProject(): Promise<Project> {
  const work = await mkdtemp(join(tmpdir(), 'chari-sdk-'));
  const folder = join(work, 'shop');
  await mkdir(folder);
  // Packed from a copy: the build's folder must not appear in a tree that others read meanwhile.
  const copy = join(work, 'sdk');
  const is_source = (path: string) => !/node_modules|[/\\]dist(?:[/\\]|$)/.test(path.slice(SDK.length));
  await cp(SDK, copy, { recursive: true, filter: is_source });
  const env = { ...process.env, PATH: `${BIN}${delimiter}${process.env.PATH ?? ''}` };
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: copy, env });
  const [{ filename, files }] = JSON.parse(stdout.slice(stdout.indexOf('[')));
  await writeFile(join(folder, 'package.json'), '{ "name": "shop", "private": true }');
  const install = ['install', '--offline', '--no-audit', '--no-fund', `./${filename}`];
  await run('npm', install, { cwd: folder, env });
  return {
    folder,
    packed: files.map(({ path }: { path: string }) => path).sort(),
    run: async (program, args, more = {}) => {
      const outcome = run(program, args, { cwd: folder, env: { ...env, ...more }, timeout: 170_000 });
      return outcome.then(
        (printed) => printed.stdout,
        (error) => {
          throw new Error(`${error.stdout}${error.stderr}`);
        },
      );
    },
    write: (file, text) => writeFile(join(folder, file), text),
    read: (file) => readFile(join(folder, file), 'utf8'),
    link: async (name) => {
      const place = join(folder, 'node_modules', name);
      await rm(place, { force: true });
      await symlink(join(ROOT, 'node_modules', name), place, 'junction');
    },
    remove: () => rm(work, { recursive: true, force: true }),
  };
}

/** A runtime that the SDK promises, and how it runs a file; null where this machine does not have it. */
export interface Runtime {
  name: string;
  command: readonly string[] | null;
}

/** Looks for them under every folder of PATH: the first `node` there may be of another version. */
export function runtimes(): Runtime[] {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const find = (program: string, version: RegExp, args: string[] = []) => {
    const found = [...new Set([process.execPath, ...folders.map((folder) => join(folder, program))])]
      .filter((path) => path.endsWith(program))
      .find((path) => version.test(spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout ?? ''));
    return found === undefined ? null : [found, ...args];
  };
  return [
    { name: 'Node 22', command: find('node', /^v22\./) },
    { name: 'Node 24', command: find('node', /^v24\./) },
    { name: 'Bun', command: find('bun', /^\d/) },
    { name: 'Deno', command: find('deno', /^deno/, ['run', '--allow-all', '--quiet']) },
  ];
}
