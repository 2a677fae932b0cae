import type { Finding, Rule } from './tree.ts';

const FOLDER = 'packages/service/migrations/';
const NAME = /^(\d{4})_[a-z0-9_]+\.sql$/;

export const migrations: Rule = {
  name: 'migrations',
  sentence: 'migrations are numbered from 0001 without a gap or a double',
  check: (tree) => {
    const files = tree.map(({ path }) => path).filter((path) => path.startsWith(FOLDER));
    return files.flatMap((path, index): Finding[] => {
      const number = NAME.exec(path.slice(FOLDER.length))?.[1];
      const expected = String(index + 1).padStart(4, '0');
      if (number === expected) return [];
      const says =
        number === undefined ? 'is not named 0001_what_it_does.sql' : `should be number ${expected}`;
      return [{ path, line: 1, where: '', says }];
    });
  },
};
