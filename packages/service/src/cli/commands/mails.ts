import type { Command } from 'commander';
import { heldMails } from '../../engine/mail/account-mails.ts';
import { answer, leaf, limitOption, table, utcMoment } from '../output.ts';
import { withServices } from '../run.ts';

export function addMailCommands(program: Command): void {
  const mails = program.command('mails').description('mails about signing in and to members');
  leaf(mails, 'held', 'those that wait though they were tried, and those that were given up, and why')
    .option(...limitOption)
    .action(held);
}

async function held({ limit, json }: { limit: number; json?: boolean }): Promise<void> {
  const mails = await withServices(({ services }) => heldMails(services, limit));
  const rows = mails.map((one) => [
    one.kind,
    one.email,
    utcMoment(one.created_at),
    one.ended_at === null ? 'still tried' : utcMoment(one.ended_at),
    String(one.attempts),
    one.failure ?? (one.attempts === 0 ? 'nobody has sent it: see CHARI_SMTP_URL' : '-'),
  ]);
  const heading = ['about', 'to', 'written', 'given up', 'tries', 'why'];
  answer(
    json === true,
    { mails },
    table(heading, rows, 'No mail waits for another try, and none was given up.', limit),
  );
}
