import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const HERE = fileURLToPath(new URL('.', import.meta.url));
const bin = (name: string) => join(ROOT, 'node_modules', '.bin', name);

/** `npm run prepare-clients` puts it there; otherwise the machine's own may have what is needed. */
const OWN_PYTHON = join(ROOT, 'node_modules', '.cache', 'chari-python', 'bin', 'python');
const PYTHON = existsSync(OWN_PYTHON) ? OWN_PYTHON : 'python3';

/** What this machine has already, and nothing from elsewhere. */
const OFFLINE = { GOPROXY: 'off', GOFLAGS: '-mod=readonly' };

type Command = readonly [program: string, ...args: string[]];

/** A generator of clients, and how its client is made, compiled and run in a folder that holds `openapi.json`. */
export type Generator = {
  name: string;
  /** Where the program that uses the client lies: copied into the folder. */
  source: string;
  env: NodeJS.ProcessEnv;
  /** Succeeds where the toolchain and the generator are there; null for what comes with the packages. */
  probe: Command | null;
  /** In order; the last prints what the program found. */
  commands: readonly Command[];
};

export const GENERATORS: readonly Generator[] = [
  {
    name: 'oazapfts for TypeScript',
    source: join(HERE, 'typescript'),
    env: {},
    probe: null,
    commands: [
      [bin('oazapfts'), 'openapi.json', 'client.ts'],
      [bin('tsc'), '-p', '.'],
      [process.execPath, 'made/pay.js'],
    ],
  },
  {
    name: 'openapi-python-client for Python',
    source: join(HERE, 'python'),
    env: { PYTHONPATH: 'client', PYTHONDONTWRITEBYTECODE: '1' },
    probe: [PYTHON, '-c', 'import openapi_python_client'],
    commands: [
      [
        PYTHON,
        '-m',
        'openapi_python_client',
        'generate',
        '--path',
        'openapi.json',
        '--output-path',
        'client',
      ],
      [PYTHON, '-m', 'compileall', '-q', 'client'],
      [PYTHON, 'pay.py'],
    ],
  },
  {
    name: 'oapi-codegen for Go',
    source: join(HERE, 'go'),
    env: OFFLINE,
    probe: ['go', 'tool', 'oapi-codegen', '-version'],
    commands: [
      ['go', 'tool', 'oapi-codegen', '-config', 'oapi-codegen.yaml', '-o', 'chari/chari.go', 'openapi.json'],
      ['go', 'vet', './...'],
      ['go', 'run', '.'],
    ],
  },
];

export function isPresent({ probe, source, env }: Generator): boolean {
  if (probe === null) return true;
  const [program, ...args] = probe;
  const options = { cwd: source, env: { ...process.env, ...env }, stdio: 'ignore' } as const;
  return spawnSync(program, args, options).status === 0;
}
