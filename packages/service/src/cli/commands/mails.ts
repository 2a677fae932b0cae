import type { Command } from 'commander';
import { heldMails } from '../../engine/mail/account-mails.ts';
import { answer, leaf, limitOption, moment, table } from '../output.ts';
import { withServices } from '../run.ts';

export function addMailCommands(program: Command): void {
  const mails = program.command('mails').description('mails about signing in and to members');
  leaf(mails, 'held', 'those that were given up, the newest first, and why')
    .option(...limitOption)
    .action(held);
}

async function held({ limit, json }: { limit: number; json?: boolean }): Promise<void> {
  const mails = await withServices(({ services }) => heldMails(services, limit));
  const rows = mails.map((one) => [
    one.kind,
    one.email,
    moment(one.created_at),
    moment(one.ended_at),
    String(one.attempts),
    one.failure ?? '-',
  ]);
  const heading = ['about', 'to', 'written', 'given up', 'tries', 'why'];
  answer(json === true, { mails }, table(heading, rows, 'No mail was given up.'));
}
