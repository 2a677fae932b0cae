import { readFileSync, writeFileSync } from 'node:fs';

const ROOT = new URL('../', import.meta.url);

/**
 * Writes a file that is made from the contract; with `--check` it only compares, and fails when the committed one
 * is not what the contract says.
 * @param name from the root
 */
export function keepGenerated(name: string, text: string): void {
  const file = new URL(name, ROOT);
  if (!process.argv.includes('--check')) {
    writeFileSync(file, text);
  } else if (committed(file) !== text) {
    console.error(`${name} is not what the contract says: run npm run generate`);
    process.exitCode = 1;
  }
}

function committed(file: URL): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
