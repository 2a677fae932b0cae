import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { underLock } from '@chari/postgres';
import { createKeys } from '../../engine/keys/keys.ts';
import { createMerchants, listMerchants } from '../../engine/merchants.ts';
import type { Services } from '../../engine/services.ts';
import { keyBytes } from '../services.ts';

/** Remembered in the data directory: whose key was shown, never the key. */
type Shown = { merchant_id: string; key_id: string; last4: string };

export type Demo =
  | { kind: 'first_start'; key: string; merchant_id: string }
  | { kind: 'key_was_shown'; last4: string; merchant_id: string }
  /** Merchants exist and none is the demo's: somebody's own data. */
  | { kind: 'none' };

const FILE = 'demo.json';
const LOCK_PATIENCE_MS = 30_000;

/**
 * In development, opens a demo merchant with a test key when the database has no merchant at all. Of several
 * servers that start at once on one data directory, one opens it and the others find it.
 */
export async function prepareDemo(services: Services, data_dir: string): Promise<Demo> {
  const found = await findDemo(services, data_dir);
  if (found !== null) return found;
  const locks_dir = join(data_dir, 'locks');
  await mkdir(locks_dir, { recursive: true });
  return underLock(
    locks_dir,
    LOCK_PATIENCE_MS,
    async () => (await findDemo(services, data_dir)) ?? openDemo(services, data_dir),
  );
}

/** Null when there is no merchant at all. */
async function findDemo(services: Services, data_dir: string): Promise<Demo | null> {
  const [newest] = await listMerchants(services, { limit: 1 });
  if (newest === undefined) return null;
  const shown = await readShown(join(data_dir, FILE));
  return shown === null
    ? { kind: 'none' }
    : { kind: 'key_was_shown', last4: shown.last4, merchant_id: shown.merchant_id };
}

/** The demo merchant that the first start on this data directory opened, or null. */
export async function demoMerchantOf(data_dir: string): Promise<string | null> {
  return (await readShown(join(data_dir, FILE)))?.merchant_id ?? null;
}

async function openDemo(services: Services, data_dir: string): Promise<Demo> {
  const [merchant] = await createMerchants(services, [{ name: 'Demo shop', fee_basis_points: 0 }]);
  if (merchant?.kind !== 'created') throw new Error('the demo merchant was refused');
  const merchant_id = merchant.merchant.id;
  const command = { merchant_id, environment: 'test', scopes: null, random_bytes: keyBytes() } as const;
  const [made] = await createKeys(services, [command]);
  if (made?.kind !== 'created') throw new Error('the demo key was refused');
  const shown: Shown = { merchant_id, key_id: made.api_key.id, last4: made.api_key.last4 };
  await writeFile(join(data_dir, FILE), `${JSON.stringify(shown)}\n`, { mode: 0o600 });
  return { kind: 'first_start', key: made.key, merchant_id };
}

async function readShown(file: string): Promise<Shown | null> {
  try {
    const { merchant_id, key_id, last4 } = JSON.parse(await readFile(file, 'utf8'));
    return typeof merchant_id === 'string' && typeof last4 === 'string'
      ? { merchant_id, key_id, last4 }
      : null;
  } catch {
    return null;
  }
}
