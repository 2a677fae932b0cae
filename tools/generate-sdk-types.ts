import { keepGenerated } from './generated-file.ts';
import { sdkTypes } from './sdk/types.ts';

/**
 * Writes the types of the client library from the contract, or compares them with `--check`: the published package
 * stands alone, so it carries the types itself.
 */
keepGenerated('packages/sdk/src/contract.generated.ts', sdkTypes());
