import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { findFreePort } from '../../src/cli/serve/port.ts';
import { type Guide, guideSteps, lineToExpect, ROOT, type Step } from './guide.ts';
import { openTerminal, PATIENCE_MS, type Terminal } from './terminal.ts';

const INSTALL = 'npm ci && npm start';
/** Settings of the one who runs the tests must not reach the guide's reader. */
const OURS = /^(?:CHARI_|npm_|VITEST|NODE_|PORT$|HOST$|PUBLIC_URL$|DASHBOARD_URL$|DATABASE_URL$|LOG_LEVEL$)/;
const SETTINGS = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !OURS.test(name))),
  // The week that is invented at a first start is nothing that a guide speaks of, and takes longer than the rest of it.
  CHARI_DEMO: 'false',
};
const has = (program: string) => spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined;
const IS_RUNNABLE = ['bash', 'npm', 'npx', 'curl', 'openssl'].every(has);

/** A reader with terminals of his own, free ports and an empty folder. */
async function openReader() {
  const folder = await mkdtemp(join(tmpdir(), 'chari-guide-'));
  // Run as root, the database belongs to another user, who must get through.
  await chmod(folder, 0o755);
  const ports = new Map<string, string>();
  for (const port of ['8080', '3000', '3001']) ports.set(port, String(await findFreePort('127.0.0.1')));
  const env = { ...SETTINGS, CHARI_DATA_DIR: join(folder, '.chari'), PORT: ports.get('8080') };
  const terminals = new Map<number, Terminal>();
  let key = '';
  /** Where the screens stood when the step before began. */
  let earlier = new Map<number, number>();

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

  return {
    screen: () => [...terminals.values()].map((one) => one.screen()).join('\n'),
    run: async ({ terminal: number, commands, shown }: Step) => {
      const at = terminal(number);
      const before = new Map([...terminals].map(([one, { screen }]) => [one, screen().length]));
      const stays = /npm start|chari listen --forward-to/.test(commands);
      const code = await at.paste(fitted(commands), !stays);
      if (code !== null) expect(code, at.screen()).toBe(0);
      const since = (marks: Map<number, number>) => () =>
        [...terminals].map(([one, { screen }]) => screen().slice(marks.get(one) ?? 0)).join('\n');
      const news = since(before);
      // On a slow machine a retry by schedule may be faster than the reader who asks for it.
      const lately = since(earlier);
      await vi.waitFor(
        () => {
          for (const line of shown) {
            const text = line.startsWith('accepted ') ? lately() : news();
            expect(text, at.screen()).toMatch(lineToExpect(fitted(line)));
          }
        },
        { timeout: PATIENCE_MS, interval: 50 },
      );
      earlier = before;
      key ||= /service_test_[0-9A-Za-z]{43}/.exec(news())?.[0] ?? '';
    },
    close: async () => {
      for (const terminal of [...terminals.values()].reverse()) await terminal.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Tests that a guide can be followed: each of its commands is pasted word for word into a shell, and what it
 * shows must appear.
 * @param after what holds of everything that was on the screens in the end
 */
export function followGuide(
  guide: Guide,
  after: { sentence: string; holds: (screen: string) => void },
): void {
  const steps = guideSteps(guide);

  test('it begins as the README does, so that its first command is the one of the start test', async () => {
    expect(steps[0]?.commands).toBe(INSTALL);
    expect(await readFile(`${ROOT}README.md`, 'utf8')).toContain(INSTALL);
    expect(steps.length).toBeGreaterThan(10);
  });

  // All keys of a merchant are one list: under one that names the order alone nothing else can be done with it.
  test('each key that it shows names what is done, and to which order', () => {
    const keys = steps.flatMap(({ commands }) => [...commands.matchAll(/Idempotency-Key: ([!-~]+?)'/g)]);
    for (const [, key] of keys) expect(key).toMatch(/^[a-z-]+-(?:ORDER|PAY)-/);
  });

  const title = `${guide}, pasted word for word into a shell (with curl and openssl)`;
  describe.skipIf(!IS_RUNNABLE)(title, async () => {
    const reader = await openReader();
    afterAll(() => reader.close());

    // Each step stands on those before it: after the first that fails the others say so at once.
    let failed: string | null = null;
    const attempt = async (step: Step) => {
      if (failed !== null) throw new Error(`${failed} failed before`);
      failed = step.commands;
      await reader.run(step);
      failed = null;
    };
    for (const [index, step] of steps.entries()) {
      const [first = ''] = step.commands.split('\n');
      // Longer than a step waits, so that it fails with what was on the screen.
      test(`${index + 1}. ${step.heading}: ${first.slice(0, 60)}`, () => attempt(step), 3 * PATIENCE_MS);
    }

    test(after.sentence, () => after.holds(reader.screen()));
  });
}
