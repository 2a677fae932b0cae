import { readFile, writeFile } from 'node:fs/promises';
import { withTables } from './guide/tables.ts';

/**
 * Writes the tables of docs/webhooks.md between their marks. With `--check` it changes nothing and fails when
 * one is not what the code does.
 */
const GUIDE = new URL('../docs/webhooks.md', import.meta.url);

const text = await readFile(GUIDE, 'utf8');
const wanted = withTables(text);
if (!process.argv.includes('--check')) {
  await writeFile(GUIDE, wanted);
} else if (wanted !== text) {
  process.stderr.write(
    'The tables of docs/webhooks.md are stale: run node tools/generate-webhook-guide.ts.\n',
  );
  process.exitCode = 1;
}
