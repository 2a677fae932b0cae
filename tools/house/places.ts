import type { Rule } from './tree.ts';

// Each is written in two parts, so that this file does not find itself.
const OF_ONE_MACHINE = [
  ['/wo', 'rk/'],
  ['/fa', 'rm/'],
  ['/ho', 'me/'],
  ['/t', 'mp/'],
  ['/Us', 'ers/'],
  ['C:\\Us', 'ers'],
  ['regis', 'try.npm'],
  ['regis', 'try.yarn'],
  ['artif', 'actory'],
  ['verda', 'ccio'],
].map((parts) => parts.join(''));

export const places: Rule = {
  name: 'places',
  sentence: 'no file names a folder of one machine or a package registry',
  check: (tree) =>
    tree.flatMap(({ path, text }) =>
      OF_ONE_MACHINE.some((place) => text.includes(place))
        ? text.split('\n').flatMap((line, index) =>
            OF_ONE_MACHINE.filter((place) => line.includes(place)).map((place) => ({
              path,
              line: index + 1,
              where: '',
              says: `names ${place}`,
            })),
          )
        : [],
    ),
};
