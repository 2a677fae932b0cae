import cluster from 'node:cluster';
import { type Command, Option } from 'commander';
import { PROCESSES_MAX, ROLES } from '../../domain/config/config.ts';
import { leaf, wholeNumber } from '../output.ts';

export function addServeCommand(program: Command): void {
  leaf(program, 'serve', 'run the service until it is told to end')
    .addOption(new Option('--role <role>', 'what this process does').choices(ROLES).default('all'))
    .option(
      '--processes <count>',
      'how many processes answer requests (CHARI_PROCESSES)',
      wholeNumber(1, PROCESSES_MAX),
    )
    .action(async (options) => {
      // Below `--processes` the same command line runs again.
      if (cluster.isWorker) {
        const { serveAsMember } = await import('../serve/fleet/member.ts');
        await serveAsMember();
        return;
      }
      // Loaded only here: the HTTP server and its libraries would slow every other command down.
      const { serve } = await import('../serve/serve.ts');
      await serve(options);
    });
}
