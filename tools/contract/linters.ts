import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';

/** Rules of Spectral that our document breaks on purpose, each with the reason. */
export const EXCUSED = {
  'info-contact': 'whoever runs the service is asked at an address that only they know',
  'license-url': 'the licence is given as an SPDX identifier, which OpenAPI 3.1 has instead of an address',
  'openapi-tags-alphabetical': 'tags stand in the order in which a developer needs them',
} as const;

/** What Redocly says of a document by its recommended rules, a line for each finding. */
export async function redocly(document: unknown): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'], telemetry: 'off' });
  const source = JSON.stringify(document);
  const found = await lintFromString({ source, absoluteRef: 'openapi.json', config });
  return found.map(({ ruleId, message, location: [at] }) => `${ruleId}: ${message} (${at?.pointer ?? ''})`);
}

/** What Spectral says of a document by every rule that it has, a line for each finding. */
export async function spectralRules(document: unknown): Promise<string[]> {
  const linter = new spectral.Spectral();
  // Their types don't know that a set of rules need not extend another.
  linter.setRuleset({ extends: [[rulesets.oas as RulesetDefinition, 'all']] });
  const found = await linter.run(structuredClone(document) as Record<string, unknown>);
  return found.map(({ code, message, path }) => `${code}: ${message} (${path.join('/')})`);
}
