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
  check: (tree) => circlesIn(tree, arrowsOf),
};

export const fileCircles: Rule = {
  name: 'file-circles',
  sentence: 'files import each other in no circle, their types included',
  check: (tree) => circlesIn(tree, betweenFiles),
};

type Found = { file: SourceFile; one: Import; arrow: Arrow };

function circlesIn(tree: readonly SourceFile[], arrowsFrom: (file: SourceFile) => Found[]) {
  const found = tree.filter(({ path }) => isCode(path) && !isTest(path)).flatMap(arrowsFrom);
  const reach = reachable(found.map(({ arrow }) => arrow));
  return found
    .filter(({ arrow: { from, to } }) => reach(to).has(from))
    .map(({ file, one, arrow: { from, to } }) =>
      finding(file, one.node, [], `${from} imports ${to}, which leads back to ${from}`),
    );
}

function betweenFiles(file: SourceFile): Found[] {
  return importsOf(file).flatMap((one) => {
    const to = posix.join(posix.dirname(file.path), one.from);
    return one.from.startsWith('.') ? [{ file, one, arrow: { from: file.path, to } }] : [];
  });
}

/** On these floors a room may be one file; on those above, files beside the rooms are the floor's own door. */
const ROOMS_OF_ONE_FILE: ReadonlySet<string> = new Set(['domain', 'store', 'engine']);

/** `engine/book` of `packages/service/src/engine/book/keep.ts`, `engine/feeds` of a room of one file; or null. */
function roomOf(path: string): string | null {
  const [, floor = '', room, rest] =
    /^packages\/service\/src\/([^/]+)\/([^/]+?)(\.ts|\/.+)$/.exec(path) ?? [];
  if (room === undefined || (rest === '.ts' && !ROOMS_OF_ONE_FILE.has(floor))) return null;
  return `${floor}/${room}`;
}

function arrowsOf(file: SourceFile): Found[] {
  const from = roomOf(file.path);
  if (from === null) return [];
  return importsOf(file).flatMap((one) => {
    const to = roomOf(posix.join(posix.dirname(file.path), one.from));
    // Arrows between floors run downward only: the rule of the floors sees to that.
    const is_near = to !== null && to !== from && posix.dirname(to) === posix.dirname(from);
    return one.from.startsWith('.') && is_near ? [{ file, one, arrow: { from, to } }] : [];
  });
}

/** Everything to which arrows lead from one. What leads nowhere is in no circle, so it is left out first. */
function reachable(arrows: readonly Arrow[]): (from: string) => ReadonlySet<string> {
  const next = Map.groupBy(knotOf(arrows), ({ from }) => from);
  return (from) => {
    const seen = new Set([from]);
    for (const at of seen) for (const { to } of next.get(at) ?? []) seen.add(to);
    return seen;
  };
}

function knotOf(arrows: readonly Arrow[]): readonly Arrow[] {
  const leading = new Set(arrows.map(({ from }) => from));
  const left = arrows.filter(({ to }) => leading.has(to));
  return left.length === arrows.length ? left : knotOf(left);
}
