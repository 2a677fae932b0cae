import type { Finding } from './tree.ts';

/** One place where a rule does not hold, and why that is right. Without `where`, the whole file. */
export interface Exception {
  readonly rule: string;
  readonly path: string;
  /** The name of the function; '' is the top of the file. */
  readonly where?: string;
  readonly why: string;
}

/** This list only shrinks: an exception that nothing needs fails the test. */
export const EXCEPTIONS: readonly Exception[] = [
  {
    rule: 'loops',
    path: 'packages/service/src/store/migrations/migrate.ts',
    where: 'migrate',
    why: 'each migration stands on the one before, and there are as many as files, not rows',
  },
  {
    rule: 'loops',
    path: 'packages/service/src/web/office/wordings/again.ts',
    where: 'post',
    why: 'it loops over at most twenty portions of five hundred texts, each settled before the next is read',
  },
  {
    rule: 'loops',
    path: 'packages/service/src/engine/sessions/reserve.ts',
    where: 'reserve',
    why: 'it loops over rounds of which there are at most 18, each with all rows at once',
  },
  {
    rule: 'loops',
    path: 'packages/service/src/engine/rounds.ts',
    where: 'run',
    why: 'it is the loop of all that a process does again and again: a round takes whatever is due at once',
  },
  {
    rule: 'loops',
    path: 'packages/service/src/webhooks/claim.ts',
    where: 'lookBeside',
    why: 'it loops over slices of endpoints with rests between: each claims for all of its endpoints at once',
  },
  {
    rule: 'loops',
    path: 'packages/service/src/engine/payments/export.ts',
    where: 'exportPayments',
    why: 'it loops over portions of a thousand rows, each read when the reader has taken the one before',
  },
  {
    rule: 'loops',
    path: 'packages/service/src/engine/statements/check.ts',
    where: 'readRows',
    why: 'it reads a file row by row; whoever takes the rows waits once in five hundred',
  },
  {
    rule: 'loops',
    path: 'packages/service/src/engine/statements/check.ts',
    where: 'hashed',
    why: 'it hands on the pieces of a file as they are read, and none is held',
  },
  {
    rule: 'loops',
    path: 'packages/service/src/engine/statements/compare.ts',
    where: 'compareStatement',
    why: 'it loops over portions of two thousand rows, each read and written by one statement in a transaction of its own',
  },
  {
    rule: 'loops',
    path: 'packages/service/src/engine/statements/settle.ts',
    where: 'bringAll',
    why: 'it loops over portions of a thousand rows, each in a transaction of its own',
  },
  {
    rule: 'loops',
    path: 'packages/service/src/engine/statements/tend.ts',
    where: 'tendStatements',
    why: 'it loops over statements whose process was killed, of which there are few, each in portions',
  },
  {
    rule: 'loops',
    path: 'packages/service/src/engine/settlements/files.ts',
    where: 'linesOf',
    why: 'it loops over portions of a thousand transfers, each read when the reader has taken the one before',
  },
  {
    rule: 'loops',
    path: 'packages/service/src/engine/reports/transfers.ts',
    where: 'rowsOf',
    why: 'it loops over portions of two thousand transfers, each read when the reader has taken the one before',
  },
  {
    rule: 'loops',
    path: 'packages/service/src/engine/proof/show.ts',
    where: 'checkChain',
    why: 'it walks the chain of days a month at a time, each read by one statement',
  },
  {
    rule: 'calls',
    path: 'packages/postgres/src/elsewhere.ts',
    why: 'the files of leases carry the time of the wall: processes of other machines compare it with theirs',
  },
  {
    rule: 'calls',
    path: 'packages/postgres/src/program.ts',
    where: 'programEnvironment',
    why: "a child process inherits the machine's search path; nothing of ours is configured by it",
  },
  {
    rule: 'places',
    path: 'packages/postgres/test/account.test.ts',
    why: "an invented passwd file, whose home folders are nobody's",
  },
];

/** Findings of one rule without those that an exception covers, each as a line to read. */
export function uncovered(
  rule: string,
  findings: readonly Finding[],
  exceptions: readonly Exception[],
): string[] {
  return findings
    .filter((one) => !exceptions.some((exception) => covers(exception, rule, one)))
    .map(({ path, line, where, says }) => `${path}:${line} ${says}${where === '' ? '' : ` (in ${where})`}`);
}

/** Whether this exception is still needed by what its rule finds. */
export function covers(exception: Exception, rule: string, found: Finding): boolean {
  const { path, where } = exception;
  return exception.rule === rule && path === found.path && (where === undefined || where === found.where);
}
