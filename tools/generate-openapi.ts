import { openapiDocument } from '@chari/contract';
import { keepGenerated } from './generated-file.ts';

/** Writes the OpenAPI document from the contract, or compares it with `--check`. */
keepGenerated(
  'packages/contract/openapi.generated.json',
  `${JSON.stringify(openapiDocument('http://127.0.0.1:8080'), null, 2)}\n`,
);
