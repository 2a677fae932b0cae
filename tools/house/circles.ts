import { posix } from 'node:path';
import { type Import, importsOf } from './floors.ts';
import { finding } from './syntax.ts';
import { isCode, isTest, type Rule, type SourceFile } from './tree.ts';

/** One room imports another. Rooms are named with their floor: `engine/book`. */
interface Arrow {
  readonly from: string;
  readonly to: string;
}

export const circles: Rule = {
  name: 'circles',
  sentence: 'rooms of one floor import each other in no circle',
  check: (tree) => {
    const found = tree.filter(({ path }) => isCode(path) && !isTest(path)).flatMap(arrowsOf);
    const reach = reachable(found.map(({ arrow }) => arrow));
    return found
      .filter(({ arrow: { from, to } }) => reach(to).has(from))
      .map(({ file, one, arrow: { from, to } }) =>
        finding(file, one.node, [], `${from} imports ${to}, which leads back to ${from}`),
      );
  },
};

/** On these floors a room may be one file; on those above, files beside the rooms are the floor's own door. */
const ROOMS_OF_ONE_FILE: ReadonlySet<string> = new Set(['domain', 'store', 'engine']);

/** `engine/book` of `packages/service/src/engine/book/keep.ts`, `engine/feeds` of a room of one file; or null. */
function roomOf(path: string): string | null {
  const [, floor = '', room, rest] =
    /^packages\/service\/src\/([^/]+)\/([^/]+?)(\.ts|\/.+)$/.exec(path) ?? [];
  if (room === undefined || (rest === '.ts' && !ROOMS_OF_ONE_FILE.has(floor))) return null;
  return `${floor}/${room}`;
}

function arrowsOf(file: SourceFile): { file: SourceFile; one: Import; arrow: Arrow }[] {
  const from = roomOf(file.path);
  if (from === null) return [];
  return importsOf(file).flatMap((one) => {
    const to = roomOf(posix.join(posix.dirname(file.path), one.from));
    // Arrows between floors run downward only: the rule of the floors sees to that.
    const is_near = to !== null && to !== from && posix.dirname(to) === posix.dirname(from);
    return one.from.startsWith('.') && is_near ? [{ file, one, arrow: { from, to } }] : [];
  });
}

/** Every room to which arrows lead from one. */
function reachable(arrows: readonly Arrow[]): (room: string) => ReadonlySet<string> {
  const next = Map.groupBy(arrows, ({ from }) => from);
  return (room) => {
    const seen = new Set([room]);
    for (const at of seen) for (const { to } of next.get(at) ?? []) seen.add(to);
    return seen;
  };
}
