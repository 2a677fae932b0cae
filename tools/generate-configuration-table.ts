import { readFile, writeFile } from 'node:fs/promises';
import { settingsTable } from '../packages/service/src/domain/config/settings.ts';

/**
 * Writes the configuration table between its two marks in README.md. With `--check` it changes nothing and
 * fails when the table is not what the code reads.
 */
const README = new URL('../README.md', import.meta.url);
const BEGIN = '<!-- configuration:begin -->';
const END = '<!-- configuration:end -->';

const text = await readFile(README, 'utf8').catch(() => null);
const begin = text?.indexOf(BEGIN) ?? -1;
const end = text?.indexOf(END) ?? -1;

if (text === null || begin < 0 || end < begin) {
  process.stderr.write(
    `README.md has no place for the configuration table: write ${BEGIN} and ${END} into it.\n`,
  );
  process.exitCode = 1;
} else {
  const wanted = `${text.slice(0, begin)}${BEGIN}\n${settingsTable()}\n${text.slice(end)}`;
  if (!process.argv.includes('--check')) {
    await writeFile(README, wanted);
  } else if (wanted !== text) {
    process.stderr.write(
      'The configuration table in README.md is stale: run node tools/generate-configuration-table.ts.\n',
    );
    process.exitCode = 1;
  }
}
