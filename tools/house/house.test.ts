import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { covers, EXCEPTIONS, uncovered } from './exceptions.ts';
import { RULES } from './rules.ts';
import { readTree } from './tree.ts';

const tree = readTree(fileURLToPath(new URL('../..', import.meta.url)));
const found = new Map(RULES.map((rule) => [rule.name, rule.check(tree)]));

describe('the house', () => {
  it('is the one that the rules read', () => {
    const paths = tree.map(({ path }) => path);
    expect(paths).toContain('tools/house/house.test.ts');
    expect(paths).toContain('packages/service/src/domain/session/transitions.ts');
    expect(paths.filter((path) => path.includes('node_modules'))).toEqual([]);
  });

  it.for(RULES.map(({ name, sentence }) => [sentence, name] as const))('%s', ([, name]) => {
    expect(uncovered(name, found.get(name) ?? [], EXCEPTIONS)).toEqual([]);
  });

  it('makes no exception that nothing needs', () => {
    const idle = EXCEPTIONS.filter(
      (exception) => !found.get(exception.rule)?.some((one) => covers(exception, exception.rule, one)),
    );
    expect(idle).toEqual([]);
  });
});
