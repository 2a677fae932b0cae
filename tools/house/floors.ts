import { posix } from 'node:path';
import { finding, isSyntax, parse, type Syntax, walk } from './syntax.ts';
import { type Finding, isCode, isTest, type Rule, type SourceFile } from './tree.ts';

// Two folders on one floor are siblings and never meet (ARCHITECTURE.md).
const FLOORS: Readonly<Record<string, number>> = {
  domain: 0,
  store: 1,
  rails: 1,
  sms: 1,
  files: 1,
  engine: 2,
  webhooks: 3,
  web: 3,
  http: 3,
  cli: 4,
};

/** What a package of ours may import of ours. The contract and the published SDK stand alone. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  postgres: [],
  service: ['@chari/contract', '@chari/postgres'],
  sdk: [],
  web: ['@chari/contract', '@chari/sdk'],
};

const DOMAIN_TESTS: ReadonlySet<string> = new Set(['vitest', 'fast-check']);

export const floors: Rule = {
  name: 'floors',
  sentence: 'imports run downward only, siblings never meet, and the domain knows nothing but itself',
  check: (tree) => tree.filter((file) => isCode(file.path)).flatMap(checkFile),
};

/** What a file imports, or exports from elsewhere. */
export interface Import {
  readonly from: string;
  readonly type_only: boolean;
  readonly node: Syntax;
}

function checkFile(file: SourceFile): Finding[] {
  const [top, name = '', part, floor = ''] = file.path.split('/');
  if (top !== 'packages' || part === undefined) return [];
  return importsOf(file).flatMap((one) => {
    const says =
      refusedByPackage(file, name, one) ??
      (name === 'service' && part === 'src' ? refused(file, floor, one) : null);
    return says === null ? [] : [finding(file, one.node, [], says)];
  });
}

function refusedByPackage(file: SourceFile, name: string, one: Import): string | null {
  const allowed = PACKAGES[name];
  if (!allowed) return `package ${name} has no rule in floors.ts: say there what it may import`;
  if (one.from.startsWith('.')) {
    const target = posix.join(posix.dirname(file.path), one.from);
    // Tests and benches may use what stands at the root, such as tools.
    if (target.startsWith(`packages/${name}/`) || isTest(file.path)) return null;
    return `imports ${target} by a path that leaves its package`;
  }
  const [scope, rest] = one.from.split('/');
  const ours = scope === '@chari' ? `${scope}/${rest}` : null;
  if (ours === null || ours === `@chari/${name}` || allowed.includes(ours)) return null;
  return `package ${name} may not import ${ours}`;
}

function refused(file: SourceFile, floor: string, one: Import): string | null {
  const own = FLOORS[floor];
  if (own === undefined) return `src/${floor} is on no floor: add it to FLOORS or move it`;
  if (!one.from.startsWith('.'))
    return floor === 'domain' ? refusedInDomain(file, one) : refusedPg(floor, one);
  const target = posix.join(posix.dirname(file.path), one.from);
  const other = target.split('/')[3] ?? '';
  if (!target.startsWith('packages/service/src/') || other === floor) return null;
  const theirs = FLOORS[other];
  if (theirs === undefined) return `imports ${other}, which is on no floor`;
  if (theirs === own) return `${floor} imports its sibling ${other}`;
  return theirs > own ? `${floor} (floor ${own}) imports upward from ${other} (floor ${theirs})` : null;
}

function refusedInDomain(file: SourceFile, one: Import): string | null {
  if (one.from === '@chari/contract' || one.from.startsWith('@chari/contract/')) {
    return one.type_only || isTest(file.path) ? null : `domain may import only types of ${one.from}`;
  }
  if (isTest(file.path) && (DOMAIN_TESTS.has(one.from) || one.from.startsWith('node:'))) return null;
  return `domain imports ${one.from}`;
}

/**
 * The driver makes connections, which only the store does; its types may be named where they pass through. The
 * embedded server is opened by the wiring.
 */
function refusedPg(floor: string, one: Import): string | null {
  if (one.from === '@chari/postgres' && floor !== 'store' && floor !== 'cli') {
    return `${floor} imports the embedded server, which cli opens`;
  }
  if (one.from !== 'pg' || one.type_only || floor === 'store') return null;
  return `${floor} imports the database driver: connections come from store`;
}

const WITH_SOURCE: ReadonlySet<string> = new Set([
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
  'TSImportType',
]);

/** Static, dynamic and type imports, and exports from elsewhere. */
export function importsOf(file: SourceFile): Import[] {
  const found: Import[] = [];
  walk(parse(file).program, (node) => {
    if (!WITH_SOURCE.has(node.type) || !isSyntax(node.source)) return;
    if (typeof node.source.value !== 'string') return;
    found.push({ from: node.source.value, type_only: isTypeOnly(node), node });
  });
  return found;
}

function isTypeOnly(node: Syntax): boolean {
  if (node.type === 'TSImportType' || node.importKind === 'type' || node.exportKind === 'type') return true;
  const specifiers = Array.isArray(node.specifiers) ? node.specifiers.filter(isSyntax) : [];
  return specifiers.length > 0 && specifiers.every((one) => (one.importKind ?? one.exportKind) === 'type');
}
