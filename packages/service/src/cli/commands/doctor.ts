import type { Command } from 'commander';
import { checkData } from '../doctor/data.ts';
import { checkMachine, findingLines } from '../doctor/machine.ts';
import { answer, leaf } from '../output.ts';
import { loadConfig } from '../run.ts';

export function addDoctorCommand(program: Command): void {
  leaf(
    program,
    'doctor',
    'check the machine, the configuration, the database and what live still lacks',
  ).action(run);
}

async function run(options: { json?: boolean }): Promise<void> {
  const config = loadConfig();
  const findings = [...(await checkMachine(config)), ...(await checkData(config))];
  const problems = findings.filter((finding) => finding.state === 'problem').length;
  answer(options.json === true, { ok: problems === 0, findings }, [
    ...findingLines(findings),
    '',
    verdictOf(problems, findings.filter((finding) => finding.state === 'advice').length),
  ]);
  if (problems > 0) process.exitCode = 1;
}

function verdictOf(problems: number, advice: number): string {
  if (problems > 0) return `${problems} to be mended, marked !!.`;
  return advice === 0
    ? 'Nothing is in the way.'
    : `Nothing is in the way of the sandbox. ${advice} to look at before live, marked --.`;
}
