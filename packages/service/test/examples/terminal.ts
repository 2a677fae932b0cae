import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { vi } from 'vitest';

/** A shell into which commands are pasted. What they print is kept, errors among it. */
export type Terminal = {
  /**
   * Pastes; waits for the end of the commands when `until_done`.
   * @returns their exit code, or null
   */
  paste: (commands: string, until_done: boolean) => Promise<number | null>;
  screen: () => string;
  /** Ends the shell and all that it started. */
  close: () => Promise<void>;
};

/** How long the end of a command, or what it shows, is waited for. */
export const PATIENCE_MS = 150_000;

export function openTerminal(cwd: string, env: NodeJS.ProcessEnv): Terminal {
  // A group of its own, so that what the guide starts in the background ends with it.
  const shell = spawn('bash', ['--noprofile', '--norc'], { cwd, env, detached: true });
  let screen = '';
  let pasted = 0;
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      screen += text;
    });
  }
  return {
    screen: () => screen,
    paste: async (commands, until_done) => {
      pasted += 1;
      const done = new RegExp(`<done ${pasted}: ([0-9]+)>`);
      shell.stdin.write(`${commands}\necho "<done ${pasted}: $?>"\n`);
      if (!until_done) return null;
      return vi.waitFor(
        () => {
          const code = done.exec(screen)?.[1];
          if (code === undefined) throw new Error(`not done: ${commands}\n${screen}`);
          return Number(code);
        },
        { timeout: PATIENCE_MS, interval: 20 },
      );
    },
    close: async () => {
      const { pid } = shell;
      if (pid === undefined || shell.exitCode !== null) return;
      const ended = once(shell, 'exit');
      signalGroup(pid, 'SIGTERM');
      // bash itself waits for its foreground command, which drains.
      await vi
        .waitFor(
          () => {
            if (signalGroup(pid, 0)) throw new Error('something of it still runs');
          },
          { timeout: 100_000, interval: 50 },
        )
        .catch(() => signalGroup(pid, 'SIGKILL'));
      await ended;
    },
  };
}

/** Whether there was anyone to signal. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}
