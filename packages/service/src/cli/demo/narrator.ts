import { styleText } from 'node:util';

export type Narrator = {
  step: (title: string) => void;
  say: (text: string) => void;
  /** What something really printed, sent or answered. */
  show: (lines: string | readonly string[]) => void;
  /** Ends the demo with a failure unless it is so; says that it was checked. */
  check: (claim: string, is_so: boolean) => void;
};

/** Something was not as the story tells it. */
export class DemoFailure extends Error {
  constructor(claim: string) {
    super(`It is not so: ${claim}.`);
    this.name = 'DemoFailure';
  }
}

/** Tells the story on standard output; colours only on a terminal that wants them (NO_COLOR). */
export function createNarrator(out: NodeJS.WriteStream): Narrator {
  const style = (format: 'bold' | 'dim' | 'green', text: string) => styleText(format, text, { stream: out });
  const write = (text: string) => out.write(`${text}\n`);
  let number = 0;
  return {
    step: (title) => {
      number += 1;
      write(`\n${style('bold', `${number}. ${title}`)}`);
    },
    say: (text) => write(`   ${text}`),
    show: (lines) => {
      for (const line of typeof lines === 'string' ? lines.split('\n') : lines)
        write(style('dim', `     ${line}`));
    },
    check: (claim, is_so) => {
      if (!is_so) throw new DemoFailure(claim);
      write(`   ${style('green', 'ok')} ${claim}`);
    },
  };
}
