import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { checkMachine } from '../../src/cli/doctor/machine.ts';
import { loadConfig } from '../../src/cli/run.ts';
import { findFreePort, listenFailure, openOperations } from '../../src/cli/serve/port.ts';

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

it('a HOST that is not of this machine is named as that, also where any free port will do', async () => {
  await expect(findFreePort(NOWHERE)).rejects.toThrow(
    `HOST is ${NOWHERE}, which is no address of this machine`,
  );
});

it('the doctor names it too, and blames no other program', async () => {
  const findings = await checkMachine(loadConfig({ HOST: NOWHERE }));
  expect(findings.find(({ check }) => check === 'port')).toMatchObject({
    state: 'problem',
    sentence: expect.stringContaining(`HOST is ${NOWHERE}, which is no address of this machine`),
  });
});

it('the port that is proposed in place of one that is taken is a port', () => {
  const taken = Object.assign(new Error('taken'), { code: 'EADDRINUSE' });
  expect(listenFailure(taken, '::1', 8080)).toMatchObject({ message: expect.stringContaining('PORT=8081.') });
  expect(listenFailure(taken, '::1', 65_535)).toMatchObject({
    message: expect.stringContaining('PORT=65534.'),
  });
});
