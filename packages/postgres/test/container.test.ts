import { execFileSync, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { childrenOf } from '../src/process.ts';
import { isRoot, isRunning, makeFolder, openInChild, postmasterPid } from './processes.ts';

/** Starts a program as a container starts it: as root that may not look into other users' processes. */
const AS_IN_A_CONTAINER = ['setpriv', '--bounding-set', '-sys_ptrace', '--inh-caps', '-sys_ptrace'] as const;
const canPlayContainer = isRoot && runAsInAContainer('true').status === 0;
const needsSetpriv = canPlayContainer ? '' : ' (skipped: only root with setpriv can give that right up)';
/** A start that does not know its own server would wait for ever. */
const PATIENCE_MS = 60_000;

let folder: string;
let remove: () => Promise<void>;
beforeEach(async () => {
  ({ folder, remove } = await makeFolder());
});
afterEach(() => remove());

function runAsInAContainer(...command: string[]) {
  const [file, ...args] = AS_IN_A_CONTAINER;
  return spawnSync(file, [...args, ...command], { encoding: 'utf8' });
}

function openAsInAContainer(data_dir: string) {
  return openInChild({ data_dir }, { timeout: PATIENCE_MS }, AS_IN_A_CONTAINER);
}

async function checkpointerOf(postmaster: number): Promise<number | undefined> {
  const children = await childrenOf(postmaster);
  const titles = await Promise.all(children.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8')));
  return children.find((_, index) => titles[index]?.startsWith('postgres: checkpointer'));
}

describe.skipIf(!canPlayContainer)(`root of a container, without CAP_SYS_PTRACE${needsSetpriv}`, () => {
  test('starts the server as another user, finds it again after a kill, and ends it', async () => {
    const data_dir = join(folder, 'data');
    const first = await openAsInAContainer(data_dir);
    expect(first.answer).toMatchObject({ joined: false });
    const pid = await postmasterPid(data_dir);
    expect(runAsInAContainer('readlink', `/proc/${pid}/cwd`)).toMatchObject({ status: 1, stdout: '' });
    await first.kill();
    const second = await openAsInAContainer(data_dir);
    expect(second.answer).toMatchObject({ joined: true, port: first.answer.port });
    expect(await postmasterPid(data_dir)).toBe(pid);
    await second.stop();
    expect(await isRunning(pid)).toBe(false);
  });

  test("knows the server's children too, and no process of another folder", async () => {
    const [ours, theirs] = [join(folder, 'ours'), join(folder, 'theirs')];
    const opened = await Promise.all([ours, theirs].map(openAsInAContainer));
    const [pid, stranger] = await Promise.all([ours, theirs].map(postmasterPid));
    const known = processesSeenInAContainer(ours);
    expect(known).toContain(pid);
    expect(known).toContain(await checkpointerOf(Number(pid)));
    expect(known).not.toContain(stranger);
    expect(known).not.toContain(await checkpointerOf(Number(stranger)));
    await Promise.all(opened.map(({ stop }) => stop()));
    expect(processesSeenInAContainer(ours)).toEqual([]);
  });
});

function processesSeenInAContainer(data_dir: string): number[] {
  const code = `
    import { serverProcesses } from ${JSON.stringify(new URL('../src/process.ts', import.meta.url).href)};
    console.log(JSON.stringify(await serverProcesses(${JSON.stringify(join(data_dir, 'postgres'))})));`;
  const [file, ...args] = AS_IN_A_CONTAINER;
  const options = { encoding: 'utf8' } as const;
  return JSON.parse(
    execFileSync(file, [...args, process.execPath, '--input-type=module', '-e', code], options),
  );
}
