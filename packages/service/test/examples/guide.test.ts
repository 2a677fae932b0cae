import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { guideSteps, lineToExpect, ROOT, type Step } from './guide.ts';
import { freePort } from './languages.ts';
import { openTerminal, type Terminal } from './terminal.ts';

const INSTALL = 'npm ci && npm start';
/** Settings of the one who runs the tests must not reach the guide's reader. */
const OURS = /^(?:CHARI_|npm_|VITEST|NODE_|PORT$|HOST$|PUBLIC_URL$|DASHBOARD_URL$|DATABASE_URL$|LOG_LEVEL$)/;
const has = (program: string) => spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined;
const IS_RUNNABLE = ['bash', 'npm', 'npx', 'curl', 'openssl'].every(has);

const steps = guideSteps();

test('the guide begins as the README does, so that its first command is the one of the start test', async () => {
  expect(steps[0]?.commands).toBe(INSTALL);
  expect(await readFile(`${ROOT}README.md`, 'utf8')).toContain(INSTALL);
  expect(steps.length).toBeGreaterThan(15);
});

describe.skipIf(!IS_RUNNABLE)(
  'the webhook guide, pasted word for word into a shell (with curl and openssl)',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'chari-guide-'));
    // Run as root, the database belongs to another user, who must get through.
    await chmod(folder, 0o755);
    const ports = new Map<string, string>();
    for (const port of ['8080', '3000', '3001']) ports.set(port, String(await freePort()));
    const env = {
      ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !OURS.test(name))),
      CHARI_DATA_DIR: join(folder, '.chari'),
      PORT: ports.get('8080'),
    };
    const terminals = new Map<number, Terminal>();
    afterAll(async () => {
      for (const terminal of [...terminals.values()].reverse()) await terminal.close();
      await rm(folder, { recursive: true, force: true });
    });
    let key = '';

    const terminal = (number: number): Terminal => {
      const open =
        terminals.get(number) ?? openTerminal(ROOT, number === 1 ? env : { ...env, PORT: ports.get('3000') });
      terminals.set(number, open);
      return open;
    };
    /** The only things that differ: free ports, the key that this start shows, and packages are there already. */
    const fitted = (text: string) =>
      text
        .replaceAll(/\b(?:8080|3000|3001)\b/g, (port) => ports.get(port) ?? port)
        .replace('service_test_…', key || 'service_test_…')
        .replace(INSTALL, 'npm start');

    // Each step stands on those before it: after the first that fails the others say so at once.
    let failed: string | null = null;
    const attempt = async (step: Step) => {
      if (failed !== null) throw new Error(`${failed} failed before`);
      failed = step.commands;
      await run(step);
      failed = null;
    };
    const run = async ({ terminal: number, commands, shown }: Step) => {
      const at = terminal(number);
      const before = new Map([...terminals].map(([one, { screen }]) => [one, screen().length]));
      const stays = /npm start|chari listen --forward-to/.test(commands);
      const code = await at.paste(fitted(commands), !stays);
      if (code !== null) expect(code, at.screen()).toBe(0);
      const news = () =>
        [...terminals].map(([one, { screen }]) => screen().slice(before.get(one) ?? 0)).join('\n');
      await vi.waitFor(
        () => {
          for (const line of shown) expect(news()).toMatch(lineToExpect(fitted(line)));
        },
        { timeout: 45_000, interval: 50 },
      );
      key ||= /service_test_[0-9A-Za-z]{43}/.exec(news())?.[0] ?? '';
    };

    for (const [index, step] of steps.entries()) {
      const [first = ''] = step.commands.split('\n');
      test(`${index + 1}. ${step.heading}: ${first.slice(0, 60)}`, () => attempt(step), 120_000);
    }

    test('nothing that was signed right was refused on the way', () => {
      const screen = [...terminals.values()].map((one) => one.screen()).join('\n');
      expect(screen.split('refused: the signature is not right')).toHaveLength(2);
      expect(screen).not.toContain('refused: the time');
    });
  },
);
