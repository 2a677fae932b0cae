import { readFileSync, writeFileSync } from 'node:fs';
import { SESSION_STATUSES } from '../packages/service/src/domain/session/session.ts';
import { SESSION_TRIGGERS, transition } from '../packages/service/src/domain/session/transitions.ts';

/**
 * Writes docs/session-matrix.generated.md: every status of a payment session against everything that can
 * happen to it, so that changing one transition is a one-line difference in review. With `--check` nothing
 * is written, and a difference ends in exit code 1.
 */
const NAME = 'docs/session-matrix.generated.md';
const file = new URL(`../${NAME}`, import.meta.url);

if (!process.argv.includes('--check')) {
  writeFileSync(file, matrix());
} else if (committed() !== matrix()) {
  console.error(`${NAME} is not what the transition table says: run node tools/generate-matrix.ts`);
  process.exitCode = 1;
}

/** One line a pair. A pair that does not happen is printed too: a refusal is a decision as well. */
function matrix(): string {
  const lines = SESSION_STATUSES.flatMap((status) =>
    SESSION_TRIGGERS.map((trigger) => {
      const next = transition(status, trigger);
      return next === null
        ? `| ${status} | ${trigger} | stays | |`
        : `| ${status} | ${trigger} | **${next.to}** | ${next.event ? `\`${next.event}\`` : 'no event'} |`;
    }),
  );
  return `# Payment session: statuses and triggers

Printed by \`tools/generate-matrix.ts\` from \`packages/service/src/domain/session/transitions.ts\`; not edited by
hand. What a trigger does not move stays as it is.

| in | on | becomes | and tells |
| --- | --- | --- | --- |
${lines.join('\n')}
`;
}

function committed(): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
