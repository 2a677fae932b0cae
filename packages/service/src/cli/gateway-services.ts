import { randomBytes } from 'node:crypto';
import type { GatewayServices } from '../engine/gateways/services.ts';
import type { CommandContext } from './run.ts';
import { loadSecretKey } from './secret-key.ts';

/** What commands about gateways need besides the usual: chance for secrets, and the key that seals them. */
export async function gatewayServices({
  config,
  database,
  services,
}: CommandContext): Promise<GatewayServices> {
  const { pool, now, newId } = services;
  const secret_key = await loadSecretKey(config, database.data_dir);
  return { pool, now, newId, randomBytes: (bytes) => randomBytes(bytes), secret_key };
}
