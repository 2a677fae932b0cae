import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { GatewayAdapter } from '../../src/domain/gateway/gateway.ts';

const FOLDER = fileURLToPath(new URL('fixtures/', import.meta.url));

/** A gateway's real request. Its signature was not computed by this code. */
export type Fixture = {
  name: string;
  adapter: GatewayAdapter;
  /** Where the request is published. */
  source: string;
  secret: string;
  gateway_id: string;
  /** When it arrived. */
  now: string;
  headers: Record<string, string>;
  body: string;
  /** Of the generic adapters, as staff give it. */
  config: Record<string, unknown> | null;
  /** What it says; times as ISO 8601. */
  news: { kind: string; messages?: { text: string; device_id: string }[] };
};

export const FIXTURES: readonly Fixture[] = readdirSync(FOLDER)
  .sort()
  .map((file) => ({
    ...(JSON.parse(readFileSync(`${FOLDER}${file}`, 'utf8')) as Omit<Fixture, 'name'>),
    name: file.replace('.json', ''),
  }));
