import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { madeOnce } from '../database/once.ts';

const PROGRAMS = {
  main: fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url)),
  tending: fileURLToPath(new URL('../book/statement-tending-process.ts', import.meta.url)),
};

/** As bin/chari: what came of compiling is kept, here for the other processes of the run. */
const launcherOf = (name: string): string => `import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
enableCompileCache(join(import.meta.dirname, 'compiled'));
await import('./${name}.mjs');
`;

let made: Promise<string> | undefined;

/**
 * What Node is given in place of bin/chari, or of a program that a test kills: the same code, but in a few files instead
 * of two thousand, whose loading is half of what a server takes to start. What is said of the start itself is tried
 * with bin/chari.
 */
export async function bundled(program: keyof typeof PROGRAMS = 'main'): Promise<string> {
  made ??= madeOnce('chari', bundleInto);
  return join(await made, `start-${program}.mjs`);
}

async function bundleInto(dir: string): Promise<void> {
  const bundle = await rolldown({
    input: PROGRAMS,
    platform: 'node',
    treeshake: false,
    plugins: [{ name: 'where a file lies', transform: WHERE_IT_LIES }],
  });
  await bundle.write({ dir, entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' });
  await bundle.close();
  await Promise.all(
    Object.keys(PROGRAMS).map((name) => writeFile(join(dir, `start-${name}.mjs`), launcherOf(name))),
  );
}

/** Migrations, fonts and the programs of PostgreSQL are looked for beside the file that asks for them. */
const WHERE_IT_LIES = {
  filter: { code: /import\.meta\.url/ },
  handler: (code: string, id: string) =>
    code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
};
