import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openService, type Service } from '../spec/service.ts';
import { GENERATORS, type Generator, isPresent } from './generators.ts';

const MODULES = fileURLToPath(new URL('../../../../node_modules', import.meta.url));
const run = promisify(execFile);

let service: Service;
let folder: string;
beforeAll(async () => {
  service = await openService();
  folder = await mkdtemp(join(tmpdir(), 'chari-clients-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await service.close();
});

/** Makes a client of what the service itself gives at /openapi.json, and runs the program that uses it. */
async function printedBy({ source, env, commands }: Generator, more: NodeJS.ProcessEnv): Promise<string> {
  const work = await mkdtemp(join(folder, 'client-'));
  await cp(source, work, { recursive: true });
  await rename(join(work, 'pay.ts.txt'), join(work, 'pay.ts')).catch(() => undefined);
  await mkdir(join(work, 'chari'));
  await symlink(MODULES, join(work, 'node_modules'), 'junction');
  const { body } = await service.client.get('/openapi.json', null);
  await writeFile(join(work, 'openapi.json'), JSON.stringify(body));
  let printed = '';
  for (const [program, ...args] of commands) {
    const options = { cwd: work, env: { ...process.env, ...env, ...more } };
    printed = await run(program, args, options).then(
      ({ stdout }) => stdout,
      (error) => {
        throw new Error(`${program} ${args.join(' ')}: ${error.stdout}${error.stderr}`);
      },
    );
  }
  return printed;
}

describe('a client that is generated from /openapi.json', () => {
  for (const generator of GENERATORS) {
    // The first run of Go compiles its generator.
    test.skipIf(!isPresent(generator))(
      `by ${generator.name} compiles, and creates, pays and retrieves a session`,
      async () => {
        const { test_key } = await service.merchant();
        const reference = `MADE-${generator.name.split(' ')[0]}`;
        const env = { CHARI_URL: service.client.url, CHARI_KEY: test_key, CHARI_REFERENCE: reference };
        const found = JSON.parse(await printedBy(generator, env));
        expect(found).toEqual({ reference, status: 'SUCCESS', refusal: 'DUPLICATE_REFERENCE', total: 0 });
      },
      120_000,
    );
  }
});
