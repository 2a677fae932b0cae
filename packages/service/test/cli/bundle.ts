import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { madeOnce } from '../database/once.ts';

const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

/** As bin/chari: what came of compiling is kept, here for the other processes of the run. */
const LAUNCHER = `import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
enableCompileCache(join(import.meta.dirname, 'compiled'));
await import('./main.mjs');
`;

let launcher: Promise<string> | undefined;

/**
 * What Node is given in place of bin/chari: the same code, but in a few files instead of two thousand, whose loading
 * is half of what a server takes to start. What is said of the start itself is tried with bin/chari.
 */
export function bundledLauncher(): Promise<string> {
  launcher ??= madeOnce('chari', bundleInto).then((folder) => join(folder, 'chari.mjs'));
  return launcher;
}

async function bundleInto(dir: string): Promise<void> {
  const bundle = await rolldown({
    input: { main: MAIN },
    platform: 'node',
    treeshake: false,
    plugins: [{ name: 'where a file lies', transform: WHERE_IT_LIES }],
  });
  await bundle.write({ dir, entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' });
  await bundle.close();
  await writeFile(join(dir, 'chari.mjs'), LAUNCHER);
}

/** Migrations, fonts and the programs of PostgreSQL are looked for beside the file that asks for them. */
const WHERE_IT_LIES = {
  filter: { code: /import\.meta\.url/ },
  handler: (code: string, id: string) =>
    code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
};
