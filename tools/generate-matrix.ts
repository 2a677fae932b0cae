import { readFileSync, writeFileSync } from 'node:fs';
import { SESSION_STATUSES } from '../packages/service/src/domain/session/session.ts';
import { SESSION_TRIGGERS, transition } from '../packages/service/src/domain/session/transitions.ts';
import { TRANSACTION_STATUSES } from '../packages/service/src/domain/transaction/transaction.ts';
import {
  TRANSACTION_TRIGGERS,
  transactionTransition,
} from '../packages/service/src/domain/transaction/transitions.ts';

/**
 * Writes docs/session-matrix.generated.md and docs/transaction-matrix.generated.md: every status against
 * everything that can happen in it, so that changing one transition is a one-line difference in review. With
 * `--check` nothing is written, and a difference ends in exit code 1.
 */
type Next = { to: string; event: string | null } | null;

const MATRICES = [
  {
    name: 'docs/session-matrix.generated.md',
    title: 'Payment session',
    source: 'packages/service/src/domain/session/transitions.ts',
    lines: SESSION_STATUSES.flatMap((status) =>
      SESSION_TRIGGERS.map((trigger) => line(status, trigger, transition(status, trigger))),
    ),
  },
  {
    name: 'docs/transaction-matrix.generated.md',
    title: 'Transaction',
    source: 'packages/service/src/domain/transaction/transitions.ts',
    lines: TRANSACTION_STATUSES.flatMap((status) =>
      TRANSACTION_TRIGGERS.map((trigger) => line(status, trigger, transactionTransition(status, trigger))),
    ),
  },
];

for (const matrix of MATRICES) {
  const file = new URL(`../${matrix.name}`, import.meta.url);
  const text = textOf(matrix);
  if (!process.argv.includes('--check')) writeFileSync(file, text);
  else if (committed(file) !== text) {
    console.error(`${matrix.name} is not what the transition table says: run node tools/generate-matrix.ts`);
    process.exitCode = 1;
  }
}

/** One line a pair. A pair that does not happen is printed too: a refusal is a decision as well. */
function line(status: string, trigger: string, next: Next): string {
  return next === null
    ? `| ${status} | ${trigger} | stays | |`
    : `| ${status} | ${trigger} | **${next.to}** | ${next.event ? `\`${next.event}\`` : 'no event'} |`;
}

function textOf({ title, source, lines }: (typeof MATRICES)[number]): string {
  return `# ${title}: statuses and triggers

Printed by \`tools/generate-matrix.ts\` from \`${source}\`; not edited by
hand. What a trigger does not move stays as it is.

| in | on | becomes | and tells |
| --- | --- | --- | --- |
${lines.join('\n')}
`;
}

function committed(file: URL): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
