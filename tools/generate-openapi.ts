import { readFileSync, writeFileSync } from 'node:fs';
import { openapiDocument } from '@chari/contract';

/**
 * Writes packages/contract/openapi.generated.json from the contract; with `--check` it only compares, and
 * fails when the committed document is not what the contract says.
 */
const file = new URL('../packages/contract/openapi.generated.json', import.meta.url);
const text = `${JSON.stringify(openapiDocument('http://127.0.0.1:8080'), null, 2)}\n`;

if (!process.argv.includes('--check')) {
  writeFileSync(file, text);
} else if (committed() !== text) {
  console.error(
    'packages/contract/openapi.generated.json is not what the contract says: run node tools/generate-openapi.ts',
  );
  process.exitCode = 1;
}

function committed(): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
