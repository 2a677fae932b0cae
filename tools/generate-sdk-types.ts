import { readFileSync, writeFileSync } from 'node:fs';
import { sdkTypes } from './sdk/types.ts';

/**
 * Writes packages/sdk/src/contract.generated.ts from the contract: the published package stands alone, so it
 * carries the types itself. With `--check` it only compares.
 */
const file = new URL('../packages/sdk/src/contract.generated.ts', import.meta.url);
const text = sdkTypes();

if (!process.argv.includes('--check')) {
  writeFileSync(file, text);
} else if (committed() !== text) {
  console.error(
    'packages/sdk/src/contract.generated.ts is not what the contract says: run node tools/generate-sdk-types.ts',
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
