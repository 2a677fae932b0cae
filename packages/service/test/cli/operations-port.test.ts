import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { loadConfig } from '../../src/cli/run.ts';
import { openOperations } from '../../src/cli/serve/port.ts';

/** An address that documentation is written with, and no machine has. */
const NOWHERE = '203.0.113.7';

it.each([{}, { CHARI_OPERATIONS_PORT: '0' }])(
  'a CHARI_OPERATIONS_HOST that is not of this machine is refused with a sentence that names it, with %j beside it',
  async (port) => {
    const config = loadConfig({ ...port, CHARI_OPERATIONS_HOST: NOWHERE });
    const operations = openOperations(config, new Registry(), undefined, { warn: () => {} });
    await expect(operations.listen()).rejects.toThrow(
      `CHARI_OPERATIONS_HOST is ${NOWHERE}, which is no address of this machine`,
    );
    await operations.close();
  },
);
