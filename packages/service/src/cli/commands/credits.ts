import type { Command } from 'commander';
import { isUuid } from '../../domain/keys.ts';
import { explainCredit, type ReplayDifference, replayCredits } from '../../engine/credits/explain.ts';
import type { Services } from '../../engine/services.ts';
import { answer, CommandFailure, idAsKept, leaf } from '../output.ts';
import { withServices } from '../run.ts';

const PAGE = 1_000;

export function addCreditCommands(program: Command): void {
  const credits = program.command('credits').description('money that arrived, and why it went where it went');
  leaf(credits, 'explain <id>', 'the notice, the reading, the candidates, the rule').action(explain);
  leaf(credits, 'replay', 'decide again over what is stored, and report every difference')
    .option('--after <decision-id>', 'only decisions after this one', idAsKept)
    .action(replay);
}

async function explain(id: string, options: { json?: boolean }): Promise<void> {
  const explained = await withServices(async ({ services }) =>
    isUuid(id) ? explainCredit(services, id) : null,
  );
  if (explained === null) throw new CommandFailure(`There is no credit ${id}.`);
  answer(options.json === true, explained, explained.lines);
}

async function replay(options: { after?: string; json?: boolean }): Promise<void> {
  const { after } = options;
  if (after !== undefined && !isUuid(after)) throw new CommandFailure(`${after} is no id of a decision.`, 2);
  const result = await withServices(({ services }) => replayAll(services, after));
  const { checked, differences } = result;
  const faults = differences.filter((one) => !one.is_of_earlier_rules).length;
  const changed = differences.length - faults;
  const lines = [
    ...differences.map(differenceLine),
    `${checked} decisions replayed; ${faults === 0 ? 'all of the present rules are decided as before' : `${faults} of the present rules would be decided otherwise`}.`,
    ...(changed === 0 ? [] : [`${changed} of earlier rules would be decided otherwise by now.`]),
  ];
  answer(options.json === true, result, lines);
  if (faults > 0) process.exitCode = 1;
}

async function replayAll(services: Services, from: string | undefined) {
  const differences: ReplayDifference[] = [];
  let checked = 0;
  let after: string | null | undefined = from;
  // Page after page on purpose: history may be far larger than memory.
  do {
    const page = await replayCredits(services, { after, limit: PAGE });
    checked += page.checked;
    differences.push(...page.differences);
    after = page.last;
  } while (after !== null);
  return { checked, differences };
}

function differenceLine({ credit_id, engine_version, stored, now }: ReplayDifference): string {
  const brief = (one: ReplayDifference['now']) => `${one.verdict} by ${one.rule}`;
  return `credit ${credit_id}: was ${brief(stored)} (rules ${engine_version}), would be ${brief(now)}`;
}
