import { openapiDocument } from '@chari/contract';
import { expect, it } from 'vitest';
import { EXCUSED, redocly, spectralRules } from './linters.ts';

const document = JSON.parse(JSON.stringify(openapiDocument('https://api.chari.test')));
const badly = { ...document, components: { ...document.components, schemas: {} } };
/** They read half a megabyte by hundreds of rules: a second, or many on a machine that is busy. */
const PATIENCE_MS = 120_000;

it(
  'Redocly has nothing to warn of in the OpenAPI document',
  async () => {
    expect(await redocly(document)).toEqual([]);
  },
  PATIENCE_MS,
);

it(
  'Spectral warns of what is excused with a reason, once each, and of nothing else',
  async () => {
    const rules = (await spectralRules(document)).map((line) => line.split(':')[0]);
    expect(rules.sort()).toEqual(Object.keys(EXCUSED).sort());
  },
  PATIENCE_MS,
);

it(
  'both would find the document wanting, did its references lead nowhere',
  async () => {
    expect(await redocly(badly)).not.toEqual([]);
    expect((await spectralRules(badly)).length).toBeGreaterThan(Object.keys(EXCUSED).length);
  },
  PATIENCE_MS,
);
