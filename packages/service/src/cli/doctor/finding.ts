/** What one check found. `advice` is worth knowing and keeps nothing from running. */
export type Finding = {
  check: string;
  state: 'ok' | 'advice' | 'problem';
  /** A sentence; for anything but `ok` it ends in what to do. */
  sentence: string;
};

const MARKS: Readonly<Record<Finding['state'], string>> = { ok: 'ok', advice: '--', problem: '!!' };

/** One line a finding, for a person. */
export function findingLines(findings: readonly Finding[]): string[] {
  const width = Math.max(...findings.map((finding) => finding.check.length));
  return findings.map(({ check, state, sentence }) => `${MARKS[state]}  ${check.padEnd(width)}  ${sentence}`);
}
