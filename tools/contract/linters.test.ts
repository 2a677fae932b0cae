import { openapiDocument } from '@chari/contract';
import { describe, expect, it } from 'vitest';
import { EXCUSED, type Excused, redocly, spectralRules } from './linters.ts';

const document = JSON.parse(JSON.stringify(openapiDocument('https://api.chari.test')));
const excused = Object.keys(EXCUSED) as Excused[];
const badly = { ...document, components: { ...document.components, schemas: {} } };

describe('the OpenAPI document', () => {
  it('has nothing that Redocly warns of', async () => {
    expect(await redocly(document)).toEqual([]);
  });

  it('has nothing that Spectral warns of, but for what is excused with a reason', async () => {
    expect(await spectralRules(document, excused)).toEqual([]);
  });

  it.each(excused)('needs the excuse for %s', async (rule) => {
    const others = excused.filter((other) => other !== rule);
    expect(await spectralRules(document, others)).toEqual([expect.stringContaining(`${rule}:`)]);
  });

  it('would be found wanting by both, did its references lead nowhere', async () => {
    expect(await redocly(badly)).not.toEqual([]);
    expect(await spectralRules(badly, excused)).not.toEqual([]);
  });
});
