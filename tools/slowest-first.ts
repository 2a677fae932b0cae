import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Folders whose files take up to a minute each, however they are cut. */
const SLOW = [
  '/test/book/statement-races',
  '/test/chaos/',
  '/postgres/test/',
  '/test/cli/',
  '/test/staff/',
  '/test/gateways/',
  '/test/browser/',
  '/test/simulate/',
];

/**
 * Begins the slow files first: a slow one that is begun last has one core to itself, and the others wait.
 * A machine that has run them before knows how long each takes, but CI comes without that memory.
 */
export default class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const found = SLOW.findIndex((folder) => moduleId.includes(folder));
      return found === -1 ? SLOW.length : found;
    };
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}
