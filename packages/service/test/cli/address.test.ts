import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { noteAddress, serviceAddress } from '../../src/cli/address.ts';
import { loadConfig } from '../../src/cli/run.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chari-address-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('a command beside a server on another port gives phones the address of that server', async () => {
  const beside = loadConfig({});
  expect(await serviceAddress(beside, folder)).toBe('http://127.0.0.1:8080');
  await noteAddress(folder, 'http://127.0.0.1:18088');
  expect(await serviceAddress(beside, folder)).toBe('http://127.0.0.1:18088');
  const told = loadConfig({ PUBLIC_URL: 'https://pay.example.com' });
  expect(await serviceAddress(told, folder)).toBe('https://pay.example.com');
});

it('a note that is damaged is as none', async () => {
  await writeFile(join(folder, 'address'), 'half an addr');
  expect(await serviceAddress(loadConfig({}), folder)).toBe('http://127.0.0.1:8080');
});
