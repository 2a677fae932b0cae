import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

/** A guide whose commands can be pasted, by its path in the repository. */
export type Guide = 'docs/webhooks.md' | 'docs/transactions.md' | 'docs/sdk.md';

/** One thing to paste, with what the guide says is seen then. */
export type Step = { terminal: number; heading: string; commands: string; shown: string[] };

/** The fenced blocks of one language, in the order of the page, each under the heading above it. */
function blocks(guide: Guide): { language: string; heading: string; terminal: number; text: string }[] {
  const found: ReturnType<typeof blocks> = [];
  let heading = '';
  let terminal = 1;
  let open: { language: string; lines: string[] } | null = null;
  for (const line of readFileSync(`${ROOT}${guide}`, 'utf8').split('\n')) {
    if (open !== null && line.trim() === '```') {
      found.push({ language: open.language, heading, terminal, text: open.lines.join('\n') });
      open = null;
    } else if (open !== null) open.lines.push(line);
    else if (line.trimStart().startsWith('```')) open = { language: line.trim().slice(3), lines: [] };
    else if (line.startsWith('<!-- terminal ')) terminal = Number(line.split(' ')[2]);
    else if (line.startsWith('#')) heading = line.replace(/^#+ /, '');
  }
  return found;
}

/**
 * What the guide has its reader do. A `sh` block is pasted into the terminal that the last mark above it names;
 * the `text` blocks after it are what appears. A `js` block whose first line is a comment with a file's name is
 * saved under it before the first command that runs it.
 */
export function guideSteps(guide: Guide): Step[] {
  const steps: Step[] = [];
  const files = new Map(
    blocks(guide).flatMap(({ language, text }) => {
      const name = language === 'js' ? /^\/\/ (\S+\.mjs)\n/.exec(text)?.[1] : undefined;
      return name === undefined ? [] : [[name, text]];
    }),
  );
  for (const { language, heading, terminal, text } of blocks(guide)) {
    const name = language === 'sh' ? /\bnode (\S+\.mjs)/.exec(text)?.[1] : undefined;
    const program = files.get(name ?? '');
    if (name !== undefined && program !== undefined) {
      files.delete(name);
      steps.push({ terminal, heading, commands: `cat > ${name} <<'END'\n${program}\nEND`, shown: [] });
    }
    if (language === 'sh') steps.push({ terminal, heading, commands: text, shown: [] });
    if (language === 'text') steps.at(-1)?.shown.push(...text.split('\n'));
  }
  return steps;
}

/** The blocks of a language under a heading of a guide. */
export function blocksUnder(heading: string, language: string, guide: Guide = 'docs/webhooks.md'): string[] {
  return blocks(guide)
    .filter((one) => one.heading === heading && one.language === language)
    .map(({ text }) => text);
}

/** The one block of a language under a heading of a guide. */
export function blockUnder(heading: string, language: string, guide: Guide = 'docs/webhooks.md'): string {
  const found = blocksUnder(heading, language, guide);
  if (found.length !== 1) throw new Error(`${found.length} blocks of ${language} under ${heading}`);
  return found[0] ?? '';
}

/** A line of the guide in which `…` stands for anything within a line. */
export function lineToExpect(line: string): RegExp {
  return new RegExp(
    line
      .trim()
      .split('…')
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*'),
  );
}
