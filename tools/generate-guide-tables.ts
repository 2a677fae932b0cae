import { readFile, writeFile } from 'node:fs/promises';
import { PAGES } from './guide/pages.ts';
import { withTables } from './guide/table.ts';

/**
 * Writes the tables of the guides in docs between their marks. With `--check` it changes nothing and fails when
 * one is not what the code does.
 */
for (const { name, url, tables } of PAGES) {
  const text = await readFile(url, 'utf8');
  const wanted = withTables(text, tables());
  if (!process.argv.includes('--check')) {
    await writeFile(url, wanted);
  } else if (wanted !== text) {
    process.stderr.write(`The tables of ${name} are stale: run node tools/generate-guide-tables.ts.\n`);
    process.exitCode = 1;
  }
}
